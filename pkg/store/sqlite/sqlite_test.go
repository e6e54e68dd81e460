package sqlite

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/auditctl/auditctl/pkg/store"
	"github.com/auditctl/auditctl/pkg/store/storetest"
)

// open doesn't close: the suite does, and tests of opening do.
func open(t *testing.T, path string) *Store {
	t.Helper()
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	s.Beat = 400 * time.Millisecond
	return s
}

func TestFileKeepsThePromises(t *testing.T) {
	storetest.Exercise(t, func(t *testing.T) store.Store { return open(t, filepath.Join(t.TempDir(), "a b%20?#.db")) })
}

func TestMemoryKeepsThePromises(t *testing.T) {
	storetest.Exercise(t, func(t *testing.T) store.Store { return open(t, Memory) })
}
