package reader

import (
	"regexp"
	"strings"
	"unicode"

	"github.com/auditctl/auditctl/internal/weburl"
)

// ownLink says whether a span is a link to the business's site or the site's address.
func (a *analysis) ownLink(l *line, s span) bool {
	if a.domain == "" {
		return false
	}
	for _, m := range l.around(s.start) {
		if m.kind == link && m.start <= s.start && m.end >= s.end && registrable(m.url) == a.domain {
			return true
		}
	}
	text := l.text[s.start:s.end]
	return a.host(text) && registrable(text) == a.domain
}

// ownHosts finds the business's site in a line, as a link or as text. A bare address in brackets or at the end of a cited sentence is a footnote.
func (a *analysis) ownHosts(i int) []span {
	if a.domain == "" {
		return nil
	}
	l := &a.lines[i]
	var found []span
	for _, m := range l.marks {
		if m.kind == link && registrable(m.url) == a.domain && !a.footnoted(l, m) {
			found = append(found, span{i, m.start, m.end})
		}
	}
	for _, w := range l.words {
		text := l.text[w.start:w.end]
		if strings.Contains(text, ".") && registrable(text) == a.domain && !strings.HasSuffix(strings.TrimRight(l.text[:w.start], " "), "@") &&
			!a.footnoted(l, mark{start: w.start, end: w.end}) {
			found = append(found, span{i, w.start, w.end})
		}
	}
	return found
}

// footnoted says whether a link only backs what was said: it is numbered, says that it is a source, or stands in brackets behind a sentence.
func (a *analysis) footnoted(l *line, m mark) bool {
	from, to := l.wordsIn(m.start, m.end)
	words := l.words[from:to]
	if len(words) == 0 || every(words, func(w word) bool { return w.script == numeral }) || a.sources.whole(words) {
		return true
	}
	if from > 0 && l.words[from-1].sentence == l.words[min(from, len(l.words)-1)].sentence {
		if _, ok := a.sources.ending(l.words[max(0, from-2):from]); ok {
			return true
		}
	}
	before, after := strings.TrimRight(l.text[:m.start], " "), strings.TrimLeft(l.text[m.end:], " ")
	if strings.HasSuffix(before, "(") || strings.HasSuffix(before, "[") || strings.HasSuffix(before, "（") {
		return strings.HasPrefix(after, ")") || strings.HasPrefix(after, "]") || strings.HasPrefix(after, "）")
	}
	return false
}

// registrable is the registrable domain of an address, however it is written; empty for what is none.
func registrable(address string) string {
	u, ok := parseAddress(address)
	if !ok {
		return ""
	}
	return weburl.RegistrableDomain(u.Host)
}

// otherScheme is an address that isn't one of the web: mailto:, tel:, data:. A port behind a host is none.
var otherScheme = regexp.MustCompile(`^[a-zA-Z][a-zA-Z0-9+-]*:[^/0-9]`)

// parseAddress reads an address; without a scheme it is one of https.
func parseAddress(address string) (weburl.URL, bool) {
	address = strings.TrimFunc(address, unicode.IsSpace)
	if address == "" || strings.ContainsAny(address, " \t\n") {
		return weburl.URL{}, false
	}
	if strings.HasPrefix(address, "//") {
		address = "https:" + address
	}
	if otherScheme.MatchString(address) {
		return weburl.URL{}, false
	}
	if !strings.Contains(strings.SplitN(address, "?", 2)[0], "://") {
		address = "https://" + address
	}
	u, err := weburl.Parse(address)
	if err != nil || !u.Web() {
		return weburl.URL{}, false
	}
	u.Host = strings.TrimSuffix(u.Host, ".")
	return u, strings.Contains(u.Host, ".") || strings.HasPrefix(u.Host, "[") || u.Host == "localhost"
}
