package fetch

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/auditctl/auditctl/internal/weburl"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestClassify(t *testing.T) {
	for _, row := range []struct {
		path, text string
		want       page.Kind
	}{
		{"/", "", page.KindHome},
		{"/fr/", "", page.KindHome},
		{"/pt-br", "", page.KindHome},
		{"/en/index.html", "", page.KindHome},
		{"/?p=12", "", page.KindOther},
		{"/about.html", "", page.KindAbout},
		{"/company/", "", page.KindAbout},
		{"/fr/a-propos/", "", page.KindAbout},
		{"/%C3%BCber-uns", "", page.KindAbout},
		{"/x7/", "À propos de nous", page.KindAbout},
		{"/nous-contacter", "", page.KindContact},
		{"/kontakt", "", page.KindContact},
		{"/form/12", "Contact us", page.KindContact},
		{"/contact-lenses", "", page.KindOther},
		{"/services/", "", page.KindService},
		{"/services/drain-cleaning.html", "", page.KindService},
		{"/produits/lampe/bureau", "", page.KindService},
		{"/tarifs", "", page.KindPricing},
		{"/precios", "", page.KindPricing},
		{"/faq", "", page.KindFAQ},
		{"/mentions-legales", "", page.KindLegal},
		{"/legal/privacy", "", page.KindLegal},
		{"/blog/", "", page.KindListing},
		{"/blog/how-to-contact-us", "", page.KindArticle},
		{"/2026/03/opening", "", page.KindArticle},
		{"/fr/actualites/ouverture", "", page.KindArticle},
		{"/gallery", "", page.KindOther},
		{"/a/b/c/contact", "", page.KindOther},
	} {
		if got := classify(row.path, row.text); got != row.want {
			t.Errorf("%s %q is %s, want %s", row.path, row.text, got, row.want)
		}
	}
}

func TestReadable(t *testing.T) {
	for path, want := range map[string]bool{
		"/": true, "/services": true, "/shop/item.php?id=4": true, "/v1.2/notes": true, "/comparison": true,
		"/brochure.pdf": false, "/photo.JPG": false, "/feed/": false, "/wp-admin/": false, "/fr/connexion": false, "/panier/": false,
		"/account/logout.php": false, "/list?sort=price": false, "/product?add-to-cart=7": false, "/?s=boiler": false,
	} {
		if got := readable(path); got != want {
			t.Errorf("readable(%q) = %t, want %t", path, got, want)
		}
	}
}

// plan is what a chooser picks for a site given by its links and its sitemap.
type plan struct {
	submitted string
	links     []string // "place path text"
	sitemap   []string // paths; nil: no sitemap
}

func (p plan) chooser(t *testing.T) *chooser {
	t.Helper()
	const origin = "https://www.example.com"
	u, err := weburl.Parse(origin + p.submitted)
	if err != nil {
		t.Fatal(err)
	}
	c := newChooser(u, classify(p.submitted, ""), func(path string) bool { return !strings.HasPrefix(path, "/private") })
	main := &page.Page{FinalURL: u.Page()}
	for _, link := range p.links {
		place, rest, _ := strings.Cut(link, " ")
		path, text, _ := strings.Cut(rest, " ")
		address := path
		if strings.HasPrefix(path, "/") {
			address = origin + path
		}
		main.Links = append(main.Links, page.Link{URL: address, Text: text, Place: place, Crawlable: true})
	}
	c.addPage(main)
	if p.sitemap != nil {
		file := page.Sitemap{URL: origin + "/sitemap.xml", Form: "urlset", Count: len(p.sitemap)}
		for i, path := range p.sitemap {
			file.Entries = append(file.Entries, page.SitemapEntry{URL: origin + path, Modified: time.Date(2026, 1, 1+i, 0, 0, 0, 0, time.UTC)})
		}
		c.addSitemaps([]page.Sitemap{file})
	}
	return c
}

func paths(chosen []*candidate) string {
	var out []string
	for _, c := range chosen {
		out = append(out, c.path)
	}
	return strings.Join(out, " ")
}

func TestImportantPagesComeInOrderOfMeaning(t *testing.T) {
	c := plan{
		submitted: "/landing",
		links: []string{
			"main /blog/old Old", "footer /privacy Privacy", "nav /services Services", "nav /about About", "main /services/boilers Boilers",
			"footer /contact Contact", "nav /pricing Pricing", "nav /faq FAQ", "nav /gallery Gallery", "nav /private/about About", "nav https://other.test/about About",
		},
		sitemap: []string{"/blog/older", "/blog/newest", "/about"},
	}.chooser(t)
	c.addHome()
	want := "/ /about /contact /services /services/boilers /pricing /faq /blog/newest /privacy"
	if got := paths(c.important(20)); got != want {
		t.Errorf("chose %s\n want %s", got, want)
	}
	if got := paths(c.rest(20)); strings.Contains(got, "private") || !strings.HasPrefix(got, "/gallery ") {
		t.Errorf("the rest begins with navigation and leaves out what robots.txt forbids: %s", got)
	}
}

