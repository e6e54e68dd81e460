package check

import (
	"slices"
	"strings"

	"github.com/auditctl/auditctl/internal/weburl"
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// profileDomains are registrable domains where engines know entities from: knowledge bases, company registers, and networks with checked profiles.
var profileDomains = wordSet(`wikidata.org wikipedia.org linkedin.com crunchbase.com github.com gitlab.com facebook.com instagram.com x.com twitter.com
	youtube.com tiktok.com pinterest.com threads.net bsky.app mastodon.social xing.com viadeo.com google.com g.page yelp.com yelp.fr tripadvisor.com tripadvisor.fr
	trustpilot.com pagesjaunes.fr doctolib.fr societe.com pappers.fr opencorporates.com glassdoor.com isni.org viaf.org orcid.org imdb.com musicbrainz.org
	openstreetmap.org foursquare.com bbb.org vimeo.com medium.com apple.com`)

// geoSameAsAuthoritative reads addresses only; whether a profile answers is left to the reader, since the networks turn machines away.
func geoSameAsAuthoritative() Check {
	return Check{
		ID: "geo.sameas-authoritative", Weight: 4, Also: []audit.Share{{Metric: audit.GSO, Weight: 2}}, Level: Standard,
		Source: "schema.org sameAs; Google Search Central, Organization structured data; own list of profile sites", Link: "https://schema.org/sameAs",
		Title: text("Known profiles of the organisation (sameAs)", "Profils connus de l'organisation (sameAs)"),
		Why: text("sameAs ties the site to entries that engines already know, such as Wikidata or LinkedIn, and helps to tell namesakes apart.",
			"sameAs relie le site à des fiches que les moteurs connaissent déjà, comme Wikidata ou LinkedIn, et aide à distinguer les homonymes."),
		Fix: text("List the official profiles in sameAs of the Organization: Wikidata or Wikipedia if they exist, LinkedIn, and the networks you keep up.",
			"Indiquez les profils officiels dans sameAs de l'Organization : Wikidata ou Wikipédia s'ils existent, LinkedIn, et les réseaux que vous tenez à jour."),
		Run: runSameAs,
	}
}

func runSameAs(f *page.Facts) Finding {
	var known, other []string
	for _, p := range f.Pages {
		for _, n := range ownEntities(f, p) {
			for _, address := range p.Graph.Texts(n, "sameAs") {
				switch {
				case slices.Contains(known, address), slices.Contains(other, address):
				case onProfileDomain(address):
					known = append(known, address)
				default:
					other = append(other, address)
				}
			}
		}
	}
	linked := linkedProfiles(f)
	switch {
	case len(known) > 0:
		return passed("sameAs names %s.", "sameAs indique %s.", count(len(known), "known profile", "known profiles", "profil connu", "profils connus")).
			seen(f.FinalURL, "sameAs", strings.Join(known, " "))
	case len(other) > 0:
		return warned("sameAs names %s, none of them on a profile site of our list.",
			"sameAs indique %s, dont aucune sur un site de profils de notre liste.",
			count(len(other), "address", "addresses", "adresse", "adresses")).seen(f.FinalURL, "sameAs", strings.Join(other, " "))
	case len(linked) > 0:
		return warned("The page links to profiles, but sameAs doesn't name them.", "La page renvoie vers des profils, mais sameAs ne les indique pas.").
			seen(f.FinalURL, "a", strings.Join(linked, " "))
	case !whole(f.Main()):
		return unsure(f.Main())
	}
	// A young business has no profiles yet, and Google recommends sameAs without requiring it.
	return warned("No sameAs was found on the pages read, and no link to a profile around the text of the submitted page.",
		"Aucun sameAs n'a été trouvé sur les pages lues, ni aucun lien vers un profil autour du texte de la page soumise.").seen(f.FinalURL, "sameAs", "none")
}

func onProfileDomain(address string) bool {
	u, err := weburl.Parse(address)
	return err == nil && profileDomains[weburl.RegistrableDomain(u.Host)] && (u.Path != "/" || u.Query != "")
}

// linkedProfiles gives the profiles that the submitted page links to outside its text; buttons that share the page are none.
func linkedProfiles(f *page.Facts) []string {
	var out []string
	for _, l := range f.Main().Links {
		if l.Place == "main" || l.Internal || !onProfileDomain(l.URL) || slices.Contains(out, l.URL) ||
			strings.Contains(l.URL, "share") || strings.Contains(l.URL, "intent/") {
			continue
		}
		out = append(out, l.URL)
	}
	return out
}
