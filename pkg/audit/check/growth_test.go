//go:build unix

package check_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http/httptest"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/auditctl/auditctl/internal/fakesite"
	"github.com/auditctl/auditctl/internal/weburl"
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/check"
	"github.com/auditctl/auditctl/pkg/audit/page"
	"github.com/auditctl/auditctl/pkg/audit/pipeline"
)

var growthDay = time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC)

// largeSite returns the facts of a site of n pages. Pages past the fiftieth are condensed, as fetch does it.
func largeSite(host string, n int, render func(i int) string) *page.Facts {
	origin := "https://" + host
	f := &page.Facts{
		URL: origin + "/", FinalURL: origin + "/", Host: host, Domain: weburl.RegistrableDomain(host), ReadAt: growthDay, Agent: "auditctl",
		Crawlers: page.Crawlers(),
	}
	var robots, urlset strings.Builder
	robots.WriteString("User-agent: *\nAllow: /\nSitemap: " + origin + "/sitemap.xml\n")
	urlset.WriteString("<urlset>")
	for i := range n {
		address := fmt.Sprintf("%s/page-%d", origin, i)
		if i == 0 {
			address = origin + "/"
		}
		fmt.Fprintf(&robots, "Disallow: /private-%d\n", i)
		fmt.Fprintf(&urlset, "<url><loc>%s</loc><lastmod>2026-01-02</lastmod></url>", address)
		p, err := page.ParseHTML(context.Background(), page.Document{
			URL: address, Header: map[string][]string{"Content-Type": {"text/html; charset=utf-8"}}, Body: []byte(render(i)),
		})
		if err != nil {
			panic(err)
		}
		kinds := []page.Kind{page.KindHome, page.KindService, page.KindArticle, page.KindOther}
		p.URL, p.FinalURL, p.Kind = address, address, kinds[min(i, 1+i%3)]
		p.Response = page.Response{
			Status: 200, Proto: "HTTP/1.1", Header: map[string][]string{"Content-Type": {"text/html; charset=utf-8"}},
		}
		if i >= 50 {
			p.Condense()
		}
		f.Pages = append(f.Pages, p)
	}
	f.Robots = page.Known(page.ParseRobots(origin+"/robots.txt", 200, "text/plain", []byte(robots.String()), false))
	s, err := page.ParseSitemap(context.Background(), strings.NewReader(urlset.String()+"</urlset>"), origin+"/sitemap.xml",
		page.SitemapBounds{Entries: 5000})
	if err != nil {
		panic(err)
	}
	s.Status, s.From = 200, "robots"
	f.Sitemaps = []page.Sitemap{s}
	return f
}

// growingSites are sites of as many pages as one likes: those of the generator with their pages told apart by a few words, or by all of
// them, and others whose pages have something in common that a check may compare.
func growingSites() map[string]func(n int) *page.Facts {
	sites := map[string]func(n int) *page.Facts{}
	for _, name := range fakesite.Names() {
		site := fakesite.New(name, 1, growthDay)
		var bodies []string
		for _, at := range site.Paths() {
			w := httptest.NewRecorder()
			site.ServeHTTP(w, httptest.NewRequest("GET", "https://"+site.Host+at, nil))
			bodies = append(bodies, w.Body.String())
		}
		sites[name+", similar"] = func(n int) *page.Facts {
			return largeSite(site.Host, n, func(i int) string { return varied(bodies[i%len(bodies)], i, false) })
		}
		sites[name+", different"] = func(n int) *page.Facts {
			return largeSite(site.Host, n, func(i int) string { return varied(bodies[i%len(bodies)], i, true) })
		}
	}
	words := strings.Fields("copper roof gutter slate tile lead flashing ridge batten felt")
	body := func(html string) string {
		return "<!doctype html><html lang=en><head><title>Roofs</title></head><body><main><h1>Roofs</h1>" + html + "</main></body></html>"
	}
	sites["one vocabulary"] = func(n int) *page.Facts {
		return largeSite("roofs.example", n, func(i int) string { return body("<p>" + shuffled(words, i, 2000)) })
	}
	sites["two words"] = func(n int) *page.Facts {
		return largeSite("roofs.example", n, func(i int) string { return body("<p>" + shuffled(words[:2], i, 2000)) })
	}
	sites["one text"] = func(n int) *page.Facts {
		return largeSite("roofs.example", n, func(int) string { return body("<p>" + shuffled(words, 1, 2000)) })
	}
	sites["languages"] = func(n int) *page.Facts {
		var links strings.Builder
		for i := range n {
			fmt.Fprintf(&links, "<link rel=alternate hreflang=en-%d href=https://roofs.example/page-%d>", i, i)
		}
		return largeSite("roofs.example", n, func(int) string { return links.String() + body("<p>"+shuffled(words, 1, 2000)) })
	}
	sites["all linked"] = func(n int) *page.Facts {
		var links strings.Builder
		for i := range 600 {
			fmt.Fprintf(&links, "<a href=/page-%d#here>Page %d</a> ", i, i)
		}
		return largeSite("roofs.example", n, func(i int) string { return body(links.String() + shuffled(words, i, 100)) })
	}
	sites["structured data"] = func(n int) *page.Facts {
		return largeSite("roofs.example", n, func(i int) string {
			var b strings.Builder
			for k := range 15 {
				fmt.Fprintf(&b, `<script type=application/ld+json>{"@context":"https://schema.org","@type":"LocalBusiness","@id":"#%d",
"name":"Roofs %d","telephone":"0113 496 0%03d",
"address":{"@type":"PostalAddress","streetAddress":"%d Canal Street","postalCode":"LS2 9AB","addressLocality":"Leeds"},
"openingHours":"Mo-Fr 08:00-18:00"}</script>`, k, i, (i*15+k)%1000, k)
			}
			return body(b.String() + "<address>" + fmt.Sprint(i) + " Canal Street<br>Leeds LS2 9AB</address>" +
				"<p>0113 496 0" + fmt.Sprintf("%03d", i) + "<p>" + shuffled(words, i, 300))
		})
	}
	return sites
}

