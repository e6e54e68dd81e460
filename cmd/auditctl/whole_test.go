package main

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"
)

// changing is what two runs of the same audit may differ in: ids and times, and nothing else.
var changing = regexp.MustCompile(`"(audit_id|batch_id|created_at|finished_at|audited_at)": "[^"]*"|"timings": \{[^}]*\}`)

func TestTheSameSiteGivesTheSameBytes(t *testing.T) {
	all := testSites(t)
	for _, args := range [][]string{
		{"audit", all["BAKERY"].URL, "-q"},
		{"audit", all["BAKERY"].URL, all["BAKERY"].URL + "/about", "-q", "--lang", "fr"},
		{"audit", all["HOSTILE"].URL, "-q"},
		{"audit", all["FAILING"].URL, "-q"},
	} {
		_, first, _ := run(t, args...)
		_, second, _ := run(t, args...)
		first, second = changing.ReplaceAllString(first, ""), changing.ReplaceAllString(second, "")
		if first != second || !strings.Contains(first, `"url"`) {
			t.Errorf("%v: two runs differ", args)
			for i, line := range strings.Split(first, "\n") {
				if other := strings.Split(second, "\n"); i >= len(other) || other[i] != line {
					t.Logf("line %d: %s", i+1, line)
				}
			}
		}
	}
}

// TestLinesComeAsAuditsFinish reads the first line while the second site still waits.
func TestLinesComeAsAuditsFinish(t *testing.T) {
	all := testSites(t)
	out, in := io.Pipe()
	ended := make(chan int, 1)
	go func() {
		ended <- Main([]string{"audit", all["BAKERY"].URL, all["SLOW"].URL, "-q", "-o", "jsonl", "--no-store"}, Streams{In: strings.NewReader(""), Out: in, Err: io.Discard})
		in.Close()
	}()
	lines := bufio.NewReader(out)
	for _, name := range []string{"BAKERY", "SLOW"} {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			t.Fatal(err)
		}
		var a struct{ URL, Status string }
		if err := json.Unmarshal(line, &a); err != nil || a.URL != all[name].URL || a.Status != "done" {
			t.Errorf("%s: %+v, %v", name, a, err)
		}
		all["SLOW"].release()
	}
	if rest, _ := io.ReadAll(lines); len(rest) > 0 || <-ended != exitDone {
		t.Errorf("after the last audit: %q", rest)
	}
}

func TestFilesAreWrittenWholeOrNotAtAll(t *testing.T) {
	dir := t.TempDir()
	path := dir + "/out.json"
	if err := os.WriteFile(path, []byte("before"), 0o600); err != nil {
		t.Fatal(err)
	}
	fault := func(w io.Writer) error {
		if _, err := io.WriteString(w, "half"); err != nil {
			t.Fatal(err)
		}
		return io.ErrShortWrite
	}
	if err := writeWhole(path, openMode, fault); err == nil {
		t.Error("a fault was swallowed")
	}
	if data, _ := os.ReadFile(path); string(data) != "before" {
		t.Errorf("the file holds %q", data)
	}
	if err := writeWhole(path, openMode, func(w io.Writer) error { _, err := io.WriteString(w, "after"); return err }); err != nil {
		t.Fatal(err)
	}
	if data, _ := os.ReadFile(path); string(data) != "after" {
		t.Errorf("the file holds %q", data)
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	if left, _ := os.ReadDir(dir); len(left) != 1 {
		t.Errorf("left behind: %v", left)
	}
}

// TestTerminals checks what a terminal changes: format, width and colour of the result, and nothing where NO_COLOR is set.
func TestTerminals(t *testing.T) {
	bakery := testSites(t)["BAKERY"].URL
	for name, c := range map[string]struct {
		env, value string
		flag       string
		colour     bool
	}{
		"a terminal": {"TERM", "xterm", "", true}, "NO_COLOR": {"NO_COLOR", "1", "", false}, "NO_COLOR, empty": {"NO_COLOR", "", "", true},
		"a dumb one": {"TERM", "dumb", "", false}, "--no-color": {"TERM", "xterm", "--no-color", false}, "AUDITCTL_NO_COLOR": {"AUDITCTL_NO_COLOR", "true", "", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("TERM", "xterm")
			t.Setenv("NO_COLOR", "")
			t.Setenv(c.env, c.value)
			var out strings.Builder
			args := []string{"audit", bakery, "-q", "--no-store", "--pages", "1"}
			if c.flag != "" {
				args = append(args, c.flag)
			}
			if code := Main(args, Streams{In: strings.NewReader(""), Out: &out, Err: io.Discard, OutTTY: true, Width: 90}); code != exitDone {
				t.Fatal(code)
			}
			if !strings.Contains(out.String(), "Audit of ") || strings.Contains(out.String(), "\x1b[") != c.colour {
				t.Errorf("%.200q", out.String())
			}
		})
	}
}
