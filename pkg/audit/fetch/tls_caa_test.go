package fetch

import (
	"encoding/binary"
	"io"
	"net"
	"net/netip"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/dns/dnsmessage"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// caaServer answers questions for CAA records on loopback, over UDP and TCP, and gives its address. zone has the records' data by name; a name that
// begins with "long" is cut over UDP, one that begins with "broken" gets a failure, one with "alien" an answer to another question.
func caaServer(t *testing.T, zone map[string][]string) string {
	t.Helper()
	tcp, udp := bothAt(t)
	t.Cleanup(func() { _, _ = udp.Close(), tcp.Close() })
	go func() {
		for query := make([]byte, 512); ; {
			n, from, err := udp.ReadFrom(query)
			if err != nil {
				return
			}
			_, _ = udp.WriteTo(respond(zone, query[:n], true), from)
		}
	}()
	go func() {
		for {
			c, err := tcp.Accept()
			if err != nil {
				return
			}
			var size [2]byte
			_, _ = io.ReadFull(c, size[:])
			query := make([]byte, binary.BigEndian.Uint16(size[:]))
			_, _ = io.ReadFull(c, query)
			_, _ = c.Write(vector(2, respond(zone, query, false)))
			_ = c.Close()
		}
	}()
	return udp.LocalAddr().String()
}

// bothAt listens on one port over TCP and UDP.
func bothAt(t *testing.T) (net.Listener, net.PacketConn) {
	t.Helper()
	for range 10 {
		udp, err := net.ListenPacket("udp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		tcp, err := net.Listen("tcp", udp.LocalAddr().String())
		if err == nil {
			return tcp, udp
		}
		_ = udp.Close() // somebody has the port over TCP
	}
	t.Fatal("no port is free over TCP and UDP")
	return nil, nil
}

func respond(zone map[string][]string, query []byte, short bool) []byte {
	var m dnsmessage.Message
	if m.Unpack(query) != nil || m.Questions[0].Type != typeCAA {
		return nil
	}
	name := m.Questions[0].Name.String()
	m.Response = true
	switch {
	case strings.HasPrefix(name, "broken"):
		m.RCode = dnsmessage.RCodeServerFailure
	case strings.HasPrefix(name, "alien"):
		m.ID++
	case strings.HasPrefix(name, "long") && short:
		m.Truncated = true
	default:
		for _, data := range zone[name] {
			m.Answers = append(m.Answers, dnsmessage.Resource{
				Header: dnsmessage.ResourceHeader{Name: m.Questions[0].Name, Type: typeCAA, Class: dnsmessage.ClassINET},
				Body:   &dnsmessage.UnknownResource{Type: typeCAA, Data: []byte(data)},
			})
		}
	}
	out, err := m.Pack()
	if err != nil {
		return nil
	}
	return out
}

func TestCAARecordsAreThoseOfTheNearestName(t *testing.T) {
	server := caaServer(t, map[string][]string{
		"example.com.":          {"\x00\x05issueca.example", "\x80\x09ISSUEWILD;", "\x00\x05iodefmailto:security@example.com", "\x00\xffcut"},
		"shop.example.com.":     {"\x00\x05issueother.example"},
		"long.example.org.":     {"\x00\x05issue" + strings.Repeat("x", 1000)},
		"many.example.org.":     make([]string, 100),
		"elsewhere.example.org": {"\x00\x05issueca.example"},
	})
	elsewhere := map[string]netip.AddrPort{"elsewhere.example.org:443": {}}
	s := NewSession(Config{NameServer: server, DNSTimeout: time.Minute, Resolve: elsewhere})
	defer s.Close()
	hasty := NewSession(Config{NameServer: server, DNSTimeout: 300 * time.Millisecond, Resolve: elsewhere})
	defer hasty.Close()
	for host, want := range map[string]string{
		"example.com":           "example.com: issue ca.example, !issuewild ;, iodef mailto:security@example.com",
		"www.example.com":       "example.com: issue ca.example, !issuewild ;, iodef mailto:security@example.com",
		"a.shop.example.com":    "shop.example.com: issue other.example",
		"example.net":           ": ",
		"long.example.org":      "long.example.org: issue " + strings.Repeat("x", maxCAAValue),
		"many.example.org":      ": ",
		"broken.example.org":    "unread",
		"alien.example.org":     "unread",
		"elsewhere.example.org": "unread",
		"a.b.c.d.e.f.test.co":   "unread",
		"192.0.2.1":             "not_applicable",
		"localhost":             "not_applicable",
	} {
		session := s
		if want == "unread" { // is waited for
			session = hasty
		}
		found := session.CAA(t.Context(), net.JoinHostPort(host, "443"))
		got := string(found.Reason)
		if found.OK() {
			var records []string
			for _, r := range found.Value.Records {
				mark := ""
				if r.Critical {
					mark = "!"
				}
				records = append(records, mark+r.Tag+" "+r.Value)
			}
			got = found.Value.Domain + ": " + strings.Join(records, ", ")
		}
		if got != want {
			t.Errorf("%s: %s (%s), want %s", host, got, found.Detail, want)
		}
	}
	silent := NewSession(Config{NameServer: "127.0.0.1:1", DNSTimeout: time.Second})
	defer silent.Close()
	if found := silent.CAA(t.Context(), "example.com:443"); found.Reason != page.Unread {
		t.Errorf("without a name server: %+v", found)
	}
	played := NewSession(Config{Resolver: fixed{}})
	defer played.Close()
	if found := played.CAA(t.Context(), "example.com:443"); found.Reason != page.Unread {
		t.Errorf("with another resolver than the system's: %+v", found)
	}
}

func FuzzCAA(f *testing.F) {
	query := dnsmessage.Message{Questions: []dnsmessage.Question{{Name: dnsmessage.MustNewName("example.com."), Type: typeCAA, Class: dnsmessage.ClassINET}}}
	packed, err := query.Pack()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(respond(map[string][]string{"example.com.": {"\x00\x05issueca.example"}}, packed, true))
	f.Fuzz(func(t *testing.T, data []byte) {
		records, _, _ := readCAA(data, 0)
		for _, r := range records {
			if len(r.Value) > 4*maxCAAValue {
				t.Errorf("a value of %d bytes", len(r.Value))
			}
		}
		if len(records) > maxCAARecords {
			t.Errorf("%d records", len(records))
		}
	})
}
