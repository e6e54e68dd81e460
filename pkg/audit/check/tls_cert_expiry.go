package check

import "github.com/auditctl/auditctl/pkg/audit/page"

// Bounds for certificates: days left, and the lifetime up to which a certificate counts as short-lived. Since those are renewed late by design, the
// bound is a part of their lifetime instead: a third, and a tenth.
const (
	expirySafe       = 30
	expiryUrgent     = 15
	shortLived       = 47
	shortLivedSafe   = 1.0 / 3
	shortLivedUrgent = 1.0 / 10
)

func tlsCertExpiry() Check {
	return Check{
		ID: "tls.cert-expiry", Weight: 2, Level: Folklore,
		Source: "CA/Browser Forum Baseline Requirements (lifetimes, ballot SC-081); own numbers: 30 and 15 days, a third and a tenth of lifetimes up to 47 days",
		Link:   "https://cabforum.org/working-groups/server/baseline-requirements/",
		Title:  text("Time left on the certificate", "Durée restante du certificat"),
		Why: text("On the day a certificate expires, the site becomes unreachable for visitors and crawlers alike.",
			"Le jour où le certificat expire, le site devient inaccessible aux visiteurs comme aux robots."),
		Fix: text("Renew the certificate and check that the automatic renewal works.",
			"Renouvelez le certificat et vérifiez le renouvellement automatique."),
		Needs: []Need{TLS},
		Run: func(f *page.Facts) Finding {
			t := &f.TLS.Value
			if len(t.Chain) == 0 || t.Chain[0].NotAfter.IsZero() {
				return unassessed(page.Unread, "The certificate's dates could not be read.", "Les dates du certificat n'ont pas pu être lues.")
			}
			leaf := t.Chain[0]
			hours := leaf.NotAfter.Sub(f.ReadAt).Hours()
			left := count(leaf.DaysLeft(f.ReadAt), "day", "days", "jour", "jours")
			until := leaf.NotAfter.Format("2006-01-02")
			safe, urgent := 24.0*expirySafe, 24.0*expiryUrgent
			if life := leaf.NotAfter.Sub(leaf.NotBefore).Hours(); life <= 24*shortLived {
				safe, urgent = life*shortLivedSafe, life*shortLivedUrgent
			}
			switch {
			case hours <= 0:
				return failed("The certificate expired on %s.",
					"Le certificat a expiré le %s.", until).seen(f.FinalURL, "certificate", "not after "+until)
			case hours < urgent:
				return failed("The certificate expires on %s, in %s.",
					"Le certificat expire le %s, dans %s.", until, left).seen(f.FinalURL, "certificate", "not after "+until)
			case hours <= safe:
				return warned("The certificate expires on %s, in %s.",
					"Le certificat expire le %s, dans %s.", until, left).seen(f.FinalURL, "certificate", "not after "+until)
			}
			return passed("The certificate is valid until %s.", "Le certificat est valable jusqu'au %s.", until)
		},
	}
}
