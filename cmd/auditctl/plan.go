package main

import (
	"fmt"
	"io"
	"strconv"

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
	Looks   int       `json:"looks,omitempty"` // pages opened in a browser, each of which loads what it asks for, 200 requests at most
	Model   string    `json:"model,omitempty"`
	Calls   []planned `json:"calls"`
	Total   planned   `json:"total"`
	MaxCost *float64  `json:"max_cost_usd,omitempty"`
}

// planned is a kind of paid call, or all of them. What calls use is a ceiling: every prompt as long as can be, every answer too, every call sent as often as can be.
type planned struct {
	For          string   `json:"for"`
	Calls        int      `json:"calls"`         // where nothing goes wrong
	AtMost       int      `json:"at_most_calls"` // where every answer is broken and the service fails
	InputTokens  int      `json:"at_most_input_tokens"`
	OutputTokens int      `json:"at_most_output_tokens"`
	USD          *float64 `json:"at_most_usd,omitempty"` // absent where no price is configured
}

func newPlan(urls []string, pages int, p *pipeline.Pipeline, j judging) plan {
	out := plan{Calls: []planned{}, Model: j.Name, MaxCost: j.ceiling, Total: planned{For: "total"}}
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
	if j.Viewer != nil {
		out.Looks = out.Sites
	}
	sum := engine.Usage{}
	for _, call := range j.Plan() {
		each := provider.Worst(call.Prompt, call.Schema)
		if call.Sees {
			each = provider.WorstLook(call.Prompt, call.Schema)
		}
		n := out.Sites * call.AtMost * engine.Attempts
		most := engine.Usage{InputTokens: n * each.InputTokens, OutputTokens: n * each.OutputTokens}
		sum = sum.Add(most)
		out.Calls = append(out.Calls, planned{
			For: call.For, Calls: out.Sites * call.Times, AtMost: n, InputTokens: most.InputTokens, OutputTokens: most.OutputTokens, USD: j.price(most),
		})
		out.Total.Calls += out.Sites * call.Times
		out.Total.AtMost += n
	}
	out.Total.InputTokens, out.Total.OutputTokens, out.Total.USD = sum.InputTokens, sum.OutputTokens, j.price(sum)
	return out
}

// price is what usage costs, in USD; nil where nobody knows.
func (j judging) price(u engine.Usage) *float64 {
	if j.provider == nil || j.provider.Free() {
		return new(float64)
	}
	return j.meter.Price(j.Name, u)
}

func (a *app) writePlan(o auditOptions, p *pipeline.Pipeline, j judging) error {
	format, err := o.config.format(a.preferred(), "table", "json")
	if err != nil {
		return err
	}
	planned := newPlan(o.urls, o.config.GetInt("pages"), p, j)
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
		{"fetch pages", strconv.Itoa(p.Pages), "", "", "", "0"},
		{"fetch robots.txt, sitemap, llms.txt, control", strconv.Itoa(p.Files), "", "", "", "0"},
	}
	if p.Looks > 0 {
		rows = append(rows, []string{fmt.Sprintf("open pages in a browser, %d requests each at most", render.MaxRequests), strconv.Itoa(p.Looks), "", "", "", "0"})
	}
	lines := p.Calls
	if len(lines) > 0 {
		lines = append(lines, p.Total)
	}
	for _, c := range lines {
		what := "ask for the " + c.For
		if c.For == p.Total.For {
			what = "all calls"
		}
		rows = append(rows, []string{what, strconv.Itoa(c.Calls), strconv.Itoa(c.AtMost), strconv.Itoa(c.InputTokens), strconv.Itoa(c.OutputTokens), usd(c.USD)})
	}
	if err := report.WriteRows(w, []string{"Step", "Ordinarily", "At most", "Tokens read, at most", "written, at most", "USD, at most"}, rows); err != nil {
		return err
	}
	text := fmt.Sprintf("%d sites; redirects, faults and suspicions add requests to a site.", p.Sites)
	if p.Refused > 0 {
		text += fmt.Sprintf(" %d addresses can't be audited.", p.Refused)
	}
	switch {
	case p.Model == "":
		text += " No language model is asked; nothing is paid for."
	case p.MaxCost != nil:
		text += fmt.Sprintf(" %s judges, for at most %.2f USD (--max-cost).", p.Model, *p.MaxCost)
	default:
		text += " " + p.Model + " judges."
	}
	_, err := fmt.Fprintln(w, text)
	return err
}
