package sqlstore

import (
	"context"
	"crypto/sha256"
	"fmt"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/store"
)

func unknownInvitation() *audit.Error {
	return audit.Errorf(audit.CodeNotFound, "there is no such invitation")
}

// Invite implements store.People.
func (s *Store[TTx]) Invite(ctx context.Context, i store.Invitation) error {
	return s.update(ctx, func(t *tx[TTx]) error {
		found, err := row(ctx, t, `SELECT id FROM accounts WHERE id = $1`, []any{i.AccountID}, new(string)) // accounts are never removed
		if err == nil && !found {
			return unknownAccount(i.AccountID)
		}
		if err == nil {
			_, err = t.Exec(ctx, `INSERT INTO invitations (account_id, hash, created_at, expires_at) VALUES ($1, $2, $3, $4) ON CONFLICT (account_id) DO UPDATE
				SET hash = excluded.hash, created_at = excluded.created_at, expires_at = excluded.expires_at`,
				i.AccountID, i.Hash[:], micros(i.CreatedAt), micros(i.ExpiresAt))
		}
		if err != nil {
			return fmt.Errorf("storing the invitation: %w", err)
		}
		return nil
	})
}

// Invited implements store.People.
func (s *Store[TTx]) Invited(ctx context.Context, hash [sha256.Size]byte, at time.Time) (account string, err error) {
	found, err := row(ctx, s.db.Read, `SELECT account_id FROM invitations WHERE hash = $1 AND expires_at > $2`, []any{hash[:], micros(at)}, &account)
	switch {
	case err != nil:
		return "", fmt.Errorf("looking for an invitation: %w", err)
	case !found:
		return "", unknownInvitation()
	}
	return account, nil
}

// UseInvitation implements store.Tx.
func (t *tx[TTx]) UseInvitation(ctx context.Context, account string, hash [sha256.Size]byte, at time.Time) error {
	n, err := t.Exec(ctx, `DELETE FROM invitations WHERE account_id = $1 AND hash = $2 AND expires_at > $3`, account, hash[:], micros(at))
	switch {
	case err != nil:
		return fmt.Errorf("using an invitation: %w", err)
	case n == 0:
		return unknownInvitation()
	}
	return nil
}

// SetPassword implements store.Tx.
func (t *tx[TTx]) SetPassword(ctx context.Context, account, password string, sessionsFrom time.Time) error {
	from := int64(0)
	if !sessionsFrom.IsZero() {
		from = micros(sessionsFrom)
	}
	_, err := t.Exec(ctx, `UPDATE accounts SET password = $2, sessions_from = $3 WHERE id = $1`, account, password, from)
	if err != nil {
		return fmt.Errorf("setting a password: %w", err)
	}
	return nil
}

// Session implements store.People.
func (s *Store[TTx]) Session(ctx context.Context, token string, at time.Time) (data []byte, found bool, err error) {
	found, err = row(ctx, s.db.Read, `SELECT data FROM sessions WHERE token = $1 AND expires_at > $2 AND data IS NOT NULL`, []any{token, micros(at)}, &data)
	if err != nil {
		return nil, false, fmt.Errorf("reading a session: %w", err)
	}
	return data, found, nil
}

// KeepSession implements store.People.
func (s *Store[TTx]) KeepSession(ctx context.Context, token string, data []byte, expires time.Time) error {
	if data == nil {
		data = []byte{} // NULL is of those that were ended
	}
	return s.update(ctx, func(t *tx[TTx]) error {
		_, err := t.Exec(ctx, `INSERT INTO sessions (token, data, expires_at) VALUES ($1, $2, $3) ON CONFLICT (token) DO UPDATE
			SET data = excluded.data, expires_at = excluded.expires_at WHERE sessions.data IS NOT NULL`, token, data, micros(expires))
		if err != nil {
			return fmt.Errorf("storing a session: %w", err)
		}
		return nil
	})
}

// EndSession implements store.People. The row stays until it would have expired: a request that began before still writes its session.
func (s *Store[TTx]) EndSession(ctx context.Context, token string) error {
	return s.update(ctx, func(t *tx[TTx]) error {
		if _, err := t.Exec(ctx, `UPDATE sessions SET data = NULL WHERE token = $1`, token); err != nil {
			return fmt.Errorf("ending a session: %w", err)
		}
		return nil
	})
}
