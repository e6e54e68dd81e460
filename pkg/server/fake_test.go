package server

import (
	"bytes"
	"context"
	"encoding/json"
	"image"
	"image/jpeg"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/server/servertest"
)

// fake is a backend in memory: two accounts, and what they are given by the tests.
type fake struct {
	mu        sync.Mutex
	keys      map[string]audit.Caller
	known     []string // keys that were found
	lookups   int      // of keys
	audits    []owned  // oldest first
	submitted []audit.Submission
	err       error                 // what everything but the account fails with, where set
	noAccount error                 // what the account fails with, where set
	during    func(context.Context) // called within Submit, where set
}

type owned struct {
	account string
	audit.Encoded
}

const (
	doneID    = "aud_01k0m3x8q4e7trv5a9c2d6f0gh"
	pendingID = "aud_01k0m3x8q4e7trv5a9c2d6f0gj"
	failedID  = "aud_01k0m3x8q4e7trv5a9c2d6f0gk"
	foreignID = "aud_01k0m3x8q4e7trv5a9c2d6f0zz"
	mixedID   = "bat_01k0m3x8q4e7trv5a9c2d6f0gg"
	endedID   = "bat_01k0m3x8q4e7trv5a9c2d6f0ge"
)

// Keys of two accounts, well-formed.
var (
	ours   = newKey("a")
	theirs = newKey("b")
)

func newKey(letter string) string {
	key, err := audit.NewKey(strings.NewReader(strings.Repeat(letter, 100)))
	if err != nil {
		panic(err)
	}
	return key
}

func newFake(t testing.TB) *fake {
	t.Helper()
	f := &fake{keys: map[string]audit.Caller{
		ours: {AccountID: "acc_ours", KeyID: "key_ours"}, theirs: {AccountID: "acc_theirs", KeyID: "key_theirs"},
	}}
	done, pending, failed := exampleDone(true), examplePending(), exampleFailed()
	f.add(t, "acc_ours", done)
	f.add(t, "acc_ours", pending)
	f.add(t, "acc_ours", failed)
	done.AuditID, done.BatchID = foreignID, "bat_foreign"
	f.add(t, "acc_theirs", done)
	done.AuditID, done.BatchID = "aud_ended1", endedID
	f.add(t, "acc_ours", done)
	failed.AuditID, failed.BatchID = "aud_ended2", endedID
	f.add(t, "acc_ours", failed)
	return f
}

func (f *fake) add(t testing.TB, account string, a audit.Audit) {
	t.Helper()
	e := audit.Encoded{Audit: a}
	if a.Report != nil {
		report, checks, err := audit.Encode(*a.Report)
		if err != nil {
			t.Fatal(err)
		}
		e.Audit.Report, e.Report, e.Checks = nil, report, checks
	}
	f.audits = append(f.audits, owned{account, e})
}

func (f *fake) Authenticate(_ context.Context, key string) (audit.Caller, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.lookups++
	if c, ok := f.keys[key]; ok {
		f.known = append(f.known, key)
		return c, nil
	}
	return audit.Caller{}, audit.Errorf(audit.CodeUnauthorized, "this key is unknown")
}

func (f *fake) KnowsKey(key string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Contains(f.known, key)
}

func (f *fake) For(c audit.Caller) Service  { return &fakeService{f, c} }
func (f *fake) Ready(context.Context) error { return f.err }
func (f *fake) Backlog(context.Context) (int, int, time.Time, error) {
	return 7, 3, time.Now().Add(-65 * time.Second), f.err
}

type fakeService struct {
	*fake
	caller audit.Caller
}

func (s *fakeService) Submit(ctx context.Context, sub audit.Submission) (audit.Receipt, error) {
	if s.during != nil {
		s.during(ctx)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		return audit.Receipt{}, s.err
	}
	s.submitted = append(s.submitted, sub)
	r := audit.Receipt{Success: true, BatchID: mixedID, Count: len(sub.URLs), Metered: len(sub.URLs), Quota: audit.NewQuota(100, 14)}
	for _, u := range sub.URLs {
		r.Audits = append(r.Audits, audit.Entry{URL: u, AuditID: pendingID, Status: audit.Pending})
	}
	return r, nil
}

func (s *fakeService) find(match func(owned) bool, checks bool) []audit.Encoded {
	var found []audit.Encoded
	for _, a := range s.audits {
		if a.account == s.caller.AccountID && match(a) {
			if !checks {
				a.Checks = nil
			}
			found = append(found, a.Encoded)
		}
	}
	return found
}

func (s *fakeService) EncodedAudit(_ context.Context, id string, checks bool) (audit.Encoded, error) {
	if found := s.find(func(a owned) bool { return a.AuditID == id }, checks); s.err == nil && len(found) > 0 {
		return found[0], nil
	}
	return audit.Encoded{}, s.missing()
}

func (s *fakeService) missing() error {
	if s.err != nil {
		return s.err
	}
	return audit.Errorf(audit.CodeNotFound, "no such thing of %s", s.caller.AccountID)
}

