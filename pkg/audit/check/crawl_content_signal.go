package check

import (
	"fmt"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// contentSignal is one key of a Content-Signal line.
type contentSignal struct{ key, value string }

// readSignal takes a line apart: "search=yes, ai-train=no", where a path may stand first. bad holds what is neither.
func readSignal(line string) (signals []contentSignal, bad []string) {
	for _, item := range strings.FieldsFunc(line, func(r rune) bool { return r == ',' || r == ' ' || r == '\t' }) {
		key, value, ok := strings.Cut(strings.ToLower(item), "=")
		known := key == "search" || key == "ai-input" || key == "ai-train"
		switch {
		case strings.HasPrefix(item, "/"), ok && key == "use":
		case ok && known && (value == "yes" || value == "no"):
			signals = append(signals, contentSignal{key, value})
		default:
			bad = append(bad, item)
		}
	}
	return signals, bad
}

// crawlContentSignal looks at contradictions for agents without a group of their own only: the line doesn't say which group it belongs to.
func crawlContentSignal() Check {
	return Check{
		ID: "crawl.content-signal", Weight: 1, Level: Standard,
		Source: "Content Signals Policy", Link: "https://contentsignals.org/",
		Title: text("Valid and consistent Content-Signal lines", "Lignes Content-Signal valides et cohérentes"),
		Why: text("Content-Signal tells what may be done with a page once it was read. A misspelt line says nothing, and one that contradicts the rules can be read either way.",
			"Content-Signal indique l'usage permis d'une page après sa lecture. Une ligne mal écrite ne dit rien, et une ligne contredisant les règles s'interprète dans les deux sens."),
		Fix: text("Write for example “Content-Signal: search=yes, ai-input=yes, ai-train=no”, and don't disallow what you signal as allowed.",
			"Écrivez par exemple « Content-Signal: search=yes, ai-input=yes, ai-train=no » et n'interdisez pas ce que vous déclarez permis."),
		Needs: []Need{Robots},
		Run: func(f *page.Facts) Finding {
			r := &f.Robots.Value
			if len(r.Signals) == 0 {
				return unassessed(page.NotApplicable, "robots.txt has no Content-Signal line.", "robots.txt n'a pas de ligne Content-Signal.")
			}
			verdict := r.Verdict(noAgent, requestPath(f.Main().FinalURL))
			finding := Finding{Status: audit.Pass}
			var wrong, contrary, refused int
			for _, line := range r.Signals {
				where := fmt.Sprintf("line %d", line.Line)
				signals, bad := readSignal(line.Value)
				if len(bad) > 0 || len(signals) == 0 {
					wrong++
					finding = finding.seen(r.URL, where, line.Value)
				}
				for _, s := range signals {
					switch {
					case s.key != "ai-train" && s.value == "yes" && !verdict.Allowed && verdict.Line > 0:
						contrary++
						finding = finding.seen(r.URL, where, s.key+"=yes, but line "+fmt.Sprint(verdict.Line)+": "+verdict.Rule)
					case s.key == "search" && s.value == "no":
						refused++
						finding = finding.seen(r.URL, where, line.Value)
					}
				}
			}
			switch {
			case wrong > 0:
				finding.Detail = text("%s in robots.txt.", "robots.txt contient %s.",
					count(wrong, "Content-Signal line can't be read", "Content-Signal lines can't be read", "ligne Content-Signal illisible", "lignes Content-Signal illisibles"))
			case contrary > 0:
				finding.Detail = text("The content signals allow what the rules for all agents disallow.",
					"Les signaux de contenu permettent ce que les règles générales interdisent.")
			case refused > 0:
				finding.Detail = text("search=no asks search engines not to show the site.",
					"search=no demande aux moteurs de recherche de ne pas afficher le site.")
			default:
				return passed("The content signals are valid: %s.", "Les signaux de contenu sont valides : %s.", r.Signals[0].Value).
					seen(r.URL, fmt.Sprintf("line %d", r.Signals[0].Line), r.Signals[0].Value)
			}
			finding.Status = audit.Warn
			return finding
		},
	}
}
