package fetch

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"strings"
	"sync"
	"time"

	"golang.org/x/net/dns/dnsmessage"

	"github.com/auditctl/auditctl/internal/weburl"
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// Bounds of a CAA look-up.
const (
	maxCAARecords = 20
	maxCAANames   = 5   // asked about, from the host up to its registrable domain
	maxCAAValue   = 256 // bytes kept of one value
	typeCAA       = dnsmessage.Type(257)
)

// CAA asks the name server which authorities may issue certificates for a host: the records at the name, or at the nearest name above that has some
// (RFC 8659, section 3), up to the registrable domain.
func (s *Session) CAA(ctx context.Context, hostport string) page.Found[page.CAA] {
	host, _, err := net.SplitHostPort(hostport)
	if err != nil {
		return page.Unknown[page.CAA](page.NotApplicable, "only for a host name")
	}
	host = serverName(host)
	if _, err := netip.ParseAddr(host); err == nil || !strings.Contains(host, ".") {
		return page.Unknown[page.CAA](page.NotApplicable, "only for a host name")
	}
	server := s.cfg.NameServer
	if _, own := s.cfg.Resolver.(*system); own && server == "" {
		server = systemNameServer(ctx)
	}
	// A name that is sent elsewhere than DNS says isn't looked for there.
	if _, elsewhere := s.cfg.Resolve[hostport]; server == "" || elsewhere {
		return page.Unknown[page.CAA](page.Unread, "no name server could be asked")
	}
	if !s.enter() {
		return page.Unknown[page.CAA](page.Unread, closed().Message)
	}
	defer s.work.Done()
	ctx, end := s.until(ctx)
	defer end()
	ctx, cancel := context.WithTimeout(ctx, s.cfg.DNSTimeout)
	defer cancel()
	domain := weburl.RegistrableDomain(host)
	for range maxCAANames {
		records, err := askCAA(ctx, server, host)
		switch {
		case err != nil:
			return page.Unknown[page.CAA](page.Unread, "the name server did not answer the question for CAA records")
		case len(records) > 0:
			return page.Known(page.CAA{Domain: host, Records: records})
		case host == domain:
			return page.Known(page.CAA{})
		}
		_, above, found := strings.Cut(host, ".")
		if !found {
			return page.Known(page.CAA{})
		}
		host = above
	}
	return page.Unknown[page.CAA](page.Unread, "the name has too many labels")
}

// askCAA asks about one name, over TCP where the answer is too long for UDP.
func askCAA(ctx context.Context, server, host string) ([]page.CAARecord, error) {
	name, err := dnsmessage.NewName(host + ".")
	if err != nil {
		return nil, fmt.Errorf("naming %q: %w", host, err)
	}
	var id [2]byte
	if _, err := rand.Read(id[:]); err != nil {
		return nil, fmt.Errorf("numbering a question: %w", err)
	}
	query := dnsmessage.Message{
		Header:    dnsmessage.Header{ID: binary.BigEndian.Uint16(id[:]), RecursionDesired: true},
		Questions: []dnsmessage.Question{{Name: name, Type: typeCAA, Class: dnsmessage.ClassINET}},
	}
	packed, err := query.Pack()
	if err != nil {
		return nil, fmt.Errorf("writing a question: %w", err)
	}
	answer, err := exchange(ctx, "udp", server, packed)
	if err != nil {
		return nil, err
	}
	records, whole, err := readCAA(answer, query.ID)
	if err == nil && !whole {
		if answer, err = exchange(ctx, "tcp", server, packed); err == nil {
			records, _, err = readCAA(answer, query.ID)
		}
	}
	return records, err
}

// exchange sends a DNS message and reads one.
func exchange(ctx context.Context, network, server string, query []byte) ([]byte, error) {
	var d net.Dialer
	c, err := d.DialContext(ctx, network, server)
	if err != nil {
		return nil, fmt.Errorf("reaching the name server: %w", err)
	}
	defer c.Close()
	deadline, _ := ctx.Deadline()
	if err := c.SetDeadline(deadline); err != nil {
		return nil, fmt.Errorf("bounding a question: %w", err)
	}
	defer context.AfterFunc(ctx, func() { _ = c.SetDeadline(time.Unix(1, 0)) })()
	if network == "tcp" {
		query = vector(2, query)
	}
	if _, err := c.Write(query); err != nil {
		return nil, fmt.Errorf("asking the name server: %w", err)
	}
	if network == "udp" {
		answer := make([]byte, 4<<10)
		n, err := c.Read(answer)
		return answer[:n], err
	}
	var size [2]byte
	if _, err := io.ReadFull(c, size[:]); err != nil {
		return nil, fmt.Errorf("reading the name server's answer: %w", err)
	}
	answer := make([]byte, binary.BigEndian.Uint16(size[:]))
	_, err = io.ReadFull(c, answer)
	return answer, err
}

// readCAA reads the records of an answer; whole is false where the answer was cut.
func readCAA(answer []byte, id uint16) (records []page.CAARecord, whole bool, err error) {
	var p dnsmessage.Parser
	head, err := p.Start(answer)
	if err != nil {
		return nil, false, fmt.Errorf("reading the name server's answer: %w", err)
	}
	switch {
	case head.ID != id || !head.Response:
		return nil, false, errors.New("the name server answered something else")
	case head.Truncated:
		return nil, false, nil
	case head.RCode != dnsmessage.RCodeSuccess && head.RCode != dnsmessage.RCodeNameError:
		return nil, false, fmt.Errorf("the name server answered %v", head.RCode)
	}
	if err := p.SkipAllQuestions(); err != nil {
		return nil, false, fmt.Errorf("reading the name server's answer: %w", err)
	}
	for len(records) < maxCAARecords {
		h, err := p.AnswerHeader()
		if errors.Is(err, dnsmessage.ErrSectionDone) {
			break
		}
		if err != nil {
			return nil, false, fmt.Errorf("reading the name server's answer: %w", err)
		}
		if h.Type != typeCAA {
			if err := p.SkipAnswer(); err != nil {
				return nil, false, fmt.Errorf("reading the name server's answer: %w", err)
			}
			continue
		}
		r, err := p.UnknownResource()
		if err != nil {
			return nil, false, fmt.Errorf("reading the name server's answer: %w", err)
		}
		// flags, length of the tag, tag, value (RFC 8659, section 4.1)
		if d := r.Data; len(d) >= 2 && len(d) >= 2+int(d[1]) {
			value := d[2+int(d[1]):]
			records = append(records, page.CAARecord{
				Critical: d[0]&0x80 != 0, Tag: audit.Printable(strings.ToLower(string(d[2 : 2+int(d[1])]))), Value: audit.Printable(string(value[:min(len(value), maxCAAValue)])),
			})
		}
	}
	return records, true, nil
}

// systemNameServer gives the first name server of the machine's settings, or nothing: Go's resolver knows it on every system and tells whom it dials.
func systemNameServer(ctx context.Context) string {
	var once sync.Once
	var address string
	r := net.Resolver{PreferGo: true, Dial: func(_ context.Context, _, to string) (net.Conn, error) {
		once.Do(func() { address = to })
		return nil, errors.New("only its address is wanted")
	}}
	_, _ = r.LookupTXT(ctx, "auditctl.invalid.")
	return address
}
