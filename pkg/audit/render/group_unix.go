//go:build unix

package render

import (
	"os/exec"
	"syscall"
	"time"
)

// inGroup has the process begin a group of its own.
func inGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// reapTime is how long the system may take to strike dead processes off its list.
const reapTime = 250 * time.Millisecond

// killGroup kills a process and all that it started, and waits until they are gone.
func killGroup(leader int) {
	for until := time.Now().Add(reapTime); syscall.Kill(-leader, syscall.SIGKILL) == nil && time.Now().Before(until); {
		time.Sleep(5 * time.Millisecond)
	}
}
