package fetch

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/rsa"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"errors"
	"net"
	"slices"
	"strings"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// How much of what a server shows is kept.
const (
	maxChain = 10  // certificates
	maxNames = 200 // of each kind in a certificate
)

// handshake is how TLS is offered to a site.
type handshake func(s *Session, name string) *tls.Config

// modernTLS offers what browsers do and ends the handshake where the certificate doesn't hold.
func modernTLS(s *Session, name string) *tls.Config {
	return &tls.Config{
		ServerName:         name,
		MinVersion:         tls.VersionTLS12,
		NextProtos:         []string{"h2", "http/1.1"},
		InsecureSkipVerify: true, // VerifyConnection does it, with faults that can be told apart
		VerifyConnection: func(cs tls.ConnectionState) error {
			if fault := s.fault(&cs, name); fault != "" {
				return errors.New("certificate: " + fault)
			}
			return nil
		},
	}
}

// lenientTLS takes whatever a server can, so that its weakness becomes a finding. Nothing of the operator's goes over it.
func lenientTLS(_ *Session, name string) *tls.Config {
	return &tls.Config{
		ServerName:         name,
		MinVersion:         tls.VersionTLS10,
		NextProtos:         []string{"h2", "http/1.1"},
		CipherSuites:       allSuites(),
		InsecureSkipVerify: true,
	}
}

func allSuites() []uint16 {
	var ids []uint16
	for _, suites := range [][]*tls.CipherSuite{tls.CipherSuites(), tls.InsecureCipherSuites()} {
		for _, suite := range suites {
			ids = append(ids, suite.ID)
		}
	}
	return ids
}

// handshakeError is a handshake that another offer could still bring about.
type handshakeError struct{ error }

// Unwrap gives the cause.
func (e *handshakeError) Unwrap() error { return e.error }

func (s *Session) dialPlain(ctx context.Context, _, hostport string) (net.Conn, error) {
	c, err := s.openFor(ctx, hostport, true)
	if err != nil {
		return nil, err
	}
	return c, nil
}

// dialTLS connects and shakes hands. Where the modern offer fails, the error is a *handshakeError.
func (s *Session) dialTLS(offer handshake) func(ctx context.Context, network, hostport string) (net.Conn, error) {
	modern := offer(s, "").VerifyConnection != nil
	return func(ctx context.Context, _, hostport string) (net.Conn, error) {
		host, _, err := net.SplitHostPort(hostport)
		if err != nil {
			return nil, err
		}
		c, err := s.openFor(ctx, hostport, !modern)
		if err != nil {
			return nil, err
		}
		start := time.Now()
		cfg := offer(s, serverName(host))
		cfg.GetClientCertificate = func(*tls.CertificateRequestInfo) (*tls.Certificate, error) {
			s.setWantsCertificate(hostport)
			return new(tls.Certificate), nil // none
		}
		t, err := s.shake(ctx, c, cfg)
		if err == nil {
			c.tls = time.Since(start)
			c.turn.ours() // again: for the request
			if modern {
				s.admission.prove(host, c)
			}
			return t, nil
		}
		var wait net.Error
		var notTLS tls.RecordHeaderError
		slow := errors.As(err, &wait) && wait.Timeout()
		switch {
		case slow:
			return nil, because(audit.CodeTLSError, err, "the server does not finish a TLS handshake in time; check its https set-up")
		case s.wantsCertificate(hostport) && isAlert(err):
			return nil, certificateWanted(err)
		case modern && !errors.As(err, &notTLS):
			return nil, &handshakeError{err}
		}
		if !modern && !errors.As(err, &notTLS) {
			if only := s.incompatible(ctx, hostport, host); only != "" {
				return nil, because(audit.CodeTLSError, err,
					"the server takes no TLS that today's browsers and crawlers speak, only "+only+"; turn on TLS 1.3, or TLS 1.2 with ECDHE and AES-GCM")
			}
		}
		return nil, because(audit.CodeTLSError, err, "the server does not complete a TLS handshake; check its https set-up and certificate")
	}
}

// isAlert reports whether the other side ended TLS by an alert.
func isAlert(err error) bool {
	var remote *net.OpError
	return errors.As(err, &remote) && remote.Op == "remote error"
}

// unanswered returns the fault of a request that brought no answer. With TLS 1.3 a server refuses a client without a certificate only after
// the client has finished its handshake: by an alert in place of an answer, which is lost if the connection is reset.
func (s *Session) unanswered(hostport string, err error) error {
	if known := (*audit.Error)(nil); err == nil || errors.As(err, &known) {
		return err
	}
	reset := errors.Is(ending(err), errRefused) || strings.Contains(err.Error(), "http2: client conn could not be established")
	switch {
	case s.wantsCertificate(hostport) && (reset || isAlert(err)):
		return certificateWanted(err)
	case isAlert(err):
		return because(audit.CodeTLSError, err, "the server ends TLS with an alert instead of an answer; check its https set-up")
	}
	return err
}

func certificateWanted(err error) error {
	return because(audit.CodeTLSError, err, "the site asks for a client certificate; audit an address that opens without one")
}

// shake makes a TLS connection of a plain one, and closes it where that fails.
func (s *Session) shake(ctx context.Context, c *conn, cfg *tls.Config) (*tls.Conn, error) {
	if !s.enter() {
		_ = c.Close()
		return nil, closed()
	}
	defer s.work.Done()
	ctx, end := s.until(ctx)
	defer end()
	ctx, cancel := context.WithTimeout(ctx, s.cfg.TLSTimeout)
	defer cancel()
	t := tls.Client(c, cfg)
	if err := t.HandshakeContext(ctx); err != nil {
		_ = c.Close()
		return nil, err
	}
	return t, nil
}

