package fetch

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/evidence"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// recorded gathers a site of many ways to answer, and gives the evidence beside the facts.
func recorded(t *testing.T, cfg Config, opt Options, change func(*fakeSite)) (*fakeSite, *page.Facts, *evidence.Log) {
	t.Helper()
	s := business(t, "127.0.0.2:0")
	s.pages["/about"] = document("About", nil, []string{"/missing Nowhere", "/moved Moved", "/broken Broken"})
	s.redirect("/moved", "/gallery")
	s.status("/broken", http.StatusInternalServerError)
	if change != nil {
		change(s)
	}
	opt.Crawlers = testAgents
	opt.Record = evidence.NewKeeper(0).Begin(cfg.Header)
	facts, err := Gather(t.Context(), target(t, s.url), cfg, opt)
	if err != nil {
		t.Fatal(err)
	}
	return s, facts, kept(t, opt.Record)
}

func TestAReplayAsksNobody(t *testing.T) {
	s, facts, log := recorded(t, localConfig(), Options{Pages: 5, Probing: ProbeAll}, nil)
	if len(facts.Pages) < 3 || facts.Survey == nil {
		t.Fatalf("%d pages, survey %v", len(facts.Pages), facts.Survey)
	}
	asked := len(s.paths())
	again, err := Replay(t.Context(), log, testAgents)
	if err != nil {
		t.Fatal(err)
	}
	sameFacts(t, facts, again)
	if len(s.paths()) != asked {
		t.Error("the site was asked again")
	}
}

func TestTheEvidenceHoldsTheOperatorsHeadersAndCookiesNowhere(t *testing.T) {
	cfg := localConfig()
	cfg.Header = http.Header{"Authorization": {"Bearer operator-token-1"}, "X-Staging": {"operator-token-2"}}
	_, _, log := recorded(t, cfg, Options{Pages: 3}, func(s *fakeSite) {
		s.before = func(w http.ResponseWriter, r *http.Request) bool {
			if strings.HasSuffix(r.URL.Path, "/") && r.Header.Get("Authorization") == "" {
				t.Errorf("%s came without the operator's header", r.URL)
			}
			w.Header().Set("X-Echo", r.Header.Get("Authorization"))
			http.SetCookie(w, &http.Cookie{Name: "session", Value: "cookie-value-1"})
			return false
		}
	})
	cookies := 0
	for i := range log.Exchanges {
		for _, h := range log.Exchanges[i].Hops {
			if h.Sent.Get("User-Agent") == "" || len(h.Sent["Cookie"])+len(h.Sent["Authorization"])+len(h.Sent["X-Staging"]) > 0 {
				t.Errorf("%s: sent %v", h.URL, h.Sent)
			}
			cookies += len(h.Header["Set-Cookie"])
		}
	}
	all := fmt.Sprintf("%+v", log.Index)
	for _, secret := range []string{"operator-token", "cookie-value"} {
		if strings.Contains(all, secret) {
			t.Errorf("%s is kept", secret)
		}
	}
	if cookies == 0 {
		t.Error("no cookie's name is kept")
	}
}

// What later rules would ask for and the audit didn't is unknown; it is no fault of the site.
func TestWhatTheEvidenceDoesNotHoldIsNoFault(t *testing.T) {
	_, facts, log := recorded(t, localConfig(), Options{Pages: 14}, nil)
	if len(facts.Failures) == 0 {
		t.Fatalf("failures %+v", facts.Failures)
	}
	whole := log.Exchanges
	for i := range whole {
		log.Exchanges = slices.Delete(slices.Clone(whole), i, i+1)
		again, err := Replay(t.Context(), log, testAgents)
		if err != nil {
			if whole[i].URL != facts.URL || audit.CodeOf(err) != audit.CodeTimeout {
				t.Errorf("without %s: %v", whole[i].URL, err)
			}
			continue
		}
		if len(again.Failures) > len(facts.Failures) || len(again.Pages) > len(facts.Pages)+1 {
			t.Errorf("without %s: failures %+v, %d pages", whole[i].URL, again.Failures, len(again.Pages))
		}
	}
}

func TestALeftOutBodyIsAPageThatWasNotRead(t *testing.T) {
	_, facts, log := recorded(t, localConfig(), Options{Pages: 14}, nil)
	for i := range log.Exchanges {
		if strings.HasSuffix(log.Exchanges[i].URL, "/pricing") {
			log.Exchanges[i].Body.LeftOut = true
		}
	}
	again, err := Replay(t.Context(), log, testAgents)
	if err != nil {
		t.Fatal(err)
	}
	if len(again.Pages) >= len(facts.Pages) || len(again.Failures) > len(facts.Failures) || !noted(again, "not read") {
		t.Errorf("%d of %d pages, failures %+v, notes %q", len(again.Pages), len(facts.Pages), again.Failures, again.Notes)
	}
}
