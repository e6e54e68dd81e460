package main

import (
	"context"
	"fmt"
	"time"
)

// throughput has a new server audit 1,000 sites, their front pages and files, in turn with the bare reader of the same; then the same sites again.
func (b *bench) throughput(ctx context.Context) error {
	s, err := b.serve(ctx, "-n", "1000", "-pages", "1")
	if err != nil {
		return err
	}
	defer s.stop()
	urls := s.list()
	perSecond := func(seconds float64) float64 { return float64(len(urls)) / seconds }
	var ours, bare, idle, after, grown []float64
	for i := range min(b.n, 3) {
		u, err := b.run(ctx, s.origins(), "B", "-pages", "1")
		if err != nil {
			return err
		}
		d, err := b.fresh(ctx, fmt.Sprintf("throughput-%d", i), "--pages", "1")
		if err != nil {
			return err
		}
		m, err := d.hardWork(ctx, urls)
		d.stop()
		if err != nil {
			return err
		}
		ours, bare = append(ours, perSecond(m.took.Seconds())), append(bare, perSecond(u.wall))
		idle, after, grown = append(idle, m.idle), append(after, m.first), append(grown, m.second)
	}
	b.rate("4", "audits of front page and files, 1,000 sites in batches of 50", "audits/s", "B1000", ours, bare, 0.3, 0.5)
	if idle[0] == 0 {
		b.skip("9b", "the memory of a process is read from Linux alone")
		return nil
	}
	b.alone("9b", "memory of an idle server", "MB", idle, 40, 25)
	b.ratio("9b", "memory after 20 more batches of 50", "MB", "after the first 1,000 audits", grown, after, 1.3, 1.1)
	return nil
}

// working is a server's memory in MB before it worked, and after it audited sites once and twice; and how long once took.
type working struct {
	idle, first, second float64
	took                time.Duration
}

func (d *daemon) hardWork(ctx context.Context, urls []string) (m working, err error) {
	if m.idle, _, err = d.memory(); err != nil {
		return m, err
	}
	if m.took, err = d.work(ctx, urls, false, 0); err != nil {
		return m, err
	}
	if m.first, _, err = d.memory(); err != nil {
		return m, err
	}
	if _, err = d.work(ctx, urls, true, 0); err != nil {
		return m, err
	}
	m.second, _, err = d.memory()
	return m, err
}

// hostile has a server audit 50 sites of which three send more than anybody reads, in turn with the same sites without their faults.
func (b *bench) hostile(ctx context.Context) error {
	clean, err := b.serve(ctx)
	if err != nil {
		return err
	}
	defer clean.stop()
	faulty, err := b.serve(ctx, "-faults", "7=huge-page,8=endless-body,9=gzip-bomb")
	if err != nil {
		return err
	}
	defer faulty.stop()
	d, err := b.fresh(ctx, "hostile", "--pages", fmt.Sprint(pagesPerSite))
	if err != nil {
		return err
	}
	defer d.stop()
	peak := func(s *served) func() (float64, error) {
		return func() (float64, error) {
			if err := d.forgetPeak(); err != nil {
				return 0, err
			}
			if _, err := d.work(ctx, s.list(), true, 3); err != nil {
				return 0, err
			}
			_, highest, err := d.memory()
			return highest, err
		}
	}
	runs, err := series(min(b.n, 3), peak(faulty), peak(clean))
	if err != nil {
		return err
	}
	if runs[0][0] == 0 {
		return nil // said in throughput
	}
	usual := newSpread(runs[1]).Median
	b.alone("9b", fmt.Sprintf("peak memory with a huge page, an endless one and a gzip bomb among 50, beyond 50 clean ones' (%.0f MB)", usual), "MB",
		take(runs[0], func(v float64) float64 { return v - usual }), 64, 32)
	return nil
}

// pendingAudits is how many wait in row 9c.
const pendingAudits = 10_000

// waiting fills the queue before workers whose sites don't answer.
func (b *bench) waiting(ctx context.Context) error {
	s, err := b.serve(ctx, "-n", "1000", "-pages", "1", "-latency", "1h")
	if err != nil {
		return err
	}
	defer s.stop()
	var urls []string
	for i := range pendingAudits {
		urls = append(urls, fmt.Sprintf("%s/%d", s.sites[i%len(s.sites)].Origin, i))
	}
	d, err := b.fresh(ctx, "waiting", "--grace", "0s")
	if err != nil {
		return err
	}
	defer d.stop()
	began := time.Now()
	if _, err := d.submitAll(ctx, urls, false); err != nil {
		return err
	}
	took := time.Since(began)
	now, highest, err := d.memory()
	switch {
	case err != nil:
		return err
	case now == 0:
		b.skip("9c", "the memory of a process is read from Linux alone")
		return nil
	}
	b.alone("9c", "memory with 10,000 audits pending, 50 of them waiting for their sites", "MB", []float64{now}, 128, 64)
	b.seen("9c", "the same at its peak", "MB", []float64{highest})
	b.seen("9c", "fresh addresses accepted meanwhile, in batches of 50, 1 connection", "audits/s", []float64{pendingAudits / took.Seconds()})
	return nil
}