func TestPagesInTheLanguageOfTheSubmittedPageComeFirst(t *testing.T) {
	c := plan{submitted: "/fr/", links: []string{"nav /en/about About", "nav /en/contact Contact", "main /fr/contact Contact", "nav /fr/qui-sommes-nous Nous"}}.chooser(t)
	if got, want := paths(c.important(2)), "/fr/qui-sommes-nous /fr/contact"; got != want {
		t.Errorf("chose %s, want %s", got, want)
	}
}

func TestDoubtfulAddresses(t *testing.T) {
	links := []string{"nav / Home", "nav /listed Listed", "main /unlisted-1 One", "main /unlisted-2 Two", "nav /in-nav-only Nav"}
	sitemap := []string{"/", "/listed", "/orphan-1", "/orphan-2", "/orphan-3"}
	t.Run("in turn", func(t *testing.T) {
		if got, want := paths(plan{"/", links, sitemap}.chooser(t).doubtful(3)), "/unlisted-1 /orphan-1 /unlisted-2"; got != want {
			t.Errorf("chose %s, want %s", got, want)
		}
	})
	t.Run("spread over the sitemap", func(t *testing.T) {
		var many []string
		for i := range 100 {
			many = append(many, fmt.Sprintf("/orphan%c%c", 'a'+i/26, 'a'+i%26))
		}
		if got, want := paths(plan{"/", nil, many}.chooser(t).doubtful(2)), "/orphanaz /orphancx"; got != want {
			t.Errorf("chose %s, want %s", got, want)
		}
	})
	t.Run("without a sitemap nothing is unlisted", func(t *testing.T) {
		if got := (plan{"/", links, nil}).chooser(t).doubtful(3); len(got) > 0 {
			t.Errorf("chose %s", paths(got))
		}
	})
}

func TestTheRestAlternatesFoldersAndLeavesMazes(t *testing.T) {
	var links []string
	for i := range 30 {
		links = append(links, fmt.Sprintf("main /blog/post-%c x", 'a'+i%26), fmt.Sprintf("main /calendar/2026/%d x", i), fmt.Sprintf("main /list?page=%d x", i))
	}
	links = append(links, "main /team-page x", "main /jobs-page x")
	got := plan{submitted: "/", links: links, sitemap: []string{"/guide/1", "/guide/2", "/guide/3", "/guide/4", "/guide/5"}}.chooser(t).rest(24)
	count := func(prefix string) int {
		return len(slices.DeleteFunc(slices.Clone(got), func(c *candidate) bool { return !strings.HasPrefix(c.path, prefix) }))
	}
	if count("/calendar") != patternCap || count("/list") != patternCap {
		t.Errorf("a calendar or a list without end takes more than %d places: %s", patternCap, paths(got))
	}
	if count("/guide/") != 5 {
		t.Errorf("what the sitemap lists is no maze: %s", paths(got))
	}
	if count("/team-page") != 1 || count("/jobs-page") != 1 {
		t.Errorf("posts crowd out other pages: %s", paths(got))
	}
}

func TestOneAddressIsOneCandidate(t *testing.T) {
	c := plan{submitted: "/", links: []string{"main http://example.com/about a", "main https://www.example.com/about b", "main /about/ c"}}.chooser(t)
	got := c.rest(5)
	got = append(got, c.important(5)...)
	if paths(got) != "/about /about/" || got[0].url != "https://www.example.com/about" {
		t.Errorf("chose %s, the first as %s; only the server can tell a slash's meaning, and the site's own form is asked for", paths(got), got[0].url)
	}
}

func TestWholeSitemap(t *testing.T) {
	entry := []page.SitemapEntry{{URL: "https://example.com/"}}
	file := page.Sitemap{URL: "b", Form: "urlset", Count: 1, Entries: entry}
	index := page.Sitemap{URL: "a", Form: "sitemapindex", Children: []string{"b"}}
	long := page.Sitemap{URL: "a", Form: "sitemapindex", Children: []string{"b", "c"}}
	cut := page.Sitemap{URL: "b", Form: "urlset", Count: 2, Entries: entry}
	feed := page.Sitemap{URL: "f", Form: "rss", Count: 1, Entries: entry}
	for name, row := range map[string]struct {
		files []page.Sitemap
		want  bool
	}{
		"none": {nil, false}, "one": {[]page.Sitemap{file}, true}, "index": {[]page.Sitemap{index, file}, true},
		"a file unread": {[]page.Sitemap{long, file}, false}, "cut": {[]page.Sitemap{cut}, false}, "feed": {[]page.Sitemap{file, feed}, false},
		"an index alone": {[]page.Sitemap{{URL: "a", Form: "sitemapindex"}}, false},
	} {
		if got := wholeSitemap(row.files); got != row.want {
			t.Errorf("%s: %t, want %t", name, got, row.want)
		}
	}
}
