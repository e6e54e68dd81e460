package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/client"
)

const (
	// patience is how long a server may not answer before the command gives its batches up; they go on there.
	patience = 10 * time.Minute
	// lastLook bounds reading what had finished when the command was interrupted.
	lastLook = 10 * time.Second
)

func (a *app) auditThere(ctx context.Context, o auditOptions, there *far) error {
	if err := o.loadBaseline(ctx, func(id string) (*audit.Audit, error) { return there.Audit(ctx, id) }); err != nil {
		return err
	}
	ids := o.resume
	if len(ids) == 0 {
		var err error
		if ids, err = a.submit(ctx, o, there); err != nil {
			return err
		}
	}
	batch, err := together(ctx, there, ids)
	if err != nil {
		return fmt.Errorf("%w%s", err, there.again(ids))
	}
	lang := batch.Audits[0].Lang
	view := a.newProgress(o.config)
	view.remote = true
	f := &follower{far: there, view: view, stream: &stream{sink: o.sink, lang: lang}, told: map[string]bool{}}
	f.stream.begin(ctx, batch)
	for i := range batch.Audits {
		f.told[batch.Audits[i].AuditID] = batch.Audits[i].Status.Terminal()
	}
	worked := view.run(ctx, batch.Audits, func(ctx context.Context) error { return f.follow(ctx, ids) })
	switch {
	case errors.Is(worked, context.Canceled):
		look, cancel := context.WithTimeout(context.WithoutCancel(ctx), lastLook)
		defer cancel()
		if now, err := together(look, there, ids); err == nil {
			batch = now
		}
	case worked != nil:
		return errors.Join(f.stream.err, fmt.Errorf("%w%s", worked, there.again(ids)))
	default:
		batch = f.whole(ids)
	}
	return errors.Join(f.stream.err, a.conclude(context.WithoutCancel(ctx), there, o, lang, batch, worked, there.again(ids)))
}

// again says how batches are taken up that go on at the server.
func (f *far) again(ids []string) string {
	return fmt.Sprintf("; the server goes on, follow it with: auditctl audit --resume %s --remote %s", strings.Join(ids, ","), audit.Printable(f.name))
}

// submit hands the addresses over, in as many batches as a server's bound makes of them. Where it refuses one of several, the error says how to follow
// those that it took.
func (a *app) submit(ctx context.Context, o auditOptions, there *far) ([]string, error) {
	said := func(string, ...any) {}
	if !o.config.GetBool("quiet") {
		said = func(format string, args ...any) { fmt.Fprintf(a.Err, "auditctl: "+format+"\n", args...) }
	}
	if len(o.urls) > audit.MaxURLs {
		said("%d addresses; a server takes %d at once, so that they become %d batches", len(o.urls), audit.MaxURLs, (len(o.urls)+audit.MaxURLs-1)/audit.MaxURLs)
	}
	var ids []string
	taken := 0
	for part := range slices.Chunk(o.urls, audit.MaxURLs) {
		receipt, err := there.Submit(ctx, audit.Submission{URLs: part, Lang: o.lang(), Refresh: o.refresh})
		if err != nil && len(ids) > 0 {
			return nil, fmt.Errorf("%w; %d of %d addresses were submitted%s", err, taken, len(o.urls), there.again(ids))
		}
		if err != nil {
			return nil, err
		}
		ids = append(ids, receipt.BatchID)
		taken += len(part)
		said("submitted as %s: %d metered, %s", receipt.BatchID, receipt.Metered, quotaText(receipt.Quota))
	}
	return ids, nil
}

// follower tells the view and the stream what becomes of batches on a server.
type follower struct {
	*far
	view   *progress
	stream *stream

	mu    sync.Mutex
	told  map[string]bool // ids of audits whose end was told
	ended map[string]audit.Batch
}

// follow waits for batches until each has ended. A lost connection is tried again for as long as patience lasts.
func (f *follower) follow(ctx context.Context, ids []string) error {
	f.ended = map[string]audit.Batch{}
	g, ctx := errgroup.WithContext(ctx)
	for _, id := range ids {
		g.Go(func() error { return f.one(ctx, id) })
	}
	return g.Wait()
}

func (f *follower) one(ctx context.Context, id string) error {
	heard := time.Now()
	for {
		b, err := f.once.Wait(ctx, id, func(b audit.Batch) {
			heard = time.Now()
			f.view.tell("")
			f.tell(ctx, b, false)
		})
		if err == nil {
			f.tell(ctx, *b, true)
			f.mu.Lock()
			defer f.mu.Unlock()
			f.ended[id] = *b
			return nil
		}
		pause, passes := passing(err)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if !passes || time.Since(heard) > patience {
			return err
		}
		f.view.tell(fmt.Sprintf("connection to %s lost, trying again", audit.Printable(f.name)))
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// passing says of a fault whether waiting may do, and how long.
func passing(err error) (pause time.Duration, passes bool) {
	var server *client.ServerError
	var refused *audit.Error
	switch {
	case errors.As(err, &server):
		pause, passes = server.RetryAfter, server.Temporary()
	case errors.As(err, &refused):
		pause, passes = refused.RetryAfter, refused.Code == audit.CodeRateLimited || refused.Code == audit.CodeOverloaded
	}
	return min(max(pause, time.Second), time.Minute), passes
}

// tell shows the audits that ended since it was last called. Only a whole batch has its checks, which a stream of audits needs.
func (f *follower) tell(ctx context.Context, b audit.Batch, whole bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if q, known := f.once.Quota(); known {
		f.view.quota(q)
	}
	for i := range b.Audits {
		a := &b.Audits[i]
		if !a.Status.Terminal() || f.told[a.AuditID] {
			continue
		}
		if f.stream.sink.streaming() && !whole {
			full, err := f.once.Audit(ctx, a.AuditID)
			if err != nil {
				continue // the next answer tells of it again, and the last one has everything
			}
			a = full
		}
		f.told[a.AuditID] = true
		e := audit.Event{AuditID: a.AuditID, URL: a.URL, Stage: audit.StageDone, Audit: a}
		f.stream.event(ctx, e)
		f.view.event(e)
	}
}

// whole gives the batches that ended as one.
func (f *follower) whole(ids []string) audit.Batch {
	var all []audit.Audit
	for _, id := range ids {
		all = append(all, f.ended[id].Audits...)
	}
	return audit.NewBatch(ids[0], all)
}
