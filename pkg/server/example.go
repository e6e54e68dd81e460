package server

import (
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
)

// What the examples of the document speak of.
const (
	exampleAuditID   = "aud_01k0m3x8q4e7trv5a9c2d6f0gh"
	exampleBatchID   = "bat_01k0m3x8q4e7trv5a9c2d6f0gg"
	exampleRequestID = "req_mzxw6ytboi3dkojqgezdgnbvgy"
)

func exampleTime() time.Time { return time.Date(2026, time.November, 21, 9, 30, 0, 0, time.UTC) }

func examplePending() audit.Audit {
	return audit.Audit{
		AuditID: "aud_01k0m3x8q4e7trv5a9c2d6f0gj", BatchID: exampleBatchID, URL: "https://example.org/shop", Domain: "example.org", Status: audit.Pending,
		Lang: audit.English, CreatedAt: exampleTime(),
	}
}

func exampleFailed() audit.Audit {
	finished := exampleTime().Add(4 * time.Second)
	return audit.Audit{
		AuditID: "aud_01k0m3x8q4e7trv5a9c2d6f0gk", BatchID: exampleBatchID, URL: "https://no-such-site.example/", Domain: "no-such-site.example", Status: audit.Failed,
		Lang: audit.English, CreatedAt: exampleTime(), FinishedAt: &finished,
		Error: &audit.Failure{Code: audit.CodeDNSNotFound, Message: "There is no site of this name; check its spelling."},
	}
}

func exampleDone(checks bool) audit.Audit {
	finished := exampleTime().Add(34 * time.Second)
	values := []int{71, 82, 90, 64, 75, 68, 59, 66, 73, 40}
	scores := map[audit.Metric]audit.Score{}
	for i, m := range audit.Metrics() {
		s := audit.Score{Value: values[i], Tier: audit.AIEstimate, Source: "Built-in rubric, version 1.", Assessed: 12}
		switch m {
		case audit.SEO, audit.AICrawlability, audit.Security:
			s.Tier, s.Source = audit.Measured, "Read from the live pages, rules version 1."
		case audit.Performance, audit.LocalVisibility:
			s.Tier, s.Source = audit.Estimated, "Proxy signals of the pages, rules version 1."
		}
		scores[m] = s
	}
	a := audit.Audit{
		AuditID: exampleAuditID, BatchID: exampleBatchID, URL: "https://www.example.com/", Domain: "example.com", Status: audit.Done, Lang: audit.English,
		CreatedAt: exampleTime(), FinishedAt: &finished,
		Report: &audit.Report{
			OverallAIReadiness: 71, Scores: scores,
			Business: audit.Business{Industry: "Bakery", Type: "local", Name: "Example Bakery", City: "Lyon", Country: "FR", Language: "fr"},
			Summary:  "Example Bakery is easy to read for assistants; prices and opening hours are missing.",
			Steps: []audit.Step{{
				Checks: []string{"local.opening-hours"}, Title: "Opening hours in text and structured data", Action: "Show the hours as text, and give the same in openingHoursSpecification.",
				Effort: audit.Medium, Gains: map[audit.Metric]float64{audit.LocalVisibility: 12.5},
			}},
			FinalURL: "https://www.example.com/", AuditedAt: finished, RulesVersion: "1", Notes: []string{},
			Pages:   []audit.PageRead{{URL: "https://www.example.com/", Status: 200, Kind: "home", Title: "Example Bakery", Words: 412}},
			Timings: audit.Timings{DNS: 12, Connect: 18, TLS: 31, FirstByte: 95, Body: 8, Total: 2140},
		},
	}
	if checks {
		a.Checks = []audit.Check{{
			ID: "seo.title-present", Metric: audit.SEO, Status: audit.Pass, Weight: 3, EvidenceLevel: "A", Title: "Every page has a title", Detail: "1 of 1 pages has one.",
			Evidence:  []audit.Evidence{{URL: "https://www.example.com/", Where: "title", Excerpt: "Example Bakery"}},
			Reference: "https://html.spec.whatwg.org/multipage/semantics.html#the-title-element",
		}}
	}
	return a
}

func exampleReceipt() audit.Receipt {
	return audit.Receipt{
		Success: true, BatchID: exampleBatchID, Count: 3, Metered: 1, Quota: audit.NewQuota(audit.IndividualLimit, 13),
		Audits: []audit.Entry{
			{URL: "https://www.example.com/", AuditID: exampleAuditID, Status: audit.Done, Cached: true},
			{URL: "https://example.org/shop", AuditID: "aud_01k0m3x8q4e7trv5a9c2d6f0gj", Status: audit.Pending},
			{
				URL: "ftp://example.net/", AuditID: "aud_01k0m3x8q4e7trv5a9c2d6f0gm", Status: audit.Invalid,
				Error: &audit.Failure{Code: audit.CodeSchemeNotAllowed, Message: "Only http and https addresses can be audited."},
			},
		},
	}
}

func exampleBatchPage() audit.BatchPage {
	return audit.BatchPage{Success: true, Batches: []audit.BatchHead{{
		BatchID: exampleBatchID, CreatedAt: exampleTime(), Lang: audit.English, Total: 3, Completed: 1, Pending: 1, Failed: 1, FirstURL: "https://www.example.com/",
	}}}
}

func exampleCSV() string {
	return "url,domain,audit_id,status,cached,ai_readiness,…\r\nhttps://www.example.com/,example.com," + exampleAuditID + ",done,false,71,…\r\n"
}
