// Package storetest is the promise that every store driver keeps: one suite, which a driver's test calls with a way to open an empty store.
package storetest

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/store"
)

// Exercise runs the suite. open gives a new, empty store each time it is called.
func Exercise(t *testing.T, open func(t *testing.T) store.Store) {
	for name, test := range map[string]func(*testing.T, store.Store){
		"a batch comes back as it was accepted, in its order":    keepsOrder,
		"a finished audit comes back whole":                      keepsReport,
		"the first result of an audit stands":                    firstResultStands,
		"an accepted batch is all there or not at all":           acceptsWhole,
		"an unknown id is not_found":                             unknownID,
		"lists are newest first, bounded, and by domain":         lists,
		"a fresh audit serves what the specification lets it":    serves,
		"many writers and readers at once lose and tear nothing": concurrent,
	} {
		t.Run(name, func(t *testing.T) { test(t, open(t)) })
	}
}

var noon = time.Date(2026, 11, 21, 12, 0, 0, 123456000, time.UTC)

// pending makes an audit as a submission does; ids are ordered by n.
func pending(batch string, n int, url, domain string) audit.Audit {
	return audit.Audit{AuditID: fmt.Sprintf("aud_%s_%04d", batch, n), BatchID: batch, URL: url, Domain: domain, Status: audit.Pending, Lang: audit.English, CreatedAt: noon}
}

// finished gives the audit a report.
func finished(a audit.Audit, at time.Time) audit.Audit {
	a.Status, a.FinishedAt = audit.Done, &at
	a.Report = &audit.Report{
		OverallAIReadiness: 61, Scores: map[audit.Metric]audit.Score{audit.SEO: {Value: 80, Tier: audit.Measured, Source: "Été, “quoted”", Assessed: 12, NotAssessed: 3}},
		Business: audit.Business{Industry: "Bakery", Type: "local", Name: "Chez Zoé", SameAs: []string{"https://social.example/zoe"}},
		Summary:  "Une phrase.\nUne autre.", FinalURL: a.URL, AuditedAt: at, RulesVersion: "1", Notes: []string{"a note"},
		Pages:  []audit.PageRead{{URL: a.URL, Status: 200, Kind: "home", Title: "Chez Zoé", Words: 320}},
		Checks: []audit.Check{{ID: "seo.title-present", Metric: audit.SEO, Status: audit.Pass, Weight: 5, Title: "Title", Detail: "…", Evidence: []audit.Evidence{{URL: a.URL, Where: "title", Excerpt: "Chez Zoé"}}}},
	}
	return a
}

func accept(t *testing.T, s store.Store, id string, audits ...audit.Audit) {
	t.Helper()
	if err := s.Accept(context.Background(), store.Batch{ID: id, Lang: audit.English, CreatedAt: noon, Audits: audits}); err != nil {
		t.Fatal(err)
	}
}

func finish(t *testing.T, s store.Store, a audit.Audit) {
	t.Helper()
	if err := s.Finish(context.Background(), a); err != nil {
		t.Fatal(err)
	}
}

func same(t *testing.T, got, want any) {
	t.Helper()
	if d := cmp.Diff(want, got); d != "" {
		t.Fatalf("want (-), got (+):\n%s", d)
	}
}

func keepsOrder(t *testing.T, s store.Store) {
	at := noon
	audits := []audit.Audit{pending("bat_1", 3, "https://c.example/", "c.example"), pending("bat_1", 1, "https://a.example/", "a.example")}
	refused := pending("bat_1", 2, "ftp://b.example", "")
	refused.Status, refused.FinishedAt, refused.Error = audit.Invalid, &at, &audit.Failure{Code: audit.CodeSchemeNotAllowed, Message: "only http and https"}
	audits = append(audits, refused)
	accept(t, s, "bat_1", audits...)
	got, err := s.Batch(context.Background(), "bat_1")
	if err != nil {
		t.Fatal(err)
	}
	same(t, got, audits)
}

func keepsReport(t *testing.T, s store.Store) {
	a := pending("bat_1", 1, "https://a.example/", "a.example")
	accept(t, s, "bat_1", a)
	want := finished(a, noon.Add(time.Minute))
	finish(t, s, want)
	got, err := s.Audit(context.Background(), a.AuditID)
	if err != nil {
		t.Fatal(err)
	}
	same(t, *got, want)
}

func firstResultStands(t *testing.T, s store.Store) {
	a := pending("bat_1", 1, "https://a.example/", "a.example")
	accept(t, s, "bat_1", a)
	first := finished(a, noon.Add(time.Minute))
	finish(t, s, first)
	late, at := a, noon.Add(time.Hour)
	late.Status, late.FinishedAt, late.Error = audit.Failed, &at, &audit.Failure{Code: audit.CodeTimeout, Message: "too late"}
	finish(t, s, late)
	got, err := s.Audit(context.Background(), a.AuditID)
	if err != nil {
		t.Fatal(err)
	}
	same(t, *got, first)
}

func acceptsWhole(t *testing.T, s store.Store) {
	twice := pending("bat_1", 1, "https://a.example/", "a.example")
	err := s.Accept(context.Background(), store.Batch{ID: "bat_1", Lang: audit.English, CreatedAt: noon, Audits: []audit.Audit{twice, twice}})
	if err == nil {
		t.Fatal("two audits with one id were accepted")
	}
	if _, err := s.Batch(context.Background(), "bat_1"); audit.CodeOf(err) != audit.CodeNotFound {
		t.Fatalf("a part of the refused batch is there: %v", err)
	}
}

