package fetch

import (
	"context"
	"io"
	"log"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
)

// doorkeeper refuses places, and notes which it was asked for.
type doorkeeper struct {
	refuse func(audit.Place) bool
	mu     sync.Mutex
	asked  []audit.Place
}

func (d *doorkeeper) admit(_ context.Context, p audit.Place) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.asked = append(d.asked, p)
	if d.refuse != nil && d.refuse(p) {
		return audit.Errorf(audit.CodeRateLimited, "not now")
	}
	return nil
}

func (d *doorkeeper) context(t *testing.T) context.Context {
	return audit.WithAdmission(t.Context(), d.admit)
}

func addrOf(s *fakeSite) netip.AddrPort {
	return netip.MustParseAddrPort(strings.TrimPrefix(s.url, "http://"))
}

func key(want string) func(audit.Place) bool {
	return func(p audit.Place) bool { return p.Key == want }
}

func TestAHostAtItsLimitGetsNoRequest(t *testing.T) {
	for name, row := range map[string]struct {
		redirect string // of the front page
		link     string // of its page /about
		refuse   func(audit.Place) bool
		fails    bool
	}{
		"the site that the front page redirects to":   {redirect: "http://victim.test/", refuse: key("victim.test"), fails: true},
		"a subdomain of it":                           {redirect: "http://a.b.victim.test/", refuse: key("victim.test"), fails: true},
		"the site that another page redirects to":     {link: "http://victim.test/", refuse: key("victim.test")},
		"the address that a name points to":           {redirect: "http://other.test/", refuse: key("127.0.0.3"), fails: true},
		"the address that another page redirects to":  {link: "http://other.test/", refuse: key("127.0.0.3")},
		"none where all are allowed, by the redirect": {redirect: "http://victim.test/"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			entrance, victim := business(t, "127.0.0.2:0"), business(t, "127.0.0.3:0")
			if row.redirect != "" {
				entrance.redirect("/", row.redirect)
			}
			if row.link != "" {
				entrance.redirect("/about", row.link)
			}
			cfg := localConfig()
			cfg.Resolve = map[string]netip.AddrPort{"name.test:80": addrOf(entrance)}
			for _, host := range []string{"victim.test", "a.b.victim.test", "other.test"} {
				cfg.Resolve[host+":80"] = addrOf(victim)
			}
			d := &doorkeeper{refuse: row.refuse}
			f, err := Gather(d.context(t), target(t, "http://name.test/"), cfg, Options{Pages: 5, Crawlers: testAgents})
			switch {
			case row.refuse == nil:
				if err != nil || len(victim.paths()) == 0 {
					t.Errorf("%v; the victim was asked for %v", err, victim.paths())
				}
				return
			case len(victim.paths()) > 0:
				t.Errorf("the host was asked for %v", victim.paths())
			case row.fails && audit.CodeOf(err) != audit.CodeRateLimited:
				t.Errorf("reading ended with %v", err)
			case !row.fails && (err != nil || len(f.Failures) > 0 || len(f.Pages) != 4):
				t.Errorf("%v, failures %+v, %d pages: a page elsewhere is left out", err, f.Failures, len(f.Pages))
			}
			for _, p := range d.asked {
				if p.Key == "name.test" {
					t.Error("the submitted site itself was asked for again")
				}
				if p.Required != row.fails && row.refuse(p) {
					t.Errorf("%+v", p)
				}
			}
		})
	}
}

func TestACertificateTiesANameToItsAddress(t *testing.T) {
	root := newAuthority(t)
	for name, row := range map[string]struct {
		scheme string
		names  []string
		want   bool // the address is asked for
	}{
		"a valid certificate":            {"https", []string{"name.test"}, false},
		"a certificate for another name": {"https", []string{"victim.test"}, true},
		"http":                           {"http", []string{"name.test"}, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			site := business(t, "127.0.0.4:0")
			secure := httptest.NewUnstartedServer(site)
			secure.TLS, secure.Config.ErrorLog = root.server(t, certificate{names: row.names}), log.New(io.Discard, "", 0)
			secure.StartTLS()
			t.Cleanup(secure.Close)
			plain := addrOf(site)
			cfg := localConfig()
			cfg.Roots = root.pool
			https := netip.MustParseAddrPort(secure.Listener.Addr().String())
			cfg.Resolve = map[string]netip.AddrPort{"name.test:443": https, "name.test:80": plain}
			if row.scheme == "https" { // both forms are at one address, as they are in the world
				plainHere := httptest.NewServer(site)
				t.Cleanup(plainHere.Close)
				cfg.Resolve["name.test:80"] = netip.MustParseAddrPort(plainHere.Listener.Addr().String())
			}
			d := &doorkeeper{}
			f, err := Gather(d.context(t), target(t, row.scheme+"://name.test/"), cfg, Options{Pages: 2, Crawlers: testAgents})
			if err != nil {
				t.Fatal(err)
			}
			if row.scheme == "https" && !f.Plain.OK() {
				t.Errorf("the plain form was not read: %+v", f.Plain)
			}
			if asked := slices.ContainsFunc(d.asked, func(p audit.Place) bool { return p.Address }); asked != row.want {
				t.Errorf("asked for %+v", d.asked)
			}
		})
	}
}
