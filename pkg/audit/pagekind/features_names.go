package pagekind

import (
	"strings"
	"unicode/utf8"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// names looks at what title, headings and links call the page.
func (b *bag) names(linked string) {
	title := b.page.Title()
	parts := titleParts(title)
	b.count("title parts", len(parts), 2, 3)
	b.count("title words", strings.Count(strings.TrimSpace(title), " ")+1, 3, 6, 10, 15)
	b.addIf(numbered(title), "title numbered")
	for i, part := range parts {
		if i < 4 {
			b.called("title", Slug(part))
		}
	}
	first, level2, questions, numbers, shown := "", 0, 0, 0, 0
	headings := b.page.Headings
	for i := range headings[:min(len(headings), maxHeadings)] {
		h := &headings[i]
		if h.Hidden {
			continue
		}
		shown++
		text := strings.TrimSpace(h.Text)
		switch {
		case h.Level == 1 && first == "":
			first = text
			b.called("h1", Slug(text))
		case h.Level <= 3 && level2 < 6:
			level2++
			if kind, ok := OfPhrase(Slug(text)); ok {
				b.says("h2", kind)
			}
		}
		if strings.HasSuffix(text, "?") || strings.HasSuffix(text, "？") {
			questions++
		}
		if numbered(text) {
			numbers++
		}
	}
	b.addIf(first == "", "no h1")
	if first != "" {
		b.count("h1 words", strings.Count(first, " ")+1, 3, 6, 10)
		b.addIf(len(parts) > 0 && utf8.RuneCountInString(first) >= 12 && Slug(parts[0]) == Slug(first), "h1 is title")
	}
	b.count("headings", shown, 1, 2, 4, 9, 20)
	b.count("questions", questions, 1, 3)
	b.addIf(numbers >= 2, "numbered headings")
	b.linked(linked)
}

// linked looks at the text of the link that led here and of links to the page itself.
func (b *bag) linked(text string) {
	named := ""
	if len(text) <= 60 {
		named = Slug(text)
	}
	links := b.page.Links
	for i := range links[:min(len(links), maxLinks)] {
		l := &links[i]
		if named != "" {
			break
		}
		if len(l.Text) <= 40 && !l.Fragment && l.URL != "" && sameAddress(l.URL, b.page.FinalURL) {
			if s := Slug(l.Text); s != "" {
				if _, ok := OfPhrase(s); ok {
					named = s
				}
			}
		}
	}
	if kind, ok := OfPhrase(named); ok {
		b.says("link", kind)
	}
}

// sameAddress leaves the name of index files out.
func sameAddress(a, b string) bool {
	if len(a) > len(b)+12 || len(b) > len(a)+12 {
		return false
	}
	return strings.TrimSuffix(withoutIndex(a), "/") == strings.TrimSuffix(withoutIndex(b), "/")
}

func withoutIndex(address string) string {
	for _, name := range [...]string{"index.html", "index.htm", "index.php"} {
		address = strings.TrimSuffix(address, name)
	}
	return address
}

// called adds the kinds that a title's part or a heading names: by all its words, or by one of a few.
func (b *bag) called(where, slug string) {
	if kind, ok := OfPhrase(slug); ok {
		b.says(where, kind)
		return
	}
	rest, words := slug, 0
	var found [3]page.Kind
	for rest != "" && words < 8 {
		var word string
		word, rest, _ = strings.Cut(rest, "-")
		words++
		if kind, ok := OfPhrase(word); ok && words <= len(found) {
			found[words-1] = kind
		}
	}
	if rest != "" {
		return
	}
	for i, kind := range found {
		if kind != "" && (i == 0 || found[0] != kind) {
			b.says(where+" word", kind)
		}
	}
}

// titleParts are what bars, dashes and dots divide.
func titleParts(title string) []string {
	var parts []string
	for part := range strings.FieldsFuncSeq(title, func(r rune) bool { return strings.ContainsRune("|–—·»«•:｜›", r) }) {
		for _, piece := range strings.Split(part, " - ") {
			if piece = strings.TrimSpace(piece); piece != "" {
				parts = append(parts, piece)
			}
		}
	}
	return parts
}

// numbered reports whether a heading begins with the number of a chapter: "3.2 Types", "Chapter 4".
func numbered(text string) bool {
	i := 0
	for i < len(text) && (text[i] >= '0' && text[i] <= '9' || text[i] == '.') {
		i++
	}
	return i > 1 && i < len(text)-2 && i < 8 && strings.Contains(text[:i], ".") && text[i] == ' '
}
