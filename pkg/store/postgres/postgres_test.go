package postgres

import (
	"testing"
	"time"

	"github.com/auditctl/auditctl/internal/pgtest"
	"github.com/auditctl/auditctl/pkg/store"
	"github.com/auditctl/auditctl/pkg/store/storetest"
)

func open(t *testing.T, address string) *Store {
	t.Helper()
	s, err := Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	s.Beat, s.Silence = 400*time.Millisecond, 1500*time.Millisecond
	return s
}

func TestPostgreSQLKeepsThePromises(t *testing.T) {
	storetest.Exercise(t, func(t *testing.T) store.Store { return open(t, pgtest.URL(t)) })
}
