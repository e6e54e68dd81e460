package fakesite

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/auditctl/auditctl/internal/pgtest"
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/evidence"
	"github.com/auditctl/auditctl/pkg/audit/pipeline"
	"github.com/auditctl/auditctl/pkg/service"
	"github.com/auditctl/auditctl/pkg/store"
	"github.com/auditctl/auditctl/pkg/store/postgres"
	"github.com/auditctl/auditctl/pkg/store/sqlite"
)

// replayed holds that evidence gives the very report again.
func replayed(t *testing.T, kept []byte, want *audit.Report) {
	t.Helper()
	log, err := evidence.Open(kept)
	if err != nil {
		t.Fatal(err)
	}
	again, err := pipeline.Replay(t.Context(), log, audit.English)
	if err != nil {
		t.Fatalf("replayed: %v", err)
	}
	first, second := encoded(t, want), encoded(t, again)
	if !bytes.Equal(first, second) {
		t.Errorf("read (-), replayed (+)\n%s", cmp.Diff(strings.Split(string(first), "\n"), strings.Split(string(second), "\n")))
	}
}

func encoded(t *testing.T, r *audit.Report) []byte {
	t.Helper()
	b, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestEvidenceOutlivesTheSiteAndTheProcess(t *testing.T) {
	file, address := filepath.Join(t.TempDir(), "h.db"), pgtest.URL(t)
	for name, open := range map[string]func() (store.Store, error){
		"SQLite":     func() (store.Store, error) { return sqlite.Open(t.Context(), file) },
		"PostgreSQL": func() (store.Store, error) { return postgres.Open(t.Context(), address) },
	} {
		t.Run(name, func(t *testing.T) {
			s := New("shop", 1, today)
			for _, f := range Faults() {
				if f.Name == "assistant-blocked" || f.Name == "description-missing" {
					f.Plant(s)
				}
			}
			site, p := served(t, s)
			first, err := open()
			if err != nil {
				t.Fatal(err)
			}
			worker := service.New(service.Config{Store: first, Runner: p})
			receipt, err := worker.For(audit.Caller{}).Submit(t.Context(), audit.Submission{URLs: []string{"https://" + s.Host + "/"}})
			if err != nil {
				t.Fatal(err)
			}
			if err := worker.Work(t.Context(), receipt.BatchID); err != nil {
				t.Fatal(err)
			}
			site.Close()
			if err := first.Close(); err != nil {
				t.Fatal(err)
			}

			again, err := open()
			if err != nil {
				t.Fatal(err)
			}
			defer again.Close()
			svc := service.New(service.Config{Store: again}).For(audit.Caller{})
			found, err := svc.Audit(t.Context(), receipt.Audits[0].AuditID)
			if err != nil {
				t.Fatal(err)
			}
			kept, err := svc.Evidence(t.Context(), found.AuditID)
			if err != nil {
				t.Fatal(err)
			}
			replayed(t, kept, found.Report)
		})
	}
}
