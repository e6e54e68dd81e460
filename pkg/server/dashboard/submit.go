package dashboard

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit"
)

// submitted is what the form to submit addresses was filled with.
type submitted struct {
	urls    string // one a line
	lang    audit.Lang
	refresh bool
}

// shown returns the addresses to fill the form with again, without passwords.
func (s submitted) shown() string {
	lines := strings.Split(s.urls, "\n")
	for i, line := range lines {
		lines[i] = audit.WithoutCredentials(line)
	}
	return strings.Join(lines, "\n")
}

// submitForm is the page to submit addresses.
type submitForm struct {
	form
	Quota     audit.Quota
	Unlimited bool
}

func (d *dashboard) submitPage(x *exchange) error {
	return x.showSubmit(submitted{lang: x.lang}, "", 0)
}

func (x *exchange) showSubmit(s submitted, fault string, status int) error {
	urls := field{
		Name: "urls", Label: x.say("field.urls"), Hint: x.say("hint.urls", audit.MaxURLs), Kind: "textarea", Value: s.shown(),
		Required: true, Error: fault,
		Focus: fault != "",
	}
	refresh := field{Name: "refresh", Label: x.say("field.refresh"), Hint: x.say("hint.refresh"), Kind: "checkbox"}
	if s.refresh {
		refresh.Value = "on"
	}
	fields := []field{
		urls,
		{Name: "lang", Label: x.say("field.lang"), Kind: "select", Value: string(s.lang), Options: []option{{"en", "English"}, {"fr", "Français"}}},
		refresh,
		{Name: "nonce", Kind: "hidden", Value: nonce()},
	}
	q := x.account.Quota
	return x.show(page{
		name: "submit", section: "/dashboard/submit", title: "submit", status: status, faulty: fault != "",
		data: submitForm{form{Fields: fields}, q, q.Limit >= audit.UnlimitedLimit},
	})
}

// submit takes the lines of the form as the API takes its list: an address that can't be audited is an audit that says why, and refuses no other.
func (d *dashboard) submit(x *exchange) error {
	values, err := x.form()
	if err != nil {
		return err
	}
	s := submitted{urls: values.Get("urls"), lang: audit.English, refresh: values.Get("refresh") == "on"}
	if values.Get("lang") == string(audit.French) {
		s.lang = audit.French
	}
	var urls []string
	for line := range strings.Lines(s.urls) {
		if line = strings.TrimSpace(line); line != "" {
			urls = append(urls, line)
		}
	}
	switch {
	case len(urls) == 0:
		return x.showSubmit(s, x.say("fault.no-urls"), http.StatusUnprocessableEntity)
	case len(urls) > audit.MaxURLs:
		return x.showSubmit(s, x.say("fault.many-urls", len(urls), audit.MaxURLs), http.StatusUnprocessableEntity)
	}
	receipt, err := x.service().Submit(x.r.Context(), audit.Submission{
		URLs: urls, Lang: s.lang, Refresh: s.refresh, IdempotencyKey: once(values.Get("nonce"), s),
	})
	switch audit.CodeOf(err) {
	case "":
	case audit.CodeTooManyFailures:
		return x.showSubmit(s, x.say("fault.too-many-failures"), http.StatusTooManyRequests)
	case audit.CodeOverloaded, audit.CodeInterrupted, audit.CodeIdempotencyInProgress:
		return x.showSubmit(s, x.say("fault.busy"), http.StatusServiceUnavailable)
	case audit.CodeValidationFailed:
		return x.showSubmit(s, x.say("fault.urls"), http.StatusUnprocessableEntity)
	default:
		return err
	}
	if d.Submitted != nil {
		d.Submitted(receipt)
	}
	if len(receipt.Audits) == 1 && receipt.Audits[0].Status == audit.Done {
		return x.redirect("/dashboard/audits/" + receipt.Audits[0].AuditID)
	}
	return x.redirect(batchesPath + "/" + receipt.BatchID)
}

// once makes a form that is sent twice, by a double click or a reload, one submission. The same form filled with something else is another.
func once(nonce string, s submitted) string {
	if nonce == "" {
		return ""
	}
	refresh := "-"
	if s.refresh {
		refresh = "+"
	}
	sum := sha256.Sum256([]byte(strings.Join([]string{nonce, string(s.lang), refresh, s.urls}, "\x00")))
	return "dashboard-" + hex.EncodeToString(sum[:])
}
