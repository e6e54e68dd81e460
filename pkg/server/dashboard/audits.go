package dashboard

import (
	"bytes"
	"cmp"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/report"
)

const auditsPath = "/dashboard/audits"

// auditList is a page of the list of audits.
type auditList struct {
	Search field
	Domain string // that was searched; empty where all are listed
	Rows   []row
	First  bool   // the newest are on it
	Older  string // path of the page after; empty on the last
}

// older is the path of the page after.
func older(path, domain, cursor string) string {
	values := url.Values{"cursor": {cursor}}
	if domain != "" {
		values.Set("domain", domain)
	}
	return path + "?" + values.Encode()
}

// searched reads what stands in a search field as audits' domains are written: an address as it is copied from a browser will do.
func searched(text string) (domain string, ok bool) {
	text = strings.TrimSpace(text)
	if text == "" {
		return "", true
	}
	target, fault := audit.ParseTarget(text)
	if fault != nil {
		return "", false
	}
	return target.Domain, true
}

func (d *dashboard) audits(x *exchange) error {
	query := x.r.URL.Query()
	domain, ok := searched(query.Get("domain"))
	p := auditList{
		Domain: domain, First: query.Get("cursor") == "",
		Search: field{
			Name: "domain", Label: x.say("field.domain"), Kind: "search",
			Value: cmp.Or(domain, audit.WithoutCredentials(query.Get("domain"))), Fill: "off", Longest: audit.MaxURLLength,
		},
	}
	shown := page{name: "audits", section: auditsPath, title: "audits"}
	if !ok {
		p.Search.Error, p.Search.Focus = x.say("fault.domain"), true
		shown.data, shown.status, shown.faulty = p, http.StatusUnprocessableEntity, true
		return x.show(shown)
	}
	list, next, err := x.service().EncodedAudits(x.r.Context(), audit.Query{Domain: domain, Limit: pageSize, Cursor: query.Get("cursor")})
	if err != nil {
		return err
	}
	if p.Rows, err = rows(list); err != nil {
		return err
	}
	if next != "" {
		p.Older = older(auditsPath, domain, next)
	}
	shown.data = p
	return x.show(shown)
}

// auditPage is one audit.
type auditPage struct {
	row
	Scores  []score
	Summary []string // paragraphs
	Again   []field  // of the form that audits the address once more
	Formats []string
}

func (x *exchange) ownAudit() (*audit.Audit, error) {
	id, err := x.pathID()
	if err != nil {
		return nil, err
	}
	return x.service().Audit(x.r.Context(), id)
}

func (d *dashboard) audit(x *exchange) error {
	a, err := x.ownAudit()
	if err != nil {
		return err
	}
	p := auditPage{row: newRow(*a), Again: []field{
		{Name: "urls", Kind: "hidden", Value: a.URL},
		{Name: "lang", Kind: "hidden", Value: string(a.Lang)},
		{Name: "refresh", Kind: "hidden", Value: "on"},
		{Name: "nonce", Kind: "hidden", Value: nonce()},
	}}
	if p.Readiness != nil {
		p.Scores, p.Formats = scores(a.Report, x.lang), formats(x.Print != nil)
		for line := range strings.Lines(a.Summary) {
			if line = strings.TrimSpace(line); line != "" {
				p.Summary = append(p.Summary, line)
			}
		}
	}
	return x.show(page{name: "audit", section: auditsPath, heading: cmp.Or(a.Domain, a.URL), data: p})
}

func (d *dashboard) auditProgress(x *exchange) error {
	id, err := x.pathID()
	if err != nil {
		return err
	}
	a, err := x.service().Audit(x.r.Context(), id)
	if err != nil {
		return err
	}
	return x.part("audit-progress", auditPage{row: newRow(*a)})
}

// document is a report's format, as browsers get it.
type document struct {
	kind      string // media type
	extension string // of the file that it is saved as; empty where a browser shows it
}

func documents() map[string]document {
	return map[string]document{
		"html": {kind: "text/html; charset=utf-8"}, "pdf": {kind: "application/pdf", extension: "pdf"}, "csv": {kind: "text/csv; charset=utf-8", extension: "csv"},
		"json": {kind: "application/json", extension: "json"}, "markdown": {kind: "text/markdown; charset=utf-8", extension: "md"},
	}
}

// formats lists the formats that pages offer.
func formats(print bool) []string {
	if print {
		return []string{"html", "pdf", "csv", "json", "markdown"}
	}
	return []string{"html", "csv", "json", "markdown"}
}

