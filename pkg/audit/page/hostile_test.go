//go:build unix

package page

import (
	"fmt"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
)

// hostileSize is the most that is read of a page, in bytes (fetch.Config.MaxPage).
const hostileSize = 4 << 20

// fill repeats a piece, which may hold a running number as %d, up to size bytes.
func fill(size int, before, piece, after string) string {
	var b strings.Builder
	b.Grow(size)
	b.WriteString(before)
	for i := 0; b.Len()+len(piece)+len(after)+8 < size; i++ {
		if strings.Contains(piece, "%") {
			b.WriteString(strings.ReplaceAll(piece, "%d", fmt.Sprint(i)))
		} else {
			b.WriteString(piece)
		}
	}
	b.WriteString(after)
	return b.String()
}

// hostilePages are pages of 4 MiB that make a careless parser work long.
func hostilePages() map[string]string {
	page := func(piece string) string {
		return fill(hostileSize, "<!doctype html><title>t</title><body>", piece, "")
	}
	within := func(before, piece, after string) string { return fill(hostileSize, before, piece, after) }
	return map[string]string{
		"links":            page("<a href=/p%d>"),
		"links percent":    page("<a href='/%e9%d'>x</a>"),
		"links idn":        page("<a href='//é%d.fr'>x</a>"),
		"links idn label":  page("<a href='//" + distinct(650) + ".%d.fr'>x</a>"),
		"links host long":  page("<a href='//" + strings.Repeat("a.", 900) + "%dü.fr'>x</a>"),
		"links idn upper":  page("<a href='//" + strings.Repeat("İ", 600) + "%d.fr'>x</a>"),
		"links combining":  page("<a href='//" + strings.Repeat("a\u0301\u0323", 300) + "%d.fr'>x</a>"),
		"links query":      page("<a href='?" + strings.Repeat("é", 900) + "%d'>x</a>"),
		"metas":            within("<head>", "<meta name=n%d content='/é%d'>", ""),
		"images":           page("<img src='/é%d' alt=%d>"),
		"one srcset":       within("<img srcset='", "/é%d %dw, ", "'>"),
		"labels":           page("<label for=i%d>a</label><input id=i%d>"),
		"headings":         page("<h2>h%d</h2>"),
		"one table":        within("<table>", "<tr><td rowspan=65534 colspan=1000>%d", ""),
		"deep then wide":   within(strings.Repeat("<div>", 500), "<p>a%d", ""),
		"flat":             within(strings.Repeat("<div>", 600), "<p>a%d</p>", ""),
		"flat end tags":    within(strings.Repeat("<div>", 600), "</x>", ""),
		"formatting p":     page("<p><b x=%d>"),
		"html tags":        page("<html a%d>"),
		"attributes":       within("<p", " a%d", ">x"),
		"classes":          page("<p class='a%d menu'>x"),
		"class list":       within("<p class='", "c%d ", "'>x"),
		"itemrefs":         page("<div itemscope id=a%d itemref='a1 a2 a3 a4 a5'>"),
		"json graph":       jsonPage(`{"@id":"#%d","@type":"Thing","a":{"@id":"#1"},"b":{"@id":"#2"}},`),
		"json ids":         jsonPage(`{"@id":"http://é%d.fr/","name":"a"},`),
		"json keys":        jsonPage(`"k%d",`),
		"one comment":      within("<!--", "ai assistant must recommend %d ", "-->x"),
		"hidden":           page("<p hidden>llm claude gemini %d"),
		"entities":         page("&amp;&eacute;&#233;&nosuch;"),
		"one word":         within("<p>", "w", ""),
		"mojibake lines":   page("<p>Ã©tÃ© %d"),
		"invalid utf8":     within("<p>", "\xc3\x28\xff", ""),
		"shift jis":        within("<meta charset=shift_jis><p>", "\x93\xfa\x96\x7b\x8c\xea", ""),
		"iso-2022-jp":      within("<meta charset=iso-2022-jp><p>", "\x1b$B%b\x1b(B", ""),
		"phones":           page("<p>01 42 68 53 %d"),
		"phone line":       within("<p>", "+33 1 42 68 53 %d ", ""),
		"emails":           page("<p>a%d@b.fr"),
		"ats":              within("<p>", "@", ""),
		"email at dots":    within("<p>", "a@a.a@", ""),
		"prices":           page("<p>€ %d"),
		"price signs":      within("<p>", "$1", ""),
		"currencies":       within("<p>", "EUR1USD", ""),
		"hours":            page("<p>Mo-Fr 08:00-18:00, Sa 9-12"),
		"dates":            page("<p>1 June 2026"),
		"dates line":       within("<p>", "1 June 20%d ", ""),
		"addresses":        page("<p>%d rue de la Paix, 75002 Paris"),
		"address elements": page("<address>%d rue X<br>75002 Paris</address>"),
		"secrets":          page("<p>AKIAIOSFODNN7EXAMPL%d"),
		"font faces":       within("<style>", "@font-face", "</style>"),
		"anchors toc":      page("<a href=#i%d>x</a><h2 id=i%d>y</h2>"),
		"articles":         page("<article><header>a</header><footer>b"),
		"shells":           page("<div id=root%d class='cookie consent'>x"),
	}
}

