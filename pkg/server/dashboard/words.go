package dashboard

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/report"
)

// language is the one that was chosen, else the browser's favourite of those that there are.
func language(r *http.Request) audit.Lang {
	if c, err := r.Cookie(languageCookie); err == nil {
		for _, lang := range audit.Langs() {
			if c.Value == string(lang) {
				return lang
			}
		}
	}
	best, most := audit.English, 0.0
	for one := range strings.SplitSeq(r.Header.Get("Accept-Language"), ",") {
		name, parameter, _ := strings.Cut(strings.Join(strings.Fields(one), ""), ";") // white space may be anywhere
		q := 1.0
		if weight, weighed := strings.CutPrefix(strings.ToLower(parameter), "q="); weighed {
			var err error
			if q, err = strconv.ParseFloat(weight, 64); err != nil {
				continue
			}
		}
		primary, _, _ := strings.Cut(strings.ToLower(name), "-")
		for _, lang := range audit.Langs() {
			if primary == string(lang) && q > most {
				best, most = lang, q
			}
		}
	}
	return best
}

// words is the language that templates ask for their words in.
type words audit.Lang

// Lang is the language's tag.
func (w words) Lang() string { return string(w) }

// Say gives the words for key.
func (w words) Say(key string, args ...any) (string, error) {
	text, ok := vocabulary[key]
	if !ok {
		return "", fmt.Errorf("no words for %q", key)
	}
	return fmt.Sprintf(text.In(audit.Lang(w)), args...), nil
}

// Count gives the words for n of something: those of key.one or key.many. French counts nothing as one.
func (w words) Count(key string, n int) (string, error) {
	if n == 1 || n == 0 && audit.Lang(w) == audit.French {
		return w.Say(key+".one", n)
	}
	return w.Say(key+".many", n)
}

// Status names the state of an audit.
func (w words) Status(s audit.Status) string { return report.StatusName(s, audit.Lang(w)) }

// Why says why an audit has no report: the service's words, which are English, or ours.
func (w words) Why(f *audit.Failure) (string, error) {
	if f == nil {
		return "", nil
	}
	if audit.Lang(w) == audit.English && f.Message != "" {
		return f.Message, nil
	}
	if _, ok := vocabulary["code."+string(f.Code)]; !ok {
		return w.Say("code.other", string(f.Code))
	}
	return w.Say("code." + string(f.Code))
}

// Stamp is a time for programs.
func (w words) Stamp(t time.Time) string { return t.UTC().Format(time.RFC3339) }

// At is a time for people.
func (w words) At(t time.Time) string { return t.UTC().Format("2006-01-02 15:04 UTC") }

// Day is the day of a time.
func (w words) Day(t time.Time) string { return t.UTC().Format("2006-01-02") }
