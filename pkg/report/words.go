package report

import (
	"fmt"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/industry"
)

// MetricName is a metric as a person reads it.
func MetricName(m audit.Metric, lang audit.Lang) string {
	return metricNames[m].In(lang)
}

var metricNames = map[audit.Metric]audit.Text{
	audit.AIReadiness:     {EN: "AI readiness", FR: "Préparation à l'IA"},
	audit.SEO:             {EN: "SEO", FR: "SEO"},
	audit.AICrawlability:  {EN: "AI crawlability", FR: "Accès des robots d'IA"},
	audit.Performance:     {EN: "Performance", FR: "Performance"},
	audit.Security:        {EN: "Security", FR: "Sécurité"},
	audit.GEO:             {EN: "GEO (trust and attribution)", FR: "GEO (confiance et attribution)"},
	audit.AEO:             {EN: "AEO (direct answers)", FR: "AEO (réponses directes)"},
	audit.GSO:             {EN: "GSO (search engines' AI)", FR: "GSO (IA des moteurs)"},
	audit.Design:          {EN: "Design", FR: "Design"},
	audit.LocalVisibility: {EN: "Local visibility", FR: "Visibilité locale"},
}

var tierNames = map[audit.Tier]audit.Text{
	audit.Measured:   {EN: "measured", FR: "mesuré"},
	audit.AIEstimate: {EN: "AI estimate", FR: "estimation IA"},
	audit.Estimated:  {EN: "estimated", FR: "estimé"},
}

var outcomeNames = map[audit.Outcome]audit.Text{
	audit.Pass:        {EN: "pass", FR: "réussi"},
	audit.Warn:        {EN: "warning", FR: "alerte"},
	audit.Fail:        {EN: "fail", FR: "échec"},
	audit.NotAssessed: {EN: "not assessed", FR: "non évalué"},
}

var statusNames = map[audit.Status]audit.Text{
	audit.Done:          {EN: "done", FR: "terminé"},
	audit.Pending:       {EN: "pending", FR: "en attente"},
	audit.Failed:        {EN: "failed", FR: "échoué"},
	audit.Invalid:       {EN: "invalid", FR: "invalide"},
	audit.QuotaExceeded: {EN: "quota exceeded", FR: "quota dépassé"},
}

