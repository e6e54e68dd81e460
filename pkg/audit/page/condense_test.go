package page

import (
	"fmt"
	"strings"
	"testing"
)

func TestALongPageIsCondensedToWhatItsSiteIsJudgedBy(t *testing.T) {
	var b strings.Builder
	b.WriteString(`<!doctype html><html lang="en"><head><title>Roofs</title></head><body><nav><a href="/a">A</a><a href="/b">B</a></nav><main>`)
	for i := range 300 {
		_, _ = fmt.Fprintf(&b, `<h2>Part %d</h2><p>Slates of the %dth row are laid with care, é by é, and held by copper nails.</p><img src="/%d.png" alt=""><a href="/a">More</a>`, i, i, i)
	}
	b.WriteString(`<h1>Roofs</h1></main><footer><a href="tel:+16135550142">+1 613 555 0142</a></footer></body></html>`)
	p, q := read(b.String()), read(b.String())
	q.Condense()
	if !q.Text.Clipped || len(q.Text.Main) > condensedText || !strings.HasPrefix(p.Text.Main, q.Text.Main) || q.Text.Blocks != nil {
		t.Errorf("kept %d bytes of text and %d blocks", len(q.Text.Main), len(q.Text.Blocks))
	}
	same(t, "links", len(q.Links), 4) // in the navigation two, in the text one, one to call
	same(t, "headings", len(q.Headings), condensedHeadings+1)
	same(t, "h1", q.Headings[condensedHeadings].Level, 1)
	same(t, "images", len(q.Images), condensedImages)
	same(t, "hash", q.Text.Hash, p.Text.Hash)
	same(t, "words", q.Text.Words, p.Text.Words)
	same(t, "counts", []int{q.LinksTotal, q.ImagesTotal}, []int{p.LinksTotal, p.ImagesTotal})
	same(t, "phones", q.Phones, p.Phones)
}

func TestAShortPageStaysWhole(t *testing.T) {
	const html = `<!doctype html><html lang="en"><head><title>Roofs</title></head><body><main><h1>Roofs</h1><p>Slates are laid with care.</p><a href="/a">More</a></main></body></html>`
	p, q := read(html), read(html)
	q.Condense()
	same(t, "page", q, p)
}
