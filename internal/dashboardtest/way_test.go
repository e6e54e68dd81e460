package dashboardtest

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// service is a server in a process of its own, over a database of its own.
type service struct {
	t      *testing.T
	binary string
	db     string
	base   string
}

// serve builds auditctl and starts a server that may audit loopback.
func serve(t *testing.T) *service {
	t.Helper()
	dir := t.TempDir()
	s := &service{t: t, binary: filepath.Join(dir, "auditctl"), db: filepath.Join(dir, "audits.db")}
	if out, err := exec.Command("go", "build", "-o", s.binary, "../../cmd/auditctl").CombinedOutput(); err != nil {
		t.Fatalf("building auditctl: %v\n%s", err, out)
	}
	cmd := exec.Command(s.binary, "serve", "--db", s.db, "--listen", "127.0.0.1:0", "--operator-listen", "", "--allow-private", "--pages", "2", "--cache-age", "0s")
	cmd.Env = append(os.Environ(), "HOME="+dir, "XDG_CONFIG_HOME="+dir)
	said, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	heard, where := make(chan struct{}), make(chan string, 1)
	go func() {
		defer close(heard)
		for lines := bufio.NewScanner(said); lines.Scan(); {
			fmt.Fprintln(&log, lines.Text())
			var line struct{ Msg, API string }
			if json.Unmarshal(lines.Bytes(), &line) == nil && line.Msg == "serving" {
				where <- line.API
			}
		}
		close(where)
	}()
	t.Cleanup(func() {
		cmd.Process.Signal(syscall.SIGTERM)
		<-heard
		cmd.Wait()
		if t.Failed() {
			t.Logf("the server's log:\n%s", log.String())
		}
	})
	if s.base = <-where; s.base == "" {
		t.Fatal("the server didn't start")
	}
	return s
}

// run runs a command of the operator's and gives what it prints.
func (s *service) run(args ...string) string {
	s.t.Helper()
	out, err := exec.Command(s.binary, append(args, "--db", s.db)...).Output()
	if err != nil {
		s.t.Fatalf("auditctl %s: %v", strings.Join(args, " "), err)
	}
	return strings.TrimSpace(string(out))
}

// me asks the API whose a key is, and gives the status.
func (s *service) me(key string) int {
	s.t.Helper()
	r, err := http.NewRequest(http.MethodGet, s.base+"/v1/me", nil)
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header.Set("X-API-Key", key)
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	response.Body.Close()
	return response.StatusCode
}

const password = "correct horse battery"

// join accepts an invitation of an account in a browser.
func (v *visitor) join(s *service, email string) {
	v.t.Helper()
	v.open(s.run("accounts", "invite", email, "--print", "--base-url", s.base))
	v.inspect("invitation")
	v.fill("#field-password", password)
	v.press("main form button")
	if got := v.heading(); got != "Overview" {
		v.t.Fatalf("the invitation led to %q", got)
	}
}

