package dashboard

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
)

// fake is a service in memory: three accounts with the same password, one of them an operator's, and one invitation.
type fake struct {
	mu          sync.Mutex
	accounts    []Account
	passwords   map[string]string // by account
	invitations map[string]string // accounts by token
	list        []Key
	audits      []owned // the newest first
	submitted   []audit.Submission
	sessions    map[string]kept
	refused     error         // what Submit fails with, where set
	guesses     int           // passwords that were tried
	wait        time.Duration // how long SignIn has everybody wait
}

type owned struct {
	account string
	audit.Encoded
}

type kept struct {
	data    []byte
	expires time.Time
}

const (
	password = "correct horse battery"
	ourID    = "acc_ours"
	theirID  = "acc_theirs"
	bossID   = "acc_boss"
	doneID   = "aud_done"
	waitID   = "aud_wait"
	wrongID  = "aud_wrong"
	foreign  = "aud_foreign"
	ourKey   = "key_ours"
	theirKey = "key_theirs"
	batchID  = "bat_ours"
)

// hostile is what a stranger writes where it is shown.
const hostile = "<script>alert(1)</script>\"'><img src=x onerror=alert(1)>\u202eevil"

// began is the clock's first time.
var began = time.Date(2026, time.November, 21, 9, 30, 0, 0, time.UTC)

func newFake(t testing.TB) *fake {
	t.Helper()
	f := &fake{
		accounts: []Account{
			{ID: ourID, Email: "ours@example.com", Plan: audit.Individual, Quota: audit.NewQuota(100, 13), HasPassword: true, CreatedAt: began},
			{ID: theirID, Email: "theirs@example.com", Plan: audit.Agency, Quota: audit.NewQuota(500, 0), HasPassword: true, CreatedAt: began},
			{ID: bossID, Email: "boss@example.com", Plan: audit.Unlimited, Quota: audit.NewQuota(audit.UnlimitedLimit, 1), HasPassword: true, Operator: true, CreatedAt: began},
			{ID: "acc_new", Email: "new@example.com", Plan: audit.Individual, Quota: audit.NewQuota(100, 0), CreatedAt: began},
		},
		passwords:   map[string]string{ourID: password, theirID: password, bossID: password},
		invitations: map[string]string{"open-sesame": "acc_new"},
		list: []Key{
			{ID: ourKey, AccountID: ourID, Name: hostile, Prefix: "auk_live_aaaaaa", CreatedAt: began},
			{ID: theirKey, AccountID: theirID, Name: "theirs", Prefix: "auk_live_bbbbbb", CreatedAt: began},
		},
		sessions: map[string]kept{},
	}
	for i := range 3 {
		f.add(t, ourID, finished(fmt.Sprintf("aud_old%d", i), began.Add(time.Duration(i-5)*24*time.Hour), 50+5*i))
	}
	f.add(t, ourID, finished(doneID, began, 71))
	f.add(t, ourID, audit.Audit{AuditID: waitID, BatchID: batchID, URL: "https://example.org/shop", Domain: "example.org", Status: audit.Pending, CreatedAt: began})
	f.add(t, ourID, audit.Audit{
		AuditID: wrongID, BatchID: batchID, URL: "javascript:" + hostile, Status: audit.Invalid, CreatedAt: began,
		Error: &audit.Failure{Code: audit.CodeSchemeNotAllowed, Message: "only http and https " + hostile},
	})
	f.add(t, theirID, finished(foreign, began, 40))
	return f
}

// finished is a finished audit of example.com.
func finished(id string, at time.Time, value int) audit.Audit {
	scores := map[audit.Metric]audit.Score{}
	for i, m := range audit.Metrics() {
		scores[m] = audit.Score{Value: (value + 7*i) % 101, Tier: audit.Measured, Source: "Read " + hostile}
	}
	end := at.Add(time.Minute)
	batch := batchID
	if id != doneID {
		batch = "bat_" + strings.TrimPrefix(id, "aud_")
	}
	return audit.Audit{
		AuditID: id, BatchID: batch, URL: "https://www.example.com/?q=" + hostile, Domain: "example.com", Status: audit.Done, Lang: audit.English, CreatedAt: at, FinishedAt: &end,
		Report: &audit.Report{
			OverallAIReadiness: value, Scores: scores, Summary: "A site.\n1. Do " + hostile, AuditedAt: at, RulesVersion: "2", FinalURL: "https://www.example.com/",
			Business: audit.Business{Name: hostile}, Checks: []audit.Check{{ID: "seo.title-present", Metric: audit.SEO, Status: audit.Fail, Weight: 3, Title: hostile, Detail: hostile}},
		},
	}
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
	f.audits = slices.Insert(f.audits, 0, owned{account, e})
}

