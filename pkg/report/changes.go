package report

import (
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/auditctl/auditctl/pkg/audit"
)

// Changes is what a second judgement of an audit says otherwise than the first.
type Changes struct {
	AuditID  string         `json:"audit_id"`
	RulesWas string         `json:"rules_was"`
	RulesIs  string         `json:"rules_is"`
	Scores   []ScoreChange  `json:"scores"` // in the order of audit.Metrics
	Checks   []CheckChange  `json:"checks"` // in the order of the checks
	Pages    *CountedChange `json:"pages,omitempty"`
}

// ScoreChange is a metric with another score or from another tier.
type ScoreChange struct {
	Metric  audit.Metric `json:"metric"`
	Was     int          `json:"was"`
	Is      int          `json:"is"`
	TierWas audit.Tier   `json:"tier_was"`
	TierIs  audit.Tier   `json:"tier_is"`
}

// CheckChange is a check with another outcome; empty where there was none, or is none any more.
type CheckChange struct {
	ID     string        `json:"id"`
	Was    audit.Outcome `json:"was,omitempty"`
	Is     audit.Outcome `json:"is,omitempty"`
	Detail string        `json:"detail,omitempty"` // of what is
}

// CountedChange is another number.
type CountedChange struct {
	Was int `json:"was"`
	Is  int `json:"is"`
}

// Compare gives what the second report says otherwise.
func Compare(auditID string, was, is *audit.Report) Changes {
	c := Changes{AuditID: auditID, RulesWas: was.RulesVersion, RulesIs: is.RulesVersion, Scores: []ScoreChange{}, Checks: []CheckChange{}}
	for _, m := range audit.Metrics() {
		if a, b := was.Scores[m], is.Scores[m]; a.Value != b.Value || a.Tier != b.Tier {
			c.Scores = append(c.Scores, ScoreChange{m, a.Value, b.Value, a.Tier, b.Tier})
		}
	}
	before := make(map[string]audit.Outcome, len(was.Checks))
	for _, old := range was.Checks {
		before[old.ID] = old.Status
	}
	for _, now := range is.Checks {
		if before[now.ID] != now.Status {
			c.Checks = append(c.Checks, CheckChange{now.ID, before[now.ID], now.Status, now.Detail})
		}
	}
	for _, old := range was.Checks {
		if !slices.ContainsFunc(is.Checks, func(now audit.Check) bool { return now.ID == old.ID }) {
			c.Checks = append(c.Checks, CheckChange{ID: old.ID, Was: old.Status})
		}
	}
	if len(was.Pages) != len(is.Pages) {
		c.Pages = &CountedChange{len(was.Pages), len(is.Pages)}
	}
	return c
}

// Write writes the changes as a table, or that there are none.
func (c Changes) Write(w io.Writer) error {
	var rows [][]string
	for _, s := range c.Scores {
		note := ""
		if s.TierWas != s.TierIs {
			note = string(s.TierWas) + " → " + string(s.TierIs)
		}
		rows = append(rows, []string{string(s.Metric), strconv.Itoa(s.Was), strconv.Itoa(s.Is), note})
	}
	for _, k := range c.Checks {
		rows = append(rows, []string{k.ID, outcome(k.Was), outcome(k.Is), audit.Printable(k.Detail)})
	}
	if c.Pages != nil {
		rows = append(rows, []string{"pages read", strconv.Itoa(c.Pages.Was), strconv.Itoa(c.Pages.Is), ""})
	}
	if c.RulesWas != c.RulesIs {
		rows = append(rows, []string{"rules", audit.Printable(c.RulesWas), audit.Printable(c.RulesIs), ""})
	}
	if len(rows) == 0 {
		_, err := fmt.Fprintln(w, "No score and no check changes.")
		return err
	}
	return WriteRows(w, []string{"", "Was", "Is", ""}, rows)
}

func outcome(o audit.Outcome) string {
	if o == "" {
		return "–"
	}
	return string(o)
}
