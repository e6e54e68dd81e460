package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/pipeline"
	"github.com/auditctl/auditctl/pkg/audit/render"
	"github.com/auditctl/auditctl/pkg/engine"
	"github.com/auditctl/auditctl/pkg/engine/provider"
	"github.com/auditctl/auditctl/pkg/report"
)

// filesPerSite are read beside the pages: robots.txt, a sitemap, llms.txt, and a path that can't exist.
const filesPerSite = 4

// plan is what an audit would fetch and pay for. Numbers are for all sites together.
type plan struct {
	Sites   int       `json:"sites"`
	Refused int       `json:"refused"`         // addresses that can't be audited
	Pages   int       `json:"pages"`           // at most
	Files   int       `json:"files"`           // at most, but for redirects and what is asked for twice
	Looks   int       `json:"looks,omitempty"` // pages opened in a browser, at most, each of which loads what it asks for, 200 requests at most
	Speed   *timing   `json:"speed,omitempty"` // by a page-speed tool; absent where performance is estimated
	Model   string    `json:"model,omitempty"`
	Passes  string    `json:"citation_passes,omitempty"` // which service asks what
	Calls   []planned `json:"calls"`
	Total   planned   `json:"total"`
	MaxCost *float64  `json:"max_cost_usd,omitempty"`
}

// planned is a kind of paid call, or all of them. What calls use is a ceiling: every prompt as long as can be, every answer too, every call sent as often as can be.
type planned struct {
	For          string   `json:"for"`
	Calls        int      `json:"calls"`         // where nothing goes wrong
	AtMost       int      `json:"at_most_calls"` // where every answer is broken and the service fails
	Of           string   `json:"of,omitempty"`  // the service
	InputTokens  int      `json:"at_most_input_tokens"`
	OutputTokens int      `json:"at_most_output_tokens"`
	Searches     int      `json:"at_most_searches"`
	USD          *float64 `json:"at_most_usd,omitempty"` // absent where no price is configured
}

func newPlan(urls []string, pages, runs int, p *pipeline.Pipeline, m *models) plan {
	out := plan{Calls: []planned{}, Model: m.judge.Name, Passes: m.citing.String(), MaxCost: m.ceiling, Total: planned{For: "total", USD: new(float64)}}
	for _, address := range urls {
		target, fault := audit.ParseTarget(address)
		if fault == nil {
			fault = p.Validate(target)
		}
		if fault != nil {
			out.Refused++
		} else {
			out.Sites++
		}
	}
	out.Pages, out.Files = out.Sites*pages, out.Sites*filesPerSite
	if p.Opens() {
		out.Looks = out.Sites
	}
	out.Speed = plannedSpeed(p.SpeedTool(), out.Sites, runs)
	for _, call := range m.judge.Plan() {
		each := provider.Worst(call.Prompt, call.Schema)
		if call.Sees {
			each = provider.WorstLook(call.Prompt, call.Schema)
		}
		out.add(m, call.For, m.judge.Name, out.Sites*call.Times, out.Sites*call.AtMost, each)
	}
	for _, call := range m.calls() {
		out.add(m, call.what, call.of, out.Sites*call.times, out.Sites*call.atMost, call.each)
	}
	return out
}

// add counts calls: so many where nothing goes wrong, so many at most, each of which is tried as often as can be and uses at most what each says.
func (p *plan) add(m *models, what, of string, times, atMost int, each engine.Usage) {
	n := atMost * engine.Attempts
	most := engine.Usage{InputTokens: n * each.InputTokens, OutputTokens: n * each.OutputTokens, Searches: n * each.Searches}
	row := planned{
		For: what, Of: of, Calls: times, AtMost: n, InputTokens: most.InputTokens, OutputTokens: most.OutputTokens, Searches: most.Searches, USD: m.price(of, most),
	}
	p.Calls = append(p.Calls, row)
	t := &p.Total
	t.Calls += row.Calls
	t.AtMost += row.AtMost
	t.InputTokens += row.InputTokens
	t.OutputTokens += row.OutputTokens
	t.Searches += row.Searches
	if t.USD == nil || row.USD == nil {
		t.USD = nil // nobody knows the whole
		return
	}
	sum := *t.USD + *row.USD
	t.USD = &sum
}

func (a *app) writePlan(o auditOptions, p *pipeline.Pipeline, m *models) error {
	format, err := o.config.format(a.preferred(), "table", "json")
	if err != nil {
		return err
	}
	planned := newPlan(o.urls, o.config.GetInt("pages"), o.config.GetInt("runs"), p, m)
	if format == "json" {
		return report.WriteJSON(a.Out, planned)
	}
	return planned.write(a.Out)
}

func (p plan) write(w io.Writer) error {
	usd := func(v *float64) string {
		if v == nil {
			return "no price configured"
		}
		return fmt.Sprintf("%.4f", *v)
	}
	rows := [][]string{
		{"fetch pages", strconv.Itoa(p.Pages), "", "", "", "", "0"},
		{"fetch robots.txt, sitemap, llms.txt, control", strconv.Itoa(p.Files), "", "", "", "", "0"},
	}
	if p.Looks > 0 {
		rows = append(rows, []string{fmt.Sprintf("open pages in a browser, %d requests each at most", render.MaxRequests), strconv.Itoa(p.Looks), "", "", "", "", "0"})
	}
	if p.Speed != nil {
		rows = append(rows, []string{"measure pages with " + p.Speed.Tool, strconv.Itoa(p.Speed.Runs), strconv.Itoa(p.Speed.AtMost), "", "", "", "0"})
	}
	lines := p.Calls
	if len(lines) > 0 {
		lines = append(lines, p.Total)
	}
	for _, c := range lines {
		what := "ask for " + c.For
		if c.For == p.Total.For {
			what = "all calls"
		}
		rows = append(rows, []string{
			what, strconv.Itoa(c.Calls), strconv.Itoa(c.AtMost), strconv.Itoa(c.InputTokens), strconv.Itoa(c.OutputTokens), strconv.Itoa(c.Searches), usd(c.USD),
		})
	}
	if err := report.WriteRows(w, []string{"Step", "Ordinarily", "At most", "Tokens read, at most", "written, at most", "Searches, at most", "USD, at most"}, rows); err != nil {
		return err
	}
	text := fmt.Sprintf("%d sites; redirects, faults and suspicions add requests to a site.", p.Sites)
	if p.Refused > 0 {
		text += fmt.Sprintf(" %d addresses can't be audited.", p.Refused)
	}
	var asked []string
	if p.Model != "" {
		asked = append(asked, p.Model+" judges")
	}
	if p.Passes != "" {
		asked = append(asked, "citation passes: "+p.Passes)
	}
	switch {
	case len(asked) == 0:
		text += " Neither a language model nor a search service is asked; nothing is paid for."
	case p.MaxCost != nil:
		text += fmt.Sprintf(" %s, for at most %.2f USD in all (--max-cost).", strings.Join(asked, "; "), *p.MaxCost)
	default:
		text += " " + strings.Join(asked, "; ") + "."
	}
	_, err := fmt.Fprintln(w, text)
	return err
}
