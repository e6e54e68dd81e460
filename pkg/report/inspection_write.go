package report

import (
	"cmp"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/business"
)

// WriteInspection writes what was read, as table, json or markdown; width is the terminal's in columns, or 0 without a terminal. An
// inspection quotes markup and headers as the site wrote them, so credentials are masked in the whole text.
func WriteInspection(w io.Writer, v Inspection, format string, width int) error {
	var b strings.Builder
	var err error
	switch format {
	case "json":
		err = WriteJSON(&b, v)
	case "markdown":
		b.WriteString(inspectionMarkdown(v))
	case "table":
		err = inspectionTable(&b, v, width)
	default:
		err = fmt.Errorf("unknown format %q; use table, json or markdown", audit.Printable(format))
	}
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, audit.MaskCredentials(b.String()))
	return err
}

// rows are the facts of an inspection that fit on a line.
func (v Inspection) rows() [][]string {
	yes := map[bool]string{true: "yes", false: "no"}
	rows := [][]string{
		{"Address", v.FinalURL},
		{"Status", fmt.Sprintf("%d %s, %d bytes, %d on the wire %s", v.Status, v.Proto, v.Bytes, v.WireBytes, v.ContentEncoding)},
	}
	for _, r := range v.Redirects {
		rows = append(rows, []string{"Redirect", fmt.Sprintf("%d %s → %s", r.Status, r.From, r.To)})
	}
	rows = append(rows,
		[]string{"Indexable", strings.Join(append([]string{yes[v.Indexable]}, v.NotIndexable...), "; ")},
		[]string{"Title", v.Title}, []string{"Description", v.MetaDescription}, []string{"Canonical", v.Canonical},
		[]string{"Language", fmt.Sprintf("declared %q, detected %q, charset %s (%s)", v.Lang, v.DetectedLang, v.Charset.Used, v.Charset.Source)},
		[]string{"H1", strings.Join(v.H1, " | ")},
		[]string{"Words", fmt.Sprintf("%d in the main content, %d visible, needs JavaScript: %s", v.WordCount, v.VisibleWords, yes[v.NeedsRender])},
	)
	rows = append(rows, businessRows(v.Business)...)
	if r := v.Rendered; r != nil {
		changed := "nothing of title, canonical, robots, h1"
		if len(r.Differences) > 0 {
			changed = strings.Join(r.Differences, ", ")
		}
		rows = append(rows, []string{"In a browser", fmt.Sprintf("%d words visible, %d%% of the text stands in the HTML as sent; JavaScript changes: %s",
			r.After.VisibleWords, int(100*r.TextShare), changed)})
	}
	rows = append(rows,
		[]string{"Links", fmt.Sprintf("%d internal, %d external, %d that crawlers can't follow", v.Links.Internal, v.Links.External, len(v.Links.Uncrawlable))},
		[]string{"Images", fmt.Sprintf("%d, %d without alt", v.Images.Total, v.Images.MissingAlt)},
		[]string{"Structured data", v.types()},
	)
	for _, e := range v.StructuredFault {
		rows = append(rows, []string{"Markup fault", fmt.Sprintf("%s block %d: %s", e.Format, e.Block, e.Detail)})
	}
	for _, h := range v.Hreflang {
		rows = append(rows, []string{"Hreflang", h.Lang + " " + h.Href})
	}
	rows = append(rows, []string{"robots.txt", fmt.Sprintf("%d, %d faults, %d sitemaps named", v.Robots.Status, len(v.Robots.Errors), len(v.Robots.Sitemaps))})
	for _, s := range v.Sitemaps {
		rows = append(rows, []string{"Sitemap", strings.TrimSpace(fmt.Sprintf("%s: %d %s, %d entries %s", s.URL, s.Status, s.Form, s.Entries, s.Error))})
	}
	rows = append(rows, []string{"llms.txt", fmt.Sprintf("found: %s, status %d, %d links", yes[v.LLMsTxt.Found], v.LLMsTxt.Status, v.LLMsTxt.Links)})
	if t := v.TLS; t != nil {
		rows = append(rows, []string{"TLS", strings.TrimSpace(fmt.Sprintf("%s %s %s, valid: %s %s", t.Version, t.Suite, t.ALPN, yes[t.Valid], t.Fault))})
	}
	for _, n := range v.Notes {
		rows = append(rows, []string{"Note", n})
	}
	return rows
}

// reasonsShown is how many pieces of evidence a line of an inspection has; the JSON has all.
const reasonsShown = 2

