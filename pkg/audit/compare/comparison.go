// Package compare says what changed between two reports of a site, and why: each metric's change is split by what brought it about, so that the parts add
// up to the change shown, and what other rules changed is told apart from what the site did. It is pure.
package compare

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
)

// Comparison is what the second of two reports says otherwise than the first.
type Comparison struct {
	Was Side `json:"was"`
	Is  Side `json:"is"`
	// Bridge says how changes of the rules were told from changes of the site.
	Bridge Bridge `json:"bridge"`
	// JudgesDiffer: a language model, or another one, or another prompt had a part in the scores of one side alone. The rules are versions of the checks.
	JudgesDiffer bool          `json:"judges_differ"`
	Scores       []ScoreChange `json:"scores"`    // all ten, in the order of audit.Metrics
	Checks       []CheckChange `json:"checks"`    // those that changed or still fail, in the order of the checks, those that are gone last
	Citations    []PassChange  `json:"citations"` // of the passes that either side ran, in the specification's order; empty where none did
}

// Side is one of the two reports.
type Side struct {
	AuditID      string    `json:"audit_id,omitempty"` // empty where the reports were compared without their audits
	Domain       string    `json:"domain,omitempty"`   // likewise
	FinalURL     string    `json:"final_url"`
	AuditedAt    time.Time `json:"audited_at"`
	RulesVersion string    `json:"rules_version"`
	Pages        int       `json:"pages"` // read
}

// Bridge says how changes of the rules are told from changes of the site.
type Bridge string

// The bridges.
const (
	// SameRules: both sides were judged by the same rules, so that there is nothing to tell apart.
	SameRules Bridge = "same_rules"
	// KeptEvidence: what was read of the site then was judged again by the rules of now, so that the split is exact.
	KeptEvidence Bridge = "kept_evidence"
	// NoBridge: the rules differ and nobody judged the old site by the new ones. Checks that one side alone has, and weights that changed, count to the
	// rules; a verdict that changed because its criterion did counts to the site.
	NoBridge Bridge = "none"
)

// Tenths is a number of points in tenths. In JSON it is a number with at most one decimal.
type Tenths int

// String writes the points with one decimal and their sign: "+1.5", "-20.0", "0.0".
func (t Tenths) String() string {
	if t == 0 {
		return "0.0"
	}
	return fmt.Sprintf("%+.1f", float64(t)/10)
}

// MarshalJSON writes a number.
func (t Tenths) MarshalJSON() ([]byte, error) {
	return strconv.AppendFloat(nil, float64(t)/10, 'f', -1, 64), nil
}

// UnmarshalJSON reads what MarshalJSON writes.
func (t *Tenths) UnmarshalJSON(b []byte) error {
	points, err := strconv.ParseFloat(string(b), 64)
	if err != nil {
		return fmt.Errorf("reading points: %w", err)
	}
	sign := 0.5
	if points < 0 {
		sign = -sign
	}
	*t = Tenths(points*10 + sign)
	return nil
}

// ScoreChange is what became of one metric. Site, Rules and Other add up to Is - Was, and so do the points of Parts, exactly.
type ScoreChange struct {
	Metric  audit.Metric `json:"metric"`
	Was     int          `json:"was"`
	Is      int          `json:"is"`
	TierWas audit.Tier   `json:"tier_was"`
	TierIs  audit.Tier   `json:"tier_is"`
	Site    Tenths       `json:"site"`  // what the site brought about
	Rules   Tenths       `json:"rules"` // what other rules did
	Other   Tenths       `json:"other"` // a model's votes, a speed tool, rounding
	Parts   []Part       `json:"parts"` // those that moved the number, the greatest first and rounding last
}

// Changed says that the number or its tier is another.
func (s ScoreChange) Changed() bool { return s.Was != s.Is || s.TierWas != s.TierIs }

// Part is one cause of a metric's change.
type Part struct {
	Points Tenths       `json:"points"`
	Kind   Kind         `json:"kind"`
	Origin Origin       `json:"origin"`
	Check  string       `json:"check,omitempty"`  // whose verdict or weight changed, or that holds the metric down
	Metric audit.Metric `json:"metric,omitempty"` // of ai_readiness: the metric that the change came by, where it isn't a check's
}

// Kind is what a part is.
type Kind string

// The kinds of parts.
const (
	// ByCheck: the check's verdict changed, or what it weighs among the others.
	ByCheck Kind = "check"
	// ByBound: the check began or ceased to hold the metric down as a whole (what must be put right first); or Metric holds ai_readiness down.
	ByBound Kind = "bound"
	// ByReference: bounds of the references that security rests on: the HTTP Observatory's bonus and its floor, the grade of the TLS rating.
	ByReference Kind = "reference"
	// ByCoverage: a part of the metric could be assessed on one side only.
	ByCoverage Kind = "coverage"
	// ByModel: a language model's votes.
	ByModel Kind = "model"
	// ByTool: a page-speed tool's number, or that one measured on one side only.
	ByTool Kind = "tool"
	// ByRounding: scores are whole numbers.
	ByRounding Kind = "rounding"
	// ByUnknown: what the reports don't explain, since the rules that one of them was made by are no longer known, or its checks are missing.
	ByUnknown Kind = "unknown"
)

// Origin says whose doing a change is.
type Origin string

