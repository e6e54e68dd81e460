package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestTheMatrixSetsPolicyBesideReality(t *testing.T) {
	f := ruled("User-agent: GPTBot", "Disallow: /", "User-agent: *", "Disallow: /private")
	f.Probes = []page.Probe{
		screening(404), asAgent("OAI-SearchBot", 403, 9), asAgent("Claude-User", 200, 300), asAgent("CCBot", 200, 600),
		{Agents: []string{"PhindBot"}, URL: f.FinalURL, Code: "response_timeout"},
	}
	m := Crawlers(f, audit.English, false)
	got := map[string]audit.CrawlerAccess{}
	for _, c := range m.Crawlers {
		got[c.Token] = c
	}
	if _, listed := got["facebookexternalhit"]; listed || len(got) != 8 {
		t.Errorf("%d crawlers, with one that brings no readers, may fetch and wasn't tried: %v", len(got), listed)
	}
	if len(Crawlers(f, audit.English, true).Crawlers) != len(fewCrawlers) {
		t.Error("the whole matrix isn't the whole registry")
	}
	if r := got["GPTBot"].Robots; r == nil || r.Allowed || r.Line != 2 || r.Rule != "Disallow: /" || r.Group != "gptbot" {
		t.Errorf("GPTBot %+v", r)
	}
	if c := got["OAI-SearchBot"]; !c.Robots.Allowed || c.Probe.Status != 403 || c.Probe.Received != "turned_away" || c.Probe.TextShare != nil || c.Effect == "" {
		t.Errorf("OAI-SearchBot %+v, %+v", c, c.Probe)
	}
	if p := got["Claude-User"].Probe; p.Received != "thinned" || p.TextShare == nil || *p.TextShare != 0.5 {
		t.Errorf("Claude-User %+v", p)
	}
	if p := got["CCBot"].Probe; p.Received != "same" || *p.TextShare != 1 {
		t.Errorf("CCBot %+v", p)
	}
	if p := got["PhindBot"].Probe; p.Received != "limited" || p.Code != "response_timeout" {
		t.Errorf("PhindBot %+v", p)
	}
	if got["Bingbot"].Probe != nil {
		t.Error("a crawler that wasn't tried has an answer")
	}
	noRobots(f)
	if m := Crawlers(f, audit.French, false); m.Crawlers[0].Robots != nil || m.Note == probeNote.EN {
		t.Errorf("%+v", m.Crawlers[0].Robots)
	}
}
