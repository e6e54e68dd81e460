package dashboard

import (
	"cmp"
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
)

// shownKey is a key and how it stands.
type shownKey struct {
	Key
	Ended bool
	Own   bool   // it is of who looks at it, and has a page
	Email string // whose it is, for operators
}

// keyPage is a key, or keys, and what can be done with them.
type keyPage struct {
	Keys []shownKey
	Key  shownKey
	Form form
}

// newKey is the page that shows a secret, once.
type newKey struct {
	Key     Key
	Secret  string
	Address string // of the API
	Old     *Key   // that it replaces; nil where it replaces none
}

const keysPath = "/dashboard/keys"

// The times that a key may last, and that two keys may overlap.
func (x *exchange) lifetimes() []option {
	return []option{{"0", x.say("lasts.ever")}, {"720h", x.say("lasts.days", 30)}, {"2160h", x.say("lasts.days", 90)}, {"8760h", x.say("lasts.days", 365)}}
}

func (x *exchange) overlaps() []option {
	return []option{{"24h", x.say("overlap.hours", 24)}, {"1h", x.say("overlap.hours", 1)}, {"168h", x.say("overlap.days", 7)}, {"0", x.say("overlap.none")}}
}

// chosen gives the time that was chosen among those that there are; the first where it is none of them.
func chosen(list []option, value string) (string, time.Duration) {
	i := max(0, slices.IndexFunc(list, func(o option) bool { return o.Value == value }))
	d, err := time.ParseDuration(list[i].Value)
	if err != nil {
		panic(err) // it is a constant
	}
	return list[i].Value, d
}

func (d *dashboard) keys(x *exchange) error { return x.showKeys("", "0", "", "") }

// showKeys shows the keys and the form to make one; the faults are keys of words, of the name and of the password.
func (x *exchange) showKeys(name, expires, nameFault, passwordFault string) error {
	list, err := x.Backend.Keys(x.r.Context(), x.account.ID)
	if err != nil {
		return err
	}
	expires, _ = chosen(x.lifetimes(), expires)
	named := field{Name: "name", Label: x.say("field.key-name"), Hint: x.say("hint.key-name"), Kind: "text", Value: name, Fill: "off", Longest: 100, Focus: nameFault != ""}
	if nameFault != "" {
		named.Error = x.say(nameFault)
	}
	fields := []field{named, {Name: "expires", Label: x.say("field.expires"), Kind: "select", Value: expires, Options: x.lifetimes()}}
	p := page{
		name: "keys", section: keysPath, title: "keys", faulty: nameFault != "" || passwordFault != "",
		data: keyPage{Keys: x.standing(list), Form: form{Fields: append(fields, x.password(passwordFault)...)}},
	}
	if p.faulty {
		p.status = http.StatusUnprocessableEntity
	}
	return x.show(p)
}

// standing says how keys stand: those that open something first, the newest first.
func (x *exchange) standing(list []Key) []shownKey {
	var shown []shownKey
	for _, k := range slices.Backward(list) {
		shown = append(shown, shownKey{Key: k, Ended: k.Ended(x.Now()), Own: k.AccountID == x.account.ID})
	}
	slices.SortStableFunc(shown, func(a, b shownKey) int {
		switch {
		case a.Ended == b.Ended:
			return 0
		case a.Ended:
			return 1
		}
		return -1
	})
	return shown
}

// password gives the field that asks for the password again, where it was given too long ago.
func (x *exchange) password(fault string) []field {
	if x.fresh() {
		return nil
	}
	f := field{
		Name: "password", Label: x.say("field.your-password"), Hint: x.say("hint.your-password"), Kind: "password", Fill: "current-password", Required: true,
		Longest: maxPassword, Focus: fault != "",
	}
	if fault != "" {
		f.Error = x.say(fault)
	}
	return []field{f}
}

