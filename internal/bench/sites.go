package main

import (
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"
)

// sites serves generated business sites on 127.0.x.y, one address each, so that per-host limits mean something. The same seed gives the same bytes.
type sites struct {
	list []*site
}

const (
	benchSeed    = 20261121
	pagesPerSite = 20
)

// site is one address with its pages and what was asked of it.
type site struct {
	origin  string
	pages   map[string][]byte
	paths   []string
	fault   string
	latency time.Duration

	mu       sync.Mutex
	requests int
	inFlight int
	peak     int
}

// shape is what sites are like.
type shape struct {
	listed    int // pages that the sitemap names
	there     int // of these; further ones are 404
	kilobytes int // of a page at least; up to 60 more
	latency   time.Duration
	faults    map[int]string // what a site (from 1) does wrong: hang, endless-body, gzip-bomb, huge-page
}

// serve starts n sites.
func serve(n int, like shape) (*sites, func(), error) {
	var all sites
	var servers []*http.Server
	stop := func() {
		for _, s := range servers {
			s.Close()
		}
	}
	for i := 1; i <= n; i++ {
		l, err := net.Listen("tcp", fmt.Sprintf("127.0.%d.%d:0", 10+i/200, 1+i%200))
		if err != nil {
			stop()
			return nil, nil, err
		}
		s := newSite(i, like, "http://"+l.Addr().String())
		s.latency, s.fault = like.latency, like.faults[i]
		all.list = append(all.list, s)
		server := &http.Server{Handler: s, ReadHeaderTimeout: time.Minute}
		servers = append(servers, server)
		go server.Serve(l) // ends with Close
	}
	return &all, stop, nil
}

func newSite(n int, like shape, origin string) *site {
	r := rand.New(rand.NewPCG(benchSeed, uint64(n)))
	s := &site{origin: origin, pages: map[string][]byte{}}
	s.paths = []string{"/", "/about", "/contact", "/services", "/pricing", "/faq"}
	for i := len(s.paths); i < like.listed; i++ {
		s.paths = append(s.paths, fmt.Sprintf("/guides/%s-%d", words[r.IntN(len(words))], i))
	}
	for _, p := range s.paths[:min(like.there, like.listed)] {
		s.pages[p] = s.page(r, n, p, like.kilobytes)
	}
	return s
}

var words = strings.Fields(`roof gutter chimney slate timber mortar brick window garden copper marble kitchen boiler radiator carpet plaster joist rafter lintel
	survey quote visit weekend morning neighbour estimate guarantee warranty repair careful honest simple weather storm winter spring summer autumn ladder`)

// joints are the words between words, of which a language is made for a third: without them no reader could tell which one it is.
var joints = strings.Fields("the of and to in is for with your our on that")

func sentence(r *rand.Rand) string {
	var b strings.Builder
	for i := range 8 + r.IntN(10) {
		if i > 0 {
			b.WriteByte(' ')
		}
		if i%3 == 2 {
			b.WriteString(joints[r.IntN(len(joints))])
		} else {
			b.WriteString(words[r.IntN(len(words))])
		}
	}
	return strings.ToUpper(b.String()[:1]) + b.String()[1:] + ". "
}

