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

func press(keys ...string) (all []tea.Msg) {
	named := map[string]tea.KeyType{"up": tea.KeyUp, "down": tea.KeyDown, "enter": tea.KeyEnter, "esc": tea.KeyEsc, "pgdown": tea.KeyPgDown, "end": tea.KeyEnd, "home": tea.KeyHome, "right": tea.KeyRight, "backspace": tea.KeyBackspace}
	for _, k := range keys {
		if known, ok := named[k]; ok {
			all = append(all, tea.KeyMsg{Type: known})
			continue
		}
		all = append(all, tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(k)})
	}
	return all
}

// fifty is a batch of fifty on a terminal of 80 by 24: the even ones are done, every tenth failed.
func fifty() *screen {
	var audits []audit.Audit
	for i := range 50 {
		audits = append(audits, pending(fmt.Sprint(i), fmt.Sprintf("https://site%02d.example/", i)))
	}
	s := newScreen(audits...)
	s.tell(tea.WindowSizeMsg{Width: 80, Height: 24})
	for i := range 50 {
		switch {
		case i%10 == 9:
			s.tell(failed(fmt.Sprint(i)))
		case i%2 == 0:
			s.tell(done(fmt.Sprint(i), i))
		}
	}
	return s
}

func TestTheListIsScrolledByKeys(t *testing.T) {
	s := fifty()
	s.tell(press("down", "down")...)
	if lines := s.lines(); !strings.HasPrefix(lines[2], "> · https://site02") && !strings.HasPrefix(lines[2], "> ✓ https://site02") {
		t.Errorf("the third line isn't chosen:\n%s", s.View())
	}
	for _, step := range []struct{ key, first, chosen, last string }{
		{"end", "site29", "site49", "site49"},
		{"up", "site29", "site48", "site49"},
		{"home", "site00", "site00", "site20"},
		{"pgdown", "site01", "site21", "site21"},
		{"pgdown", "site22", "site42", "site42"},
		{"pgdown", "site29", "site49", "site49"},
	} {
		s.tell(press(step.key)...)
		lines := s.lines()
		var chosen string
		for _, l := range lines {
			if strings.HasPrefix(l, "> ") {
				chosen = l
			}
		}
		if len(lines) != 23 || !strings.Contains(lines[0], step.first) || !strings.Contains(chosen, step.chosen) || !strings.Contains(lines[20], step.last) {
			t.Errorf("%s:\n%s", step.key, s.View())
		}
	}
	s.tell(tea.WindowSizeMsg{Width: 40, Height: 10})
	if lines := s.lines(); len(lines) != 9 || !strings.Contains(s.View(), "> ✗ https://site49") {
		t.Errorf("on a smaller terminal:\n%s", s.View())
	}
	if s.tell(press("esc")...); strings.Contains(s.View(), ">") || s.stopped > 0 {
		t.Errorf("Escape doesn't go back to following:\n%s", s.View())
	}
}

func TestAFilterLeavesThoseThatMatch(t *testing.T) {
	s := fifty()
	s.tell(press("/d", "ns_x", "backspace", "q")...)
	if s.stopped > 0 || !strings.Contains(s.View(), "no site is like that") || !strings.Contains(s.View(), "/dns_q") {
		t.Errorf("while it is typed:\n%s", s.View())
	}
	s.tell(press("backspace", "enter", "down")...)
	lines := s.lines()
	if len(lines) != 7 || !strings.Contains(lines[0], "site09") || !strings.HasPrefix(lines[1], "> ✗ https://site19.example/  dns_not_found") {
		t.Errorf("the failed ones:\n%s", s.View())
	}
	s.tell(press("esc")...)
	if len(s.lines()) != 23 {
		t.Errorf("after Escape:\n%s", s.View())
	}
}

func TestASiteInDetail(t *testing.T) {
	scores := map[audit.Metric]audit.Score{}
	for i, m := range audit.Metrics() {
		scores[m] = audit.Score{Value: 10 * i, Tier: audit.Measured}
	}
	s := newScreen(pending("a", "https://a.example/"), pending("b", "https://b.example/"), pending("c", "https://c.example/"))
	s.tell(tea.WindowSizeMsg{Width: 80, Height: 24})
	s.tell(press("enter")...)
	if !strings.Contains(s.View(), "its scores come when it has ended") {
		t.Errorf("before its end:\n%s", s.View())
	}
	s.tell(audit.Event{AuditID: "a", Stage: audit.StageDone, Audit: &audit.Audit{AuditID: "a", Status: audit.Done, Report: &audit.Report{
		Scores: scores, Summary: "A bakery.\n\n1. Write a title \x1b[31m.", Checks: []audit.Check{{ID: "seo.title", Status: audit.Fail, Detail: "No\x1b title."}},
	}}})
	for _, want := range []string{"seo               10  ██░", "local_visibility  90", "1. Write a title", "✗ seo.title: No"} {
		if !strings.Contains(s.View(), want) {
			t.Errorf("the scores lack %q:\n%s", want, s.View())
		}
	}
	if strings.ContainsRune(s.View(), 0x1b) {
		t.Errorf("%q", s.View())
	}
	s.tell(tea.WindowSizeMsg{Width: 80, Height: 8})
	s.tell(press("end")...)
	if lines := s.lines(); len(lines) != 7 || !strings.Contains(lines[4], "seo.title") {
		t.Errorf("scrolled to its end:\n%s", s.View())
	}
	e := failed("b")
	e.Audit.Error.Message = "the host name has no address in DNS; check its spelling"
	s.tell(e)
	if s.tell(press("right")...); !strings.Contains(s.View(), "the host name has no address in DNS; check its spelling") {
		t.Errorf("why the next one failed:\n%s", s.View())
	}
	if s.tell(press("esc")...); !strings.Contains(s.View(), "> ✗ https://b.example/") {
		t.Errorf("back in the list:\n%s", s.View())
	}
}

func TestABatchOnAServer(t *testing.T) {
	s := newScreen(pending("a", "https://a.example/"), pending("b", "https://b.example/"), pending("c", "https://c.example/"), pending("d", "https://d.example/"))
	s.remote = true
	s.tell(quota("58 of 100 audits left"), notice("connection to work lost, trying again"))
	if view := s.View(); !strings.Contains(view, "· https://a.example/  at the server") || !strings.Contains(view, "58 of 100 audits left") || !strings.Contains(view, "connection to work lost") {
		t.Errorf("without a connection:\n%s", view)
	}
	s.at = s.at.Add(10 * time.Second)
	s.tell(notice(""), done("a", 50), failed("b"))
	if view := s.View(); strings.Contains(view, "lost") || !strings.Contains(view, "about 10s to go") || !strings.Contains(view, "q leaves") {
		t.Errorf("with a connection again:\n%s", view)
	}
	if s.tell(press("q")...); !strings.Contains(s.View(), "the batch goes on at the server") {
		t.Errorf("left:\n%s", s.View())
	}
}