func (s *fakeService) EncodedBatch(_ context.Context, id string, checks bool) ([]audit.Encoded, error) {
	if found := s.find(func(a owned) bool { return a.BatchID == id }, checks); s.err == nil && len(found) > 0 {
		return found, nil
	}
	return nil, s.missing()
}

func (s *fakeService) EncodedAudits(_ context.Context, q audit.Query) ([]audit.Encoded, string, error) {
	list := s.find(func(a owned) bool { return q.Domain == "" || a.Domain == q.Domain }, false)
	slices.Reverse(list)
	if len(list) > q.Limit {
		return list[:q.Limit], list[q.Limit-1].AuditID, s.err
	}
	return list, "", s.err
}

func (s *fakeService) Audit(ctx context.Context, id string) (*audit.Audit, error) {
	e, err := s.EncodedAudit(ctx, id, true)
	if err != nil {
		return nil, err
	}
	return e.Decode()
}

func (s *fakeService) Batches(context.Context, audit.Query) (audit.BatchPage, error) {
	return exampleBatchPage(), s.err
}

func (s *fakeService) Delete(_ context.Context, id string) error {
	switch {
	case s.err != nil:
		return s.err
	case id == pendingID:
		return audit.Errorf(audit.CodeAuditPending, "it has not ended yet")
	case len(s.find(func(a owned) bool { return a.AuditID == id }, false)) == 0:
		return s.missing()
	}
	return nil
}

func (s *fakeService) Account(context.Context) (audit.Account, error) {
	return audit.Account{Plan: "individual", Quota: audit.NewQuota(100, 13)}, s.noAccount
}

func (s *fakeService) Screenshot(ctx context.Context, id string) ([]byte, error) {
	if _, err := s.EncodedAudit(ctx, id, false); err != nil {
		return nil, err
	}
	if id != doneID {
		return nil, audit.Errorf(audit.CodeNotFound, "nobody saw it")
	}
	return picture(), nil
}

// picture is a small JPEG.
func picture() []byte {
	var b bytes.Buffer
	if err := jpeg.Encode(&b, image.NewGray(image.Rect(0, 0, 8, 8)), nil); err != nil {
		panic(err)
	}
	return b.Bytes()
}

func (s *fakeService) Batch(ctx context.Context, id string) (*audit.Batch, error) {
	list, err := s.EncodedBatch(ctx, id, true)
	if err != nil {
		return nil, err
	}
	audits, err := decoded(list)
	b := audit.NewBatch(id, audits)
	return &b, err
}

func (s *fakeService) Audits(ctx context.Context, q audit.Query) (audit.AuditPage, error) {
	list, next, err := s.EncodedAudits(ctx, q)
	if err != nil {
		return audit.AuditPage{}, err
	}
	audits, err := decoded(list)
	return audit.AuditPage{Success: true, Audits: audits, NextCursor: next}, err
}

func decoded(list []audit.Encoded) (audits []audit.Audit, err error) {
	for _, e := range list {
		a, err := e.Decode()
		if err != nil {
			return nil, err
		}
		audits = append(audits, *a)
	}
	return audits, nil
}

// running is a server on loopback whose every answer is held to its description.
type running struct {
	*testing.T
	*Server
	fake   *fake
	url    string
	client *http.Client
	log    *bytes.Buffer
}

func start(t *testing.T, change ...func(*Config)) *running {
	t.Helper()
	f, log := newFake(t), new(bytes.Buffer)
	c := Config{Backend: f, Log: slog.New(slog.NewJSONHandler(log, nil)), KeyRate: 1e6, KeyBurst: 1e6, FailureRate: 1e6, FailureBurst: 1e6}
	for _, f := range change {
		f(&c)
	}
	s, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	web := httptest.NewServer(s.Public())
	t.Cleanup(web.Close)
	client := &http.Client{Transport: servertest.Validating(t, s.OpenAPI(), web.Client().Transport)}
	return &running{T: t, Server: s, fake: f, url: web.URL, client: client, log: log}
}

// answer is what came back.
type answer struct {
	*http.Response
	body string
}

// problem reads a refusal.
func (a answer) problem(t *testing.T) problem {
	t.Helper()
	var p problem
	if err := json.Unmarshal([]byte(a.body), &p); err != nil || a.Header.Get("Content-Type") != "application/problem+json" {
		t.Fatalf("%d %s is no problem: %s", a.StatusCode, a.Header.Get("Content-Type"), a.body)
	}
	return p
}

// ask sends a request with our key; headers are name, value, …, an empty value removes.
func (r *running) ask(method, path, body string, headers ...string) answer {
	r.Helper()
	var reader io.Reader
	if body != "" {
		reader = strings.NewReader(body)
	}
	request, err := http.NewRequestWithContext(r.Context(), method, r.url+path, reader)
	if err != nil {
		r.Fatal(err)
	}
	request.Header.Set("X-API-Key", ours)
	if body != "" {
		request.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i < len(headers); i += 2 {
		request.Header.Del(headers[i])
		if headers[i+1] != "" {
			request.Header.Set(headers[i], headers[i+1])
		}
	}
	response, err := r.client.Do(request)
	if err != nil {
		r.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		r.Fatal(err)
	}
	return answer{response, string(text)}
}
