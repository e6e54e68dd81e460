package fakesite

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/business"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// described are what the sites are: those with markup of a business by that, the others by their text. kind lists the types that are right.
var described = map[string]struct{ industry, kind, lang string }{
	"tuner":    {"Home services company", "local", "en"},
	"bakery":   {"Bakery", "local", "fr"},
	"shop":     {"Online shop", "online", "en"},
	"software": {"Software company", "software b2b", "en"}, // for companies: a reader takes either
	"docs":     {"Documentation site", "publisher", "en"},
	"journal":  {"Blog", "publisher", "fr"},
}

func TestSitesAreToldByTheirMarkup(t *testing.T) {
	for _, name := range Names() {
		for seed := range uint64(3) {
			t.Run(fmt.Sprint(name, seed), func(t *testing.T) {
				t.Parallel()
				s := New(name, seed, today)
				want, facts := described[name], inspected(t, s)
				b := business.ReadSubject(facts).Describe(audit.English)
				if b.Name != s.BusinessName() || b.Industry != want.industry || !slices.Contains(strings.Fields(want.kind), b.Type) || b.Language != want.lang {
					t.Errorf("name %q, industry %q, type %q, language %q; want %q and %q", b.Name, b.Industry, b.Type, b.Language, s.BusinessName(), want)
				}
				if first, second := chosen(t, facts), chosen(t, facts); !bytes.Equal(first, second) {
					t.Errorf("read twice:\n%s\n%s", first, second)
				}
			})
		}
	}
}

// inspected reads the site as an audit does.
func inspected(t *testing.T, s *Site) *page.Facts {
	t.Helper()
	_, p := served(t, s)
	target, fault := audit.ParseTarget("https://" + s.Host)
	if fault != nil {
		t.Fatal(fault)
	}
	facts, err := p.Inspect(t.Context(), target)
	if err != nil {
		t.Fatal(err)
	}
	return facts
}

// chosen gives all candidates with their evidence and confidence, as bytes.
func chosen(t *testing.T, f *page.Facts) []byte {
	t.Helper()
	s := business.ReadSubject(f)
	raw, err := json.Marshal([][]business.Candidate{s.Names(), s.Industries(), s.Types()})
	if err != nil {
		t.Fatal(err)
	}
	return raw
}
