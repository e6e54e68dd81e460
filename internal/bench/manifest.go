package main

import (
	"regexp"
	"strings"
)

// known is what a generated page holds, counted in its own regular markup with no HTML parser, so that it can't be wrong the way that ours could be.
type known struct {
	Title, Canonical, H1  string
	H1s, Internal, Others int // others are links that lead to no page: tel:
	Images                int
	Words                 int // of main
}

var (
	markup  = regexp.MustCompile(`<[^>]*>`)
	anchors = regexp.MustCompile(`<a [^>]*href="/`)
)

func (s *site) known(path string) known {
	page := string(s.pages[path])
	k := known{
		Title:     between(page, "<title>", "</title>"),
		Canonical: between(page, `<link rel="canonical" href="`, `"`),
		H1:        between(page, "<h1>", "</h1>"),
		H1s:       strings.Count(page, "<h1>"),
		Internal:  len(anchors.FindAllString(page, -1)),
		Others:    strings.Count(page, `href="tel:`),
		Images:    strings.Count(page, "<img "),
	}
	k.Words = len(strings.Fields(markup.ReplaceAllString(between(page, "<main>", "</main>"), " ")))
	return k
}

func between(s, from, to string) string {
	_, s, _ = strings.Cut(s, from)
	s, _, _ = strings.Cut(s, to)
	return strings.TrimSpace(s)
}
