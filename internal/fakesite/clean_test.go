package fakesite

import (
	"testing"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/evidence"
	"github.com/auditctl/auditctl/pkg/audit/fetch"
	"github.com/auditctl/auditctl/pkg/audit/pipeline"
)

// today is the machine's date, because TLS goes by the machine's clock.
var today = time.Now().UTC().Truncate(24 * time.Hour)

// served serves the site and gives a pipeline that trusts its certificate and finds its name.
func served(t *testing.T, s *Site) (*Server, *pipeline.Pipeline) {
	t.Helper()
	authority, err := NewAuthority(time.Now())
	if err != nil {
		t.Fatal(err)
	}
	v, err := Serve(t.Context(), s, authority)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(v.Close)
	config := fetch.Config{AllowPrivate: true, AllowSubmittedPort: true, Roots: authority.Pool(), Resolve: v.Resolve}
	if s.waits {
		config.HeaderTimeout = 3 * time.Second
	}
	return v, pipeline.New(pipeline.Config{Fetch: config, IgnoreRobots: s.waits, Evidence: evidence.NewKeeper(0)})
}

// audited reads one address of the site, and again from the evidence, and gives the report or the code of the failure.
func audited(t *testing.T, p *pipeline.Pipeline, address string) (*audit.Report, audit.Code) {
	t.Helper()
	target, fault := audit.ParseTarget(address)
	if fault != nil {
		t.Fatal(fault)
	}
	report, err := p.Run(t.Context(), target, audit.English, nil, func(audit.Stage, string) {})
	if err != nil {
		return nil, audit.CodeOf(err)
	}
	replayed(t, report.Kept.Evidence, report)
	return report, ""
}

// deserved are the complaints about sites without a fault, each with its reason.
var deserved = map[string]map[string]string{
	"software": {
		"local.localbusiness-schema": "a firm with address and telephone counts as one that people go to",
		"local.city-in-title":        "as before",
		"local.map-or-directions":    "as before",
	},
	"docs":    {"local.nap-on-page": "the one local check that is put to every site: the project shows no postal address outside its legal page"},
	"journal": {"local.nap-on-page": "as for docs"},
}

// onLoopback are the complaints about any site that is read over http from an address.
var onLoopback = map[string]string{
	"sec.https-only":    "it is http",
	"perf.http-version": "browsers speak HTTP/2 over TLS only",
}

func TestACleanSiteIsAccusedOfNothing(t *testing.T) {
	for _, name := range Names() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for seed := range uint64(3) {
				accuse(t, New(name, seed, today))
			}
		})
	}
}

// accuse complains about every complaint that the site doesn't deserve, over https under its name and over http from its address.
func accuse(t *testing.T, s *Site) {
	v, p := served(t, s)
	for _, address := range []string{"https://" + s.Host + "/", v.URL} {
		report, code := audited(t, p, address)
		if code != "" {
			t.Fatal(code)
		}
		for _, c := range report.Checks {
			_, expected := deserved[s.Name][c.ID]
			if _, plain := onLoopback[c.ID]; plain && address == v.URL {
				expected = true
			}
			if accused := c.Status == audit.Fail || c.Status == audit.Warn; accused && !expected {
				t.Errorf("%s: %s (weight %d) %s: %s %v", address, c.Status, c.Weight, c.ID, c.Detail, c.Evidence)
			}
		}
	}
}

func TestASiteFollowsFromSeedAndDateAlone(t *testing.T) {
	for _, name := range Names() {
		one, same, other := New(name, 7, today), New(name, 7, today), New(name, 8, today)
		differs := false
		for _, at := range one.Paths() {
			a, _ := one.render(at, "https://x.example")
			b, _ := same.render(at, "https://x.example")
			c, _ := other.render(at, "https://x.example")
			if a != b {
				t.Errorf("%s%s: the same seed gave two texts", name, at)
			}
			differs = differs || a != c
		}
		if !differs {
			t.Errorf("%s: another seed changes nothing", name)
		}
	}
}
