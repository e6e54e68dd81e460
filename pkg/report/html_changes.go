package report

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/compare"
)

// htmlChanges is what changed since the audit before.
type htmlChanges struct {
	Since     string
	Notes     []string // what makes the two hard to compare
	Scores    []htmlScoreChange
	Unchanged bool // no score and no check is another
	Lists     []htmlCheckChanges
	Passes    []htmlPassChange
}

type htmlScoreChange struct {
	Name     string
	Was, Is  int
	By       string // the difference
	Tiers    string // where the tier is another
	Up, Down bool
	Parts    []htmlPart
	More     int
}

type htmlPart struct{ Points, Cause string }

type htmlCheckChanges struct {
	Name   string
	Checks []compare.CheckChange
	More   int
	Folded bool
}

type htmlPassChange struct{ Name, Was, Is, Change string }

// mostParts is how many causes of a metric's change are shown.
const mostParts = 12

// earlier fills in what earlier audits of the site tell: what changed since the one before, and a line over time.
func (v *htmlAudit) earlier(before *audit.Audit, history []audit.Audit) {
	lang := audit.Lang(v.htmlWords)
	if before != nil && finished(*before) {
		v.Changes = newHTMLChanges(compare.Audits(before, &v.Audit, nil), v.Checks, lang)
		if len(history) == 0 {
			history = []audit.Audit{*before}
		}
	}
	v.Line = newHTMLLine(history, v.Audit, lang)
}

func newHTMLChanges(c compare.Comparison, checks []audit.Check, lang audit.Lang) *htmlChanges {
	v := &htmlChanges{
		Since: fmt.Sprintf(labelSince.In(lang), longDate(c.Was.AuditedAt, lang), c.Was.AuditID), Notes: newShownComparison(c, lang).Notes, Unchanged: c.Unchanged(),
	}
	titles := map[string]string{}
	for _, k := range c.Checks {
		titles[k.ID] = k.Title
	}
	for _, k := range checks {
		titles[k.ID] = k.Title
	}
	for _, s := range c.Scores {
		row := htmlScoreChange{Name: MetricName(s.Metric, lang), Was: s.Was, Is: s.Is, By: difference(s), Up: s.Is > s.Was, Down: s.Is < s.Was}
		if s.TierWas != s.TierIs {
			row.Tiers = tierNames[s.TierWas].In(lang) + " → " + tierNames[s.TierIs].In(lang)
		}
		parts, more := atMost(telling(s), mostParts)
		for _, p := range parts {
			row.Parts = append(row.Parts, htmlPart{decimal(p.Points.String(), lang), explained(p, titles, lang)})
		}
		row.More = more
		v.Scores = append(v.Scores, row)
	}
	for _, kind := range changeKinds {
		list, more := atMost(c.Of(kind.verdicts...), mostListed)
		if len(list) > 0 {
			v.Lists = append(v.Lists, htmlCheckChanges{Name: kind.name.In(lang), Checks: list, More: more, Folded: kind.folded})
		}
	}
	for _, p := range c.Citations {
		v.Passes = append(v.Passes, htmlPassChange{passName(p, lang), passState(p.Was, lang), passState(p.Is, lang), answered(p, lang)})
	}
	return v
}

// cause says in words what moved a metric.
func cause(p compare.Part, titles map[string]string, lang audit.Lang) string {
	text := partNames[p.Kind].In(lang)
	if p.Kind == compare.ByCheck {
		text = cmp.Or(titles[p.Check], p.Check)
	} else if p.Check != "" {
		text += colon.In(lang) + cmp.Or(titles[p.Check], p.Check)
	}
	if p.Metric != "" {
		text = MetricName(p.Metric, lang) + colon.In(lang) + text
	}
	if p.Origin == compare.OfRules {
		text += " (" + labelByRules.In(lang) + ")"
	}
	return text
}

func passState(s *compare.PassState, lang audit.Lang) string {
	if s == nil {
		return labelNotRun.In(lang)
	}
	return fmt.Sprintf(labelAnswers.In(lang), s.Named, s.Answers) + colon.In(lang) + fmt.Sprintf(labelInterval.In(lang), 100*s.Low, 100*s.High)
}

