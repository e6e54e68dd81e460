package compare

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/auditctl/auditctl/internal/fakesite"
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/check"
	"github.com/auditctl/auditctl/pkg/audit/fetch"
	"github.com/auditctl/auditctl/pkg/audit/judge"
	"github.com/auditctl/auditctl/pkg/audit/observatory"
	"github.com/auditctl/auditctl/pkg/audit/page"
	"github.com/auditctl/auditctl/pkg/audit/pipeline"
	"github.com/auditctl/auditctl/pkg/citation"
)

var (
	outcomes  = []audit.Outcome{audit.Pass, audit.Pass, audit.Pass, audit.Warn, audit.Fail, audit.NotAssessed}
	modifying = []int{0, 0, 5, 10, -5, -20, -25}
	grades    = []string{"A+", "A", "B", "C", "F", "T"}
)

// made is a report as auditctl would write it, of verdicts by chance: by the catalogue's checks, or by other rules.
func made(r *rand.Rand, sound float64, version string, all []check.Check) *audit.Report {
	o := &audit.Observatory{}
	points := map[string][]int{}
	for _, test := range slices.Sorted(func(yield func(string) bool) {
		for name := range testedBy {
			if !yield(name) {
				return
			}
		}
	}) {
		t := audit.ObservatoryTest{Name: test}
		if r.Float64() > sound {
			t.Modifier = modifying[r.IntN(len(modifying))]
		}
		o.Tests = append(o.Tests, t)
		points[testedBy[test]] = append(points[testedBy[test]], t.Modifier)
	}
	assessed := make([]check.Assessed, len(all))
	for i := range all {
		f := check.Finding{Status: audit.Pass}
		if r.Float64() > sound {
			f.Status = outcomes[r.IntN(len(outcomes))]
		}
		if all[i].Observatory {
			f.Points = points[all[i].ID]
		}
		assessed[i] = check.Assessed{Check: &all[i], Finding: f}
	}
	report := &audit.Report{RulesVersion: version, References: audit.References{HTTPObservatory: o}}
	if r.IntN(4) > 0 {
		report.References.TLS = &audit.TLSVerdict{Grade: grades[r.IntN(len(grades))], Score: r.IntN(101)}
		check.Rate(assessed, report.References.TLS)
	}
	facts := &page.Facts{}
	if r.IntN(4) == 0 {
		facts.Speed = page.Known(page.Speed{Tool: "Lighthouse", Mobile: &page.LabSpeed{Score: r.IntN(101), Scores: []int{1}}})
	}
	report.Scores = judge.Score(facts, assessed, audit.English)
	for _, a := range assessed {
		report.Checks = append(report.Checks, a.In(audit.English))
	}
	report.OverallAIReadiness = report.Scores[audit.AIReadiness].Value
	return report
}

// voted gives a report's scores a language model's part, as far as their sum is right.
func voted(r *rand.Rand, report *audit.Report) {
	for _, m := range []audit.Metric{audit.GEO, audit.AEO, audit.Design} {
		s := report.Scores[m]
		rubric := s.Value
		s.Rubric, s.Value = &rubric, (rubric+r.IntN(101))/2
		report.Scores[m] = s
	}
}

// otherRules are checks of which some are missing, and some weigh otherwise.
func otherRules(r *rand.Rand) []check.Check {
	all := slices.DeleteFunc(check.All(), func(check.Check) bool { return r.IntN(20) == 0 })
	for i := range all {
		if r.IntN(10) == 0 {
			all[i].Weight = r.IntN(11)
		}
	}
	return all
}

// addsUp holds every metric's parts to its change, to the tenth.
func addsUp(t *testing.T, c Comparison) {
	t.Helper()
	for _, s := range c.Scores {
		var sum Tenths
		for _, p := range s.Parts {
			sum += p.Points
			if p.Points == 0 || p.Origin == "" || p.Kind == ByCheck && p.Check == "" {
				t.Errorf("%s: a part that says nothing: %+v", s.Metric, p)
			}
		}
		if change := Tenths(10 * (s.Is - s.Was)); sum != change || s.Site+s.Rules+s.Other != change {
			t.Errorf("%s went from %d to %d, its parts come to %s: %+v", s.Metric, s.Was, s.Is, sum, s)
		}
	}
}

func of(c Comparison, kind Kind) []Part {
	var found []Part
	for _, s := range c.Scores {
		for _, p := range s.Parts {
			if p.Kind == kind {
				p.Metric = s.Metric
				found = append(found, p)
			}
		}
	}
	return found
}

