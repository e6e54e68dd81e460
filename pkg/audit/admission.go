package audit

import (
	"context"
	"net/netip"
	"strings"

	"github.com/auditctl/auditctl/internal/weburl"
)

// Place is what limits for audited hosts count: all names under one registrable domain, or one address. Names, subdomains and redirects
// cost nothing to make, so a limit that counted them would hold nobody.
type Place struct {
	Key string
	// Address is set where the place is an address that a name led to without proof that the name belongs there.
	Address bool
	// Required is set while the submitted page is being looked for: without this place there is nothing to audit.
	Required bool
}

// Admit reports whether the running audit may send requests to one more place. An error refuses it; an *Error goes to the user as it
// is. Where a required place is refused, the audit must end without a result.
type Admit func(ctx context.Context, p Place) error

type admitKey struct{}

// WithAdmission returns a context for an audit that asks admit before it sends requests to any place but its Target's own.
func WithAdmission(ctx context.Context, admit Admit) context.Context {
	return context.WithValue(ctx, admitKey{}, admit)
}

// AdmissionOf returns what WithAdmission put into the context, or nil: every place may be visited.
func AdmissionOf(ctx context.Context) Admit {
	admit, _ := ctx.Value(admitKey{}).(Admit)
	return admit
}

// PlaceKey is the Place.Key of a host, with its port if that isn't 80 or 443: only an operator opens others, for hosts of their own.
func PlaceKey(host, port string) string {
	key := weburl.RegistrableDomain(host)
	if a, err := netip.ParseAddr(strings.Trim(host, "[]")); err == nil {
		key = AddressKey(a)
	}
	if port != "" && port != "80" && port != "443" {
		key += ":" + port
	}
	return key
}

// AddressKey is the Place.Key of an address: of IPv6 the /64, which one customer of a network has.
func AddressKey(a netip.Addr) string {
	a = a.Unmap().WithZone("")
	if p, err := a.Prefix(64); err == nil && a.Is6() {
		return p.String()
	}
	return a.String()
}

// Place is what limits count a target on, before anything of it was read.
func (t Target) Place() Place { return Place{Key: PlaceKey(t.Host, t.Port), Required: true} }
