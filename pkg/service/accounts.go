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
	if !possibleEmail(email) {
		return store.Account{}, invalid("email", "malformed", "%q is no e-mail address; write it like office@example.com", audit.Printable(email))
	}
	limit, err := planLimit(plan, limit)
	if err != nil {
		return store.Account{}, err
	}
	a := store.Account{Email: strings.ToLower(email), Plan: plan, Limit: limit, CreatedAt: s.now()}
	if a.ID, err = s.newID("acc"); err != nil {
		return store.Account{}, fmt.Errorf("making an account id: %w", err)
	}
	return a, s.Store.CreateAccount(ctx, a)
}

// possibleEmail says that an account can have an address, of at most 254 bytes (RFC 5321, 4.5.3.1.3).
func possibleEmail(email string) bool {
	if len(email) > 254 {
		return false
	}
	address, err := mail.ParseAddress(email)
	return err == nil && address.Address == email
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

// SetOperator says whether an account's owner sees every account in the dashboard. Errors: CodeNotFound.
func (s *Service) SetOperator(ctx context.Context, account string, operator bool) error {
	return s.changeAccount(ctx, account, func(a *store.Account) { a.Operator = operator })
}

func (s *Service) changeAccount(ctx context.Context, account string, change func(*store.Account)) error {
	a, err := s.account(ctx, account)
	if err != nil {
		return err
	}
	err = s.locked(ctx, a.ID, func(tx store.Tx, a store.Account) error {
		change(&a)
		return tx.ChangeAccount(ctx, a)
	})
	s.keys.forgetAll()
	return err
}

// locked runs do with an account that is held meanwhile, since others change it too, and forgets what was read of it.
func (s *Service) locked(ctx context.Context, id string, do func(store.Tx, store.Account) error) error {
	err := s.Store.Update(ctx, func(tx store.Tx) error {
		a, err := tx.LockAccount(ctx, id, s.now().Add(-audit.QuotaWindow))
		if err != nil {
			return err
		}
		return do(tx, a)
	})
	s.accounts.forget(id)
	return err
}

func (s *Service) account(ctx context.Context, idOrEmail string) (store.Account, error) {
	return s.Store.Account(ctx, strings.ToLower(idOrEmail), s.now().Add(-audit.QuotaWindow))
}

// recently is account by its id, at most a second old.
func (s *Service) recently(ctx context.Context, id string) (store.Account, error) {
	return s.accounts.get(id, s.now(), func() (store.Account, error) { return s.account(ctx, id) })
}
