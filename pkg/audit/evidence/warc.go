package evidence

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/auditctl/auditctl/internal/weburl"
)

// crawlerPrefix is put before the header lines that speak of a body as it was sent, where it stands as it was decoded: what Common Crawl's files do, and
// their readers know.
const crawlerPrefix = "X-Crawler-"

// truncated says in the words of WARC 1.1, 5.13, why a body isn't whole.
var truncated = map[string]string{"decoded_limit": "length", "wire_limit": "length", "deadline": "time", "cut_by_server": "disconnect"}

// WriteWARC writes the evidence as WARC 1.1 (ISO 28500:2017), each record a gzip member of its own where packed is set (.warc.gz), else plain (.warc). The
// same evidence and name give the same bytes. name is the audit's; software is who writes.
func (l *Log) WriteWARC(w io.Writer, name, software string, packed bool) error {
	out := &warc{w: w, name: name, packed: packed}
	out.record("warcinfo", l.ReadAt, fields{{"Content-Type", "application/warc-fields"}}, []byte(fields{
		{"software", software},
		{"format", "WARC File Format 1.1"},
		{"conformsTo", "http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/"},
		{"isPartOf", name},
		{"http-header-user-agent", l.UserAgent},
		{"description", "What an audit of " + l.URL + " read. Bodies are decoded. Values of cookies, and headers that were the operator's, are not kept. " +
			strconv.Itoa(l.LeftOut) + " bodies or exchanges were left out for lack of room."},
	}.String()))
	for i := range l.Exchanges {
		if err := l.writeExchange(out, &l.Exchanges[i]); err != nil {
			return err
		}
	}
	about, err := json.Marshal(map[string]any{"tls": l.TLS, "tls_offers": l.Offers, "caa": l.CAA, "speed": l.Speed})
	if err != nil {
		return fmt.Errorf("writing what was found beside the exchanges: %w", err)
	}
	out.record("metadata", l.ReadAt, fields{{"WARC-Target-URI", l.URL}, {"Content-Type", "application/json"}}, about)
	return out.err
}

// writeExchange writes request and response of each hop, and what is known of the whole.
func (l *Log) writeExchange(out *warc, x *Exchange) error {
	last := ""
	for i := range x.Hops {
		h := &x.Hops[i]
		target := fields{{"WARC-Target-URI", h.URL}}
		var response string
		if h.Status > 0 {
			var body *Body
			if i == len(x.Hops)-1 {
				body = x.Body
			}
			var err error
			if response, err = l.writeResponse(out, h, body); err != nil {
				return err
			}
			target = append(target, field{"WARC-Concurrent-To", response})
		}
		asked := out.record("request", h.At, append(target, field{"Content-Type", "application/http;msgtype=request"}), h.request())
		if last = response; last == "" {
			last = asked
		}
	}
	var about fields
	if x.Code != "" {
		about = append(about, field{"error", string(x.Code)}, field{"errorMessage", x.Message})
	}
	if x.Body != nil {
		t := x.Timing
		about = append(about, field{"fetchTimeMs", strconv.FormatInt(t.DNS+t.Connect+t.TLS+t.FirstByte+t.Body, 10)})
		if x.Body.Encoding != "" {
			about = append(about, field{"sentAs", x.Body.Encoding}, field{"sentBytes", strconv.FormatInt(x.Body.Wire, 10)})
		}
		if x.Body.LeftOut {
			about = append(about, field{"leftOut", "there was no room for the body"})
		}
	}
	if x.TLS != nil {
		about = append(about, field{"tls", x.TLS.Version + ", " + x.TLS.Suite})
	}
	head := fields{{"WARC-Target-URI", x.URL}, {"Content-Type", "application/warc-fields"}}
	if last != "" {
		head = append(head, field{"WARC-Concurrent-To", last})
	}
	out.record("metadata", x.Ended, head, []byte(about.String()))
	return out.err
}