func (d *dashboard) auditReport(x *exchange) error {
	a, err := x.ownAudit()
	if err != nil {
		return err
	}
	return x.document(a.AuditID, audit.NewBatch(a.BatchID, []audit.Audit{*a}))
}

// document answers with the report of a batch that has ended, in the format that was asked for.
func (x *exchange) document(id string, batch audit.Batch) error {
	name := cmp.Or(x.r.URL.Query().Get("format"), "html")
	kind, ok := documents()[name]
	if !ok || !slices.Contains(formats(x.Print != nil), name) {
		return audit.Errorf(audit.CodeNotFound, "")
	}
	if batch.Pending > 0 {
		return audit.Errorf(audit.CodeAuditPending, "")
	}
	format, err := report.Lookup(name)
	if err != nil {
		return err
	}
	doc := report.Document{Batch: batch, Lang: x.lang, Brand: x.Brand, Print: x.Print}
	if len(batch.Audits) > 0 {
		doc.Lang = batch.Audits[0].Lang
	}
	if err := format.Complete(x.r.Context(), x.service(), &doc); err != nil {
		return err
	}
	var b bytes.Buffer
	if err := format.Write(report.ForAccount(x.r.Context(), x.account.ID), &b, doc); err != nil {
		return fmt.Errorf("writing the report of %s: %w", id, err)
	}
	if name == "html" {
		x.w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src '"+report.HTMLStyleHash(x.Brand)+"'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
	}
	if kind.extension != "" {
		x.attach(id + "." + kind.extension)
	}
	x.send(kind.kind, b.Bytes(), http.StatusOK)
	return nil
}

// attach has the browser save the answer under a name of ours.
func (x *exchange) attach(name string) {
	x.w.Header().Set("Content-Disposition", `attachment; filename="`+name+`"`)
}

func (d *dashboard) deleteAudit(x *exchange) error {
	id, err := x.pathID()
	if err != nil {
		return err
	}
	if err := x.service().Delete(x.r.Context(), id); err != nil {
		return err
	}
	return x.done("audit-deleted", auditsPath)
}

// historyPage is a domain over time.
type historyPage struct {
	Domain string
	Charts []chart
	Heads  []metricHead
	Rows   []historyRow // the newest first
	Rules  bool         // the version of the rules changed on the way
	More   bool         // there are older audits
}

type metricHead struct{ Name, Short string }

// historyRow is one report of a domain.
type historyRow struct {
	audit.Audit
	Scores []*score // in the order of the metrics; nil where it has none
}

// longestHistory is how many audits a history looks back.
const longestHistory = 100

func (d *dashboard) history(x *exchange) error {
	domain, ok := searched(x.r.URL.Query().Get("domain"))
	if !ok || domain == "" {
		return audit.Errorf(audit.CodeNotFound, "")
	}
	list, err := x.service().Audits(x.r.Context(), audit.Query{Domain: domain, Limit: longestHistory})
	if err != nil {
		return err
	}
	if len(list.Audits) == 0 {
		return audit.Errorf(audit.CodeNotFound, "")
	}
	p := historyPage{Domain: domain, More: list.NextCursor != ""}
	for _, m := range audit.Metrics() {
		p.Heads = append(p.Heads, metricHead{report.MetricName(m, x.lang), report.MetricHead(m)})
	}
	var reports []audit.Audit // the oldest first
	for _, a := range slices.Backward(list.Audits) {
		if a.Status != audit.Done || a.Report == nil || slices.ContainsFunc(reports, func(b audit.Audit) bool { return b.AuditedAt.Equal(a.AuditedAt) }) {
			continue // a stored report that answered again is no new one
		}
		reports = append(reports, a)
	}
	slices.SortStableFunc(reports, func(a, b audit.Audit) int { return a.AuditedAt.Compare(b.AuditedAt) })
	p.Charts = charts(reports, x.lang)
	for i, a := range slices.Backward(reports) {
		p.Rules = p.Rules || i > 0 && reports[i-1].RulesVersion != a.RulesVersion
		one := historyRow{Audit: a}
		for _, m := range audit.Metrics() {
			var shown *score
			if kept, ok := a.Scores[m]; ok {
				s := newScore(kept.Value)
				shown = &s
			}
			one.Scores = append(one.Scores, shown)
		}
		p.Rows = append(p.Rows, one)
	}
	return x.show(page{name: "history", section: auditsPath, heading: domain, data: p})
}
