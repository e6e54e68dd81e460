package faults

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/auditctl/auditctl/internal/fakeengine"
)

// secretWords stand in what a provider says when it fails. Nobody who audits may read them.
const secretWords = "inner words of the provider"

// perAudit bounds the calls that one audit may make: three votes, one without the text, and eight questions, three attempts each, and one attempt to show a
// picture.
const perAudit = (3+1+8)*3 + 1

func TestAStormOfAProviderFailsNoAudit(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for providers for some seconds")
	}
	says := func(status int, header map[string]string) fakeengine.Reply {
		return fakeengine.Reply{Status: status, Header: header, Body: `{"error":{"message":"` + secretWords + `","type":"x"}}`}
	}
	answer := fakeengine.Chat("Ask Shop number 3 of " + secretWords)
	storms := []struct {
		name   string
		script []fakeengine.Reply
	}{
		{"429 with Retry-After 1", []fakeengine.Reply{says(429, map[string]string{"Retry-After": "1"})}},
		{"429 with Retry-After of a day", []fakeengine.Reply{says(429, map[string]string{"Retry-After": "86400"})}},
		{"500", []fakeengine.Reply{says(500, nil)}},
		{"503, every other time", []fakeengine.Reply{says(503, nil), {Body: answer}, says(503, nil), {Body: answer}, says(503, nil)}},
		{"401", []fakeengine.Reply{says(401, nil)}},
		{"402, no credit", []fakeengine.Reply{says(402, nil)}},
		{"silence", []fakeengine.Reply{{Fault: fakeengine.Silent}}},
		{"half an answer, then nothing", []fakeengine.Reply{{Body: answer, Fault: fakeengine.Stalled}}},
		{"half an answer, then a broken connection", []fakeengine.Reply{{Body: answer, Fault: fakeengine.Reset}}},
		{"an answer without end", []fakeengine.Reply{{Fault: fakeengine.Endless}}},
		{"a byte now and then", []fakeengine.Reply{{Body: answer, Fault: fakeengine.Dripping}}},
		{"HTML", []fakeengine.Reply{{Header: map[string]string{"Content-Type": "text/html"}, Body: "<html>" + secretWords}}},
		{"JSON of another kind", []fakeengine.Reply{{Body: `{"choices":[{"message":{"content":[1,{"x":"` + secretWords + `"}]}}]}`}}},
		{"scores out of range", []fakeengine.Reply{{Body: fakeengine.Chat(`{"design":{"score":1e9},"summary":"` + secretWords + `"}`)}}},
	}
	sites := newFarm(t, *audits, time.Millisecond)
	for _, storm := range storms {
		t.Run(storm.name, func(t *testing.T) {
			t.Parallel()
			weather(t, storm.script, sites)
		})
	}
}

// weather audits with a provider that answers by a script.
func weather(t *testing.T, script []fakeengine.Reply, sites *farm) {
	t.Helper()
	s := fakeengine.Start("openai", "sk-"+strings.Repeat("k", 40), script...)
	t.Cleanup(s.Close)
	file := filepath.Join(t.TempDir(), "audits.db")
	// Under a ceiling as well: what a storm costs is bounded whatever is tried again.
	settings := filepath.Join(t.TempDir(), "auditctl.yaml")
	if err := os.WriteFile(settings, []byte("prices:\n  openai:gpt-played: {input: 1, output: 1}\nmax-cost: 5\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	store := []string{"--db", file, "--config", settings}
	n := newNode(t, store, "--judge", "openai:gpt-played", "--recall", "openai:gpt-played", "--browser", "off", "--judge-timeout", "3s", "--citations-timeout", "3s", "--audit-timeout", "30s")
	n.env = append(n.env, "OPENAI_API_KEY=sk-"+strings.Repeat("k", 40), "OPENAI_BASE_URL="+s.Base())
	l := ledger{c: newCaller(t, newKey(t, []string{"--db", file}, limit), n)}
	n.start()
	n.ready()
	began := time.Now()
	r := l.submit(sites.urls, nil)
	l.settle(t, patience, 0)
	took := time.Since(began)
	if bound := 40*time.Second + time.Duration(len(sites.urls))*time.Second; *goals && took > bound { // a deadline each, all of them at once
		t.Errorf("the audits took %s", took)
	}
	if asked := len(s.Requests()); asked == 0 || asked > perAudit*len(sites.urls) {
		t.Errorf("the provider was asked %d times for %d audits", asked, len(sites.urls))
	}
	if wrong := s.Wrong(); len(wrong) > 0 {
		t.Errorf("requests that aren't as documented: %s", wrong[0])
	}
	for _, a := range r.Audits {
		var result json.RawMessage
		l.c.until("GET", "/v1/audits/"+a.AuditID+"?checks=true", "", nil, &result)
		if len(script) == 1 && script[0].Status >= 400 && strings.Contains(string(result), secretWords) {
			t.Error("the words of a provider's fault are in the result")
		}
	}
	n.stop()
	for _, path := range []string{n.log.Name(), file} {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(data), strings.Repeat("k", 40)) {
			t.Errorf("the provider's key is in %s", filepath.Base(path))
		}
	}
	record(t, fmt.Sprintf("%d audits at once", l.audits), fmt.Sprintf("all done in %.0f s; %d calls, at most %d allowed; no key in log or database", took.Seconds(), len(s.Requests()), perAudit*len(sites.urls)))
}

// Sites that are dead, slow or spiteful, beside clean ones.
func TestSlowAndDeadSitesHoldUpNobodyElse(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for sites for some seconds")
	}
	store := []string{"--db", filepath.Join(t.TempDir(), "audits.db")}
	clean := newFarm(t, 20, 10*time.Millisecond)
	bad := spiteful(t)
	n := newNode(t, store, "--audit-timeout", "20s")
	c := newCaller(t, newKey(t, store, limit), n)
	n.start()
	n.ready()
	var urls []string
	for _, s := range bad {
		urls = append(urls, s.url)
	}
	var spoilt, well receipt
	began := time.Now()
	c.until("POST", "/v1/audits", "", map[string]any{"urls": urls}, &spoilt)
	c.until("POST", "/v1/audits", "", map[string]any{"urls": clean.urls}, &well)
	b := c.ended(well.BatchID, patience)
	cleanTook := time.Since(began)
	for _, a := range b.Audits {
		if a.Status != "done" {
			t.Errorf("a clean site beside them is %s", a.Status)
		}
	}
	b = c.ended(spoilt.BatchID, patience)
	if took := time.Since(began); *goals && took > 60*time.Second {
		t.Errorf("they took %s, with a deadline of 20 s each", took)
	}
	for i, a := range b.Audits {
		code := a.Status
		if a.Error != nil {
			code = a.Error.Code
		}
		if !slices.Contains(bad[i].ends, code) {
			t.Errorf("a site with %s ends as %s, want one of %v", bad[i].name, code, bad[i].ends)
		}
	}
	eventually(t, patience, "the units metered", func() error { // the answer may be a second old
		var me struct{ Quota quota }
		c.until("GET", "/v1/me", "", nil, &me)
		if done := limit - me.Quota.Remaining; done != len(clean.urls)+b.Completed {
			return fmt.Errorf("%d units are metered; %d of the bad sites have a report", done, b.Completed)
		}
		return nil
	})
	record(t, fmt.Sprintf("%d kinds of bad sites beside %d clean ones", len(bad), len(clean.urls)),
		fmt.Sprintf("the clean ones done in %.1f s; the others ended by their own faults within %.0f s; none metered without a report", cleanTook.Seconds(), time.Since(began).Seconds()))
}

