// Package evidence is what one audit read of a site, kept so that it can be judged again without the site, and shown to others: every exchange with its
// headers and times, bodies by their SHA-256. It connects to nobody.
//
// Nothing that opens a door is kept: no header of the operator's, no cookie, and of the cookies that the site set only names and attributes.
package evidence

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/klauspost/compress/zstd"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// Errors of Open and Body.
var (
	ErrDamaged = errors.New("the evidence is damaged")
	ErrNewer   = errors.New("the evidence was kept by a newer auditctl")
	// ErrLeftOut: a body for which there was no room.
	ErrLeftOut = errors.New("the body was left out of the evidence")
)

const (
	format = 1 // of index and folder; a later one isn't read
	// The archive is a zip file, its parts compressed by zstd: the index, and bodies/ with each body under its SHA-256.
	indexName = "index.json"
	bodyNames = "bodies/"

	maxIndex = 64 << 20 // bytes, unpacked
	maxBody  = 64 << 20
	maxParts = 1 << 16
)

// Head is how an audit read. What reads again from evidence does it the same way.
type Head struct {
	URL          string         `json:"url"` // as submitted, normalised
	Bare         bool           `json:"bare,omitempty"`
	Root         bool           `json:"root,omitempty"`
	ReadAt       time.Time      `json:"read_at"`
	UserAgent    string         `json:"user_agent"`
	Pages        int            `json:"pages"`
	Deadline     time.Duration  `json:"deadline"` // nanoseconds
	IgnoreRobots bool           `json:"ignore_robots,omitempty"`
	Probing      string         `json:"probing"`
	Crawlers     []page.Crawler `json:"crawlers"` // the registry that probes were made for
}

// Beside is what an audit learnt of a site by other ways than reading it.
type Beside struct {
	Speed page.Found[page.Speed] `json:"speed,omitzero"`
	// Rendering is what a browser made of the submitted page; nil where none opened it.
	Rendering *page.Rendering `json:"rendering,omitempty"`
	Notes     []page.Note     `json:"notes,omitempty"` // about both
	Asked     int             `json:"asked,omitempty"` // how many of the report's notes, the last ones, are about services that were asked
	Total     int64           `json:"total_ms"`        // of the whole audit
}

// Request is what distinguishes one question to the site from another.
type Request struct {
	URL       string `json:"url"`
	UserAgent string `json:"user_agent,omitempty"` // empty: Head's
	Preflight string `json:"preflight,omitempty"`  // the origin that asks, by OPTIONS; empty: a GET
	Head      bool   `json:"head,omitempty"`       // by HEAD instead of GET
	Accept    string `json:"accept,omitempty"`     // empty: a page, as browsers ask for it
	NoFollow  bool   `json:"no_follow,omitempty"`  // a redirect is the answer
}

// Exchange is a request, the redirects that it followed, and what came of it.
type Exchange struct {
	Request
	Hops      []Hop           `json:"hops,omitempty"`
	Redirects []page.Redirect `json:"redirects,omitempty"`
	Ended     time.Time       `json:"ended"`
	Body      *Body           `json:"body,omitempty"` // of the last hop; nil where the exchange failed
	Timing    page.Timing     `json:"timing,omitzero"`
	TLS       *page.TLS       `json:"-"`               // of the last hop; nil for http
	TLSIndex  int             `json:"tls,omitempty"`   // of TLS in the index's list, from 1
	Code      audit.Code      `json:"error,omitempty"` // why it failed
	Message   string          `json:"message,omitempty"`
	Unparsed  bool            `json:"unparsed,omitempty"` // there was no time left to parse the answer
}

// Hop is one request as it was sent, and the head of its answer.
type Hop struct {
	At     time.Time   `json:"at"`
	URL    string      `json:"url"`
	Method string      `json:"method"`
	Sent   http.Header `json:"sent"`
	Status int         `json:"status,omitempty"` // 0: no answer
	Proto  string      `json:"proto,omitempty"`
	Header http.Header `json:"header,omitempty"` // as received
}

