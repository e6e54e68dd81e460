//go:build unix

package main

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestNoOutputIsWrittenThroughALink plants links in the place of every file that a command writes.
func TestNoOutputIsWrittenThroughALink(t *testing.T) {
	site, untitled, _ := titled(t)
	untitled.Store(true)
	enterFolder(t)
	code, out, said := inFolder(t, "audit", site.URL, "-q", "-o", "csv", "-O", "first.csv", "--also", "json=first.json")
	if code != exitDone {
		t.Fatal(out, said)
	}
	text, err := os.ReadFile("first.json")
	if err != nil {
		t.Fatal(err)
	}
	_, id, _ := strings.Cut(string(text), `"audit_id": "`)
	id, _, _ = strings.Cut(id, `"`)
	for name, c := range map[string]struct {
		link string
		env  string
		args []string
		code int
		mode os.FileMode // of the file in the link's place; 0 is a link still
	}{
		"-O":             {"out", "", []string{"audit", site.URL, "-q", "-O", "out"}, exitDone, 0o644},
		"--also":         {"out", "", []string{"audit", site.URL, "-q", "--also", "csv=out"}, exitDone, 0o644},
		"--summary-file": {"out", "", []string{"audit", site.URL, "-q", "--summary-file", "out"}, exitDone, 0o644},
		"step summary":   {"out", "out", []string{"audit", site.URL, "-q"}, exitFailed, 0},
		"evidence":       {"out", "", []string{"export-evidence", id, "-O", "out"}, exitDone, 0o600},
		"get":            {"out", "", []string{"get", id, "-O", "out"}, exitDone, 0o644},
		"fix":            {"fixes/README.md", "", []string{"fix", id, "-d", "fixes", "--force"}, exitDone, 0o644},
		"man":            {"auditctl.1", "", []string{"man", "."}, exitDone, 0o644},
		"config init":    {"auditctl.yaml", "", []string{"config", "init"}, exitUsage, 0},
		"backup":         {"out", "", []string{"backup", "out"}, exitUsage, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			t.Setenv(stepSummary, c.env)
			plant(t, "victim", "theirs")
			plant(t, filepath.Join(filepath.Dir(c.link), "near"), "theirs")
			for _, target := range []string{"victim", "near", "missing"} {
				_ = os.Remove(c.link)
				at := target
				if target == "victim" {
					at, _ = filepath.Abs(target)
				}
				if err := os.Symlink(at, c.link); err != nil {
					t.Fatal(err)
				}
				code, _, said := inFolder(t, c.args...)
				if code != c.code {
					t.Errorf("%s: exit code %d, want %d: %s", target, code, c.code, said)
				}
				info, err := os.Lstat(c.link)
				if err != nil || c.mode == 0 && info.Mode()&os.ModeSymlink == 0 || c.mode != 0 && info.Mode() != c.mode {
					t.Errorf("%s: in the link's place is %v, want %v: %v", target, info.Mode(), c.mode, err)
				}
			}
			for _, path := range []string{"victim", filepath.Join(filepath.Dir(c.link), "near")} {
				if text, _ := os.ReadFile(path); string(text) != "theirs" {
					t.Errorf("%s was written: %.40q", path, text)
				}
			}
			if _, err := os.Stat(filepath.Join(filepath.Dir(c.link), "missing")); err == nil {
				t.Error("a file was made at the link's target")
			}
		})
	}
}

func TestPermissionsOfWhatIsWritten(t *testing.T) {
	content := func(w io.Writer) error { _, err := io.WriteString(w, "new"); return err }
	defer syscall.Umask(syscall.Umask(0o027))
	for name, c := range map[string]struct{ before, mode, want os.FileMode }{
		"new":                 {0, openMode, 0o640},
		"kept narrow":         {0o600, openMode, 0o600},
		"kept wide":           {0o664, openMode, 0o664},
		"secret, new":         {0, secretMode, 0o600},
		"secret, over a wide": {0o644, secretMode, 0o600},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "out")
			if c.before != 0 {
				plant(t, path, "old")
				if err := os.Chmod(path, c.before); err != nil {
					t.Fatal(err)
				}
			}
			if err := writeWhole(path, c.mode, content); err != nil {
				t.Fatal(err)
			}
			if info, err := os.Stat(path); err != nil || info.Mode() != c.want {
				t.Errorf("%v, want %v: %v", info.Mode(), c.want, err)
			}
		})
	}
}

// TestOutputIntoDevicesAndPipes names what the user meant: they are written to, and stay what they are.
func TestOutputIntoDevicesAndPipes(t *testing.T) {
	site, _, _ := titled(t)
	enterFolder(t)
	audit := func(file string) {
		t.Helper()
		cmd := exec.Command("auditctl", "audit", site.URL, "-q", "--no-store", "-o", "csv", "-O", file)
		if said, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: %v: %s", file, err, said)
		}
	}
	for _, path := range []string{"/dev/stdout", "/dev/fd/1"} {
		if _, err := os.Stat(path); err != nil {
			t.Skip("there is no " + path)
		}
		for _, kind := range []string{"file", "pipe"} {
			out, err := os.OpenFile("redirected", os.O_CREATE|os.O_TRUNC|os.O_RDWR, 0o600)
			if err != nil {
				t.Fatal(err)
			}
			read := out
			if kind == "pipe" {
				out.Close()
				if read, out, err = os.Pipe(); err != nil {
					t.Fatal(err)
				}
			}
			cmd := exec.Command("auditctl", "audit", site.URL, "-q", "--no-store", "-o", "csv", "-O", path)
			cmd.Stdout = out
			err = cmd.Run()
			out.Close()
			if kind == "file" {
				read, _ = os.Open("redirected")
			}
			text, _ := io.ReadAll(read)
			read.Close()
			if err != nil || !strings.HasPrefix(string(text), "url,domain,") {
				t.Errorf("%s, a %s: %v: %.80q", path, kind, err, text)
			}
		}
	}
	audit("/dev/null")
	if info, err := os.Stat("/dev/null"); err != nil || info.Mode()&os.ModeDevice == 0 {
		t.Fatal("/dev/null is no device any more")
	}
	if err := syscall.Mkfifo("fifo", 0o600); err != nil {
		t.Fatal(err)
	}
	said := make(chan string)
	go func() { text, _ := os.ReadFile("fifo"); said <- string(text) }()
	audit("fifo")
	if text := <-said; !strings.HasPrefix(text, "url,domain,") {
		t.Errorf("the FIFO was given %.80q", text)
	}
}
