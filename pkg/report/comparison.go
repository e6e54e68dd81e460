package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/compare"
)

// ComparisonFormats lists the formats that a comparison is written in.
func ComparisonFormats() []string { return []string{"table", "json", "markdown"} }

// WriteComparison writes what changed between two audits in one of ComparisonFormats. Of the document its language, width and colour count.
func WriteComparison(w io.Writer, d Document, c compare.Comparison, format string) error {
	switch format {
	case "table":
		return comparisonTable(w, d.drawable(), newShownComparison(c, d.Lang))
	case "json":
		return WriteJSON(w, c)
	case "markdown":
		_, err := io.WriteString(w, comparisonMarkdown(d.Lang, newShownComparison(c, d.Lang)))
		return err
	}
	return fmt.Errorf("unknown format %q; use %s", audit.Printable(format), strings.Join(ComparisonFormats(), ", "))
}

// shownComparison is what the formats for people show of a comparison. What comes from outside stands in fields of its own, for each format to make safe.
type shownComparison struct {
	compare.Comparison
	Title string
	Sides []shownSide // was, is
	Notes []string
	Split bool // what the site did and what other rules did are shown apart
	Lists []shownChecks
}

type shownSide struct{ Name, Text string }

// shownChecks are the checks of which one thing became.
type shownChecks struct {
	Name   string
	Checks []compare.CheckChange
}

func newShownComparison(c compare.Comparison, lang audit.Lang) shownComparison {
	v := shownComparison{Comparison: c, Title: title(c, lang), Split: c.RulesChanged()}
	for i, s := range []compare.Side{c.Was, c.Is} {
		v.Sides = append(v.Sides, shownSide{[]audit.Text{labelWas, labelIs}[i].In(lang), sideLine(s, lang)})
	}
	switch c.Bridge {
	case compare.KeptEvidence:
		v.Notes = append(v.Notes, labelBridged.In(lang))
	case compare.NoBridge:
		v.Notes = append(v.Notes, labelUnbridged.In(lang))
	}
	if c.JudgesDiffer {
		v.Notes = append(v.Notes, labelOtherJudge.In(lang))
	}
	for _, kind := range changeKinds {
		if list := c.Of(kind.verdicts...); len(list) > 0 {
			v.Lists = append(v.Lists, shownChecks{kind.name.In(lang), list})
		}
	}
	return v
}

// title names the sites and the overall number.
func title(c compare.Comparison, lang audit.Lang) string {
	sites := c.Is.Domain
	if c.Was.Domain != c.Is.Domain {
		sites = c.Was.Domain + " → " + c.Is.Domain
	}
	s := c.Score(audit.AIReadiness)
	return fmt.Sprintf(labelCompared.In(lang), sites) + colon.In(lang) + fmt.Sprintf("%d → %d (%s)", s.Was, s.Is, difference(s))
}

// difference is by how much a metric moved.
func difference(s compare.ScoreChange) string {
	if s.Is == s.Was {
		return "="
	}
	return fmt.Sprintf("%+d", s.Is-s.Was)
}

func sideLine(s compare.Side, lang audit.Lang) string {
	text := fmt.Sprintf(labelRead.In(lang), s.FinalURL, s.AuditedAt.UTC().Format("2006-01-02 15:04 MST"), s.RulesVersion, s.AuditID)
	return text + fmt.Sprintf(labelPagesRead.In(lang), s.Pages)
}

// telling are the parts of a metric's change that are worth a line: of a number that stands still, those that made a point or more of it go unseen.
func telling(s compare.ScoreChange) []compare.Part {
	if s.Is != s.Was {
		return s.Parts
	}
	var parts []compare.Part
	for _, p := range s.Parts {
		if p.Points <= -10 || p.Points >= 10 {
			parts = append(parts, p)
		}
	}
	return parts
}

// origins says what the site, other rules, and the rest have in a change.
func origins(s compare.ScoreChange, lang audit.Lang) string {
	return fmt.Sprintf(labelOrigins.In(lang), decimal(s.Site.String(), lang), decimal(s.Rules.String(), lang), decimal(s.Other.String(), lang))
}

// became is a check's outcome then and now.
func became(k compare.CheckChange, lang audit.Lang) string {
	name := func(o audit.Outcome) string {
		if o == "" {
			return "–"
		}
		return outcomeNames[o].In(lang)
	}
	if k.Was == k.Is {
		return name(k.Is)
	}
	return name(k.Was) + " → " + name(k.Is)
}

// weighs says what a check weighs, and what it weighed where that is another number.
func weighs(k compare.CheckChange) string {
	if k.WeightWas == k.WeightIs || k.Was == "" {
		return fmt.Sprint(k.WeightIs)
	}
	if k.Is == "" {
		return fmt.Sprint(k.WeightWas)
	}
	return fmt.Sprintf("%d → %d", k.WeightWas, k.WeightIs)
}

// ranks is the best rank of a pass then and now; empty where it was never named.
func ranks(p compare.PassChange) string {
	rank := func(s *compare.PassState) string {
		if s == nil || s.BestRank == nil {
			return "–"
		}
		return fmt.Sprint(*s.BestRank)
	}
	if was, is := rank(p.Was), rank(p.Is); was != is {
		return was + " → " + is
	}
	return rank(p.Is)
}

// passName is a pass as a person reads it.
func passName(p compare.PassChange, lang audit.Lang) string {
	for i, name := range []string{"ai_citation", "grounded_citation", "search_ai_mode", "live_citation"} {
		if name == p.Pass {
			return passNames[i].In(lang)
		}
	}
	return p.Pass
}

var (
	labelCompared  = audit.Text{EN: "Comparison of %s", FR: "Comparaison de %s"}
	labelWas       = audit.Text{EN: "Was", FR: "Avant"}
	labelIs        = audit.Text{EN: "Is", FR: "Après"}
	labelChange    = audit.Text{EN: "Change", FR: "Écart"}
	labelCauses    = audit.Text{EN: "What brought it about", FR: "D'où vient l'écart"}
	labelBecame    = audit.Text{EN: "Became", FR: "Évolution"}
	labelPagesRead = audit.Text{EN: ", pages read: %d", FR: ", pages lues : %d"}
	labelOrigins   = audit.Text{EN: "site %s, rules %s, other %s", FR: "site %s, règles %s, autre %s"}
	labelMoreParts = audit.Text{EN: "%s in %d more", FR: "%s pour %d autres"}
	labelLead      = audit.Text{EN: "held down by %s", FR: "plafonnée par %s"}
	labelNoChange  = audit.Text{EN: "No score and no check changes.", FR: "Aucune note et aucun contrôle ne change."}
	labelMoreOf    = audit.Text{EN: "… and %d more; -o markdown or -o json names them", FR: "… et %d de plus ; -o markdown ou -o json les nomme"}
	labelBridged   = audit.Text{
		EN: "The rules changed. What was read then was judged again by today's rules, so that their part is told from the site's.",
		FR: "Les règles ont changé. Ce qui avait été lu a été jugé de nouveau selon les règles actuelles, ce qui distingue leur part de celle du site.",
	}
	labelUnbridged = audit.Text{
		EN: "The rules changed, and what was read then was not judged again: checks that one side alone has and weights that changed count to the rules, and " +
			"a verdict that changed because its criterion did counts to the site.",
		FR: "Les règles ont changé et ce qui avait été lu n'a pas été jugé de nouveau : les contrôles propres à un côté et les poids modifiés comptent pour les " +
			"règles ; un verdict qui change parce que son critère a changé compte pour le site.",
	}
)
