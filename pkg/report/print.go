package report

import (
	"context"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
)

// Printer makes a PDF of an HTML report.
type Printer = func(ctx context.Context, html []byte) ([]byte, error)

const (
	// printWait is how long a report waits for its turn to be printed.
	printWait = 20 * time.Second
	// printAgain is when a refused report may be printed: one takes seconds.
	printAgain = 5 * time.Second
)

// Bounded is a printer that prints so many reports at once, and lets so many more wait for their turn, up to 20 seconds. Who comes when they are as many,
// or has waited, is refused: audit.CodeOverloaded.
func Bounded(print Printer, atOnce, waiting int) Printer {
	inside, turns := make(chan struct{}, atOnce+waiting), make(chan struct{}, atOnce)
	busy := &audit.Error{Code: audit.CodeOverloaded, Message: "Too many reports are being printed; try again in a few seconds.", RetryAfter: printAgain}
	return func(ctx context.Context, html []byte) ([]byte, error) {
		select {
		case inside <- struct{}{}:
			defer func() { <-inside }()
		default:
			return nil, busy
		}
		waited := time.NewTimer(printWait)
		defer waited.Stop()
		select {
		case turns <- struct{}{}:
			defer func() { <-turns }()
		case <-waited.C:
			return nil, busy
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		return print(ctx, html)
	}
}
