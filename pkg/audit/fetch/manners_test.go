package fetch

import (
	"context"
	"net/http"
	"testing"
	"time"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestTurnsAreADelayApart(t *testing.T) {
	now := time.Now()
	m := &manners{delay: time.Second, turns: 2}
	for _, step := range []struct {
		after time.Duration
		wait  time.Duration
		ok    bool
	}{
		{0, 0, true},
		{0, time.Second, true},
		{900 * time.Millisecond, 100 * time.Millisecond, true},
		{1500 * time.Millisecond, 0, true},
		{9 * time.Second, 0, false}, // both turns are taken
	} {
		if wait, ok := m.begin(now.Add(step.after)); wait != step.wait || ok != step.ok {
			t.Errorf("after %s: wait %s, %t; want %s, %t", step.after, wait, ok, step.wait, step.ok)
		}
	}
}

func TestCrawlDelayDecidesHowManyPagesFit(t *testing.T) {
	for line, want := range map[string]struct {
		delay time.Duration
		turns int
	}{
		"":                      {0, -1},
		"Crawl-delay: 2":        {2 * time.Second, 10},
		"Crawl-delay: 0.5":      {500 * time.Millisecond, 40},
		"Crawl-delay: 86400000": {longestCrawlDelay, 2},
	} {
		robots := page.ParseRobots("https://example.com/robots.txt", 200, "text/plain", []byte("User-agent: auditctl\n"+line+"\n\nUser-agent: *\nCrawl-delay: 9\n"), false)
		m := newManners(page.Known(robots), false, 30*time.Second)
		if line == "" {
			m = newManners(page.Known(robots), true, 30*time.Second)
		}
		if m.delay != want.delay || m.turns != want.turns {
			t.Errorf("%q: delay %s, %d turns; want %s, %d", line, m.delay, m.turns, want.delay, want.turns)
		}
	}
}

// A site may write any number: none may divide by zero, overflow, or stop reading for ever.
func TestAnyCrawlDelayIsAPauseOrNone(t *testing.T) {
	for value, want := range map[string]time.Duration{
		"0": 0, "-0": 0, "-1": 0, "-1e308": 0, "1e-10": 0, "1e-9": 0, "0.0009": 0, "5e-324": 0, "1e-400": 0, "NaN": 0, "-Inf": 0, "Inf": 0,
		"1e309": 0, "": 0, "1,5": 0, "١": 0, "1 s": 0, "0x": 0,
		"0.001": time.Millisecond, "1.5": 1500 * time.Millisecond, "1e1": longestCrawlDelay, "10.0000001": longestCrawlDelay,
		"9223372036.9": longestCrawlDelay, "1e300": longestCrawlDelay, "1.7976931348623157e308": longestCrawlDelay,
	} {
		file := "User-agent: *\nCrawl-delay: " + value + "\n"
		m := newManners(page.Known(page.ParseRobots("https://example.com/robots.txt", 200, "text/plain", []byte(file), false)), false,
			30*time.Second)
		if m.delay != want || want == 0 && m.turns != -1 || want > 0 && m.turns != int(20*time.Second/want) {
			t.Errorf("Crawl-delay: %s is %s and %d turns, want %s", value, m.delay, m.turns, want)
		}
	}
}

func TestRetryAfter(t *testing.T) {
	for value, want := range map[string]time.Duration{
		"": -1, "soon": -1, "-3": -1, "0": 0, "120": 2 * time.Minute, "1e3": -1, "NaN": -1, "1,5": -1,
		"2147483647": 2147483647 * time.Second, "2147483648": -1, "99999999999999999999": -1,
		"Mon, 02 Jan 2006 15:04:05 GMT": 0, "Fri, 31 Dec 9999 23:59:59 GMT": 1<<63 - 1,
	} {
		after, given := retryAfter(&Answer{ended: time.Now(), Response: page.Response{Header: map[string][]string{"Retry-After": {value}}}})
		if !given {
			after = -1
		}
		if after != want {
			t.Errorf("Retry-After: %q is %s, want %s", value, after, want)
		}
	}
}

func TestABusySiteDelaysWhatFollows(t *testing.T) {
	busy := func(after string) *Answer {
		return &Answer{Response: page.Response{Status: http.StatusServiceUnavailable, Header: map[string][]string{"Retry-After": {after}}}}
	}
	m := newManners(page.Known(page.Robots{Status: 404}), false, 30*time.Second)
	m.heed(busy("3"))
	if wait, ok := m.begin(time.Now()); !ok || wait <= 0 || wait > 3*time.Second {
		t.Errorf("wait %s, %t", wait, ok)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if m.turn(ctx) {
		t.Error("a turn after the end")
	}
	m.heed(busy("600"))
	if _, ok := m.begin(time.Now()); ok {
		t.Error("a turn though the site asked for ten minutes")
	}
}
