//go:build !unix

package speed

import (
	"os"
	"os/exec"
)

func inGroup(*exec.Cmd) {}

func killGroup(leader int) {
	if p, err := os.FindProcess(leader); err == nil {
		_ = p.Kill()
	}
}
