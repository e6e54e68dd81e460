package fetch

import (
	"net/netip"
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
)

// TestPublicAtTheEdgesOfEveryBlock has the first and last address of each block of IANA's special-purpose registries, and their neighbours.
func TestPublicAtTheEdgesOfEveryBlock(t *testing.T) {
	for _, c := range []struct{ below, first, last, above string }{
		{"", "0.0.0.0", "0.255.255.255", "1.0.0.0"},
		{"9.255.255.255", "10.0.0.0", "10.255.255.255", "11.0.0.0"},
		{"100.63.255.255", "100.64.0.0", "100.127.255.255", "100.128.0.0"},
		{"126.255.255.255", "127.0.0.0", "127.255.255.255", "128.0.0.0"},
		{"169.253.255.255", "169.254.0.0", "169.254.255.255", "169.255.0.0"},
		{"172.15.255.255", "172.16.0.0", "172.31.255.255", "172.32.0.0"},
		{"191.255.255.255", "192.0.0.0", "192.0.0.255", "192.0.1.0"},
		{"192.0.1.255", "192.0.2.0", "192.0.2.255", "192.0.3.0"},
		{"192.88.98.255", "192.88.99.0", "192.88.99.255", "192.88.100.0"},
		{"192.167.255.255", "192.168.0.0", "192.168.255.255", "192.169.0.0"},
		{"198.17.255.255", "198.18.0.0", "198.19.255.255", "198.20.0.0"},
		{"198.51.99.255", "198.51.100.0", "198.51.100.255", "198.51.101.0"},
		{"203.0.112.255", "203.0.113.0", "203.0.113.255", "203.0.114.0"},
		{"223.255.255.255", "224.0.0.0", "255.255.255.255", ""},

		{"", "::", "1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "2000::"}, // unspecified, loopback, NAT64, discard-only
		{"2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "2001::", "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff", "2001:200::"},
		{"2001:db7:ffff:ffff:ffff:ffff:ffff:ffff", "2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff", "2001:db9::"},
		{"2001:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "2002::", "2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "2003::"},
		{"3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "3fff::", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff", "3fff:1000::"},
		{"3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "4000::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", ""},
	} {
		for _, in := range []string{c.first, c.last} {
			if Public(netip.MustParseAddr(in)) {
				t.Errorf("%s is public", in)
			}
		}
		for _, out := range []string{c.below, c.above} {
			if out != "" && !Public(netip.MustParseAddr(out)) {
				t.Errorf("%s is not public", out)
			}
		}
	}
}

func TestPublicInOtherSpellings(t *testing.T) {
	for _, a := range []string{
		"::ffff:127.0.0.1", "::ffff:10.1.2.3", "::127.0.0.1", "64:ff9b::7f00:1", "64:ff9b::808:808", "64:ff9b:1::a00:1", "2002:7f00:1::", "100::1",
		"5f00::1", "fc00::1", "fdff::1", "fe80::1", "fec0::1", "ff02::1", "2606:4700::1111%eth0", "2001:0:4136:e378::",
	} {
		if Public(netip.MustParseAddr(a)) {
			t.Errorf("%s is public", a)
		}
	}
	for _, a := range []string{"8.8.8.8", "::ffff:8.8.8.8", "2606:4700::1111", "192.31.196.1", "192.175.48.1", "2620:4f:8000::1"} {
		if !Public(netip.MustParseAddr(a)) {
			t.Errorf("%s is not public", a)
		}
	}
	if Public(netip.Addr{}) {
		t.Error("no address is public")
	}
}

func TestWhatTheOperatorOpens(t *testing.T) {
	private := Config{AllowPrivate: true}
	allowed := Config{AllowAddrs: []netip.Prefix{netip.MustParsePrefix("127.0.1.0/24"), netip.MustParsePrefix("169.254.0.0/16"), netip.MustParsePrefix("::1/128")}}
	for _, c := range []struct {
		addr             string
		private, allowed bool
	}{
		{"127.0.0.1", true, false},
		{"127.0.1.255", true, true},
		{"::ffff:127.0.1.1", true, true},
		{"::1", true, true},
		{"10.0.0.1", true, false},
		{"100.64.0.1", true, false},
		{"192.168.1.1", true, false},
		{"169.254.1.1", true, true},
		{"fd12::1", true, false},
		{"8.8.8.8", true, true},
		{"169.254.169.254", false, false}, // the machine's credentials, whatever is allowed
		{"::ffff:169.254.169.254", false, false},
		{"169.254.170.2", false, false},
		{"100.100.100.200", false, false},
		{"168.63.129.16", false, false},
		{"fd00:ec2::254", false, false},
		{"0.0.0.0", false, false},
		{"::", false, false},
		{"224.0.0.1", false, false},
		{"255.255.255.255", false, false},
		{"192.0.2.1", false, false},
		{"fe80::1%eth0", false, false},
	} {
		a := netip.MustParseAddr(c.addr)
		if got := private.mayVisit(a); got != c.private {
			t.Errorf("%s with private addresses allowed: %v", c.addr, got)
		}
		if got := allowed.mayVisit(a); got != c.allowed {
			t.Errorf("%s with some addresses allowed: %v", c.addr, got)
		}
	}
}

func TestCheckTarget(t *testing.T) {
	for _, c := range []struct {
		url  string
		cfg  Config
		want audit.Code
	}{
		{"https://example.com/", Config{}, ""},
		{"http://example.com:443/", Config{}, ""},
		{"https://8.8.8.8/", Config{}, ""},
		{"https://example.com:8443/", Config{}, audit.CodePortNotAllowed},
		{"https://example.com:8443/", Config{AllowPorts: []uint16{8443}}, ""},
		{"https://example.com:8443/", Config{AllowSubmittedPort: true}, ""},
		{"http://127.0.0.1/", Config{}, audit.CodeAddressNotPublic},
		{"http://2130706433/", Config{}, audit.CodeAddressNotPublic},
		{"http://0x7f.1/", Config{}, audit.CodeAddressNotPublic},
		{"http://127.0.0.1./", Config{}, audit.CodeAddressNotPublic},
		{"http://\u2460\u2461\u2466.\u24ea.\u24ea.\u2460/", Config{}, audit.CodeAddressNotPublic},
		{"http://[::1]/", Config{}, audit.CodeAddressNotPublic},
		{"http://[::ffff:10.0.0.1]/", Config{}, audit.CodeAddressNotPublic},
		{"http://localhost/", Config{}, audit.CodeAddressNotPublic},
		{"http://a.LocalHost./", Config{}, audit.CodeAddressNotPublic},
		{"http://localhost:3000/", Config{AllowPrivate: true, AllowSubmittedPort: true}, ""},
		{"http://169.254.169.254/", Config{AllowPrivate: true}, audit.CodeAddressNotPublic},
	} {
		target, bad := audit.ParseTarget(c.url)
		if bad != nil {
			t.Errorf("%s: %v", c.url, bad)
			continue
		}
		var got audit.Code
		if e := CheckTarget(target, c.cfg); e != nil {
			got = e.Code
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.url, got, c.want)
		}
	}
}
