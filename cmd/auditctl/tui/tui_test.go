package tui

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"github.com/auditctl/auditctl/internal/golden"
	"github.com/auditctl/auditctl/pkg/audit"
)

// screen is a model with a clock that the test moves, and what would be on the terminal.
type screen struct {
	*model
	at      time.Time
	stopped int // how often the work was told to stop
}

func newScreen(audits ...audit.Audit) *screen {
	s := &screen{at: time.Date(2026, time.June, 1, 9, 0, 0, 0, time.UTC)}
	s.model = newModel(Config{Out: io.Discard, Audits: audits}, func() { s.stopped++ }, func() time.Time { return s.at })
	return s
}

func (s *screen) tell(messages ...tea.Msg) (last tea.Cmd) {
	for _, m := range messages {
		_, last = s.Update(m)
	}
	return last
}

func (s *screen) lines() []string { return strings.Split(strings.TrimSuffix(s.View(), "\n"), "\n") }

func pending(id, url string) audit.Audit {
	return audit.Audit{AuditID: id, URL: url, Status: audit.Pending}
}

func done(id string, score int) audit.Event {
	return audit.Event{AuditID: id, Stage: audit.StageDone, Audit: &audit.Audit{AuditID: id, Status: audit.Done, Report: &audit.Report{OverallAIReadiness: score}}}
}

func failed(id string) audit.Event {
	return audit.Event{AuditID: id, Stage: audit.StageDone, Audit: &audit.Audit{AuditID: id, Status: audit.Failed, Error: &audit.Failure{Code: audit.CodeDNSNotFound}}}
}

func TestABatchFromBeginToEnd(t *testing.T) {
	cached := audit.Audit{AuditID: "d", URL: "https://d.example/", Status: audit.Done, Cached: true, Report: &audit.Report{OverallAIReadiness: 50}}
	refused := audit.Audit{AuditID: "e", URL: "ftp://e.example", Status: audit.Invalid, Error: &audit.Failure{Code: audit.CodeSchemeNotAllowed}}
	s := newScreen(pending("a", "https://a.example/"), pending("b", "https://b.example/"), pending("c", "https://c.example/"), cached, refused)
	var story strings.Builder
	show := func(title string) { fmt.Fprintf(&story, "%s\n\n%s\n", title, s.View()) }
	show("At first: two are decided already.")
	s.tell(audit.Event{AuditID: "a", Stage: audit.StageReading}, audit.Event{AuditID: "b", Stage: audit.StageReading, Detail: "https://b.example/about"})
	s.at = s.at.Add(1540 * time.Millisecond)
	show("Two are read.")
	s.tell(audit.Event{AuditID: "b", Stage: audit.StageJudging}, done("a", 81))
	s.at = s.at.Add(time.Second)
	show("One is done, one judged.")
	s.tell(failed("b"), audit.Event{AuditID: "c", Stage: audit.StageReading})
	s.tell(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("q")})
	show("One failed, and the key to stop was pressed.")
	s.tell(done("c", 70), finished{})
	show("At last.")
	golden.Check(t, "batch.txt", story.String())
}

func TestKeysThatStop(t *testing.T) {
	for name, c := range map[string]struct {
		key  tea.KeyMsg
		want int
	}{
		"q":      {tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("q")}, 1},
		"ctrl+c": {tea.KeyMsg{Type: tea.KeyCtrlC}, 1},
		"esc":    {tea.KeyMsg{Type: tea.KeyEsc}, 0},
		"x":      {tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("x")}, 0},
		"enter":  {tea.KeyMsg{Type: tea.KeyEnter}, 0},
	} {
		s := newScreen(pending("a", "https://a.example/"))
		if cmd := s.tell(c.key); s.stopped != c.want || cmd != nil {
			t.Errorf("%s: told to stop %d times, want %d; a command: %t", name, s.stopped, c.want, cmd != nil)
		}
		if stopping := strings.HasSuffix(s.View(), "\nstopping\n"); stopping != (c.want == 1) {
			t.Errorf("%s: %s", name, s.View())
		}
	}
}

func TestItEndsWithTheWork(t *testing.T) {
	s := newScreen(pending("a", "https://a.example/"))
	cmd := s.tell(done("a", 90), finished{})
	if cmd == nil {
		t.Fatal("it goes on")
	}
	if _, quits := cmd().(tea.QuitMsg); !quits {
		t.Error("it goes on")
	}
	if view := s.View(); strings.Contains(view, "q stops") || strings.Contains(view, "stopping") {
		t.Errorf("there is nothing to stop: %s", view)
	}
}

