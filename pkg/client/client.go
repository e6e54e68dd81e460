// Package client is audit.Service on a server, over its REST API. Its calls are retried where that can't do anything twice, every answer is bounded
// in bytes and time, and the API key goes to the configured server only.
package client

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/go-resty/resty/v2"

	"github.com/auditctl/auditctl/pkg/audit"
)

// Config says which server to ask, and how patiently.
type Config struct {
	// BaseURL is the server's address, such as https://audit.example.com or https://example.com/audits. It must be https unless the host is loopback.
	BaseURL string
	// Key is the API key. It is sent as a bearer token, and never appears in an error.
	Key string
	// UserAgent names the program that asks; "auditctl" where empty.
	UserAgent string
	// Timeout bounds one attempt from connecting to the last byte of its answer, and of a streamed answer every wait for further bytes; 60 s where 0.
	Timeout time.Duration
	// Retries is how often a failed attempt is repeated; 4 where 0, never where negative.
	Retries int
	// AllowHTTP lets the key travel unencrypted to a host that isn't loopback.
	AllowHTTP bool
	// Transport sends the requests; where nil, one that honours HTTPS_PROXY, HTTP_PROXY and NO_PROXY and asks for TLS 1.2 at least.
	Transport http.RoundTripper
}

const (
	defaultTimeout = 60 * time.Second
	defaultRetries = 4
)

// Client implements audit.Service over REST. It is safe for concurrent use.
type Client struct {
	rest    *resty.Client
	host    string // of the server, for messages
	redact  func(string) string
	timeout time.Duration
	retries int
	sleep   func(ctx context.Context, d time.Duration) error // until d is over, or ctx

	mu    sync.Mutex
	quota *audit.Quota
	kept  kept
}

var _ audit.Service = (*Client)(nil)

// New makes a Client. It connects to nothing: a key that can't exist and an address that can't be a server's are told apart here.
// Errors: audit.CodeUnauthorized for the key, audit.CodeValidationFailed for the address.
func New(c Config) (*Client, error) {
	base, err := baseURL(c.BaseURL, c.AllowHTTP)
	if err != nil {
		return nil, err
	}
	switch {
	case c.Key == "":
		return nil, audit.Errorf(audit.CodeUnauthorized, "there is no API key for %s; make one in its dashboard, or ask its operator for one", base.Host)
	case !audit.WellFormedKey(c.Key):
		return nil, audit.Errorf(audit.CodeUnauthorized, "the API key for %s is mistyped: a key is %s and 36 letters and digits that carry a checksum; copy it again",
			base.Host, audit.KeyMarker)
	}
	if c.UserAgent == "" {
		c.UserAgent = "auditctl"
	}
	if c.Timeout <= 0 {
		c.Timeout = defaultTimeout
	}
	if c.Retries == 0 {
		c.Retries = defaultRetries
	}
	if c.Transport == nil {
		c.Transport = newTransport()
	}
	rest := resty.NewWithClient(&http.Client{
		Transport: c.Transport,
		// No auditctl server redirects; whoever does would be handed the key, or get a submission as a GET.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	})
	rest.SetBaseURL(strings.TrimRight(base.String(), "/"))
	rest.SetDoNotParseResponse(true)
	rest.SetHeader("User-Agent", c.UserAgent)
	// Authorization and not X-API-Key: shared caches keep no answer to it, and logs mask it.
	rest.SetHeader("Authorization", "Bearer "+c.Key)
	return &Client{
		rest: rest, host: base.Host, timeout: c.Timeout, retries: max(0, c.Retries), sleep: sleep,
		redact: strings.NewReplacer(c.Key, audit.KeyPrefix(c.Key)+"…").Replace,
	}, nil
}

// baseURL reads the server's address.
func baseURL(raw string, allowHTTP bool) (*url.URL, error) {
	u, err := url.Parse(raw)
	switch {
	case err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http":
		return nil, audit.Errorf(audit.CodeValidationFailed, "%q is not a server's address; write it like https://audit.example.com",
			audit.Printable(audit.WithoutCredentials(raw)))
	case u.User != nil:
		return nil, audit.Errorf(audit.CodeValidationFailed, "the server's address holds a user name or password; remove it: the API key is all that is needed")
	case u.RawQuery != "" || u.Fragment != "":
		return nil, audit.Errorf(audit.CodeValidationFailed, "the server's address ends before ? and #; write it like https://%s", u.Host)
	case u.Scheme == "http" && !allowHTTP && !loopback(u.Hostname()):
		return nil, audit.Errorf(audit.CodeValidationFailed, "http://%s would get the API key unencrypted; use https://%s", u.Host, u.Host)
	}
	return u, nil
}

func loopback(host string) bool {
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.Unmap().IsLoopback() || strings.EqualFold(host, "localhost")
}

// newTransport speaks HTTP/1.1 only: net/http answers an HTTP/2 server that refuses streams by dialling without end.
func newTransport() *http.Transport {
	return &http.Transport{
		Proxy:                  http.ProxyFromEnvironment,
		DialContext:            (&net.Dialer{Timeout: 10 * time.Second, KeepAlive: 30 * time.Second}).DialContext,
		TLSClientConfig:        &tls.Config{MinVersion: tls.VersionTLS12},
		TLSHandshakeTimeout:    10 * time.Second,
		IdleConnTimeout:        90 * time.Second,
		MaxIdleConnsPerHost:    8,
		MaxResponseHeaderBytes: 64 << 10,
		OnProxyConnectResponse: func(_ context.Context, _ *url.URL, _ *http.Request, answer *http.Response) error {
			if answer.StatusCode != http.StatusOK {
				return fmt.Errorf("%w: %s", errProxy, answer.Status)
			}
			return nil
		},
	}
}

// Quota gives what the server last said of the key's allowance, in the headers of any answer; false before it said so. Account asks for it anew.
func (c *Client) Quota() (audit.Quota, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.quota == nil {
		return audit.Quota{}, false
	}
	return *c.quota, true
}

func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
