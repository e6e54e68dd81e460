package check

import (
	"regexp"
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestKnownBadScripts(t *testing.T) {
	loading := func(addresses ...string) *page.Facts {
		return site(onMainPage(func(p *page.Page) {
			for _, a := range addresses {
				p.Scripts = append(p.Scripts, page.Script{Src: a})
			}
		}))
	}
	rows := []verdict{
		{name: "no script", facts: site(), want: audit.NotAssessed, reason: page.NotApplicable},
		{name: "a host that was taken over", facts: loading("https://cdn.polyfill.io/v3/polyfill.min.js"), want: audit.Fail, says: "polyfill.io"},
		{name: "a mirror that wasn't", facts: loading("https://cdnjs.cloudflare.com/polyfill/v3/polyfill.min.js"), want: audit.Pass},
	}
	for _, old := range []string{
		"https://code.jquery.com/jquery-3.4.1.min.js", "https://cdn.jsdelivr.net/npm/jquery@1.12.4/dist/jquery.min.js",
		"https://ajax.googleapis.com/ajax/libs/jquery/2.2.4/jquery.min.js", "https://example.com/wp-includes/js/jquery/jquery.min.js?ver=3.4.1",
		"https://code.jquery.com/ui/1.12.1/jquery-ui.js", "https://ajax.googleapis.com/ajax/libs/jqueryui/1.11.4/jquery-ui.min.js",
		"https://maxcdn.bootstrapcdn.com/bootstrap/3.3.7/js/bootstrap.min.js", "https://example.com/js/bootstrap-4.1.3.bundle.min.js",
		"https://ajax.googleapis.com/ajax/libs/angularjs/1.8.2/angular.min.js", "https://cdnjs.cloudflare.com/ajax/libs/moment.js/2.29.3/moment.min.js",
		"https://cdn.datatables.net/1.10.19/js/jquery.dataTables.min.js", "https://unpkg.com/axios@1.6.0/dist/axios.min.js",
	} {
		rows = append(rows, verdict{name: old, facts: loading("https://example.com/app.js", old), want: audit.Warn, says: "CVE-"})
	}
	for _, fine := range []string{
		"https://code.jquery.com/jquery-3.7.1.min.js", "https://example.com/wp-includes/js/jquery/jquery.min.js?ver=3.7.1",
		"https://example.com/jquery-1.12.4-wp.js", "https://example.com/wp-content/themes/x/js/jquery.js?ver=1.2.3", "https://example.com/jquery.js",
		"https://cdn.jsdelivr.net/npm/jquery@3/dist/jquery.min.js", "https://cdn.jsdelivr.net/npm/bootstrap@5.3.3/dist/js/bootstrap.bundle.min.js",
		"https://example.com/my-jquery-3.4.1.js", "https://unpkg.com/@angular/core@17.0.0/index.js", "https://example.com/js/jquery-migrate-3.4.1.min.js",
		"https://unpkg.com/moment@2.30.1/moment.js", "https://cdn.jsdelivr.net/npm/swiper@12.1.2/swiper-bundle.min.js",
	} {
		rows = append(rows, verdict{name: fine, facts: loading(fine), want: audit.Pass})
	}
	verdicts(t, secKnownBadScripts(), rows)
}

func TestTheListOfLibrariesIsWhole(t *testing.T) {
	list := knownBadScripts()
	date, id, number := regexp.MustCompile(`^20\d\d-\d\d-\d\d$`), regexp.MustCompile(`^CVE-\d{4}-\d{4,}$`), regexp.MustCompile(`^\d+\.\d+\.\d+$`)
	if !date.MatchString(list.Checked) || len(list.Hosts) == 0 {
		t.Errorf("checked %q, hosts %q", list.Checked, list.Hosts)
	}
	for _, l := range list.Libraries {
		if l.Library == "" || len(l.Names) == 0 || !id.MatchString(l.ID) || !number.MatchString(l.Below) || !l.from.before(l.below) ||
			l.From != "" && !number.MatchString(l.From) || l.Fixed != "" && versionOf(l.Fixed).before(l.below) {
			t.Errorf("%+v", l)
		}
	}
}
