// Package check holds every check, one file each, and the one list of them; and weighs their outcomes.
//
// A check is metadata and a pure function from facts to a finding: no clock, no network, no file. What it can't know it answers with
// not_assessed and the reason, which leaves the denominator of every score.
package check

import (
	"fmt"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// Version names the rules: checks, criteria and weights together. Any change of one of them changes it, and every stored result carries it.
const Version = "3"

// Level says how well a criterion is founded.
type Level string

// The evidence levels.
const (
	Standard   Level = "A" // a standard, or the vendor's own documentation
	Replicated Level = "B" // a replicated study
	OneStudy   Level = "C" // one study
	Folklore   Level = "D" // common practice without a study, or a number of our own
)

// Check is one criterion.
type Check struct {
	ID     string        // group and noun, "seo.title-present"; never changes its meaning
	Weight int           // 0 to 10 in the group's metric; 0 is reported and never scored
	Also   []audit.Share // further metrics that it counts to
	// Observatory: a test of the HTTP Observatory decides it, and in the security metric its points count instead of the weight.
	Observatory bool
	Cap         int // 1 to 100: the most the group's metric can reach while the check fails; 0 is no cap
	Level       Level
	Source      string // what the criterion rests on: an RFC and section, a vendor's document, a paper; "own number" where it is ours
	Link        string // the source's address

	Title audit.Text // what is checked, a noun phrase
	Why   audit.Text // why a reader should care
	Fix   audit.Text // what to do where it fails

	Needs []Need // facts without which it isn't run
	Run   func(*page.Facts) Finding
}

// Finding is the verdict on one site.
type Finding struct {
	Status   audit.Outcome
	Reason   page.Reason // where not assessed
	Detail   audit.Text  // what was seen, one or two sentences
	Evidence []audit.Evidence
	Points   []int // of the HTTP Observatory's tests that the check stands for
	// TLS is the verdict on the encryption as a whole, with the tls checks that don't pass, or with all of them where all pass.
	TLS *audit.TLSVerdict
}

// Metric is the metric of the check's group.
func (c *Check) Metric() audit.Metric {
	group, _, _ := strings.Cut(c.ID, ".")
	switch group { // no map: weighing what each change would bring asks again and again
	case "seo":
		return audit.SEO
	case "crawl":
		return audit.AICrawlability
	case "perf":
		return audit.Performance
	case "tls", "sec":
		return audit.Security
	case "geo":
		return audit.GEO
	case "aeo":
		return audit.AEO
	case "gso":
		return audit.GSO
	case "design":
		return audit.Design
	case "local":
		return audit.LocalVisibility
	}
	return ""
}

// Assess runs the check, or says which fact is missing. Search engines and visitors run scripts: where the submitted page has no content without, what is
// judged for them is the page that a browser has after, if one opened it.
func (c *Check) Assess(f *page.Facts) Finding {
	if m := c.Metric(); m == audit.SEO && c.ID != mixedRenderedMeta || m == audit.Design {
		f = f.AfterScripts()
	}
	for _, n := range c.Needs {
		if reason, why, ok := n.known(f); !ok {
			return Finding{Status: audit.NotAssessed, Reason: reason, Detail: why}
		}
	}
	return c.Run(f).withoutCredentials()
}

// withoutCredentials masks user names and passwords in addresses of the site that the detail quotes; Printable masks those in the evidence.
func (f Finding) withoutCredentials() Finding {
	f.Detail = audit.Text{EN: audit.MaskCredentials(f.Detail.EN), FR: audit.MaskCredentials(f.Detail.FR)}
	return f
}

// text writes one sentence in both languages with the same arguments; an audit.Text argument stands in its own language, %[n]v reorders.
func text(en, fr string, args ...any) audit.Text {
	if len(args) == 0 {
		return audit.Text{EN: en, FR: fr}
	}
	return audit.Text{EN: fmt.Sprintf(en, in(audit.English, args)...), FR: fmt.Sprintf(fr, in(audit.French, args)...)}
}

func in(lang audit.Lang, args []any) []any {
	out := make([]any, len(args))
	for i, a := range args {
		if t, ok := a.(audit.Text); ok {
			a = t.In(lang)
		}
		out[i] = a
	}
	return out
}

// count writes a number and its noun in both languages, right in number: count(n, "page", "pages", "page", "pages").
func count(n int, one, many, un, des string) audit.Text {
	t := audit.Text{EN: many, FR: des}
	if n == 1 {
		t.EN = one
	}
	if n < 2 && n > -2 {
		t.FR = un // French counts 0 and 1 as singular
	}
	return audit.Text{EN: fmt.Sprintf("%d %s", n, t.EN), FR: fmt.Sprintf("%d %s", n, t.FR)}
}

func passed(en, fr string, args ...any) Finding {
	return Finding{Status: audit.Pass, Detail: text(en, fr, args...)}
}

func warned(en, fr string, args ...any) Finding {
	return Finding{Status: audit.Warn, Detail: text(en, fr, args...)}
}

func failed(en, fr string, args ...any) Finding {
	return Finding{Status: audit.Fail, Detail: text(en, fr, args...)}
}

func unassessed(reason page.Reason, en, fr string, args ...any) Finding {
	return Finding{Status: audit.NotAssessed, Reason: reason, Detail: text(en, fr, args...)}
}

// maxEvidence bounds what one finding carries; the detail says how many there were.
const maxEvidence = 10

// seen adds what a verdict rests on: the page, the place on it, and what stands there, which is "none" where nothing does.
func (f Finding) seen(url, where, excerpt string) Finding {
	if strings.TrimSpace(excerpt) == "" {
		excerpt = "none"
	}
	if len(f.Evidence) < maxEvidence {
		f.Evidence = append(f.Evidence, audit.Evidence{URL: url, Where: where, Excerpt: audit.Printable(excerpt)})
	}
	return f
}