func TestThePartsOfAnyTwoReportsAddUpAndExplainAll(t *testing.T) {
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 8))
		all, sound := check.All(), float64(r.IntN(10))/10
		was, is := made(r, sound, check.Version, all), made(r, sound, check.Version, all)
		c := Between(was, is, nil)
		addsUp(t, c)
		if rest := of(c, ByUnknown); len(rest) > 0 || c.Bridge != SameRules {
			t.Fatalf("seed %d: %s, unexplained: %+v", seed, c.Bridge, rest)
		}
		for _, s := range c.Scores {
			if s.Rules != 0 {
				t.Errorf("seed %d: %s: the rules are the same, and count %s", seed, s.Metric, s.Rules)
			}
		}
		for _, p := range of(c, ByRounding) {
			if p.Points < -20 || p.Points > 20 { // of ai_readiness: its own and its metrics'
				t.Errorf("seed %d: %s: rounding comes to %s", seed, p.Metric, p.Points)
			}
		}
		back := Between(is, was, nil)
		addsUp(t, back)
		voted(r, is)
		addsUp(t, Between(was, is, nil))
		voted(r, was)
		addsUp(t, Between(was, is, nil))
		old := made(r, sound, "1", otherRules(r))
		addsUp(t, Between(old, is, nil))
		addsUp(t, Between(old, is, was))
		voted(r, old)
		addsUp(t, Between(old, is, nil))
		addsUp(t, Between(old, is, made(r, sound, check.Version, all)))
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

func TestTheObservatorysTestsAllHaveACheck(t *testing.T) {
	known := map[string]bool{}
	for _, c := range check.All() {
		known[c.ID] = c.Observatory
	}
	for _, test := range observatory.Assess(&page.Facts{Pages: []*page.Page{{}}}).Tests {
		if !known[testedBy[test.Name]] {
			t.Errorf("%s counts by %q, which isn't a check of the Observatory's", test.Name, testedBy[test.Name])
		}
	}
}

func TestACheckThatFailsNowTakesItsWeight(t *testing.T) {
	report := func(b audit.Outcome) *audit.Report {
		r := &audit.Report{RulesVersion: check.Version, Scores: map[audit.Metric]audit.Score{}}
		for _, c := range []audit.Check{{ID: "seo.a", Weight: 6, Status: audit.Pass}, {ID: "seo.b", Weight: 2, Status: b}, {ID: "seo.c", Weight: 2, Status: audit.Warn}} {
			c.Metric = audit.SEO
			r.Checks = append(r.Checks, c)
		}
		return r
	}
	was, is := report(audit.Pass), report(audit.Fail)
	was.Scores[audit.SEO], is.Scores[audit.SEO] = audit.Score{Value: 90, Assessed: 3}, audit.Score{Value: 70, Assessed: 3}
	got := Between(was, is, nil)
	seo := got.Score(audit.SEO)
	if want := (Part{Points: -200, Kind: ByCheck, Origin: OfSite, Check: "seo.b"}); len(seo.Parts) != 1 || seo.Parts[0] != want {
		t.Errorf("%+v", seo)
	}
	if len(got.Checks) != 1 || got.Checks[0].Change != New || got.Checks[0].Origin != OfSite {
		t.Errorf("%+v", got.Checks)
	}
}

func TestWhatBecameOfACheck(t *testing.T) {
	for _, c := range []struct {
		was, is audit.Outcome
		want    Verdict
	}{
		{audit.Pass, audit.Fail, New},
		{audit.Warn, audit.Fail, New},
		{audit.NotAssessed, audit.Fail, New},
		{audit.Fail, audit.Pass, Fixed},
		{audit.Fail, audit.Fail, StillFailing},
		{audit.Pass, audit.Warn, Worse},
		{audit.Warn, audit.Pass, Better},
		{audit.Fail, audit.Warn, Better},
		{audit.NotAssessed, audit.Pass, Assessed},
		{audit.Fail, audit.NotAssessed, Unassessed},
		{audit.Warn, audit.Warn, ""},
	} {
		if got := verdict(c.was, c.is); got != c.want {
			t.Errorf("%s to %s is %q, want %q", c.was, c.is, got, c.want)
		}
	}
}

func TestTenthsAreNumbersInJSON(t *testing.T) {
	for tenths, want := range map[Tenths]string{0: "0", 15: "1.5", -200: "-20", -1: "-0.1", 1000: "100"} {
		b, err := json.Marshal(tenths)
		var back Tenths
		if err != nil || string(b) != want || json.Unmarshal(b, &back) != nil || back != tenths {
			t.Errorf("%d is %s, read back as %d (%v)", tenths, b, back, err)
		}
	}
}

