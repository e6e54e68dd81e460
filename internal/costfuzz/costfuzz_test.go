package costfuzz

import (
	"io"
	"log"
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestMain(m *testing.M) {
	RunChild()
	log.SetOutput(io.Discard) // net/http writes there what it thinks of hostile frames
	os.Exit(m.Run())
}

// TestWorstSitesStayWithinTheBudgets audits the costliest sites that the search has found. Processor time is the audit's process's own, so
// that other load on the machine doesn't count.
func TestWorstSitesStayWithinTheBudgets(t *testing.T) {
	if !Supported {
		t.Skip("what a process uses is read on Linux only")
	}
	if testing.Short() {
		t.Skip("audits some dozens of costly sites")
	}
	kept, err := Kept(filepath.Join("testdata", "worst"))
	if err != nil || len(kept) == 0 {
		t.Fatalf("%d genomes: %v", len(kept), err)
	}
	for _, k := range kept {
		t.Run(k.Name, func(t *testing.T) {
			t.Parallel()
			limits := Limits{CPU: 2 * Budgets.AuditCPU, Memory: 4 * Budgets.Memory, Wire: 4 * Budgets.Wire, Wall: 10 * time.Minute}
			c, err := Evaluate(t.Context(), k.Genome, limits)
			if err != nil {
				t.Fatal(err)
			}
			t.Log(c)
			for _, miss := range Misses(k.Genome, c) {
				t.Error(miss)
			}
		})
	}
}
