package fix

import (
	"regexp"
	"slices"
	"strings"

	"github.com/auditctl/auditctl/internal/weburl"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// versionCode is a language of two letters, with script and region perhaps, or x-default.
var versionCode = regexp.MustCompile(`^(x-default|[a-z]{2}(-[A-Za-z]{4})?(-[A-Za-z]{2})?)$`)

// versions gives every page of a cluster of language versions the same list of all of them, itself and a default among them.
func (w *work) versions(list []*head) {
	if !w.wants("seo.hreflang") {
		return
	}
	at := map[string]int{} // page by address
	for i, h := range list {
		at[h.page.URL], at[h.page.FinalURL] = i, i
	}
	cluster := make([]int, len(list)) // the first page of each page's cluster
	for i := range cluster {
		cluster[i] = i
	}
	for changed := true; changed; {
		changed = false
		for i, h := range list {
			for _, a := range h.page.Alternates {
				if j, read := at[a.URL]; read && cluster[i] != cluster[j] {
					low := min(cluster[i], cluster[j])
					cluster[i], cluster[j], changed = low, low, true
				}
			}
		}
	}
	for head := range list {
		var members []int
		for i := range list {
			if cluster[i] == head {
				members = append(members, i)
			}
		}
		all := w.cluster(list, members, at)
		if len(all) < 2 {
			continue
		}
		for _, i := range members {
			list[i].versions = all
			list[i].add(text("The same block stands on every page of the group. Check that each address is the translation of the others, and which one is the default.",
				"Le même bloc figure sur chaque page du groupe. Vérifiez que chaque adresse est la traduction des autres, et laquelle est la version par défaut."), "seo.hreflang")
		}
	}
}

// cluster gives the versions that the members of a cluster declare, each language once.
func (w *work) cluster(list []*head, members []int, at map[string]int) []page.Alternate {
	declared := false
	var all []page.Alternate
	add := func(code, address string) {
		u, err := weburl.Parse(address)
		if err != nil || !u.Web() || !versionCode.MatchString(code) {
			return
		}
		if !slices.ContainsFunc(all, func(a page.Alternate) bool { return strings.EqualFold(a.Lang, code) }) {
			all = append(all, page.Alternate{Lang: code, Href: u.Page(), URL: u.Page()})
		}
	}
	fallback := ""
	for _, i := range members {
		p := list[i].page
		declared = declared || len(p.Alternates) > 0
		add(w.language(p, p.FinalURL), p.FinalURL)
	}
	for _, i := range members {
		for _, a := range list[i].page.Alternates {
			_, read := at[a.URL]
			dead := slices.ContainsFunc(w.Facts.Failures, func(f page.Failure) bool { return f.URL == a.URL })
			switch {
			case dead || a.URL == "":
			case strings.EqualFold(a.Lang, "x-default"):
				if fallback == "" {
					fallback = a.URL
				}
			case read: // stands in the list by what the page itself is
			default:
				add(strings.ToLower(a.Lang[:min(2, len(a.Lang))])+a.Lang[min(2, len(a.Lang)):], a.URL)
			}
		}
	}
	if !declared {
		return nil
	}
	if fallback == "" {
		fallback = list[members[0]].page.FinalURL
	}
	add("x-default", fallback)
	return all
}

// language is the code that the page goes by among its versions: the one that it or another page gives it, if engines know it, else that of its own text.
func (w *work) language(p *page.Page, address string) string {
	for _, q := range append([]*page.Page{p}, w.Facts.Pages...) {
		for _, a := range q.Alternates {
			code := strings.ToLower(a.Lang)
			if primary, _, _ := strings.Cut(code, "-"); samePage(a.URL, address) && code != "x-default" && versionCode.MatchString(code) &&
				(!p.Detected.OK() || p.Detected.Value == "" || primary == p.Detected.Value) {
				return code
			}
		}
	}
	if code := strings.ToLower(p.Lang); versionCode.MatchString(code) {
		return code
	}
	return p.Detected.Value
}
