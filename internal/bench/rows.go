package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"
)

// audit runs our command on the addresses, every check, stored, output thrown away.
func (b *bench) audit(ctx context.Context, addresses string, args ...string) func() (used, error) {
	return func() (used, error) {
		return b.run(ctx, addresses, "auditctl", append([]string{"audit", "-f", "-", "--quiet", "-o", "jsonl", "--pages", strconv.Itoa(pagesPerSite)}, args...)...)
	}
}

func (b *bench) anchor(ctx context.Context, name, stdin string) func() (used, error) {
	return func() (used, error) { return b.run(ctx, stdin, name) }
}

// batch audits 50 sites of 20 pages at latency 0, in turn with F over the same pages and the bare reader of the same sites.
func (b *bench) batch(ctx context.Context) error {
	s, err := b.serve(ctx)
	if err != nil {
		return err
	}
	defer s.stop()
	if _, err := s.stats(ctx); err != nil {
		return err
	}
	var peaks, extra []float64
	polite := func() (used, error) {
		u, err := b.audit(ctx, s.origins())()
		if err != nil {
			return u, err
		}
		peak, more, err := s.manners(ctx)
		peaks, extra = append(peaks, peak), append(extra, more)
		return u, err
	}
	runs, err := series(b.n, polite, b.anchorUncounted(ctx, s, "F", s.pages()), b.anchorUncounted(ctx, s, "B", s.origins()))
	if err != nil {
		return err
	}
	ours, f, b50 := runs[0], runs[1], runs[2]
	perPage := func(u used) float64 { return u.cpu * 1000 / float64(len(s.sites)*pagesPerSite) }
	b.ratio("1", "CPU per page, 50 x 20 pages, all checks, stored", "ms", "F", take(ours, perPage), take(f, perPage), 4, 2)
	b.ratio("5b", "50 sites at latency 0, wall", "s", "B50", take(ours, wall), take(b50, wall), 2, 1.5)
	b.manners("after 5b", peaks, extra)

	one, err := series(min(b.n, 3), b.audit(ctx, s.origins(), "--concurrency", "1"))
	if err != nil {
		return err
	}
	few := newSpread(take(one[0], peak)).Median
	var marginal []float64
	for _, u := range ours {
		marginal = append(marginal, (u.peak-few)/float64(len(s.sites)-1))
	}
	b.alone("9", fmt.Sprintf("memory per audit in flight: 50 at once less 1 at once (%.0f MB), by 49", few), "MB", marginal, 3, 1)
	return nil
}

// anchorUncounted runs an anchor and forgets what it asked of the sites.
func (b *bench) anchorUncounted(ctx context.Context, s *served, name, stdin string) func() (used, error) {
	return func() (used, error) {
		u, err := b.anchor(ctx, name, stdin)()
		if err == nil {
			_, err = s.stats(ctx)
		}
		return u, err
	}
}

// manners gives the most requests at once that a site saw, and the most beyond its pages.
func (s *served) manners(ctx context.Context) (peak, extra float64, err error) {
	all, err := s.stats(ctx)
	if err != nil {
		return 0, 0, err
	}
	for _, site := range all {
		if site.Requests > 0 && site.Requests < pagesPerSite+2 {
			return 0, 0, fmt.Errorf("%s was asked %d times: not every page was read", site.Origin, site.Requests)
		}
		peak, extra = max(peak, float64(site.Peak)), max(extra, float64(site.Requests-pagesPerSite))
	}
	return peak, extra, nil
}

func (b *bench) manners(when string, peaks, extra []float64) {
	b.atMost("13", "requests to one host at once, "+when, "requests", peaks, 4, 4)
	b.atMost("13", "requests to one site beyond its 20 pages, "+when, "requests", extra, 4, 4)
}

