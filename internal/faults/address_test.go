package faults

import (
	"fmt"
	"math/rand/v2"
	"net/netip"
	"path/filepath"
	"strings"
	"testing"
)

// Addresses inside the operator's network, in every spelling that some program takes for one. All are refused when they are submitted, or when their name
// turns out to be one; none is connected to, which would show as a failed audit instead of an invalid one.
func TestAddressesInsideAreRefusedInEverySpelling(t *testing.T) {
	store := []string{"--db", filepath.Join(t.TempDir(), "audits.db")}
	n := newNode(t, store)
	n.args = append(n.args, "--allow-private=false")
	c := newCaller(t, newKey(t, store, limit), n)
	n.start()
	n.ready()
	r := rand.New(rand.NewPCG(3, 4)) // the same each time
	codes := map[string]int{}
	for tried := 0; tried < *addresses; tried += perBatch {
		var urls []string
		for range perBatch {
			urls = append(urls, inside(r))
		}
		var got receipt
		c.until("POST", "/v1/audits", "", map[string]any{"urls": urls}, &got)
		if got.Metered != 0 {
			b := c.ended(got.BatchID, patience)
			got.Audits = b.Audits
		}
		for i, a := range got.Audits {
			if a.Status != "invalid" || a.Error == nil {
				t.Errorf("%q ends as %s %+v", urls[i], a.Status, a.Error)
				continue
			}
			codes[a.Error.Code]++
		}
	}
	var me struct{ Quota quota }
	c.until("GET", "/v1/me", "", nil, &me)
	if me.Quota.Remaining != limit {
		t.Errorf("%d of them are metered", limit-me.Quota.Remaining)
	}
	record(t, fmt.Sprintf("%d generated addresses", *addresses), fmt.Sprintf("all invalid: %d not public, %d not an address or not a host, %d others; none connected to, none metered",
		codes["address_not_public"], codes["url_malformed"]+codes["host_invalid"], *addresses-codes["address_not_public"]-codes["url_malformed"]-codes["host_invalid"]))
}

var blocks = []string{
	"127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "100.64.0.0/10", "0.0.0.0/8", "192.0.0.0/24", "198.18.0.0/15", "224.0.0.0/4", "240.0.0.0/4",
	"::/96", "::ffff:127.0.0.0/104", "::ffff:10.0.0.0/104", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "2001::/32", "2001:db8::/32", "2002:7f00::/24", "fc00::/7", "fe80::/10", "fec0::/10", "ff00::/8", "5f00::/16",
}

// inside makes an address inside, in some spelling.
func inside(r *rand.Rand) string {
	prefix := netip.MustParsePrefix(blocks[r.IntN(len(blocks))])
	raw := prefix.Addr().AsSlice()
	for i := range raw {
		free := min(8, max(0, (i+1)*8-prefix.Bits()))
		raw[i] |= byte(r.UintN(256)) & byte(1<<free-1)
	}
	addr, _ := netip.AddrFromSlice(raw)
	host := ""
	if addr.Is4() {
		host = spell4(r, addr.As4())
	} else {
		host = spell6(r, addr)
	}
	scheme := []string{"http://", "https://", "HTTP://", "hTTps://", "http:", "http:\\\\", "http:///", " http://", "ht\ttp://", ""}[r.IntN(10)]
	port := []string{"", "", "", ":80", ":443", ":0080", ":"}[r.IntN(7)]
	rest := []string{"", "/", "/latest/meta-data/", "?a", "#b", "/%2e%2e/", "\\x", "/\n"}[r.IntN(8)]
	return scheme + host + port + rest
}

func spell4(r *rand.Rand, a [4]byte) string {
	number := func(n uint32) string {
		switch r.IntN(4) {
		case 0:
			return fmt.Sprintf("0x%x", n)
		case 1:
			return fmt.Sprintf("0%o", n)
		case 2:
			return fmt.Sprintf("0X%08X", n)
		}
		return fmt.Sprint(n)
	}
	whole := uint32(a[0])<<24 | uint32(a[1])<<16 | uint32(a[2])<<8 | uint32(a[3])
	host := ""
	switch r.IntN(6) {
	case 0:
		host = number(whole)
	case 1:
		host = number(whole>>24) + "." + number(whole&0xffffff)
	case 2:
		host = number(whole>>24) + "." + number(whole>>16&0xff) + "." + number(whole&0xffff)
	case 3:
		host = number(whole>>24) + "." + number(whole>>16&0xff) + "." + number(whole>>8&0xff) + "." + number(whole&0xff)
	default:
		host = netip.AddrFrom4(a).String()
	}
	return disguise(r, host)
}

func spell6(r *rand.Rand, a netip.Addr) string {
	text := a.String()
	switch r.IntN(4) {
	case 0:
		text = a.StringExpanded()
	case 1:
		text = strings.ToUpper(text)
	case 2:
		text += []string{"%25eth0", "%eth0", ""}[r.IntN(3)]
	}
	return "[" + text + "]"
}

// disguise writes characters of a host as others that hosts are folded from.
func disguise(r *rand.Rand, host string) string {
	switch r.IntN(6) {
	case 0: // fullwidth
		return strings.Map(func(c rune) rune {
			if c > ' ' && c <= '~' {
				return c + 0xFEE0
			}
			return c
		}, host)
	case 1: // other full stops
		return strings.ReplaceAll(host, ".", []string{"。", "．", "｡", "%2e"}[r.IntN(4)])
	case 2: // percent-encoded
		var b strings.Builder
		for _, c := range []byte(host) {
			fmt.Fprintf(&b, "%%%02x", c)
		}
		return b.String()
	case 3: // circled digits
		return strings.Map(func(c rune) rune {
			switch {
			case c == '0':
				return '⓪'
			case c >= '1' && c <= '9':
				return '①' + c - '1'
			}
			return c
		}, host)
	case 4:
		return host + "."
	}
	return host
}
