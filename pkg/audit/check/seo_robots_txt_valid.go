package check

import (
	"fmt"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// googleRobotsLimit is what Google reads of a robots.txt, in bytes: 500 KiB, which is also the least that RFC 9309 asks of a crawler.
const googleRobotsLimit = 500 << 10

func seoRobotsTxtValid() Check {
	return Check{
		ID:     "seo.robots-txt-valid",
		Weight: 4,
		Level:  Standard,
		Source: "RFC 9309 sections 2.3 to 2.5; Google Search Central, robots.txt",
		Link:   "https://www.rfc-editor.org/rfc/rfc9309",
		Title:  text("Readable robots.txt", "robots.txt lisible"),
		Why: text("Crawlers ask for robots.txt first: where the server fails to answer, they stay away from the whole site, and they skip lines that they can't read.",
			"Les robots demandent robots.txt en premier : si le serveur ne répond pas, ils évitent tout le site, et ils sautent les lignes qu'ils ne comprennent pas."),
		Fix: text("Serve robots.txt as plain text with status 200 (or 404 if there are no rules), under 500 KiB, and correct the lines shown.",
			"Servez robots.txt en texte brut avec un statut 200 (ou 404 s'il n'y a pas de règles), sous 500 Kio, et corrigez les lignes indiquées."),
		Needs: []Need{Robots},
		Run:   runRobotsTxtValid,
	}
}

func runRobotsTxtValid(f *page.Facts) Finding {
	r := &f.Robots.Value
	answered := fmt.Sprintf("HTTP %d", r.Status)
	switch {
	case r.Status == 0:
		return failed("robots.txt gives no answer; crawlers take that as a ban on the whole site.",
			"robots.txt ne répond pas ; les robots y voient une interdiction de tout le site.").seen(r.URL, "robots.txt", "no answer")
	case r.Status == 429: // Google takes it for a ban; but it mostly says that the site has had enough of us, not of everybody
		return unassessed(page.Blocked, "The site refused robots.txt because of too many requests (429).",
			"Le site a refusé robots.txt, jugeant les requêtes trop nombreuses (429).")
	case r.Status >= 500:
		return failed("robots.txt answers %d; crawlers take that as a ban on the whole site.",
			"robots.txt répond %d ; les robots y voient une interdiction de tout le site.", r.Status).seen(r.URL, "HTTP status", answered)
	case r.Status >= 300:
		return passed("There is no robots.txt (status %d), so there are no restrictions.",
			"Il n'y a pas de robots.txt (statut %d), donc aucune restriction.", r.Status).seen(r.URL, "HTTP status", answered)
	case r.HTML:
		return failed("An HTML page stands where robots.txt should be; crawlers find no rule in it.",
			"Une page HTML occupe la place de robots.txt ; les robots n'y trouvent aucune règle.").seen(r.URL, "Content-Type", r.ContentType)
	case r.Truncated || r.Bytes > googleRobotsLimit:
		return failed("robots.txt is longer than 500 KiB; Google ignores what comes after.",
			"robots.txt dépasse 500 Kio ; Google ignore la suite.").seen(r.URL, "robots.txt", fmt.Sprintf("%d bytes read", r.Bytes))
	case len(r.Problems) > 0:
		lines := map[int]bool{}
		for _, p := range r.Problems {
			lines[p.Line] = true
		}
		verdict := warned("robots.txt has %v that crawlers ignore or stumble over.", "robots.txt contient %v que les robots ignorent ou lisent mal.",
			count(len(lines), "line", "lines", "ligne", "lignes"))
		for _, p := range r.Problems {
			verdict = verdict.seen(r.URL, fmt.Sprintf("line %d", p.Line), strings.ReplaceAll(p.Problem, "_", " ")+": "+p.Text)
		}
		return verdict
	}
	return passed("robots.txt is read without a fault: %v.",
		"robots.txt se lit sans erreur : %v.", count(len(r.Groups), "group", "groups", "groupe", "groupes"))
}
