package faults

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/auditctl/auditctl/internal/fakeengine"
	"github.com/auditctl/auditctl/internal/pgtest"
)

const (
	paidKey = "sk-paid-0123456789abcdefghij"
	// inFlight is how many calls of each service a process makes at once, so that inFlight times the services are in the air when it is killed.
	inFlight = 4
)

// Models and search services are paid by the call. What they answered before a kill is not asked again after it.
func TestPaidCallsAreNotRepeatedByKills(t *testing.T) {
	if testing.Short() {
		t.Skip("kills processes for some seconds")
	}
	t.Run("a server on SQLite", func(t *testing.T) {
		t.Parallel()
		paidTest(t, []string{"--db", filepath.Join(t.TempDir(), "audits.db")}, 1)
	})
	t.Run("three nodes on PostgreSQL", func(t *testing.T) {
		t.Parallel()
		paidTest(t, []string{"--store", pgtest.URL(t)}, 3)
	})
}

// paidTest kills processes in the middle of calls, and counts calls.
func paidTest(t *testing.T, store []string, processes int) {
	s := newPaidServices(t)
	const first = 4
	rounds := max(2, *kills/4)
	sites := &farm{urls: newBakeries(t, first+4*processes*rounds)}
	var nodes []*node
	for range processes {
		n := newNode(t, store, append(s.args, "--workers", "4")...)
		n.start()
		nodes = append(nodes, n)
	}
	for _, n := range nodes {
		n.ready()
	}
	l := ledger{c: newCaller(t, newKey(t, store, limit), nodes...)}

	quiet := l.submit(sites.next(first, 0))
	l.c.ended(quiet.BatchID, patience)
	each := s.calls.Load() / first
	if each == 0 || s.calls.Load() != each*first {
		t.Fatalf("%d calls for %d audits", s.calls.Load(), first)
	}

	before := s.calls.Load()
	for range rounds {
		l.submit(sites.next(4*processes, 0))
		enough := s.calls.Load() + (each*3/2+rand.Int64N(2*each))*int64(processes) // of the four times as many that each process has before it
		eventually(t, patience, "calls in the air", func() error {
			if calls, air := s.calls.Load(), s.air.Load(); calls < enough || air == 0 {
				return fmt.Errorf("%d calls of %d, %d in the air", calls, enough, air)
			}
			return nil
		})
		n := nodes[rand.IntN(len(nodes))]
		n.kill()
		n.start()
		n.ready()
	}
	l.settle(t, patience, rounds/5)

	// A killed process loses what its services were at, and no more: an answer gives its turn back when it is kept.
	calls, without, air := s.calls.Load()-before, each*int64(l.audits-first), inFlight*len(s.played)
	if bound := without + int64(rounds*air); calls > bound {
		t.Errorf("%d calls were made for %d audits, of %d without kills; at most %d explain themselves", calls, l.audits-first, without, bound)
	}
	if calls < without && l.worn == 0 {
		t.Errorf("%d calls were made, and %d audits need %d", calls, l.audits-first, without)
	}
	var want paidCost
	for _, r := range l.receipts {
		for _, a := range r.Audits {
			var got paidCost
			l.c.until("GET", "/v1/audits/"+a.AuditID, "", nil, &got)
			if want.Cost.Calls == 0 {
				want = got
			}
			if got.Status == "done" && (got.Cost.Calls == 0 || got.Cost != want.Cost) {
				t.Errorf("an audit says that it cost %+v, one without kills %+v", got.Cost, want.Cost)
			}
		}
	}
	record(t, fmt.Sprintf("%d kills in the middle of calls", rounds), fmt.Sprintf("%d calls for %d audits, %d more than without kills, with up to %d in the air at each; each report says what it cost in all",
		calls, l.audits-first, calls-without, air))
}

// paidCost is what an audit says that it cost.
type paidCost struct {
	Status string `json:"status"`
	Cost   struct {
		Calls       int `json:"calls"`
		InputTokens int `json:"input_tokens"`
		Searches    int `json:"searches"`
	} `json:"cost"`
}