func TestManySitesOnASmallTerminal(t *testing.T) {
	var audits []audit.Audit
	for i := range 100 {
		audits = append(audits, pending(fmt.Sprint(i), fmt.Sprintf("https://site%d.example/", i)))
	}
	s := newScreen(audits...)
	s.tell(tea.WindowSizeMsg{Width: 70, Height: 8})
	for i := range 50 {
		s.tell(done(fmt.Sprint(i), 80))
	}
	s.tell(audit.Event{AuditID: "97", Stage: audit.StageReading}, audit.Event{AuditID: "98", Stage: audit.StageJudging}, failed("99"))
	lines := s.lines()
	if len(lines) != 7 || !strings.HasPrefix(lines[5], "50 of 100 done, 1 failed, mean 80/100, 0s, 95 more sites not shown") {
		t.Errorf("%d lines:\n%s", len(lines), s.View())
	}
	for _, working := range []string{"site97.example", "site98.example"} {
		if !strings.Contains(s.View(), working) {
			t.Errorf("%s is being worked on, and not shown:\n%s", working, s.View())
		}
	}
}

func TestLinesFitTheTerminal(t *testing.T) {
	s := newScreen(pending("a", "https://パン屋.example/"+strings.Repeat("long/", 60)), pending("b", "https://b.example/"), pending("c", "https://c.example/"))
	s.tell(audit.Event{AuditID: "a", Stage: audit.StageReading, Detail: strings.Repeat("詳細", 80)}, failed("b"))
	for _, width := range []int{20, 60, 80, 200} {
		s.tell(tea.WindowSizeMsg{Width: width, Height: 24})
		for _, l := range s.lines() {
			if n := ansi.StringWidth(l); n > width {
				t.Errorf("%d columns of %d: %s", n, width, l)
			}
		}
	}
	s.tell(tea.WindowSizeMsg{Width: 80, Height: 24}, done("a", 77))
	if !strings.Contains(s.lines()[0], "77/100") {
		t.Errorf("the score of a long address isn't shown: %s", s.lines()[0])
	}
	before := s.View()
	if s.tell(tea.WindowSizeMsg{}); s.View() != before {
		t.Errorf("a terminal that doesn't know its size shows %q", s.View())
	}
	s.tell(tea.WindowSizeMsg{Width: 80, Height: 1})
	if n := len(s.lines()); n > 2 {
		t.Errorf("%d lines on a terminal of one", n)
	}
}

func TestASiteCantWriteOnTheTerminal(t *testing.T) {
	s := newScreen(pending("a", "https://a.example/\x1b]0;owned\x07"), pending("b", "https://b.example/"))
	s.tell(audit.Event{AuditID: "b", Stage: audit.StageReading, Detail: "\x1b[2J\u009b31m\u202e"})
	if strings.ContainsAny(s.View(), "\x1b\x07\u009b\u202e") {
		t.Errorf("%q", s.View())
	}
}

func TestEventsOfOthersChangeNothing(t *testing.T) {
	s := newScreen(pending("a", "https://a.example/"))
	before := s.View()
	if s.tell(done("z", 10), failed("z")); s.View() != before {
		t.Error(s.View())
	}
}

func TestRunGivesTheErrorOfTheWork(t *testing.T) {
	fault := errors.New("no space left on device")
	audits := []audit.Audit{pending("a", "https://a.example/")}
	for name, want := range map[string]error{"done": nil, "a fault": fault} {
		var view *View
		var out strings.Builder
		err := Run(t.Context(), Config{Out: &out, Audits: audits}, func(v *View) { view = v }, func(context.Context) error {
			view.Event(done("a", 81))
			return want
		})
		if !errors.Is(err, want) || want == nil && err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if !strings.Contains(out.String(), "81/100") {
			t.Errorf("%s: %q", name, out.String())
		}
		view.Event(done("a", 1)) // after the end: neither blocks nor panics
	}
}

func TestKeysReachTheWork(t *testing.T) {
	keys, press := io.Pipe()
	defer keys.Close()
	err := Run(t.Context(), Config{In: keys, Out: io.Discard, Audits: []audit.Audit{pending("a", "https://a.example/")}}, func(*View) {}, func(ctx context.Context) error {
		if _, err := press.Write([]byte("q")); err != nil {
			t.Error(err)
		}
		<-ctx.Done()
		return ctx.Err()
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}
