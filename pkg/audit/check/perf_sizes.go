package check

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/auditctl/auditctl/internal/weburl"
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// kilobyte and megabyte are as browsers' tools and Lighthouse count them for people.
const (
	kilobyte = 1000
	megabyte = 1000 * kilobyte
)

// size writes a number of bytes for people.
func size(n int64) audit.Text {
	switch {
	case n < kilobyte:
		return count(int(n), "byte", "bytes", "octet", "octets")
	case n < megabyte:
		return text("%d kB", "%d ko", n/kilobyte)
	}
	en := fmt.Sprintf("%.1f", float64(n)/megabyte)
	return text("%s MB", "%s Mo", audit.Text{EN: en, FR: strings.Replace(en, ".", ",", 1)})
}

// weighed is a sub-resource whose size is known.
type weighed struct {
	url   string
	bytes int64
}

// loaded gives the addresses, in order and once each, of what the submitted page loads and what was looked at: neither the icon nor the picture for
// previews of links.
func loaded(f *page.Facts) []string {
	urls := slices.DeleteFunc(resourceURLs(f.Main()), func(url string) bool {
		a, ok := f.Assets[url]
		return !ok || a.Status < 200 || a.Status > 299
	})
	slices.Sort(urls)
	return slices.Compact(urls)
}

// assetsLike gives the loaded sub-resources with a known size and a content type that has one of the pieces.
func assetsLike(f *page.Facts, types ...string) []weighed {
	var out []weighed
	for _, url := range loaded(f) {
		a := f.Assets[url]
		if a.Bytes < 0 {
			continue
		}
		if slices.ContainsFunc(types, func(t string) bool { return strings.Contains(strings.ToLower(a.ContentType), t) }) {
			out = append(out, weighed{url, a.Bytes})
		}
	}
	return out
}

// ownAssets gives the loaded sub-resources of the site itself that are so.
func ownAssets(f *page.Facts, so func(page.Asset) bool) []string {
	return slices.DeleteFunc(loaded(f), func(address string) bool {
		u, err := weburl.Parse(address)
		return err != nil || weburl.RegistrableDomain(u.Host) != f.Domain || !so(f.Assets[address])
	})
}

// unmeasured is the answer of checks of sub-resources that weren't looked at.
func unmeasured(f *page.Facts) Finding {
	if len(f.Assets) == 0 {
		return unassessed(page.Unread, "These files weren't looked at; --probe-agents all does.",
			"Ces fichiers n'ont pas été examinés ; --probe-agents all le fait.")
	}
	return unassessed(page.Unread, "The server doesn't say how large these files are.", "Le serveur n'indique pas la taille de ces fichiers.")
}

// heaviestFirst sorts by size, equal ones by address.
func heaviestFirst(all []weighed) {
	slices.SortFunc(all, func(a, b weighed) int {
		return cmp.Or(cmp.Compare(b.bytes, a.bytes), cmp.Compare(a.url, b.url))
	})
}

// judgeEach warns of each resource over one bound and fails over the other.
func judgeEach(all []weighed, warnOver, failOver int64) Finding {
	heaviestFirst(all)
	finding := Finding{Status: audit.Pass}
	heavy := 0
	for _, w := range all {
		if w.bytes <= warnOver {
			continue
		}
		heavy++
		if w.bytes > failOver {
			finding.Status = audit.Fail
		} else if finding.Status == audit.Pass {
			finding.Status = audit.Warn
		}
		finding = finding.seen(w.url, "size", size(w.bytes).EN)
	}
	if heavy == 0 {
		finding.Detail = text("Files looked at: %d; the heaviest weighs %s.", "Fichiers examinés : %d ; le plus lourd pèse %s.",
			len(all), size(all[0].bytes))
		return finding
	}
	finding.Detail = text("%s more than %s; the heaviest weighs %s.", "%s plus de %s ; le plus lourd pèse %s.",
		count(heavy, "file weighs", "files weigh", "fichier pèse", "fichiers pèsent"), size(warnOver), size(all[0].bytes))
	return finding
}

// pagesWhere divides the pages that a fault was found on: the submitted one, and the addresses of the others.
func pagesWhere(f *page.Facts, fault func(*page.Page) bool) (main bool, others []string) {
	for i, p := range f.Pages {
		switch {
		case !fault(p):
		case i == 0:
			main = true
		default:
			others = append(others, p.FinalURL)
		}
	}
	return main, others
}

// seenEach adds the same place on one page with each excerpt.
func (f Finding) seenEach(url, where string, excerpts []string) Finding {
	for _, e := range excerpts {
		f = f.seen(url, where, e)
	}
	return f
}

// seenOn adds the same observation on each page.
func (f Finding) seenOn(urls []string, where, excerpt string) Finding {
	for _, u := range urls {
		f = f.seen(u, where, excerpt)
	}
	return f
}
