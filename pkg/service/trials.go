package service

import (
	"crypto/sha256"
	"sync"
	"time"
)

// How many passwords may be tried for one address, or for one account by who is signed in, within a time; beyond that they are refused unread. It is counted
// by each process for itself: what strangers try is written nowhere.
const (
	maxAttempts    = 10
	attemptsWithin = 15 * time.Minute
	attemptsKept   = 100000 // addresses; more than can be hashed for within the time
)

// tried names whom passwords are tried for.
type tried = [sha256.Size]byte

func triedFor(kind, name string) tried { return sha256.Sum256([]byte(kind + " " + name)) }

// trials are the passwords that were tried lately and weren't right. The zero value is ready.
type trials struct {
	mu sync.Mutex
	at map[tried][]time.Time // oldest first
}

// take counts an attempt before it is known how it ends, so that those made at once are counted too, and says whether it was the last; or it says how long
// to wait for the next, and counts nothing.
func (a *trials) take(who tried, now time.Time) (last bool, wait time.Duration) {
	a.mu.Lock()
	defer a.mu.Unlock()
	recent := within(a.at[who], now)
	if len(recent) >= maxAttempts {
		return false, recent[0].Add(attemptsWithin).Sub(now)
	}
	if a.at == nil {
		a.at = map[tried][]time.Time{}
	}
	if _, known := a.at[who]; !known && len(a.at) >= attemptsKept {
		a.makeRoom(now)
	}
	a.at[who] = append(recent, now)
	return len(recent)+1 == maxAttempts, 0
}

// within gives the attempts that still count. A clock that was set back counts them no longer than it would have.
func within(at []time.Time, now time.Time) []time.Time {
	for len(at) > 0 {
		if age := now.Sub(at[0]); age > -attemptsWithin && age < attemptsWithin {
			break
		}
		at = at[1:]
	}
	return at
}

func (a *trials) makeRoom(now time.Time) {
	for who, at := range a.at {
		if len(within(at, now)) == 0 {
			delete(a.at, who)
		}
	}
	for who := range a.at {
		if len(a.at) < attemptsKept {
			return
		}
		delete(a.at, who)
	}
}

// giveBack takes an attempt off that was right, or wasn't made.
func (a *trials) giveBack(who tried) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if n := len(a.at[who]); n > 1 {
		a.at[who] = a.at[who][:n-1]
	} else {
		delete(a.at, who)
	}
}

// forget takes all attempts off.
func (a *trials) forget(who tried) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.at, who)
}
