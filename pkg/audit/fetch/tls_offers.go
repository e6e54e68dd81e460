package fetch

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"syscall"
	"time"

	"github.com/auditctl/auditctl/internal/join"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// offersTimeout bounds all further handshakes with a server.
const offersTimeout = 12 * time.Second

// question is what one further handshake asks.
type question struct {
	asked   string
	version uint16
	suites  func() []uint16
}

// only gives the same suites each time.
func only(suites []uint16) func() []uint16 { return func() []uint16 { return suites } }

// downwards are asked one after the other, each where the one before was accepted at a version that leaves something below.
var downwards = []question{
	{page.AskTLS11, versionTLS11, everySuite}, {page.AskTLS10, versionTLS10, everySuite}, {page.AskSSLv3, versionSSLv3, everySuite},
}

var sideways = []question{
	{page.AskForwardSecrecy, versionTLS12, soundSuites},
	{page.AskBroken, versionTLS12, only(brokenSuites)},
	{page.AskWeak, versionTLS12, only(weakSuites)},
	{page.AskDHE, versionTLS12, dheSuites},
	{page.AskPreference, versionTLS12, worstFirst},
}

var sealed = question{page.AskSealed, versionTLS12, sealedSuites}

// OfferTLS shakes hands with a server a few times more, each time offering little, to learn what it would take from a client that offers no better:
// eight handshakes at most, two at once, each ended when the server has chosen. A server that stops answering is left in peace. hostport is where to
// connect to, servername the name asked for. The answers come in a fixed order.
func (s *Session) OfferTLS(ctx context.Context, hostport, servername string) []page.Offer {
	ctx, cancel := context.WithTimeout(ctx, offersTimeout)
	defer cancel()
	var down, side []page.Offer
	var asking join.Group
	asking.Go(func() {
		for _, q := range downwards {
			if len(down) > 0 && leavesNothingBelow(down[len(down)-1]) {
				return
			}
			down = append(down, s.ask(ctx, hostport, servername, q))
		}
	})
	for _, q := range sideways {
		if q.asked == page.AskPreference && side[0].Answer == page.Accepted && !page.Sealed(side[0].Suite) {
			q = sealed
		}
		side = append(side, s.ask(ctx, hostport, servername, q))
		if side[len(side)-1].Answer == page.Silent {
			break
		}
	}
	asking.Wait()
	return slices.Concat(down, side)
}

// leavesNothingBelow says whether an answer settles every lower version too.
func leavesNothingBelow(o page.Offer) bool { return o.Answer != page.Accepted || o.Version == "SSLv3" }

// ask puts one question.
func (s *Session) ask(ctx context.Context, hostport, servername string, q question) page.Offer {
	o := page.Offer{Asked: q.asked, Answer: page.Silent}
	hello, err := s.hello(ctx, hostport, servername, q)
	switch {
	case errors.Is(err, errRefused):
		o.Answer = page.Refused
	case err != nil:
		o.Detail = silence(err)
	default:
		o.Answer, o.Version, o.Suite, o.DHBits = page.Accepted, versionName(hello.version), suiteName(hello.suite), hello.dhBits
		o.Compressed, o.Renegotiates = hello.compressed, hello.renegotiates
	}
	return o
}

// silence says why there is no answer, without bytes or addresses of the other side.
func silence(err error) string {
	var wait net.Error
	switch {
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &wait) && wait.Timeout():
		return "the server did not answer the handshake in time"
	case errors.Is(err, errNotTLS):
		return errNotTLS.Error()
	}
	return "the handshake was broken off"
}

// hello sends a ClientHello and reads the server's choice.
func (s *Session) hello(ctx context.Context, hostport, servername string, q question) (serverHello, error) {
	if !s.enter() {
		return serverHello{}, closed()
	}
	defer s.work.Done()
	ctx, end := s.until(ctx)
	defer end()
	c, err := s.open(ctx, hostport)
	if err != nil {
		return serverHello{}, err
	}
	defer c.Close()
	if err := c.SetDeadline(time.Now().Add(s.cfg.TLSTimeout)); err != nil {
		return serverHello{}, fmt.Errorf("bounding a handshake: %w", err)
	}
	defer context.AfterFunc(ctx, func() { _ = c.SetDeadline(time.Unix(1, 0)) })()
	offer := clientHello{version: q.version, suites: q.suites(), name: serverName(servername)}
	if _, err := rand.Read(offer.random[:]); err != nil {
		return serverHello{}, fmt.Errorf("making a handshake: %w", err)
	}
	if _, err := c.Write(offer.bytes()); err != nil {
		return serverHello{}, ending(err)
	}
	return readServerHello(c)
}

// ending tells a server that hangs up, which is its way to refuse, from one that can't be heard.
func ending(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE) {
		return errRefused
	}
	return fmt.Errorf("waiting for the server's answer: %w", err)
}

func versionName(v uint16) string {
	if v == versionSSLv3 {
		return "SSLv3"
	}
	return fmt.Sprintf("TLS 1.%d", v-versionTLS10)
}

// incompatible says what a server would agree on that no client of today speaks; empty where there is nothing of the kind.
func (s *Session) incompatible(ctx context.Context, hostport, servername string) string {
	for _, version := range []uint16{versionTLS12, versionSSLv3} {
		hello, err := s.hello(ctx, hostport, servername, question{version: version, suites: everySuite})
		if err == nil && (hello.version == versionSSLv3 || !slices.Contains(allSuites(), hello.suite)) {
			return versionName(hello.version) + " with " + suiteName(hello.suite)
		}
	}
	return ""
}
