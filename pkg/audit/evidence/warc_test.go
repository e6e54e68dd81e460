package evidence

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"io"
	"net/http"
	"net/textproto"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// warcRecord is a record as a reader finds it that knows nothing of the writer.
type warcRecord struct {
	head  textproto.MIMEHeader
	block []byte
}

// readRecord reads one by ISO 28500, 4: version, named fields, a block of Content-Length octets, two line ends.
func readRecord(t *testing.T, r *bufio.Reader) warcRecord {
	t.Helper()
	line, err := r.ReadString('\n')
	if err != nil || line != "WARC/1.1\r\n" {
		t.Fatalf("a record begins with %q, %v", line, err)
	}
	head, err := textproto.NewReader(r).ReadMIMEHeader()
	if err != nil {
		t.Fatal(err)
	}
	size, err := strconv.Atoi(head.Get("Content-Length"))
	if err != nil {
		t.Fatal(err)
	}
	block := make([]byte, size+4)
	if _, err := io.ReadFull(r, block); err != nil || string(block[size:]) != "\r\n\r\n" {
		t.Fatalf("a record ends with %q, %v", block[size:], err)
	}
	return warcRecord{head, block[:size]}
}

// readWARC reads a file whose records are packed one by one, or not at all.
func readWARC(t *testing.T, data []byte, packed bool) []warcRecord {
	t.Helper()
	var list []warcRecord
	source := bufio.NewReader(bytes.NewReader(data))
	for {
		if _, err := source.Peek(1); err == io.EOF {
			return list
		}
		if !packed {
			list = append(list, readRecord(t, source))
			continue
		}
		member, err := gzip.NewReader(source)
		if err != nil {
			t.Fatal(err)
		}
		member.Multistream(false)
		r := bufio.NewReader(member)
		list = append(list, readRecord(t, r))
		if _, err := r.Peek(1); err != io.EOF {
			t.Fatal("a member holds more than its record")
		}
	}
}

// sample is a log with a redirect, a packed answer, a failure and a body that is cut.
func sample(t *testing.T) *Log {
	t.Helper()
	r := NewKeeper(0).Begin(nil)
	r.Start(Head{URL: "https://a.example/", ReadAt: noon, UserAgent: "auditctl/1"})
	main := exchange("http://a.example/x?y=1", http.Header{
		"Content-Type": {"text/html"}, "Content-Encoding": {"br"}, "Content-Length": {"7"}, "Set-Cookie": {"a=secret; Secure"}, "X-Two": {"1", "2"},
	}, 12)
	redirect := Hop{
		At: noon, URL: "http://a.example/x?y=1", Method: "GET", Sent: http.Header{"User-Agent": {"auditctl/1"}}, Status: 301, Proto: "HTTP/1.1",
		Header: http.Header{"Location": {"https://a.example/x?y=1"}, "Content-Length": {"200"}},
	}
	main.Hops[0].URL, main.Hops[0].Proto = "https://a.example/x?y=1", "HTTP/2.0"
	main.Hops = append([]Hop{redirect}, main.Hops...)
	main.Redirects = []page.Redirect{{From: redirect.URL, Status: 301, To: main.Hops[1].URL}}
	main.Body.Encoding, main.Body.Wire = "br", 7
	r.Add(main, []byte("<p>été</p>\r\n"))
	cut := exchange("https://a.example/long", nil, 4)
	cut.Body.Truncated = "decoded_limit"
	r.Add(cut, []byte("half"))
	failed := Exchange{Request: Request{URL: "https://gone.example/"}, Ended: noon, Code: audit.CodeDNSNotFound, Message: "the host name\nhas no address"}
	failed.Hops = []Hop{{At: noon, URL: "https://gone.example/", Method: "GET", Sent: http.Header{"Accept": {"*/*"}}}}
	r.Add(failed, nil)
	log, _ := opened(t, r)
	return log
}

var recordID = regexp.MustCompile(`^<urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}>$`)

