//go:build unix

package main

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestAReaderWhoLeavesHearsNothing runs the command into a pipe that nobody reads any more, as head leaves it.
func TestAReaderWhoLeavesHearsNothing(t *testing.T) {
	bakery := testSites(t)["BAKERY"].URL
	for _, args := range [][]string{{"checks"}, {"audit", bakery, "-q", "--no-store"}, {"audit", bakery, bakery + "/about", "-q", "--no-store", "-o", "jsonl"}, {"completion", "bash"}} {
		out, in, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		out.Close()
		var said strings.Builder
		cmd := exec.Command("auditctl", args...)
		cmd.Stdout, cmd.Stderr = in, &said
		err = cmd.Run()
		in.Close()
		if err == nil || said.String() != "" {
			t.Errorf("%v: %v, said %q", args, err, said.String())
		}
	}
}
