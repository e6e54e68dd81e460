//go:build unix

package processgroup

import (
	"os/exec"
	"syscall"
	"time"
)

// Own has the program begin a group of its own, which all that it starts belongs to.
func Own(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// reapTime is how long the system may take to strike dead processes off its list.
const reapTime = 250 * time.Millisecond

// Kill ends the group that a process leads, and waits a moment until all of it is gone.
func Kill(leader int) {
	for until := time.Now().Add(reapTime); syscall.Kill(-leader, syscall.SIGKILL) == nil && time.Now().Before(until); {
		time.Sleep(5 * time.Millisecond)
	}
}
