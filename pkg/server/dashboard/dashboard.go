package dashboard

import (
	"cmp"
	"errors"
	"fmt"
	"html/template"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/alexedwards/scs/v2"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/report"
)

// Config is how a dashboard is run.
type Config struct {
	Backend Backend
	// Log takes faults; nil discards them.
	Log *slog.Logger
	// BaseURL is the address that browsers know the service by; empty is the one that they ask for.
	BaseURL string
	// TLS says that this process speaks TLS itself. Cookies are for TLS alone then, and where BaseURL is https.
	TLS bool
	// Brand is whose dashboard it is, and whose reports it shows; its zero value is auditctl's. It has passed Check.
	Brand report.Brand
	// Print makes PDFs of HTML reports; nil where no browser is at hand.
	Print report.Printer
	// Submitted is told of every submission that was accepted; nil where nobody counts them.
	Submitted func(audit.Receipt)
	// Now is the clock; nil is time.Now.
	Now func() time.Time
}

// dashboard serves the pages.
type dashboard struct {
	Config
	origin   *http.CrossOriginProtection
	sessions *scs.SessionManager
	attempts *limits // at a password or an invitation, by client address
	pace     *limits // of pages, by account
	pages    *template.Template
	assets   assets
	mux      *http.ServeMux
}

// maxForm is how many bytes a form may have: 50 addresses of the longest, percent-encoded by browsers, as the API takes them.
const maxForm = 512 << 10

// New makes the handler of everything under /dashboard. It expects the client's address in RemoteAddr: what it is limited by. It sets the Pattern of the
// requests that it is given, for whoever counts them.
func New(c Config) (http.Handler, error) {
	if c.Backend == nil {
		return nil, errors.New("a dashboard needs a backend")
	}
	c.Log = cmp.Or(c.Log, slog.New(slog.DiscardHandler))
	if c.Now == nil {
		c.Now = time.Now
	}
	base, err := url.Parse(c.BaseURL)
	if err != nil {
		return nil, fmt.Errorf("reading the dashboard's base URL: %w", err)
	}
	d := &dashboard{
		Config: c, origin: http.NewCrossOriginProtection(), sessions: newSessions(c.Backend.Sessions(), c.TLS || base.Scheme == "https"),
		// Ten attempts at once, then six a minute; pages as an impatient reader with several windows asks for them.
		attempts: newLimits(0.1, 10), pace: newLimits(10, 40), mux: http.NewServeMux(),
	}
	if base.Host != "" {
		// Behind a proxy that asks for another Host, what a browser says of its origin is the public address.
		if err := d.origin.AddTrustedOrigin(base.Scheme + "://" + base.Host); err != nil {
			return nil, fmt.Errorf("trusting the dashboard's base URL: %w", err)
		}
	}
	if d.assets, err = newAssets(c.Brand); err != nil {
		return nil, err
	}
	if d.pages, err = parsePages(d.assets, c.Print != nil); err != nil {
		return nil, fmt.Errorf("reading the dashboard's pages: %w", err)
	}
	for _, r := range d.routes() {
		d.mux.HandleFunc(r.pattern, d.with(r.who, r.handle))
	}
	return d, nil
}

// access is whom a page is for.
type access int

const (
	anyone   access = iota
	signedIn        // others are sent to sign in
	operator        // for others it doesn't exist
)

// route is a page, or what a form does.
type route struct {
	pattern string
	who     access
	handle  handler
}

