package processgroup

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/auditctl/auditctl/internal/chromium/observe"
)

func shell(script string) *exec.Cmd { return exec.Command("sh", "-c", script) }

// until waits for something to become true.
func until(t *testing.T, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(2 * time.Minute); !is(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("it never came to this: ", what)
		}
	}
}

// started waits until a script has written a file, and so has begun all that it says before.
func started(t *testing.T, file string) {
	t.Helper()
	until(t, file, func() bool {
		_, err := os.Stat(file)
		return err == nil
	})
}

func TestStopEndsAllThatAProgramStarted(t *testing.T) {
	for name, script := range map[string]string{
		"its children":                        `sleep 600 & sleep 600 & touch READY; wait`,
		"orphans":                             `(sleep 600 &) ; touch READY; sleep 600`,
		"orphans of a program that ended":     `sleep 600 & touch READY`,
		"a child that began a group":          `setsid sleep 600 & sleep 0.3; touch READY; wait`,
		"what ignores that it is asked to":    `trap '' TERM INT HUP; touch READY; while :; do sleep 1; done`,
		"what writes to the folder meanwhile": `touch READY; while :; do mkdir -p FOLDER/x; echo >FOLDER/x/$$; done`,
	} {
		t.Run(name, func(t *testing.T) {
			folder, ready := filepath.Join(t.TempDir(), "home"), filepath.Join(t.TempDir(), "ready")
			if err := os.Mkdir(folder, 0o700); err != nil {
				t.Fatal(err)
			}
			o := observe.Start(t)
			g, err := Start(shell(strings.NewReplacer("READY", ready, "FOLDER", folder).Replace(script)),
				Limit{Memory: 1 << 30, Folder: folder})
			if err != nil {
				t.Fatal(err)
			}
			started(t, ready)
			g.Stop()
			if left := o.Left(); len(left) > 0 {
				t.Errorf("left: %v", left)
			}
			if _, err := os.Stat(folder); !os.IsNotExist(err) {
				t.Errorf("the folder is left: %v", err)
			}
		})
	}
}

func TestAGroupThatPassesItsBoundIsEnded(t *testing.T) {
	for name, row := range map[string]struct {
		script string
		want   Excess
	}{
		"many processes": { // x holds the memory for as long as its shell waits
			`for n in 1 2 3 4 5 6 7 8 9 10 11 12; do (x=$(head -c 20m /dev/zero | tr '\0' x); sleep 600; :) & done; wait`,
			Excess{Limit: 200 << 20},
		},
		"one large file": {`head -c 150m /dev/zero >FOLDER/x; sleep 600`, Excess{Limit: 100 << 20, Disk: true}},
		"many files": {
			`for n in 1 2 3 4 5 6 7 8 9; do mkdir FOLDER/$n; head -c 15m /dev/zero >FOLDER/$n/x; done; sleep 600`,
			Excess{Limit: 100 << 20, Disk: true},
		},
	} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			o := observe.Start(t)
			g, err := Start(shell(strings.ReplaceAll(row.script, "FOLDER", folder)),
				Limit{Memory: 200 << 20, Folder: folder, Disk: 100 << 20})
			if err != nil {
				t.Fatal(err)
			}
			defer g.Stop()
			until(t, "its end", func() bool { return g.Excess() != nil })
			<-g.Exited()
			if got := g.Excess(); *got != row.want {
				t.Errorf("%+v", got)
			}
			g.Stop()
			if left := o.Left(); len(left) > 0 {
				t.Errorf("left: %v", left)
			}
		})
	}
}

func TestOneProcessGetsNoMoreThanItsData(t *testing.T) {
	o := observe.Start(t)
	g, err := Start(shell(`sleep 0.2; head -c 400m /dev/zero | tail -c 300m >/dev/null`), Limit{Data: 150 << 20})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Stop()
	<-g.Exited()
	if peak := o.Peak(); g.Err() == nil || peak > 200<<20 {
		t.Errorf("%v, %d MiB", g.Err(), peak>>20)
	}
}

func TestWhatGrowsFastIsEndedEarly(t *testing.T) {
	for _, row := range []struct{ growth, want int64 }{{0, 960}, {-50, 960}, {10, 960}, {50, 874}, {1000, 768}} {
		if got := ceiling(1<<30, row.growth<<20) >> 20; got != row.want {
			t.Errorf("growing by %d MiB a look: ended at %d MiB, not %d", row.growth, got, row.want)
		}
	}
}

// victim is set where the test binary is the process that is killed.
const victim = "PROCESSGROUP_VICTIM"

func TestAKilledProcessTakesItsGroupsWithIt(t *testing.T) {
	if folder := os.Getenv(victim); folder != "" {
		script := fmt.Sprintf("cd %s; sleep 600 & (sleep 600 &); touch ready; wait", folder)
		if _, err := Start(shell(script), Limit{Memory: 1 << 30, Folder: folder}); err != nil {
			t.Fatal(err)
		}
		select {} // until it is killed
	}
	folder := t.TempDir()
	o := observe.Start(t)
	cmd := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$", "-test.timeout=1m")
	cmd.Env = append(os.Environ(), victim+"="+folder)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	started(t, filepath.Join(folder, "ready"))
	until(t, "all processes seen", func() bool { return o.Seen() >= 4 })
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	if left := o.Left(); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
	until(t, "no folder", func() bool {
		_, err := os.Stat(folder)
		return os.IsNotExist(err)
	})
}

// Orphans become children of this process, as they do of the first process of a container.
func TestOrphansLeaveNoZombies(t *testing.T) {
	const setChildSubreaper = 36
	adopt := func(yes uintptr) {
		if _, _, errno := syscall.RawSyscall(syscall.SYS_PRCTL, setChildSubreaper, yes, 0); errno != 0 {
			t.Skip(errno)
		}
	}
	adopt(1)
	defer adopt(0)
	ready := filepath.Join(t.TempDir(), "ready")
	g, err := Start(shell(`(sleep 600 &); (sleep 600 &); touch `+ready+`; sleep 600`), Limit{})
	if err != nil {
		t.Fatal(err)
	}
	started(t, ready)
	g.Stop()
	if pid, err := syscall.Wait4(-g.Pid(), nil, syscall.WNOHANG, nil); err != syscall.ECHILD {
		t.Errorf("%d is left: %v", pid, err)
	}
}
