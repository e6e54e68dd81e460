package sqlstore

import (
	"context"
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/store"
)

// accounts gives accounts as they are in the window that begins after $1, and how many units have left it, and weren't dropped yet.
const accounts = `
	SELECT a.id, a.email, a.plan, a.quota_limit, a.used, (SELECT count(*) FROM usage u WHERE u.account_id = a.id AND u.metered_at <= $1),
	       a.operator, a.created_at, a.disabled_at, a.password, a.sessions_from
	FROM accounts a `

func scanAccount(scan func(...any) error, into *store.Account) (left int, err error) {
	var created, from int64
	var disabled *int64
	err = scan(&into.ID, &into.Email, &into.Plan, &into.Limit, &into.Used, &left, &into.Operator, &created, &disabled, &into.Password, &from)
	into.Used -= left
	into.CreatedAt, into.DisabledAt = moment(created), momentOrNil(disabled)
	if from != 0 {
		into.SessionsFrom = moment(from)
	}
	return left, err
}

func unknownAccount(id string) *audit.Error {
	return audit.Errorf(audit.CodeNotFound, "there is no account %s; `auditctl accounts list` lists them", audit.Printable(id))
}

// CreateAccount implements store.Accounts.
func (s *Store[TTx]) CreateAccount(ctx context.Context, a store.Account) error {
	return s.update(ctx, func(t *tx[TTx]) error {
		n, err := t.Exec(ctx, `INSERT INTO accounts (id, email, plan, quota_limit, used, operator, created_at, disabled_at)
			VALUES ($1, $2, $3, $4, 0, $5, $6, $7) ON CONFLICT (email) DO NOTHING`,
			a.ID, a.Email, string(a.Plan), a.Limit, a.Operator, micros(a.CreatedAt), microsOrNull(a.DisabledAt))
		if err != nil {
			return fmt.Errorf("storing the account: %w", err)
		}
		if n == 0 {
			return audit.Errorf(audit.CodeValidationFailed, "there is an account of %s already", audit.Printable(a.Email))
		}
		return nil
	})
}

// Account implements store.Accounts.
func (s *Store[TTx]) Account(ctx context.Context, idOrEmail string, since time.Time) (store.Account, error) {
	var a store.Account
	err := s.db.Read.Query(ctx, accounts+`WHERE a.id = $2 OR a.email = $2`, []any{micros(since), idOrEmail},
		func(scan func(...any) error) error {
			_, err := scanAccount(scan, &a)
			return err
		})
	if err != nil {
		return a, fmt.Errorf("reading the account: %w", err)
	}
	if a.ID == "" {
		return a, unknownAccount(idOrEmail)
	}
	return a, nil
}

