package check

import (
	_ "embed" // the list is a file, so that it can be brought up to date by itself
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/auditctl/auditctl/internal/weburl"
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// librariesJSON lists versions of libraries with a published vulnerability, and hosts whose scripts were turned against visitors. Its numbers are those of the
// CVE records, as collected by Retire.js on the day that it names; the hosts are those that Sansec named on 25 June 2024 and after.
//
//go:embed libraries.json
var librariesJSON []byte

// library is a range of versions with a vulnerability.
type library struct {
	Library string   `json:"library"`
	Names   []string `json:"names"` // as they stand in addresses: of a file, a folder or a package
	From    string   `json:"from"`  // first version with it; empty is every earlier one
	Below   string   `json:"below"` // first version that isn't in the range
	Fixed   string   `json:"fixed"` // first version without it; empty where there is none
	ID      string   `json:"id"`    // of the vulnerability with the latest fix

	from, below version
	inAddress   *regexp.Regexp
}

type version [3]int

// badScripts is the list, ready for use.
type badScripts struct {
	Checked   string    `json:"checked"` // date of the CVE records
	Libraries []library `json:"libraries"`
	Hosts     []string  `json:"hosts"` // registrable domains
}

var knownBadScripts = sync.OnceValue(func() *badScripts {
	list := new(badScripts)
	if err := json.Unmarshal(librariesJSON, list); err != nil {
		panic("libraries.json: " + err.Error())
	}
	for i := range list.Libraries {
		l := &list.Libraries[i]
		l.from, l.below = versionOf(l.From), versionOf(l.Below)
		names := make([]string, len(l.Names))
		for n, name := range l.Names {
			names[n] = regexp.QuoteMeta(name)
		}
		// "jquery/3.4.1/jquery.min.js", "npm/jquery@3.4.1/dist", "jquery-3.4.1.min.js"; "1.12.4-wp" is a version that somebody mended.
		l.inAddress = regexp.MustCompile(`(?i)(?:^|/)(?:` + strings.Join(names, "|") + `)[@/.-]v?(\d+\.\d+\.\d+)(?:/|$|[-.](?:min|slim|pack|full|umd|bundle|core|prod|js)\b)`)
	}
	return list
})

// versionOf reads three numbers; what is missing is 0.
func versionOf(s string) (v version) {
	for i, part := range strings.SplitN(s, ".", 3) {
		v[i], _ = strconv.Atoi(part)
	}
	return v
}

func (v version) before(w version) bool { return slices.Compare(v[:], w[:]) < 0 }

// coreScripts is where WordPress keeps libraries under file names without versions; there "?ver=" gives the library's own.
const coreScripts = "/wp-includes/js/"

// libraryAddress gives an address as names and versions are looked for in it: host and path.
func libraryAddress(address string) string {
	u, err := weburl.Parse(address)
	if err != nil {
		return ""
	}
	path := u.Path
	if at, ver, ok := strings.Cut(u.RequestPath(), "?ver="); ok && strings.Contains(at, coreScripts) {
		ver, _, _ = strings.Cut(ver, "&")
		path = strings.TrimSuffix(strings.TrimSuffix(at, ".js"), ".min") + "-" + ver + ".js"
	}
	return u.Host + path
}

// secKnownBadScripts reads addresses only: a library inside a bundle isn't seen, so that a pass says little. It warns of a vulnerable version, as whether its hole can
// be reached depends on the page, and fails for a host that attacked visitors.
func secKnownBadScripts() Check {
	return Check{
		ID: "sec.known-bad-scripts", Weight: 4, Level: Standard,
		Source: "CVE records of 2026-08-22, as collected by Retire.js; Sansec, Polyfill supply chain attack (2024-06-25)", Link: "https://www.cve.org/",
		Title: text("Script libraries without known holes", "Bibliothèques JavaScript sans faille connue"),
		Why: text("An old library brings its published holes onto every page that uses it, and a script from a host that was taken over can do to your visitors whatever it likes.",
			"Une vieille bibliothèque apporte ses failles publiées à chaque page qui l'utilise, et un script venu d'un hôte détourné peut tout faire à vos visiteurs."),
		Fix: text("Update each library to the version given or a later one, and remove scripts of the hosts named.",
			"Mettez chaque bibliothèque à jour vers la version indiquée ou une plus récente et retirez les scripts des hôtes cités."),
		Run: func(f *page.Facts) Finding {
			list := knownBadScripts()
			finding := Finding{Status: audit.Pass}
			seen := map[string]bool{}
			var old, hosts []string
			scripts := 0
			for _, p := range f.Pages {
				for _, s := range p.Scripts {
					if s.Src == "" || seen[s.Src] {
						continue
					}
					seen[s.Src] = true
					scripts++
					u, err := weburl.Parse(s.Src)
					if err != nil {
						continue
					}
					if domain := weburl.RegistrableDomain(u.Host); slices.Contains(list.Hosts, domain) {
						hosts = append(hosts, domain)
						finding = finding.seen(p.FinalURL, "script src", s.Src)
					}
					if l, v, ok := list.find(libraryAddress(s.Src)); ok {
						old = append(old, l.Library+" "+v)
						finding = finding.seen(p.FinalURL, "script src", fmt.Sprintf("%s: %s, %s", s.Src, l.ID, l.remedy()))
					}
				}
			}
			slices.Sort(old)
			slices.Sort(hosts)
			old, hosts = slices.Compact(old), slices.Compact(hosts)
			switch {
			case scripts == 0:
				return unassessed(page.NotApplicable, "The pages read load no script file.", "Les pages lues ne chargent aucun fichier de script.")
			case len(hosts) > 0:
				finding.Status = audit.Fail
				finding.Detail = text("Scripts come from hosts that were used to attack visitors: %s.", "Des scripts viennent d'hôtes ayant servi à attaquer des visiteurs : %s.", firstOf(hosts, 3))
			case len(old) > 0:
				finding.Status = audit.Warn
				finding.Detail = text("Versions with a published hole: %s.", "Versions à faille publiée : %s.", firstOf(old, 5))
			default:
				return passed("No script's address names a library version with a known hole (%s; libraries inside bundles can't be seen).",
					"Aucune adresse de script n'indique de version à faille connue (%s ; une bibliothèque fondue dans un autre fichier reste invisible).",
					count(scripts, "script", "scripts", "script", "scripts"))
			}
			return finding
		},
	}
}

// find gives the vulnerable library that an address names, and its version.
func (b *badScripts) find(address string) (l *library, v string, ok bool) {
	for i := range b.Libraries {
		l = &b.Libraries[i]
		m := l.inAddress.FindStringSubmatch(address)
		if m == nil {
			continue
		}
		if at := versionOf(m[1]); !at.before(l.from) && at.before(l.below) {
			return l, m[1], true
		}
	}
	return nil, "", false
}

// remedy says from which version on the hole is closed.
func (l *library) remedy() string {
	if l.Fixed == "" {
		return "no version without it"
	}
	return "fixed in " + l.Fixed
}