// page makes so many kilobytes, and up to 60 more, of the markup that site builders write: nested boxes with classes, icons, cards, tables, lists, and text.
func (s *site) page(r *rand.Rand, n int, path string, kilobytes int) []byte {
	var b strings.Builder
	name := fmt.Sprintf("Bench Builders %d", n)
	fmt.Fprintf(&b, `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>%s page of %s</title><meta name="description" content="What %s does on %s, in a sentence of a usual length for descriptions.">
<link rel="canonical" href="%s%s"><meta property="og:title" content="%s"><link rel="stylesheet" href="/site.css"><script defer src="/site.js"></script>
<script type="application/ld+json">{"@context":"https://schema.org","@type":"GeneralContractor","name":"%s","url":"%s/","telephone":"+1-613-555-0142",
"address":{"@type":"PostalAddress","streetAddress":"%d Quarry Road","addressLocality":"Port Ellery","addressCountry":"CA"}}</script></head><body><header><nav><ul>`,
		strings.Trim(path, "/"), name, name, path, s.origin, path, name, name, s.origin, n)
	for _, p := range s.paths[:min(len(s.paths), pagesPerSite)] {
		fmt.Fprintf(&b, `<li class="menu-item menu-%d"><a class="nav-link px-3" href="%s"><svg viewBox="0 0 24 24" width="24" height="24"><path d="M%d %dc4.2 1.7 8 %d 3"/></svg>%s</a></li>`, r.IntN(99), p, r.IntN(24), r.IntN(24), r.IntN(9), strings.Trim(p, "/"))
	}
	fmt.Fprintf(&b, `</ul></nav></header><main><h1>%s: %s</h1><p>%s</p>`, name, strings.Trim(path, "/"), sentence(r))
	for size := (kilobytes + r.IntN(60)) << 10; b.Len() < size; {
		fmt.Fprintf(&b, `<section class="band is-wide elevated"><h2>%s</h2>`, strings.TrimSuffix(sentence(r), ". "))
		switch r.IntN(4) {
		case 0:
			for range 4 {
				fmt.Fprintf(&b, "<p>%s%s%s</p>", sentence(r), sentence(r), sentence(r))
			}
		case 1:
			for range 6 {
				fmt.Fprintf(&b, `<div class="row col-6 stack" data-element="column-%d"><div class="card rounded shadow-sm"><div class="inner"><span class="icon"><svg viewBox="0 0 24 24"><path fill="none" d="M%d %dc1.5 2.5 3 4 9 1"/></svg></span><h3>%s</h3><p class="text-muted"><span>%s</span></p><a href="%s">%s</a></div></div></div>`,
					r.IntN(9999), r.IntN(24), r.IntN(24), words[r.IntN(len(words))], sentence(r), s.paths[r.IntN(len(s.paths))], words[r.IntN(len(words))])
			}
		case 2:
			b.WriteString("<table><thead><tr><th>Item</th><th>From</th><th>Note</th></tr></thead><tbody>")
			for range 8 {
				fmt.Fprintf(&b, "<tr><td>%s</td><td>$%d</td><td>%s</td></tr>", words[r.IntN(len(words))], r.IntN(900), sentence(r))
			}
			b.WriteString("</tbody></table>")
		case 3:
			for range 5 {
				fmt.Fprintf(&b, `<figure><img src="/img-%d.png" alt="%s" width="320" height="200" loading="lazy"><figcaption>%s</figcaption></figure>`, r.IntN(9), words[r.IntN(len(words))], sentence(r))
			}
		}
		b.WriteString("</section>\n")
	}
	fmt.Fprintf(&b, `</main><footer><address>%s, %d Quarry Road, Port Ellery <a href="tel:+16135550142">+1 613 555 0142</a></address></footer></body></html>`, name, n)
	return []byte(b.String())
}

// siteNumber tells which site (from 1) an address belongs to; 0 where none does.
func siteNumber(address string) int {
	var high, low int
	if _, err := fmt.Sscanf(address, "http://127.0.%d.%d:", &high, &low); err != nil {
		return 0
	}
	return (high-10)*200 + low - 1
}

func (s *site) count(d int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.inFlight += d
	if d > 0 {
		s.requests++
		s.peak = max(s.peak, s.inFlight)
	}
}

func (s *site) reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests, s.peak = 0, 0
}

func (s *site) stats() (requests, peak int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.requests, s.peak
}

// ServeHTTP implements http.Handler.
func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.count(1)
	defer s.count(-1)
	if s.latency > 0 {
		time.Sleep(s.latency)
	}
	switch {
	case s.fault == "hang":
		<-r.Context().Done()
		return
	case s.fault != "" && r.URL.Path == "/":
		s.misbehave(w, r)
		return
	}
	switch r.URL.Path {
	case "/robots.txt":
		fmt.Fprintf(w, "User-agent: *\nAllow: /\nSitemap: %s/sitemap.xml\n", s.origin)
	case "/sitemap.xml":
		w.Header().Set("Content-Type", "application/xml")
		fmt.Fprint(w, `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`)
		for _, p := range s.paths {
			fmt.Fprintf(w, "<url><loc>%s%s</loc></url>", s.origin, p)
		}
		fmt.Fprint(w, "</urlset>")
	default:
		body, ok := s.pages[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		if _, err := w.Write(body); err != nil {
			return // the reader left
		}
	}
}
