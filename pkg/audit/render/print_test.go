package render

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"image"
	"image/png"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
)

func TestAReportIsPrintedWithOutlineTagsAndPages(t *testing.T) {
	b := open(t, Config{})
	html := `<!DOCTYPE html><html lang="fr"><title>Audit de bäckerei.example</title><h1>Un</h1><p>Texte</p><h2>Deux</h2><p style="break-before:page">Fin</p>`
	pdf, err := b.Print(t.Context(), []byte(html))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.HasPrefix(pdf, []byte("%PDF-")) || !bytes.HasSuffix(bytes.TrimSpace(pdf), []byte("%%EOF")) {
		t.Errorf("no PDF: %.20q … %.20q", pdf, pdf[max(0, len(pdf)-20):])
	}
	for _, want := range []string{"/Outlines", "/StructTreeRoot", "/Marked true", "/Lang (fr)", "/Count 2", "/MediaBox [0 0 595.91998 841.91998]"} {
		if !bytes.Contains(pdf, []byte(want)) {
			t.Errorf("there is no %s", want)
		}
	}
}

func TestPrintingRunsNothingAndReachesNothing(t *testing.T) {
	b := open(t, Config{Fetch: own()})
	var asked atomic.Int64
	site := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked.Add(1) }))
	t.Cleanup(site.Close)
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 41, 43))); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "picture.png")
	if err := os.WriteFile(file, picture.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	const drawn = "/Width 41" // of the picture; a browser draws one for those that it misses too
	own := `<!DOCTYPE html><title>T</title><img src="data:image/png;base64,` + base64.StdEncoding.EncodeToString(picture.Bytes()) + `">`
	if pdf, err := b.Print(t.Context(), []byte(own)); err != nil || !bytes.Contains(pdf, []byte(drawn)) {
		t.Fatalf("a picture within the document isn't printed: %v", err)
	}
	for what, html := range map[string]string{
		"pictures":    `<img src="URL/a.png"><picture><source srcset="URL/b.png"></picture><svg><image href="URL/c.svg"/></svg>`,
		"styles":      `<link rel=stylesheet href="URL/a.css"><style>@import "URL/b.css"; p{background:url(URL/c.png)} @font-face{font-family:x;src:url(URL/d.woff)} p{font-family:x}</style>`,
		"hints":       `<link rel=preconnect href="URL"><link rel=prefetch href="URL/p"><link rel=dns-prefetch href="URL">`,
		"scripts":     `<script src="URL/a.js"></script><script>fetch("URL/b"); document.title = "ran"</script><img src=x onerror="fetch('URL/c')">`,
		"frames":      `<iframe src="URL/a"></iframe><object data="URL/b"></object><embed src="URL/c"><iframe srcdoc="<img src='URL/d'>"></iframe>`,
		"redirection": `<meta http-equiv=refresh content="0;url=URL/a">`,
		"files":       `<img src="file://` + file + `"><object data="file://` + file + `"></object>`,
	} {
		pdf, err := b.Print(t.Context(), []byte("<!DOCTYPE html><title>T</title><p>Hello"+strings.ReplaceAll(html, "URL", site.URL)))
		if err != nil && what != "redirection" { // it may be on its way already
			t.Errorf("%s: %v", what, err)
		}
		if bytes.Contains(pdf, []byte("(ran)")) || bytes.Contains(pdf, []byte(drawn)) {
			t.Errorf("%s: something ran or was read", what)
		}
	}
	if n := asked.Load(); n > 0 {
		t.Errorf("the site was asked %d times", n)
	}
}

func TestWhatIsTooMuchIsNotPrinted(t *testing.T) {
	b := open(t, Config{})
	if _, err := b.Print(t.Context(), make([]byte, MaxPrinted+1)); reasonOf(err) != TooLarge {
		t.Errorf("%v", err)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := b.Print(ended, []byte("<p>x")); reasonOf(err) != Ended {
		t.Errorf("whoever asked went away: %v", err)
	}
	b.Close()
	if _, err := b.Print(t.Context(), []byte("<p>x")); reasonOf(err) != Ended {
		t.Errorf("the browser is closed: %v", err)
	}
}

func TestManyArePrintedAtOnce(t *testing.T) {
	b := open(t, Config{Pages: 2})
	errs := make(chan error)
	for n := range 4 {
		go func() {
			title := fmt.Sprintf("Report %d", n)
			pdf, err := b.Print(t.Context(), []byte("<!DOCTYPE html><title>"+title+"</title><p>x"))
			if err == nil && !bytes.Contains(pdf, []byte("/Title ("+title+")")) {
				err = fmt.Errorf("%s has another's title", title)
			}
			errs <- err
		}()
	}
	for range 4 {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
}
