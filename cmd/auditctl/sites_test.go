package main

import (
	"encoding/json"
	"fmt"
	"mime"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/auditctl/auditctl/internal/fakeengine"
	"github.com/auditctl/auditctl/pkg/audit/judge"
)

// site is a web site on loopback that remembers what it was asked.
type site struct {
	*httptest.Server
	mu       sync.Mutex
	asked    []*http.Request
	once     sync.Once
	reached  chan struct{} // closed with the first request
	answer   func(*site, http.ResponseWriter, *http.Request)
	released chan struct{} // closed when SLOW shall answer, and CHANGING change
	release  func()
}

// sites are the sites of one test, by name.
type sites map[string]*site

// newSites starts the sites of one test; close stops them.
func newSites() (all sites, stop func()) {
	all = sites{}
	start := func(name string, answer func(*site, http.ResponseWriter, *http.Request)) {
		s := &site{reached: make(chan struct{}), released: make(chan struct{}), answer: answer}
		s.release = sync.OnceFunc(func() { close(s.released) })
		s.Server = httptest.NewServer(s)
		all[name] = s
	}
	start("BAKERY", func(_ *site, w http.ResponseWriter, r *http.Request) { bakery(w, r) })
	start("HOSTILE", func(_ *site, w http.ResponseWriter, r *http.Request) { hostile(w, r) })
	start("FAILING", func(_ *site, w http.ResponseWriter, _ *http.Request) {
		http.Error(w, "out of order", http.StatusInternalServerError)
	})
	start("MOVED", func(_ *site, w http.ResponseWriter, r *http.Request) {
		name, port, _ := strings.Cut(r.Host, ":")
		if name == "elsewhere.example" {
			bakery(w, r)
			return
		}
		http.Redirect(w, r, "http://elsewhere.example:"+port+r.URL.Path, http.StatusMovedPermanently)
	})
	start("SLOW", func(s *site, w http.ResponseWriter, r *http.Request) {
		select {
		case <-r.Context().Done():
		case <-s.released:
			bakery(w, r)
		}
	})
	start("CHANGING", func(s *site, w http.ResponseWriter, r *http.Request) {
		select {
		case <-s.released:
			untitled := httptest.NewRecorder()
			bakery(untitled, r)
			w.Header().Set("Content-Type", untitled.Header().Get("Content-Type"))
			w.WriteHeader(untitled.Code)
			fmt.Fprint(w, strings.ReplaceAll(untitled.Body.String(), "title>", "s>"))
		default:
			bakery(w, r)
		}
	})
	start("LEAKING", func(s *site, w http.ResponseWriter, r *http.Request) { leaking(w, r, s.URL) })
	start("MODEL", func(_ *site, w http.ResponseWriter, r *http.Request) { model(w, r) })
	speeds := newPageSpeedService()
	start("PAGESPEED", func(_ *site, w http.ResponseWriter, r *http.Request) { speeds.ServeHTTP(w, r) })
	all["PAGESPEED"].Config.RegisterOnShutdown(speeds.Close)
	for name, play := range passServices {
		service := fakeengine.Play(play.service, modelKey, play.answer)
		start(name, func(_ *site, w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("X-Subscription-Token") == "sk-wrong" {
				w.WriteHeader(http.StatusUnprocessableEntity)
				fmt.Fprint(w, `{"type":"ErrorResponse","error":{"status":422,"code":"SUBSCRIPTION_TOKEN_INVALID","detail":"The provided subscription token sk-wrong is invalid."}}`)
				return
			}
			service.ServeHTTP(w, r)
		})
		all[name].Config.RegisterOnShutdown(service.Close)
	}
	return all, func() {
		for _, s := range all {
			s.release()
			s.Close()
		}
	}
}

// testSites are the sites of a Go test.
func testSites(t testing.TB) sites {
	all, stop := newSites()
	t.Cleanup(stop)
	return all
}

// ServeHTTP implements http.Handler.
func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	s.asked = append(s.asked, r)
	s.mu.Unlock()
	s.once.Do(func() { close(s.reached) })
	s.answer(s, w, r)
}

// seen gives what the site was asked.
func (s *site) seen() []*http.Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.asked)
}

// forget gives what the site was asked, and begins anew.
func (s *site) forget() []*http.Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	asked := s.asked
	s.asked = nil
	return asked
}

func (s *site) port() string { return s.URL[strings.LastIndexByte(s.URL, ':')+1:] }

