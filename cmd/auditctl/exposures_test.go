package main

import (
	"net"
	"net/netip"
	"strings"
	"testing"
)

func TestServeWarnsOfWhatOnlyTheOperatorKnows(t *testing.T) {
	for name, row := range map[string]struct {
		at       string
		settings map[string]string
		missing  []string
	}{
		"on loopback alone":           {"127.0.0.1:8080", nil, nil},
		"for all, without an address": {"0.0.0.0:8080", nil, []string{"server.base_url"}},
		"for all on IPv6":             {"[::]:8080", nil, []string{"server.base_url"}},
		"without a dashboard":         {"0.0.0.0:8080", map[string]string{"AUDITCTL_SERVER_DASHBOARD": "false"}, nil},
		"with TLS of its own": {
			"0.0.0.0:443", map[string]string{"AUDITCTL_SERVER_TLS_CERT": "c.pem", "AUDITCTL_SERVER_TLS_KEY": "k.pem"}, nil,
		},
		"behind a proxy": {
			"127.0.0.1:8080", map[string]string{"AUDITCTL_SERVER_BASE_URL": "https://a.example"}, []string{"server.trusted_proxies"},
		},
		"behind a known proxy": {
			"0.0.0.0:8080",
			map[string]string{"AUDITCTL_SERVER_BASE_URL": "https://a.example", "AUDITCTL_SERVER_TRUSTED_PROXIES": "10.0.0.0/8"},
			nil,
		},
		"over plain HTTP, and said so": {"0.0.0.0:8080", map[string]string{"AUDITCTL_SERVER_BASE_URL": "http://a.example"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			c, err := load(t, "", row.settings)
			if err != nil {
				t.Fatal(err)
			}
			got := exposures(c, net.TCPAddrFromAddrPort(netip.MustParseAddrPort(row.at)))
			if len(got) != len(row.missing) {
				t.Fatalf("%q", got)
			}
			for i, warning := range got {
				if !strings.HasPrefix(warning, row.missing[i]) {
					t.Errorf("%q", warning)
				}
			}
		})
	}
}

// The manifests for Kubernetes hold CHANGE-ME where only the operator knows the value.
func TestServeRefusesPlaceholders(t *testing.T) {
	for setting, flag := range map[string]string{
		"AUDITCTL_SERVER_BASE_URL": "--base-url", "AUDITCTL_SERVER_TRUSTED_PROXIES": "--trusted-proxies",
	} {
		t.Setenv(setting, "CHANGE-ME")
		if code, _, said := run(t, "serve", "--operator-listen", ""); code != exitUsage || !strings.Contains(said, flag) {
			t.Errorf("%s: %d, %q", setting, code, said)
		}
		t.Setenv(setting, "")
	}
}