// audited reads a site of package fakesite.
func audited(t *testing.T, authority *fakesite.Authority, s *fakesite.Site) *audit.Report {
	t.Helper()
	v, err := fakesite.Serve(t.Context(), s, authority)
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	p := pipeline.New(pipeline.Config{Fetch: fetch.Config{
		AllowPrivate: true, AllowSubmittedPort: true, Roots: authority.Pool(), Resolve: v.Resolve,
	}})
	target, fault := audit.ParseTarget("https://" + s.Host + "/")
	if fault != nil {
		t.Fatal(fault)
	}
	report, err := p.Run(t.Context(), target, audit.English, nil, func(audit.Stage, string) {})
	if err != nil {
		t.Fatal(err)
	}
	return report
}

func TestAPlantedFaultIsNewAndMendingItFixesIt(t *testing.T) {
	authority, err := fakesite.NewAuthority(time.Now())
	if err != nil {
		t.Fatal(err)
	}
	today := time.Now().UTC().Truncate(24 * time.Hour)
	clean := map[string]*audit.Report{}
	for _, name := range fakesite.Names() {
		clean[name] = audited(t, authority, fakesite.New(name, 1, today))
	}
	for _, f := range fakesite.Faults() {
		if f.Ends != "" || f.Name == "long-crawl-delay" { // which is kept to
			continue
		}
		t.Run(f.Name, func(t *testing.T) {
			t.Parallel()
			site := fakesite.New(f.Site, 1, today)
			f.Plant(site)
			sound, spoilt := clean[f.Site], audited(t, authority, site)
			broken, mended := Between(sound, spoilt, nil), Between(spoilt, sound, nil)
			addsUp(t, broken)
			addsUp(t, mended)
			if rest := append(of(broken, ByUnknown), of(mended, ByUnknown)...); len(rest) > 0 {
				t.Errorf("unexplained: %+v", rest)
			}
			for _, id := range f.Expect {
				here, back := find(broken, id), find(mended, id)
				if !slices.Contains([]Verdict{New, Worse, Assessed}, here.Change) || here.Origin != OfSite {
					t.Errorf("%s: %+v", id, here)
				}
				if here.Change == New && here.Was == audit.Pass && back.Change != Fixed {
					t.Errorf("%s mended: %+v", id, back)
				}
			}
		})
	}
}

func find(c Comparison, id string) CheckChange {
	for _, k := range c.Checks {
		if k.ID == id {
			return k
		}
	}
	return CheckChange{}
}

// catalogued is a report whose checks all pass but for those given, and its scores.
func catalogued(version string, all []check.Check, differing map[string]audit.Outcome) *audit.Report {
	assessed := make([]check.Assessed, len(all))
	for i := range all {
		assessed[i] = check.Assessed{Check: &all[i], Finding: check.Finding{Status: audit.Pass}}
		if o, ok := differing[all[i].ID]; ok {
			assessed[i].Finding.Status = o
		}
	}
	r := &audit.Report{RulesVersion: version, Scores: judge.Score(&page.Facts{}, assessed, audit.English), References: audit.References{HTTPObservatory: &audit.Observatory{}}}
	for _, a := range assessed {
		r.Checks = append(r.Checks, a.In(audit.English))
	}
	return r
}

func TestOtherRulesAreToldFromWhatTheSiteDid(t *testing.T) {
	all := check.All()
	older := slices.DeleteFunc(check.All(), func(c check.Check) bool { return c.ID == "seo.html-lang" })
	// By the old rules the description was well; by the new ones it isn't, and the page lost its title since.
	was := catalogued("1", older, map[string]audit.Outcome{"seo.broken-links": audit.Fail})
	bridge := catalogued(check.Version, all, map[string]audit.Outcome{"seo.meta-description": audit.Fail, "seo.html-lang": audit.Fail, "seo.broken-links": audit.Fail})
	is := catalogued(check.Version, all, map[string]audit.Outcome{
		"seo.meta-description": audit.Fail, "seo.html-lang": audit.Fail, "seo.title-present": audit.Fail, "seo.broken-links": audit.Fail,
	})
	for _, c := range []struct {
		bridge             *audit.Report
		want               Bridge
		description, title Origin
	}{
		{bridge, KeptEvidence, OfRules, OfSite},
		{nil, NoBridge, OfSite, OfSite}, // that its criterion is another one, two reports alone don't show
	} {
		got := Between(was, is, c.bridge)
		addsUp(t, got)
		origins := map[string]Origin{}
		for _, p := range got.Score(audit.SEO).Parts {
			origins[p.Check] = p.Origin
		}
		if got.Bridge != c.want || origins["seo.meta-description"] != c.description || origins["seo.title-present"] != c.title || origins["seo.html-lang"] != OfRules {
			t.Errorf("%s: %v", got.Bridge, origins)
		}
		for id, want := range map[string]CheckChange{
			"seo.meta-description": {Change: New, Origin: c.description}, "seo.title-present": {Change: New, Origin: c.title},
			"seo.html-lang": {Change: Appeared, Origin: OfRules}, "seo.broken-links": {Change: StillFailing},
		} {
			if k := find(got, id); k.Change != want.Change || k.Origin != want.Origin {
				t.Errorf("%s, %s: %+v", got.Bridge, id, k)
			}
		}
	}
	if c := Between(is, was, nil); find(c, "seo.html-lang").Change != Gone {
		t.Errorf("%+v", find(c, "seo.html-lang"))
	}
	if c := Between(was, is, was); c.Bridge != NoBridge {
		t.Errorf("a bridge of the old rules is none: %s", c.Bridge)
	}
}