func TestAnotherReaderReadsTheWARC(t *testing.T) {
	log := sample(t)
	for _, packed := range []bool{false, true} {
		var out, again bytes.Buffer
		for _, w := range []*bytes.Buffer{&out, &again} {
			if err := log.WriteWARC(w, "aud_1", "auditctl/test", packed); err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(out.Bytes(), again.Bytes()) {
			t.Error("written twice, it differs")
		}
		records := readWARC(t, out.Bytes(), packed)
		ids := map[string]bool{}
		var kinds []string
		for _, r := range records {
			kinds = append(kinds, r.head.Get("WARC-Type"))
			ids[r.head.Get("WARC-Record-ID")] = true
			if _, err := time.Parse(time.RFC3339Nano, r.head.Get("WARC-Date")); err != nil || !strings.HasSuffix(r.head.Get("WARC-Date"), "Z") {
				t.Errorf("date %q", r.head.Get("WARC-Date"))
			}
			if !recordID.MatchString(r.head.Get("WARC-Record-ID")) {
				t.Errorf("id %q", r.head.Get("WARC-Record-ID"))
			}
			if want := fmt.Sprintf("sha256:%x", sha256.Sum256(r.block)); r.head.Get("WARC-Block-Digest") != want {
				t.Errorf("%s: block digest %s, want %s", kinds[len(kinds)-1], r.head.Get("WARC-Block-Digest"), want)
			}
		}
		if got := strings.Join(kinds, " "); got != "warcinfo response request response request metadata response request metadata request metadata metadata" {
			t.Fatalf("records: %s", got)
		}
		if len(ids) != len(records) {
			t.Errorf("%d ids for %d records", len(ids), len(records))
		}
		for _, r := range records {
			for _, name := range []string{"Warc-Concurrent-To", "Warc-Warcinfo-Id"} {
				if to := r.head.Get(name); to != "" && !ids[to] {
					t.Errorf("%s names no record: %s", name, to)
				}
			}
		}
		responses(t, records)
	}
}

// responses reads the messages of the sample's records as HTTP.
func responses(t *testing.T, records []warcRecord) {
	t.Helper()
	request, err := http.ReadRequest(bufio.NewReader(bytes.NewReader(records[4].block)))
	if err != nil || request.Host != "a.example" || request.URL.RequestURI() != "/x?y=1" || request.Header.Get("User-Agent") == "" {
		t.Errorf("request %+v, %v", request, err)
	}
	answer, err := http.ReadResponse(bufio.NewReader(bytes.NewReader(records[3].block)), request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil || string(body) != "<p>été</p>\r\n" || answer.StatusCode != 200 {
		t.Errorf("%d, body %q, %v", answer.StatusCode, body, err)
	}
	head := records[3].head
	if want := fmt.Sprintf("sha256:%x", sha256.Sum256(body)); head.Get("WARC-Payload-Digest") != want || head.Get("WARC-Protocol") != "h2" {
		t.Errorf("payload digest %s, want %s; protocol %s", head.Get("WARC-Payload-Digest"), want, head.Get("WARC-Protocol"))
	}
	h := answer.Header
	if h.Get("Content-Encoding") != "" || h.Get("X-Crawler-Content-Encoding") != "br" || h.Get("X-Crawler-Content-Length") != "7" || len(h["X-Two"]) != 2 {
		t.Errorf("header %v", h)
	}
	if h.Get("Set-Cookie") != "a=; Secure" {
		t.Errorf("cookie %q", h.Get("Set-Cookie"))
	}
	moved := records[1].head
	if moved.Get("WARC-Truncated") != "unspecified" || moved.Get("WARC-Target-URI") != "http://a.example/x?y=1" || !bytes.HasPrefix(records[1].block, []byte("HTTP/1.1 301 Moved Permanently\r\n")) {
		t.Errorf("redirect %v %s", moved, records[1].block)
	}
	if records[6].head.Get("WARC-Truncated") != "length" {
		t.Errorf("cut: %v", records[6].head)
	}
	if failed := string(records[10].block); !strings.Contains(failed, "error: dns_not_found\r\nerrorMessage: the host name has no address\r\n") {
		t.Errorf("failure: %s", failed)
	}
}

func TestAFileThatCantBeWrittenIsSaid(t *testing.T) {
	log := sample(t)
	r, w := io.Pipe()
	r.Close()
	if err := log.WriteWARC(w, "aud_1", "auditctl/test", true); err == nil {
		t.Error("no error")
	}
}
