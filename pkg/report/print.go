package report

import (
	"context"
	"sync"
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

// accountKey is the key of an account in a context.
type accountKey struct{}

// ForAccount returns a context whose reports a Bounded printer prints on behalf of an account.
func ForAccount(ctx context.Context, account string) context.Context {
	return context.WithValue(ctx, accountKey{}, account)
}

// Bounded is a printer that prints so many reports at once, and lets so many more wait for their turn, up to 20 seconds. Who comes when they are as many,
// or has waited, is refused: audit.CodeOverloaded. One account has one report printed and one waiting at most; more are refused:
// audit.CodeRateLimited.
func Bounded(print Printer, atOnce, waiting int) Printer {
	inside, turns := make(chan struct{}, atOnce+waiting), make(chan struct{}, atOnce)
	shares := printShares{held: map[string]int{}}
	busy := &audit.Error{Code: audit.CodeOverloaded, Message: "Too many reports are being printed; try again in a few seconds.", RetryAfter: printAgain}
	return func(ctx context.Context, html []byte) ([]byte, error) {
		account, _ := ctx.Value(accountKey{}).(string)
		if account != "" {
			if !shares.enter(account) {
				return nil, &audit.Error{
					Code: audit.CodeRateLimited, Message: "Two reports of this account are being printed; ask again when one is done.",
					RetryAfter: printAgain,
				}
			}
			defer shares.leave(account)
		}
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

// accountPrints is how many reports of one account are printed or wait.
const accountPrints = 2

// printShares counts the reports of each account that are printed or wait.
type printShares struct {
	mu   sync.Mutex
	held map[string]int
}

func (s *printShares) enter(account string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.held[account] >= accountPrints {
		return false
	}
	s.held[account]++
	return true
}

func (s *printShares) leave(account string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.held[account]--; s.held[account] == 0 {
		delete(s.held, account)
	}
}
