package service

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"fmt"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/store"
)

// useEvery is how often last uses of keys are written.
const useEvery = 10 * time.Second

const (
	maxKeyName = 100 // characters
	maxKeys    = 100 // of an account that haven't ended
)

type keyHash = [sha256.Size]byte

// authenticated is what is known under a hash: a key and its account, or that there is none.
type authenticated struct {
	key     store.Key
	account store.Account
	known   bool
}

// unauthorized is the one answer to every key that isn't valid.
func unauthorized() *audit.Error {
	return audit.Errorf(audit.CodeUnauthorized, "a valid API key is needed; this one is missing, mistyped, revoked or expired")
}

// Authenticate gives the caller that a key stands for. A revoked key, or a disabled account, is refused within a second, on every node. Errors:
// CodeUnauthorized, the same for all that is wrong with a key; CodeOverloaded.
func (s *Service) Authenticate(ctx context.Context, key string) (audit.Caller, error) {
	if !audit.WellFormedKey(key) {
		return audit.Caller{}, unauthorized()
	}
	now := s.now()
	hash := audit.KeyHash(key)
	found, err := s.keys.get(hash, now, func() (authenticated, error) {
		k, account, err := s.Store.KeyByHash(ctx, hash)
		if audit.CodeOf(err) == audit.CodeNotFound {
			return authenticated{}, nil
		}
		return authenticated{k, account, err == nil}, err
	})
	if err != nil {
		return audit.Caller{}, trouble(err)
	}
	k := found.key
	switch {
	case !found.known || subtle.ConstantTimeCompare(k.Hash[:], hash[:]) != 1,
		ended(k, now), found.account.DisabledAt != nil:
		return audit.Caller{}, unauthorized()
	}
	s.uses.note(k.ID, now)
	return audit.Caller{AccountID: k.AccountID, KeyID: k.ID}, nil
}

// KnowsKey reports, without asking the store, whether this process has found the key in the store before.
func (s *Service) KnowsKey(key string) bool {
	return audit.WellFormedKey(key) && s.keys.existed(audit.KeyHash(key))
}

// uses are the last uses of keys that aren't written yet. The zero value is ready.
type uses struct {
	mu sync.Mutex
	at map[string]time.Time
}

func (u *uses) note(key string, at time.Time) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.at == nil {
		u.at = map[string]time.Time{}
	}
	if at.After(u.at[key]) {
		u.at[key] = at
	}
}

func (u *uses) take() map[string]time.Time {
	u.mu.Lock()
	defer u.mu.Unlock()
	at := u.at
	u.at = nil
	return at
}

// Background writes, every few seconds until ctx ends and once more then, when keys were last used. Every process that authenticates runs it.
func (s *Service) Background(ctx context.Context) error {
	tick := time.NewTicker(useEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			s.writeUses(ctx)
		case <-ctx.Done():
			last, cancel := context.WithTimeout(context.WithoutCancel(ctx), storing)
			defer cancel()
			s.writeUses(last)
			return ctx.Err()
		}
	}
}

func (s *Service) writeUses(ctx context.Context) {
	at := s.uses.take()
	if len(at) == 0 {
		return
	}
	if err := s.Store.Used(ctx, at); err != nil {
		s.Log.WarnContext(ctx, "when keys were last used couldn't be written; it is tried again", "error", err)
		for key, t := range at {
			s.uses.note(key, t)
		}
	}
}

// CreateKey makes a key for the account of an id or an e-mail address. The secret is shown this once; it ends after expires, where that isn't 0. Errors:
// CodeNotFound, CodeValidationFailed, also for an account that has 100 keys.
func (s *Service) CreateKey(ctx context.Context, account, name string, expires time.Duration) (secret string, key store.Key, err error) {
	a, err := s.account(ctx, account)
	if err != nil {
		return "", store.Key{}, err
	}
	if expires < 0 {
		return "", store.Key{}, invalid("expires", "out_of_range", "a key can't have expired before it is made")
	}
	var until *time.Time
	if expires > 0 {
		t := s.now().Add(expires)
		until = &t
	}
	return s.createKey(ctx, store.Key{AccountID: a.ID, Name: name, ExpiresAt: until})
}

func (s *Service) createKey(ctx context.Context, k store.Key) (string, store.Key, error) {
	if utf8.RuneCountInString(k.Name) > maxKeyName || !utf8.ValidString(k.Name) || strings.ContainsFunc(k.Name, func(r rune) bool { return r < 0x20 || r == 0x7f }) {
		return "", store.Key{}, invalid("name", "malformed", "a key's name has at most %d characters, and no control characters", maxKeyName)
	}
	if err := s.roomForKey(ctx, k.AccountID); err != nil {
		return "", store.Key{}, err
	}
	secret, err := audit.NewKey(rand.Reader)
	if err != nil {
		return "", store.Key{}, err
	}
	if k.ID, err = s.newID("key"); err != nil {
		return "", store.Key{}, fmt.Errorf("making a key id: %w", err)
	}
	k.Prefix, k.Hash, k.CreatedAt = audit.KeyPrefix(secret), audit.KeyHash(secret), s.now()
	if err := s.Store.CreateKey(ctx, k); err != nil {
		return "", store.Key{}, err
	}
	s.keys.forgetAll()
	return secret, k, nil
}

