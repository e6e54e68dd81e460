package page

import (
	"slices"
	"strings"
	"unique"
)

// Bounds of what Condense keeps.
const (
	condensedText     = 12 << 10 // bytes of main content
	condensedBlocks   = 100
	condensedHeadings = 60
	condensedImages   = 40
)

// Condense drops most of what grows with a page's length, so that the facts of a large site grow with its pages and not with their bytes: text past the
// first 12 KiB with all blocks, headings but h1 past 60, images past 40, and links that say the same as one before. What was derived from all of it stays:
// counts, fingerprints, contacts, dates, structured data.
func (p *Page) Condense() {
	t := &p.Text
	if len(t.Main) > condensedText || len(t.Blocks) > condensedBlocks {
		t.Clipped, t.Blocks = true, nil
		t.Main = strings.ToValidUTF8(t.Main[:min(len(t.Main), condensedText)], "")
	}
	if t.Blocks == nil {
		t.Main = strings.Clone(t.Main) // whose rest would stay in memory
	}
	t.Blocks = slices.Clone(t.Blocks)
	t.Outside = shared(t.Outside)
	if len(p.Headings) > condensedHeadings {
		kept := slices.Clone(p.Headings[:condensedHeadings])
		for _, h := range p.Headings[condensedHeadings:] {
			if h.Level == 1 && len(kept) < 2*condensedHeadings {
				kept = append(kept, h)
			}
		}
		p.Headings = kept
	}
	p.Images = slices.Clone(p.Images[:min(len(p.Images), condensedImages)])
	said := make(map[Link]bool, len(p.Links))
	links := make([]Link, 0, len(p.Links))
	for _, l := range p.Links {
		if !said[l] {
			said[l] = true
			l.Href, l.URL, l.Text, l.Rel = shared(l.Href), shared(l.URL), shared(l.Text), shared(l.Rel)
			links = append(links, l)
		}
	}
	p.Links = slices.Clone(links)
}

// shared gives the one copy of a string that pages of a site have in common.
func shared(s string) string { return unique.Make(s).Value() }
