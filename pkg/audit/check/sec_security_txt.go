package check

import (
	"fmt"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// secSecurityTxt isn't scored: few sites have the file, and its absence endangers nobody.
func secSecurityTxt() Check {
	return Check{
		ID: "sec.security-txt", Weight: 0, Level: Standard, Source: "RFC 9116; reported, not scored", Link: "https://www.rfc-editor.org/rfc/rfc9116",
		Title: text("security.txt", "Fichier security.txt"),
		Why: text("Whoever finds a hole in your site looks there for whom to tell. An expired file says that nobody listens.",
			"Qui découvre une faille de votre site y cherche à qui la signaler. Un fichier périmé laisse croire que personne n'écoute."),
		Fix: text("Write one Expires date within a year and at least one Contact as an address (mailto:, https:, tel:) into /.well-known/security.txt.",
			"Inscrivez dans /.well-known/security.txt une date Expires à moins d'un an et au moins un Contact sous forme d'adresse (mailto:, https:, tel:)."),
		Needs: []Need{Survey},
		Run: func(f *page.Facts) Finding {
			found := &f.Survey.SecurityTxt
			if !found.OK() {
				if found.Reason == page.NotApplicable {
					return unassessed(found.Reason, "There is no /.well-known/security.txt.", "Il n'y a pas de /.well-known/security.txt.")
				}
				return unassessed(found.Reason, "/.well-known/security.txt could not be read.", "/.well-known/security.txt n'a pas pu être lu.")
			}
			s := &found.Value
			finding := Finding{Status: audit.Warn}
			var en, fr []string
			fault := func(where, excerpt, english, french string) {
				en, fr = append(en, english), append(fr, french)
				finding = finding.seen(s.URL, where, excerpt)
			}
			if len(s.Contacts) == 0 {
				fault("Contact", "", "it names no contact", "aucun contact n'y figure")
			}
			for _, contact := range s.Contacts {
				if scheme, _, ok := strings.Cut(contact, ":"); !ok || strings.ContainsAny(scheme, " /@.") || strings.EqualFold(scheme, "http") {
					fault("Contact", contact, "a contact is no address of the form mailto:, https: or tel:", "un contact n'a pas la forme mailto:, https: ou tel:")
					break
				}
			}
			switch {
			case s.Dates != 1:
				fault("Expires", fmt.Sprintf("%d times", s.Dates), "it must have one Expires date", "il lui faut une date Expires, et une seule")
			case s.Expires.IsZero():
				fault("Expires", "not a date of RFC 3339", "its Expires date can't be read", "sa date Expires est illisible")
			case s.Expires.Before(f.ReadAt):
				fault("Expires", s.Expires.Format("2006-01-02"), "it has expired", "il est périmé")
			}
			if strings.HasPrefix(s.URL, "http:") {
				fault("address", s.URL, "it is served over http", "il est servi en http")
			}
			if len(s.Bad) > 0 {
				fault("line", s.Bad[0], "a line is no field", "une ligne n'est pas un champ")
			}
			if len(en) > 0 {
				finding.Detail = text("security.txt is faulty: %s.", "security.txt est défectueux : %s.", audit.Text{EN: strings.Join(en, ", "), FR: strings.Join(fr, ", ")})
				return finding
			}
			return passed("security.txt names a contact and holds until %s.", "security.txt nomme un contact et vaut jusqu'au %s.", s.Expires.Format("2006-01-02")).
				seen(s.URL, "Contact", s.Contacts[0])
		},
	}
}
