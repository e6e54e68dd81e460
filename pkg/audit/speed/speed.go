// Package speed asks page-speed tools how fast a page is: Google's PageSpeed Insights, or Lighthouse on this machine. Both run Lighthouse, so one parser
// reads what they say. A tool that gives no number is an Error, never a number.
package speed

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// Tool measures a page. It is safe for concurrent use.
type Tool interface {
	// Measure asks for the page at url, with the titles of audits in lang. The error is an *Error.
	Measure(ctx context.Context, url string, lang audit.Lang) (page.Speed, error)
}

// MaxRuns is how often a page is measured at most.
const MaxRuns = 9

// Reason is why there is no measurement.
type Reason string

// The reasons.
const (
	NotThere    Reason = "not_there"   // Lighthouse or Chromium is missing, or doesn't start
	Private     Reason = "private"     // the site isn't on the open web, where PageSpeed Insights could reach it
	Headers     Reason = "headers"     // the site is read with headers that no tool is told
	NotReached  Reason = "not_reached" // the guard doesn't let the tool go there, or nothing answers
	Refused     Reason = "refused"     // the service accepts neither key nor request
	Quota       Reason = "quota"       // the allowance is used up, or requests came too fast
	Unavailable Reason = "unavailable" // the service fails, or says what it doesn't document
	TooSlow     Reason = "too_slow"    // the time was over
	NoPage      Reason = "no_page"     // Lighthouse saw no page that it could measure: Code says why
	NoScore     Reason = "no_score"    // it ran, and gave no score
	Broke       Reason = "broke"       // the program broke down, or what it wrote is no report
	TooMuch     Reason = "too_much"    // the page took more memory or disk space than the programs may
	Ended       Reason = "ended"       // whoever asked went away
)

var notes = map[Reason]page.Note{
	NotThere: {EN: "Lighthouse or the browser for it does not start", FR: "Lighthouse, ou son navigateur, ne démarre pas"},
	Private: {
		EN: "the site is not on the open web, so that PageSpeed Insights can't reach it",
		FR: "le site n'est pas sur le web ouvert, PageSpeed Insights ne peut donc pas l'atteindre",
	},
	Headers: {
		EN: "the site is read with headers of its own, which page-speed tools are not told",
		FR: "le site est lu avec des en-têtes particuliers, qui ne sont pas transmis aux outils de mesure",
	},
	NotReached: {EN: "the tool could not connect to the site", FR: "l'outil n'a pas pu se connecter au site"},
	TooMuch: {
		EN: "the page needs more than 1 GiB of memory, or 512 MiB of disk space, to be measured",
		FR: "mesurer la page demande plus de 1 Gio de mémoire, ou 512 Mio de disque",
	},
	Refused:     {EN: "PageSpeed Insights refused the key or the request", FR: "PageSpeed Insights a refusé la clé ou la requête"},
	Quota:       {EN: "the quota of PageSpeed Insights is used up", FR: "le quota de PageSpeed Insights est épuisé"},
	Unavailable: {EN: "PageSpeed Insights failed", FR: "PageSpeed Insights a échoué"},
	TooSlow:     {EN: "the tool was not done in time", FR: "l'outil n'a pas terminé à temps"},
	NoPage:      {EN: "Lighthouse could not load the page", FR: "Lighthouse n'a pas pu charger la page"},
	NoScore:     {EN: "Lighthouse gave no score", FR: "Lighthouse n'a pas donné de note"},
	Broke:       {EN: "Lighthouse broke down", FR: "Lighthouse a échoué"},
	Ended:       {EN: "the audit was interrupted", FR: "l'audit a été interrompu"},
}

// Error says why a page wasn't measured. Err is for logs: it may hold what a program printed. No key is in it.
type Error struct {
	Reason Reason
	Code   string // Lighthouse's own, as NO_FCP; where Reason is NoPage
	Err    error  // may be nil
}

func (e *Error) Error() string {
	text := e.Note().EN
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	return text
}

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Err }

// Note says it to a person.
func (e *Error) Note() page.Note {
	note := notes[e.Reason]
	if e.Code != "" {
		note.EN += " (" + e.Code + ")"
		note.FR += " (" + e.Code + ")"
	}
	return note
}

func fault(r Reason, err error) *Error { return &Error{Reason: r, Err: err} }

// asError completes an error that came out of a measurement: one that is no *Error yet is so for a reason of ctx, or for r.
func asError(ctx context.Context, r Reason, err error) *Error {
	var known *Error
	switch {
	case errors.Is(ctx.Err(), context.Canceled):
		return fault(Ended, err)
	case errors.As(err, &known):
		return known
	case ctx.Err() != nil:
		return fault(TooSlow, err)
	}
	return fault(r, err)
}

// repeat measures runs times and gives the run in the middle, with the scores of all. A run that fails ends them: what there is by then counts, and where
// that is nothing, it is the error. A service that answers from its cache has not run again.
func repeat(runs int, once func() (measured, error)) (measured, error) {
	var all []measured
	for range runs {
		one, err := once()
		if err != nil && len(all) == 0 {
			return measured{}, err
		}
		if err != nil {
			break
		}
		if !slices.ContainsFunc(all, func(m measured) bool { return !m.at.IsZero() && m.at.Equal(one.at) }) {
			all = append(all, one)
		}
	}
	slices.SortStableFunc(all, func(a, b measured) int { return cmp.Compare(a.lab.Score, b.lab.Score) })
	middle := all[(len(all)-1)/2]
	middle.lab.Scores = make([]int, len(all))
	for i := range all {
		middle.lab.Scores[i] = all[i].lab.Score
	}
	return middle, nil
}