// newBakeries serves sites of a trade and a town, whose customers' questions the passes ask.
func newBakeries(t *testing.T, n int) (urls []string) {
	t.Helper()
	for i := range n {
		name := fmt.Sprintf("Alder Street Bakery %d", i)
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != "/" {
				http.NotFound(w, r)
				return
			}
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			fmt.Fprintf(w, `<!doctype html><html lang="en"><head><title>%[1]s: sourdough bread in Bath</title><script type="application/ld+json">
{"@context":"https://schema.org","@type":"Bakery","name":"%[1]s","telephone":"+441225550142",
"address":{"@type":"PostalAddress","streetAddress":"7 Alder Street","addressLocality":"Bath","postalCode":"BA1 1AA","addressCountry":"GB"}}</script></head>
<body><main><h1>%[1]s, Bath</h1><p>We bake sourdough, rye and soft rolls in the middle of Bath every morning but Monday, and sell them over the counter.</p></main></body></html>`, name)
		}))
		t.Cleanup(s.Close)
		urls = append(urls, s.URL+"/")
	}
	return urls
}

// paidServices are a judge and a service for each citation pass.
type paidServices struct {
	args   []string
	played []*fakeengine.Server
	calls  atomic.Int64
	air    atomic.Int64 // calls under way
}

func newPaidServices(t *testing.T) *paidServices {
	t.Helper()
	s := &paidServices{args: []string{
		"--judge", "openai:gpt-played", "--recall", "openai:gpt-played", "--grounded", "perplexity:played", "--ai-mode", "serpapi",
		"--live", "brave", "--browser", "off",
	}}
	settings := map[string]string{"keys": "", "base-urls": "", "limits": ""}
	for name, answer := range map[string]func(question string) string{
		"openai": s.chat,
		"perplexity": func(string) string {
			return fakeengine.Grounded("- **Old Mill** is known for its rye [1].", fakeengine.Page{URL: "http://127.0.0.1:9/", Title: "Bread in Bath", Text: "The Old Mill."})
		},
		"serpapi": func(string) string { return fakeengine.Overview("Locals like the Old Mill.", []string{"Old Mill"}) },
		"brave": func(string) string {
			return fakeengine.Hits(fakeengine.Page{URL: "http://127.0.0.1:9/", Title: "Bread in Bath"})
		},
	} {
		played := fakeengine.Play(name, paidKey, func(question string) fakeengine.Reply {
			s.calls.Add(1)
			s.air.Add(1)
			defer s.air.Add(-1)
			time.Sleep(time.Duration(80+rand.IntN(80)) * time.Millisecond)
			return fakeengine.Reply{Body: answer(question)}
		})
		t.Cleanup(func() {
			played.Close()
			if wrong := played.Wrong(); len(wrong) > 0 {
				t.Errorf("requests to %s that aren't as documented: %s", name, wrong[0])
			}
		})
		s.played = append(s.played, played)
		settings["keys"] += fmt.Sprintf("  %s: %s\n", name, paidKey)
		settings["base-urls"] += fmt.Sprintf("  %s: %s\n", name, played.Base())
		settings["limits"] += fmt.Sprintf("  %s: {in-flight: %d, per-minute: 100000}\n", name, inFlight)
	}
	text := ""
	for section, lines := range settings {
		text += section + ":\n" + lines
	}
	file := filepath.Join(t.TempDir(), "auditctl.yaml")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	s.args = append(s.args, "--config", file)
	return s
}

// chat answers what the judge asks for, and customers' questions.
func (s *paidServices) chat(question string) string {
	switch {
	case strings.HasPrefix(question, "Criteria:"):
		return fakeengine.Chat(fakeengine.Ballot(question, func(string) (fakeengine.Answer, bool) { return fakeengine.Answer{}, false }))
	case strings.HasPrefix(question, "Keys of industry:"):
		return fakeengine.Chat(`{"fields":[]}`)
	}
	return fakeengine.Chat("Alder Street Bakery 3, or the Old Mill.")
}