// The origins.
const (
	OfSite  Origin = "site"
	OfRules Origin = "rules"
	OfOther Origin = "other" // neither: how it was measured and rounded
)

// CheckChange is what became of one check.
type CheckChange struct {
	ID     string       `json:"id"`
	Metric audit.Metric `json:"metric"`
	Title  string       `json:"title"`
	Change Verdict      `json:"change"`
	Origin Origin       `json:"origin,omitempty"` // of the change; empty for what still fails
	// Was and Is are the outcomes; empty where the side doesn't have the check.
	Was audit.Outcome `json:"was,omitempty"`
	Is  audit.Outcome `json:"is,omitempty"`
	// WeightWas and WeightIs are the weights in the check's metric.
	WeightWas int    `json:"weight_was"`
	WeightIs  int    `json:"weight_is"`
	Detail    string `json:"detail,omitempty"` // what was seen, now; then, where the check is gone
	Remedy    string `json:"remedy,omitempty"` // where it warns or fails now
}

// Verdict is what became of a check.
type Verdict string

// The verdicts.
const (
	New          Verdict = "new"           // fails now, and didn't
	Fixed        Verdict = "fixed"         // failed, and passes
	StillFailing Verdict = "still_failing" // failed, and fails
	Worse        Verdict = "worse"         // passed, and warns
	Better       Verdict = "better"        // failed, and warns; or warned, and passes
	Assessed     Verdict = "assessed"      // couldn't be assessed, and passes or warns
	Unassessed   Verdict = "unassessed"    // gave a verdict, and can't be assessed now
	Appeared     Verdict = "appeared"      // is of the new rules, or of what the site was asked for now
	Gone         Verdict = "gone"          // is no longer among the checks
)

// PassChange is what became of one citation pass.
type PassChange struct {
	Pass string     `json:"pass"` // the report's name of it: ai_citation, grounded_citation, search_ai_mode, live_citation
	Was  *PassState `json:"was"`  // nil where it didn't run
	Is   *PassState `json:"is"`
	// SameEngine and SameQuestions: the same service was asked, and the same. Where it wasn't, a change may be theirs.
	SameEngine    bool        `json:"same_engine"`
	SameQuestions bool        `json:"same_questions"`
	Change        PassVerdict `json:"change"`
}

// PassState is the share of a pass's answers that name the business.
type PassState struct {
	Engine    string  `json:"engine"`
	Named     int     `json:"named"`         // answers that name it
	Answers   int     `json:"answers"`       // received
	Low       float64 `json:"interval_low"`  // of Named in Answers, 0 to 1: the Wilson score interval at 95 %
	High      float64 `json:"interval_high"` // likewise
	NamedIn   int     `json:"named_in"`      // questions
	Questions int     `json:"questions_answered"`
	BestRank  *int    `json:"best_rank"` // 1 is first; nil where never named
}

// PassVerdict is what the answers say of a change.
type PassVerdict string

// The verdicts on passes.
const (
	More PassVerdict = "more" // a greater share, beyond what the intervals allow for
	Less PassVerdict = "less"
	// Unclear: the intervals overlap, so that these answers can't tell a change from chance.
	Unclear PassVerdict = "unclear"
	Same    PassVerdict = "same"  // the same share
	Began   PassVerdict = "began" // was answered now only
	Ended   PassVerdict = "ended" // was answered then only
	// Unanswered: neither run got an answer.
	Unanswered PassVerdict = "unanswered"
)

// Audits compares two finished audits and says which they are. bridge is as in Between.
func Audits(was, is *audit.Audit, bridge *audit.Report) Comparison {
	c := Between(was.Report, is.Report, bridge)
	c.Was.AuditID, c.Was.Domain = was.AuditID, was.Domain
	c.Is.AuditID, c.Is.Domain = is.AuditID, is.Domain
	return c
}

// Score gives what became of a metric.
func (c Comparison) Score(m audit.Metric) ScoreChange {
	if i := slices.IndexFunc(c.Scores, func(s ScoreChange) bool { return s.Metric == m }); i >= 0 {
		return c.Scores[i]
	}
	return ScoreChange{Metric: m}
}

// Of gives the checks that one of these became of, the weightiest first and those of equal weight in the order of the checks.
func (c Comparison) Of(verdicts ...Verdict) []CheckChange {
	var found []CheckChange
	for _, k := range c.Checks {
		if slices.Contains(verdicts, k.Change) {
			found = append(found, k)
		}
	}
	slices.SortStableFunc(found, func(a, b CheckChange) int { return max(b.WeightIs, b.WeightWas) - max(a.WeightIs, a.WeightWas) })
	return found
}

// RulesChanged says that the two sides were judged by other versions of the checks.
func (c Comparison) RulesChanged() bool { return rules(c.Was.RulesVersion) != rules(c.Is.RulesVersion) }

// Counts says how many scores or tiers changed, and of how many checks what became.
func (c Comparison) Counts() (scores, checks int) {
	for _, s := range c.Scores {
		if s.Changed() {
			scores++
		}
	}
	for _, k := range c.Checks {
		if k.Change != StillFailing {
			checks++
		}
	}
	return scores, checks
}

// Unchanged says that no score and no check changed.
func (c Comparison) Unchanged() bool {
	scores, checks := c.Counts()
	return scores+checks == 0
}
