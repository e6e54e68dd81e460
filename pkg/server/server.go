// Package server is the door onto a service: the REST API and MCP on a public address, and health, metrics and profiles on the operator's.
//
// Types make the OpenAPI document (huma writes it), chi routes, and the handlers are plain ones of ours: huma's own way of serving keeps its error
// format in a package variable, shows the text of unexpected errors and repeats what was sent, and would read and write every stored audit once more.
package server

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"sync/atomic"
	"time"

	"github.com/go-chi/chi/v5"
	"go.opentelemetry.io/otel/trace"
	"go.opentelemetry.io/otel/trace/noop"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/report"
	"github.com/auditctl/auditctl/pkg/server/mcp"
)

// Service is what the server shows of a caller's audits: audit.Service, and audits in the bytes they are kept in.
type Service interface {
	audit.Service
	// EncodedAudit is Audit. Errors: audit.CodeNotFound.
	EncodedAudit(ctx context.Context, id string, checks bool) (audit.Encoded, error)
	// EncodedBatch gives the audits of a batch, in the order of their submission. Errors: audit.CodeNotFound.
	EncodedBatch(ctx context.Context, id string, checks bool) ([]audit.Encoded, error)
	// EncodedAudits is Audits; next is the cursor of the page after, empty on the last. Errors: audit.CodeValidationFailed.
	EncodedAudits(ctx context.Context, q audit.Query) (list []audit.Encoded, next string, err error)
}

// Backend is what is behind the door.
type Backend interface {
	// Authenticate gives whose key it is. Errors: audit.CodeUnauthorized.
	Authenticate(ctx context.Context, key string) (audit.Caller, error)
	// KnowsKey reports, without reading anything, whether Authenticate has found the key to exist.
	KnowsKey(key string) bool
	For(caller audit.Caller) Service
	// Ready says that requests can be answered.
	Ready(ctx context.Context) error
	// Backlog counts the audits that have not ended, and those of them that run; oldest is when the oldest was accepted, zero where there is none.
	Backlog(ctx context.Context) (pending, running int, oldest time.Time, err error)
}

// Config is how a Server is run.
type Config struct {
	Backend Backend
	// Log takes a line per request, and faults; nil discards them.
	Log *slog.Logger
	// Version of auditctl, as MCP clients are told.
	Version string
	// BaseURL is the public address, as the OpenAPI document names it; empty is where the document was had from.
	BaseURL string
	// PublicOpenAPI serves /openapi.json to those without a key.
	PublicOpenAPI bool
	// KeyRate and KeyBurst bound the requests of one key, in requests per second and at once; 0 is 20 and 40.
	KeyRate  float64
	KeyBurst int
	// FailureRate and FailureBurst bound the requests of one client address without a valid key; 0 is 5 and 10.
	FailureRate  float64
	FailureBurst int
	// TrustedProxies are the addresses whose X-Forwarded-For and Forwarded are believed.
	TrustedProxies []netip.Prefix
	// OperatorHosts are the names, without ports, that metrics and profiles may be asked by, beside IP addresses and localhost.
	OperatorHosts []string
	// MaxConnectionsPerAddress bounds the open connections of one address that is no trusted proxy; 0 is no bound.
	MaxConnectionsPerAddress int
	// CORSOrigins are the origins whose scripts may call the API, as browsers write them: https://app.example.com.
	CORSOrigins []string
	// CertFile and KeyFile turn on TLS on the public address; both in PEM.
	CertFile, KeyFile string
	// Grace is how long Run waits for running requests when it is to stop; 0 is 15 s.
	Grace time.Duration
	// Dashboard answers what is under /dashboard, and sees RemoteAddr as what a client is limited by: its address, or the /64 of it. Browsers that ask for the
	// bare address are led there. nil is none.
	Dashboard http.Handler
	// Brand is whose reports are served.
	Brand report.Brand
	// TracerProvider records a span per request; nil, or OpenTelemetry's own noop, records none.
	TracerProvider trace.TracerProvider
	// Print makes PDFs of HTML reports; nil where there is no browser. It bounds how many are printed at once.
	Print report.Printer
	// Now is the clock of the rate limits; nil is time.Now.
	Now func() time.Time
}

// Server answers for a Backend.
type Server struct {
	config   Config
	log      *slog.Logger
	refusals map[audit.Code]refusal
	guarding http.Header   // of every answer
	keys     *limiters     // by key
	failures *limiters     // by client address, of requests without a valid key
	lookups  *limiters     // by client address, of keys that were looked up and don't exist
	unseen   chan struct{} // a place for each look-up of a key that this process hasn't seen
	metrics  *metrics
	mcp      *mcp.Door
	document []byte
	routes   chi.Routes
	public   http.Handler
	operator http.Handler
	stopping atomic.Bool
	pace     pace
}