// serverName is a host as certificates name it.
func serverName(host string) string { return strings.TrimSuffix(strings.Trim(host, "[]"), ".") }

// fault says what is wrong with the certificates of a connection: expired, not_yet_valid, self_signed, incomplete_chain, weak_signature, untrusted,
// wrong_host, malformed; empty where they hold for host.
func (s *Session) fault(cs *tls.ConnectionState, host string) string {
	if len(cs.PeerCertificates) == 0 {
		return "malformed"
	}
	leaf, now := cs.PeerCertificates[0], time.Now()
	options := x509.VerifyOptions{Roots: s.cfg.Roots, CurrentTime: now, Intermediates: x509.NewCertPool()}
	for _, c := range cs.PeerCertificates[1:] {
		options.Intermediates.AddCert(c)
	}
	_, err := leaf.Verify(options)
	var unknown x509.UnknownAuthorityError
	var invalid x509.CertificateInvalidError
	switch {
	case now.Before(leaf.NotBefore):
		return "not_yet_valid"
	case now.After(leaf.NotAfter) || errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		return "expired"
	case errors.As(err, &unknown):
		return mistrust(cs.PeerCertificates)
	case err != nil:
		return "malformed"
	case leaf.VerifyHostname(serverName(host)) != nil:
		return "wrong_host"
	}
	return ""
}

// mistrust tells why no chain leads to a root. A public authority names in each certificate where its own can be had (RFC 5280, 4.2.2.1): where
// such a certificate's issuer was not served, the chain is incomplete rather than private.
func mistrust(chain []*x509.Certificate) string {
	last := chain[len(chain)-1]
	switch {
	case selfSigned(chain[0]):
		return "self_signed"
	case slices.ContainsFunc(chain, weaklySigned):
		return "weak_signature"
	case !selfSigned(last) && len(last.IssuingCertificateURL) > 0:
		return "incomplete_chain"
	}
	return "untrusted"
}

// weaklySigned says that a certificate which isn't a root is signed by way of a hash that no client trusts any more.
func weaklySigned(c *x509.Certificate) bool {
	switch c.SignatureAlgorithm {
	case x509.MD2WithRSA, x509.MD5WithRSA, x509.SHA1WithRSA, x509.DSAWithSHA1, x509.ECDSAWithSHA1:
		return !selfSigned(c)
	}
	return false
}

// Certificate extensions that are told of.
var (
	extensionSCTs     = asn1.ObjectIdentifier{1, 3, 6, 1, 4, 1, 11129, 2, 4, 2} // RFC 6962
	extensionFeatures = asn1.ObjectIdentifier{1, 3, 6, 1, 5, 5, 7, 1, 24}       // RFC 7633, whose one feature in use is status_request
)

func carries(c *x509.Certificate, extension asn1.ObjectIdentifier) bool {
	return slices.ContainsFunc(c.Extensions, func(e pkix.Extension) bool { return e.Id.Equal(extension) })
}

func selfSigned(c *x509.Certificate) bool {
	if !bytes.Equal(c.RawIssuer, c.RawSubject) {
		return false
	}
	err := c.CheckSignature(c.SignatureAlgorithm, c.RawTBSCertificate, c.Signature)
	var old x509.InsecureAlgorithmError // not computed by crypto/x509 any more; the equal names must do
	return err == nil || errors.As(err, &old)
}

// describeTLS gives the facts of a connection.
func (s *Session) describeTLS(cs *tls.ConnectionState, host string) *page.TLS {
	t := &page.TLS{
		Version:  tls.VersionName(cs.Version),
		Suite:    tls.CipherSuiteName(cs.CipherSuite),
		ALPN:     cs.NegotiatedProtocol,
		Fault:    s.fault(cs, host),
		OCSP:     len(cs.OCSPResponse) > 0,
		Logged:   len(cs.SignedCertificateTimestamps) > 0 || len(cs.PeerCertificates) > 0 && carries(cs.PeerCertificates[0], extensionSCTs),
		Hostname: serverName(host),
		CAA:      page.Unknown[page.CAA](page.Unread, "not asked"),
		Offers:   []page.Offer{},
	}
	t.Valid = t.Fault == ""
	t.Conclude()
	for _, c := range cs.PeerCertificates[:min(len(cs.PeerCertificates), maxChain)] {
		t.Chain = append(t.Chain, describeCertificate(c))
	}
	return t
}

func describeCertificate(c *x509.Certificate) page.Certificate {
	out := page.Certificate{
		Subject:     audit.Printable(c.Subject.String()),
		Issuer:      audit.Printable(c.Issuer.String()),
		NotBefore:   c.NotBefore,
		NotAfter:    c.NotAfter,
		KeyType:     c.PublicKeyAlgorithm.String(),
		Signature:   c.SignatureAlgorithm.String(),
		SelfSigned:  selfSigned(c),
		NameCount:   len(c.DNSNames) + len(c.IPAddresses),
		MustStaple:  carries(c, extensionFeatures),
		LifetimeDay: int(c.NotAfter.Sub(c.NotBefore).Hours() / 24),
	}
	for _, name := range c.DNSNames[:min(len(c.DNSNames), maxNames)] {
		out.Names = append(out.Names, audit.Printable(name))
	}
	for _, ip := range c.IPAddresses[:min(len(c.IPAddresses), maxNames)] {
		out.Names = append(out.Names, ip.String())
	}
	switch key := c.PublicKey.(type) {
	case *rsa.PublicKey:
		out.KeyBits = key.N.BitLen()
	case *ecdsa.PublicKey:
		out.KeyBits = key.Curve.Params().BitSize
	case ed25519.PublicKey:
		out.KeyBits = 8 * len(key)
	}
	return out
}
