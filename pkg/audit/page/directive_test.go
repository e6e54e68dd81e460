package page

import (
	"testing"
	"time"
)

func TestExpired(t *testing.T) {
	at := time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)
	for value, want := range map[string]bool{
		"2026-03-01":                           true,
		"2026-03-01T00:00:00+01:00":            true,
		"25 Jun 2010 15:00:00 PST":             true,
		"25-Jun-2010 15:00:00 EST":             true,
		"Friday, 25-Jun-10 15:00:00 UTC":       true,
		"fri, 25 jun 2010 15:00:00 gmt":        true,
		"Friday, 25-Jun-2010 15:00:00 EST":     true,
		"Fri, 25 Jun 2010 15:00:00 +0200":      true,
		"25 Jun 10 15:00 GMT":                  true,
		"2026-03-10":                           false,
		"2026-12-31":                           false,
		"Thu, 31 Dec 2026 23:59:59 GMT":        false,
		"soon":                                 false,
		"":                                     false,
		"2026-03-01, noarchive, max-snippet:5": false,
	} {
		d := Directive{Name: "unavailable_after", Value: value}
		if got := d.Expired(at); got != want {
			t.Errorf("%q: expired %v, want %v", value, got, want)
		}
	}
	if d := (Directive{Name: "noindex", Value: "2010-01-01"}); d.Expired(at) {
		t.Error("only unavailable_after expires")
	}
}
