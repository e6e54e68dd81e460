package report

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/compare"
)

// explained says in words what moved a metric, checks by their titles where these are known.
func explained(p compare.Part, titles map[string]string, lang audit.Lang) string {
	if p.Kind == compare.ByBound && p.Check == "" && p.Metric != "" {
		return fmt.Sprintf(labelLead.In(lang), MetricName(p.Metric, lang)) + byRules(p.Origin, lang)
	}
	text := partNames[p.Kind].In(lang)
	if p.Kind == compare.ByCheck {
		text = cmp.Or(titles[p.Check], p.Check)
	} else if p.Check != "" {
		text += colon.In(lang) + cmp.Or(titles[p.Check], p.Check)
	}
	if p.Metric != "" {
		text = MetricName(p.Metric, lang) + colon.In(lang) + text
	}
	return text + byRules(p.Origin, lang)
}

// byRules marks what other rules changed.
func byRules(o compare.Origin, lang audit.Lang) string {
	if o != compare.OfRules {
		return ""
	}
	return " (" + labelByRules.In(lang) + ")"
}

func passState(s *compare.PassState, lang audit.Lang) string {
	if s == nil {
		return labelNotRun.In(lang)
	}
	return fmt.Sprintf(labelAnswers.In(lang), s.Named, s.Answers) + colon.In(lang) + fmt.Sprintf(labelInterval.In(lang), 100*s.Low, 100*s.High)
}

// answered says what a pass's answers say of a change.
func answered(p compare.PassChange, lang audit.Lang) string {
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
	compare.More:       {EN: "named more often", FR: "nommée plus souvent"},
	compare.Less:       {EN: "named less often", FR: "nommée moins souvent"},
	compare.Unclear:    {EN: "the intervals overlap: no change can be told from chance", FR: "les intervalles se recouvrent : aucun changement ne se distingue du hasard"},
	compare.Began:      {EN: "asked now only", FR: "interrogé seulement maintenant"},
	compare.Ended:      {EN: "asked then only", FR: "interrogé seulement alors"},
	compare.Same:       {EN: "the same share", FR: "la même part"},
	compare.Unanswered: {EN: "no reply on either side", FR: "aucune réponse des deux côtés"},
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
