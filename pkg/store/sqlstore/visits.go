package sqlstore

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/auditctl/auditctl/pkg/store"
)

// Begin implements store.Tx. Places are locked in one order, so that two audits never wait for each other's.
func (t *tx[TTx]) Begin(ctx context.Context, v store.Visit) (begun bool, questions []string, err error) {
	if v.MaxRunning > 0 || v.MaxStarted > 0 {
		places, err := t.placesOf(ctx, v.AuditID)
		if err != nil {
			return false, nil, err
		}
		if !slices.Contains(places, v.Place) {
			places = append(places, v.Place)
		}
		slices.Sort(places)
		if room, err := t.enter(ctx, v, places); err != nil || !room {
			return false, nil, err
		}
	}
	var kept []byte
	_, err = row(ctx, t, `
		UPDATE audits SET started_at = $2 WHERE id = $1 AND status = 'pending'
		RETURNING (SELECT q.questions FROM questions q WHERE q.account_id = audits.account_id AND q.domain = audits.domain)`,
		[]any{v.AuditID, micros(v.At)}, &kept)
	if err != nil {
		return false, nil, fmt.Errorf("noting that an audit is run: %w", err)
	}
	questions, err = readQuestions(kept)
	return err == nil, questions, err
}

// Visit implements store.Tx.
func (t *tx[TTx]) Visit(ctx context.Context, v store.Visit) (bool, error) {
	if v.MaxRunning <= 0 && v.MaxStarted <= 0 {
		return true, nil
	}
	places, err := t.placesOf(ctx, v.AuditID)
	if err != nil {
		return false, err
	}
	if len(places) >= store.MaxPlaces && !slices.Contains(places, v.Place) {
		return false, store.ErrTooManyPlaces
	}
	room, err := t.enter(ctx, v, []string{v.Place})
	if err != nil || room || !v.Await {
		return room, err
	}
	if err := t.leavePlaces(ctx, v.AuditID); err != nil {
		return false, err
	}
	_, err = t.Exec(ctx, `INSERT INTO visits (audit_id, place, account_id, at, present) VALUES ($1, $2, $3, 0, $4) ON CONFLICT DO NOTHING`,
		v.AuditID, v.Place, v.Account, false)
	if err != nil {
		return false, fmt.Errorf("noting the place that an audit waits for: %w", err)
	}
	return false, nil
}

func (t *tx[TTx]) placesOf(ctx context.Context, auditID string) (places []string, err error) {
	err = t.Query(ctx, `SELECT place FROM visits WHERE audit_id = $1`, []any{auditID}, func(scan func(...any) error) error {
		var place string
		err := scan(&place)
		places = append(places, place)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("reading the places of an audit: %w", err)
	}
	return places, nil
}

// enter notes an audit at places, or returns false where one of them has no room.
func (t *tx[TTx]) enter(ctx context.Context, v store.Visit, places []string) (bool, error) {
	for _, place := range places {
		if err := t.hold(ctx, "host "+place); err != nil {
			return false, fmt.Errorf("locking the host: %w", err)
		}
	}
	for _, place := range places {
		if room, err := t.hasRoom(ctx, v, place); err != nil || !room {
			return false, err
		}
	}
	rows := make([][]any, len(places))
	for i, place := range places {
		rows[i] = []any{v.AuditID, place, v.Account, micros(v.At), true}
	}
	err := t.ExecMany(ctx, `INSERT INTO visits (audit_id, place, account_id, at, present) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (audit_id, place) DO UPDATE SET at = excluded.at, present = excluded.present`, rows)
	if err != nil {
		return false, fmt.Errorf("noting the visit of a host: %w", err)
	}
	return true, nil
}

// hasRoom reports whether a place takes one more audit.
func (t *tx[TTx]) hasRoom(ctx context.Context, v store.Visit, place string) (bool, error) {
	if v.MaxRunning > 0 {
		running := 0
		_, err := row(ctx, t, `SELECT count(*) FROM (SELECT 1 FROM visits v WHERE place = $1 AND present AND audit_id <> $2
			AND EXISTS (SELECT 1 FROM audits a WHERE a.id = v.audit_id AND a.status = 'pending')
			LIMIT `+strconv.Itoa(v.MaxRunning)+`) AS few`,
			[]any{place, v.AuditID}, &running)
		if err != nil {
			return false, fmt.Errorf("counting what runs of a host: %w", err)
		}
		if running >= v.MaxRunning {
			return false, nil
		}
	}
	if v.MaxStarted <= 0 {
		return true, nil
	}
	var all, own int
	_, err := row(ctx, t, `SELECT count(*), coalesce(sum(CASE WHEN account_id = $4 THEN 1 ELSE 0 END), 0) FROM visits
		WHERE place = $1 AND at > $2 AND audit_id <> $3`, []any{place, micros(v.Since), v.AuditID, v.Account}, &all, &own)
	if err != nil {
		return false, fmt.Errorf("counting what was begun of a host: %w", err)
	}
	return all < v.MaxStarted && own < share(v.MaxStarted-(all-own)), nil
}

// share is two thirds of what is left, rounded up.
func share(left int) int { return (2*left + 2) / 3 }

// leavePlaces notes that an audit sends no requests now. Its visits still count for the hour.
func (t *tx[TTx]) leavePlaces(ctx context.Context, auditID string) error {
	if _, err := t.Exec(ctx, `UPDATE visits SET present = $2 WHERE audit_id = $1`, auditID, false); err != nil {
		return fmt.Errorf("noting that an audit has left its hosts: %w", err)
	}
	return nil
}