// bad is a site that misbehaves, and how its audit may end.
type bad struct {
	name, url string
	ends      []string
}

func spiteful(t *testing.T) []bad {
	t.Helper()
	var open atomic.Int64
	html := func(do func(w http.ResponseWriter, r *http.Request)) string {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			open.Add(1)
			defer open.Add(-1)
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			do(w, r)
		}))
		t.Cleanup(func() {
			s.CloseClientConnections()
			s.Close()
		})
		return s.URL + "/"
	}
	raw := func(do func(net.Conn)) string {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { l.Close() })
		go func() { // ends with the listener
			for {
				c, err := l.Accept()
				if err != nil {
					return
				}
				go func() { // ends with its client, who has a deadline
					defer c.Close()
					do(c)
				}()
			}
		}()
		return l.Addr().String()
	}
	silent := func(c net.Conn) { io.Copy(io.Discard, c) }
	late := []string{"response_timeout", "timeout"}
	return []bad{
		{"nobody listening", "http://" + freeAddress(t) + "/", []string{"connect_failed"}},
		{"silence", "http://" + raw(silent) + "/", late},
		{"a TLS handshake that stalls", "https://" + raw(silent) + "/", []string{"tls_error", "connect_timeout", "response_timeout", "timeout"}},
		{"no TLS behind https", "https://" + raw(func(c net.Conn) { io.WriteString(c, "HTTP/1.1 400 no\r\n\r\n") }) + "/", []string{"tls_error"}},
		{"a reset", "http://" + raw(func(c net.Conn) {
			if tcp, ok := c.(*net.TCPConn); ok {
				tcp.SetLinger(0)
			}
		}) + "/", []string{"malformed_response", "connect_failed"}},
		{"headers without end", "http://" + raw(func(c net.Conn) {
			io.WriteString(c, "HTTP/1.1 200 OK\r\n")
			for {
				if _, err := io.WriteString(c, "X-A: "+strings.Repeat("a", 1000)+"\r\n"); err != nil {
					return
				}
			}
		}) + "/", []string{"malformed_response", "response_too_large"}},
		{"a byte of headers now and then", "http://" + raw(func(c net.Conn) {
			for _, b := range []byte("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nX-A: " + strings.Repeat("a", 1000)) {
				if _, err := c.Write([]byte{b}); err != nil {
					return
				}
				time.Sleep(200 * time.Millisecond)
			}
		}) + "/", late},
		{"a byte of body now and then", html(func(w http.ResponseWriter, r *http.Request) {
			io.WriteString(w, "<!doctype html><title>Slow</title><p>")
			for r.Context().Err() == nil {
				if _, err := io.WriteString(w, "a"); err != nil {
					return
				}
				http.NewResponseController(w).Flush()
				time.Sleep(200 * time.Millisecond)
			}
		}), append(late, "done", "empty_page", "malformed_response")},
		{"a body without end", html(func(w http.ResponseWriter, r *http.Request) {
			io.WriteString(w, "<!doctype html><title>Long</title>")
			for r.Context().Err() == nil {
				if _, err := io.WriteString(w, "<p>And one more line of it.</p>"); err != nil {
					return
				}
			}
		}), []string{"done", "response_too_large"}},
		{"redirects in a circle", html(func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "/"+strings.Repeat("a", len(r.URL.Path)%3), http.StatusFound)
		}), []string{"redirect_loop", "too_many_redirects"}},
		{"a body that breaks off", html(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "5000")
			io.WriteString(w, "<!doctype html><title>Half</title>")
		}), []string{"done", "malformed_response", "empty_page"}},
		{"500", html(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(500) }), []string{"http_error"}},
	}
}
