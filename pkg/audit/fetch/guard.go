package fetch

import (
	"net/netip"
	"slices"
	"strconv"
	"strings"

	"github.com/auditctl/auditctl/internal/weburl"
	"github.com/auditctl/auditctl/pkg/audit"
)

// block is a range of addresses that no site of the open web has. private: AllowPrivate opens it.
type block struct {
	prefix  netip.Prefix
	private bool
	source  string
}

// special4 is IANA's IPv4 Special-Purpose Address Registry, less the rows that are globally reachable (AS112, AMT) and with the anycast addresses
// inside 192.0.0.0/24, where no site lives; and the multicast space.
var special4 = []block{
	{netip.MustParsePrefix("0.0.0.0/8"), false, "RFC 791, this network"},
	{netip.MustParsePrefix("10.0.0.0/8"), true, "RFC 1918, private use"},
	{netip.MustParsePrefix("100.64.0.0/10"), true, "RFC 6598, shared address space"},
	{netip.MustParsePrefix("127.0.0.0/8"), true, "RFC 1122, loopback"},
	{netip.MustParsePrefix("169.254.0.0/16"), true, "RFC 3927, link local"},
	{netip.MustParsePrefix("172.16.0.0/12"), true, "RFC 1918, private use"},
	{netip.MustParsePrefix("192.0.0.0/24"), false, "RFC 6890, protocol assignments"},
	{netip.MustParsePrefix("192.0.2.0/24"), false, "RFC 5737, documentation"},
	{netip.MustParsePrefix("192.88.99.0/24"), false, "RFC 7526, 6to4 relays, deprecated"},
	{netip.MustParsePrefix("192.168.0.0/16"), true, "RFC 1918, private use"},
	{netip.MustParsePrefix("198.18.0.0/15"), true, "RFC 2544, benchmarking"},
	{netip.MustParsePrefix("198.51.100.0/24"), false, "RFC 5737, documentation"},
	{netip.MustParsePrefix("203.0.113.0/24"), false, "RFC 5737, documentation"},
	{netip.MustParsePrefix("224.0.0.0/4"), false, "RFC 5771, multicast"},
	{netip.MustParsePrefix("240.0.0.0/4"), false, "RFC 1112, reserved; RFC 919, limited broadcast"},
}

// global6 is all that IANA has given out as global unicast (RFC 4291); everything outside is closed without being named. So are 64:ff9b::/96
// and 64:ff9b:1::/48 (RFC 6052, RFC 8215), which carry IPv4 addresses that a translator would connect to.
var global6 = netip.MustParsePrefix("2000::/3")

// special6 is IANA's IPv6 Special-Purpose Address Registry inside global6, and what AllowPrivate opens outside of it.
var special6 = []block{
	{netip.MustParsePrefix("2001::/23"), false, "RFC 2928, protocol assignments; RFC 4380, Teredo"},
	{netip.MustParsePrefix("2001:db8::/32"), false, "RFC 3849, documentation"},
	{netip.MustParsePrefix("2002::/16"), false, "RFC 3056, 6to4, carries an IPv4 address"},
	{netip.MustParsePrefix("3fff::/20"), false, "RFC 9637, documentation"},
	{netip.MustParsePrefix("::1/128"), true, "RFC 4291, loopback"},
	{netip.MustParsePrefix("fc00::/7"), true, "RFC 4193, unique local"},
}

// metadata are the services that give a cloud machine its credentials. They stay closed whatever the operator allows: no site lives there, and
// one careless flag must not hand out the machine.
var metadata = []netip.Prefix{
	netip.MustParsePrefix("169.254.169.254/32"), // AWS, Azure, Google, Oracle, DigitalOcean and others
	netip.MustParsePrefix("169.254.170.0/24"),   // AWS: credentials of ECS tasks and EKS pods
	netip.MustParsePrefix("169.254.42.42/32"),   // Scaleway
	netip.MustParsePrefix("100.100.100.200/32"), // Alibaba Cloud
	netip.MustParsePrefix("168.63.129.16/32"),   // Azure's host agent: public by its number, not by its use
	netip.MustParsePrefix("fd00:ec2::/32"),      // AWS
	netip.MustParsePrefix("fd20:ce::254/128"),   // Google
	netip.MustParsePrefix("fd00:42::42/128"),    // Scaleway
}

// translated is what a DNS64 resolver adds to the answer for every name (RFC 6147): the IPv4 address in the last four bytes.
var translated = netip.MustParsePrefix("64:ff9b::/96")

// Public says whether an address is one that sites of the open web can have, by IANA's special-purpose registries. An IPv4 address written as
// IPv6 is judged as IPv4; an address with a zone is never public.
func Public(a netip.Addr) bool {
	a = a.Unmap()
	if !a.IsValid() || a.Zone() != "" {
		return false
	}
	_, closed := special(a)
	return !closed && (a.Is4() || global6.Contains(a))
}

// special finds the block that an address lies in.
func special(a netip.Addr) (block, bool) {
	table := special6
	if a.Is4() {
		table = special4
	}
	for _, b := range table {
		if b.prefix.Contains(a) {
			return b, true
		}
	}
	return block{}, false
}

func within(prefixes []netip.Prefix, a netip.Addr) bool {
	return slices.ContainsFunc(prefixes, func(p netip.Prefix) bool { return p.Contains(a) })
}

// mayVisit says whether the operator lets an address be connected to.
func (c *Config) mayVisit(a netip.Addr) bool {
	a = a.Unmap()
	switch {
	case !a.IsValid() || a.Zone() != "" || within(metadata, a):
		return false
	case Public(a) || within(c.AllowAddrs, a):
		return true
	}
	b, ok := special(a)
	return ok && b.private && c.AllowPrivate
}

func (c *Config) mayUsePort(port string) bool {
	n, err := strconv.ParseUint(port, 10, 16)
	return err == nil && (n == 80 || n == 443 || slices.Contains(c.AllowPorts, uint16(n)))
}

// CheckTarget refuses what can be refused without asking DNS: literal addresses and ports that may not be visited.
// Codes: CodeAddressNotPublic, CodePortNotAllowed.
func CheckTarget(t audit.Target, cfg Config) *audit.Error {
	if t.Port != "" && !cfg.AllowSubmittedPort && !cfg.mayUsePort(t.Port) {
		return portNotAllowed(t.Port)
	}
	if a, ok := literal(t.Host); ok && !cfg.mayVisit(a) {
		return addressNotPublic()
	}
	return nil
}

// literal gives the address of a host that says it itself. localhost and the names under it are loopback by RFC 6761, whatever DNS says.
func literal(host string) (netip.Addr, bool) {
	if a, ok := (weburl.URL{Host: strings.TrimSuffix(host, ".")}).IP(); ok {
		return a, true
	}
	if name := strings.TrimSuffix(host, "."); name == "localhost" || strings.HasSuffix(name, ".localhost") {
		return netip.AddrFrom4([4]byte{127, 0, 0, 1}), true
	}
	return netip.Addr{}, false
}

func portNotAllowed(port string) *audit.Error {
	return audit.Errorf(audit.CodePortNotAllowed, "port %s may not be visited; only 80 and 443 are open, others must be allowed by the operator", port)
}

func addressNotPublic() *audit.Error {
	return audit.Errorf(audit.CodeAddressNotPublic,
		"the host is not on the public internet; audit the public address, or have the operator allow private addresses")
}
