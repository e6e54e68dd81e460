package fakesite

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"hash/fnv"
	"image"
	"image/color"
	"image/png"
	"net/http"
	"path"
	"strings"
	"sync"
)

// ServeHTTP answers as the site does, or as what was put around it. A name with www leads to the one without.
func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if s.around != nil {
		s.around.ServeHTTP(w, r)
		return
	}
	s.respond(w, r)
}

// Around puts a handler around the site, which gets the site's own answers to change: its server's configuration, for tests of what mends it.
func (s *Site) Around(put func(http.Handler) http.Handler) {
	s.around = put(http.HandlerFunc(s.respond))
}

// respond answers as the site does; what was planted comes first.
func (s *Site) respond(w http.ResponseWriter, r *http.Request) {
	scheme := "http://"
	if r.TLS != nil {
		scheme = "https://"
	}
	host, www := strings.CutPrefix(r.Host, "www.")
	if www {
		http.Redirect(w, r, scheme+host+r.URL.RequestURI(), http.StatusMovedPermanently)
		return
	}
	origin := scheme + r.Host
	for _, at := range []string{r.URL.Path, "*"} {
		if answer := s.answers[at]; answer != nil && answer(w, r) {
			return
		}
	}
	s.send(w, r, origin, r.URL.Path)
}

// send answers with the file at the path.
func (s *Site) send(w http.ResponseWriter, r *http.Request, origin, at string) {
	if at == "/preview.png" {
		w.Header().Set("Content-Type", "image/png")
		w.Write(preview())
		return
	}
	status := http.StatusOK
	text, ok := s.render(at, origin)
	if !ok {
		status, text = http.StatusNotFound, "<!doctype html><html lang=\"en\"><title>Not found</title><p>There is no such page here.</p></html>"
	}
	body := []byte(text)
	h := w.Header()
	h.Set("Content-Type", contentType(at))
	s.setHeaders(h, r.TLS != nil)
	sum := fnv.New64a()
	sum.Write(body)
	h.Set("Etag", fmt.Sprintf(`"%x"`, sum.Sum64()))
	for _, change := range s.headers {
		change(h, at)
	}
	if h.Get("Content-Encoding") == "" && strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") && !s.uncompressed {
		h.Set("Content-Encoding", "gzip")
		body = zip(body)
	}
	w.WriteHeader(status)
	w.Write(body)
}

// setHeaders sets what a careful administrator sets.
func (s *Site) setHeaders(h http.Header, tls bool) {
	h.Set("Vary", "Accept-Encoding")
	h.Set("Cache-Control", "max-age=600")
	h.Set("Content-Security-Policy", "default-src 'self'; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'self'; "+
		"form-action 'self'; frame-ancestors 'none'")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Referrer-Policy", "strict-origin-when-cross-origin")
	h.Set("Permissions-Policy", "camera=(), microphone=(), geolocation=()")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	if tls {
		h.Set("Strict-Transport-Security", "max-age=63072000; includeSubDomains; preload")
	}
}

func contentType(at string) string {
	switch path.Ext(at) {
	case ".txt":
		return "text/plain; charset=utf-8"
	case ".xml":
		return "application/xml; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".svg":
		return "image/svg+xml"
	}
	return "text/html; charset=utf-8"
}

func zip(body []byte) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write(body)
	w.Close()
	return b.Bytes()
}

// preview is the picture for link previews: one colour, 1200 by 630.
var preview = sync.OnceValue(func() []byte {
	img := image.NewPaletted(image.Rect(0, 0, 1200, 630), color.Palette{color.RGBA{0x7a, 0x4a, 0x2b, 0xff}})
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		panic(err) // a buffer takes everything
	}
	return b.Bytes()
})
