package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// audited is a server with 50 sites of 20 pages audited.
type audited struct {
	*daemon
	served *served
	batch  receipt
}

func (a *audited) stop() {
	a.daemon.stop()
	a.served.stop()
}

func (b *bench) audited(ctx context.Context, name string) (*audited, error) {
	s, err := b.serve(ctx)
	if err != nil {
		return nil, err
	}
	d, err := b.fresh(ctx, name, "--pages", fmt.Sprint(pagesPerSite))
	if err != nil {
		s.stop()
		return nil, err
	}
	a := &audited{daemon: d, served: s}
	if a.batch, err = d.submit(ctx, s.list(), false); err == nil {
		err = d.settle(ctx, 1, 0)
	}
	if err == nil {
		_, err = s.stats(ctx) // forget what was asked so far
	}
	if err != nil {
		a.stop()
		return nil, err
	}
	return a, nil
}

// list gives the sites' front pages.
func (s *served) list() []string { return strings.Fields(s.origins()) }

// plain starts the anchor P on what the server answers to a path.
func (b *bench) plain(ctx context.Context, d *daemon, path, contentType string) (*child, error) {
	body, err := d.ask(ctx, "GET", path, nil)
	if err != nil {
		return nil, err
	}
	file := filepath.Join(b.dir, "plain")
	if err := os.WriteFile(file, body, 0o600); err != nil {
		return nil, err
	}
	return b.child(ctx, b.binary("P"), file, contentType)
}

// polling asks for what is finished, as clients do every few seconds.
func (b *bench) polling(ctx context.Context) error {
	if !b.haveWrk("6, 6b, 6c") {
		return nil
	}
	a, err := b.audited(ctx, "polling")
	if err != nil {
		return err
	}
	defer a.stop()
	if err := b.pollAudit(ctx, a); err != nil {
		return err
	}
	if err := b.pollBatch(ctx, a); err != nil {
		return err
	}
	return b.pollWhileWorking(ctx, a)
}

// pollAudit asks for one finished audit, in turn with P.
func (b *bench) pollAudit(ctx context.Context, a *audited) error {
	path := "/v1/audits/" + a.batch.Audits[0].AuditID
	p, err := b.plain(ctx, a.daemon, path, "application/json")
	if err != nil {
		return err
	}
	defer p.stop()
	for _, connections := range []int{1, 16, 64} {
		ours := func() (loaded, error) { return b.wrk(ctx, connections, a.url+path, a.key, "") }
		plain := func() (loaded, error) { return b.wrk(ctx, connections, p.url+path, a.key, "") }
		runs, err := series(min(b.n, 5), ours, plain)
		if err != nil {
			return err
		}
		if connections == 64 {
			b.rate("6", "a finished audit, 64 connections", "answers/s", "P", take(runs[0], rate), take(runs[1], rate), 0.35, 0.55)
			continue
		}
		b.beside("6", fmt.Sprintf("a finished audit, %d connections, p50", connections), "ms", "P", take(runs[0], p50), take(runs[1], p50))
		b.beside("6", fmt.Sprintf("a finished audit, %d connections, p99", connections), "ms", "P", take(runs[0], p99), take(runs[1], p99))
	}
	return nil
}

// pollBatch asks for 50 finished audits at once.
func (b *bench) pollBatch(ctx context.Context, a *audited) error {
	for _, suffix := range []string{"", ".csv"} {
		runs, err := series(min(b.n, 3), func() (loaded, error) {
			return b.wrk(ctx, 1, a.url+"/v1/batches/"+a.batch.BatchID+suffix, a.key, "")
		})
		if err != nil {
			return err
		}
		b.alone("6c", "a batch of 50 finished"+strings.ReplaceAll(suffix, ".csv", ", as CSV")+", 1 connection, p50", "ms", take(runs[0], p50), 6, 3)
	}
	return nil
}

// pollWhileWorking asks for a finished audit while a batch of 50 sites is audited.
func (b *bench) pollWhileWorking(ctx context.Context, a *audited) error {
	path := "/v1/audits/" + a.batch.Audits[0].AuditID
	var seen []loaded
	for range min(b.n, 5) {
		if _, err := a.submit(ctx, a.served.list(), true); err != nil {
			return err
		}
		l, err := b.wrk(ctx, 1, a.url+path, a.key, "")
		if err != nil {
			return err
		}
		if pending, _, err := a.counts(ctx, 1); err != nil || pending == 0 {
			return fmt.Errorf("the batch ended while it was to be measured beside: %w", err)
		}
		seen = append(seen, l)
		if err := a.settle(ctx, 1, 0); err != nil {
			return err
		}
	}
	b.alone("6b", "a finished audit while 50 sites are audited, 1 connection, p99", "ms", take(seen, p99), 10, 5)
	return nil
}

// cached submits what was audited before, in turn with the least that can keep a submission.
func (b *bench) cached(ctx context.Context) error {
	if !b.haveWrk("7, 7b") {
		return nil
	}
	a, err := b.audited(ctx, "cached")
	if err != nil {
		return err
	}
	defer a.stop()
	d, err := b.child(ctx, b.binary("D"), filepath.Join(b.dir, "durable.db"))
	if err != nil {
		return err
	}
	defer d.stop()
	urls := a.served.list()
	for _, connections := range []int{1, 8} {
		one := string(submission(urls[:1], false))
		ours := func() (loaded, error) { return b.wrk(ctx, connections, a.url+"/v1/audits", a.key, one) }
		durable := func() (loaded, error) { return b.wrk(ctx, connections, d.url, a.key, one) }
		runs, err := series(min(b.n, 5), ours, durable)
		if err != nil {
			return err
		}
		if connections == 8 {
			b.rate("7", "submit 1 cached address, 8 connections", "answers/s", "D", take(runs[0], rate), take(runs[1], rate), 0.5, 0.7)
			continue
		}
		b.ratio("7", "submit 1 cached address, 1 connection, p50", "ms", "D", take(runs[0], p50), take(runs[1], p50), 2, 1.5)
		b.beside("7", "submit 1 cached address, 1 connection, p99", "ms", "D", take(runs[0], p99), take(runs[1], p99))
	}
	runs, err := series(min(b.n, 5), func() (loaded, error) {
		return b.wrk(ctx, 1, a.url+"/v1/audits", a.key, string(submission(urls, false)))
	})
	if err != nil {
		return err
	}
	b.alone("7b", "submit 50 cached addresses, 1 connection, p50", "ms", take(runs[0], p50), 25, 10)
	stats, err := a.served.stats(ctx)
	if err != nil {
		return err
	}
	var asked float64
	for _, s := range stats {
		asked += float64(s.Requests)
	}
	b.alone("7", "requests to the sites meanwhile", "requests", []float64{asked}, 0, 0)
	return nil
}
