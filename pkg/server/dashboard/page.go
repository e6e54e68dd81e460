package dashboard

import (
	"bytes"
	"cmp"
	"embed"
	"errors"
	"fmt"
	"html/template"
	"log/slog"
	"math"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/report"
)

//go:embed templates
var templateFiles embed.FS

func parsePages(files assets, print bool) (*template.Template, error) {
	return template.New("").Funcs(template.FuncMap{
		"asset":   files.path,
		"formats": func() []string { return formats(print) },
		"sub":     func(a, b int) int { return a - b },
		"web": func(address string) bool {
			u, err := url.Parse(address)
			return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != ""
		},
	}).ParseFS(templateFiles, "templates/*.tmpl")
}

// view is what a page's template shows. Data is the page's own.
type view struct {
	words
	Product string
	Account *Account
	Path    string // with its query, where the language form leads back to
	Section string // the path that the navigation marks
	Title   string
	Said    string // what the form before has done; empty where nothing
	Faulty  bool   // the form was not taken
	Now     time.Time
	Data    any
}

// With is the same view of other data: for a template that shows a part.
func (v view) With(data any) view {
	v.Data = data
	return v
}

// navItem is a link of the navigation.
type navItem struct {
	Path, Name string
	Here       bool
}

// Nav lists the pages for who is signed in.
func (v view) Nav() ([]navItem, error) {
	return v.links("/dashboard", "/dashboard/submit", "/dashboard/audits", "/dashboard/batches", "/dashboard/keys", "/dashboard/usage", "/dashboard/settings")
}

// OperatorNav lists the pages for operators.
func (v view) OperatorNav() ([]navItem, error) {
	return v.links("/dashboard/operator/accounts", "/dashboard/operator/keys", "/dashboard/operator/queue")
}

func (v view) links(paths ...string) ([]navItem, error) {
	var list []navItem
	for _, path := range paths {
		name, err := v.Say("nav." + cmp.Or(strings.TrimPrefix(strings.TrimPrefix(path, "/dashboard"), "/"), "overview"))
		if err != nil {
			return nil, err
		}
		list = append(list, navItem{path, name, v.Section == path})
	}
	return list, nil
}

// page is how a page is shown.
type page struct {
	name    string // of the template
	section string // path that the navigation marks
	title   string // key of words; where it is empty, heading says it
	heading string // a title that is no word of ours: a domain
	data    any
	status  int  // 0 is 200
	faulty  bool // its form was not taken
}

// show answers with a page.
func (x *exchange) show(p page) error {
	v := view{
		words: words(x.lang), Product: cmp.Or(x.Brand.Name, "auditctl"), Account: x.account, Section: p.section, Title: p.heading, Faulty: p.faulty,
		Now: x.Now().UTC(), Data: p.data,
	}
	v.Path = "/dashboard"
	if !unsafeMethod(x.r) && p.status == 0 {
		v.Path = x.r.URL.RequestURI()
	}
	var err error
	if v.Title == "" {
		if v.Title, err = v.Say("title." + p.title); err != nil {
			return err
		}
	}
	if c, err := x.r.Cookie(saidCookie); err == nil {
		x.remember(saidCookie, "", 0)
		if text, err := v.Say("said." + c.Value); err == nil { // a browser may send anything
			v.Said = text
		}
	}
	return x.write(p.name, v, cmp.Or(p.status, http.StatusOK))
}

// part answers with the part of a page that a script puts in place of the old one.
func (x *exchange) part(name string, data any) error {
	return x.write(name, view{words: words(x.lang), Now: x.Now().UTC(), Data: data}, http.StatusOK)
}

// write answers with a template: a page, or the part of one that a script puts in place of the old one. What strangers wrote is escaped by the template for
// where it stands, and what could still change how the page shows what follows is replaced in the page as a whole, so that no field can be forgotten.
func (x *exchange) write(name string, v view, status int) error {
	var b bytes.Buffer
	if err := x.pages.ExecuteTemplate(&b, name, v); err != nil {
		return fmt.Errorf("writing the page %s: %w", name, err)
	}
	x.send("text/html; charset=utf-8", []byte(report.Visible(b.String())), status)
	return nil
}

// longAnswer is from how many bytes an answer may take a slow reader longer than a page.
const longAnswer = 256 << 10