// facts compares what inspect says of some pages with what their generator put there.
func (b *bench) facts(ctx context.Context) error {
	s, err := b.serve(ctx, "-n", "3")
	if err != nil {
		return err
	}
	defer s.stop()
	var wrong, read float64
	for i, site := range s.sites {
		for _, path := range []string{site.Paths[0], site.Paths[2], site.Paths[len(site.Paths)-1]} {
			var want known
			if err := s.ask(ctx, fmt.Sprintf("/facts?site=%d&path=%s", i, url.QueryEscape(path)), &want); err != nil {
				return err
			}
			var out bytes.Buffer
			if _, code, err := b.try(ctx, "", &out, "auditctl", "inspect", "--quiet", "--pages", "1", "-o", "json", site.Origin+path); err != nil || code != 0 {
				return fmt.Errorf("inspecting %s: exit code %d: %w", path, code, err)
			}
			got, err := inspected(out.Bytes())
			if err != nil {
				return err
			}
			read++
			if got != want {
				wrong++
				fmt.Fprintf(os.Stderr, "bench: %s%s: read %+v, want %+v\n", site.Origin, path, got, want)
			}
		}
	}
	b.alone("1", fmt.Sprintf("wrong facts on %.0f pages", read), "pages", []float64{wrong}, 0, 0)
	return nil
}

// inspected takes from `inspect -o json` what the generator knows as well.
func inspected(text []byte) (known, error) {
	var v struct {
		Title, Canonical string
		H1               []string
		WordCount        int `json:"word_count"`
		Links            struct{ Internal, External, Other int }
		Images           struct{ Total int }
	}
	if err := json.Unmarshal(text, &v); err != nil {
		return known{}, err
	}
	k := known{Title: v.Title, Canonical: v.Canonical, H1s: len(v.H1), Internal: v.Links.Internal, Others: v.Links.Other, Images: v.Images.Total, Words: v.WordCount}
	if len(v.H1) > 0 {
		k.H1 = v.H1[0]
	}
	return k, nil
}

// single audits one site of 20 pages, start of the process included.
func (b *bench) single(ctx context.Context) error {
	s, err := b.serve(ctx, "-n", "1")
	if err != nil {
		return err
	}
	defer s.stop()
	runs, err := series(2*b.n, b.audit(ctx, s.origins()), b.anchor(ctx, "B", s.origins()))
	if err != nil {
		return err
	}
	b.ratio("2", "one site of 20 pages, CPU", "s", "B1", take(runs[0], cpu), take(runs[1], cpu), 4, 2)
	b.ratio("2", "one site of 20 pages, wall", "s", "B1", take(runs[0], wall), take(runs[1], wall), 4, 2)
	return nil
}

// large audits one site of 500 pages, 50 of its pages, and a site whose pages are twice as long.
func (b *bench) large(ctx context.Context) error {
	const few, many = 50, 500
	usual, err := b.serve(ctx, "-n", "1", "-listed", strconv.Itoa(many), "-kilobytes", "200")
	if err != nil {
		return err
	}
	defer usual.stop()
	long, err := b.serve(ctx, "-n", "1", "-listed", strconv.Itoa(many), "-kilobytes", "430")
	if err != nil {
		return err
	}
	defer long.stop()
	read := func(s *served, pages int) func() (used, error) {
		return b.audit(ctx, s.origins(), "--pages", strconv.Itoa(pages), "--timeout", longest.String())
	}
	runs, err := series(min(b.n, 3), read(usual, many), read(usual, few), read(long, many))
	if err != nil {
		return err
	}
	b.seen("9d", "one site of 500 pages of 200 to 260 KB, wall", "s", take(runs[0], wall))
	b.seen("9d", "the same, CPU", "s", take(runs[0], cpu))
	b.beside("9d", "the same, peak memory against 50 of its pages", "MB", "50 pages", take(runs[0], peak), take(runs[1], peak))
	b.ratio("9d", "peak memory of 500 pages twice as long", "MB", "9d", take(runs[2], peak), take(runs[0], peak), 1.4, 1.2)
	return nil
}

// latency audits 50 sites that take 200 ms to answer, and some of them alone.
func (b *bench) latency(ctx context.Context) error {
	s, err := b.serve(ctx, "-latency", "200ms")
	if err != nil {
		return err
	}
	defer s.stop()
	n := min(b.n, 5)
	var all, alone, peaks, extra []float64
	for i := range n {
		u, err := b.audit(ctx, s.sites[i].Origin+"\n")()
		if err != nil {
			return err
		}
		alone = append(alone, u.wall)
		if _, err := s.stats(ctx); err != nil { // forget the one
			return err
		}
		if u, err = b.audit(ctx, s.origins())(); err != nil {
			return err
		}
		peak, more, err := s.manners(ctx)
		if err != nil {
			return err
		}
		all, peaks, extra = append(all, u.wall), append(peaks, peak), append(extra, more)
	}
	b.ratio("5", "50 sites at 200 ms latency, wall, against the slowest alone", "s", "alone", all, []float64{slices.Max(alone)}, 1.5, 1.2)
	b.manners("after 5", peaks, extra)
	return nil
}

