package fetch

import (
	"fmt"
	"strings"
	"testing"
)

func TestPagesOfALargeSiteAreCondensedAfterTheFirst(t *testing.T) {
	s := newSite(t, "127.0.0.2:0")
	var paths, links []string
	for i := range 80 {
		path := "/guide/" + strings.Repeat("a", 1+i/26) + string(rune('a'+i%26))
		paths, links = append(paths, path), append(links, path+" Guide")
	}
	for _, path := range append(paths, "/") {
		var main []string
		for i := range 200 {
			main = append(main, fmt.Sprintf("/guide/a A long line of words about copper roofs number %d, kept in %s", i, path))
		}
		s.pages[path] = document("Page "+path, links, main)
	}
	s.text("/robots.txt", "User-agent: *\nAllow: /\n")
	f := gather(t, s.url, Options{Pages: 81})
	if len(f.Pages) != 81 {
		t.Fatalf("%d pages", len(f.Pages))
	}
	for i, p := range f.Pages {
		if p.Text.Clipped != (i >= wholePages) {
			t.Errorf("page %d: clipped %t", i+1, p.Text.Clipped)
		}
		if p.Text.Words < 2000 || p.Text.Hash == "" || p.LinksTotal != 280 {
			t.Errorf("page %d: %d words, hash %q, %d links", i+1, p.Text.Words, p.Text.Hash, p.LinksTotal)
		}
	}
}
