package check

import (
	"math"
	"slices"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// Rendered gives what a browser had of the submitted page, as reports have it; nil where none opened it.
func Rendered(f *page.Facts) *audit.Rendered {
	r := f.Rendered
	if r == nil {
		return nil
	}
	out := &audit.Rendered{
		FinalURL: r.FinalURL, TextShare: thousandths(r.Share), Sent: stateOf(f.Main()), After: stateOf(r.Page), Differences: []string{},
		ScriptErrors: r.Errors, Requests: r.Requests, Bytes: r.Bytes, Cut: r.Cut, LayoutShift: thousandths(r.Shift),
	}
	for _, d := range mixedMeta(f) {
		out.Differences = append(out.Differences, d.where)
	}
	if u := r.Use; u != nil {
		out.Usability = &audit.Usability{
			Characters: u.Text.Characters, SmallCharacters: u.Text.Small, Texts: u.Contrast.Texts, LowContrast: u.Contrast.Low,
			Targets: u.Taps.Targets, SmallTargets: u.Taps.Small, Overlay: thousandths(u.Overlay.Share),
		}
	}
	return out
}

func thousandths(v float64) float64 { return math.Round(v*1000) / 1000 }

// stateOf takes what is compared from a page.
func stateOf(p *page.Page) audit.RenderState {
	_, shut := noindex(p, searchBots...)
	s := audit.RenderState{
		Title: audit.Printable(firstTitle(p)), Canonical: canonicalURL(p), Noindex: shut, H1: []string{}, Links: p.LinksTotal, StructuredData: []string{},
		VisibleWords: p.Text.Visible, Words: p.Text.Words,
	}
	for _, h := range p.Headings {
		if h.Level == 1 && h.Text != "" && len(s.H1) < maxEvidence {
			s.H1 = append(s.H1, audit.Printable(h.Text))
		}
	}
	for i := range p.Graph.Nodes {
		for _, name := range p.Graph.Nodes[i].Types {
			if p.Graph.Nodes[i].Root && !slices.Contains(s.StructuredData, name) && len(s.StructuredData) < maxTypes {
				s.StructuredData = append(s.StructuredData, audit.Printable(name))
			}
		}
	}
	return s
}

const maxTypes = 50
