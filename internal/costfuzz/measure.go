package costfuzz

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net/netip"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/pprof"
	"sync"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/evidence"
	"github.com/auditctl/auditctl/pkg/audit/fetch"
	"github.com/auditctl/auditctl/pkg/audit/pipeline"
)

// Cost is what one audit used.
type Cost struct {
	CPU      time.Duration `json:"cpu"`    // user and system time of the audit's process
	Memory   int64         `json:"memory"` // bytes of resident memory at the highest, above those before the audit
	Requests int           `json:"requests"`
	Wire     int64         `json:"wire"` // bytes read from connections
	Wall     time.Duration `json:"wall"`
	// Outcome is "done" or the audit's error code. Stopped says which bound ended the process before the audit was over.
	Outcome string `json:"outcome"`
	Stopped string `json:"stopped,omitempty"`
}

// job is what the child process is told, as JSON in the environment variable childVariable.
type job struct {
	Plain     string        `json:"plain"` // a site without faults, audited first so that nothing is made for the first time later
	Address   string        `json:"address"`
	Authority []byte        `json:"authority,omitempty"`
	Pages     int           `json:"pages"`
	MaxCPU    time.Duration `json:"max_cpu"`
	MaxMemory int64         `json:"max_memory"`
	MaxWire   int64         `json:"max_wire"`
	Profile   string        `json:"profile,omitempty"` // file for a CPU profile
}

const childVariable = "AUDITCTL_COSTFUZZ_CHILD"

// RunChild does the audit that a parent's Evaluate asks for, prints what it cost and exits. It returns at once if the process isn't such a
// child. Programs that call Evaluate call RunChild first.
func RunChild() {
	text := os.Getenv(childVariable)
	if text == "" {
		return
	}
	if err := child([]byte(text), os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "costfuzz: the child failed:", err)
		os.Exit(1)
	}
	os.Exit(0)
}

func child(text []byte, out io.Writer) error {
	var j job
	if err := json.Unmarshal(text, &j); err != nil {
		return fmt.Errorf("reading what to audit: %w", err)
	}
	// As cmd/auditctl does.
	debug.SetGCPercent(200)
	debug.SetMemoryLimit(448 << 20)
	runtime.GOMAXPROCS(runtime.GOMAXPROCS(0) + 1)
	log.SetOutput(io.Discard)

	ctx := context.Background()
	if _, err := auditSite(ctx, j.Plain, nil, 1); err != nil {
		return fmt.Errorf("auditing the plain site: %w", err)
	}
	debug.FreeOSMemory()
	before, err := newUsage()
	if err != nil {
		return err
	}
	var once sync.Once
	finish := func(outcome, stopped string) {
		once.Do(func() {
			c := before.since()
			c.Outcome, c.Stopped = outcome, stopped
			pprof.StopCPUProfile()
			_ = json.NewEncoder(out).Encode(c)
		})
	}
	if j.Profile != "" {
		f, err := os.Create(j.Profile)
		if err != nil {
			return fmt.Errorf("writing the profile: %w", err)
		}
		defer f.Close()
		if err := pprof.StartCPUProfile(f); err != nil {
			return fmt.Errorf("starting the profile: %w", err)
		}
	}
	go func() { // ends with the process
		finish("stopped", before.watch(j))
		os.Exit(0)
	}()
	outcome, err := auditSite(ctx, j.Address, j.Authority, j.Pages)
	if err != nil {
		return err
	}
	finish(outcome, "")
	return nil
}

// watch returns the bound that the process has passed, as soon as it has.
func (u usage) watch(j job) string {
	for range time.Tick(20 * time.Millisecond) {
		switch c := u.since(); {
		case c.CPU > j.MaxCPU:
			return "cpu"
		case c.Memory > j.MaxMemory:
			return "memory"
		case c.Wire > j.MaxWire:
			return "wire"
		}
	}
	return ""
}

// loopback resolves every name to 127.0.0.1.
type loopback struct{}

func (loopback) LookupNetIP(context.Context, string, string) ([]netip.Addr, error) {
	return []netip.Addr{netip.AddrFrom4([4]byte{127, 0, 0, 1})}, nil
}

// auditSite audits a site as `auditctl audit` does and returns "done" or the code of the error.
func auditSite(ctx context.Context, address string, authority []byte, pages int) (outcome string, err error) {
	target, fault := audit.ParseTarget(address)
	if fault != nil {
		return "", fault
	}
	config := fetch.Config{AllowPrivate: true, AllowSubmittedPort: true, Resolver: loopback{}}
	if authority != nil {
		if config.Roots, err = Roots(authority); err != nil {
			return "", err
		}
	}
	p := pipeline.New(pipeline.Config{Fetch: config, Pages: pages, Evidence: evidence.NewKeeper(0)})
	defer p.Close()
	report, err := p.Run(ctx, target, audit.English, nil, func(audit.Stage, string) {})
	if err != nil {
		var failure *audit.Error
		if !errors.As(err, &failure) {
			return "", fmt.Errorf("the audit's error has no code: %w", err)
		}
		return string(failure.Code), nil
	}
	if err := json.NewEncoder(io.Discard).Encode(report); err != nil {
		return "", fmt.Errorf("encoding the report: %w", err)
	}
	return "done", nil
}