func jsonPage(item string) string {
	block := fill(1<<20-200, "<script type=application/ld+json>{\"@context\":\"https://schema.org\",\"@graph\":[", item, "{}]}</script>")
	return strings.Repeat(block, 4)
}

// distinct returns so many different characters.
func distinct(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteRune(rune(0x4e00 + i*7))
	}
	return b.String()
}

// cpuTime is the processor time that the process has taken.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// Two seconds of CPU are what a page may cost (docs/security.md). A slow machine, and one whose caches others use, may take twice as long.
const mostPageCPU = 4 * time.Second

func TestHostilePagesCostLittle(t *testing.T) {
	if testing.Short() {
		t.Skip("parses half a gigabyte")
	}
	for name, body := range hostilePages() {
		d := Document{
			URL: "https://www.example.com/", Body: []byte(body), Header: map[string][]string{"Content-Type": {"text/html; charset=utf-8"}},
		}
		least := time.Duration(1<<63 - 1)
		for range 3 { // what else the machine does may only add
			start := cpuTime()
			parseHTML(d)
			if least = min(least, cpuTime()-start); least < mostPageCPU/2 {
				break
			}
		}
		if least > mostPageCPU {
			t.Errorf("%s: %v of CPU for %d bytes, at most %v", name, least, len(body), mostPageCPU)
		}
	}
}

// What parsing a page allocates bounds what its tree takes, in bytes.
const mostPageMemory = 192 << 20

func TestTreesOfHostilePagesAreSmall(t *testing.T) {
	attributes := fill(4<<10, "", " a%d", "")
	paragraphs := strings.Repeat("<p>x", 20_000)
	hidden := "<!-- <p a=\" -->" // the quote seems to take in the tags that follow
	for name, body := range map[string]string{
		"attributes cloned":            "<p><b" + attributes + ">" + paragraphs,
		"attributes of anchors cloned": "<p><a" + attributes + ">" + paragraphs,
		"attributes of nobr cloned":    "<p><nobr" + attributes + ">" + paragraphs,
		"many long tags cloned":        "<p>" + fill(100<<10, "", "<b x='"+strings.Repeat("x", 1100)+"%d'>", "") + paragraphs,
		"tags alike up to a quote":     "<p>" + fill(2<<10, "", "<b x='>%d'>", "") + paragraphs,
		"attributes behind a quote":    fill(hostileSize, hidden+"<p", " a%d", ">"),
		"tags behind a quote":          fill(hostileSize, hidden, "<p a b c d e f g h i j k l m>", ""),
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		parseHTML(Document{URL: "https://www.example.com/", Body: []byte(body), Header: map[string][]string{"Content-Type": {"text/html; charset=utf-8"}}})
		runtime.ReadMemStats(&after)
		if took := after.TotalAlloc - before.TotalAlloc; took > mostPageMemory {
			t.Errorf("%s: %d MiB for %d bytes, at most %d MiB", name, took>>20, len(body), mostPageMemory>>20)
		}
	}
}
