package dashboard

import (
	"errors"
	"net/http"
	"slices"

	"github.com/auditctl/auditctl/pkg/audit"
)

// form is what a page shows of a form.
type form struct {
	Fields []field
	Fault  string // of the form as a whole; empty where there is none, or a field has it
}

func (d *dashboard) signInPage(x *exchange) error {
	next := ours(x.r.URL.Query().Get("next"))
	if x.account != nil {
		return x.redirect(next)
	}
	return x.showSignIn("", next, "", 0)
}

// showSignIn shows the form to sign in; fault is a key of words.
func (x *exchange) showSignIn(email, next, fault string, status int) error {
	f := form{Fields: []field{
		{Name: "email", Label: x.say("field.email"), Kind: "email", Value: email, Fill: "username", Required: true, Longest: 254, Focus: email == ""},
		{Name: "password", Label: x.say("field.password"), Kind: "password", Fill: "current-password", Required: true, Longest: maxPassword, Focus: email != ""},
		{Name: "next", Kind: "hidden", Value: next},
	}}
	if fault != "" {
		f.Fault = x.say(fault)
	}
	return x.show(page{name: "sign-in", title: "sign-in", data: f, status: status, faulty: fault != ""})
}

// maxPassword is the longest password, in characters; Accept and ChangePassword have the last word.
const maxPassword = 1000

func (d *dashboard) signIn(x *exchange) error {
	values, err := x.form()
	if err != nil {
		return err
	}
	email, next := values.Get("email"), ours(values.Get("next"))
	var account Account
	err = x.attempt(func() (err error) {
		account, err = d.Backend.SignIn(x.r.Context(), email, values.Get("password"))
		return err
	})
	if audit.CodeOf(err) == audit.CodeUnauthorized {
		return x.showSignIn(email, next, "fault.sign-in", http.StatusUnauthorized)
	}
	if err != nil {
		return err
	}
	if err := x.beginSession(account); err != nil {
		return err
	}
	return x.redirect(next)
}

func (d *dashboard) signOut(x *exchange) error {
	if err := x.endSession(); err != nil {
		return err
	}
	return x.done("signed-out", "/dashboard/sign-in")
}

func (d *dashboard) chooseLanguage(x *exchange) error {
	values, err := x.form()
	if err != nil {
		return err
	}
	for _, lang := range audit.Langs() {
		if values.Get("lang") == string(lang) {
			const year = 365 * 24 * 60 * 60
			x.remember(languageCookie, string(lang), year)
		}
	}
	return x.redirect(ours(values.Get("next")))
}

// invitation is the page that an invitation leads to.
type invitation struct {
	form
	Email string
}

func (d *dashboard) invitationPage(x *exchange) error {
	account, err := x.invited()
	if err != nil {
		return x.refuseInvitation(err)
	}
	return x.showInvitation(account, "")
}

// invited gives the account of the invitation in the path. Whoever guesses is slowed down.
func (x *exchange) invited() (account Account, err error) {
	err = x.attempt(func() (err error) {
		account, err = x.Backend.Invited(x.r.Context(), x.r.PathValue("invitation"))
		return err
	})
	return account, err
}

// refuseInvitation says what to do about an invitation that isn't valid.
func (x *exchange) refuseInvitation(err error) error {
	if audit.CodeOf(err) != audit.CodeNotFound {
		return err
	}
	return x.show(page{name: "no-invitation", title: "no-invitation", status: http.StatusNotFound})
}

func (x *exchange) showInvitation(account Account, fault string) error {
	p := page{name: "invitation", title: "invitation", data: invitation{form{Fields: []field{
		// What password managers keep the password under.
		{Name: "email", Kind: "username", Value: account.Email, Fill: "username"},
		x.newPassword(fault),
	}}, account.Email}}
	if fault != "" {
		p.status, p.faulty = http.StatusUnprocessableEntity, true
	}
	return x.show(p)
}

// passwordFault is the key of the words that say why a password was refused.
func passwordFault(err error) string {
	var fault *audit.Error
	if errors.As(err, &fault) && slices.ContainsFunc(fault.Fields, func(f audit.FieldError) bool { return f.Code == "guessable" }) {
		return "fault.guessable-password"
	}
	return "fault.password"
}

func (x *exchange) newPassword(fault string) field {
	f := field{
		Name: "password", Label: x.say("field.new-password"), Hint: x.say("hint.password"), Kind: "password", Fill: "new-password", Required: true,
		Longest: maxPassword, Focus: true,
	}
	if fault != "" {
		f.Error = x.say(fault)
	}
	return f
}

func (d *dashboard) acceptInvitation(x *exchange) error {
	values, err := x.form()
	if err != nil {
		return err
	}
	invited, err := x.invited()
	if err != nil {
		return x.refuseInvitation(err)
	}
	account, err := d.Backend.Accept(x.r.Context(), x.r.PathValue("invitation"), values.Get("password"))
	if audit.CodeOf(err) == audit.CodeValidationFailed {
		return x.showInvitation(invited, passwordFault(err))
	}
	if err != nil {
		return x.refuseInvitation(err)
	}
	if err := x.beginSession(account); err != nil {
		return err
	}
	return x.done("invited", "/dashboard")
}