// businessRows say whose the site is: each statement on a line, and what it rests on on the next.
func businessRows(b business.Readings) [][]string {
	var rows [][]string
	for _, r := range []struct {
		head string
		of   business.Reading
	}{{"Business name", b.Name}, {"Industry", b.Industry}, {"Type", b.Type}, {"Site language", b.Language}} {
		rows = append(rows, []string{r.head, readingLine(r.of)})
		if reasons := reasonsLine(r.of.Evidence); reasons != "" {
			rows = append(rows, []string{"because", reasons})
		}
	}
	return rows
}

// readingLine is "Dental practice, confidence 97 of 100; else Medical practice (1), Hospital (1)".
func readingLine(r business.Reading) string {
	line := cmp.Or(r.Label, r.Value, "unclear")
	if r.Confidence > 0 {
		line += fmt.Sprintf(", confidence %d of 100", r.Confidence)
	}
	var others []string
	for _, o := range r.Next {
		others = append(others, fmt.Sprintf("%s (%d)", cmp.Or(o.Label, o.Value), o.Confidence))
	}
	if len(others) > 0 {
		line += "; else " + strings.Join(others, ", ")
	}
	return line
}

func reasonsLine(all []business.Said) string {
	var reasons []string
	for _, e := range all[:min(len(all), reasonsShown)] {
		reason := e.Says
		if e.Quote != "" {
			reason += ": " + strconv.Quote(e.Quote)
		}
		reasons = append(reasons, reason)
	}
	return strings.Join(reasons, "; ")
}

func (v Inspection) types() string {
	var names []string
	for _, item := range v.StructuredData {
		if item.Root {
			names = append(names, strings.Join(item.Type, "+"))
		}
	}
	return strings.Join(names, ", ")
}

func inspectionTable(w io.Writer, v Inspection, width int) error {
	if width == 0 {
		width = plainWidth
	}
	width = max(width, narrowest)
	rows := v.rows()
	for _, r := range rows {
		r[1] = audit.Printable(r[1])
	}
	if err := table(w, width, []string{"Fact", "Read"}, rows); err != nil {
		return err
	}
	if _, err := fmt.Fprintln(w); err != nil {
		return err
	}
	if err := table(w, width, []string{"User agent", "May fetch", "Line", "Rule that decides"}, v.agentRows()); err != nil {
		return err
	}
	if tried := v.probeRows(); len(tried) > 0 {
		if _, err := fmt.Fprintln(w); err != nil {
			return err
		}
		if err := table(w, width, []string{"Name tried", "Answer", "Compared with ours"}, tried); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(w, "\n%s\n", PrintableLines(v.Text))
	return err
}

// probeRows are the crawlers whose name was tried by itself.
func (v Inspection) probeRows() [][]string {
	var rows [][]string
	if v.References.Crawlers == nil {
		return nil
	}
	for _, c := range v.References.Crawlers.Crawlers {
		if c.Probe != nil {
			rows = append(rows, []string{audit.Printable(c.Token), audit.Printable(crawlerAnswer(c.Probe, audit.English)), strings.ReplaceAll(c.Probe.Received, "_", " ")})
		}
	}
	return rows
}

func (v Inspection) agentRows() [][]string {
	rows := [][]string{}
	for _, token := range v.Robots.agents() {
		verdict := v.Robots.Agents[token]
		allowed, line := "no", ""
		if verdict.Allowed {
			allowed = "yes"
		}
		if verdict.Line > 0 {
			line = strconv.Itoa(verdict.Line)
		}
		rows = append(rows, []string{token, allowed, line, audit.Printable(verdict.Rule)})
	}
	return rows
}

func inspectionMarkdown(v Inspection) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n", linked(v.FinalURL))
	b.WriteString("| Fact | Read |\n|---|---|\n")
	for _, r := range v.rows() {
		fmt.Fprintf(&b, "| %s | %s |\n", r[0], escape(r[1]))
	}
	b.WriteString("\n## robots.txt\n\n| User agent | May fetch | Line | Rule that decides |\n|---|---|--:|---|\n")
	for _, r := range v.agentRows() {
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", escape(r[0]), r[1], r[2], escape(r[3]))
	}
	if tried := v.probeRows(); len(tried) > 0 {
		b.WriteString("\n## Names tried\n\n| Name tried | Answer | Compared with ours |\n|---|---|---|\n")
		for _, r := range tried {
			fmt.Fprintf(&b, "| %s | %s | %s |\n", escape(r[0]), escape(r[1]), r[2])
		}
	}
	fmt.Fprintf(&b, "\n## Text\n\n%s\n", Visible(strings.TrimSpace(v.Markdown)))
	return b.String()
}
