package pagekind

import (
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// shape looks at how much text there is and of what it is made.
func (b *bag) shape() {
	p := b.page
	long, short, items, rows, quotes, code, codeWords, summaries := 0, 0, 0, 0, 0, 0, 0, 0
	blocks := p.Text.Blocks
	for i := range blocks[:min(len(blocks), maxBlocks)] {
		switch block := &blocks[i]; block.Kind {
		case page.Paragraph:
			if block.Words >= 25 {
				long++
			} else {
				short++
			}
		case page.ListItem:
			items++
		case page.TableRow:
			rows++
		case page.Quote:
			quotes++
		case page.Preformatted:
			code++
			codeWords += block.Words
		case page.Summary:
			summaries++
		}
	}
	b.count("words", p.Text.Words, 20, 60, 150, 300, 600, 1200, 2500)
	b.count("long paragraphs", long, 1, 3, 6, 12, 25)
	b.addIf(long >= 3 && long*2 > short, "mostly long paragraphs")
	b.addIf(short > 4*long+4, "mostly short paragraphs")
	b.count("items", items, 1, 6, 20, 60)
	b.count("rows", rows, 1, 5, 15)
	b.addIf(quotes > 0, "quotes")
	b.count("code", code, 1, 3)
	b.addIf(codeWords*4 > p.Text.Words && codeWords > 10, "much code")
	b.addIf(summaries >= 3 || p.Widgets.Details >= 3, "details")
	b.addIf(p.Text.Method == "article", "in article")
	w := &p.Widgets
	b.count("article elements", w.Articles, 1, 2, 6)
	b.count("section elements", w.Sections, 1, 4, 7)
	b.addIf(w.Figures == 1 || w.Figures == 2, "figures")
	b.addIf(w.PasswordFields > 0, "password")
	images := 0
	for i := range p.Images {
		if p.Images[i].InMain {
			images++
		}
	}
	b.count("images", images, 1, 2, 6, 15, 40)
	b.count("prices", len(p.Prices), 1, 2, 5, 15)
	b.dates()
	b.byline()
}

// dates looks at when the page was published, and how many dates it shows.
func (b *bag) dates() {
	shown, marked := 0, false
	for i := range b.page.Dates {
		switch b.page.Dates[i].Source {
		case "time", "text":
			shown++
		case "jsonld", "microdata", "rdfa", "meta":
			marked = marked || b.page.Dates[i].Role == "published"
		}
	}
	b.count("dates", shown, 1, 2, 5)
	b.addIf(marked, "meta:published")
}

// bylines begin lines that name the author.
var bylines = [...]string{
	"by ", "von ", "par ", "di ", "por ", "door ", "av ", "af ", "autor:", "author:", "auteur ", "text: ", "автор", "written by ", "posted by ", "posted on ",
	"published ", "publié ",
}

// byline looks for the author in the first lines of the main content.
func (b *bag) byline() {
	blocks := b.page.Text.Blocks
	for i := range blocks[:min(len(blocks), 8)] {
		if n := blocks[i].Words; n < 2 || n > 14 {
			continue
		}
		text := blocks[i].Text
		text = strings.ToLower(text[:min(len(text), 24)])
		for _, begin := range bylines {
			if strings.HasPrefix(text, begin) {
				b.add("byline")
				return
			}
		}
	}
}

// contacts looks at how the people behind the page can be reached.
func (b *bag) contacts() {
	p := b.page
	b.count("phones", len(p.Phones), 1, 2, 4)
	b.count("emails", len(p.Emails), 1, 2, 4)
	b.addIf(len(p.Addresses) > 0, "addresses")
	b.addIf(len(p.Hours) > 0, "hours")
	b.addIf(p.Widgets.Maps > 0, "map")
	ways := min(len(p.Phones), 1) + min(len(p.Emails), 1) + min(len(p.Addresses), 1) + min(p.Widgets.Maps, 1) + min(len(p.Hours), 1)
	b.addIf(ways >= 2 && p.Text.Words < 150, "ways of contact and little else")
	asks, fields := false, 0
	for i := range p.Forms {
		f := &p.Forms[i]
		fields = max(fields, f.Inputs)
		asks = asks || !f.Search && !f.Password && f.Inputs >= 3
	}
	b.addIf(asks, "form")
	b.addIf(asks && p.Text.Words < 150, "form and little else")
	b.addIf(fields >= 6, "long form")
}