// leaking is a site whose markup, files and redirects hold a password.
func leaking(w http.ResponseWriter, r *http.Request, origin string) {
	self := strings.Replace(origin, "://", "://u:hunter2@", 1)
	switch r.URL.Path {
	case "/robots.txt":
		fmt.Fprintf(w, "User-agent: *\nAllow: %[1]s/x\nSitemap: %[1]s/map.xml\n", self)
	case "/map.xml":
		fmt.Fprintf(w, "<urlset><url><loc>%[1]s/a</loc></url><url><loc>https://hunter2@other.example/</loc></url></urlset>", self)
	case "/moved":
		http.Redirect(w, r, self+"/", http.StatusFound)
	case "/":
		w.Header().Set("Content-Type", "text/html")
		w.Header().Set("Link", "<"+self+`/>; rel="canonical"`)
		fmt.Fprintf(w, `<title>Leaking</title><link rel=canonical href="%[1]s/"><link rel=alternate hreflang=fr href="%[1]s/fr">
<script type="application/ld+json">{"@context":"https://schema.org","@type":"Organization","name":"L","url":"%[1]s/",
"logo":"%[1]s/logo.png","sameAs":["https://hunter2@x.com/l"]}</script>
<img src="%[1]s/a.png"><script src="%[1]s/a.js"></script><a href="%[1]s/a">a</a><a href="https:\\u:hunter2@other.example/">b</a>
<iframe src="%[1]s/f"></iframe>
<meta property="og:image" content="%[1]s/og.png"><meta property="og:url" content="%[1]s/">
<form action="%[1]s/form"><input type=password></form><p>A few words.</p>`, self)
	default:
		http.NotFound(w, r)
	}
}

