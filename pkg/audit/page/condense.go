package page

import (
	"maps"
	"slices"
	"strings"
	"unique"
)

// Bounds of what Condense keeps.
const (
	condensedText     = 12 << 10 // bytes of main content
	condensedOutside  = 64 << 10
	condensedBlocks   = 100
	condensedHeadings = 60
	condensedImages   = 40
	condensedValues   = 64 << 10 // bytes of structured data
)

// Condense drops most of what grows with a page's length, so that the facts of a large site grow with its pages and not with their bytes:
// text past the first 12 KiB with all blocks, headings but h1 past 60, images past 40, structured data past 64 KiB, and links that say the
// same as one before. What was derived from all of it stays: counts, fingerprints, contacts, dates, structured data.
func (p *Page) Condense() {
	t := &p.Text
	if len(t.Blocks) > condensedBlocks {
		t.Clipped, t.Blocks = true, nil
	}
	t.clip(condensedText, condensedOutside)
	p.Graph.condense()
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

// clip keeps the beginning of texts that are longer than so many bytes, and then no blocks, which are parts of the main one.
func (t *Text) clip(most, outside int) {
	if len(t.Main) > most {
		t.Clipped, t.Blocks = true, nil
		t.Main = cut(t.Main, most)
	}
	t.Outside = cut(t.Outside, outside)
}

// condense drops the values past the first 64 KiB.
func (g *Graph) condense() {
	left := condensedValues
	for i := range g.Nodes {
		props := g.Nodes[i].Props
		for _, name := range slices.Sorted(maps.Keys(props)) {
			for k, v := range props[name] {
				if left -= len(name) + len(v.Text) + 32; left < 0 {
					props[name] = slices.Clone(props[name][:k])
					break
				}
			}
			if len(props[name]) == 0 {
				delete(props, name)
			}
		}
	}
}

// shared gives the one copy of a string that pages of a site have in common.
func shared(s string) string { return unique.Make(s).Value() }
