package fakesite

import (
	"context"
	"crypto/tls"
	"log"
	"net"
	"net/http"
	"net/netip"
	"sync"
)

// Server serves one site on loopback: plainly, and over TLS with a certificate of an authority of its own.
type Server struct {
	URL       string // http://127.0.0.1:PORT, where the site answers without a name
	Authority *Authority
	// Resolve leads the site's names, with and without www, on the usual ports to this server. Under its name the plain side redirects to https.
	Resolve map[string]netip.AddrPort

	servers []*http.Server
	done    sync.WaitGroup
}

// Serve serves the site until Close. The error is that of listening or of making the certificate.
func Serve(ctx context.Context, s *Site, by *Authority) (*Server, error) {
	certificate, err := by.issue(s.Host, s.certificate)
	if err != nil {
		return nil, err
	}
	config := &tls.Config{Certificates: []tls.Certificate{certificate}, MinVersion: tls.VersionTLS12}
	if s.certificate == oldProtocol {
		config.MinVersion, config.MaxVersion = tls.VersionTLS10, tls.VersionTLS12
	}
	v := &Server{Authority: by, Resolve: map[string]netip.AddrPort{}}
	plain, err := v.listen(ctx, s.plainly(), nil)
	if err != nil {
		return nil, err
	}
	secure, err := v.listen(ctx, s, config)
	if err != nil {
		v.Close()
		return nil, err
	}
	v.URL = "http://" + plain.String()
	for _, name := range []string{s.Host, "www." + s.Host} {
		v.Resolve[name+":80"], v.Resolve[name+":443"] = plain, secure
	}
	return v, nil
}

// plainly answers on the plain side: by address the site itself, by name a redirect to https.
func (s *Site) plainly() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host, _, err := net.SplitHostPort(r.Host)
		if _, bad := netip.ParseAddr(host); err == nil && bad == nil {
			s.ServeHTTP(w, r)
			return
		}
		http.Redirect(w, r, "https://"+r.Host+r.URL.RequestURI(), http.StatusMovedPermanently)
	})
}

func (v *Server) listen(ctx context.Context, h http.Handler, config *tls.Config) (netip.AddrPort, error) {
	var from net.ListenConfig
	l, err := from.Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return netip.AddrPort{}, err
	}
	server := &http.Server{Handler: h, TLSConfig: config, ErrorLog: log.New(discard{}, "", 0)}
	v.servers = append(v.servers, server)
	v.done.Go(func() {
		if config != nil {
			server.ServeTLS(l, "", "")
			return
		}
		server.Serve(l)
	})
	return netip.MustParseAddrPort(l.Addr().String()), nil
}

// discard keeps handshakes that fail on purpose out of the output.
type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }

// Close ends the server and everything that it was answering.
func (v *Server) Close() {
	for _, s := range v.servers {
		s.Close()
	}
	v.done.Wait()
}
