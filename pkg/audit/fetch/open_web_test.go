package fetch

import (
	"net/netip"
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
)

func TestOnlyWhatOthersReachTooIsOnTheOpenWeb(t *testing.T) {
	public, private := netip.MustParseAddr("93.184.215.14"), netip.MustParseAddr("10.0.0.8")
	for _, row := range []struct {
		address string
		cfg     Config
		want    bool
	}{
		{"https://example.com/", Config{Resolver: fixed{"example.com": {public}}}, true},
		{"https://example.com:8443/", Config{Resolver: fixed{"example.com": {public}}}, true},
		{"https://93.184.215.14/", Config{}, true},
		{"https://example.com/", Config{AllowPrivate: true, Resolver: fixed{"example.com": {private}}}, false},
		{"https://example.com/", Config{AllowPrivate: true, Resolver: fixed{"example.com": {public, private}}}, false},
		{
			"https://example.com/",
			Config{AllowAddrs: []netip.Prefix{netip.PrefixFrom(private, 32)}, Resolver: fixed{"example.com": {private}}},
			false,
		},
		{
			"https://example.com/",
			Config{
				Resolver: fixed{"example.com": {public}},
				Resolve:  map[string]netip.AddrPort{"example.com:443": netip.AddrPortFrom(public, 443)},
			},
			false,
		},
		{"http://127.0.0.1/", Config{AllowPrivate: true}, false},
		{"http://localhost:8080/", Config{AllowPrivate: true}, false},
		{"http://[::1]/", Config{AllowPrivate: true}, false},
		{"https://nowhere.example/", Config{Resolver: fixed{}}, false},
	} {
		target, refused := audit.ParseTarget(row.address)
		if refused != nil {
			t.Fatal(refused)
		}
		if got := OnOpenWeb(t.Context(), target, row.cfg); got != row.want {
			t.Errorf("%s: %t", row.address, got)
		}
	}
}
