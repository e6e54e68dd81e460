package audit

import (
	"math"
	"time"
)

// Plan is what an account may use.
type Plan string

// The plans. An agency's limit is agreed with each; unlimited is for an operator's own.
const (
	Individual Plan = "individual"
	Agency     Plan = "agency"
	Unlimited  Plan = "unlimited"
)

// Plans lists every plan.
func Plans() []Plan { return []Plan{Individual, Agency, Unlimited} }

// The quota's window is exact: a unit leaves it QuotaWindow after it was metered.
const (
	QuotaWindow     = 30 * 24 * time.Hour
	QuotaWindowName = "rolling 30 days"
	// IndividualLimit is the allowance of the individual plan, in audits per window.
	IndividualLimit = 100
	// UnlimitedLimit stands for no limit where the specification has an integer.
	UnlimitedLimit = math.MaxInt32
)

// NewQuota gives the quota of a limit of which used are used.
func NewQuota(limit, used int) Quota {
	return Quota{Limit: limit, Remaining: max(0, limit-used), Window: QuotaWindowName}
}
