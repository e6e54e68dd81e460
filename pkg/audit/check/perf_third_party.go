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
		Source: "Lighthouse, third parties; own number: 10 hosts", Link: "https://developer.chrome.com/docs/performance/insights/third-parties",
		Title: text("Third-party hosts", "Serveurs tiers"),
		Why: text("Each further host costs a name lookup and a connection, and its slowness becomes yours.",
			"Chaque serveur supplémentaire coûte une résolution de nom et une connexion, et sa lenteur devient la vôtre."),
		Fix: text("Remove trackers and widgets you don't use, and serve fonts and libraries from your own host.",
			"Retirez les traceurs et widgets inutilisés, et hébergez vous-même polices et bibliothèques."),
		Run: func(f *page.Facts) Finding {
			hosts := thirdParties(f)
			n := count(len(hosts), "third-party host", "third-party hosts", "serveur tiers", "serveurs tiers")
			if len(hosts) == 0 {
				return passed("The HTML loads nothing from third-party hosts.", "Le HTML ne charge rien depuis des serveurs tiers.")
			}
			if len(hosts) <= most {
				return passed("The HTML loads files from %s.", "Le HTML charge des fichiers depuis %s.", n)
			}
			return warned("The HTML loads files from %s: %s.", "Le HTML charge des fichiers depuis %s : %s.", n, firstOf(hosts, 5)).
				seen(f.Main().FinalURL, "src, href", strings.Join(hosts, " "))
		},
	}
}
