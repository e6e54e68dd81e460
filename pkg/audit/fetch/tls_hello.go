package fetch

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"net/netip"
)

// The numbers of the protocol that are used here (RFC 5246, RFC 6101).
const (
	versionSSLv3 = 0x0300
	versionTLS10 = 0x0301
	versionTLS11 = 0x0302
	versionTLS12 = 0x0303

	recordAlert     = 21
	recordHandshake = 22

	messageServerHello       = 2
	messageServerKeyExchange = 12
	messageServerHelloDone   = 14

	extensionServerName      = 0
	extensionGroups          = 10
	extensionPointFormats    = 11
	extensionSignatures      = 13
	extensionPadding         = 21
	extensionExtendedMaster  = 23
	extensionRenegotiateInfo = 0xFF01

	alertCloseNotify = 0
)

// maxAnswer is how much of a server's first flight is read, in bytes. A chain of certificates stands between the choice of a suite and its parameters.
const maxAnswer = 128 << 10

// clientHello is an offer that crypto/tls wouldn't make. The zero Name sends none.
type clientHello struct {
	version uint16 // the best one offered
	suites  []uint16
	name    string
	random  [32]byte
}

// bytes gives the record to send.
func (h *clientHello) bytes() []byte {
	body := binary.BigEndian.AppendUint16(nil, h.version)
	body = append(body, h.random[:]...)
	body = append(body, 0) // no session
	suites := vector(2, numbers(h.suites...))
	if h.version == versionSSLv3 { // which has no extensions, so a suite stands for RFC 5746's
		suites = vector(2, append(numbers(h.suites...), 0x00, 0xFF))
	}
	body = append(body, suites...)
	body = append(body, 2, 1, 0) // compression: DEFLATE, none
	if h.version > versionSSLv3 {
		body = append(body, vector(2, h.extensions(len(body)))...)
	}
	message := append([]byte{1}, vector(3, body)...)
	// The record's own version is the lowest that is spoken: some servers end the connection at another.
	return append([]byte{recordHandshake, versionSSLv3 >> 8, byte(min(h.version, versionTLS10))}, vector(2, message)...)
}

// extensions gives those that servers need to take every kind of suite. before is the length of what stands in front.
func (h *clientHello) extensions(before int) []byte {
	var out []byte
	add := func(id uint16, data []byte) { out = append(append(out, numbers(id)...), vector(2, data)...) }
	if _, err := netip.ParseAddr(h.name); err != nil && h.name != "" {
		add(extensionServerName, vector(2, append([]byte{0}, vector(2, []byte(h.name))...)))
	}
	add(extensionRenegotiateInfo, []byte{0})
	add(extensionGroups, vector(2, numbers(29, 23, 24, 25))) // X25519, P-256, P-384, P-521
	add(extensionPointFormats, vector(1, []byte{0}))
	add(extensionExtendedMaster, nil)
	if h.version >= versionTLS12 {
		add(extensionSignatures, vector(2, numbers(0x0403, 0x0503, 0x0603, 0x0804, 0x0805, 0x0806, 0x0401, 0x0501, 0x0601, 0x0203, 0x0201, 0x0202, 0x0101)))
	}
	// Some load balancers choke on hellos of 256 to 511 bytes (RFC 7685).
	if all := 4 + before + 2 + len(out); all > 255 && all < 512 {
		add(extensionPadding, make([]byte, max(0, 512-all-4)))
	}
	return out
}

func numbers(list ...uint16) []byte {
	var out []byte
	for _, n := range list {
		out = binary.BigEndian.AppendUint16(out, n)
	}
	return out
}

// vector writes data behind its length, which takes so many bytes.
func vector(size int, data []byte) []byte {
	var length [4]byte
	binary.BigEndian.PutUint32(length[:], uint32(len(data)))
	return append(length[4-size:], data...)
}

// serverHello is what a server chose.
type serverHello struct {
	version, suite uint16
	compressed     bool // DEFLATE was chosen
	renegotiates   bool // RFC 5746
	dhBits         int  // of the prime, where Diffie-Hellman over integers was chosen
}

// A hello that isn't answered by another.
var (
	errRefused = errors.New("the server refused the offer")
	errNotTLS  = errors.New("the server answered something that is not TLS")
)

