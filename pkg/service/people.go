package service

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"strings"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/store"
)

// InvitationAge is how long an invitation lasts.
const InvitationAge = 7 * 24 * time.Hour

// An invitation is 130 random bits.
const (
	invitationLength   = 26
	invitationAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
)

// refused is the one answer to every password that doesn't let in. After too many it says when to try again: for an address without an account too.
func refused(wait time.Duration) *audit.Error {
	if wait > 0 {
		return &audit.Error{Code: audit.CodeUnauthorized, Message: "too many wrong passwords were tried for this address; try again later", RetryAfter: wait}
	}
	return audit.Errorf(audit.CodeUnauthorized, "the e-mail address or the password is wrong")
}

// Invitation lets whoever has its token set an account's password, once.
type Invitation struct {
	Token     string
	Email     string // the account's
	ExpiresAt time.Time
}

// Invite makes an invitation for the account of an id or an e-mail address, for InvitationAge. The account's earlier one ends; its password stays until this
// one is accepted. Errors: CodeNotFound, CodeValidationFailed for a disabled account.
func (s *Service) Invite(ctx context.Context, account string) (Invitation, error) {
	a, err := s.account(ctx, account)
	if err != nil {
		return Invitation{}, err
	}
	if a.DisabledAt != nil {
		return Invitation{}, invalid("account", "disabled", "the account of %s is disabled; enable it first", audit.Printable(a.Email))
	}
	now := s.now()
	i := Invitation{Token: rand.Text(), Email: a.Email, ExpiresAt: now.Add(InvitationAge)}
	return i, s.Store.Invite(ctx, store.Invitation{AccountID: a.ID, Hash: sha256.Sum256([]byte(i.Token)), CreatedAt: now, ExpiresAt: i.ExpiresAt})
}

// Invited gives the account that an invitation is for. Errors: CodeNotFound for one that is unknown, used, replaced or expired, or whose account is disabled.
func (s *Service) Invited(ctx context.Context, invitation string) (store.Account, error) {
	if len(invitation) != invitationLength || strings.Trim(invitation, invitationAlphabet) != "" {
		return store.Account{}, uninvited()
	}
	id, err := s.Store.Invited(ctx, sha256.Sum256([]byte(invitation)), s.now())
	if err != nil {
		return store.Account{}, asUninvited(err)
	}
	a, err := s.account(ctx, id)
	if err == nil && a.DisabledAt != nil {
		err = uninvited()
	}
	return a, asUninvited(err)
}

func uninvited() *audit.Error {
	return audit.Errorf(audit.CodeNotFound, "this invitation was used or replaced, or is too old; ask for another")
}

func asUninvited(err error) error {
	if audit.CodeOf(err) == audit.CodeNotFound {
		return uninvited()
	}
	return trouble(err)
}

// Accept sets the password of the account that an invitation is for, uses the invitation up and ends the account's sessions. Errors: as Invited,
// CodeValidationFailed for a password that isn't fit, CodeOverloaded.
func (s *Service) Accept(ctx context.Context, invitation, password string) (store.Account, error) {
	a, err := s.Invited(ctx, invitation)
	if err != nil {
		return store.Account{}, err
	}
	if err := fit(password, a.Email); err != nil {
		return store.Account{}, err
	}
	kept, err := s.passwords.set(ctx, password)
	if err != nil {
		return store.Account{}, err
	}
	err = s.locked(ctx, a.ID, func(tx store.Tx, now store.Account) error {
		if now.DisabledAt != nil {
			return uninvited()
		}
		if err := tx.UseInvitation(ctx, now.ID, sha256.Sum256([]byte(invitation)), s.now()); err != nil {
			return err
		}
		a = s.renewed(now, kept)
		return tx.SetPassword(ctx, a.ID, a.Password, a.SessionsFrom)
	})
	if err != nil {
		return store.Account{}, asUninvited(err)
	}
	s.trials.forget(triedFor("address", a.Email)) // a way in, whoever tries passwords meanwhile
	return a, nil
}

// renewed is an account with another password, whose sessions have ended.
func (s *Service) renewed(a store.Account, password string) store.Account {
	a.Password = password
	from := s.now()
	if !from.After(a.SessionsFrom) { // the clock of another process may be ahead
		from = a.SessionsFrom.Add(time.Microsecond)
	}
	a.SessionsFrom = from
	return a
}

// SignIn gives the account of an e-mail address and its password. Errors: CodeUnauthorized, the same and after the same work for an unknown address, a wrong
// password, an account without a password and a disabled one, with RetryAfter and without work where too many were tried; CodeOverloaded.
func (s *Service) SignIn(ctx context.Context, email, password string) (store.Account, error) {
	email = strings.ToLower(email)
	a := store.Account{}
	err := s.try(ctx, triedFor("address", email), password, func() (store.Account, error) {
		var err error
		a, err = s.addressed(ctx, email)
		return a, err
	})
	return a, err
}

// addressed gives the account of an e-mail address where it may sign in, and an empty one where there is none.
func (s *Service) addressed(ctx context.Context, email string) (store.Account, error) {
	if !possibleEmail(email) { // a database can refuse it
		return store.Account{}, nil
	}
	a, err := s.account(ctx, email)
	switch {
	case audit.CodeOf(err) == audit.CodeNotFound || err == nil && (a.Email != email || a.DisabledAt != nil):
		return store.Account{}, nil
	case err != nil:
		return store.Account{}, err
	}
	return a, nil
}

