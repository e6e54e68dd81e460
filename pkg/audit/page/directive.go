package page

import (
	"strings"
	"time"
)

// expiryLayouts are the date forms that Google documents for unavailable_after (RFC 822, RFC 850, ISO 8601), and the ones in its examples.
var expiryLayouts = []string{
	time.RFC3339, "2006-01-02T15:04:05", "2006-01-02 15:04:05", "2006-01-02",
	"2 Jan 2006 15:04:05 MST", "2 Jan 2006 15:04:05 -0700", "2 Jan 2006 15:04 MST", "2 Jan 2006", "2 Jan 06 15:04 MST", "2 Jan 06 15:04 -0700",
	"2-Jan-06 15:04:05 MST", "2-Jan-2006 15:04:05 MST",
}

// Expired says that the directive is an unavailable_after whose date lies before at. A zone name that isn't UTC can't be placed for sure, so a
// date counts as past a day later. What can't be read as a date never expires.
func (d *Directive) Expired(at time.Time) bool {
	if d.Name != "unavailable_after" {
		return false
	}
	value := strings.ToUpper(strings.TrimSpace(d.Value))                                         // zones are only read in capitals, months either way
	if day, rest, ok := strings.Cut(value, ","); ok && !strings.ContainsAny(day, "0123456789") { // the weekday says nothing that the date doesn't
		value = strings.TrimSpace(rest)
	}
	for _, layout := range expiryLayouts {
		if t, err := time.Parse(layout, value); err == nil {
			return at.Sub(t) > 24*time.Hour
		}
	}
	return false
}
