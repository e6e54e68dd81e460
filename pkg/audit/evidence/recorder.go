package evidence

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/klauspost/compress/zstd"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// DefaultLimit is how many bytes are kept of one audit where nothing else is said.
const DefaultLimit = 16 << 20

// partCost is what the archive needs for a part beside its content, in bytes.
const partCost = 300

// Keeper makes the Recorders of many audits. It is safe for concurrent use.
type Keeper struct {
	limit   int
	encoder *zstd.Encoder
}

// NewKeeper makes a Keeper. limit bounds what is kept of one audit, in bytes; DefaultLimit where it is 0.
func NewKeeper(limit int) *Keeper {
	if limit <= 0 {
		limit = DefaultLimit
	}
	// It fails for wrong options only. Bodies are packed one by one, so that the encoder needs no memory of its own between them.
	encoder, _ := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithLowerEncoderMem(true), zstd.WithWindowSize(1<<20))
	return &Keeper{limit: limit, encoder: encoder}
}

// Begin makes the Recorder of one audit. What is secret of the operator's are the values of own; wherever they come back in headers or bodies, they
// are left out.
func (k *Keeper) Begin(own http.Header) *Recorder {
	r := &Recorder{keeper: k, index: Index{Format: format, CAA: map[string]page.Found[page.CAA]{}, Offers: map[string][]page.Offer{}}}
	r.archive = zip.NewWriter(&r.packed)
	r.bodies, r.handshakes = make(map[string]bool), make(map[string]int)
	for _, values := range own {
		for _, v := range values {
			for _, word := range append(strings.Fields(v), v) {
				if len(word) >= shortestSecret {
					r.secrets = append(r.secrets, word)
				}
			}
		}
	}
	slices.SortFunc(r.secrets, func(a, b string) int { return len(b) - len(a) }) // the whole before its words
	return r
}

// shortestSecret is the length from which a part of the operator's header values is looked for in what comes back: shorter ones stand anywhere by chance.
const shortestSecret = 8

// Recorder keeps what one audit reads. A nil one keeps nothing. It is safe for concurrent use.
type Recorder struct {
	keeper  *Keeper
	secrets []string

	mu         sync.Mutex
	index      Index
	packed     bytes.Buffer // archive
	archive    *zip.Writer
	bodies     map[string]bool // in the archive, by hash
	handshakes map[string]int  // place in index.TLS from 1, by content
	raw        int             // bytes of the index so far, unpacked: more than they will be
	fault      error
}

// Start says how the audit reads.
func (r *Recorder) Start(h Head) {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.index.Head = h
}

