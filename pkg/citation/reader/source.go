package reader

import (
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/idna"

	"github.com/auditctl/auditctl/pkg/engine"
)

// How much of the sources is read, in bytes each and in number.
const (
	maxSources = 100
	maxExcerpt = 64 << 10
)

// source is a cited page as words: its title, its text, and what of its address may be a name.
type source struct {
	texts  [][]word
	labels []string // of the host, folded, without hyphens
	path   [][]word // its segments
}

// gather reads the cited sources.
func gather(cited []engine.Excerpt) []source {
	var all []source
	for _, e := range cited[:min(len(cited), maxSources)] {
		s := source{}
		for _, t := range []string{e.Title, e.Text} {
			text, _ := inline(clean(clip(t, maxExcerpt)))
			s.texts = append(s.texts, split(text))
		}
		s.address(e.URL)
		all = append(all, s)
	}
	return all
}

// address takes an address apart.
func (s *source) address(raw string) {
	u, ok := parseAddress(unwrap(raw))
	if !ok {
		return
	}
	host := u.Host
	if shown, err := idna.ToUnicode(host); err == nil {
		host = shown
	}
	for label := range strings.SplitSeq(host, ".") {
		s.labels = append(s.labels, strings.ReplaceAll(fold(label, false), "-", ""), strings.ReplaceAll(fold(label, true), "-", ""))
	}
	path, err := url.PathUnescape(u.Path)
	if err != nil {
		path = u.Path
	}
	for segment := range strings.SplitSeq(path, "/") {
		if words := split(strings.NewReplacer("-", " ", "_", " ", "+", " ", ".", " ").Replace(segment)); len(words) > 0 {
			s.path = append(s.path, words)
		}
	}
}

// backed says whether a source names the rival.
func (a *analysis) backed(o option) bool {
	var forms []form
	for _, name := range append([]string{o.name}, o.also...) {
		forms = append(forms, form{words: split(name)})
		forms = append(forms, a.forms(name, a.ordinary)...)
		forms = append(forms, a.withoutAsked(split(name))...)
		if words := split(name); a.hasLegal(words) && len(words) > 2 && !and(words[len(words)-2]) { // "X & Fils SA"
			forms = append(forms, form{words: words[:len(words)-1]})
		}
		if words := split(name); len(words) > 2 && a.worker.whole(words[:1]) { // "Chef Guido Bencini"
			forms = append(forms, form{words: words[1:]})
		}
		if before, _, ok := strings.Cut(name, ", "); ok && len(split(before)) > 1 { // "X Y, Luthier"
			forms = append(forms, a.forms(before, a.ordinary)...)
		}
	}
	genitives := a.lang == "de" || a.lang == "nl" // elsewhere an s belongs to another name
	return slices.ContainsFunc(a.cited, func(s source) bool {
		return slices.ContainsFunc(forms, func(f form) bool { return s.has(f, genitives) })
	})
}

// withoutAsked gives a name without its first words, where the question has them: they say what trade it is.
func (a *analysis) withoutAsked(words []word) []form {
	n := 0
	for n < len(words) && (a.asked[words[n].key] || a.echoed[words[n].key] && a.category.whole(words[n:n+1]) || words[n].script != latin && strings.Contains(a.question, joined(words[:n+1]))) {
		n++
	}
	rest := words[n:]
	for len(rest) > 0 && a.connector.whole(rest[:1]) && n > 0 {
		rest = rest[1:]
	}
	if n == 0 || !a.distinct(rest, a.ordinary) {
		return nil
	}
	return []form{{words: rest, short: true}}
}

// has says whether a form stands in the source as whole words, or is a whole label of its host.
func (s *source) has(f form, genitives bool) bool {
	found := func(words []word) bool {
		return slices.ContainsFunc(f.find(words), func(m match) bool { return genitives || !m.genitive })
	}
	if slices.ContainsFunc(s.texts, found) || slices.ContainsFunc(s.path, found) {
		return true
	}
	for _, spelling := range f.joined() {
		if slices.Contains(s.labels, spelling) {
			return true
		}
	}
	return false
}

// joined gives the form without spaces, as host names have it.
func (f form) joined() []string {
	var all []string
	for _, conjunction := range []string{"", "and", "et", "und", "y", "e", "en"} {
		var key, alt strings.Builder
		for _, w := range f.words {
			if and(w) {
				key.WriteString(conjunction)
				alt.WriteString(conjunction)
				continue
			}
			key.WriteString(w.key)
			alt.WriteString(w.alt)
		}
		if key.Len() < 3 {
			return nil
		}
		all = append(all, key.String(), alt.String())
		if strings.HasSuffix(key.String(), "cie") {
			all = append(all, strings.TrimSuffix(key.String(), "cie")+"compagnie")
		}
	}
	return all
}

// known says whether a source writes these very words, which then are a name of their own and no slip.
func (a *analysis) known(words []word) bool {
	f := form{words: words}
	return slices.ContainsFunc(a.cited, func(s source) bool {
		return slices.ContainsFunc(s.texts, func(t []word) bool { return len(f.find(t)) > 0 })
	})
}
