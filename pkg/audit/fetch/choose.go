package fetch

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/auditctl/auditctl/internal/weburl"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// fromSitemap is the From of an address that only a sitemap names.
const fromSitemap = "sitemap"

// patternCap is how many addresses of one pattern are asked for, sitemap entries apart: what differs by numbers or by parameters' values only is most
// often one template, and may be a calendar or a maze without end.
const patternCap = 3

// candidate is an address of the site that could be read.
type candidate struct {
	url      string
	key      string
	path     string // and query
	from     string // the page that links to it, or fromSitemap
	text     string // of that link
	kind     page.Kind
	lang     string // language root of the path
	place    int    // placeNavigation to placeSitemap: the best of its links
	main     bool   // linked from main content
	listed   bool   // in a sitemap
	linked   bool
	modified time.Time // in the sitemap
}

// The places where an address was found, most telling first.
const (
	placeNavigation = iota
	placeFooter
	placeContent
	placeSitemap
)

// chooser picks the further pages. What it picks depends on what was read and never on when it came, so that the same site gives the same pages.
type chooser struct {
	site       string // key of the site's root, without the slash
	origin     string // scheme, host and port of the submitted page
	lang       string // language root of the submitted page
	allowed    func(path string) bool
	candidates []*candidate // in the order of discovery
	byKey      map[string]*candidate
	taken      map[string]bool // keys asked for, and where they led
	read       map[string]bool // final addresses of pages: only the server can say that two addresses are one page
	patterns   map[string]int  // addresses taken, by pattern
	wanted     []page.Kind     // kinds that no page was chosen for yet, most important first
	// wholeSitemap: what no sitemap lists is known, since all were read to their end.
	wholeSitemap bool
}

// newChooser makes a chooser for the site of the submitted page. allowed is what robots.txt says of a path and query.
func newChooser(submitted weburl.URL, kind page.Kind, allowed func(path string) bool) *chooser {
	lang, _ := languageRoot(pathSegments(submitted.Path))
	wanted := []page.Kind{
		page.KindHome, page.KindAbout, page.KindContact, page.KindService, page.KindService, page.KindPricing, page.KindFAQ,
		page.KindArticle, page.KindLegal,
	}
	if kind == page.KindHome {
		wanted = wanted[1:]
	}
	return &chooser{
		wanted: wanted, site: strings.TrimSuffix(addressKey(submitted.Origin()+"/"), "/"), origin: submitted.Origin(), lang: lang, allowed: allowed,
		byKey: make(map[string]*candidate), taken: make(map[string]bool), read: make(map[string]bool), patterns: make(map[string]int),
	}
}

// addressKey is what makes two addresses the same page before a server was asked: neither scheme nor a leading www. nor the fragment count.
func addressKey(address string) string {
	if i := strings.IndexByte(address, '#'); i >= 0 {
		address = address[:i]
	}
	_, address, _ = strings.Cut(address, "://")
	if !strings.Contains(address, "/") {
		address += "/"
	}
	return strings.TrimPrefix(address, "www.")
}

// take says that an address was asked for.
func (c *chooser) take(address string) { c.taken[addressKey(address)] = true }

// addPage adds the links of a page that was read. It gives false where the same page was read before, under another address.
func (c *chooser) addPage(p *page.Page) bool {
	if c.read[p.FinalURL] {
		return false
	}
	c.read[p.FinalURL] = true
	c.take(p.FinalURL)
	for i := range p.Links {
		l := &p.Links[i]
		if l.URL == "" || l.Fragment || !l.Crawlable || l.Nofollow() { // with nofollow the site asks crawlers to stay away
			continue
		}
		found := c.find(l.URL)
		if found == nil {
			continue
		}
		place := placeContent
		switch l.Place {
		case "nav", "header":
			place = placeNavigation
		case "footer":
			place = placeFooter
		}
		preferred := strings.HasPrefix(l.URL, c.origin+"/") && !strings.HasPrefix(found.url, c.origin+"/")
		if !found.linked || preferred {
			found.linked, found.url, found.from, found.text = true, l.URL, p.FinalURL, l.Text
		}
		if found.kind == page.KindOther {
			found.kind = classify(found.path, l.Text)
		}
		found.place = min(found.place, place)
		found.main = found.main || l.Place == "main" || l.Place == "body"
	}
	return true
}

// addSitemaps adds the entries of the sitemaps.
func (c *chooser) addSitemaps(files []page.Sitemap) {
	c.wholeSitemap = wholeSitemap(files)
	for i := range files {
		for _, e := range files[i].Entries {
			if found := c.find(e.URL); found != nil {
				found.listed, found.modified = true, e.Modified
			}
		}
	}
}

// find gives the candidate of an address, made where it is new; nil where the address is none of the site's pages.
func (c *chooser) find(address string) *candidate {
	key := addressKey(address)
	if found := c.byKey[key]; found != nil {
		return found
	}
	path, ok := c.sitePath(address)
	if !ok || len(address) > 1024 || !readable(path) {
		return nil
	}
	lang, _ := languageRoot(pathSegments(path))
	found := &candidate{url: address, key: key, path: path, from: fromSitemap, kind: classify(path, ""), lang: lang, place: placeSitemap}
	c.byKey[key] = found
	c.candidates = append(c.candidates, found)
	return found
}