// request is the request as HTTP/1.1 writes it.
func (h *Hop) request() []byte {
	path, host := "/", ""
	if u, err := weburl.Parse(h.URL); err == nil {
		path, host = u.RequestPath(), u.HostPort()
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s %s HTTP/1.1\r\nHost: %s\r\n", h.Method, path, host)
	writeHeader(&b, h.Sent)
	b.WriteString("\r\n")
	return b.Bytes()
}

// writeResponse writes the answer of a hop with its body, which only a last hop has.
func (l *Log) writeResponse(out *warc, h *Hop, body *Body) (id string, err error) {
	var content []byte
	why := "unspecified" // the body of a redirect isn't read, and one may have been left out
	if body != nil {
		switch content, err = l.Content(body); {
		case errors.Is(err, ErrLeftOut):
		case err != nil:
			return "", err
		default:
			why = truncated[body.Truncated]
		}
	}
	header := make(http.Header, len(h.Header)+1)
	for name, values := range h.Header {
		switch name {
		case "Content-Encoding", "Transfer-Encoding", "Content-Length":
			name = crawlerPrefix + name
		}
		header[name] = values
	}
	header["Content-Length"] = []string{strconv.Itoa(len(content))}
	var b bytes.Buffer
	fmt.Fprintf(&b, "HTTP/1.1 %d %s\r\n", h.Status, http.StatusText(h.Status))
	writeHeader(&b, header)
	b.WriteString("\r\n")
	b.Write(content)

	head := fields{{"WARC-Target-URI", h.URL}, {"Content-Type", "application/http;msgtype=response"}, {"WARC-Payload-Digest", digest(content)}}
	if why != "" {
		head = append(head, field{"WARC-Truncated", why})
	}
	if h.Proto == "HTTP/2.0" {
		head = append(head, field{"WARC-Protocol", "h2"})
	}
	return out.record("response", h.At, head, b.Bytes()), nil
}

func writeHeader(b *bytes.Buffer, header http.Header) {
	for _, name := range slices.Sorted(maps.Keys(header)) {
		for _, v := range header[name] {
			fmt.Fprintf(b, "%s: %s\r\n", name, v)
		}
	}
}

// field is a line of a record's header, or of its block.
type field struct{ name, value string }

type fields []field

// String writes the lines. A value has no line breaks of its own.
func (f fields) String() string {
	var b strings.Builder
	for _, line := range f {
		fmt.Fprintf(&b, "%s: %s\r\n", line.name, strings.NewReplacer("\r", " ", "\n", " ").Replace(line.value))
	}
	return b.String()
}

// warc writes records, and after the first error nothing.
type warc struct {
	w      io.Writer
	name   string
	packed bool
	first  string // id of the warcinfo record
	count  int
	err    error
}

// record writes one and gives its id.
func (o *warc) record(kind string, at time.Time, more fields, block []byte) (id string) {
	o.count++
	id = o.id()
	head := fields{{"WARC-Type", kind}, {"WARC-Record-ID", id}, {"WARC-Date", at.UTC().Format(time.RFC3339Nano)}}
	if o.first == "" {
		o.first = id
	} else {
		head = append(head, field{"WARC-Warcinfo-ID", o.first})
	}
	head = append(append(head, more...), field{"WARC-Block-Digest", digest(block)}, field{"Content-Length", strconv.Itoa(len(block))})
	if o.err == nil {
		o.err = o.write("WARC/1.1\r\n"+head.String()+"\r\n", block)
	}
	return id
}

func (o *warc) write(head string, block []byte) error {
	w := o.w
	var packer *gzip.Writer
	if o.packed {
		packer = gzip.NewWriter(o.w)
		w = packer
	}
	for _, part := range [][]byte{[]byte(head), block, []byte("\r\n\r\n")} {
		if _, err := w.Write(part); err != nil {
			return fmt.Errorf("writing a WARC record: %w", err)
		}
	}
	if packer == nil {
		return nil
	}
	if err := packer.Close(); err != nil {
		return fmt.Errorf("writing a WARC record: %w", err)
	}
	return nil
}

// id is a UUID made of the audit's name and the record's number (version 8, RFC 9562): written again, a record is the same.
func (o *warc) id() string {
	sum := sha256.Sum256(fmt.Appendf(nil, "auditctl evidence\n%s\n%d", o.name, o.count))
	b := sum[:16]
	b[6], b[8] = b[6]&0x0f|0x80, b[8]&0x3f|0x80
	return fmt.Sprintf("<urn:uuid:%x-%x-%x-%x-%x>", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

func digest(data []byte) string { return fmt.Sprintf("sha256:%x", sha256.Sum256(data)) }
