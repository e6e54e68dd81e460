package dashboard

import (
	"crypto/rand"
	"errors"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"github.com/alexedwards/scs/v2"

	"github.com/auditctl/auditctl/pkg/audit"
)

const (
	// A session ends after a working day, or two hours without a page.
	sessionLifetime = 12 * time.Hour
	sessionIdle     = 2 * time.Hour
	// A session's last page is noted this often. A page that asks again by itself doesn't count: it would keep an empty chair signed in.
	noteEvery = time.Minute
	// Making a key asks for the password where it was given longer ago.
	freshFor = 15 * time.Minute
)

// What a session holds. Times are in Unix microseconds, as stores keep them.
const (
	sessionAccount   = "account"
	sessionFrom      = "from"      // SessionsFrom of the account, when it was signed in
	sessionConfirmed = "confirmed" // when the password was last given
	sessionSeen      = "seen"      // when a page was last asked for
)

func newSessions(store Sessions, secure bool) *scs.SessionManager {
	m := scs.New()
	m.Store, m.HashTokenInStore = store, true
	m.Lifetime, m.IdleTimeout = sessionLifetime, sessionIdle
	// The browser forgets the cookie when it is closed; the session in the store has its own end.
	m.Cookie = scs.SessionCookie{Name: "auditctl", Path: "/dashboard", HttpOnly: true, SameSite: http.SameSiteLaxMode}
	if secure {
		m.Cookie.Name, m.Cookie.Path, m.Cookie.Secure = "__Host-auditctl", "/", true
	}
	return m
}

// recognize finds out who is signed in. A session whose account is gone, disabled or signed out everywhere is over.
func (x *exchange) recognize() error {
	token := ""
	if c, err := x.r.Cookie(x.sessions.Cookie.Name); err == nil {
		token = c.Value
	}
	ctx, err := x.sessions.Load(x.r.Context(), token)
	if err != nil {
		return err
	}
	x.r = x.r.WithContext(ctx) // its Pattern is set
	id := x.sessions.GetString(ctx, sessionAccount)
	if id == "" {
		return nil
	}
	account, err := x.Backend.Account(ctx, id)
	switch {
	case audit.CodeOf(err) == audit.CodeNotFound:
		return x.endSession()
	case err != nil:
		return err
	case x.sessions.GetInt64(ctx, sessionFrom) < account.SessionsFrom.UnixMicro(): // it only grows; what is known of the account may be a second old
		return x.endSession()
	}
	x.account = &account
	if x.Now().Sub(x.since(sessionSeen)) < noteEvery || strings.HasSuffix(x.r.URL.Path, "/progress") {
		return nil
	}
	x.sessions.Put(ctx, sessionSeen, x.Now().UnixMicro())
	_, _, err = x.sessions.Commit(ctx)
	return err
}

// since gives a time that the session holds.
func (x *exchange) since(what string) time.Time {
	return time.UnixMicro(x.sessions.GetInt64(x.r.Context(), what))
}

// beginSession signs an account in, under a token that nobody has seen.
func (x *exchange) beginSession(account Account) error {
	if err := x.sessions.RenewToken(x.r.Context()); err != nil {
		return err
	}
	now := x.Now().UnixMicro()
	x.sessions.Put(x.r.Context(), sessionAccount, account.ID)
	x.sessions.Put(x.r.Context(), sessionFrom, account.SessionsFrom.UnixMicro())
	x.sessions.Put(x.r.Context(), sessionConfirmed, now)
	x.sessions.Put(x.r.Context(), sessionSeen, now)
	token, expires, err := x.sessions.Commit(x.r.Context())
	if err != nil {
		return err
	}
	x.sessions.WriteSessionCookie(x.r.Context(), x.w, token, expires)
	x.w.Header().Set("Cache-Control", "private, no-store") // the cookie's writer adds its own
	return nil
}

