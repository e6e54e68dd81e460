package main

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
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
	latency := flags.Duration("latency", 0, "before each answer")
	list := flags.String("faults", "", "site=fault, comma-separated")
	if err := flags.Parse(args); err != nil {
		return err
	}
	faults := map[int]string{}
	for part := range strings.SplitSeq(*list, ",") {
		if number, fault, ok := strings.Cut(part, "="); ok {
			i, err := strconv.Atoi(number)
			if err != nil {
				return err
			}
			faults[i] = fault
		}
	}
	all, stop, err := serve(*n, *latency, faults)
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
	load  *load
	cmd   *exec.Cmd
	stdin io.Closer
	admin string
	sites []siteStats
}

// serve starts the sites in a process of their own.
func (b *bench) serve(ctx context.Context, args ...string) (*served, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	s := &served{load: b.load, cmd: exec.CommandContext(ctx, self, append([]string{serveCommand}, args...)...)}
	s.cmd.Stderr = os.Stderr
	stdin, err := s.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	s.stdin = stdin
	stdout, err := s.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := s.cmd.Start(); err != nil {
		return nil, err
	}
	line, err := bufio.NewReader(stdout).ReadString('\n')
	if err != nil {
		s.stop()
		return nil, fmt.Errorf("the sites' server did not start: %w", err)
	}
	s.admin = "http://" + strings.TrimSpace(line)
	b.load.server = s.cmd.Process.Pid
	if s.sites, err = s.stats(ctx); err != nil {
		s.stop()
		return nil, err
	}
	return s, nil
}

func (s *served) stop() {
	s.load.server = 0
	s.stdin.Close()
	if err := s.cmd.Wait(); err != nil {
		fmt.Fprintf(os.Stderr, "bench: the sites' server: %v\n", err)
	}
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
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.admin+path, nil)
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