// roomForKey keeps people from filling the store with keys.
func (s *Service) roomForKey(ctx context.Context, account string) error {
	list, err := s.Store.Keys(ctx, account)
	if err != nil {
		return err
	}
	valid, now := 0, s.now()
	for _, k := range list {
		if !ended(k, now) {
			valid++
		}
	}
	if valid >= maxKeys {
		return invalid("account", "too_many", "the account has %d keys; revoke some that aren't used", valid)
	}
	return nil
}

// Keys gives the keys of the account of an id or an e-mail address, oldest first; every account's where it is empty. Errors: CodeNotFound.
func (s *Service) Keys(ctx context.Context, account string) ([]store.Key, error) {
	if account == "" {
		return s.Store.Keys(ctx, "")
	}
	a, err := s.account(ctx, account)
	if err != nil {
		return nil, err
	}
	return s.Store.Keys(ctx, a.ID)
}

// KeysOf gives the keys of the account of an id, oldest first.
func (s *Service) KeysOf(ctx context.Context, account string) ([]store.Key, error) {
	if account == "" {
		return nil, nil
	}
	list, err := s.Store.Keys(ctx, account)
	return list, trouble(err)
}

// RevokeKey ends a key now; one that was revoked before stays so. Errors: CodeNotFound.
func (s *Service) RevokeKey(ctx context.Context, id string) error { return s.revokeKey(ctx, "", id) }

// RevokeKeyOf is RevokeKey for a key of the account of an id.
func (s *Service) RevokeKeyOf(ctx context.Context, account, id string) error {
	if account == "" {
		return noKey()
	}
	return trouble(s.revokeKey(ctx, account, id))
}

func (s *Service) revokeKey(ctx context.Context, account, id string) error {
	k, err := s.key(ctx, account, id)
	if err != nil || k.RevokedAt != nil {
		return err
	}
	now := s.now()
	k.RevokedAt = &now
	return s.changeKey(ctx, k)
}

// RotateKey makes a key with the name of another, for the same account. The old one ends after the overlap, or earlier where it would have. The new one has
// no end. Errors: CodeNotFound, CodeValidationFailed for a key that has ended already.
func (s *Service) RotateKey(ctx context.Context, id string, overlap time.Duration) (secret string, key store.Key, err error) {
	return s.rotateKey(ctx, "", id, overlap)
}

// RotateKeyOf is RotateKey for a key of the account of an id.
func (s *Service) RotateKeyOf(ctx context.Context, account, id string, overlap time.Duration) (secret string, key store.Key, err error) {
	if account == "" {
		return "", store.Key{}, noKey()
	}
	secret, key, err = s.rotateKey(ctx, account, id, overlap)
	return secret, key, trouble(err)
}

func (s *Service) rotateKey(ctx context.Context, account, id string, overlap time.Duration) (secret string, key store.Key, err error) {
	old, err := s.key(ctx, account, id)
	if err != nil {
		return "", store.Key{}, err
	}
	now := s.now()
	if ended(old, now) {
		return "", store.Key{}, invalid("id", "ended", "the key %s has ended already; create a new one", old.ID)
	}
	secret, key, err = s.createKey(ctx, store.Key{AccountID: old.AccountID, Name: old.Name})
	if err != nil {
		return "", store.Key{}, err
	}
	until := now.Add(max(0, overlap))
	if old.ExpiresAt == nil || until.Before(*old.ExpiresAt) {
		old.ExpiresAt = &until
	}
	if err := s.changeKey(ctx, old); err != nil {
		return secret, key, fmt.Errorf("the new key is made, but the old one is still valid: %w", err)
	}
	return secret, key, nil
}

// key gives a key of an account; of any where that is empty.
func (s *Service) key(ctx context.Context, account, id string) (store.Key, error) {
	list, err := s.Store.Keys(ctx, account)
	if err != nil {
		return store.Key{}, err
	}
	for _, k := range list {
		if k.ID == id {
			return k, nil
		}
	}
	if account != "" {
		return store.Key{}, noKey()
	}
	return store.Key{}, audit.Errorf(audit.CodeNotFound, "there is no key %s; `auditctl keys list` lists them", audit.Printable(id))
}

func noKey() *audit.Error {
	return audit.Errorf(audit.CodeNotFound, "this account has no key with this id")
}

func ended(k store.Key, now time.Time) bool {
	return k.RevokedAt != nil || k.ExpiresAt != nil && !now.Before(*k.ExpiresAt)
}

func (s *Service) changeKey(ctx context.Context, k store.Key) error {
	err := s.Store.ChangeKey(ctx, k)
	s.keys.forgetAll()
	return err
}
