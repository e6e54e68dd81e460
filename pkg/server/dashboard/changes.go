package dashboard

import (
	"fmt"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/compare"
	"github.com/auditctl/auditctl/pkg/report"
)

// changesPage is what became of a site since its audit before.
type changesPage struct {
	AuditID    string
	Before     string // the audit before; empty where there is none
	Comparison compare.Comparison
	Scores     []scoreChange
	Groups     []checkGroup
}

type scoreChange struct {
	Name, Was, Is, By string
	Grade             string // good where it rose, poor where it fell
}

type checkGroup struct {
	Verdict compare.Verdict
	Checks  []compare.CheckChange
}

func (d *dashboard) changes(x *exchange) error {
	a, err := x.ownAudit()
	if err != nil {
		return err
	}
	if a.Status != audit.Done {
		return audit.Errorf(audit.CodeNotFound, "")
	}
	before, err := audit.Previous(x.r.Context(), x.service(), *a)
	if err != nil {
		return err
	}
	p := changesPage{AuditID: a.AuditID}
	shown := page{name: "changes", section: auditsPath, heading: x.say("changes-of", a.Domain)}
	if before == nil {
		shown.data = p
		return x.show(shown)
	}
	p.Before, p.Comparison = before.AuditID, compare.Between(before.Report, a.Report, nil)
	for _, s := range p.Comparison.Scores {
		one := scoreChange{Name: report.MetricName(s.Metric, x.lang), Was: fmt.Sprint(s.Was), Is: fmt.Sprint(s.Is), By: fmt.Sprintf("%+d", s.Is-s.Was)}
		switch {
		case s.Is > s.Was:
			one.Grade = "good"
		case s.Is < s.Was:
			one.Grade = "poor"
		default:
			one.By = "="
		}
		p.Scores = append(p.Scores, one)
	}
	for _, verdict := range []compare.Verdict{compare.New, compare.Worse, compare.Fixed, compare.Better, compare.StillFailing} {
		g := checkGroup{Verdict: verdict}
		for _, c := range p.Comparison.Checks {
			if c.Change == verdict {
				g.Checks = append(g.Checks, c)
			}
		}
		if len(g.Checks) > 0 {
			p.Groups = append(p.Groups, g)
		}
	}
	shown.data = p
	return x.show(shown)
}
