package report

import (
	"bytes"
	"image"
	"image/jpeg"
	"strings"
	"testing"

	"github.com/auditctl/auditctl/internal/golden"
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/citation"
)

// made is a finished audit made by hand, small enough to read: ten scores, one check of every outcome.
func made() audit.Audit {
	tiers := map[audit.Metric]audit.Tier{
		audit.SEO: audit.Measured, audit.AICrawlability: audit.Measured, audit.Security: audit.Measured, audit.Performance: audit.Estimated, audit.LocalVisibility: audit.Estimated,
	}
	scores := map[audit.Metric]audit.Score{}
	for i, m := range audit.Metrics() {
		tier := tiers[m]
		if tier == "" {
			tier = audit.AIEstimate
		}
		scores[m] = audit.Score{Value: 10 * (i + 1), Tier: tier, Source: "Counted by hand.", Assessed: 3, NotAssessed: 1}
	}
	return audit.Audit{
		AuditID: "aud_1", BatchID: "bat_1", URL: "https://bakery.example/", Domain: "bakery.example", Status: audit.Done, Lang: audit.English, CreatedAt: day, FinishedAt: &day,
		Report: &audit.Report{
			OverallAIReadiness: 10, Scores: scores, FinalURL: "https://bakery.example/", AuditedAt: day, RulesVersion: "1",
			Business:   audit.Business{Industry: "Bakery", Type: "local", Name: "Alder Street Bakery", City: "Bath", Country: "GB", Phone: "+441225550142"},
			Summary:    "A bakery in Bath.\n\n1. Write a title.",
			AICitation: &citation.Recall{Pass: citation.Pass{Basis: "model-recall", Engine: "a model", NamedIn: 2, QuestionsAnswered: 5}},
			Notes:      []string{"Two pages were left out."},
			Pages:      []audit.PageRead{{URL: "https://bakery.example/", Status: 200, Kind: "home", Title: "Bread & rolls", Words: 300}},
			Checks: []audit.Check{
				{
					ID: "seo.title", Metric: audit.SEO, Status: audit.Fail, Weight: 5, EvidenceLevel: "A", Title: "Page title", Detail: "The page has no title.", Remedy: "Write one.",
					Evidence: []audit.Evidence{{URL: "https://bakery.example/", Where: "<head>", Excerpt: "<title></title>"}}, Reference: "HTML standard",
				},
				{ID: "sec.csp", Metric: audit.Security, Status: audit.Warn, Weight: 8, EvidenceLevel: "A", Title: "Content policy", Detail: "The policy is loose.", Remedy: "Tighten it.", Reference: "CSP level 3"},
				{ID: "seo.indexable", Metric: audit.SEO, Status: audit.Pass, Weight: 10, EvidenceLevel: "A", Title: "Indexing", Detail: "Nothing keeps it out.", Reference: "RFC 9309"},
				{ID: "aeo.faq", Metric: audit.AEO, Status: audit.NotAssessed, Reason: "too_few_pages", Weight: 2, EvidenceLevel: "C", Title: "Questions", Detail: "One page was read.", Reference: "a study"},
			},
		},
	}
}

func madeFailed() audit.Audit {
	return audit.Audit{
		AuditID: "aud_2", BatchID: "bat_1", URL: "https://gone.example/", Domain: "gone.example", Status: audit.Failed, Lang: audit.English, CreatedAt: day, FinishedAt: &day,
		Error: &audit.Failure{Code: audit.CodeDNSNotFound, Message: "the host name has no address in DNS; check its spelling"},
	}
}

