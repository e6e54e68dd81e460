//go:build !unix

package processgroup

import (
	"os"
	"os/exec"
)

// Own does nothing here.
func Own(*exec.Cmd) {}

// Kill ends the process.
func Kill(leader int) {
	if p, err := os.FindProcess(leader); err == nil {
		_ = p.Kill()
	}
}
