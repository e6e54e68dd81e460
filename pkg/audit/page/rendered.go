package page

import (
	"context"
	"maps"
	"strings"
)

// Rendering is the submitted page as a browser had it after its scripts ran.
type Rendering struct {
	FinalURL string  `json:"final_url"` // after redirects, those by scripts too; without fragment
	HTML     string  `json:"html"`      // of the document; at most 5 MiB
	Errors   int     `json:"errors"`    // that scripts threw, or wrote to the console
	Requests int     `json:"requests"`  // that the page made; at most 200 were answered
	Bytes    int64   `json:"bytes"`     // of all connections, both ways
	Cut      bool    `json:"cut,omitempty"`
	Shift    float64 `json:"shift"` // Cumulative Layout Shift while it loaded, on a desktop screen
	// Use is measured on a telephone's screen of 390 by 844; nil where it couldn't be.
	Use *Usability `json:"use,omitempty"`
}

// Usability is what a browser measured in the page. Whatever it couldn't decide isn't counted.
type Usability struct {
	Text struct {
		Characters int `json:"characters"` // that are shown
		Small      int `json:"small"`      // of these, below 12 CSS px
	} `json:"text"`
	Contrast struct {
		Texts int           `json:"texts"` // pieces of text whose colours are known
		Low   int           `json:"low"`   // of these, below WCAG's 4.5:1, or 3:1 where they are large
		Worst []LowContrast `json:"worst"` // at most 5, the worst first
	} `json:"contrast"`
	Taps struct {
		Targets int        `json:"targets"` // links, buttons and fields
		Small   int        `json:"small"`   // of these, below 24 by 24 CSS px and with another one too near
		Worst   []SmallTap `json:"worst"`   // at most 5, in the order of the page
	} `json:"taps"`
	Overlay struct {
		Share float64 `json:"share"` // of the screen that the largest fixed part or dialog covers, 0 to 1
		Where string  `json:"where"` // its element
		Text  string  `json:"text"`  // of all that lies over the page, at most 300 characters
	} `json:"overlay"`
}

// LowContrast is a piece of text that is hard to read.
type LowContrast struct {
	Ratio float64 `json:"ratio"` // rounded down to hundredths
	Least float64 `json:"least"` // 3 or 4.5
	Where string  `json:"where"` // element
	Text  string  `json:"text"`  // at most 80 characters
}

// SmallTap is something that is hard to tap.
type SmallTap struct {
	Width  int    `json:"width"` // CSS px
	Height int    `json:"height"`
	Where  string `json:"where"` // element
	Text   string `json:"text"`  // at most 80 characters
}

// Rendered is a Rendering that was read.
type Rendered struct {
	Rendering
	Page *Page `json:"page"` // parsed from HTML as pages are; answered as the submitted page was
	// Share is how much of the text that stands there after JavaScript the HTML as sent has: of its words, each as often as it occurs, 0 to 1.
	Share float64 `json:"share"`
}

// Render reads what a browser made of the submitted page. The same rendering makes the same facts. Render returns an error only if ctx
// ended.
func (f *Facts) Render(ctx context.Context, r Rendering) error {
	main := f.Main()
	header := maps.Clone(main.Response.Header)
	if header == nil {
		header = map[string][]string{}
	}
	header["Content-Type"] = []string{"text/html; charset=utf-8"} // as browsers say it
	p, err := ParseHTML(ctx, Document{URL: r.FinalURL, Header: header, Body: []byte(r.HTML), KeepMarkdown: main.Text.Markdown != ""})
	if err != nil {
		return err
	}
	p.URL, p.Kind, p.Response, p.Charset, p.Doctype = main.URL, main.Kind, main.Response, main.Charset, main.Doctype
	f.Rendered = &Rendered{Rendering: r, Page: p, Share: shareOf(saidBy(p), saidBy(main))}
	return nil
}

// Rendering gives what was read by Render; nil where nothing was.
func (f *Facts) Rendering() *Rendering {
	if f.Rendered == nil {
		return nil
	}
	return &f.Rendered.Rendering
}

// AfterScripts gives the facts with the submitted page as a browser has it, where that was looked at and the page has no content without; else f itself.
func (f *Facts) AfterScripts() *Facts {
	if f.Rendered == nil || !f.Main().NeedsRender() {
		return f
	}
	return f.Shown()
}

// Shown gives the facts with the submitted page as a browser has it. It must have been looked at.
func (f *Facts) Shown() *Facts {
	shown := *f
	shown.Pages = append([]*Page{f.Rendered.Page}, f.Pages[1:]...)
	return &shown
}

func saidBy(p *Page) []string {
	return strings.Fields(strings.ToLower(p.Text.Main + "\n" + p.Text.Outside))
}

// shareOf says how many of all words are among some; 1 where there are none.
func shareOf(all, some []string) float64 {
	if len(all) == 0 {
		return 1
	}
	left := map[string]int{}
	for _, w := range some {
		left[w]++
	}
	found := 0
	for _, w := range all {
		if left[w] > 0 {
			left[w]--
			found++
		}
	}
	return float64(found) / float64(len(all))
}