// varied returns a page whose text differs from the others' in its heading, or in every word.
func varied(html string, i int, all bool) string {
	mark := numberWord(i)
	var b strings.Builder
	for line := range strings.Lines(html) {
		if text, ok := strings.CutPrefix(line, "<p>"); ok && all {
			b.WriteString("<p>" + strings.ReplaceAll(text, " ", " "+mark))
			continue
		}
		b.WriteString(line)
	}
	return strings.ReplaceAll(b.String(), "</h1>", " "+mark+"</h1>")
}

func numberWord(i int) string {
	return string([]byte{'a' + byte(i%26), 'o', 'a' + byte(i/26%26)})
}

func shuffled(words []string, seed, n int) string {
	r := rand.New(rand.NewPCG(uint64(seed), 1))
	var b strings.Builder
	for range n {
		b.WriteString(words[r.IntN(len(words))] + " ")
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

// Four times the pages may take six times the processor at most, which leaves room for caches and for a logarithm. Times below the floor
// say nothing.
const (
	mostGrowth  = 4 * 1.6
	growthFloor = 60 * time.Millisecond
)

func TestNoCheckGrowsFasterThanTheSite(t *testing.T) {
	if testing.Short() {
		t.Skip("builds sites of 400 pages")
	}
	type step struct {
		name string
		run  func(f *page.Facts)
	}
	var steps []step
	checks := check.All()
	for i := range checks {
		steps = append(steps, step{checks[i].ID, func(f *page.Facts) { checks[i].Assess(f) }})
	}
	steps = append(steps, step{"the whole judgement", func(f *page.Facts) { pipeline.Judge(f, checks, audit.English) }})
	for name, site := range growingSites() {
		t.Run(name, func(t *testing.T) {
			small, large := site(100), site(400)
			for _, s := range steps {
				few, many, within := growth(func() { s.run(small) }, func() { s.run(large) })
				if !within {
					t.Errorf("%s: %v of CPU for 100 pages, %v for 400; at most %.1f times as much", s.name, few, many, mostGrowth)
				}
				if many > 10*time.Second {
					t.Errorf("%s: %v of CPU for 400 pages", s.name, many)
				}
			}
		})
	}
}

// growth measures both in turns until their proportion is within the bounds, ten times at most: what else the machine does can make one run
// dearer, and no run of a check that compares all pages with all others cheap.
func growth(small, large func()) (few, many time.Duration, within bool) {
	for range 10 {
		few, many = leastCPU(small), leastCPU(large)
		if many <= max(growthFloor, time.Duration(mostGrowth*float64(few))) {
			return few, many, true
		}
	}
	return few, many, false
}

// leastCPU is the least processor time that several runs take: what else the machine does may only add to it.
func leastCPU(run func()) time.Duration {
	least := time.Duration(1<<63 - 1)
	for range 3 {
		start := cpuTime()
		run()
		if least = min(least, cpuTime()-start); least < growthFloor/20 {
			break
		}
	}
	return least
}
