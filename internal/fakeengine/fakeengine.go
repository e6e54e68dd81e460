// Package fakeengine plays the services that package provider talks to, on loopback: it holds every request to the service's documented format, and answers
// with samples, or with a fault.
package fakeengine

import (
	"bytes"
	"embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

//go:embed schemas/*.json
var schemas embed.FS

//go:embed samples/*.json
var samples embed.FS

// Sample gives the body of an answer, by the name of its file without the ending.
func Sample(name string) string {
	body, err := samples.ReadFile("samples/" + name + ".json")
	if err != nil {
		panic(err)
	}
	return string(body)
}

// Fault is what goes wrong with an answer beneath HTTP.
type Fault int

// The faults.
const (
	None     Fault = iota
	Reset          // the connection breaks after half of the body
	Silent         // nothing comes until the client leaves
	Stalled        // half of the body comes, and nothing more until the client leaves
	Endless        // the body has no end
	Dripping       // a byte of the body comes every 100 ms
)

// Reply is an answer.
type Reply struct {
	Status int // 0 is 200
	Header map[string]string
	Body   string
	Fault  Fault
}

// Request is what was asked.
type Request struct {
	Path     string
	Query    url.Values
	Header   http.Header
	Body     []byte
	Question string // the last that the user said, or what was searched for; empty where there is none
}

// Server plays one service.
type Server struct {
	URL string

	http      *httptest.Server
	service   string
	endpoints []endpoint

	mu       sync.Mutex
	reply    func(n int, r Request) Reply // to the n-th request, from 0
	requests []Request
	wrong    []string
}

// endpoint is what a service documents: a path, where the key stands, and the schema of the body; of the query's fields where it is a GET.
type endpoint struct {
	method string
	path   *regexp.Regexp
	header map[string]string
	schema *jsonschema.Schema // nil where a GET has no query
	key    string             // that stands in the query, as api_key
}

// Start plays the service, named as package provider names it, by the script, whose last line it repeats. The base URL of a provider is what Base says.
func Start(service, key string, script ...Reply) *Server {
	return start(service, key, func(n int, _ Request) Reply { return script[min(n, len(script)-1)] })
}

// Play plays the service by a function that answers each question, at once from several goroutines. Of a search service that takes orders and is asked
// whether they are ready, the answer is the one that is fetched.
func Play(service, key string, answer func(question string) Reply) *Server {
	var orders sync.Map // question by number
	return start(service, key, func(n int, r Request) Reply {
		if service != "cloro" {
			return answer(r.Question)
		}
		if len(r.Body) > 0 {
			orders.Store(strconv.Itoa(n), r.Question)
			return Reply{Body: fmt.Sprintf(`{"task":{"id":"%d","status":"QUEUED"}}`, n)}
		}
		question, _ := orders.Load(path.Base(r.Path))
		asked, _ := question.(string)
		return answer(asked)
	})
}

func start(service, key string, reply func(int, Request) Reply) *Server {
	s := &Server{service: service, reply: reply}
	bearer := map[string]string{"Authorization": "Bearer " + key}
	if key == "" {
		bearer = map[string]string{"Authorization": ""}
	}
	switch service {
	case "openai":
		s.serve(`^/v1/chat/completions$`, bearer, "openai_chat")
		s.serve(`^/v1/responses$`, bearer, "openai_responses")
	case "anthropic":
		s.serve(`^/v1/messages$`, map[string]string{"X-Api-Key": key, "Anthropic-Version": "2023-06-01", "Authorization": ""}, "anthropic")
	case "gemini":
		s.serve(`^/v1beta/models/[A-Za-z0-9.-]+:generateContent$`, map[string]string{"X-Goog-Api-Key": key, "Authorization": ""}, "gemini")
	case "perplexity":
		s.serve(`^/v1/agent$`, bearer, "perplexity")
	case "openrouter":
		s.serve(`^/api/v1/chat/completions$`, bearer, "openrouter")
	case "serpapi":
		s.serveGET(`^/search\.json$`, nil, "serpapi", key)
	case "searchapi":
		s.serveGET(`^/api/v1/search$`, bearer, "searchapi", "")
	case "cloro":
		s.serve(`^/v1/async/task$`, bearer, "cloro")
		s.serveGET(`^/v1/async/task/[A-Za-z0-9-]+$`, bearer, "", "")
	case "dataforseo":
		basic := map[string]string{"Authorization": "Basic " + base64.StdEncoding.EncodeToString([]byte(key))}
		s.serve(`^/v3/serp/google/ai_mode/live/advanced$`, basic, "dataforseo_ai_mode")
		s.serve(`^/v3/serp/google/maps/live/advanced$`, basic, "dataforseo_maps")
	case "brave":
		s.serveGET(`^/res/v1/web/search$`, map[string]string{"X-Subscription-Token": key, "Authorization": ""}, "brave", "")
	case "tavily":
		s.serve(`^/search$`, bearer, "tavily")
	case "serper":
		s.serve(`^/search$`, map[string]string{"X-Api-Key": key, "Authorization": ""}, "serper_search")
		s.serve(`^/places$`, map[string]string{"X-Api-Key": key, "Authorization": ""}, "serper_places")
	case "exa":
		s.serve(`^/search$`, map[string]string{"X-Api-Key": key, "Authorization": ""}, "exa")
	case "searxng":
		s.serveGET(`^/search$`, nil, "searxng", "")
	case "pagespeed":
		s.serveGET(`^/pagespeedonline/v5/runPagespeed$`, nil, "pagespeed", "")
	default:
		s.serve(`^/v1/chat/completions$`, bearer, "compatible")
	}
	s.http = httptest.NewServer(s)
	s.URL = s.http.URL
	return s
}

// Base is the base URL to configure.
func (s *Server) Base() string {
	switch s.service {
	case "anthropic", "gemini", "perplexity", "serpapi", "cloro", "dataforseo", "tavily", "serper", "exa", "searxng":
		return s.URL
	case "searchapi":
		return s.URL + "/api/v1"
	case "pagespeed":
		return s.URL + "/pagespeedonline/v5"
	case "brave":
		return s.URL + "/res/v1"
	case "openrouter":
		return s.URL + "/api/v1"
	}
	return s.URL + "/v1"
}

func (s *Server) serve(pattern string, header map[string]string, schema string) {
	s.endpoints = append(s.endpoints, endpoint{method: http.MethodPost, path: regexp.MustCompile(pattern), header: header, schema: compile(schema)})
}

func (s *Server) serveGET(pattern string, header map[string]string, schema, key string) {
	e := endpoint{method: http.MethodGet, path: regexp.MustCompile(pattern), header: header, key: key}
	if schema != "" {
		e.schema = compile(schema)
	}
	s.endpoints = append(s.endpoints, e)
}

func compile(schema string) *jsonschema.Schema {
	compiler := jsonschema.NewCompiler()
	compiler.UseLoader(loader{})
	compiled, err := compiler.Compile("embed:///" + schema + ".json")
	if err != nil {
		panic(err)
	}
	return compiled
}

type loader struct{}

func (loader) Load(address string) (any, error) {
	body, err := schemas.ReadFile("schemas/" + strings.TrimPrefix(address, "embed:///"))
	if err != nil {
		return nil, err
	}
	return jsonschema.UnmarshalJSON(bytes.NewReader(body))
}

// Close ends the server, and whoever still waits for it.
func (s *Server) Close() {
	s.http.CloseClientConnections()
	s.http.Close()
}

// Requests gives what was asked so far.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Request(nil), s.requests...)
}

