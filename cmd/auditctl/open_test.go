package main

import (
	"net/netip"
	"testing"

	"github.com/spf13/cobra"
)

func TestResolveFindsTheHostAsAddressesHaveIt(t *testing.T) {
	for line, key := range map[string]string{
		"example.com:443:127.0.0.1":   "example.com:443",
		"BÜCHER.example:8080:[::1]":   "xn--bcher-kva.example:8080",
		"example.com:080:127.0.0.1":   "example.com:80",
		"example.com:443:127.0.0.1:1": "",
		"example.com:443":             "",
		"exa mple.com:443:127.0.0.1":  "",
		":443:127.0.0.1":              "",
	} {
		cmd := &cobra.Command{}
		readingFlags(cmd)
		if err := cmd.Flags().Set("resolve", line); err != nil {
			t.Fatal(err)
		}
		m, err := resolve(cmd)
		if (err != nil) != (key == "") || key != "" && m[key] == (netip.AddrPort{}) {
			t.Errorf("%s: %v, %v", line, m, err)
		}
	}
}