// ListAccounts implements store.Accounts.
func (s *Store[TTx]) ListAccounts(ctx context.Context, since time.Time) ([]store.Account, error) {
	var list []store.Account
	err := s.db.Read.Query(ctx, accounts+`ORDER BY a.email`, []any{micros(since)}, func(scan func(...any) error) error {
		var a store.Account
		_, err := scanAccount(scan, &a)
		list = append(list, a)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("listing accounts: %w", err)
	}
	return list, nil
}

// Units implements store.Accounts.
func (s *Store[TTx]) Units(ctx context.Context, account string, since time.Time) ([]store.Units, error) {
	var list []store.Units
	err := s.db.Read.Query(ctx, `SELECT min(metered_at), count(*) FROM usage WHERE account_id = $1 AND metered_at > $2 GROUP BY metered_at / $3 ORDER BY 1`,
		[]any{account, micros(since), (24 * time.Hour).Microseconds()}, func(scan func(...any) error) error {
			var first int64
			var u store.Units
			err := scan(&first, &u.Count)
			u.First = moment(first)
			list = append(list, u)
			return err
		})
	if err != nil {
		return nil, fmt.Errorf("counting an account's units: %w", err)
	}
	return list, nil
}

const keys = `SELECT id, account_id, name, prefix, hash, created_at, expires_at, revoked_at, last_used_at FROM api_keys `

// key is where a row of keys is scanned into.
type key struct {
	store.Key
	hash                     []byte
	created                  int64
	expires, revoked, usedAt *int64
}

func (k *key) columns() []any {
	return []any{&k.ID, &k.AccountID, &k.Name, &k.Prefix, &k.hash, &k.created, &k.expires, &k.revoked, &k.usedAt}
}

func (k *key) value() store.Key {
	copy(k.Hash[:], k.hash)
	k.CreatedAt, k.ExpiresAt, k.RevokedAt, k.LastUsedAt = moment(k.created), momentOrNil(k.expires), momentOrNil(k.revoked), momentOrNil(k.usedAt)
	return k.Key
}

// CreateKey implements store.Accounts.
func (s *Store[TTx]) CreateKey(ctx context.Context, k store.Key) error {
	return s.update(ctx, func(t *tx[TTx]) error {
		found, err := row(ctx, t, `SELECT id FROM accounts WHERE id = $1`, []any{k.AccountID}, new(string)) // accounts are never removed
		if err == nil && !found {
			return unknownAccount(k.AccountID)
		}
		if err == nil {
			_, err = t.Exec(ctx, `INSERT INTO api_keys (id, account_id, name, prefix, hash, created_at, expires_at, revoked_at, last_used_at)
				VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`, k.ID, k.AccountID, k.Name, k.Prefix, k.Hash[:],
				micros(k.CreatedAt), microsOrNull(k.ExpiresAt), microsOrNull(k.RevokedAt), microsOrNull(k.LastUsedAt))
		}
		if err != nil {
			return fmt.Errorf("storing the key: %w", err)
		}
		return nil
	})
}

// KeyByHash implements store.Accounts.
func (s *Store[TTx]) KeyByHash(ctx context.Context, hash [sha256.Size]byte) (store.Key, store.Account, error) {
	var k key
	var a store.Account
	var disabled *int64
	found, err := row(ctx, s.db.Read, `
		SELECT k.id, k.account_id, k.name, k.prefix, k.hash, k.created_at, k.expires_at, k.revoked_at, k.last_used_at, a.plan, a.disabled_at
		FROM api_keys k JOIN accounts a ON a.id = k.account_id WHERE k.hash = $1`,
		[]any{hash[:]}, append(k.columns(), &a.Plan, &disabled)...)
	if err != nil {
		return store.Key{}, a, fmt.Errorf("looking for a key: %w", err)
	}
	if !found {
		return store.Key{}, a, audit.Errorf(audit.CodeNotFound, "there is no such key")
	}
	a.ID, a.DisabledAt = k.AccountID, momentOrNil(disabled)
	return k.value(), a, nil
}

// Keys implements store.Accounts.
func (s *Store[TTx]) Keys(ctx context.Context, account string) ([]store.Key, error) {
	where, args := ``, []any(nil)
	if account != "" {
		where, args = `WHERE account_id = $1 `, []any{account}
	}
	var list []store.Key
	err := s.db.Read.Query(ctx, keys+where+`ORDER BY created_at, id`, args, func(scan func(...any) error) error {
		var k key
		err := scan(k.columns()...)
		list = append(list, k.value())
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("listing keys: %w", err)
	}
	return list, nil
}

// ChangeKey implements store.Accounts. Who extends a key hasn't seen that another has just revoked it.
func (s *Store[TTx]) ChangeKey(ctx context.Context, k store.Key) error {
	return s.update(ctx, func(t *tx[TTx]) error {
		n, err := t.Exec(ctx, `UPDATE api_keys SET expires_at = $2, revoked_at = coalesce(revoked_at, $3) WHERE id = $1`, k.ID, microsOrNull(k.ExpiresAt), microsOrNull(k.RevokedAt))
		if err != nil {
			return fmt.Errorf("changing the key: %w", err)
		}
		if n == 0 {
			return audit.Errorf(audit.CodeNotFound, "there is no key %s; `auditctl keys list` lists them", audit.Printable(k.ID))
		}
		return nil
	})
}

// Used implements store.Accounts.
func (s *Store[TTx]) Used(ctx context.Context, at map[string]time.Time) error {
	if len(at) == 0 {
		return nil
	}
	var rows [][]any
	for _, id := range slices.Sorted(maps.Keys(at)) { // in one order, so that two processes never wait for each other both ways
		rows = append(rows, []any{id, micros(at[id])})
	}
	return s.update(ctx, func(t *tx[TTx]) error {
		return t.ExecMany(ctx, `UPDATE api_keys SET last_used_at = $2 WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < $2)`, rows)
	})
}