func missing() error { return audit.Errorf(audit.CodeNotFound, "there is none") }

func (f *fake) For(c audit.Caller) Service { return &fakeService{f, c.AccountID} }

func (f *fake) SignIn(_ context.Context, email, given string) (Account, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.guesses++
	if f.wait > 0 {
		return Account{}, &audit.Error{Code: audit.CodeUnauthorized, RetryAfter: f.wait}
	}
	for _, a := range f.accounts {
		if a.Email == email && f.passwords[a.ID] == given && given != "" && a.DisabledAt == nil {
			return a, nil
		}
	}
	return Account{}, audit.Errorf(audit.CodeUnauthorized, "no")
}

func (f *fake) Account(_ context.Context, id string) (Account, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, a := range f.accounts {
		if a.ID == id && a.DisabledAt == nil {
			return a, nil
		}
	}
	return Account{}, missing()
}

func (f *fake) Invited(ctx context.Context, invitation string) (Account, error) {
	return f.Account(ctx, f.invitations[invitation])
}

func (f *fake) Accept(ctx context.Context, invitation, password string) (Account, error) {
	a, err := f.Invited(ctx, invitation)
	if err != nil {
		return a, err
	}
	if password == guessed {
		return a, &audit.Error{Code: audit.CodeValidationFailed, Fields: []audit.FieldError{{Pointer: "password", Code: "guessable"}}}
	}
	if len(password) < 12 {
		return a, audit.Errorf(audit.CodeValidationFailed, "too short")
	}
	delete(f.invitations, invitation)
	f.passwords[a.ID] = password
	return a, nil
}

func (f *fake) ChangePassword(_ context.Context, account, present, next string) error {
	if f.passwords[account] != present {
		return audit.Errorf(audit.CodeUnauthorized, "no")
	}
	if next == guessed {
		return &audit.Error{Code: audit.CodeValidationFailed, Fields: []audit.FieldError{{Pointer: "password", Code: "guessable"}}}
	}
	if len(next) < 12 {
		return audit.Errorf(audit.CodeValidationFailed, "too short")
	}
	f.passwords[account] = next
	f.change(account, func(a *Account) { a.SessionsFrom = began.Add(time.Second) }) // by a clock that is ahead
	return nil
}

func (f *fake) Confirm(_ context.Context, account, password string) error {
	f.guesses++
	if f.passwords[account] != password {
		return audit.Errorf(audit.CodeUnauthorized, "no")
	}
	return nil
}

func (f *fake) change(account string, change func(*Account)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for i := range f.accounts {
		if f.accounts[i].ID == account {
			change(&f.accounts[i])
		}
	}
}

func (f *fake) EndSessions(_ context.Context, account string) error {
	f.change(account, func(a *Account) { a.SessionsFrom = began.Add(time.Hour) })
	return nil
}

func (f *fake) Keys(_ context.Context, account string) ([]Key, error) {
	return slices.DeleteFunc(slices.Clone(f.list), func(k Key) bool { return k.AccountID != account }), nil
}

func (f *fake) CreateKey(_ context.Context, account, name string, expires time.Duration) (string, Key, error) {
	if len(f.list) >= 9 {
		return "", Key{}, &audit.Error{Code: audit.CodeValidationFailed, Fields: []audit.FieldError{{Pointer: "account", Code: "too_many"}}}
	}
	if strings.ContainsFunc(name, func(r rune) bool { return r < ' ' }) {
		return "", Key{}, audit.Errorf(audit.CodeValidationFailed, "malformed")
	}
	k := Key{ID: fmt.Sprintf("key_made%d", len(f.list)), AccountID: account, Name: name, Prefix: "auk_live_cccccc", CreatedAt: began}
	if expires > 0 {
		at := began.Add(expires)
		k.ExpiresAt = &at
	}
	f.list = append(f.list, k)
	return "auk_live_secret", k, nil
}

func (f *fake) RevokeKey(_ context.Context, account, id string) error {
	for i, k := range f.list {
		if k.ID == id && (k.AccountID == account || account == "") {
			f.list[i].RevokedAt = &began
			return nil
		}
	}
	return missing()
}

