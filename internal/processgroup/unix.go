//go:build unix

package processgroup

import (
	_ "embed"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"time"
)

// own has the program begin a group of its own, which all that it starts belongs to.
func own(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

func killOne(pid int) { _ = syscall.Kill(pid, syscall.SIGKILL) }

func killGroup(leader int) { _ = syscall.Kill(-leader, syscall.SIGKILL) }

// reapTime is how long the system may take to end killed processes.
const reapTime = 2 * time.Second

// reap waits until nothing is left of a group that was killed and whose leader was waited for. Where this process is the first of a
// container, orphans become its children, and nobody else would ask how they ended.
func reap(leader int) {
	for until := time.Now().Add(reapTime); syscall.Kill(-leader, syscall.SIGKILL) == nil && time.Now().Before(until); {
		if pid, err := syscall.Wait4(-leader, nil, syscall.WNOHANG, nil); err != nil || pid <= 0 {
			time.Sleep(5 * time.Millisecond)
		}
	}
}

// sentry is a shell that waits for the end of this process, and ends a group then.
type sentry struct {
	cmd  *exec.Cmd
	hold io.Closer
}

//go:embed sentry.sh
var script string

// post starts a sentry, or returns nil if that fails.
func post(leader int, folder string) *sentry {
	shell, err := exec.LookPath("sh")
	if err != nil {
		return nil
	}
	cmd := exec.Command(shell, "-c", script, "auditctl-sentry", strconv.Itoa(leader), folder) //nolint:noctx // dismiss ends it
	cmd.Env = []string{"PATH=" + os.Getenv("PATH")}
	own(cmd) // a terminal's Ctrl-C is for the others
	hold, err := cmd.StdinPipe()
	if err != nil {
		return nil
	}
	if err := cmd.Start(); err != nil {
		return nil
	}
	return &sentry{cmd: cmd, hold: hold}
}

// dismiss ends the sentry without its having done anything.
func (s *sentry) dismiss() {
	if s == nil {
		return
	}
	killGroup(s.cmd.Process.Pid)
	_ = s.cmd.Wait() // it was killed
	_ = s.hold.Close()
}

// occupied is what the files in a folder occupy, in bytes. Files that end meanwhile are not counted.
func occupied(folder string) (bytes int64) {
	_ = filepath.WalkDir(folder, func(_ string, entry fs.DirEntry, err error) error {
		if err != nil {
			return nil //nolint:nilerr // it is gone
		}
		if info, err := entry.Info(); err == nil {
			if stat, ok := info.Sys().(*syscall.Stat_t); ok {
				bytes += stat.Blocks * 512
			}
		}
		return nil
	})
	return bytes
}
