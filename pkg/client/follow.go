package client

import (
	"context"
	"iter"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
)

// AllAudits gives every audit that q selects, newest first, without their checks, a page at a time; q.Limit is the size of a page. It ends with the
// first error, which comes with a zero Audit.
func (c *Client) AllAudits(ctx context.Context, q audit.Query) iter.Seq2[audit.Audit, error] {
	return pages(c, q, func(q audit.Query) ([]audit.Audit, string, error) {
		page, err := c.Audits(ctx, q)
		return page.Audits, page.NextCursor, err
	})
}

// AllBatches gives every batch without its audits, as AllAudits does.
func (c *Client) AllBatches(ctx context.Context, q audit.Query) iter.Seq2[audit.BatchHead, error] {
	return pages(c, q, func(q audit.Query) ([]audit.BatchHead, string, error) {
		page, err := c.Batches(ctx, q)
		return page.Batches, page.NextCursor, err
	})
}

func pages[T any](c *Client, q audit.Query, next func(audit.Query) ([]T, string, error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		q := q // a sequence can be run again
		for {
			list, cursor, err := next(q)
			if err == nil && cursor != "" && cursor == q.Cursor {
				err = c.incomplete("a page that follows itself")
			}
			if err != nil {
				var none T
				yield(none, err)
				return
			}
			for _, item := range list {
				if !yield(item, nil) {
					return
				}
			}
			if cursor == "" {
				return
			}
			q.Cursor = cursor
		}
	}
}

const (
	firstPoll   = time.Second
	slowestPoll = 5 * time.Second
)

// Wait asks for a batch until none of its audits is pending, and gives it with their checks. Between two answers it waits as long as the server says
// in Retry-After (a minute at most), else 1 to 5 seconds. each, which may be nil, is told of every answer, without checks. A ServerError that is
// Temporary has outlasted the client's own retries; the batch goes on at the server, and Wait can be called again.
func (c *Client) Wait(ctx context.Context, batchID string, each func(audit.Batch)) (*audit.Batch, error) {
	for pause := firstPoll; ; pause = min(pause*3/2, slowestPoll) {
		b, header, err := c.batch(ctx, batchID, "")
		if err != nil {
			return nil, err
		}
		if each != nil {
			each(*b)
		}
		if b.Pending == 0 {
			return c.Batch(ctx, batchID)
		}
		wait := pause
		if hint := retryAfter(header); hint > 0 {
			wait = min(hint, longestWait)
		}
		if c.sleep(ctx, wait) != nil {
			return nil, c.unanswered(ctx, nil).err
		}
	}
}
