package service

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/audittest"
	"github.com/auditctl/auditctl/pkg/store"
)

// counted is a store that counts what every request asks for.
type counted struct {
	store.Store
	keys, accounts int
}

func (c *counted) KeyByHash(ctx context.Context, hash [sha256.Size]byte) (store.Key, store.Account, error) {
	c.keys++
	return c.Store.KeyByHash(ctx, hash)
}

func (c *counted) Account(ctx context.Context, id string, since time.Time) (store.Account, error) {
	c.accounts++
	return c.Store.Account(ctx, id, since)
}

func TestEveryKeyThatIsNotValidIsRefusedAlike(t *testing.T) {
	var c clock
	s := newService(t, audittest.NewSites(c.now), func(conf *Config) { conf.Now = c.now })
	asked := &counted{Store: s.Store}
	s.Store = asked
	secret := func(email string, expires time.Duration) (string, store.Key) {
		if _, err := s.CreateAccount(t.Context(), email, audit.Individual, 0); err != nil {
			t.Fatal(err)
		}
		secret, key, err := s.CreateKey(t.Context(), email, "", expires)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := s.Authenticate(t.Context(), secret); err != nil || got != (audit.Caller{AccountID: key.AccountID, KeyID: key.ID}) {
			t.Fatalf("%+v, %v", got, err)
		}
		return secret, key
	}
	valid, _ := secret("valid@example.com", time.Hour)
	revoked, key := secret("revoked@example.com", 0)
	if err := s.RevokeKey(t.Context(), key.ID); err != nil {
		t.Fatal(err)
	}
	disabled, _ := secret("disabled@example.com", 0)
	if err := s.DisableAccount(t.Context(), "disabled@example.com"); err != nil {
		t.Fatal(err)
	}
	expired, _ := secret("expired@example.com", time.Minute)
	c.advance(time.Minute)
	unknown, err := audit.NewKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	for name, key := range map[string]string{"revoked": revoked, "disabled": disabled, "expired": expired, "unknown": unknown, "none": "", "a typo": valid[:len(valid)-1] + "!"} {
		asked.keys = 0
		caller, err := s.Authenticate(t.Context(), key)
		if audit.CodeOf(err) != audit.CodeUnauthorized || err.Error() != unauthorized().Message || caller != (audit.Caller{}) {
			t.Errorf("%s: %+v, %v", name, caller, err)
		}
		if formed := audit.WellFormedKey(key); !formed && asked.keys != 0 {
			t.Errorf("%s: a key that can't be is looked for", name)
		}
	}
	if err := s.EnableAccount(t.Context(), "disabled@example.com"); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Authenticate(t.Context(), disabled); err != nil {
		t.Errorf("an account enabled again: %v", err)
	}
}

func TestAnotherNodeKnowsOfARevokedKeyWithinASecond(t *testing.T) {
	var c clock
	first := newService(t, audittest.NewSites(c.now), func(conf *Config) { conf.Now = c.now })
	asked := &counted{Store: first.Store}
	second := New(Config{Store: asked, Runner: first.Runner, Now: c.now})
	secret, caller := newKey(t, first, "a@example.com", audit.Individual, 0)
	for range 100 {
		if _, err := second.Authenticate(t.Context(), secret); err != nil {
			t.Fatal(err)
		}
	}
	if asked.keys > 3 { // one, but for a machine that stands still meanwhile
		t.Errorf("a key is looked for %d times in 100 requests", asked.keys)
	}
	if err := first.RevokeKey(t.Context(), caller.KeyID); err != nil {
		t.Fatal(err)
	}
	if _, err := first.Authenticate(t.Context(), secret); audit.CodeOf(err) != audit.CodeUnauthorized {
		t.Errorf("where it was revoked: %v", err)
	}
	c.advance(time.Second)
	if _, err := second.Authenticate(t.Context(), secret); audit.CodeOf(err) != audit.CodeUnauthorized {
		t.Errorf("a second later, elsewhere: %v", err)
	}
}

