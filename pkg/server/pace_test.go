package server

import (
	"testing"
	"time"
)

func TestManyRequestsAreSeenAndForgotten(t *testing.T) {
	t.Parallel()
	start := time.UnixMilli(1_800_000_000_000)
	for name, c := range map[string]struct {
		every, for_, after time.Duration
		want               bool
	}{
		"a client that polls":          {every: 100 * time.Millisecond, for_: 2 * time.Second},
		"many":                         {every: 5 * time.Millisecond, for_: 2 * time.Second, want: true},
		"many, a moment ago":           {every: 5 * time.Millisecond, for_: 2 * time.Second, after: 90 * time.Millisecond, want: true},
		"many, a while ago":            {every: 5 * time.Millisecond, for_: 2 * time.Second, after: 300 * time.Millisecond},
		"nobody yet":                   {every: time.Second},
		"many at the end of one tenth": {every: time.Millisecond, for_: 99 * time.Millisecond, after: 50 * time.Millisecond, want: true},
	} {
		var p pace
		now := start
		for ; now.Sub(start) < c.for_; now = now.Add(c.every) {
			p.note(now)
		}
		if got := p.many(start.Add(c.for_ + c.after)); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

func TestARequestThatIsNotedLateForgetsNothing(t *testing.T) {
	t.Parallel()
	start := time.UnixMilli(1_800_000_000_000)
	var p pace
	for range manyRequests {
		p.note(start)
	}
	p.note(start.Add(100 * time.Millisecond))
	p.note(start.Add(99 * time.Millisecond))
	p.note(start.Add(101 * time.Millisecond))
	if !p.many(start.Add(102 * time.Millisecond)) {
		t.Error("many came a tenth of a second ago, and are forgotten")
	}
}
