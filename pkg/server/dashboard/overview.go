package dashboard

import (
	"slices"

	"github.com/auditctl/auditctl/pkg/audit"
)

// overview is the first page.
type overview struct {
	Allowance
	Running []audit.BatchHead
	Audits  []row
	Submit  form
}

// Allowance is what is left of the quota, and when more comes back.
type Allowance struct {
	Quota     audit.Quota
	Unlimited bool
	Used      int // of the quota
	Share     int // of the quota that is used, in per cent
	Next      *Returning
}

func newAllowance(q audit.Quota, returning []Returning) Allowance {
	a := Allowance{Quota: q, Unlimited: q.Limit >= audit.UnlimitedLimit, Used: q.Limit - q.Remaining}
	if q.Limit > 0 {
		a.Share = 100 * a.Used / q.Limit
	}
	if len(returning) > 0 {
		a.Next = &returning[0]
	}
	return a
}

const recentAudits = 8

func (d *dashboard) overview(x *exchange) error {
	returning, err := d.Backend.Usage(x.r.Context(), x.account.ID)
	if err != nil {
		return err
	}
	service := x.service()
	recent, _, err := service.EncodedAudits(x.r.Context(), audit.Query{Limit: recentAudits})
	if err != nil {
		return err
	}
	running, err := x.running()
	if err != nil {
		return err
	}
	o := overview{Allowance: newAllowance(x.account.Quota, returning), Running: running, Submit: form{Fields: []field{
		{Name: "urls", Label: x.say("field.url"), Kind: "text", Fill: "url", Required: true, Longest: audit.MaxURLLength},
		{Name: "lang", Kind: "hidden", Value: string(x.lang)},
		{Name: "nonce", Kind: "hidden", Value: nonce()},
	}}}
	if o.Audits, err = rows(recent); err != nil {
		return err
	}
	return x.show(page{name: "overview", section: "/dashboard", title: "overview", data: o})
}

// running gives those of the newest batches that have not ended.
func (x *exchange) running() ([]audit.BatchHead, error) {
	list, err := x.service().Batches(x.r.Context(), audit.Query{Limit: pageSize})
	return slices.DeleteFunc(list.Batches, func(b audit.BatchHead) bool { return b.Pending == 0 }), err
}

func (d *dashboard) overviewProgress(x *exchange) error {
	running, err := x.running()
	if err != nil {
		return err
	}
	return x.part("overview-progress", overview{Running: running})
}

// usagePage is the rolling window.
type usagePage struct {
	Allowance
	Days []day
}

// day is when units come back.
type day struct {
	Returning
	Left int // of the quota then, where nothing more is used
	Bar  int // of the most units of a day, in per cent
}

func (d *dashboard) usage(x *exchange) error {
	returning, err := d.Backend.Usage(x.r.Context(), x.account.ID)
	if err != nil {
		return err
	}
	p := usagePage{Allowance: newAllowance(x.account.Quota, returning)}
	most, left := 1, x.account.Quota.Remaining
	for _, r := range returning {
		most = max(most, r.Units)
	}
	for _, r := range returning {
		left = min(left+r.Units, x.account.Quota.Limit)
		p.Days = append(p.Days, day{r, left, 100 * r.Units / most})
	}
	return x.show(page{name: "usage", section: "/dashboard/usage", title: "usage", data: p})
}
