package dashboard

import (
	"net/http"

	"github.com/auditctl/auditctl/pkg/audit"
)

// settings is the page of one's own account.
type settings struct {
	Email    string
	Plan     string
	Password form
}

func (d *dashboard) settings(x *exchange) error { return x.showSettings("", "") }

// showSettings shows the settings; the faults are keys of words, of the present password and the next one.
func (x *exchange) showSettings(present, next string) error {
	now := field{Name: "present", Label: x.say("field.present-password"), Kind: "password", Fill: "current-password", Required: true, Longest: maxPassword, Focus: present != ""}
	if present != "" {
		now.Error = x.say(present)
	}
	then := x.newPassword(next)
	then.Focus = next != ""
	p := page{name: "settings", section: "/dashboard/settings", title: "settings", data: settings{
		Email: x.account.Email, Plan: x.say("plan." + string(x.account.Plan)), Password: form{Fields: []field{
			{Name: "email", Kind: "username", Value: x.account.Email, Fill: "username"}, now, then,
		}},
	}}
	if present != "" || next != "" {
		p.status, p.faulty = http.StatusUnprocessableEntity, true
	}
	return x.show(p)
}

func (d *dashboard) changePassword(x *exchange) error {
	values, err := x.form()
	if err != nil {
		return err
	}
	err = x.attempt(func() error {
		return d.Backend.ChangePassword(x.r.Context(), x.account.ID, values.Get("present"), values.Get("password"))
	})
	switch audit.CodeOf(err) {
	case "":
	case audit.CodeUnauthorized:
		return x.showSettings("fault.present-password", "")
	case audit.CodeValidationFailed:
		return x.showSettings("", passwordFault(err))
	default:
		return err
	}
	// It has ended the sessions, this one too.
	account, err := d.Backend.Account(x.r.Context(), x.account.ID)
	if err != nil {
		return err
	}
	if err := x.beginSession(account); err != nil {
		return err
	}
	return x.done("password-changed", "/dashboard/settings")
}

func (d *dashboard) signOutEverywhere(x *exchange) error {
	if err := d.Backend.EndSessions(x.r.Context(), x.account.ID); err != nil {
		return err
	}
	if err := x.endSession(); err != nil {
		return err
	}
	return x.done("signed-out-everywhere", "/dashboard/sign-in")
}