// sitePath gives path and query of an address; ok is false where it is on another host: only a leading www. and the scheme may differ.
func (c *chooser) sitePath(address string) (path string, ok bool) {
	path, ok = strings.CutPrefix(addressKey(address), c.site)
	return path, ok && strings.HasPrefix(path, "/")
}

// addHome adds the front page, linked or not.
func (c *chooser) addHome() {
	if found := c.find(c.origin + "/"); found != nil && found.from == fromSitemap && !found.listed {
		found.from = ""
	}
}

// important picks at most n pages for their meaning: one of each kind that a visitor or an answer engine looks for first, two for services.
// Kinds that found no page, or no room, are looked for again in the next call.
func (c *chooser) important(n int) []*candidate {
	var chosen []*candidate
	c.wanted = slices.DeleteFunc(c.wanted, func(kind page.Kind) bool {
		if len(chosen) == n {
			return false
		}
		best := c.best(kind)
		if best != nil {
			chosen = append(chosen, c.choose(best))
		}
		return best != nil
	})
	return chosen
}

// best is the free candidate of a kind in the submitted page's language that stands out most; of articles, the one changed last.
func (c *chooser) best(kind page.Kind) *candidate {
	var best *candidate
	for _, have := range c.candidates {
		if have.kind == kind && c.free(have) && (best == nil || c.compare(have, best) < 0) {
			best = have
		}
	}
	return best
}

func (c *chooser) compare(a, b *candidate) int {
	if order := cmp.Compare(c.foreign(a), c.foreign(b)); order != 0 {
		return order
	}
	if a.kind == page.KindArticle {
		return b.modified.Compare(a.modified)
	}
	return cmp.Or(cmp.Compare(a.place, b.place), cmp.Compare(strings.Count(a.path, "/"), strings.Count(b.path, "/")))
}

// foreign ranks the submitted page's language before pages outside any language's root, and these before other languages.
func (c *chooser) foreign(a *candidate) int {
	switch a.lang {
	case c.lang:
		return 0
	case "":
		return 1
	default:
		return 2
	}
}

// doubtful picks at most n addresses that are the likeliest to be broken, in turn of each sort: links in main content to what no sitemap lists,
// and sitemap entries that no page read so far links to, the latter spread evenly over the sitemap.
func (c *chooser) doubtful(n int) []*candidate {
	var unlisted, unlinked []*candidate
	for _, have := range c.candidates {
		switch {
		case c.taken[have.key]:
		case c.wholeSitemap && have.main && !have.listed:
			unlisted = append(unlisted, have)
		case have.listed && !have.linked:
			unlinked = append(unlinked, have)
		}
	}
	unlinked = spread(unlinked, n)
	var chosen []*candidate
	for len(chosen) < n && len(unlisted)+len(unlinked) > 0 {
		for _, queue := range []*[]*candidate{&unlisted, &unlinked} {
			if next := c.next(queue); next != nil && len(chosen) < n {
				chosen = append(chosen, c.choose(next))
			}
		}
	}
	return chosen
}

// spread gives n of the candidates at even distances, or all where there are fewer.
func spread(from []*candidate, n int) []*candidate {
	if len(from) <= n {
		return from
	}
	picked := make([]*candidate, n)
	for i := range picked {
		picked[i] = from[(2*i+1)*len(from)/(2*n)]
	}
	return picked
}

// rest picks at most n of what is left, by navigation, links, sitemap, and in turn from each folder, so that not all are of one template.
func (c *chooser) rest(n int) []*candidate {
	left := slices.DeleteFunc(slices.Clone(c.candidates), func(have *candidate) bool { return c.taken[have.key] })
	slices.SortStableFunc(left, func(a, b *candidate) int {
		return cmp.Or(cmp.Compare(c.foreign(a), c.foreign(b)), cmp.Compare(a.place, b.place))
	})
	var folders []*[]*candidate
	byFolder := make(map[string]*[]*candidate)
	for _, have := range left {
		name := folder(have.path)
		queue := byFolder[name]
		if queue == nil {
			queue = new([]*candidate)
			byFolder[name] = queue
			folders = append(folders, queue)
		}
		*queue = append(*queue, have)
	}
	var chosen []*candidate
	for more := true; more; {
		more = false
		for _, queue := range folders {
			if next := c.next(queue); next != nil && len(chosen) < n {
				chosen, more = append(chosen, c.choose(next)), true
			}
		}
	}
	return chosen
}

// next takes the first candidate that is still free off a queue; nil where none is.
func (c *chooser) next(queue *[]*candidate) *candidate {
	for len(*queue) > 0 {
		first := (*queue)[0]
		*queue = (*queue)[1:]
		if c.free(first) {
			return first
		}
	}
	return nil
}

// free says that the address may be asked for: not yet asked, not one more of a pattern that repeats, not forbidden by robots.txt.
func (c *chooser) free(have *candidate) bool {
	return !c.taken[have.key] && (have.listed || c.patterns[pattern(have.path)] < patternCap) && c.allowed(have.path)
}

func (c *chooser) choose(have *candidate) *candidate {
	c.taken[have.key] = true
	if p := pattern(have.path); p != "" {
		c.patterns[p]++
	}
	return have
}