// Body is an answer's body, decoded.
type Body struct {
	SHA256    string `json:"sha256,omitempty"` // empty where the body is
	Size      int64  `json:"size"`
	Wire      int64  `json:"wire"`                // bytes as sent
	Encoding  string `json:"encoding,omitempty"`  // that it was sent in
	Truncated string `json:"truncated,omitempty"` // why it isn't whole, as page.Response says it
	LeftOut   bool   `json:"left_out,omitempty"`
}

// Index is everything but the bodies.
type Index struct {
	Format int `json:"format"`
	Head
	Beside
	Exchanges []Exchange                      `json:"exchanges"` // in the order in which they ended
	TLS       []page.TLS                      `json:"tls,omitempty"`
	CAA       map[string]page.Found[page.CAA] `json:"caa,omitempty"`    // by "host:port"
	Offers    map[string][]page.Offer         `json:"offers,omitempty"` // by "host:port"
	Expired   bool                            `json:"expired,omitempty"`
	LeftOut   int                             `json:"left_out,omitempty"` // bodies and exchanges for which there was no room
}

// Log is evidence that was kept.
type Log struct {
	Index
	archive *zip.Reader
	parts   map[string]*zip.File
}

// Open reads what Recorder.Bytes gave. Errors: ErrDamaged, ErrNewer.
func Open(data []byte) (*Log, error) {
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	if len(archive.File) > maxParts {
		return nil, fmt.Errorf("%w: %d parts", ErrDamaged, len(archive.File))
	}
	archive.RegisterDecompressor(zstd.ZipMethodWinZip, zstd.ZipDecompressor(
		zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxMemory(maxIndex)))
	log := &Log{archive: archive, parts: make(map[string]*zip.File, len(archive.File))}
	for _, part := range archive.File {
		log.parts[part.Name] = part
	}
	index, err := log.part(indexName, maxIndex)
	if err != nil {
		return nil, err
	}
	var version struct {
		Format int `json:"format"`
	}
	if err := json.Unmarshal(index, &version); err != nil || version.Format < 1 {
		return nil, fmt.Errorf("%w: its index can't be read", ErrDamaged)
	}
	if version.Format > format {
		return nil, ErrNewer
	}
	if err := json.Unmarshal(index, &log.Index); err != nil {
		return nil, fmt.Errorf("%w: its index can't be read: %w", ErrDamaged, err)
	}
	for i := range log.Exchanges {
		x := &log.Exchanges[i]
		if x.TLSIndex < 0 || x.TLSIndex > len(log.TLS) {
			return nil, fmt.Errorf("%w: its index contradicts itself", ErrDamaged)
		}
		if x.TLSIndex > 0 {
			x.TLS = &log.TLS[x.TLSIndex-1]
		}
		for _, h := range x.Hops {
			restore(h.Sent)
			restore(h.Header)
		}
	}
	return log, nil
}

// restore gives the values of a header their bytes back.
func restore(h http.Header) {
	for _, values := range h {
		for i := range values {
			values[i] = fromText(values[i])
		}
	}
}

// Content gives a body. Errors: ErrLeftOut, ErrDamaged.
func (l *Log) Content(b *Body) ([]byte, error) {
	switch {
	case b.LeftOut:
		return nil, ErrLeftOut
	case b.SHA256 == "":
		return nil, nil
	}
	data, err := l.part(bodyNames+b.SHA256, maxBody)
	if err != nil {
		return nil, err
	}
	if sum := sha256.Sum256(data); hex.EncodeToString(sum[:]) != b.SHA256 {
		return nil, fmt.Errorf("%w: a body isn't what its hash says", ErrDamaged)
	}
	return data, nil
}

// part unpacks one part of the archive, which may have at most so many bytes.
func (l *Log) part(name string, most int64) ([]byte, error) {
	part := l.parts[name]
	if part == nil {
		return nil, fmt.Errorf("%w: a part is missing", ErrDamaged)
	}
	r, err := part.Open()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	defer r.Close()
	data, err := io.ReadAll(io.LimitReader(r, most+1))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	if int64(len(data)) > most {
		return nil, fmt.Errorf("%w: a part is too large", ErrDamaged)
	}
	return data, nil
}