// Wrong says where requests weren't as the service documents them.
func (s *Server) Wrong() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.wrong...)
}

// ServeHTTP checks a request and gives the next answer of the script.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(io.LimitReader(r.Body, 32<<20))
	if err != nil {
		return
	}
	wrong := s.check(r, body)
	request := Request{r.URL.Path, r.URL.Query(), r.Header, body, question(r.URL.Query(), body)}
	s.mu.Lock()
	n := len(s.requests)
	s.requests = append(s.requests, request)
	if wrong != "" {
		s.wrong = append(s.wrong, wrong)
	}
	s.mu.Unlock()
	s.reply(n, request).write(w, r)
}

// question finds what was asked, wherever the service has it.
func question(query url.Values, body []byte) string {
	if asked := query.Get("q"); asked != "" {
		return asked
	}
	var whole any
	if json.Unmarshal(body, &whole) != nil {
		return ""
	}
	// A list's last entry counts: what the user said stands behind the instructions.
	var find func(v any) string
	find = func(v any) string {
		switch v := v.(type) {
		case string:
			return v
		case []any:
			if len(v) > 0 {
				return find(v[len(v)-1])
			}
		case map[string]any:
			for _, name := range []string{"q", "query", "keyword", "input", "payload", "prompt", "messages", "contents", "content", "parts", "text"} {
				if asked := find(v[name]); asked != "" {
					return asked
				}
			}
		}
		return ""
	}
	return find(whole)
}