// The labels of the formats for people.
var (
	labelAudit           = audit.Text{EN: "Audit of %s", FR: "Audit de %s"}
	colon                = audit.Text{EN: ": ", FR: " : "}
	semicolon            = audit.Text{EN: "; ", FR: " ; "}
	labelBatch           = audit.Text{EN: "Audit of %d sites", FR: "Audit de %d sites"}
	labelMetric          = audit.Text{EN: "Metric", FR: "Critère"}
	labelScore           = audit.Text{EN: "Score", FR: "Note"}
	labelTier            = audit.Text{EN: "Tier", FR: "Niveau"}
	labelSource          = audit.Text{EN: "How it was obtained", FR: "Comment elle a été obtenue"}
	labelSite            = audit.Text{EN: "Site", FR: "Site"}
	labelStatus          = audit.Text{EN: "Status", FR: "État"}
	labelBusiness        = audit.Text{EN: "Business", FR: "Entreprise"}
	labelSummary         = audit.Text{EN: "Summary", FR: "Synthèse"}
	labelFindings        = audit.Text{EN: "Findings", FR: "Constats"}
	labelFinding         = audit.Text{EN: "Finding", FR: "Constat"}
	labelVerdict         = audit.Text{EN: "Verdict", FR: "Verdict"}
	labelNotAssessed     = audit.Text{EN: "Not assessed", FR: "Non évalué"}
	labelNotes           = audit.Text{EN: "Notes", FR: "Remarques"}
	labelPages           = audit.Text{EN: "Pages read", FR: "Pages lues"}
	labelReference       = audit.Text{EN: "Source of the criterion", FR: "Source du critère"}
	labelRemedy          = audit.Text{EN: "What to do", FR: "Que faire"}
	labelRead            = audit.Text{EN: "%s read on %s, rules %s, audit %s", FR: "%s lu le %s, règles %s, audit %s"}
	labelCost            = audit.Text{EN: "Language models: %d calls, %d tokens read, %d written", FR: "Modèles de langage : %d appels, %d jetons lus, %d écrits"}
	labelSearches        = audit.Text{EN: "searches: %d", FR: "recherches : %d"}
	labelFailed          = audit.Text{EN: "Not audited", FR: "Non audité"}
	labelAuditable       = audit.Text{EN: "The site can be audited", FR: "Le site peut être audité"}
	labelUngated         = audit.Text{EN: "outside the tiers of the gate", FR: "hors des niveaux surveillés"}
	labelMissed          = audit.Text{EN: "Not let through", FR: "Seuils non atteints"}
	labelCounted         = audit.Text{EN: "%d of %d sites audited", FR: "%d sites audités sur %d"}
	labelCounts          = audit.Text{EN: "%d checks: %d pass, %d warn, %d fail, %d not assessed", FR: "%d contrôles (réussis : %d, alertes : %d, échecs : %d, non évalués : %d)"}
	labelNeitherClear    = audit.Text{EN: "industry and type unclear", FR: "secteur et type indéterminés"}
	labelIndustryUnclear = audit.Text{EN: "industry unclear", FR: "secteur indéterminé"}
	labelTypeUnclear     = audit.Text{EN: "type unclear", FR: "type indéterminé"}
	labelMore            = audit.Text{EN: "… and %d more; -o markdown or -o json has them all", FR: "… et %d de plus ; -o markdown ou -o json les montre tous"}
)

// metricHeads are short heads for portfolio tables, where ten metrics stand side by side.
var metricHeads = map[audit.Metric]string{
	audit.AIReadiness: "AI", audit.SEO: "SEO", audit.AICrawlability: "Crawl", audit.Performance: "Perf", audit.Security: "Sec", audit.GEO: "GEO",
	audit.AEO: "AEO", audit.GSO: "GSO", audit.Design: "Design", audit.LocalVisibility: "Local",
}

// businessLine says in one line whom the site belongs to.
func businessLine(b audit.Business, lang audit.Lang) string {
	trade, kind := b.Industry, b.Type
	unclearTrade, unclearKind := trade == industry.UnclearName(lang), kind == string(industry.Unclear)
	switch {
	case unclearTrade && unclearKind:
		trade, kind = labelNeitherClear.In(lang), ""
	case unclearTrade:
		trade = labelIndustryUnclear.In(lang)
	case unclearKind:
		kind = labelTypeUnclear.In(lang)
	}
	var parts []string
	for _, p := range []string{b.Name, trade, kind, b.City, b.Country, b.Phone} {
		if p != "" {
			parts = append(parts, audit.Printable(p))
		}
	}
	return strings.Join(parts, " · ")
}

// costLine says in one line what services were asked; empty where none was.
func costLine(c *audit.Cost, lang audit.Lang) string {
	if c == nil {
		return ""
	}
	text := fmt.Sprintf(labelCost.In(lang), c.Calls, c.InputTokens, c.OutputTokens)
	if c.Searches > 0 {
		text += semicolon.In(lang) + fmt.Sprintf(labelSearches.In(lang), c.Searches)
	}
	if c.USD != nil {
		text += fmt.Sprintf(", %.4f USD", *c.USD)
	}
	return text
}

// tally counts verdicts.
func tally(checks []audit.Check, lang audit.Lang) string {
	n := map[audit.Outcome]int{}
	for _, c := range checks {
		n[c.Status]++
	}
	return fmt.Sprintf(labelCounts.In(lang), len(checks), n[audit.Pass], n[audit.Warn], n[audit.Fail], n[audit.NotAssessed])
}
