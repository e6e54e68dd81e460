package check

import (
	"strings"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// fault is what a check objects to on one page.
type fault struct {
	page           *page.Page
	where, excerpt string
}

// flaw is what is wrong with a page's declaration; grave where engines drop it, or follow it away from the page.
type flaw struct {
	grave bool
	said  audit.Text
	at    string // what stands there
}

func grave(at, en, fr string, args ...any) *flaw { return &flaw{true, text(en, fr, args...), at} }

func slight(at, en, fr string, args ...any) *flaw { return &flaw{false, text(en, fr, args...), at} }

// faults asks of every page that was read, the submitted one first.
func faults(f *page.Facts, of func(*page.Page) (where, excerpt string, faulty bool)) []fault {
	var found []fault
	for _, p := range f.Pages {
		if where, excerpt, faulty := of(p); faulty {
			found = append(found, fault{p, where, excerpt})
		}
	}
	return found
}

// siteWide picks the finding: healthy without faults, onMain where the submitted page is among the faulty ones, elsewhere where only others are.
func siteWide(f *page.Facts, found []fault, healthy, onMain, elsewhere Finding) Finding {
	verdict := healthy
	if len(found) > 0 {
		verdict = elsewhere
		if found[0].page == f.Main() {
			verdict = onMain
		}
	}
	for _, x := range found {
		verdict = verdict.seen(x.page.FinalURL, x.where, x.excerpt)
	}
	return verdict
}

// ofPages says how many of the pages read are meant: "2 of the 10 pages read".
func ofPages(n int, f *page.Facts) audit.Text {
	read := len(f.Pages)
	switch {
	case read == 1:
		return text("the one page read", "la seule page lue")
	case n == read && read == 2:
		return text("both pages read", "les 2 pages lues")
	case n == read:
		return text("all %d pages read", "les %d pages lues", read)
	}
	return text("%d of the %d pages read", "%d des %d pages lues", n, read)
}

// anyPage ends sentences that say what was found on no page: "any of the 10 pages read".
func anyPage(f *page.Facts) audit.Text {
	if read := len(f.Pages); read > 1 {
		return text("any of the %d pages read", "les %d pages lues", read)
	}
	return text("the one page read", "la seule page lue")
}

// notMain is ofPages for faults that the submitted page hasn't.
func notMain(n int, f *page.Facts) audit.Text {
	return text("%v, not the submitted one", "%v, hors page soumise", ofPages(n, f))
}

// whole says that what isn't seen on the page isn't there: it was read to its end, and shows its content without JavaScript.
func whole(p *page.Page) bool {
	return !p.NeedsRender() && p.Response.Truncated == "" && p.ParseError == ""
}

// unsure is the answer where something wasn't seen on a page that isn't whole.
func unsure(p *page.Page) Finding {
	if p.NeedsRender() {
		return unassessed(page.NeedsRender, "This wasn't found in the HTML as sent, but the page builds itself with JavaScript; only a browser can tell.",
			"Rien de tel dans le HTML envoyé, mais la page se construit en JavaScript ; seul un navigateur peut en juger.")
	}
	return unassessed(page.Unread, "This wasn't found in the part of the page that could be read.", "Rien de tel dans la partie de la page qui a pu être lue.")
}

// onePage is the answer of checks that compare pages.
func onePage() Finding {
	return unassessed(page.TooFewPages, "Only one page could be compared; it takes two.", "Une seule page était comparable ; il en faut deux.")
}

// sameAddress says whether two resolved addresses differ at most in fragment, a trailing slash and the name of an index file.
func sameAddress(a, b string) bool { return a == b || plainAddress(a) == plainAddress(b) }

func plainAddress(address string) string {
	address, _, _ = strings.Cut(address, "#")
	at, query, _ := strings.Cut(address, "?")
	if i := strings.LastIndexByte(at, '/'); strings.HasPrefix(at[i+1:], "index.") {
		at = at[:i]
	}
	at = strings.TrimSuffix(at, "/")
	if query != "" {
		at += "?" + query
	}
	return at
}

// canonicalURL is the address that the page names as its canonical one, empty where it names none that can be read.
func canonicalURL(p *page.Page) string {
	for _, c := range p.Canonicals {
		if c.URL != "" && !c.InBody {
			return c.URL
		}
	}
	return ""
}

// consolidated says that the page names another address as the canonical one, so that it doesn't stand in an index by itself.
func consolidated(p *page.Page) bool {
	c := canonicalURL(p)
	return c != "" && !sameAddress(c, p.FinalURL)
}

// standing gives the pages that may stand in a search index each by itself: neither noindex nor consolidated, and no address twice.
func standing(f *page.Facts) []*page.Page {
	var out []*page.Page
	seen := map[string]bool{}
	for _, p := range f.Pages {
		at := plainAddress(p.FinalURL)
		if _, shut := noindex(p, searchBots...); shut || consolidated(p) || seen[at] {
			continue
		}
		seen[at] = true
		out = append(out, p)
	}
	return out
}

// repeated gives the pages whose key another page has as well, in the order of pages; pages with an empty key are left out.
func repeated(pages []*page.Page, key func(*page.Page) string) []fault {
	first, times := map[string]*page.Page{}, map[string]int{}
	for _, p := range pages {
		if k := key(p); k != "" {
			if times[k]++; times[k] == 1 {
				first[k] = p
			}
		}
	}
	var found []fault
	for _, p := range pages {
		if k := key(p); times[k] > 1 {
			found = append(found, fault{page: p, excerpt: k})
		}
	}
	return found
}

// addresses gives those under which the pages were asked for.
func addresses(f *page.Facts) []string {
	all := make([]string, len(f.Pages))
	for i, p := range f.Pages {
		all[i] = p.URL
	}
	return all
}

// pagesRead are the pages by the addresses that they were asked for under or arrived at; the first page counts.
type pagesRead map[string]*page.Page

func pagesByAddress(f *page.Facts) pagesRead {
	at := make(pagesRead, 2*len(f.Pages))
	for _, p := range f.Pages {
		for _, address := range []string{p.FinalURL, p.URL} {
			if at[address] == nil {
				at[address] = p
			}
		}
	}
	return at
}

// deadEnds are the failures of addresses that answered twice that they have no page. Statuses by which a site turns machines away prove
// nothing.
type deadEnds map[string]*page.Failure

func deadByAddress(f *page.Facts) deadEnds {
	at := make(deadEnds)
	for i := range f.Failures {
		if x := &f.Failures[i]; at[x.URL] == nil && dead(x) {
			at[x.URL] = x
		}
	}
	return at
}

func dead(x *page.Failure) bool {
	switch x.Status {
	case 401, 402, 403, 405, 407, 408, 425, 429, 451, 503:
		return false
	case 404, 410:
		return true
	}
	return x.Status >= 400 && x.Retried
}