// readServerHello reads up to the server's choice, and for Diffie-Hellman over integers up to its group. A fatal alert and the end of the connection
// before any answer are errRefused.
func readServerHello(r io.Reader) (serverHello, error) {
	var hello serverHello
	var answered bool
	flight := &flight{r: r, left: maxAnswer}
	for {
		kind, body, err := flight.next()
		switch {
		case err != nil && answered: // the choice is known; its parameters, one can live without
			return hello, nil
		case err != nil:
			return hello, err
		case !answered:
			if kind != messageServerHello {
				return hello, errNotTLS
			}
			if hello, err = parseServerHello(body); err != nil || !sendsGroup(hello.suite) {
				return hello, err
			}
			answered = true
		case kind == messageServerKeyExchange:
			hello.dhBits = groupBits(body)
			return hello, nil
		case kind == messageServerHelloDone:
			return hello, nil
		}
	}
}

// sendsGroup says of a suite whether the server names a group of integers: DHE, DH_anon.
func sendsGroup(suite uint16) bool {
	switch suite {
	case 0x0011, 0x0012, 0x0013, 0x0014, 0x0015, 0x0016, 0x0017, 0x0018, 0x0019, 0x001A, 0x001B, 0x0033, 0x0034, 0x0039, 0x003A, 0x0045, 0x0067, 0x006B,
		0x006C, 0x006D, 0x0088, 0x009E, 0x009F, 0x00A6, 0x00A7, 0xCCAA:
		return true
	}
	return false
}

// parseServerHello reads the message of that name.
func parseServerHello(b []byte) (serverHello, error) {
	// version, random, session
	if len(b) < 35 || len(b) < 35+int(b[34])+3 {
		return serverHello{}, errNotTLS
	}
	h := serverHello{version: binary.BigEndian.Uint16(b)}
	if h.version < versionSSLv3 || h.version > versionTLS12 {
		return serverHello{}, errNotTLS
	}
	b = b[35+int(b[34]):]
	h.suite, h.compressed = binary.BigEndian.Uint16(b), b[2] == 1
	b = b[3:]
	if len(b) < 2 {
		return h, nil
	}
	for b = b[2:]; len(b) >= 4; {
		id, size := binary.BigEndian.Uint16(b), int(binary.BigEndian.Uint16(b[2:]))
		if len(b) < 4+size {
			break
		}
		h.renegotiates = h.renegotiates || id == extensionRenegotiateInfo
		b = b[4+size:]
	}
	return h, nil
}

// groupBits gives the length of the prime with which ServerKeyExchange begins; 0 where it can't be read.
func groupBits(b []byte) int {
	if len(b) < 2 {
		return 0
	}
	size := int(binary.BigEndian.Uint16(b))
	if len(b) < 2+size {
		return 0
	}
	prime := bytes.TrimLeft(b[2:2+size], "\x00")
	if len(prime) == 0 {
		return 0
	}
	return 8*(len(prime)-1) + bits.Len8(prime[0])
}

// flight puts handshake messages together from the records that they come in.
type flight struct {
	r       io.Reader
	left    int    // bytes that may still be read
	pending []byte // of messages not yet whole
	begun   bool   // something came
}

// next gives a message and its type.
func (f *flight) next() (kind byte, body []byte, err error) {
	for {
		if len(f.pending) >= 4 {
			size := int(f.pending[1])<<16 | int(f.pending[2])<<8 | int(f.pending[3])
			if len(f.pending) >= 4+size {
				kind, body = f.pending[0], f.pending[4:4+size]
				f.pending = f.pending[4+size:]
				return kind, body, nil
			}
		}
		if err := f.record(); err != nil {
			return 0, nil, err
		}
	}
}

// record reads one. Warnings are passed over: a server may not know the name and still go on.
func (f *flight) record() error {
	var head [5]byte
	n, err := io.ReadFull(f.r, head[:])
	if n == 0 && err != nil && !f.begun {
		return ending(err)
	}
	f.begun = true
	size := int(binary.BigEndian.Uint16(head[3:]))
	if err != nil || head[1] != 3 || size == 0 || size > 16<<10+2048 {
		return errNotTLS
	}
	if f.left -= size; f.left < 0 {
		return fmt.Errorf("the server's first messages are longer than %d KiB", maxAnswer>>10)
	}
	data := make([]byte, size)
	if _, err := io.ReadFull(f.r, data); err != nil {
		return fmt.Errorf("reading the server's answer: %w", err)
	}
	switch {
	case head[0] == recordHandshake:
		f.pending = append(f.pending, data...)
		return nil
	case head[0] == recordAlert && size == 2:
		if data[0] == 2 || data[1] == alertCloseNotify {
			return errRefused
		}
		return nil
	}
	return errNotTLS
}