// try holds a password against that of the account that load gives; an empty one has none.
func (s *Service) try(ctx context.Context, who tried, password string, load func() (store.Account, error)) error {
	last, wait := s.trials.take(who, s.now())
	if wait > 0 {
		return refused(wait)
	}
	a, err := load()
	if err != nil {
		s.trials.giveBack(who)
		return trouble(err)
	}
	right, current, err := s.passwords.verify(ctx, a.Password, password)
	switch {
	case err != nil:
		s.trials.giveBack(who)
		return err
	case !right:
		if last && a.ID != "" {
			s.Log.WarnContext(ctx, "too many wrong passwords were tried", "account_id", a.ID, "attempts", maxAttempts, "minutes", attemptsWithin.Minutes())
		}
		return refused(0)
	}
	s.trials.giveBack(who)
	now, err := load()
	switch {
	case err != nil:
		return trouble(err)
	case now.Password != a.Password: // it was changed while this one waited
		return refused(0)
	case !current:
		s.strengthen(ctx, a, password)
	}
	return nil
}

// strengthen keeps a password as it would be kept today. Where that doesn't succeed, the next sign-in does it.
func (s *Service) strengthen(ctx context.Context, a store.Account, password string) {
	kept, err := s.passwords.set(ctx, password)
	if err == nil {
		err = s.locked(ctx, a.ID, func(tx store.Tx, now store.Account) error {
			if now.Password != a.Password {
				return nil // it was changed meanwhile
			}
			return tx.SetPassword(ctx, a.ID, kept, now.SessionsFrom)
		})
	}
	if err != nil {
		s.Log.WarnContext(ctx, "a password is still kept as it was", "account_id", a.ID, "error", err)
	}
}

// Account gives an account by its id, at most a second old. Errors: CodeNotFound, also for a disabled one.
func (s *Service) Account(ctx context.Context, id string) (store.Account, error) {
	if !wellFormed(id, "acc") {
		return store.Account{}, noAccount()
	}
	a, err := s.recently(ctx, id)
	if audit.CodeOf(err) == audit.CodeNotFound || err == nil && a.DisabledAt != nil {
		return store.Account{}, noAccount()
	}
	return a, trouble(err)
}

func noAccount() *audit.Error {
	return audit.Errorf(audit.CodeNotFound, "there is no such account, or it is disabled")
}

// ChangePassword sets another password for the account of an id, and ends its sessions. Errors: CodeUnauthorized for a wrong present one, as SignIn;
// CodeNotFound, CodeValidationFailed, CodeOverloaded.
func (s *Service) ChangePassword(ctx context.Context, account, present, next string) error {
	a, err := s.Account(ctx, account)
	if err != nil {
		return err
	}
	if err := fit(next, a.Email); err != nil {
		return err
	}
	if a, err = s.confirm(ctx, a.ID, present); err != nil {
		return err
	}
	kept, err := s.passwords.set(ctx, next)
	if err != nil {
		return err
	}
	return trouble(s.locked(ctx, a.ID, func(tx store.Tx, now store.Account) error {
		if now.Password != a.Password || now.DisabledAt != nil {
			return refused(0)
		}
		renewed := s.renewed(now, kept)
		return tx.SetPassword(ctx, a.ID, renewed.Password, renewed.SessionsFrom)
	}))
}

// Confirm says that it is the password of the account of an id, for who is signed in already. Errors: CodeUnauthorized, as SignIn; CodeNotFound,
// CodeOverloaded.
func (s *Service) Confirm(ctx context.Context, account, password string) error {
	a, err := s.Account(ctx, account)
	if err != nil {
		return err
	}
	_, err = s.confirm(ctx, a.ID, password)
	return err
}

// confirm holds a password against an account's. It isn't counted on the address: strangers would keep the owner from it.
func (s *Service) confirm(ctx context.Context, id, password string) (a store.Account, err error) {
	err = s.try(ctx, triedFor("account", id), password, func() (store.Account, error) {
		var err error
		a, err = s.account(ctx, id)
		return a, err
	})
	return a, err
}

// EndSessions signs the account of an id out everywhere, within a second on every node. Errors: CodeNotFound.
func (s *Service) EndSessions(ctx context.Context, account string) error {
	return trouble(s.locked(ctx, account, func(tx store.Tx, a store.Account) error {
		a = s.renewed(a, a.Password)
		return tx.SetPassword(ctx, a.ID, a.Password, a.SessionsFrom)
	}))
}

// Returning are units that leave an account's window on one day in UTC.
type Returning struct {
	At    time.Time // when the first of them does
	Units int
}

// Usage gives the units in the window of the account of an id by the days they leave it, the next first.
func (s *Service) Usage(ctx context.Context, account string) ([]Returning, error) {
	list, err := s.Store.Units(ctx, account, s.now().Add(-audit.QuotaWindow))
	if err != nil {
		return nil, trouble(err)
	}
	days := make([]Returning, len(list))
	for i, u := range list {
		days[i] = Returning{At: u.First.Add(audit.QuotaWindow), Units: u.Count}
	}
	return days, nil
}
