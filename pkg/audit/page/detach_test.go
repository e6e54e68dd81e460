package page

import (
	"runtime"
	"strings"
	"testing"
)

// heldBy returns a document's page, and how many bytes of memory it holds once the document and its tree are forgotten.
func heldBy(document string) (p *Page, bytes int64) {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.GC() // what the first one found may be in a pool still
	runtime.ReadMemStats(&before)
	p = parseHTML(Document{
		URL: "https://a.example/", Body: []byte(document), Header: map[string][]string{"Content-Type": {"text/html; charset=utf-8"}},
	})
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&after)
	return p, int64(after.HeapAlloc) - int64(before.HeapAlloc)
}

func TestAPageHoldsOnlyWhatIsKeptOfItsDocument(t *testing.T) {
	const most = maxKeptText + 256<<10
	fill := func(s string) string { return strings.Repeat(s, (4<<20)/len(s)) }
	space := strings.Repeat(" ", 1<<20)
	for name, row := range map[string]struct {
		html string
		kept func(p *Page) bool
	}{
		"an e-mail address in a line of 12 MiB": {fill("\x81\x9f ") + "a@b.example", func(p *Page) bool { return len(p.Emails) == 1 }},
		"a telephone number in such a line":     {fill("\x81\x9f ") + "+33 1 44 55 66 77", func(p *Page) bool { return len(p.Phones) == 1 }},
		"a price in such a line":                {fill("\x81\x9f ") + " €12.50", func(p *Page) bool { return len(p.Prices) == 1 }},
		"broken text":                           {fill("\x81\x9f "), func(p *Page) bool { return len(p.Mojibake) == 1 }},
		"dates in long attributes": {
			strings.Repeat("<meta name=date content='"+space+"2026-01-01'><time datetime='"+space+"2026-01-02'></time>", 2),
			func(p *Page) bool { return len(p.Dates) == 2 },
		},
		"the scheme of a long link": {
			strings.Repeat("<a href='mailto:a@b.example?subject="+space+"'>a</a>", 3), func(p *Page) bool { return len(p.Links) == 3 },
		},
	} {
		p, held := heldBy(row.html)
		if held > most || !row.kept(p) {
			t.Errorf("%s: %d KiB are held of %d; e-mail %q, phones %v, prices %q, dates %v, broken %.100q",
				name, held>>10, len(row.html)>>10, p.Emails, p.Phones, p.Prices, p.Dates, p.Mojibake)
		}
	}
}

func TestACopiedPageIsTheSame(t *testing.T) {
	p, again := read(string(businessPage())), read(string(businessPage()))
	p.Graph.Nodes[0].Props["list"] = []Value{{Text: "a"}, {Node: 1}}
	again.Graph.Nodes[0].Props["list"] = []Value{{Text: "a"}, {Node: 1}}
	again.detach()
	same(t, "page", again, p)
}
