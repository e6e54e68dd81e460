// Package fetch is the only room that connects to an audited site. Every address is judged at the moment of dialling, every wait and every byte
// has a bound, and what comes back is facts: bodies, headers, redirects, timings, certificates. It judges nothing.
package fetch

import (
	"context"
	"crypto/x509"
	"net/http"
	"net/netip"
	"time"
)

// DefaultUserAgent names the reader where Config gives no name.
const DefaultUserAgent = "auditctl (+https://github.com/auditctl/auditctl)"

// Resolver looks up the addresses of a name; *net.Resolver is one. network is "ip".
type Resolver interface {
	LookupNetIP(ctx context.Context, network, host string) ([]netip.Addr, error)
}

// Config is what an operator decides, and the limits. The zero value reads public sites on ports 80 and 443 with the limits given below.
type Config struct {
	UserAgent string // empty: DefaultUserAgent

	// AllowPrivate opens loopback, private, shared and unique local addresses. Multicast, reserved and documentation addresses and the metadata
	// services of clouds stay closed.
	AllowPrivate bool
	// AllowAddrs opens further addresses, for tests against one's own hosts; never the metadata services of clouds.
	AllowAddrs []netip.Prefix
	// AllowPorts may be visited besides 80 and 443.
	AllowPorts []uint16
	// AllowSubmittedPort lets CheckTarget pass any port; the one who reads then adds it to AllowPorts.
	AllowSubmittedPort bool

	Resolver Resolver                  // nil: the system's, asked by Go's own client, whatever the build
	Resolve  map[string]netip.AddrPort // "host:port" to the address to connect to instead of asking DNS; judged like any other
	// NameServer, "host:port", is asked for CAA records, for names that Resolve doesn't hold. Empty: the system's first, where Resolver is nil, else none.
	NameServer string
	Roots      *x509.CertPool // nil: the system's, or those of SSL_CERT_FILE

	// Header is sent to the registrable domain of Site only, and there over https with a valid certificate, or over http where Site is http.
	Header http.Header
	Site   string // the submitted address

	MaxRedirects   int           // followed in one Get; 0: 10
	MaxDials       int           // connections opened by a session; 0: 16
	MaxPerHost     int           // connections to one host, and requests in flight; 0: 4
	MaxTraffic     int64         // bytes on the wire of a session, both ways; a quarter of them may be overhead; 0: 32 MiB
	MaxHeader      int64         // bytes of response header; 0: 64 KiB
	MaxWire        int64         // bytes of body as sent, where Request allows no more of the decoded one; 0: 8 MiB
	MaxPage        int64         // bytes of a decoded body where Request gives no bound; 0: 4 MiB
	MaxRobots      int64         // bytes of a decoded robots.txt; 0: 512 KiB
	MaxLLMs        int64         // bytes of a decoded llms.txt; 0: 256 KiB
	MaxSitemap     int64         // bytes of a sitemap after content decoding (a .gz file is unpacked by its parser); 0: 10 MiB
	DNSTimeout     time.Duration // 0: 5 s
	AddressTimeout time.Duration // to connect to one address; 0: 5 s
	ConnectTimeout time.Duration // to connect to any address of a name; 0: 10 s
	TLSTimeout     time.Duration // one handshake; 0: 5 s
	HeaderTimeout  time.Duration // from the request sent to the header read; 0: 10 s
	RequestTimeout time.Duration // one Get, redirects included; 0: 20 s
}

// WithDefaults fills the limits and names that are zero.
func (c Config) WithDefaults() Config {
	set(&c.UserAgent, DefaultUserAgent)
	set(&c.MaxRedirects, 10)
	set(&c.MaxDials, 16)
	set(&c.MaxPerHost, 4)
	set(&c.MaxTraffic, maxTraffic)
	set(&c.MaxHeader, 64<<10)
	set(&c.MaxWire, 8<<20)
	set(&c.MaxPage, 4<<20)
	set(&c.MaxRobots, 512<<10)
	set(&c.MaxLLMs, 256<<10)
	set(&c.MaxSitemap, 10<<20)
	set(&c.DNSTimeout, 5*time.Second)
	set(&c.AddressTimeout, 5*time.Second)
	set(&c.ConnectTimeout, 10*time.Second)
	set(&c.TLSTimeout, 5*time.Second)
	set(&c.HeaderTimeout, 10*time.Second)
	set(&c.RequestTimeout, 20*time.Second)
	return c
}

func set[T comparable](field *T, value T) {
	var zero T
	if *field == zero {
		*field = value
	}
}