func (f *fake) RotateKey(ctx context.Context, account, id string, _ time.Duration) (string, Key, error) {
	if err := f.RevokeKey(ctx, account, id); err != nil {
		return "", Key{}, err
	}
	return f.CreateKey(ctx, account, "rotated", 0)
}

func (f *fake) Usage(_ context.Context, account string) ([]Returning, error) {
	if account != ourID {
		return nil, nil
	}
	return []Returning{{began.Add(24 * time.Hour), 3}, {began.Add(72 * time.Hour), 10}}, nil
}

func (f *fake) Accounts(context.Context) ([]Account, error) { return f.accounts, nil }

func (f *fake) AllKeys(context.Context) ([]Key, error) { return f.list, nil }

func (f *fake) SetPlan(_ context.Context, account string, plan audit.Plan, limit int) error {
	if plan == audit.Agency && limit < 1 {
		return audit.Errorf(audit.CodeValidationFailed, "limit")
	}
	f.change(account, func(a *Account) { a.Plan = plan })
	return nil
}

func (f *fake) SetDisabled(_ context.Context, account string, disabled bool) error {
	f.change(account, func(a *Account) {
		a.DisabledAt = nil
		if disabled {
			a.DisabledAt = &began
		}
	})
	return nil
}

func (f *fake) RevokeAnyKey(ctx context.Context, id string) error { return f.RevokeKey(ctx, "", id) }

func (f *fake) Backlog(context.Context) (int, int, time.Time, error) { return 7, 3, began, nil }

func (f *fake) Sessions() Sessions { return &fakeSessions{f} }

type fakeSessions struct{ *fake }

func (s *fakeSessions) FindCtx(_ context.Context, token string) ([]byte, bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	k, found := s.sessions[token]
	return k.data, found && time.Now().Before(k.expires), nil
}

func (s *fakeSessions) CommitCtx(_ context.Context, token string, data []byte, expires time.Time) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sessions[token] = kept{data, expires}
	return nil
}

func (s *fakeSessions) DeleteCtx(_ context.Context, token string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.sessions, token)
	return nil
}

func (s *fakeSessions) Find(string) ([]byte, bool, error)      { panic("scs has the other") }
func (s *fakeSessions) Commit(string, []byte, time.Time) error { panic("scs has the other") }
func (s *fakeSessions) Delete(string) error                    { panic("scs has the other") }

type fakeService struct {
	*fake
	account string
}

func (s *fakeService) find(match func(owned) bool) []audit.Encoded {
	var found []audit.Encoded
	for _, a := range s.audits {
		if a.account == s.account && match(a) {
			found = append(found, a.Encoded)
		}
	}
	return found
}

func (s *fakeService) Submit(_ context.Context, sub audit.Submission) (audit.Receipt, error) {
	if s.refused != nil {
		return audit.Receipt{}, s.refused
	}
	s.submitted = append(s.submitted, sub)
	return audit.Receipt{Success: true, BatchID: batchID, Count: len(sub.URLs), Audits: []audit.Entry{{AuditID: waitID, Status: audit.Pending}}}, nil
}

func (s *fakeService) Audit(_ context.Context, id string) (*audit.Audit, error) {
	for _, e := range s.find(func(a owned) bool { return a.AuditID == id }) {
		return e.Decode()
	}
	return nil, missing()
}

func (s *fakeService) EncodedBatch(_ context.Context, id string, _ bool) ([]audit.Encoded, error) {
	found := s.find(func(a owned) bool { return a.BatchID == id })
	if found == nil {
		return nil, missing()
	}
	return found, nil
}

func (s *fakeService) Batch(ctx context.Context, id string) (*audit.Batch, error) {
	list, err := s.EncodedBatch(ctx, id, true)
	if err != nil {
		return nil, err
	}
	var audits []audit.Audit
	for _, e := range list {
		a, err := e.Decode()
		if err != nil {
			return nil, err
		}
		audits = append(audits, *a)
	}
	b := audit.NewBatch(id, audits)
	return &b, nil
}

func (s *fakeService) Delete(_ context.Context, id string) error {
	a, err := s.Audit(context.Background(), id)
	if err != nil {
		return err
	}
	if !a.Status.Terminal() {
		return audit.Errorf(audit.CodeAuditPending, "it runs")
	}
	s.audits = slices.DeleteFunc(s.audits, func(a owned) bool { return a.AuditID == id })
	return nil
}

