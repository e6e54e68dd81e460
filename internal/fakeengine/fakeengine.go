// Package fakeengine plays the services that package provider talks to, on loopback: it holds every request to the service's documented format, and answers
// with samples, or with a fault.
package fakeengine

import (
	"bytes"
	"embed"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strconv"
	"strings"
	"sync"

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
	None    Fault = iota
	Reset         // the connection breaks after half of the body
	Silent        // nothing comes until the client leaves
	Stalled       // half of the body comes, and nothing more until the client leaves
	Endless       // the body has no end
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
	Path string
	Body []byte
}

// Server plays one service. It answers by its script, whose last line it repeats.
type Server struct {
	URL string

	http      *httptest.Server
	service   string
	key       string
	endpoints []endpoint

	mu       sync.Mutex
	script   []Reply
	requests []Request
	wrong    []string
}

// endpoint is what a service documents: a path, where the key stands, and the schema of the body.
type endpoint struct {
	path   *regexp.Regexp
	header map[string]string
	schema *jsonschema.Schema
}

// Start plays the service, named as package provider names it. The base URL of a provider is the server's URL, and what Base adds to it.
func Start(service, key string, script ...Reply) *Server {
	s := &Server{service: service, key: key, script: script}
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
	case "anthropic", "gemini", "perplexity":
		return s.URL
	case "openrouter":
		return s.URL + "/api/v1"
	}
	return s.URL + "/v1"
}

func (s *Server) serve(path string, header map[string]string, schema string) {
	compiler := jsonschema.NewCompiler()
	compiler.UseLoader(loader{})
	compiled, err := compiler.Compile("embed:///" + schema + ".json")
	if err != nil {
		panic(err)
	}
	s.endpoints = append(s.endpoints, endpoint{regexp.MustCompile(path), header, compiled})
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
	s.mu.Lock()
	reply := s.script[min(len(s.requests), len(s.script)-1)]
	s.requests = append(s.requests, Request{r.URL.Path, body})
	if wrong != "" {
		s.wrong = append(s.wrong, wrong)
	}
	s.mu.Unlock()
	reply.write(w, r)
}

// check holds a request to what the service documents.
func (s *Server) check(r *http.Request, body []byte) string {
	at := fmt.Sprintf("%s %s", r.Method, r.URL)
	for _, e := range s.endpoints {
		if !e.path.MatchString(r.URL.Path) {
			continue
		}
		if r.Method != http.MethodPost || r.URL.RawQuery != "" {
			return at + ": a POST without a query is documented"
		}
		for name, want := range e.header {
			if got := r.Header.Get(name); got != want {
				return fmt.Sprintf("%s: header %s is %q, want %q", at, name, got, want)
			}
		}
		if got := r.Header.Get("Content-Type"); got != "application/json" {
			return fmt.Sprintf("%s: content type %q", at, got)
		}
		value, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
		if err != nil {
			return fmt.Sprintf("%s: %v", at, err)
		}
		if err := e.schema.Validate(value); err != nil {
			return fmt.Sprintf("%s: %v in %s", at, err, body)
		}
		return ""
	}
	return at + ": there is no such endpoint"
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