// endSession forgets the session, here and in the browser.
func (x *exchange) endSession() error {
	if err := x.sessions.Destroy(x.r.Context()); err != nil {
		return err
	}
	x.account = nil
	x.sessions.WriteSessionCookie(x.r.Context(), x.w, "", time.Time{})
	x.w.Header().Set("Cache-Control", "private, no-store")
	return nil
}

// fresh says that the password was given a short while ago.
func (x *exchange) fresh() bool { return x.Now().Sub(x.since(sessionConfirmed)) < freshFor }

// confirm takes the password of who is signed in, where it was given too long ago. It errs as Confirm does.
func (x *exchange) confirm(password string) error {
	if x.fresh() {
		return nil
	}
	if password == "" {
		return audit.Errorf(audit.CodeUnauthorized, "")
	}
	err := x.attempt(func() error { return x.Backend.Confirm(x.r.Context(), x.account.ID, password) })
	if err != nil {
		return err
	}
	x.sessions.Put(x.r.Context(), sessionConfirmed, x.Now().UnixMicro())
	_, _, err = x.sessions.Commit(x.r.Context())
	return err
}

// attempt does what a guesser would do often, as often as the client's address may. What succeeds doesn't count. An account that is guessed at from
// everywhere has to wait too, and says so by a refusal with a time.
func (x *exchange) attempt(do func() error) error {
	now := x.Now()
	wait, giveBack := x.attempts.reserve(x.client(), now)
	if wait > 0 {
		return &audit.Error{Code: audit.CodeRateLimited, RetryAfter: wait}
	}
	err := do()
	if err == nil {
		giveBack()
	}
	if e, ok := errors.AsType[*audit.Error](err); ok && e.Code == audit.CodeUnauthorized && e.RetryAfter > 0 {
		return &audit.Error{Code: audit.CodeRateLimited, RetryAfter: e.RetryAfter}
	}
	return err
}

// client is the name that the client is limited by.
func (x *exchange) client() string {
	if peer, err := netip.ParseAddrPort(x.r.RemoteAddr); err == nil {
		return peer.Addr().String()
	}
	return x.r.RemoteAddr
}

// askToSignIn sends the browser to sign in, and back here where this is a page.
func (x *exchange) askToSignIn() {
	if strings.HasSuffix(x.r.URL.Path, "/progress") { // no person waits for it
		x.w.WriteHeader(http.StatusUnauthorized)
		return
	}
	to := "/dashboard/sign-in"
	if !unsafeMethod(x.r) && x.r.URL.Path != "/dashboard" {
		to += "?next=" + url.QueryEscape(x.r.URL.RequestURI())
	}
	x.redirect(to) //nolint:errcheck // it never errs
}

// ours gives an address where it is one of our pages, else the overview.
func ours(next string) string {
	rest, ok := strings.CutPrefix(next, "/dashboard")
	if !ok || len(next) > 2000 || rest != "" && rest[0] != '/' && rest[0] != '?' || strings.ContainsFunc(next, func(r rune) bool { return r <= ' ' || r == '\\' || r > '~' }) {
		return "/dashboard"
	}
	return next
}

// The cookies that hold no secret: the language that was chosen, and what the page after a form says was done.
const (
	languageCookie = "auditctl-language"
	saidCookie     = "auditctl-said"
)

// remember sets a cookie for the scripts of nobody and the pages of ours; of 0 seconds removes it.
func (x *exchange) remember(name, value string, seconds int) {
	if seconds == 0 {
		seconds = -1
	}
	http.SetCookie(x.w, &http.Cookie{
		Name: name, Value: value, Path: "/dashboard", MaxAge: seconds, HttpOnly: true, Secure: x.sessions.Cookie.Secure, SameSite: http.SameSiteLaxMode,
	})
}

// done sends the browser to a page that says what was done: a key of words.
func (x *exchange) done(said, to string) error {
	x.remember(saidCookie, said, 60)
	return x.redirect(to)
}

// nonce is a value that no other form has.
func nonce() string { return rand.Text() }