func (d *dashboard) createKey(x *exchange) error {
	values, err := x.form()
	if err != nil {
		return err
	}
	name := strings.TrimSpace(values.Get("name"))
	expires, lasts := chosen(x.lifetimes(), values.Get("expires"))
	if err := x.confirm(values.Get("password")); audit.CodeOf(err) == audit.CodeUnauthorized {
		return x.showKeys(name, expires, "", x.refusedPassword(values.Get("password")))
	} else if err != nil {
		return err
	}
	secret, key, err := d.Backend.CreateKey(x.r.Context(), x.account.ID, name, lasts)
	if e, ok := errors.AsType[*audit.Error](err); ok && e.Code == audit.CodeValidationFailed {
		fault := "fault.key-name"
		if slices.ContainsFunc(e.Fields, func(f audit.FieldError) bool { return f.Code == "too_many" }) {
			fault = "fault.many-keys"
		}
		return x.showKeys(name, expires, fault, "")
	}
	if err != nil {
		return err
	}
	return x.showNewKey(newKey{Key: key, Secret: secret})
}

// refusedPassword says what is wrong with a password that didn't do: there is none when the form was shown in time and sent too late.
func (x *exchange) refusedPassword(given string) string {
	if given == "" {
		return "fault.no-password"
	}
	return "fault.present-password"
}

// showNewKey shows a secret. It is in this answer alone, which nothing keeps.
func (x *exchange) showNewKey(k newKey) error {
	k.Address = x.address()
	return x.show(page{name: "new-key", section: keysPath, title: "new-key", data: k})
}

// address is what the service is known by.
func (x *exchange) address() string {
	scheme := "http://"
	if x.sessions.Cookie.Secure {
		scheme = "https://"
	}
	return cmp.Or(strings.TrimRight(x.BaseURL, "/"), scheme+x.r.Host)
}

// own finds a key of the account.
func (x *exchange) own() (Key, error) {
	id, err := x.pathID()
	if err != nil {
		return Key{}, err
	}
	list, err := x.Backend.Keys(x.r.Context(), x.account.ID)
	if err != nil {
		return Key{}, err
	}
	for _, k := range list {
		if k.ID == id {
			return k, nil
		}
	}
	return Key{}, audit.Errorf(audit.CodeNotFound, "")
}

func (d *dashboard) key(x *exchange) error {
	k, err := x.own()
	if err != nil {
		return err
	}
	return x.showKey(k, "24h", "")
}

func (x *exchange) showKey(k Key, overlap, fault string) error {
	overlap, _ = chosen(x.overlaps(), overlap)
	fields := []field{{Name: "overlap", Label: x.say("field.overlap"), Hint: x.say("hint.overlap"), Kind: "select", Value: overlap, Options: x.overlaps()}}
	p := page{
		name: "key", section: keysPath, title: "key", faulty: fault != "",
		data: keyPage{Key: shownKey{Key: k, Ended: k.Ended(x.Now())}, Form: form{Fields: append(fields, x.password(fault)...)}},
	}
	if p.faulty {
		p.status = http.StatusUnprocessableEntity
	}
	return x.show(p)
}

func (d *dashboard) rotateKey(x *exchange) error {
	values, err := x.form()
	if err != nil {
		return err
	}
	old, err := x.own()
	if err != nil {
		return err
	}
	overlap, together := chosen(x.overlaps(), values.Get("overlap"))
	if err := x.confirm(values.Get("password")); audit.CodeOf(err) == audit.CodeUnauthorized {
		return x.showKey(old, overlap, x.refusedPassword(values.Get("password")))
	} else if err != nil {
		return err
	}
	secret, key, err := d.Backend.RotateKey(x.r.Context(), x.account.ID, old.ID, together)
	if audit.CodeOf(err) == audit.CodeValidationFailed { // it has ended meanwhile, as its page says
		return x.redirect(keysPath + "/" + old.ID)
	}
	if err != nil {
		return err
	}
	return x.showNewKey(newKey{Key: key, Secret: secret, Old: &old})
}

func (d *dashboard) revokeKey(x *exchange) error {
	id, err := x.pathID()
	if err != nil {
		return err
	}
	if err := d.Backend.RevokeKey(x.r.Context(), x.account.ID, id); err != nil {
		return err
	}
	return x.done("key-revoked", keysPath)
}
