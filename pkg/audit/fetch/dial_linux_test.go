package fetch

import (
	"net"
	"net/netip"
	"syscall"
	"testing"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
)

// fullBacklog is a socket that listens and never accepts, with its queue filled.
func fullBacklog(t *testing.T) string {
	t.Helper()
	fd, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_STREAM|syscall.SOCK_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = syscall.Close(fd) })
	if err := syscall.Bind(fd, &syscall.SockaddrInet4{Addr: [4]byte{127, 0, 0, 1}}); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Listen(fd, 0); err != nil {
		t.Fatal(err)
	}
	name, err := syscall.Getsockname(fd)
	if err != nil {
		t.Fatal(err)
	}
	at := (&net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: name.(*syscall.SockaddrInet4).Port}).String()
	for {
		c, err := net.DialTimeout("tcp", at, 200*time.Millisecond)
		if err != nil {
			return at
		}
		t.Cleanup(func() { _ = c.Close() })
	}
}

// A listener whose backlog is full lets no handshake finish, as a firewall that drops packets.
func TestConnectTimeout(t *testing.T) {
	s := NewSession(Config{
		AllowPrivate: true, Resolve: map[string]netip.AddrPort{"example.test:80": netip.MustParseAddrPort(fullBacklog(t))},
		AddressTimeout: 300 * time.Millisecond,
	})
	defer s.Close()
	refuses(t, s, "http://example.test/", audit.CodeConnectTimeout)
}
