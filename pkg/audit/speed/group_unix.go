//go:build unix

package speed

import (
	"os/exec"
	"syscall"
)

// inGroup has the process begin a group of its own.
func inGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup kills a process and all that it started. Whoever waits for the process then waits for the others too, as long as they hold what they print to.
func killGroup(leader int) { _ = syscall.Kill(-leader, syscall.SIGKILL) }
