package client

import (
	"slices"
	"sync"
)

const (
	keptAnswers = 32      // at most
	keptBytes   = 8 << 20 // in all of them
)

// whole is an answer that the server gave a version.
type whole struct {
	address string
	etag    string
	body    []byte
}

// kept are the latest answers with a version, the most recently used first, so that what didn't change isn't sent again.
type kept struct {
	mu   sync.Mutex
	list []whole
}

// get gives the answer of an address; none is one without etag.
func (k *kept) get(address string) whole {
	k.mu.Lock()
	defer k.mu.Unlock()
	i := slices.IndexFunc(k.list, func(w whole) bool { return w.address == address })
	if i < 0 {
		return whole{}
	}
	found := k.list[i]
	copy(k.list[1:i+1], k.list[:i])
	k.list[0] = found
	return found
}

// put keeps an answer, and forgets the one before, and those that no longer fit.
func (k *kept) put(w whole) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.list = slices.DeleteFunc(k.list, func(old whole) bool { return old.address == w.address })
	if w.etag == "" {
		return
	}
	k.list = slices.Insert(k.list, 0, w)
	size := 0
	for i, old := range k.list {
		if size += len(old.body); size > keptBytes || i == keptAnswers {
			clear(k.list[i:])
			k.list = k.list[:i]
			return
		}
	}
}