// Add keeps an exchange with its body, and gives its place; negative where it isn't kept. What there is no room for is left out: first the body, then
// the exchange.
func (r *Recorder) Add(x Exchange, body []byte) (place int) {
	if r == nil {
		return -1
	}
	r.clear(&x)
	var sum [sha256.Size]byte
	var packed []byte
	if x.Body != nil && len(body) > 0 {
		body = r.without(body)
		sum = sha256.Sum256(body)
		x.Body.SHA256 = hex.EncodeToString(sum[:])
		if !r.has(x.Body.SHA256) {
			packed = r.keeper.encoder.EncodeAll(body, nil)
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if x.TLS != nil {
		x.TLSIndex = r.handshake(*x.TLS)
	}
	text, err := json.Marshal(x)
	if err != nil {
		r.fault = fmt.Errorf("writing an exchange: %w", err)
		return -1
	}
	if r.size()+len(text) > r.keeper.limit {
		r.index.LeftOut++
		return -1
	}
	r.raw += len(text)
	if packed != nil && !r.bodies[x.Body.SHA256] {
		switch {
		case r.size()+len(packed)+partCost > r.keeper.limit:
			x.Body.LeftOut = true
			r.index.LeftOut++
		default:
			r.write(bodyNames+x.Body.SHA256, body, packed)
			r.bodies[x.Body.SHA256] = true
		}
	}
	r.index.Exchanges = append(r.index.Exchanges, x)
	return len(r.index.Exchanges) - 1
}

func (r *Recorder) has(sum string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.bodies[sum]
}

// size is what is kept so far takes at most.
func (r *Recorder) size() int { return r.packed.Len() + r.raw }

// handshake gives the place of a connection's facts in the list, where most are alike.
func (r *Recorder) handshake(t page.TLS) int {
	text, err := json.Marshal(t)
	if err != nil {
		r.fault = fmt.Errorf("writing a handshake: %w", err)
		return 0
	}
	if place, ok := r.handshakes[string(text)]; ok {
		return place
	}
	if r.size()+len(text) > r.keeper.limit {
		r.index.LeftOut++
		return 0
	}
	r.raw += len(text)
	r.index.TLS = append(r.index.TLS, t)
	r.handshakes[string(text)] = len(r.index.TLS)
	return len(r.index.TLS)
}

// write puts packed content into the archive.
func (r *Recorder) write(name string, content, packed []byte) {
	w, err := r.archive.CreateRaw(&zip.FileHeader{
		Name: name, Method: zstd.ZipMethodWinZip, CRC32: crc32.ChecksumIEEE(content), CompressedSize64: uint64(len(packed)), UncompressedSize64: uint64(len(content)),
	})
	if err == nil {
		_, err = w.Write(packed)
	}
	if err == nil {
		err = r.archive.Flush()
	}
	if err != nil {
		r.fault = fmt.Errorf("packing the evidence: %w", err)
	}
}

// Unparsed notes that there was no time left to parse the answer at a place.
func (r *Recorder) Unparsed(place int) {
	if r == nil || place < 0 {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.index.Exchanges[place].Unparsed = true
}

// CAA keeps the CAA records that hold for "host:port".
func (r *Recorder) CAA(hostport string, found page.Found[page.CAA]) {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.index.CAA[hostport] = found
}

// Offers keeps what further handshakes with "host:port" showed.
func (r *Recorder) Offers(hostport string, offers []page.Offer) {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.index.Offers[hostport] = offers
}

// Expire notes that the time for reading was over before everything was read.
func (r *Recorder) Expire() {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.index.Expired = true
}

// Bytes ends the recording and gives what is stored: nil from a nil Recorder.
func (r *Recorder) Bytes(b Beside) ([]byte, error) {
	if r == nil {
		return nil, nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.index.Beside = b
	text, err := json.Marshal(r.index)
	if err != nil {
		return nil, fmt.Errorf("writing the index of the evidence: %w", err)
	}
	r.write(indexName, text, r.keeper.encoder.EncodeAll(text, nil))
	if err := r.archive.Close(); err != nil && r.fault == nil {
		r.fault = fmt.Errorf("packing the evidence: %w", err)
	}
	if r.fault != nil {
		return nil, r.fault
	}
	return r.packed.Bytes(), nil
}

// clear takes out of an exchange what nobody may keep.
func (r *Recorder) clear(x *Exchange) {
	clean := func(s string) string { return string(r.without([]byte(s))) }
	x.URL, x.Message = clean(x.URL), clean(x.Message)
	x.Hops, x.Redirects = slices.Clone(x.Hops), slices.Clone(x.Redirects)
	for i := range x.Hops {
		h := &x.Hops[i]
		h.URL, h.Sent, h.Header = clean(h.URL), r.harmless(h.Sent), r.harmless(h.Header)
	}
	for i := range x.Redirects {
		x.Redirects[i].From, x.Redirects[i].To = clean(x.Redirects[i].From), clean(x.Redirects[i].To)
	}
}

// harmless gives a header without the values of cookies and without what is the operator's.
func (r *Recorder) harmless(h http.Header) http.Header {
	out := maps.Clone(h)
	for name, values := range out {
		kept := slices.Clone(values)
		for i, v := range kept {
			if name == "Set-Cookie" {
				v = withoutValue(v)
			}
			kept[i] = asText(string(r.without([]byte(v))))
		}
		out[name] = kept
	}
	return out
}

// withoutValue leaves of a Set-Cookie line the name and the attributes.
func withoutValue(line string) string {
	pair, attributes, more := strings.Cut(line, ";")
	name, _, named := strings.Cut(pair, "=")
	if !named {
		name = "" // the whole is a value
	}
	if named {
		name += "="
	}
	if more {
		return name + ";" + attributes
	}
	return name
}

// asText writes a header's value so that JSON keeps each byte: one that isn't UTF-8 becomes a NUL, which no value has, and a character for each byte.
func asText(value string) string {
	if utf8.ValidString(value) {
		return value
	}
	text := []rune{0}
	for _, b := range []byte(value) {
		text = append(text, rune(b))
	}
	return string(text)
}

// fromText reads what asText wrote.
func fromText(text string) string {
	rest, bytewise := strings.CutPrefix(text, "\x00")
	if !bytewise {
		return text
	}
	var value []byte
	for _, r := range rest {
		value = append(value, byte(r))
	}
	return string(value)
}

// without gives text without the operator's secrets.
func (r *Recorder) without(text []byte) []byte {
	for _, s := range r.secrets {
		if bytes.Contains(text, []byte(s)) {
			text = bytes.ReplaceAll(text, []byte(s), []byte("redacted"))
		}
	}
	return text
}
