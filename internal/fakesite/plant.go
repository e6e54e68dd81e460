package fakesite

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
)

// planted is what faults changed besides the sources.
type planted struct {
	answers      map[string]answer // by path; "*" is asked for every path after that
	headers      []func(h http.Header, at string)
	uncompressed bool
	waits        bool   // it keeps readers waiting: tests read it without patience
	certificate  string // how the certificate is spoilt; empty for a good one
}

// answer answers a request and says so, or leaves it to the site.
type answer func(w http.ResponseWriter, r *http.Request) bool

// edit replaces the first text that the pattern matches in the source of each path. What doesn't stand there is a fault of the fault.
func (s *Site) edit(pattern, with string, paths ...string) {
	re := regexp.MustCompile("(?s)" + pattern)
	for _, at := range paths {
		span := re.FindStringIndex(s.files[at])
		if span == nil {
			panic(fmt.Sprintf("%s%s has nothing like %s", s.Name, at, pattern))
		}
		s.files[at] = s.files[at][:span[0]] + with + s.files[at][span[1]:]
	}
}

// before puts text in front of the first place where mark stands in each path.
func (s *Site) before(mark, text string, paths ...string) {
	s.edit(regexp.QuoteMeta(mark), text+mark, paths...)
}

// write puts a file in place of whatever stood there.
func (s *Site) write(at, text string) { s.files[at] = text }

// remove takes a page away.
func (s *Site) remove(at string) {
	delete(s.files, at)
	s.paths = slices.DeleteFunc(s.paths, func(p string) bool { return p == at })
}

// answer plants an answer for a path, "*" for every one.
func (s *Site) answer(at string, a answer) {
	if s.answers == nil {
		s.answers = map[string]answer{}
	}
	s.answers[at] = a
}

// status answers a path with a bare status.
func (s *Site) status(at string, code int) {
	s.answer(at, func(w http.ResponseWriter, _ *http.Request) bool {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.WriteHeader(code)
		fmt.Fprintf(w, "<!doctype html><title>%d</title><p>%s</p>", code, http.StatusText(code))
		return true
	})
}

// redirect answers a path with a redirect.
func (s *Site) redirect(from, to string) {
	s.answer(from, func(w http.ResponseWriter, r *http.Request) bool {
		http.Redirect(w, r, to, http.StatusFound)
		return true
	})
}

// header changes the header of pages.
func (s *Site) header(change func(h http.Header)) {
	s.headers = append(s.headers, func(h http.Header, at string) {
		if strings.HasPrefix(h.Get("Content-Type"), "text/html") {
			change(h)
		}
	})
}
