package report

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
)

// scored is an audit with one number in all metrics.
func scored(domain string, value int) audit.Audit {
	a := madeOther(domain, 0)
	for m, s := range a.Scores {
		s.Value = value
		a.Scores[m] = s
	}
	a.OverallAIReadiness = value
	return a
}

func TestSitesAreRankedByReadinessAndEqualsShareAPlace(t *testing.T) {
	p := newPortfolio(batchOf(scored("c", 40), madeFailed(), scored("a", 90), scored("d", 40), scored("e", 10), madePending()))
	var got []string
	for _, s := range p.Sites {
		got = append(got, s.place()+" "+s.Domain)
	}
	if want := []string{"1 a", "2 c", "2 d", "4 e", " gone.example", " slow.example"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestSpreadIsQuartilesOfWhatFinished(t *testing.T) {
	for _, c := range []struct {
		values []int
		want   string
	}{
		{[]int{10, 20, 30, 40, 50}, "10 20 30 40 50"}, {[]int{50, 10, 20, 30}, "10 18 25 35 50"}, {[]int{7, 7, 7}, "7 7 7 7 7"}, {[]int{-5, 0, 300}, "0 0 0 50 100"}, {[]int{1, 2}, ""},
	} {
		list := []audit.Audit{madeFailed()}
		for i, v := range c.values {
			list = append(list, scored(fmt.Sprint("site-", i), v))
		}
		got := ""
		if p := newPortfolio(batchOf(list...)); len(p.Spread) > 0 {
			got = strings.Join(p.Spread[0].Figures(), " ")
		}
		if got != c.want {
			t.Errorf("%v: %q, want %q", c.values, got, c.want)
		}
	}
}

func TestCommonestFaultsAreThoseOfMostSites(t *testing.T) {
	fails := func(id string) audit.Check { return audit.Check{ID: id, Status: audit.Fail, Weight: 1} }
	warns := func(id string) audit.Check { return audit.Check{ID: id, Status: audit.Warn, Weight: 9} }
	list := []audit.Audit{scored("a", 90), scored("b", 80), scored("c", 70)}
	list[0].Checks = []audit.Check{fails("once"), warns("twice, warned"), fails("thrice"), fails("thrice")}
	list[1].Checks = []audit.Check{fails("twice, failed"), warns("twice, warned"), fails("thrice"), {ID: "never", Status: audit.Pass}}
	list[2].Checks = []audit.Check{warns("twice, failed"), warns("thrice")}
	p := newPortfolio(batchOf(list...))
	var got []string
	for _, f := range p.Faults {
		got = append(got, fmt.Sprintf("%s: %s, %s", f.ID, f.count(p.Done, audit.English), f.which(p, 2, audit.English)))
	}
	want := []string{
		"thrice: 3 of 3 (warnings: 1), a, b … and 1 more sites", "twice, failed: 2 of 3 (warnings: 1), b, c", "twice, warned: 2 of 3 (warnings: 2), a, b", "once: 1 of 3, a",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q\nwant %q", got, want)
	}
}

func TestAThousandSitesStayOnePageThatCanBeUsed(t *testing.T) {
	var list []audit.Audit
	for i := range 1000 {
		a := madeCited()
		a.AuditID, a.Domain, a.URL = fmt.Sprint("aud_", i), fmt.Sprintf("site-%d.example", i), fmt.Sprintf("https://site-%d.example/", i)
		a.OverallAIReadiness = i % 101
		list = append(list, a)
	}
	for format, most := range map[string]int{"html": 3 << 20, "markdown": 1 << 20, "table": 1 << 20} {
		out := write(t, format, Document{Batch: batchOf(list...)})
		if len(out) > most {
			t.Errorf("%s: %d bytes", format, len(out))
		}
		for i := range list {
			if !strings.Contains(out, fmt.Sprintf("site-%d.example", i)) {
				t.Fatalf("%s: site %d is missing", format, i)
			}
		}
		if format != "table" && !strings.Contains(out, "The first 50 of 1000 sites follow") {
			t.Errorf("%s doesn't say that most sites are only in the table", format)
		}
		if format == "html" {
			assertSound(t, format, parsed(t, out))
			if n := strings.Count(out, "<article"); n != 50 {
				t.Errorf("%d sites one by one", n)
			}
		}
	}
}