// bakery serves testdata/bakery; ORIGIN in it is the site's own address.
func bakery(w http.ResponseWriter, r *http.Request) {
	name := path.Clean(r.URL.Path)
	if strings.HasSuffix(r.URL.Path, "/") {
		name = path.Join(name, "index")
	}
	if path.Ext(name) == "" {
		name += ".html"
	}
	data, err := os.ReadFile(filepath.Join("testdata", "bakery", filepath.FromSlash(name)))
	if err != nil {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", mime.TypeByExtension(path.Ext(name)))
	fmt.Fprint(w, strings.ReplaceAll(string(data), "ORIGIN", "http://"+r.Host))
}

// modelKey is the key that MODEL accepts.
const modelKey = "sk-secret-0123456789abcdef"

// heading is the first heading in what a model is given of a site.
var heading = regexp.MustCompile(`\n# ([^\n]{8,200})`)

// passServices are the services that the citation passes ask. They know Alder Street Bakery.
var passServices = map[string]struct {
	service string
	answer  func(question string) fakeengine.Reply
}{
	"MEMORY": {"openai", func(question string) fakeengine.Reply {
		if strings.Contains(question, "best") {
			return fakeengine.Reply{Body: fakeengine.Chat("I don't have information about specific bakeries in Bath, so I can't recommend one.")}
		}
		return fakeengine.Reply{Body: fakeengine.Chat("Two places come up again and again:\n\n1. **Pulteney Loaves** – rye\n2. **Alder Street Bakery** – slow sourdough")}
	}},
	"ASSISTANT": {"perplexity", func(string) fakeengine.Reply {
		return fakeengine.Reply{Body: fakeengine.Grounded("- **Pulteney Loaves** is known for its rye [1].\n- **Widcombe Crumb** opens at six.",
			fakeengine.Page{URL: "https://bathfood.example/bread", Title: "Bread in Bath", Text: "Pulteney Loaves won the county's prize for rye."})}
	}},
	"AIMODE": {"serpapi", func(string) fakeengine.Reply {
		return fakeengine.Reply{Body: fakeengine.Overview("Locals like these bakeries.", []string{"Alder Street Bakery", "Pulteney Loaves"},
			fakeengine.Page{URL: "https://bathfood.example/bread", Title: "Bread in Bath", Text: "Where to buy bread."})}
	}},
	"SEARCH": {"brave", func(string) fakeengine.Reply {
		return fakeengine.Reply{Body: fakeengine.Hits(fakeengine.Page{URL: "https://bathfood.example/bread", Title: "Bread in Bath"})}
	}},
}

// content is a message's: a text, or parts.
type content struct {
	text    string
	picture bool
}

// UnmarshalJSON reads both forms.
func (c *content) UnmarshalJSON(b []byte) error {
	if json.Unmarshal(b, &c.text) == nil {
		return nil
	}
	var parts []struct {
		Text  string
		Image any `json:"image_url"`
	}
	err := json.Unmarshal(b, &parts)
	for _, p := range parts {
		c.text += p.Text
		c.picture = c.picture || p.Image != nil
	}
	return err
}

// model speaks chat completions, and votes 3 for every criterion. What goes wrong is in the model's name.
func model(w http.ResponseWriter, r *http.Request) {
	refuse := func(status int, kind, message string) {
		w.WriteHeader(status)
		fmt.Fprintf(w, `{"error":{"message":%q,"type":%q,"code":%q}}`, message, kind, kind)
	}
	var asked struct {
		Model          string
		Messages       []struct{ Content content }
		ResponseFormat struct {
			Schema struct {
				Name   string
				Schema json.RawMessage
			} `json:"json_schema"`
		} `json:"response_format"`
	}
	w.Header().Set("Content-Type", "application/json")
	err := json.NewDecoder(r.Body).Decode(&asked)
	key := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
	switch {
	case err != nil || r.URL.Path != "/v1/chat/completions":
		refuse(http.StatusBadRequest, "invalid_request_error", "what is that?")
		return
	case key != modelKey:
		refuse(http.StatusUnauthorized, "invalid_api_key", "Incorrect API key provided: "+key)
		return
	case asked.Model == "blind" && asked.Messages[1].Content.picture:
		refuse(http.StatusBadRequest, "invalid_request_error", "This model does not support image input")
		return
	case asked.Model == "unknown":
		refuse(http.StatusNotFound, "model_not_found", "The model does not exist")
		return
	case asked.Model == "poor":
		refuse(http.StatusTooManyRequests, "insufficient_quota", "You exceeded your current quota, with the key "+key)
		return
	}
	var answer any = map[string]any{"wet": true}
	switch asked.ResponseFormat.Schema.Name {
	case "votes":
		user, quote := asked.Messages[1].Content.text, ""
		if found := heading.FindStringSubmatch(user); found != nil {
			quote = found[1]
		}
		ballot := fakeengine.Ballot(user, func(question string) (fakeengine.Answer, bool) {
			known := slices.ContainsFunc(judge.Criteria(), func(c judge.Criterion) bool { return c.Question == question })
			return fakeengine.Answer{Level: 3, Quote: quote}, known
		})
		answer = json.RawMessage(ballot)
	case "business":
		answer = map[string]any{"fields": []any{}}
	case "summary":
		answer = map[string]any{"text": "Invented."}
	}
	text, err := json.Marshal(answer)
	if err == nil {
		err = json.NewEncoder(w).Encode(map[string]any{
			"model":   asked.Model,
			"choices": []any{map[string]any{"finish_reason": "stop", "message": map[string]any{"role": "assistant", "content": string(text)}}},
			"usage":   map[string]int{"prompt_tokens": 1000, "completion_tokens": 100},
		})
	}
	if err != nil {
		panic(err)
	}
}

// nasty is what a page can hold to do something to the terminal that shows it: a window title, colours, C1 controls, bidirectional overrides.
const nasty = "\x1b]0;owned\x07\x1b[31mred \u009b31m\u202eevil\u2066\u061c\u200f\x7f\x08"

// hostile puts nasty wherever a report could show it.
func hostile(w http.ResponseWriter, r *http.Request) {
	switch r.URL.Path {
	case "/robots.txt":
		fmt.Fprintf(w, "User-agent: *\nDisallow: /%s\nNonsense%s: x\n", nasty, nasty)
	case "/":
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("X-Nasty", "a\u009b31m\u202e")
		fmt.Fprintf(w, `<!doctype html><html lang="%[1]s"><head><title>Title %[1]s</title><meta name="description" content="Description %[1]s">
<link rel="canonical" href="/%[1]s"><link rel="alternate" hreflang="%[1]s" href="/%[1]s"><meta name="robots" content="%[1]s">
<script type="application/ld+json">{"@context":"https://schema.org","@type":"Organization","name":"Name %[1]s"}</script>
<script type="application/ld+json">{"@type": %[1]s</script></head>
<body><main><h1>Heading %[1]s</h1><p>Text %[1]s of a page that would like to write more than its words on the terminal of whoever reads about it.</p>
<p>A second paragraph %[1]s, so that there is enough to judge.</p><a href="/%[1]s">link %[1]s</a><a href="javascript:x%[1]s">no link</a><img src="/x%[1]s">
</main></body></html>`, nasty)
	default:
		http.NotFound(w, r)
	}
}