func TestWhatHoldsANumberDownIsAPartOfItsOwn(t *testing.T) {
	all := check.All()
	c := Between(catalogued(check.Version, all, nil), catalogued(check.Version, all, map[string]audit.Outcome{"seo.indexable": audit.Fail}), nil)
	addsUp(t, c)
	for m, want := range map[audit.Metric]Part{
		audit.SEO:         {Kind: ByBound, Origin: OfSite, Check: "seo.indexable"},
		audit.GSO:         {Kind: ByBound, Origin: OfSite, Check: "seo.indexable"},
		audit.AIReadiness: {Kind: ByBound, Origin: OfSite, Metric: audit.GSO},
	} {
		if !slices.ContainsFunc(c.Score(m).Parts, func(p Part) bool { p.Points = 0; return p == want }) {
			t.Errorf("%s: %+v", m, c.Score(m).Parts)
		}
	}
}

func TestAModelsVotesAreAPartOfTheirOwn(t *testing.T) {
	all := check.All()
	was, is := catalogued(check.Version, all, nil), catalogued(check.Version+"+maker:model/1-abc+citations/12345678", all, map[string]audit.Outcome{"geo.about-page": audit.Fail})
	for r, value := range map[*audit.Report]int{was: 90, is: 60} {
		s := r.Scores[audit.GEO]
		rubric := s.Value
		s.Rubric, s.Value = &rubric, value
		r.Scores[audit.GEO] = s
	}
	c := Between(was, is, nil)
	addsUp(t, c)
	parts := c.Score(audit.GEO).Parts
	if len(parts) < 2 || parts[0].Kind != ByModel || parts[0].Origin != OfOther || parts[1].Check != "geo.about-page" || c.Bridge != SameRules || !c.JudgesDiffer {
		t.Errorf("%+v %+v", parts, c)
	}
	lost := 10 * (*is.Scores[audit.GEO].Rubric - 100)
	if half := Tenths(lost / 2); parts[1].Points < half-5 || parts[1].Points > half+5 {
		t.Errorf("the rubric lost %d tenths, of which half counts; the part is %s", lost, parts[1].Points)
	}
}

func TestCitationSharesWithOverlappingIntervalsAreNoChange(t *testing.T) {
	ran := func(named, answers int, low, high float64) *audit.Report {
		p := citation.Pass{Engine: "e", NamedIn: named, QuestionsAnswered: answers, Samples: citation.Samples{Answers: answers, Named: named, Low: low, High: high}}
		return &audit.Report{LiveCitation: &citation.Live{Pass: p}}
	}
	none := &audit.Report{}
	for _, c := range []struct {
		was, is *audit.Report
		want    PassVerdict
	}{
		{ran(1, 8, .02, .47), ran(3, 8, .14, .69), Unclear},
		{ran(0, 40, 0, .09), ran(20, 40, .35, .65), More},
		{ran(20, 40, .35, .65), ran(0, 40, 0, .09), Less},
		{ran(2, 8, .07, .59), ran(4, 16, .1, .5), Same},
		{none, ran(1, 8, .02, .47), Began},
		{ran(1, 8, .02, .47), none, Ended},
		{none, ran(0, 0, 0, 0), Unanswered},
	} {
		got := Between(c.was, c.is, nil).Citations
		if len(got) != 1 || got[0].Pass != "live_citation" || got[0].Change != c.want || got[0].SameEngine != (got[0].Was != nil && got[0].Is != nil) {
			t.Errorf("want %s, got %+v", c.want, got)
		}
	}
	if got := Between(none, none, nil).Citations; len(got) != 0 {
		t.Errorf("%+v", got)
	}
}
