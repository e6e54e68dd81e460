package server

import (
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// clientAddress is the address that a request came from: the peer's, or behind a trusted proxy the nearest one that is no trusted proxy. Where a proxy's
// headers disagree (it writes one of them, and passes the other on from a stranger), neither is believed.
func (s *Server) clientAddress(r *http.Request) netip.Addr {
	peer := addressOf(r.RemoteAddr)
	if !s.trusted(peer) {
		return peer
	}
	hops, standard := forwardedFor(r.Header), forwarded(r.Header)
	switch {
	case len(hops) == 0:
		hops = standard
	case len(standard) > 0 && !slices.Equal(hops, standard):
		return peer
	}
	for _, hop := range slices.Backward(hops) {
		if !hop.IsValid() {
			return peer // what stands left of it can't be believed either
		}
		peer = hop
		if !s.trusted(hop) {
			break
		}
	}
	return peer
}

func (s *Server) trusted(a netip.Addr) bool {
	return slices.ContainsFunc(s.config.TrustedProxies, func(p netip.Prefix) bool { return p.Contains(a) })
}

// limitedAs is the name that an address is limited by. Whoever has an IPv6 address has its whole /64.
func limitedAs(a netip.Addr) netip.Addr {
	if !a.Is6() {
		return a
	}
	p, err := a.WithZone("").Prefix(64)
	if err != nil {
		return a
	}
	return p.Addr()
}

// addressOf reads an address with or without a port; the zero Addr where it is none.
func addressOf(text string) netip.Addr {
	text = strings.TrimSpace(text)
	if ap, err := netip.ParseAddrPort(text); err == nil {
		return ap.Addr().Unmap()
	}
	a, err := netip.ParseAddr(strings.Trim(text, "[]"))
	if err != nil {
		return netip.Addr{}
	}
	return a.Unmap()
}

// forwardedFor reads X-Forwarded-For.
func forwardedFor(h http.Header) []netip.Addr {
	var list []netip.Addr
	for _, line := range h.Values("X-Forwarded-For") {
		for hop := range strings.SplitSeq(line, ",") {
			list = append(list, addressOf(hop))
		}
	}
	return list
}

// forwarded reads the for= parts of Forwarded (RFC 7239).
func forwarded(h http.Header) []netip.Addr {
	var list []netip.Addr
	for _, line := range h.Values("Forwarded") {
		for hop := range strings.SplitSeq(line, ",") {
			var a netip.Addr
			for pair := range strings.SplitSeq(hop, ";") {
				name, value, _ := strings.Cut(strings.TrimSpace(pair), "=")
				if strings.EqualFold(name, "for") {
					a = addressOf(strings.Trim(value, `"`))
				}
			}
			list = append(list, a)
		}
	}
	return list
}
