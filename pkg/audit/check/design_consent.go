package check

import (
	"github.com/auditctl/auditctl/internal/weburl"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// trackerHosts are registrable domains whose scripts count or follow visitors with cookies of their own.
var trackerHosts = wordSet(`googletagmanager.com google-analytics.com doubleclick.net googleadservices.com facebook.net hotjar.com clarity.ms bing.com
	licdn.com tiktok.com pinterest.com pinimg.com criteo.com criteo.net adroll.com hubspot.com hs-scripts.com hs-analytics.net mxpnl.com segment.com
	fullstory.com snapchat.com sc-static.net ads-twitter.com outbrain.com taboola.com yandex.ru`)

// designConsent looks for the machinery of a consent manager, never for the word "cookie". Where nothing follows visitors, none is needed.
func designConsent() Check {
	return Check{
		ID: "design.consent", Weight: 2, Level: Standard, Source: "Directive 2002/58/EC, article 5(3); own lists of consent managers and trackers",
		Link:  "https://eur-lex.europa.eu/eli/dir/2002/58/oj",
		Title: text("Consent before tracking", "Consentement avant le suivi"),
		Why: text("In Europe, measuring and advertising cookies need consent first. A site that tracks without asking risks complaints.",
			"En Europe, les cookies de mesure et de publicité exigent un accord préalable. Un site qui suit ses visiteurs sans le demander s'expose à des plaintes."),
		Fix: text("Load trackers only after consent, by a consent manager or the tracker's own consent mode; or use a measurement without cookies.",
			"Ne chargez les traceurs qu'après accord, par un gestionnaire de consentement ou leur mode de consentement ; ou mesurez sans cookies."),
		Run: func(f *page.Facts) Finding {
			var follows, asks string
			for _, p := range f.Pages {
				asks = first([]string{asks, p.Widgets.Consent})
				for _, s := range p.Scripts {
					if u, err := weburl.Parse(s.Src); err == nil && follows == "" && trackerHosts[weburl.RegistrableDomain(u.Host)] {
						follows = u.Host
					}
				}
			}
			switch {
			case asks != "":
				return passed("A consent manager was found on the pages read: %s.", "Un gestionnaire de consentement a été trouvé sur les pages lues : %s.", asks)
			case follows == "":
				return unassessed(page.NotApplicable, "No known tracker was found in the HTML of the pages read.",
					"Aucun traceur connu n'a été trouvé dans le HTML des pages lues.")
			}
			return warned("The pages read load %s, and no known consent manager was found; one of your own making isn't recognised.",
				"Les pages lues chargent %s, et aucun gestionnaire de consentement connu n'a été trouvé ; un dispositif maison n'est pas reconnu.",
				follows).seen(f.FinalURL, "script", follows)
		},
	}
}
