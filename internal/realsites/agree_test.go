package realsites_test

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/auditctl/auditctl/internal/realsites"
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/business"
	"github.com/auditctl/auditctl/pkg/industry"
)

// floors are 3 points under the recall in the sites held apart, in per cent, when docs/accuracy.md was last written.
var floors = map[string]float64{"name": 84.4, "industry": 68.7, "type": 75.0, "language": 95.1}

// mostFailed is how many sites may fail to be read, such as those whose repository is gone.
const mostFailed = 25

// TestBusinessAgreesWithReaders compares what the report says of whose a site is with its labels. AUDITCTL_SITES names the folder with copies of
// the repositories; a repository that isn't there is cloned. AUDITCTL_FACTS may name a folder in which what was read is kept for the next run.
func TestBusinessAgreesWithReaders(t *testing.T) {
	dir := os.Getenv("AUDITCTL_SITES")
	if dir == "" {
		t.Skip("AUDITCTL_SITES names no folder with copies of the labelled repositories")
	}
	sites, err := realsites.Gather(t.Context(), dir, os.Getenv("AUDITCTL_FACTS"))
	if err != nil {
		t.Logf("not read: %v", err)
	}
	all, err := realsites.Load()
	if err != nil {
		t.Fatal(err)
	}
	if failed := len(all) - len(sites); failed > mostFailed {
		t.Fatalf("%d of %d sites couldn't be read", failed, len(all))
	}
	learnt, held, languages := &part{name: "learnt from"}, &part{name: "held apart"}, map[string]*part{}
	groups := []*part{{name: string(realsites.Business)}, {name: string(realsites.Saved)}, {name: string(realsites.Documentation)}}
	for i := range sites {
		site := &sites[i]
		said := business.ReadSubject(site.Facts).Describe(audit.English)
		if !site.Held {
			learnt.add(&site.Site, said)
			continue
		}
		held.add(&site.Site, said)
		for _, group := range groups {
			if group.name == string(site.Group()) {
				group.add(&site.Site, said)
			}
		}
		if languages[site.Lang] == nil {
			languages[site.Lang] = &part{name: site.Lang}
		}
		languages[site.Lang].add(&site.Site, said)
	}
	t.Logf("accuracy: Real sites, learnt from: %s", learnt)
	t.Logf("accuracy: Real sites, held apart: %s", held)
	for _, group := range append(groups, mostRead(languages)...) {
		t.Logf("accuracy: Real sites, held apart, %s: %s", group.name, group)
	}
	for i, field := range fields {
		if recall := percent(held.counts[i].right, held.sites); recall < floors[field] {
			t.Errorf("%s: recall %.1f %% in the sites held apart, less than %.1f %%", field, recall, floors[field])
		}
	}
}

// fields are those that are compared, in the order of part.counts.
var fields = []string{"name", "industry", "type", "language"}

// part is some of the sites, and how their fields were answered.
type part struct {
	name   string
	sites  int
	counts [4]struct{ given, right int }
}

// add counts what was said of a site.
func (p *part) add(s *realsites.Site, said audit.Business) {
	p.sites++
	key := ""
	if row := industry.Named(said.Industry); row != nil {
		key = row.Key
	}
	kind := said.Type
	if kind == string(industry.Unclear) {
		kind = ""
	}
	for i, answer := range []struct {
		said  string
		right func(string) bool
	}{{said.Name, s.RightName}, {key, s.RightIndustry}, {kind, s.RightType}, {said.Language, s.RightLang}} {
		if answer.said == "" {
			continue
		}
		p.counts[i].given++
		if answer.right(answer.said) {
			p.counts[i].right++
		}
	}
}

// String gives, for each field, how many sites it was given for, precision (right of those given) and recall (right of all).
func (p *part) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d sites", p.sites)
	for i, field := range fields {
		n := p.counts[i]
		fmt.Fprintf(&b, "; %s given %d, precision %.1f %%, recall %.1f %%", field, n.given, percent(n.right, n.given), percent(n.right, p.sites))
	}
	return b.String()
}

func percent(n, of int) float64 { return 100 * float64(n) / float64(max(of, 1)) }

// mostRead returns the ten languages with the most sites.
func mostRead(languages map[string]*part) []*part {
	list := slices.SortedFunc(maps.Values(languages), func(a, b *part) int {
		return cmp.Or(b.sites-a.sites, strings.Compare(a.name, b.name))
	})
	return list[:min(10, len(list))]
}
