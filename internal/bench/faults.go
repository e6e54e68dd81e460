package main

import (
	"bytes"
	"compress/gzip"
	"net/http"
	"sync"
	"time"
)

// misbehave answers the front page with a decompression bomb, with more markup than anybody reads, or with a body that never ends.
func (s *site) misbehave(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	if s.fault == "gzip-bomb" {
		w.Header().Set("Content-Encoding", "gzip")
		if _, err := w.Write(bomb()); err != nil {
			return // the reader left
		}
		return
	}
	for sent := 0; r.Context().Err() == nil; {
		n, err := w.Write(s.pages["/"])
		if err != nil {
			return
		}
		if s.fault == "huge-page" {
			if sent += n; sent > hugePage {
				return
			}
			continue
		}
		if http.NewResponseController(w).Flush() != nil {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// hugePage is how many bytes a page has that is too large.
const hugePage = 100 << 20

// bomb is 256 MiB of spaces in a quarter of a megabyte.
var bomb = sync.OnceValue(func() []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	block := bytes.Repeat([]byte(" "), 1<<20)
	for range 256 {
		if _, err := z.Write(block); err != nil {
			panic(err)
		}
	}
	if err := z.Close(); err != nil {
		panic(err)
	}
	return b.Bytes()
})
