package dashboard

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
)

const (
	accountsPath = "/dashboard/operator/accounts"
	allKeysPath  = "/dashboard/operator/keys"
)

// accountPage is one account, as an operator sees it.
type accountPage struct {
	Account
	Allowance
	Self bool
	Keys []shownKey
	Plan form
}

// shownAccount is an account in a list.
type shownAccount struct {
	Account
	Allowance
}

func (d *dashboard) accounts(x *exchange) error {
	list, err := d.Backend.Accounts(x.r.Context())
	if err != nil {
		return err
	}
	var shown []shownAccount
	for _, a := range list {
		shown = append(shown, shownAccount{a, newAllowance(a.Quota, nil)})
	}
	return x.show(page{name: "accounts", section: accountsPath, title: "accounts", data: shown})
}

// anyAccount finds the account in the path.
func (x *exchange) anyAccount() (Account, error) {
	id, err := x.pathID()
	if err != nil {
		return Account{}, err
	}
	list, err := x.Backend.Accounts(x.r.Context())
	if err != nil {
		return Account{}, err
	}
	for _, a := range list {
		if a.ID == id {
			return a, nil
		}
	}
	return Account{}, audit.Errorf(audit.CodeNotFound, "")
}

func (d *dashboard) account(x *exchange) error {
	a, err := x.anyAccount()
	if err != nil {
		return err
	}
	limit := ""
	if a.Plan == audit.Agency {
		limit = strconv.Itoa(a.Quota.Limit)
	}
	return x.showAccount(a, a.Plan, limit, "")
}

func (x *exchange) showAccount(a Account, plan audit.Plan, limit, fault string) error {
	list, err := x.Backend.AllKeys(x.r.Context())
	if err != nil {
		return err
	}
	var own []Key
	for _, k := range list {
		if k.AccountID == a.ID {
			own = append(own, k)
		}
	}
	var plans []option
	for _, p := range audit.Plans() {
		plans = append(plans, option{string(p), x.say("plan." + string(p))})
	}
	most := field{Name: "limit", Label: x.say("field.limit"), Hint: x.say("hint.limit"), Kind: "number", Value: limit, Focus: fault != "", Fill: "off"}
	if fault != "" {
		most.Error = x.say(fault)
	}
	p := page{name: "account", section: accountsPath, heading: a.Email, faulty: fault != "", data: accountPage{
		Account: a, Allowance: newAllowance(a.Quota, nil), Self: a.ID == x.account.ID, Keys: x.standing(own),
		Plan: form{Fields: []field{{Name: "plan", Label: x.say("field.plan"), Kind: "select", Value: string(plan), Options: plans}, most}},
	}}
	if p.faulty {
		p.status = http.StatusUnprocessableEntity
	}
	return x.show(p)
}

func (d *dashboard) setPlan(x *exchange) error {
	values, err := x.form()
	if err != nil {
		return err
	}
	a, err := x.anyAccount()
	if err != nil {
		return err
	}
	plan, text, limit := audit.Plan(values.Get("plan")), strings.TrimSpace(values.Get("limit")), 0
	if plan == audit.Agency { // the other plans have limits of their own
		if limit, err = strconv.Atoi(text); err != nil {
			return x.showAccount(a, plan, text, "fault.limit")
		}
	}
	err = d.Backend.SetPlan(x.r.Context(), a.ID, plan, limit)
	if audit.CodeOf(err) == audit.CodeValidationFailed {
		return x.showAccount(a, plan, text, "fault.limit")
	}
	if err != nil {
		return err
	}
	return x.done("plan-set", accountsPath+"/"+a.ID)
}

func (d *dashboard) disable(x *exchange) error { return x.setDisabled(true, "account-disabled") }

func (d *dashboard) enable(x *exchange) error { return x.setDisabled(false, "account-enabled") }

func (x *exchange) setDisabled(disabled bool, said string) error {
	a, err := x.anyAccount()
	if err != nil {
		return err
	}
	if disabled && a.ID == x.account.ID { // nobody could undo it here
		return audit.Errorf(audit.CodeValidationFailed, "")
	}
	if err := x.Backend.SetDisabled(x.r.Context(), a.ID, disabled); err != nil {
		return err
	}
	return x.done(said, accountsPath+"/"+a.ID)
}

func (d *dashboard) allKeys(x *exchange) error {
	keys, err := d.Backend.AllKeys(x.r.Context())
	if err != nil {
		return err
	}
	list, err := d.Backend.Accounts(x.r.Context())
	if err != nil {
		return err
	}
	emails := map[string]string{}
	for _, a := range list {
		emails[a.ID] = a.Email
	}
	shown := x.standing(keys)
	for i, k := range shown {
		shown[i].Email = emails[k.AccountID]
	}
	return x.show(page{name: "all-keys", section: allKeysPath, title: "all-keys", data: shown})
}

func (d *dashboard) revokeAnyKey(x *exchange) error {
	id, err := x.pathID()
	if err != nil {
		return err
	}
	if err := d.Backend.RevokeAnyKey(x.r.Context(), id); err != nil {
		return err
	}
	return x.done("key-revoked", allKeysPath)
}

// queuePage is what waits and runs, on all nodes.
type queuePage struct {
	Pending, Running int
	Oldest           time.Time // when the oldest was accepted; zero where there is none
}

func (x *exchange) backlog() (p queuePage, err error) {
	p.Pending, p.Running, p.Oldest, err = x.Backend.Backlog(x.r.Context())
	return p, err
}

func (d *dashboard) queue(x *exchange) error {
	p, err := x.backlog()
	if err != nil {
		return err
	}
	return x.show(page{name: "queue", section: "/dashboard/operator/queue", title: "queue", data: p})
}

func (d *dashboard) queueProgress(x *exchange) error {
	p, err := x.backlog()
	if err != nil {
		return err
	}
	return x.part("queue-progress", p)
}
