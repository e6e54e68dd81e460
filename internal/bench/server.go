package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

// The generated sites run in a process of their own, so that their work isn't counted as ours and their pages don't fill the memory of the measuring one.
// It is this program again, under another first argument; it ends when its stdin does.
const serveCommand = "serve-sites"

// siteStats is how a site was asked, as the server tells it.
type siteStats struct {
	Origin   string
	Paths    []string
	Requests int // since the last reset
	Peak     int // requests in flight at most
}

func serveForParent(args []string) error {
	flags := flag.NewFlagSet(serveCommand, flag.ExitOnError)
	n := flags.Int("n", 50, "sites")
	like := shape{faults: map[int]string{}}
	flags.IntVar(&like.listed, "listed", pagesPerSite, "pages of each site")
	flags.IntVar(&like.there, "pages", 1<<20, "pages of each site that are there; further ones are linked but 404")
	flags.IntVar(&like.kilobytes, "kilobytes", 50, "of a page at least")
	flags.DurationVar(&like.latency, "latency", 0, "before each answer")
	list := flags.String("faults", "", "site=fault, comma-separated")
	if err := flags.Parse(args); err != nil {
		return err
	}
	for part := range strings.SplitSeq(*list, ",") {
		if number, fault, ok := strings.Cut(part, "="); ok {
			i, err := strconv.Atoi(number)
			if err != nil {
				return err
			}
			like.faults[i] = fault
		}
	}
	all, stop, err := serve(*n, like)
	if err != nil {
		return err
	}
	defer stop()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	admin := &http.Server{Handler: all.admin(), ReadHeaderTimeout: time.Minute}
	go admin.Serve(l) // ends with Close
	defer admin.Close()
	fmt.Println(l.Addr())
	_, err = io.Copy(io.Discard, os.Stdin)
	return err
}

// admin answers the parent: /stats gives what was asked of each site and counts anew; /facts?site=I&path=P what a page holds.
func (all *sites) admin() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("/stats", func(w http.ResponseWriter, _ *http.Request) {
		var out []siteStats
		for _, s := range all.list {
			requests, peak := s.stats()
			s.reset()
			out = append(out, siteStats{s.origin, s.paths, requests, peak})
		}
		writeJSON(w, out)
	})
	mux.HandleFunc("/facts", func(w http.ResponseWriter, r *http.Request) {
		i, err := strconv.Atoi(r.FormValue("site"))
		if err != nil || i < 0 || i >= len(all.list) {
			http.NotFound(w, r)
			return
		}
		writeJSON(w, all.list[i].known(r.FormValue("path")))
	})
	return mux
}

func writeJSON(w io.Writer, v any) {
	if err := json.NewEncoder(w).Encode(v); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
}

// served is the sites' process, as its parent sees it.
type served struct {
	*child
	sites []siteStats
}

// serve starts the sites in a process of their own.
func (b *bench) serve(ctx context.Context, args ...string) (*served, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	c, err := b.child(ctx, self, append([]string{serveCommand}, args...)...)
	if err != nil {
		return nil, err
	}
	s := &served{child: c}
	if s.sites, err = s.stats(ctx); err != nil {
		s.stop()
		return nil, err
	}
	return s, nil
}

// origins are the sites' addresses, a line each.
func (s *served) origins() string {
	var b strings.Builder
	for _, site := range s.sites {
		b.WriteString(site.Origin + "\n")
	}
	return b.String()
}

// pages are the addresses of every page, a line each.
func (s *served) pages() string {
	var b strings.Builder
	for _, site := range s.sites {
		for _, p := range site.Paths {
			b.WriteString(site.Origin + p + "\n")
		}
	}
	return b.String()
}

// stats gives what was asked of the sites since it was last called.
func (s *served) stats(ctx context.Context) (all []siteStats, err error) {
	err = s.ask(ctx, "/stats", &all)
	return all, err
}

func (s *served) ask(ctx context.Context, path string, into any) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.url+path, nil)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	return json.NewDecoder(resp.Body).Decode(into)
}
