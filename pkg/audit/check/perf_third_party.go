package check

import (
	"slices"
	"strings"

	"github.com/auditctl/auditctl/internal/weburl"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// thirdParties gives the hosts of other registrable domains that the page loads something from, sorted.
func thirdParties(f *page.Facts) []string {
	own := weburl.RegistrableDomain(f.Domain)
	var hosts []string
	for _, address := range resourceURLs(f.Main()) {
		u, err := weburl.Parse(address)
		if err == nil && u.Web() && weburl.RegistrableDomain(u.Host) != own {
			hosts = append(hosts, u.HostPort())
		}
	}
	slices.Sort(hosts)
	return slices.Compact(hosts)
}

func perfThirdParty() Check {
	const most = 10
	return Check{
		ID: "perf.third-party", Weight: 2, Level: Folklore,
		Source: "own number (10 hosts); Lighthouse: third parties", Link: "https://developer.chrome.com/docs/performance/insights/third-parties",
		Title: text("Other companies' hosts", "Serveurs de tiers"),
		Why: text("Each further host costs a name lookup and a connection, and its slowness becomes yours.",
			"Chaque serveur supplémentaire coûte une résolution de nom et une connexion, et sa lenteur devient la vôtre."),
		Fix: text("Remove trackers and widgets you don't use, and serve fonts and libraries from your own host.",
			"Retirez les traceurs et widgets inutilisés, et hébergez vous-même polices et bibliothèques."),
		Run: func(f *page.Facts) Finding {
			hosts := thirdParties(f)
			n := count(len(hosts), "host of another company", "hosts of other companies", "serveur tiers", "serveurs tiers")
			if len(hosts) <= most {
				return passed("The markup loads from %s.", "Le code charge des fichiers depuis %s.", n)
			}
			return warned("The markup loads from %s: %s.", "Le code charge des fichiers depuis %s : %s.", n, firstOf(hosts, 5)).
				seen(f.Main().FinalURL, "src, href", strings.Join(hosts, " "))
		},
	}
}
