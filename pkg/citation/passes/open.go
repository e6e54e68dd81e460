package passes

import (
	"context"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/auditctl/auditctl/pkg/citation"
	"github.com/auditctl/auditctl/pkg/engine"
)

const (
	maxOpened      = 40              // pages of one audit
	maxOpenedOf    = 6               // pages of one question of a pass
	maxOpening     = 4               // at once
	openTime       = 5 * time.Second // of each
	maxPageText    = 8000            // characters that are kept, and read
	maxPageTitle   = 300             // characters
	maxPageAddress = 2048            // bytes
	enough         = 500             // bytes of a source's text from which its page isn't opened: a quoted sentence tells little of who is on a page
)

// opener reads cited pages whose text the service didn't give, each once.
type opener struct {
	open  func(ctx context.Context, url string) (title, text string, err error)
	slots chan struct{}
	group sync.WaitGroup

	mu    sync.Mutex
	of    map[opening]int // pages, by whom they were opened for
	pages map[string]page // asked for; without text while, and if, they aren't read
}

// opening is what a page is opened for.
type opening struct {
	pass     citation.Basis
	question int
}

func newOpener(open func(ctx context.Context, url string) (title, text string, err error)) *opener {
	return &opener{open: open, slots: make(chan struct{}, maxOpening), of: map[opening]int{}, pages: map[string]page{}}
}

// read begins to read the pages that a reply cites, and doesn't wait for them.
func (o *opener) read(ctx context.Context, pass citation.Basis, question int, r reply) {
	if o.open == nil {
		return
	}
	for _, source := range cited(r) {
		if len(source.Text) < enough && readable(source.URL) && o.take(opening{pass, question}, source.URL) {
			o.group.Go(func() { o.one(ctx, source.URL) })
		}
	}
}

// take says that the page is to be opened: nobody asked for it before, and there is room.
func (o *opener) take(by opening, address string) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if _, known := o.pages[address]; known || len(o.pages) >= maxOpened || o.of[by] >= maxOpenedOf {
		return false
	}
	o.pages[address] = page{}
	o.of[by]++
	return true
}

// one reads a page. What it can't read stays without text: a source that nobody could read bears nothing out.
func (o *opener) one(ctx context.Context, address string) {
	select {
	case o.slots <- struct{}{}:
	case <-ctx.Done():
		return
	}
	defer func() {
		_ = recover() // pages are read in a goroutine of ours: a panic there is that page's fault alone
		<-o.slots
	}()
	ctx, cancel := context.WithTimeout(ctx, openTime)
	defer cancel()
	title, text, err := o.open(ctx, address)
	if err != nil {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.pages[address] = page{Title: cut(title, maxPageTitle), Text: cut(text, maxPageText)}
}

// wait gives the pages that could be read, when all are done.
func (o *opener) wait() map[string]page {
	o.group.Wait()
	o.mu.Lock()
	defer o.mu.Unlock()
	for address, p := range o.pages {
		if p.Title == "" && strings.TrimSpace(p.Text) == "" {
			delete(o.pages, address)
		}
	}
	return o.pages
}

func readable(address string) bool {
	u, err := url.Parse(address)
	return err == nil && len(address) <= maxPageAddress && (u.Scheme == "http" || u.Scheme == "https") && u.Host != ""
}

// cited are the pages that a reply rests on, each once, in the order of their first citation, with what the service gave of their texts.
func cited(r reply) []engine.Excerpt {
	var all []engine.Excerpt
	at := map[string]int{}
	add := func(s engine.Source, text string) {
		if s.URL == "" {
			return
		}
		key := withoutFragment(s.URL)
		i, known := at[key]
		if !known {
			i = len(all)
			at[key] = i
			all = append(all, engine.Excerpt{Source: engine.Source{URL: key, Title: s.Title}})
		}
		if all[i].Title == "" {
			all[i].Title = s.Title
		}
		if !strings.Contains(all[i].Text, text) {
			all[i].Text = strings.TrimPrefix(all[i].Text+"\n"+text, "\n")
		}
	}
	for _, c := range r.Citations {
		add(c.Source, c.Quote)
	}
	if r.Overview != nil {
		for _, s := range r.Overview.Sources {
			add(s.Source, s.Text)
		}
	}
	return all
}

// withoutFragment is the page's address: services cite the passage too.
func withoutFragment(address string) string {
	address, _, _ = strings.Cut(address, "#")
	return address
}

// cut cuts a text to at most so many characters.
func cut(text string, most int) string {
	count := 0
	for i := range text {
		if count == most {
			return text[:i]
		}
		count++
	}
	return text
}
