//go:build unix

package speed

import (
	"os/exec"
	"syscall"
	"time"
)

// inGroup has the process begin a group of its own.
func inGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup kills a process and all that it started, and waits until they are gone.
func killGroup(leader int) {
	for until := time.Now().Add(closeTime); syscall.Kill(-leader, syscall.SIGKILL) == nil && time.Now().Before(until); {
		time.Sleep(5 * time.Millisecond)
	}
}
