package fetch

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestNobodyIsImitatedWhereNoProbesAreWanted(t *testing.T) {
	t.Parallel()
	s := business(t, "127.0.0.2:0")
	f := gather(t, s.url, Options{Pages: 3, Probing: ProbeNone})
	for _, a := range s.asked {
		if !strings.HasPrefix(a.agent, "auditctl") {
			t.Errorf("asked for %s as %q", a.path, a.agent)
		}
	}
	if len(f.Probes) > 0 || f.Survey != nil || !f.Control.OK() || f.Control.Value.Status != 404 {
		t.Errorf("probes %+v, survey %+v, control %+v", f.Probes, f.Survey, f.Control)
	}
}

func TestAllAgentsAndFilesAreAskedForWhereThatIsWanted(t *testing.T) {
	t.Parallel()
	s := business(t, "127.0.0.2:0")
	s.text("/llms.txt", "# Site\n\n- [Home](/)\n")
	s.text("/.well-known/security.txt", "Contact: mailto:a@site.test\nExpires: 2030-01-01T00:00:00Z\n")
	s.text("/robots.txt", "User-agent: *\nAllow: /\nSitemap: "+s.url+"/sitemap.xml\nLicense: "+s.url+"/license.xml\nLicense: https://elsewhere.test/license.xml\n")
	s.text("/license.xml", `<rsl xmlns="https://rslstandard.org/rsl"/>`)
	s.text("/llms-full.txt", "# Everything\n")
	s.before = func(w http.ResponseWriter, r *http.Request) bool {
		agent := r.UserAgent()
		if agent != "" && !strings.Contains(agent, "auditctl") {
			t.Errorf("asked for %s as %q, without our own name", r.URL.Path, agent)
		}
		switch {
		case r.URL.Path == "/" && r.Header.Get("Accept") == "text/markdown":
			w.Header().Set("Content-Type", "text/markdown")
			w.Header().Set("Vary", "Accept")
			_, _ = w.Write([]byte("# Front\n"))
		case strings.Contains(agent, "Googlebot"):
			w.Header().Set("Content-Type", "text/html")
			_, _ = w.Write([]byte(document("Other", nil, []string{"Cheap pills for crawlers only."})))
		case r.URL.Path == "/robots.txt" && strings.Contains(agent, "OAI-SearchBot"):
			w.WriteHeader(http.StatusForbidden)
		default:
			return false
		}
		return true
	}
	f := gather(t, s.url, Options{Pages: 2, Probing: ProbeAll})
	if f.Survey == nil {
		t.Fatal("no survey")
	}
	if tried := probes(f); !slices.Contains(tried, "GPTBot") || slices.Contains(tried, "Googlebot") {
		t.Errorf("tried %q: all that visit, but nobody whose address firewalls verify", tried)
	}
	v := f.Survey
	if len(v.Repeats) != surveyRepeats || v.Repeats[0].Text != f.Main().Text.Main || v.Repeats[0].Status != 200 {
		t.Errorf("repeats %+v", v.Repeats)
	}
	if !v.Browser.OK() || v.Browser.Value.Text != f.Main().Text.Main {
		t.Errorf("browser %+v", v.Browser)
	}
	if !v.Googlebot.OK() || !strings.Contains(v.Googlebot.Value.Text, "pills for crawlers") {
		t.Errorf("Googlebot %+v", v.Googlebot)
	}
	if m := v.Markdown.Value; !v.Markdown.OK() || m.ContentType != "text/markdown" || m.Vary != "Accept" || m.Bytes == 0 {
		t.Errorf("markdown %+v", v.Markdown)
	}
	if len(v.WellKnown) != len(page.WellKnownPaths()) || !v.WellKnown[0].There() || !v.SecurityTxt.OK() || len(v.SecurityTxt.Value.Contacts) != 1 {
		t.Errorf("well known %+v, security.txt %+v", v.WellKnown, v.SecurityTxt)
	}
	if len(v.Licenses) != 1 || !v.Licenses[0].RSL {
		t.Errorf("licences %+v: the site's own are read", v.Licenses)
	}
	refused := 0
	for _, p := range v.Files {
		if p.Status == http.StatusForbidden && p.Agents[0] == "OAI-SearchBot" && strings.HasSuffix(p.URL, "/robots.txt") {
			refused++
		}
	}
	if refused != 1 {
		t.Errorf("files %+v", v.Files)
	}
}

func TestTheSurveyKeepsToRobotsTxtAndToWhatTheSiteCanBear(t *testing.T) {
	t.Parallel()
	t.Run("robots.txt", func(t *testing.T) {
		t.Parallel()
		s := business(t, "127.0.0.2:0")
		s.text("/robots.txt", "User-agent: auditctl\nDisallow: /.well-known/\n")
		gather(t, s.url, Options{Pages: 2, Probing: ProbeAll})
		for _, path := range s.paths() {
			if strings.HasPrefix(path, "/.well-known/") {
				t.Errorf("asked for %s, which robots.txt forbids", path)
			}
		}
	})
	t.Run("429", func(t *testing.T) {
		t.Parallel()
		s := business(t, "127.0.0.2:0")
		s.before = func(w http.ResponseWriter, r *http.Request) bool {
			if !strings.Contains(r.UserAgent(), "GPTBot/") || strings.Contains(r.UserAgent(), "YouBot") {
				return false
			}
			w.WriteHeader(http.StatusTooManyRequests)
			return true
		}
		f := gather(t, s.url, Options{Pages: 2, Probing: ProbeAll})
		if len(f.Survey.Repeats)+len(f.Survey.WellKnown)+len(f.Survey.Files) > 0 {
			t.Errorf("asked on after 429: %+v", f.Survey)
		}
	})
}