// maxUnseen bounds the look-ups of keys at the same time. It is also how many look-ups an address can have beyond its limit.
const maxUnseen = 8

// New makes a Server. It errs where the configuration doesn't make one.
func New(c Config) (*Server, error) {
	if c.Backend == nil {
		return nil, errors.New("a server needs a backend")
	}
	if (c.CertFile == "") != (c.KeyFile == "") {
		return nil, errors.New("TLS needs a certificate and its key: give both files, or none")
	}
	c.Log = cmp.Or(c.Log, slog.New(slog.DiscardHandler))
	c.KeyRate, c.KeyBurst = cmp.Or(c.KeyRate, 20), cmp.Or(c.KeyBurst, 40)
	c.FailureRate, c.FailureBurst = cmp.Or(c.FailureRate, 5), cmp.Or(c.FailureBurst, 10)
	c.Grace = cmp.Or(c.Grace, 15*time.Second)
	if c.Now == nil {
		c.Now = time.Now
	}
	if _, none := c.TracerProvider.(noop.TracerProvider); none {
		c.TracerProvider = nil // a span that nobody sees costs a tenth of a request
	}
	s := &Server{
		config: c, log: c.Log, refusals: refusals(), guarding: guarding(),
		keys: newLimiters(c.KeyRate, c.KeyBurst), failures: newLimiters(c.FailureRate, c.FailureBurst),
		lookups: newLimiters(c.FailureRate, c.FailureBurst),
		unseen:  make(chan struct{}, maxUnseen),
		metrics: newMetrics(c.Backend), mcp: newAgents(c),
	}
	list := s.operations()
	var err error
	if s.document, err = describe(c.BaseURL, list); err != nil {
		return nil, fmt.Errorf("writing the OpenAPI document: %w", err)
	}
	s.public = s.door(list)
	s.operator = s.operatorHandler()
	return s, nil
}

// Public is the handler of the public address.
func (s *Server) Public() http.Handler { return s.public }

// Operator is the handler of the operator's address: health, metrics, profiles. It asks for no key and must not be reachable by strangers.
func (s *Server) Operator() http.Handler { return s.operator }

// OpenAPI is the document that describes the REST API: OpenAPI 3.1.0, JSON.
func (s *Server) OpenAPI() []byte { return s.document }

// Event counts a step of an audit that runs in this process.
func (s *Server) Event(e audit.Event) { s.metrics.event(e, s.config.Now()) }

// door is the public router, and what every request passes before and after it.
func (s *Server) door(list []operation) http.Handler {
	router := chi.NewRouter()
	for _, op := range list {
		h := s.with(op.Path, op.open, op.handle)
		router.Method(op.Method, op.Path, h)
		if op.Method == http.MethodGet {
			router.Method(http.MethodHead, op.Path, h)
		}
	}
	router.Method(http.MethodPost, agentsPath, s.with(agentsPath, false, s.agents))
	if s.config.Dashboard != nil {
		router.HandleFunc(pagesPath, s.pages)
		router.HandleFunc(pagesPath+"/*", s.pages)
		router.Get("/", s.with("/", true, s.front))
	}
	s.routes = router
	router.NotFound(s.with("", false, func(*exchange, *http.Request) error { return audit.Errorf(audit.CodeNotFound, "") }))
	router.MethodNotAllowed(s.with("", false, s.methodNotAllowed))
	handler := s.observe(router)
	if s.config.TracerProvider == nil {
		return handler
	}
	return s.span(handler)
}

// with makes a handler an http.Handler: authenticated, unless it is open to all, and what it returns answered as a problem. Every handler of the public
// address gets the exchange that observe made.
func (s *Server) with(route string, open bool, handle handler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		x := w.(*exchange)
		if route != "" {
			x.route = route
			if s.config.TracerProvider != nil {
				routed(r, route)
			}
		}
		err := s.admit(x, r, open)
		if err == nil {
			err = handle(x, r)
		}
		if err != nil {
			s.refuse(x, r, err)
		}
	}
}

// handler answers a request, or returns why it is refused: then nothing has been written yet.
type handler func(x *exchange, r *http.Request) error

func (s *Server) methodNotAllowed(x *exchange, r *http.Request) error {
	var allowed []string
	for _, method := range []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodDelete} {
		if s.routes.Match(chi.NewRouteContext(), method, r.URL.EscapedPath()) {
			allowed = append(allowed, method)
		}
	}
	if len(allowed) == 0 { // a method that nobody knows, on a path that isn't there
		return audit.Errorf(audit.CodeNotFound, "")
	}
	for _, method := range allowed {
		x.Header().Add("Allow", method)
	}
	return audit.Errorf(audit.CodeMethodNotAllowed, "This address takes other methods: Allow names them.")
}