func (d *dashboard) routes() []route {
	return []route{
		{"/dashboard/", anyone, func(*exchange) error { return audit.Errorf(audit.CodeNotFound, "") }},
		{"GET " + assetsPath + "{hash}/{name}", anyone, d.asset},
		{"GET /dashboard/sign-in", anyone, d.signInPage},
		{"POST /dashboard/sign-in", anyone, d.signIn},
		{"POST /dashboard/sign-out", anyone, d.signOut},
		{"POST /dashboard/language", anyone, d.chooseLanguage},
		{"GET /dashboard/invitation/{invitation}", anyone, d.invitationPage},
		{"POST /dashboard/invitation/{invitation}", anyone, d.acceptInvitation},

		{"GET /dashboard", signedIn, d.overview},
		{"GET /dashboard/{$}", signedIn, func(x *exchange) error { return x.redirect("/dashboard") }},
		{"GET /dashboard/progress", signedIn, d.overviewProgress},
		{"GET /dashboard/submit", signedIn, d.submitPage},
		{"POST /dashboard/submit", signedIn, d.submit},
		{"GET /dashboard/audits", signedIn, d.audits},
		{"GET /dashboard/audits/{id}", signedIn, d.audit},
		{"GET /dashboard/audits/{id}/progress", signedIn, d.auditProgress},
		{"GET /dashboard/audits/{id}/report", signedIn, d.auditReport},
		{"GET /dashboard/audits/{id}/changes", signedIn, d.changes},
		{"POST /dashboard/audits/{id}/delete", signedIn, d.deleteAudit},
		{"GET /dashboard/history", signedIn, d.history},
		{"GET /dashboard/batches", signedIn, d.batches},
		{"GET /dashboard/batches/{id}", signedIn, d.batch},
		{"GET /dashboard/batches/{id}/progress", signedIn, d.batchProgress},
		{"GET /dashboard/batches/{id}/report", signedIn, d.batchReport},
		{"GET /dashboard/keys", signedIn, d.keys},
		{"POST /dashboard/keys", signedIn, d.createKey},
		{"GET /dashboard/keys/{id}", signedIn, d.key},
		{"POST /dashboard/keys/{id}/rotate", signedIn, d.rotateKey},
		{"POST /dashboard/keys/{id}/revoke", signedIn, d.revokeKey},
		{"GET /dashboard/usage", signedIn, d.usage},
		{"GET /dashboard/settings", signedIn, d.settings},
		{"POST /dashboard/settings/password", signedIn, d.changePassword},
		{"POST /dashboard/settings/sign-out-everywhere", signedIn, d.signOutEverywhere},

		{"GET /dashboard/operator/accounts", operator, d.accounts},
		{"GET /dashboard/operator/accounts/{id}", operator, d.account},
		{"POST /dashboard/operator/accounts/{id}/plan", operator, d.setPlan},
		{"POST /dashboard/operator/accounts/{id}/disable", operator, d.disable},
		{"POST /dashboard/operator/accounts/{id}/enable", operator, d.enable},
		{"GET /dashboard/operator/keys", operator, d.allKeys},
		{"POST /dashboard/operator/keys/{id}/revoke", operator, d.revokeAnyKey},
		{"GET /dashboard/operator/queue", operator, d.queue},
		{"GET /dashboard/operator/queue/progress", operator, d.queueProgress},
	}
}

// handler answers a request, or returns why it can't: then nothing has been written yet.
type handler func(x *exchange) error

// exchange is one request and who makes it.
type exchange struct {
	*dashboard
	w       http.ResponseWriter
	r       *http.Request
	lang    audit.Lang
	account *Account // nil where nobody is signed in
}

// policy is the Content-Security-Policy of every page: what it shows comes from here, and its forms are sent here.
const policy = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// ServeHTTP implements http.Handler.
func (d *dashboard) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", policy)
	// With no-referrer browsers would call the origin of our own forms null.
	h.Set("Referrer-Policy", "same-origin")
	h.Set("X-Frame-Options", "DENY")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cache-Control", "private, no-store")
	h.Set("Vary", "Cookie, Accept-Language")
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	d.mux.ServeHTTP(w, r)
}

// with makes a handler an http.HandlerFunc: for whom it is for, and what it returns answered with a page. The exchange has the request, and its context.
//
//nolint:contextcheck // as said
func (d *dashboard) with(who access, handle handler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		x := &exchange{dashboard: d, w: w, r: r, lang: language(r)}
		if err := x.admit(who); err != nil {
			x.refuse(err)
			return
		}
		if who > anyone && x.account == nil {
			x.askToSignIn()
			return
		}
		if err := handle(x); err != nil {
			x.refuse(err)
		}
	}
}

// admit refuses forged forms, finds out who is signed in and holds them to their pace.
func (x *exchange) admit(who access) error {
	if unsafeMethod(x.r) {
		if err := x.origin.Check(x.r); err != nil {
			return errForged
		}
	}
	if strings.HasPrefix(x.r.URL.Path, assetsPath) {
		return nil
	}
	if err := x.recognize(); err != nil {
		return err
	}
	if x.account == nil {
		return nil
	}
	if wait := x.pace.take(x.account.ID, x.Now()); wait > 0 {
		return &audit.Error{Code: audit.CodeRateLimited, RetryAfter: wait}
	}
	if who == operator && !x.account.Operator {
		return audit.Errorf(audit.CodeNotFound, "")
	}
	return nil
}

// errForged is of a form that another site has sent.
var errForged = errors.New("the form was not sent from one of our pages")

func unsafeMethod(r *http.Request) bool {
	return r.Method != http.MethodGet && r.Method != http.MethodHead && r.Method != http.MethodOptions
}

// redirect sends the browser to a page of ours, by GET.
func (x *exchange) redirect(to string) error {
	x.w.Header().Set("Location", to)
	x.w.WriteHeader(http.StatusSeeOther)
	return nil
}

// service is the audits of who is signed in.
func (x *exchange) service() Service { return x.Backend.For(audit.Caller{AccountID: x.account.ID}) }

// pathID gives the id in the path. What can't be one isn't looked for.
func (x *exchange) pathID() (string, error) {
	id := x.r.PathValue("id")
	if id == "" || len(id) > 64 || strings.IndexFunc(id, func(r rune) bool { return r != '_' && r != '-' && (r < '0' || r > '9') && (r < 'a' || r > 'z') }) >= 0 {
		return "", audit.Errorf(audit.CodeNotFound, "")
	}
	return id, nil
}