func TestUsesOfKeysAreWrittenInTheBackground(t *testing.T) {
	s := newService(t, audittest.NewSites(time.Now))
	newKey(t, s, "a@example.com", audit.Individual, 0)
	used := func() *time.Time {
		list, err := s.Keys(t.Context(), "a@example.com")
		if err != nil || len(list) != 1 {
			t.Fatalf("%+v, %v", list, err)
		}
		return list[0].LastUsedAt
	}
	if at := used(); at != nil {
		t.Errorf("a use is written with its request: %v", at)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.Background(ctx); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if at := used(); at == nil || !at.Equal(s.now()) {
		t.Errorf("last used %v, want %v", at, s.now())
	}
}

func TestARotatedKeyEndsAfterTheOverlap(t *testing.T) {
	var c clock
	s := newService(t, audittest.NewSites(c.now), func(conf *Config) { conf.Now = c.now })
	old, caller := newKey(t, s, "a@example.com", audit.Individual, 0)
	secret, key, err := s.RotateKey(t.Context(), caller.KeyID, time.Hour)
	if err != nil || key.Name != "test" || key.AccountID != caller.AccountID {
		t.Fatalf("%+v, %v", key, err)
	}
	for range 2 {
		for name, valid := range map[string]string{"the new": secret, "the old": old} {
			if _, err := s.Authenticate(t.Context(), valid); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		c.advance(59 * time.Minute / 2)
	}
	c.advance(time.Minute)
	if _, err := s.Authenticate(t.Context(), old); audit.CodeOf(err) != audit.CodeUnauthorized {
		t.Errorf("the old one, after the overlap: %v", err)
	}
	if _, err := s.Authenticate(t.Context(), secret); err != nil {
		t.Error(err)
	}
	if _, _, err := s.RotateKey(t.Context(), caller.KeyID, time.Hour); audit.CodeOf(err) != audit.CodeValidationFailed {
		t.Errorf("a key that has ended is rotated: %v", err)
	}
	if _, _, err := s.RotateKey(t.Context(), "key_x", time.Hour); audit.CodeOf(err) != audit.CodeNotFound {
		t.Errorf("an unknown key is rotated: %v", err)
	}
}

func TestAKeyIsStoredWithoutItsSecret(t *testing.T) {
	s := newService(t, audittest.NewSites(time.Now))
	secret, _ := newKey(t, s, "a@example.com", audit.Individual, 0)
	list, err := s.Keys(t.Context(), "")
	if err != nil || len(list) != 1 || strings.Contains(fmt.Sprintf("%+v", list), secret[len(list[0].Prefix):]) || !strings.HasPrefix(secret, list[0].Prefix) {
		t.Errorf("%+v, %v", list, err)
	}
	for _, name := range []string{strings.Repeat("é", maxKeyName+1), "a\nb", "\xff"} {
		if _, _, err := s.CreateKey(t.Context(), "a@example.com", name, 0); audit.CodeOf(err) != audit.CodeValidationFailed {
			t.Errorf("a key named %q: %v", name, err)
		}
	}
	if _, _, err := s.CreateKey(t.Context(), "b@example.com", "", 0); audit.CodeOf(err) != audit.CodeNotFound {
		t.Errorf("a key of nobody: %v", err)
	}
}

func TestPlansHaveTheirLimits(t *testing.T) {
	s := newService(t, audittest.NewSites(time.Now))
	for i, row := range []struct {
		plan         audit.Plan
		given, limit int // limit 0 is a refusal
	}{
		{audit.Individual, 0, 100},
		{audit.Individual, 100, 100},
		{audit.Individual, 200, 0},
		{audit.Agency, 0, 0},
		{audit.Agency, -1, 0},
		{audit.Agency, 5000, 5000},
		{audit.Unlimited, 0, audit.UnlimitedLimit},
		{audit.Unlimited, 5, 0},
		{"gold", 5, 0},
	} {
		a, err := s.CreateAccount(t.Context(), fmt.Sprintf("a%d@example.com", i), row.plan, row.given)
		if (err != nil) != (row.limit == 0) || err != nil && audit.CodeOf(err) != audit.CodeValidationFailed || err == nil && a.Limit != row.limit {
			t.Errorf("%s %d: %+v, %v", row.plan, row.given, a, err)
		}
	}
}

func TestAccountsAreKnownByTheirAddress(t *testing.T) {
	s := newService(t, audittest.NewSites(time.Now))
	made, err := s.CreateAccount(t.Context(), "Office@Example.com", audit.Individual, 0)
	if err != nil || made.Email != "office@example.com" {
		t.Fatalf("%+v, %v", made, err)
	}
	for _, email := range []string{"office@EXAMPLE.com", "", "office", "Office <a@example.com>", "a@example.com, b@example.com", strings.Repeat("a", 250) + "@example.com"} {
		if _, err := s.CreateAccount(t.Context(), email, audit.Individual, 0); audit.CodeOf(err) != audit.CodeValidationFailed {
			t.Errorf("an account of %q: %v", email, err)
		}
	}
	if err := s.SetPlan(t.Context(), "OFFICE@example.com", audit.Agency, 7); err != nil {
		t.Fatal(err)
	}
	a, err := s.For(audit.Caller{AccountID: made.ID}).Account(t.Context())
	if err != nil || a.Plan != "agency" || a.Quota.Limit != 7 {
		t.Errorf("%+v, %v", a, err)
	}
	list, err := s.Accounts(t.Context())
	if err != nil || len(list) != 1 || list[0].Limit != 7 {
		t.Errorf("%+v, %v", list, err)
	}
	for name, err := range map[string]error{
		"plan": s.SetPlan(t.Context(), "x@example.com", audit.Individual, 0), "disable": s.DisableAccount(t.Context(), "x@example.com"), "revoke": s.RevokeKey(t.Context(), "key_x"),
	} {
		if audit.CodeOf(err) != audit.CodeNotFound {
			t.Errorf("%s, of nobody: %v", name, err)
		}
	}
}

func TestTheQuotaIsReadOnceASecondButForOnesOwnChanges(t *testing.T) {
	s := newService(t, audittest.NewSites(time.Now))
	asked := &counted{Store: s.Store}
	c := s.For(newCaller(t, s, "a@example.com", audit.Agency, 10))
	s.Store = asked
	for submitted := range 3 {
		for range 50 {
			a, err := c.Account(t.Context())
			if err != nil || a.Quota.Remaining != 10-submitted {
				t.Fatalf("%+v, %v; want %d remaining", a, err, 10-submitted)
			}
		}
		if _, err := c.Submit(t.Context(), audit.Submission{URLs: []string{fmt.Sprintf("https://s%d.example/", submitted)}}); err != nil {
			t.Fatal(err)
		}
	}
	if asked.accounts != 3 {
		t.Errorf("the quota is read %d times", asked.accounts)
	}
}

func TestWhatWasForgottenWhileItWasReadIsNotKept(t *testing.T) {
	r := recent[string, int]{most: recentKeys}
	now := time.Now()
	load := func(n int, meanwhile func()) func() (int, error) {
		return func() (int, error) { meanwhile(); return n, nil }
	}
	if n, _ := r.get("a", now, load(1, func() { r.forget("a") })); n != 1 {
		t.Errorf("%d", n)
	}
	if n, _ := r.get("a", now, load(2, func() {})); n != 2 {
		t.Errorf("%d: what was read before it was changed is kept", n)
	}
	if n, _ := r.get("a", now, load(3, func() {})); n != 2 {
		t.Errorf("%d: read again at once", n)
	}
	for i := range 2 * recentKeys {
		if _, err := r.get(fmt.Sprint(i), now, load(i, func() {})); err != nil {
			t.Fatal(err)
		}
	}
	if len(r.entries) > recentKeys {
		t.Errorf("%d entries", len(r.entries))
	}
}

func TestKeysThatAreMadeUpPushNoOtherOut(t *testing.T) {
	s := newServed(t)
	secret, _ := newKey(t, s.Service, "b@example.com", audit.Agency, 10)
	reads := &counted{Store: s.Store}
	s.Store, s.keys.most = reads, 3
	if _, err := s.Authenticate(t.Context(), secret); err != nil {
		t.Fatal(err)
	}
	before := reads.keys
	const strangers = 50
	for range strangers {
		made, err := audit.NewKey(rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Authenticate(t.Context(), made); audit.CodeOf(err) != audit.CodeUnauthorized || s.KnowsKey(made) {
			t.Fatalf("a key that was made up: %v", err)
		}
	}
	if _, err := s.Authenticate(t.Context(), secret); err != nil || !s.KnowsKey(secret) {
		t.Errorf("%v", err)
	}
	if n := reads.keys - before; n > strangers+1 || len(s.keys.entries) != 1 || len(s.keys.unproven) > 3 {
		t.Errorf("%d reads, %d keys and %d unproven ones are kept", n, len(s.keys.entries), len(s.keys.unproven))
	}
}