func write(t testing.TB, format string, d Document) string {
	t.Helper()
	f, err := Lookup(format)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := f.Write(t.Context(), &b, d); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func batchOf(audits ...audit.Audit) audit.Batch { return audit.NewBatch("bat_1", audits) }

func TestReportsMadeByHand(t *testing.T) {
	for name, b := range map[string]audit.Batch{"done": batchOf(made()), "failed": batchOf(madeFailed()), "batch": batchOf(made(), madeFailed())} {
		for file, d := range map[string]struct {
			format string
			Document
		}{
			".txt": {"table", Document{Batch: b, Width: 100}}, ".json": {"json", Document{Batch: b}}, ".csv": {"csv", Document{Batch: b}},
			".en.md": {"markdown", Document{Batch: b, Lang: audit.English}}, ".fr.md": {"markdown", Document{Batch: b, Lang: audit.French}},
		} {
			t.Run(name+file, func(t *testing.T) { golden.Check(t, "made/"+name+file, write(t, d.format, d.Document)) })
		}
	}
}

func TestABatchReadsAsBefore(t *testing.T) {
	b := batchOf(made(), madeFailed(), madeOther("cafe.example", 15), madeOther("inn.example", 40))
	golden.Check(t, "made/portfolio.txt", write(t, "table", Document{Batch: b, Width: 100}))
	for _, lang := range audit.Langs() {
		golden.Check(t, "made/portfolio."+string(lang)+".md", write(t, "markdown", Document{Batch: b, Lang: lang}))
	}
}

func TestOneAuditIsAnObjectAndSeveralAreABatch(t *testing.T) {
	left := batchOf(made(), madeFailed())
	left.Audits = left.Audits[:1] // the other had not finished when the batch was interrupted
	for name, c := range map[string]struct {
		batch audit.Batch
		want  string
	}{
		"one": {batchOf(made()), `{"audit_id":`}, "several": {batchOf(made(), madeFailed()), `{"success":`}, "one left of several": {left, `{"success":`},
	} {
		out := strings.Join(strings.Fields(write(t, "json", Document{Batch: c.batch})), "")
		if !strings.HasPrefix(out, c.want) {
			t.Errorf("%s: %.40s", name, out)
		}
	}
	lines := strings.Split(strings.TrimSpace(write(t, "jsonl", Document{Batch: batchOf(made(), madeFailed())})), "\n")
	if len(lines) != 2 || !strings.HasPrefix(lines[0], `{"audit_id":"aud_1"`) || !strings.HasPrefix(lines[1], `{"audit_id":"aud_2"`) {
		t.Errorf("lines: %q", lines)
	}
}

func TestFormatsAreLookedUpByName(t *testing.T) {
	for _, f := range Formats() {
		if found, err := Lookup(f.Name); err != nil || found.Name != f.Name {
			t.Errorf("%s: %v", f.Name, err)
		}
	}
	if _, err := Lookup("x\x1bml"); err == nil || strings.ContainsRune(err.Error(), 0x1b) || !strings.Contains(err.Error(), "use one of: table, json") {
		t.Errorf("an unknown format: %v", err)
	}
}

func TestCostliestFindingComesFirst(t *testing.T) {
	heavy := audit.Check{ID: "warning, weight 10", Status: audit.Warn, Weight: 10}
	shared := audit.Check{ID: "failure, weight 2 and 4 more elsewhere", Status: audit.Fail, Weight: 2, Also: []audit.Share{{Metric: audit.GSO, Weight: 4}}}
	equal := audit.Check{ID: "failure, weight 5", Status: audit.Fail, Weight: 5}
	small := audit.Check{ID: "failure, weight 0", Status: audit.Fail}
	got := findings([]audit.Check{{ID: "pass", Status: audit.Pass, Weight: 9}, small, heavy, equal, shared})
	for i, want := range []string{shared.ID, equal.ID, heavy.ID, small.ID} {
		if got[i].ID != want {
			t.Errorf("place %d: %s, want %s", i, got[i].ID, want)
		}
	}
	if len(got) != 4 {
		t.Errorf("%d findings", len(got))
	}
}

// madeWhole is made with everything that a report can have, and the audit of the site before.
func madeWhole() (is, was audit.Audit) {
	is = madeCited()
	is.Steps = []audit.Step{
		{Checks: []string{"seo.title"}, Title: "Page title", Action: "Write one.", Effort: audit.Small, Gains: map[audit.Metric]float64{audit.AIReadiness: 1.5, audit.SEO: 20}},
		{Checks: []string{"sec.csp"}, Title: "Content policy", Action: "Tighten it.", Effort: audit.Large, Gains: map[audit.Metric]float64{audit.Security: 8}},
	}
	is.References.Crawlers = &audit.CrawlerMatrix{Note: "Names were tried from here.", Crawlers: []audit.CrawlerAccess{
		{Token: "GPTBot", Operator: "OpenAI", Class: "train", Robots: &audit.CrawlerRule{Allowed: true}, Effect: "Nothing."},
		{Token: "OAI-SearchBot", Operator: "OpenAI", Class: "search", Robots: &audit.CrawlerRule{Line: 2, Rule: "Disallow: /"}, Probe: &audit.CrawlerProbe{Status: 403, Received: "turned_away"}, Effect: "Being named."},
	}}
	was = madeCited()
	was.AuditID, was.AuditedAt = "aud_0", day.AddDate(0, -2, 0)
	was.OverallAIReadiness = 5
	for m, s := range was.Scores {
		s.Value /= 2
		was.Scores[m] = s
	}
	was.Checks[0].Status, was.Checks[1].Status, was.Checks[2].Status = audit.Pass, audit.Warn, audit.Fail
	return is, was
}

// square is a logo.
const square = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="#ffb000"/></svg>`

// picture is a screenshot.
func picture() []byte {
	var b bytes.Buffer
	_ = jpeg.Encode(&b, image.NewGray(image.Rect(0, 0, 64, 40)), nil)
	return b.Bytes()
}
