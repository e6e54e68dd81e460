package server

import (
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/pprof"
	"net/netip"
	"slices"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// operatorHandler serves those who run the server. Health is answered whatever Host a balancer asks for, since it tells nothing.
func (s *Server) operatorHandler() http.Handler {
	mux := http.NewServeMux()
	private := http.NewServeMux()
	mux.Handle("/", s.guardOperator(private))
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { plain(w, http.StatusOK, "ok") })
	mux.HandleFunc("GET /readyz", s.ready)
	private.Handle("GET /metrics", promhttp.HandlerFor(s.metrics.registry, promhttp.HandlerOpts{
		ErrorLog: slog.NewLogLogger(s.log.Handler(), slog.LevelError), ErrorHandling: promhttp.ContinueOnError, Timeout: 10 * time.Second,
	}))
	private.HandleFunc("GET /debug/pprof/", pprof.Index)
	private.HandleFunc("GET /debug/pprof/cmdline", pprof.Cmdline)
	private.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	private.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
	private.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	return mux
}

// guardOperator refuses web pages in a browser that can reach the operator's address: those whose name was made to point here (DNS
// rebinding), by their Host, and those of other sites, by what browsers say of them. An IP address in Host is never a name of a stranger.
func (s *Server) guardOperator(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		site := r.Header.Get("Sec-Fetch-Site")
		switch {
		case !s.operatorHost(r.Host):
			plain(w, http.StatusMisdirectedRequest, "this name isn't in server.operator_hosts; ask by IP address or localhost, or add it")
		case site != "" && site != "none" && site != "same-origin":
			plain(w, http.StatusForbidden, "pages of other sites may not ask")
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// operatorHost reports whether host[:port] is an IP address, localhost or a configured name.
func (s *Server) operatorHost(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	if _, err := netip.ParseAddr(strings.Trim(host, "[]")); err == nil || strings.EqualFold(host, "localhost") {
		return true
	}
	return slices.ContainsFunc(s.config.OperatorHosts, func(known string) bool { return strings.EqualFold(known, host) })
}

// ready says whether a balancer should send requests here.
func (s *Server) ready(w http.ResponseWriter, r *http.Request) {
	if s.stopping.Load() {
		plain(w, http.StatusServiceUnavailable, "stopping")
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), 2*time.Second)
	defer cancel()
	if err := s.config.Backend.Ready(ctx); err != nil {
		s.log.LogAttrs(ctx, slog.LevelWarn, "not ready", slog.Any("error", cause(err)))
		plain(w, http.StatusServiceUnavailable, "the store can't be reached; the log says why")
		return
	}
	plain(w, http.StatusOK, "ready")
}

func plain(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	io.WriteString(w, text+"\n") //nolint:errcheck // nobody is left to be told of a client that is gone
}
