//go:build unix

package main

import (
	"os"
	"strings"
	"syscall"
	"testing"
)

// TestAConfigurationFileThatIsNone plants what would make a reader wait, read without end, or quote another file.
func TestAConfigurationFileThatIsNone(t *testing.T) {
	for name, c := range map[string]struct {
		plant func() error
		want  string
	}{
		"a FIFO":       {func() error { return syscall.Mkfifo("auditctl.yaml", 0o600) }, "no regular file"},
		"a link":       {func() error { return os.Symlink("/etc/passwd", "auditctl.yaml") }, "no regular file"},
		"a device":     {func() error { return os.Symlink("/dev/zero", "auditctl.yaml") }, "no regular file"},
		"a folder":     {func() error { return os.Mkdir("auditctl.yaml", 0o700) }, "no regular file"},
		"a large file": {func() error { return os.WriteFile("auditctl.yaml", make([]byte, maxConfigFile+1), 0o600) }, "larger than"},
	} {
		t.Run(name, func(t *testing.T) {
			enterFolder(t)
			if err := c.plant(); err != nil {
				t.Fatal(err)
			}
			for _, args := range [][]string{{"config", "show"}, {"config", "trust"}} {
				code, _, said := inFolder(t, args...)
				if code != exitUsage || !strings.Contains(said, c.want) {
					t.Errorf("%q: exit code %d: %s", args, code, said)
				}
			}
		})
	}
}