func unknownID(t *testing.T, s store.Store) {
	_, err := s.Audit(context.Background(), "aud_unknown")
	if audit.CodeOf(err) != audit.CodeNotFound {
		t.Errorf("audit: %v", err)
	}
	_, err = s.Batch(context.Background(), "bat_unknown")
	if audit.CodeOf(err) != audit.CodeNotFound {
		t.Errorf("batch: %v", err)
	}
}

func lists(t *testing.T, s store.Store) {
	ctx := context.Background()
	for n := 1; n <= 3; n++ {
		id := fmt.Sprintf("bat_%d", n)
		a, b := pending(id, 1, "https://a.example/", "a.example"), pending(id, 2, "https://b.example/", "b.example")
		accept(t, s, id, a, b)
		finish(t, s, finished(a, noon))
	}
	all, err := s.Audits(ctx, audit.Query{Limit: 3})
	if err != nil || len(all) != 3 || all[0].AuditID != "aud_bat_3_0002" || all[2].AuditID != "aud_bat_2_0002" {
		t.Fatalf("newest three: %v, %v", all, err)
	}
	one, err := s.Audits(ctx, audit.Query{Domain: "a.example"})
	if err != nil || len(one) != 3 || one[0].AuditID != "aud_bat_3_0001" {
		t.Fatalf("one domain: %v, %v", one, err)
	}
	if one[0].Report == nil || one[0].Scores[audit.SEO].Value != 80 || one[0].Checks != nil {
		t.Errorf("a listed audit has its scores and no checks: %+v", one[0].Report)
	}
	heads, err := s.Batches(ctx, 2)
	if err != nil {
		t.Fatal(err)
	}
	want := audit.BatchHead{BatchID: "bat_3", CreatedAt: noon, Lang: audit.English, Total: 2, Completed: 1, Pending: 1, FirstURL: "https://a.example/"}
	if len(heads) != 2 {
		t.Fatalf("%d heads", len(heads))
	}
	same(t, heads[0], want)
}

func serves(t *testing.T, s store.Store) {
	root := finished(pending("bat_1", 1, "https://root.example/", "root.example"), noon)
	inner := finished(pending("bat_1", 2, "https://inner.example/shop", "inner.example"), noon)
	cut := finished(pending("bat_1", 3, "https://cut.example/", "cut.example"), noon)
	cut.Truncated = true
	older := finished(pending("bat_1", 4, "https://root.example/", "root.example"), noon.Add(-time.Hour))
	var accepted []audit.Audit
	for _, a := range []audit.Audit{root, inner, cut, older} {
		a.Status, a.Report, a.FinishedAt = audit.Pending, nil, nil
		accepted = append(accepted, a)
	}
	accept(t, s, "bat_1", accepted...)
	for _, a := range []audit.Audit{root, inner, cut, older} {
		finish(t, s, a)
	}
	day := noon.Add(-24 * time.Hour)
	for name, row := range map[string]struct {
		key  store.FreshKey
		want string
	}{
		"a front page serves any address of its domain": {store.FreshKey{Domain: "root.example", URL: "https://root.example/about", Lang: "en", Rules: "1", Since: day}, root.AuditID},
		"not in another language":                       {store.FreshKey{Domain: "root.example", URL: "https://root.example/", Lang: "fr", Rules: "1", Since: day}, ""},
		"not by other rules":                            {store.FreshKey{Domain: "root.example", URL: "https://root.example/", Lang: "en", Rules: "2", Since: day}, ""},
		"not when older":                                {store.FreshKey{Domain: "root.example", URL: "https://root.example/", Lang: "en", Rules: "1", Since: noon.Add(time.Second)}, ""},
		"exactly as old will do":                        {store.FreshKey{Domain: "root.example", URL: "https://root.example/", Lang: "en", Rules: "1", Since: noon}, root.AuditID},
		"another page serves its own address":           {store.FreshKey{Domain: "inner.example", URL: "https://inner.example/shop", Lang: "en", Rules: "1", Since: day}, inner.AuditID},
		"and no other":                                  {store.FreshKey{Domain: "inner.example", URL: "https://inner.example/", Lang: "en", Rules: "1", Since: day}, ""},
		"a truncated one serves nobody":                 {store.FreshKey{Domain: "cut.example", URL: "https://cut.example/", Lang: "en", Rules: "1", Since: day}, ""},
	} {
		got, err := s.Fresh(context.Background(), row.key)
		id := ""
		if got != nil {
			id = got.AuditID
		}
		if err != nil || id != row.want {
			t.Errorf("%s: got %q (%v), want %q", name, id, err, row.want)
		}
	}
}

func concurrent(t *testing.T, s store.Store) {
	const writers, each = 8, 10
	ctx := context.Background()
	var wg sync.WaitGroup
	for w := range writers {
		wg.Go(func() {
			for n := range each {
				id := fmt.Sprintf("bat_%d_%d", w, n)
				a := pending(id, 1, "https://a.example/", "a.example")
				if err := s.Accept(ctx, store.Batch{ID: id, Lang: audit.English, CreatedAt: noon, Audits: []audit.Audit{a}}); err != nil {
					t.Error(err)
				}
				if _, err := s.Batch(ctx, id); err != nil {
					t.Error(err)
				}
				if err := s.Finish(ctx, finished(a, noon)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	all, err := s.Audits(ctx, audit.Query{Limit: 1000})
	if err != nil || len(all) != writers*each {
		t.Fatalf("%d audits, %v; want %d", len(all), err, writers*each)
	}
	for _, a := range all {
		if a.Status != audit.Done {
			t.Errorf("%s is %s", a.AuditID, a.Status)
		}
	}
}