func passVerdict(p compare.PassChange, lang audit.Lang) string {
	text := passVerdicts[p.Change].In(lang)
	if !p.SameEngine && p.Was != nil && p.Is != nil {
		text += semicolon.In(lang) + labelOtherEngine.In(lang)
	}
	if !p.SameQuestions && p.Was != nil && p.Is != nil {
		text += semicolon.In(lang) + labelOtherQuestions.In(lang)
	}
	return text
}

// decimal writes a number with the language's decimal mark.
func decimal(number string, lang audit.Lang) string {
	if lang == audit.French {
		return strings.Replace(number, ".", ",", 1)
	}
	return number
}

// changeKinds are the lists of checks that are shown, in their order.
var changeKinds = []struct {
	name     audit.Text
	verdicts []compare.Verdict
	folded   bool
}{
	{audit.Text{EN: "New", FR: "Nouveaux"}, []compare.Verdict{compare.New}, false},
	{audit.Text{EN: "Fixed", FR: "Corrigés"}, []compare.Verdict{compare.Fixed}, false},
	{audit.Text{EN: "Worse", FR: "Dégradés"}, []compare.Verdict{compare.Worse}, false},
	{audit.Text{EN: "Better", FR: "Améliorés"}, []compare.Verdict{compare.Better}, false},
	{audit.Text{EN: "Still failing", FR: "Toujours en échec"}, []compare.Verdict{compare.StillFailing}, true},
	{
		audit.Text{EN: "Assessed on one side only", FR: "Évalués d'un seul côté"},
		[]compare.Verdict{compare.Assessed, compare.Unassessed, compare.Appeared, compare.Gone},
		true,
	},
}

var partNames = map[compare.Kind]audit.Text{
	compare.ByBound:     {EN: "held down as a whole", FR: "note plafonnée"},
	compare.ByReference: {EN: "bounds of the HTTP Observatory and of the TLS rating", FR: "bornes de HTTP Observatory et de la note TLS"},
	compare.ByCoverage:  {EN: "what could be assessed on one side only", FR: "ce qui n'a pu être évalué que d'un côté"},
	compare.ByModel:     {EN: "a language model's votes", FR: "les votes d'un modèle de langage"},
	compare.ByTool:      {EN: "what the page-speed tool measured", FR: "ce que l'outil de vitesse a mesuré"},
	compare.ByRounding:  {EN: "rounding", FR: "arrondi"},
	compare.ByUnknown:   {EN: "not explained by the two reports", FR: "non expliqué par les deux rapports"},
}

var passVerdicts = map[compare.PassVerdict]audit.Text{
	compare.More:    {EN: "named more often", FR: "nommée plus souvent"},
	compare.Less:    {EN: "named less often", FR: "nommée moins souvent"},
	compare.Unclear: {EN: "the intervals overlap: no change can be told from chance", FR: "les intervalles se recouvrent : aucun changement ne se distingue du hasard"},
	compare.Began:   {EN: "asked now only", FR: "interrogé seulement maintenant"},
	compare.Ended:   {EN: "asked then only", FR: "interrogé seulement alors"},
}

var (
	labelSince      = audit.Text{EN: "Compared with the audit of %s (%s).", FR: "Comparé à l'audit du %s (%s)."}
	labelOtherJudge = audit.Text{
		EN: "A language model had a part in the scores on one side alone, or another one had: differences may be its own.",
		FR: "Un modèle de langage n'a pesé sur les notes que d'un côté, ou un autre modèle : des écarts peuvent venir de lui.",
	}
	labelByRules        = audit.Text{EN: "by other rules", FR: "par d'autres règles"}
	labelOtherEngine    = audit.Text{EN: "another service was asked", FR: "un autre service a été interrogé"}
	labelOtherQuestions = audit.Text{EN: "other questions were asked", FR: "d'autres questions ont été posées"}
)
