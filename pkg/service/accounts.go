package service

import (
	"context"
	"fmt"
	"net/mail"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/store"
)

// CreateAccount makes an account without keys. The limit is the agency plan's; 0 with the others. Errors: CodeValidationFailed.
func (s *Service) CreateAccount(ctx context.Context, email string, plan audit.Plan, limit int) (store.Account, error) {
	address, err := mail.ParseAddress(email)
	if err != nil || address.Address != email || len(email) > 254 {
		return store.Account{}, invalid("email", "malformed", "%q is no e-mail address; write it like office@example.com", audit.Printable(email))
	}
	if limit, err = planLimit(plan, limit); err != nil {
		return store.Account{}, err
	}
	a := store.Account{Email: strings.ToLower(email), Plan: plan, Limit: limit, CreatedAt: s.now()}
	if a.ID, err = s.newID("acc"); err != nil {
		return store.Account{}, fmt.Errorf("making an account id: %w", err)
	}
	return a, s.Store.CreateAccount(ctx, a)
}

// planLimit gives the limit that a plan has.
func planLimit(plan audit.Plan, limit int) (int, error) {
	switch {
	case plan == audit.Individual && (limit == 0 || limit == audit.IndividualLimit):
		return audit.IndividualLimit, nil
	case plan == audit.Unlimited && (limit == 0 || limit == audit.UnlimitedLimit):
		return audit.UnlimitedLimit, nil
	case plan == audit.Agency && limit >= 1 && limit <= audit.UnlimitedLimit:
		return limit, nil
	case plan == audit.Agency:
		return 0, invalid("limit", "out_of_range", "the plan agency needs a limit of at least 1 audit per 30 days")
	case plan == audit.Individual || plan == audit.Unlimited:
		return 0, invalid("limit", "not_allowed", "the plan %s has its own limit; only agency takes one", plan)
	}
	return 0, invalid("plan", "unknown", "unknown plan %q; use individual, agency or unlimited", audit.Printable(string(plan)))
}

// Accounts gives every account by e-mail address, with what it used of its quota.
func (s *Service) Accounts(ctx context.Context) ([]store.Account, error) {
	return s.Store.ListAccounts(ctx, s.now().Add(-audit.QuotaWindow))
}

// SetPlan changes the plan of the account of an id or an e-mail address. What was metered stays metered. Errors: CodeNotFound, CodeValidationFailed.
func (s *Service) SetPlan(ctx context.Context, account string, plan audit.Plan, limit int) error {
	limit, err := planLimit(plan, limit)
	if err != nil {
		return err
	}
	return s.changeAccount(ctx, account, func(a *store.Account) { a.Plan, a.Limit = plan, limit })
}

// DisableAccount refuses an account's keys, within a second on every node. What it submitted is finished. Errors: CodeNotFound.
func (s *Service) DisableAccount(ctx context.Context, account string) error {
	now := s.now()
	return s.changeAccount(ctx, account, func(a *store.Account) {
		if a.DisabledAt == nil {
			a.DisabledAt = &now
		}
	})
}

// EnableAccount accepts a disabled account's keys again. Errors: CodeNotFound.
func (s *Service) EnableAccount(ctx context.Context, account string) error {
	return s.changeAccount(ctx, account, func(a *store.Account) { a.DisabledAt = nil })
}

func (s *Service) changeAccount(ctx context.Context, account string, change func(*store.Account)) error {
	a, err := s.account(ctx, account)
	if err != nil {
		return err
	}
	change(&a)
	err = s.Store.ChangeAccount(ctx, a)
	s.accounts.forget(a.ID)
	s.keys.forgetAll()
	return err
}

func (s *Service) account(ctx context.Context, idOrEmail string) (store.Account, error) {
	return s.Store.Account(ctx, strings.ToLower(idOrEmail), s.now().Add(-audit.QuotaWindow))
}