// faultDeadline bounds an audit in the runs with faults.
const faultDeadline = 20 * time.Second

// faults audits 50 sites of which three never end well, and the same sites without their faults.
func (b *bench) faults(ctx context.Context) error {
	clean, err := b.serve(ctx)
	if err != nil {
		return err
	}
	defer clean.stop()
	faulty, err := b.serve(ctx, "-faults", "7=hang,8=endless-body,9=gzip-bomb")
	if err != nil {
		return err
	}
	defer faulty.stop()
	var cleanLast, faultyLast, ends []float64
	for range min(b.n, 3) {
		last, _, err := b.finishes(ctx, clean.origins())
		if err != nil {
			return err
		}
		cleanLast = append(cleanLast, last)
		last, u, err := b.finishes(ctx, faulty.origins())
		if err != nil {
			return err
		}
		faultyLast, ends = append(faultyLast, last), append(ends, u.wall-faultDeadline.Seconds())
	}
	b.ratio("5c", "last of 47 clean sites beside 3 that hang, never end, or explode", "s", "clean", faultyLast, cleanLast, 1.2, 1.1)
	b.atMost("5c", fmt.Sprintf("batch ends after its deadline of %s", faultDeadline), "s", ends, 1, 1)
	return nil
}

// finishes runs a batch and gives when the last of the sites that can be read was done, in seconds after the submission. The 7th to 9th aren't looked at,
// in clean runs neither.
func (b *bench) finishes(ctx context.Context, origins string) (last float64, u used, err error) {
	path := filepath.Join(b.dir, "finishes.jsonl")
	out, err := os.Create(path)
	if err != nil {
		return 0, u, err
	}
	defer out.Close()
	u, _, err = b.try(ctx, origins, out, "auditctl", "audit", "-f", "-", "--quiet", "-o", "jsonl", "--pages", strconv.Itoa(pagesPerSite), "--timeout", faultDeadline.String())
	if err != nil {
		return 0, u, err
	}
	if _, err := out.Seek(0, 0); err != nil {
		return 0, u, err
	}
	read := 0
	for lines := json.NewDecoder(out); ; {
		var a struct {
			URL, Status string
			CreatedAt   time.Time `json:"created_at"`
			FinishedAt  time.Time `json:"finished_at"`
		}
		if lines.Decode(&a) != nil {
			break
		}
		if n := siteNumber(a.URL); a.Status == "done" && (n < 7 || n > 9) {
			last, read = max(last, a.FinishedAt.Sub(a.CreatedAt).Seconds()), read+1
		}
	}
	if read < 47 {
		fmt.Fprintf(os.Stderr, "bench: only %d of the 47 sites without a fault were read in time\n", read)
		last = faultDeadline.Seconds()
	}
	return last, u, nil
}

// start prints the version, against a command line of the same library that does nothing else.
func (b *bench) start(ctx context.Context) error {
	version := func(name string) func() (used, error) {
		return func() (used, error) { return b.run(ctx, "", name, "version") }
	}
	runs, err := series(3*b.n, version("auditctl"), version("skeleton"))
	if err != nil {
		return err
	}
	b.ratio("11", "auditctl version, wall", "s", "skeleton", take(runs[0], wall), take(runs[1], wall), 2, 1.3)
	r := &b.results[len(b.results)-1]
	r.Pass = r.Pass || r.Ours.Median <= 0.02 // both are far below what a person can notice
	return nil
}

func (b *bench) size(context.Context) error {
	info, err := os.Stat(b.binary("auditctl"))
	if err != nil {
		return err
	}
	b.alone("12", "stripped binary without cgo", "MB", []float64{float64(info.Size()) / 1e6}, 35, 25)
	return nil
}