// TestTheWholeWayInABrowser goes from an invitation to a report, and back out.
func TestTheWholeWayInABrowser(t *testing.T) {
	s := serve(t)
	v := newVisitor(t, s.base)
	shop := httptest.NewServer(site("A shop <script>alert(1)</script>", 200*time.Millisecond))
	defer shop.Close()
	bakery := httptest.NewServer(site("A bakery", 4*time.Second))
	defer bakery.Close()
	s.run("accounts", "create", "ours@example.com")
	s.run("accounts", "create", "theirs@example.com")
	s.run("accounts", "create", "boss@example.com", "--plan", "unlimited", "--operator")

	v.open("/")
	if got := v.heading(); got != "Sign in" {
		t.Fatalf("the bare address leads to %q", got)
	}
	v.inspect("sign-in")
	v.join(s, "ours@example.com")
	v.inspect("overview-empty")
	for _, empty := range []string{"audits", "batches", "keys", "usage"} {
		v.open("/dashboard/" + empty)
		v.inspect(empty + "-empty")
	}

	// A key: made, used, and kept for its end.
	v.open("/dashboard/keys")
	v.fill("#field-name", "ci")
	v.press("main form button")
	secret := tell[string](v, "document.querySelector('#secret').value")
	v.inspect("new-key")
	if got := s.me(secret); got != http.StatusOK {
		t.Fatalf("the API answers the new key with %d", got)
	}

	// A batch, watched to its end by the page itself.
	v.open("/dashboard/submit")
	v.inspect("submit")
	v.fill("#field-urls", shop.URL+"\n"+bakery.URL+"\nftp://example.net/")
	v.press("main form button")
	batch := tell[string](v, "location.pathname")
	v.inspect("batch-running")
	if !tell[bool](v, "document.querySelector('[data-refresh]').hidden") {
		t.Error("the page doesn't follow by itself")
	}
	tell[bool](v, "document.querySelector(`tbody a`).focus(), true")
	v.until(5*time.Minute, `document.querySelector('#batch-state').dataset.running === 'no'`)
	if focused := tell[string](v, "document.activeElement.tagName"); focused != "A" {
		t.Errorf("following has moved the focus to %s", focused)
	}
	if said := tell[string](v, "document.querySelector('[data-live]').textContent"); !strings.Contains(said, "3 of 3") {
		t.Errorf("a screen reader is told %q", said)
	}
	v.inspect("batch")
	v.press(`a[href*="format=html"]`)
	if title := tell[string](v, "document.title"); !strings.Contains(title, "3") {
		t.Errorf("the batch's report is called %q", title)
	}
	v.accessible("batch report", "{}")
	v.open(batch)
	if csv := v.download(`a[href*="format=csv"]`, ".csv"); !strings.HasPrefix(string(csv), `"url"`) && !strings.HasPrefix(string(csv), "url") || strings.Count(string(csv), "\n") < 4 {
		t.Errorf("the table is %q", csv)
	}

	// An audit, its report and its PDF.
	v.press(`tbody a`)
	audited := tell[string](v, "location.pathname")
	v.inspect("audit")
	v.press(`a[href*="format=html"]`)
	v.accessible("report", "{}")
	v.open(audited)
	if pdf := v.download(`a[href*="format=pdf"]`, ".pdf"); !bytes.HasPrefix(pdf, []byte("%PDF-")) {
		t.Errorf("the document begins with %q", pdf[:min(8, len(pdf))])
	}
	v.press(`form[action="/dashboard/submit"] button`) // again, for a history
	v.until(5*time.Minute, `document.querySelector('#batch-state').dataset.running === 'no'`)
	v.press(`tbody a`)
	v.press(`a[href$="/changes"]`)
	v.inspect("changes")
	v.open(audited)
	v.press(`a[href^="/dashboard/history"]`)
	v.inspect("history")
	if lines := tell[int](v, "document.querySelectorAll('polyline').length"); lines != 10 {
		t.Errorf("the history has %d lines", lines)
	}
	for _, page := range []string{"", "/audits", "/batches", "/keys", "/usage", "/settings"} {
		v.open("/dashboard" + page)
		v.inspect("page" + strings.ReplaceAll(page, "/", "-"))
	}

	// In French.
	v.press(`footer button[lang=fr]`)
	if got := v.heading(); got != "Réglages" {
		t.Errorf("in French the page is called %q", got)
	}
	v.inspect("settings-fr")
	v.press(`footer button[lang=en]`)

	// Another account sees nothing of it.
	other := newVisitor(t, s.base)
	other.join(s, "theirs@example.com")
	for _, path := range []string{batch, audited, audited + "/report", batch + "/report?format=csv"} {
		if status := other.open(path); status != http.StatusNotFound {
			t.Errorf("%s for another account: %d", path, status)
		}
	}
	other.seen() // browsers report a page that isn't there
	for _, path := range []string{"/dashboard", "/dashboard/audits", "/dashboard/batches", "/dashboard/keys"} {
		other.open(path)
		if text := tell[string](other, "document.querySelector('main').innerText"); strings.Contains(text, "127.0.0.1") || strings.Contains(text, "auk_live") {
			t.Errorf("%s shows another account's: %s", path, text)
		}
	}

	// The operator sees accounts and the queue.
	boss := newVisitor(t, s.base)
	boss.join(s, "boss@example.com")
	for _, page := range []string{"accounts", "keys", "queue"} {
		boss.open("/dashboard/operator/" + page)
		boss.inspect("operator-" + page)
	}
	boss.open("/dashboard/operator/accounts")
	boss.press(`tbody a`)
	boss.inspect("operator-account")

	// The end of the key, within a second.
	v.open("/dashboard/keys")
	v.press(`tbody a`)
	v.inspect("key")
	v.press(`form[action$="/revoke"] button`)
	v.inspect("key-revoked")
	revoked := time.Now()
	for s.me(secret) != http.StatusUnauthorized {
		if time.Since(revoked) > time.Minute {
			t.Fatal("the revoked key is still valid")
		}
		time.Sleep(20 * time.Millisecond)
	}
	v.press(`header form button`)
	if got := v.heading(); got != "Sign in" {
		t.Errorf("signing out led to %q", got)
	}
	if status := v.open("/dashboard/keys"); status != http.StatusOK || v.heading() != "Sign in" {
		t.Errorf("after signing out the keys are at %d", status)
	}
}

// site is one page that takes its time.
func site(name string, takes time.Duration) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/" {
			http.NotFound(w, r)
			return
		}
		time.Sleep(takes)
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprintf(w, `<!doctype html><html lang="en"><title>%[1]s</title><meta name="viewport" content="width=device-width"><h1>%[1]s</h1><p>We bake bread every morning, and sell it at the counter.</p></html>`,
			strings.NewReplacer("<", "&lt;", ">", "&gt;").Replace(name))
	})
}