func (x *exchange) send(kind string, body []byte, status int) {
	h := x.w.Header()
	h.Set("Content-Type", kind)
	h.Set("Content-Length", strconv.Itoa(len(body)))
	if len(body) > longAnswer {
		// The server's time for an answer is that of a page. A writer in memory has none.
		http.NewResponseController(x.w).SetWriteDeadline(time.Now().Add(5 * time.Minute)) //nolint:errcheck // then the server's stands
	}
	x.w.WriteHeader(status)
	if x.r.Method != http.MethodHead {
		x.w.Write(body) //nolint:errcheck // nobody is left to be told of a client that is gone
	}
}

// refusal is a page that says why there is no other.
type refusal struct {
	Code      string
	RequestID string
	Wait      int // seconds until it may do better; 0 where waiting doesn't help
}

// refuse answers with why a page can't be shown. What is behind it is for the log.
func (x *exchange) refuse(err error) {
	var e *audit.Error
	if !errors.As(err, &e) {
		e = &audit.Error{Code: audit.CodeInternal}
		if x.r.Context().Err() != nil { // the client left, or the server stops: no fault
			e = &audit.Error{Code: audit.CodeInterrupted, RetryAfter: time.Second}
		}
	}
	status, title := http.StatusInternalServerError, "fault"
	switch {
	case errors.Is(err, errForged):
		status, title = http.StatusForbidden, "forged"
	case isTooLarge(err):
		status, title = http.StatusRequestEntityTooLarge, "too-large"
	case e.Code == audit.CodeNotFound:
		status, title = http.StatusNotFound, "not-found"
	case e.Code == audit.CodeRateLimited || e.Code == audit.CodeTooManyFailures:
		status, title = http.StatusTooManyRequests, "slow-down"
	case e.Code == audit.CodeAuditPending:
		status, title = http.StatusConflict, "pending"
	case e.Code == audit.CodeValidationFailed:
		status, title = http.StatusUnprocessableEntity, "invalid"
	case e.Code == audit.CodeOverloaded || e.Code == audit.CodeInterrupted:
		status, title = http.StatusServiceUnavailable, "busy"
	}
	r := refusal{Code: title, RequestID: x.w.Header().Get("X-Request-Id"), Wait: int(math.Ceil(e.RetryAfter.Seconds()))}
	if status == http.StatusServiceUnavailable || status == http.StatusTooManyRequests {
		r.Wait = max(1, r.Wait)
		x.w.Header().Set("Retry-After", strconv.Itoa(r.Wait))
	}
	if status == http.StatusInternalServerError {
		x.Log.LogAttrs(x.r.Context(), slog.LevelError, "page failed", slog.String("request_id", r.RequestID), slog.String("route", x.r.Pattern), slog.Any("error", cmp.Or(errors.Unwrap(err), err)))
	}
	for _, name := range []string{"Content-Disposition", "ETag"} { // of an answer that didn't come about
		x.w.Header().Del(name)
	}
	if err := x.show(page{name: "refusal", title: title, status: status, data: r}); err != nil {
		x.Log.LogAttrs(x.r.Context(), slog.LevelError, "page failed", slog.Any("error", err))
		http.Error(x.w, http.StatusText(status), status)
	}
}

func isTooLarge(err error) bool {
	_, ok := errors.AsType[*http.MaxBytesError](err)
	return ok
}

// form reads what was sent. It errs where that is no form, or too large a one.
func (x *exchange) form() (url.Values, error) {
	if err := x.r.ParseForm(); err != nil {
		if isTooLarge(err) {
			return nil, err
		}
		return nil, &audit.Error{Code: audit.CodeValidationFailed, Err: err}
	}
	return x.r.PostForm, nil
}

// field is an input of a form, with its words.
type field struct {
	Name, Label string
	Hint, Error string // below it; empty where nothing is to be said
	Kind        string // an input's type, or textarea, select, checkbox, hidden
	Value       string // on for a checked checkbox
	Fill        string // what browsers may fill in: autocomplete
	Required    bool
	Focus       bool
	Longest     int // characters; 0 is no bound
	Options     []option
}

type option struct{ Value, Name string }

// say gives words for fields, whose keys are in the code; one that is missing is seen by every test of the page.
func (x *exchange) say(key string, args ...any) string {
	text, err := words(x.lang).Say(key, args...)
	if err != nil {
		panic(err)
	}
	return text
}