// check holds a request to what the service documents.
func (s *Server) check(r *http.Request, body []byte) string {
	at := fmt.Sprintf("%s %s", r.Method, r.URL)
	for _, e := range s.endpoints {
		if e.path.MatchString(r.URL.Path) {
			if wrong := e.check(r, body); wrong != "" {
				return at + ": " + wrong
			}
			return ""
		}
	}
	return at + ": there is no such endpoint"
}

func (e endpoint) check(r *http.Request, body []byte) string {
	switch {
	case r.Method != e.method:
		return "a " + e.method + " is documented"
	case e.method == http.MethodPost && r.URL.RawQuery != "", e.method == http.MethodGet && e.schema == nil && r.URL.RawQuery != "":
		return "a " + e.method + " without a query is documented"
	case e.method == http.MethodGet && len(body) > 0:
		return "a GET has no body"
	}
	for name, want := range e.header {
		if got := r.Header.Get(name); got != want {
			return fmt.Sprintf("header %s is %q, want %q", name, got, want)
		}
	}
	var value any
	if e.method == http.MethodGet {
		if e.schema == nil {
			return ""
		}
		query := r.URL.Query()
		if e.key != "" && query.Get("api_key") != e.key {
			return "the key is missing"
		}
		fields := map[string]any{}
		for name := range query {
			fields[name] = strings.Join(query[name], "\n")
		}
		value = fields
	} else {
		if got := r.Header.Get("Content-Type"); got != "application/json" {
			return fmt.Sprintf("content type %q", got)
		}
		var err error
		if value, err = jsonschema.UnmarshalJSON(bytes.NewReader(body)); err != nil {
			return err.Error()
		}
	}
	if err := e.schema.Validate(value); err != nil {
		return fmt.Sprintf("%v in %s", err, body)
	}
	return ""
}

func (reply Reply) write(w http.ResponseWriter, r *http.Request) {
	if reply.Fault == Silent {
		<-r.Context().Done()
		return
	}
	w.Header().Set("Content-Type", "application/json")
	for name, value := range reply.Header {
		w.Header().Set(name, value)
	}
	if reply.Fault == Reset || reply.Fault == Stalled {
		w.Header().Set("Content-Length", strconv.Itoa(len(reply.Body)))
	}
	if reply.Status != 0 {
		w.WriteHeader(reply.Status)
	}
	switch reply.Fault {
	case Endless:
		filler := []byte(`{"a":"` + strings.Repeat("a", 64<<10))
		for r.Context().Err() == nil {
			if _, err := w.Write(filler); err != nil {
				return
			}
		}
	case Dripping:
		for _, b := range []byte(reply.Body) {
			if _, err := w.Write([]byte{b}); err != nil || http.NewResponseController(w).Flush() != nil {
				return
			}
			select {
			case <-r.Context().Done():
				return
			case <-time.After(100 * time.Millisecond):
			}
		}
	case Reset, Stalled:
		io.WriteString(w, reply.Body[:len(reply.Body)/2]) //nolint:errcheck // the client may be gone
		http.NewResponseController(w).Flush()             //nolint:errcheck // likewise
		if reply.Fault == Stalled {
			<-r.Context().Done()
			return
		}
		conn, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			return
		}
		if tcp, ok := conn.(*net.TCPConn); ok {
			tcp.SetLinger(0) //nolint:errcheck // without, the break is only softer
		}
		conn.Close()
	default:
		io.WriteString(w, reply.Body) //nolint:errcheck // the client may be gone
	}
}