func (s *fakeService) EncodedAudits(_ context.Context, q audit.Query) (list []audit.Encoded, next string, err error) {
	list = s.find(func(a owned) bool { return q.Domain == "" || a.Domain == q.Domain })
	if at := slices.IndexFunc(list, func(e audit.Encoded) bool { return e.AuditID == q.Cursor }); at >= 0 {
		list = list[at+1:]
	} else if q.Cursor != "" && q.Cursor != "aud_cursor" {
		return nil, "", audit.Errorf(audit.CodeValidationFailed, "no cursor")
	}
	if q.Cursor == "" && q.Domain == "" {
		next = "aud_cursor"
	}
	return list, next, nil
}

func (s *fakeService) Audits(ctx context.Context, q audit.Query) (audit.AuditPage, error) {
	list, next, err := s.EncodedAudits(ctx, q)
	if err != nil {
		return audit.AuditPage{}, err
	}
	page := audit.AuditPage{NextCursor: next}
	for _, e := range list {
		a, err := e.Decode()
		if err != nil {
			return page, err
		}
		page.Audits = append(page.Audits, *a)
	}
	return page, nil
}

func (s *fakeService) Batches(_ context.Context, q audit.Query) (audit.BatchPage, error) {
	if q.Cursor != "" && q.Cursor != "aud_cursor" {
		return audit.BatchPage{}, audit.Errorf(audit.CodeValidationFailed, "no cursor")
	}
	if s.account != ourID {
		return audit.BatchPage{}, nil
	}
	return audit.BatchPage{Batches: []audit.BatchHead{{BatchID: batchID, CreatedAt: began, Total: 3, Completed: 1, Pending: 1, Failed: 1, FirstURL: hostile}}}, nil
}

func (s *fakeService) Account(context.Context) (audit.Account, error) { return audit.Account{}, nil }

func (s *fakeService) Screenshot(context.Context, string) ([]byte, error) { return nil, missing() }

// site is a dashboard over a fake, with a clock of its own.
type site struct {
	*fake
	*httptest.Server
	mu  sync.Mutex
	now time.Time
}

func newSite(t testing.TB, change ...func(*Config)) *site {
	t.Helper()
	s := &site{fake: newFake(t), now: began}
	c := Config{Backend: s.fake, Now: s.clock}
	for _, f := range change {
		f(&c)
	}
	h, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	s.Server = httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s
}

func (s *site) clock() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now
}

func (s *site) later(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now = s.now.Add(d)
}

// browser keeps cookies as a browser does, and says where its forms come from.
type browser struct {
	*http.Client
	t    testing.TB
	site *site
	lang string
	from string // Sec-Fetch-Site of its forms
}

func (s *site) browser(t testing.TB) *browser {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &browser{&http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}, t, s, "en", "same-origin"}
}

// answer is a response that was read.
type answer struct {
	*http.Response
	text string
}

func (b *browser) send(method, path string, form url.Values) answer {
	b.t.Helper()
	var body io.Reader
	if form != nil {
		body = strings.NewReader(form.Encode())
	}
	r, err := http.NewRequest(method, b.site.URL+path, body)
	if err != nil {
		b.t.Fatal(err)
	}
	r.Header.Set("Accept-Language", b.lang)
	if form != nil {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		if b.from != "" {
			r.Header.Set("Sec-Fetch-Site", b.from)
		}
	}
	response, err := b.Do(r)
	if err != nil {
		b.t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	return answer{response, string(text)}
}

func (b *browser) get(path string) answer {
	b.t.Helper()
	return b.send(http.MethodGet, path, nil)
}

func (b *browser) post(path string, pairs ...string) answer {
	b.t.Helper()
	form := url.Values{}
	for i := 0; i < len(pairs); i += 2 {
		form.Set(pairs[i], pairs[i+1])
	}
	return b.send(http.MethodPost, path, form)
}

// in signs an account in.
func (b *browser) in(email string) *browser {
	b.t.Helper()
	if got := b.post("/dashboard/sign-in", "email", email, "password", password); got.StatusCode != http.StatusSeeOther {
		b.t.Fatalf("signing in: %d", got.StatusCode)
	}
	return b
}

// token is the session's cookie.
func (b *browser) token() string {
	at, err := url.Parse(b.site.URL + "/dashboard")
	if err != nil {
		b.t.Fatal(err)
	}
	for _, c := range b.Jar.Cookies(at) {
		if c.Name == "auditctl" {
			return c.Value
		}
	}
	return ""
}
