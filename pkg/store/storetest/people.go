package storetest

import (
	"context"
	"crypto/sha256"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/store"
)

func invitations(t *testing.T, s store.Store) {
	ctx := t.Context()
	account(t, s, "acc_1", 7)
	account(t, s, "acc_2", 7)
	until := noon.Add(time.Hour)
	within := until.Add(-time.Microsecond)
	invite := func(account, token string) [sha256.Size]byte {
		t.Helper()
		i := store.Invitation{AccountID: account, Hash: sha256.Sum256([]byte(token)), CreatedAt: noon, ExpiresAt: until}
		if err := s.Invite(ctx, i); err != nil {
			t.Fatal(err)
		}
		return i.Hash
	}
	use := func(account string, hash [sha256.Size]byte, at time.Time) error {
		return s.Update(ctx, func(tx store.Tx) error {
			if _, err := tx.LockAccount(ctx, account, noon); err != nil {
				return err
			}
			if err := tx.UseInvitation(ctx, account, hash, at); err != nil {
				return err
			}
			return tx.SetPassword(ctx, account, "$argon2id$of "+account, at)
		})
	}
	code(t, "inviting nobody", s.Invite(ctx, store.Invitation{AccountID: "acc_x", ExpiresAt: until}), audit.CodeNotFound)
	replaced, open, other := invite("acc_1", "1"), invite("acc_1", "2"), invite("acc_2", "3")
	for name, row := range map[string]struct {
		account string
		hash    [sha256.Size]byte
		at      time.Time
	}{
		"one that was replaced": {"acc_1", replaced, noon},
		"one that expired":      {"acc_1", open, until},
		"another's":             {"acc_1", other, noon},
		"a guess":               {"acc_1", sha256.Sum256([]byte("x")), noon},
	} {
		if name != "another's" {
			_, err := s.Invited(ctx, row.hash, row.at)
			code(t, name, err, audit.CodeNotFound)
		}
		code(t, "using "+name, use(row.account, row.hash, row.at), audit.CodeNotFound)
	}
	if who, err := s.Invited(ctx, open, within); err != nil || who != "acc_1" {
		t.Errorf("invited is %q, %v", who, err)
	}

	var accepted atomic.Int64
	var wg sync.WaitGroup
	for range 12 {
		wg.Go(func() {
			switch err := use("acc_1", open, within); audit.CodeOf(err) {
			case "":
				accepted.Add(1)
			case audit.CodeNotFound:
			default:
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if accepted.Load() != 1 {
		t.Errorf("one invitation was used %d times", accepted.Load())
	}
	_, err := s.Invited(ctx, open, noon)
	code(t, "one that was used", err, audit.CodeNotFound)

	if got, err := s.Account(ctx, "acc_1", noon); err != nil || got.Password != "$argon2id$of acc_1" || !got.SessionsFrom.Equal(within) {
		t.Errorf("%+v, %v", got, err)
	}
	update(t, s, func(ctx context.Context, tx store.Tx) error {
		got, err := tx.LockAccount(ctx, "acc_2", noon)
		if got.Password != "" || !got.SessionsFrom.IsZero() {
			t.Errorf("an account that accepted nothing: %+v", got)
		}
		return err
	})
}

func sessions(t *testing.T, s store.Store) {
	ctx := t.Context()
	until := noon.Add(time.Hour)
	expect := func(token string, at time.Time, want string) {
		t.Helper()
		data, found, err := s.Session(ctx, token, at)
		if err != nil || found != (want != "") || string(data) != want {
			t.Errorf("%s: %q, %v, %v; want %q", token, data, found, err, want)
		}
	}
	keep := func(token, data string, expires time.Time) {
		t.Helper()
		if err := s.KeepSession(ctx, token, []byte(data), expires); err != nil {
			t.Fatal(err)
		}
	}
	expect("a", noon, "")
	keep("a", "first", noon)
	keep("a", "\x00second\xff", until)
	keep("b", "another's", until)
	expect("a", until.Add(-time.Microsecond), "\x00second\xff")
	expect("a", until, "")
	if data, found, err := s.Session(ctx, "empty", noon); found || err != nil {
		t.Errorf("%q, %v", data, err)
	}
	if err := s.KeepSession(ctx, "empty", nil, until); err != nil {
		t.Fatal(err)
	}
	if _, found, err := s.Session(ctx, "empty", noon); !found || err != nil {
		t.Errorf("a session without data isn't there, %v", err)
	}
	for _, token := range []string{"a", "a", "x"} {
		if err := s.EndSession(ctx, token); err != nil {
			t.Fatal(err)
		}
	}
	keep("a", "of a request that began before the end", until)
	expect("a", noon, "")
	expect("b", noon, "another's")

	var wg sync.WaitGroup
	for n := range 16 {
		wg.Go(func() {
			if err := s.KeepSession(ctx, "c", fmt.Appendf(nil, "%d", n), until); err != nil {
				t.Error(err)
			}
			if n == 8 {
				if err := s.EndSession(ctx, "c"); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	expect("c", noon, "")
}
