package fetch

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"github.com/auditctl/auditctl/internal/weburl"
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

const (
	surveyedAgents = 3 // whose names the site's files are asked for under
	surveyRepeats  = 2 // further readings of the submitted page

	surveyedLicenses = 2        // files of RSL licences
	maxSurveyFile    = 64 << 10 // bytes of a file that agents look for
	acceptMarkdown   = "text/markdown"
)

// browserAgent is what a usual browser sends.
const browserAgent = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36"

// survey makes the requests that only ProbeAll makes, one after another. It ends where the time does, or where the site asks for fewer requests.
func (g *gatherer) survey(ctx context.Context) {
	if g.opt.Probing != ProbeAll {
		return
	}
	notAsked := "it was not asked for"
	s := &page.Survey{
		Browser:   page.Unknown[page.Reading](page.Unread, notAsked),
		Googlebot: page.Unknown[page.Reading](page.Unread, notAsked),
		Markdown:  page.Unknown[page.Served](page.Unread, notAsked),
	}
	s.SecurityTxt = page.Unknown[page.SecurityTxt](page.Unread, notAsked)
	g.facts.Survey = s
	if g.manners.closed.EN != "" {
		return
	}
	g.surveyPage(ctx, s)
	g.surveyFiles(ctx, s)
	g.surveyLicenses(ctx, s)
	for _, path := range page.WellKnownPaths() {
		r := Request{URL: g.site.Origin() + path, Accept: acceptAnything, MaxBytes: maxSurveyFile}
		if !g.may(ctx, path, r) {
			continue
		}
		a, served := g.served(ctx, r)
		if served.URL == "" {
			return
		}
		s.WellKnown = append(s.WellKnown, served)
		if path != page.SecurityTxtPath {
			continue
		}
		switch {
		case a == nil || served.Status >= 500 || a.Wall != "":
			s.SecurityTxt = page.Unknown[page.SecurityTxt](page.Unread, "it could not be read")
		case !served.There():
			s.SecurityTxt = page.Unknown[page.SecurityTxt](page.NotApplicable, "there is none")
		default:
			s.SecurityTxt = page.Known(page.ParseSecurityTxt(a.URL, a.Body))
		}
	}
}

// may waits for a turn to ask for a path; false where there is none, or where robots.txt forbids it.
func (g *gatherer) may(ctx context.Context, path string, r Request) bool {
	return g.manners.allows(path) && g.turn(ctx, r, probePause)
}

// surveyPage asks for the submitted page again: as before, as a browser, as Googlebot, and as Markdown.
func (g *gatherer) surveyPage(ctx context.Context, s *page.Survey) {
	path := g.site.RequestPath()
	for range surveyRepeats {
		if !g.may(ctx, path, g.asking("")) {
			return
		}
		if r := g.reading(ctx, ""); r.OK() {
			s.Repeats = append(s.Repeats, r.Value)
		}
	}
	if g.may(ctx, path, g.asking(browserAgent)) {
		s.Browser = g.reading(ctx, browserAgent)
	}
	if i := slices.IndexFunc(g.opt.Crawlers, func(c page.Crawler) bool { return c.Token == "Googlebot" }); i >= 0 &&
		g.manners.welcomesAs("Googlebot", path) && g.may(ctx, path, g.asking(g.opt.Crawlers[i].Header())) {
		s.Googlebot = g.reading(ctx, g.opt.Crawlers[i].Header())
	}
	if r := (Request{URL: g.facts.FinalURL, Accept: acceptMarkdown, MaxBytes: maxSurveyFile}); g.may(ctx, path, r) {
		if _, served := g.served(ctx, r); served.URL != "" {
			s.Markdown = page.Known(served)
		}
	}
}

// asking is the submitted page's request under a name.
func (g *gatherer) asking(name string) Request {
	return Request{URL: g.facts.FinalURL, UserAgent: strings.TrimSpace(name + " " + g.cfg.UserAgent)}
}

// reading asks for the submitted page under a name, with the reader's own beside it; empty is the reader's own alone.
func (g *gatherer) reading(ctx context.Context, name string) page.Found[page.Reading] {
	a, err := g.get(ctx, g.asking(name))
	switch {
	case err != nil:
		return page.Unknown[page.Reading](page.Unread, string(audit.CodeOf(err)))
	case name == "" && !g.manners.heed(a):
		return page.Unknown[page.Reading](page.Unread, "the site asked for fewer requests")
	}
	wall := a.Wall
	read := g.parse(ctx, a, false)
	if read == nil {
		return page.Unknown[page.Reading](page.Unread, "the time for reading was over")
	}
	r := page.ReadingOf(read)
	r.Wall = wall
	return page.Known(r)
}

// surveyFiles asks for the files that exist under the names of the agents that matter most.
func (g *gatherer) surveyFiles(ctx context.Context, s *page.Survey) {
	var files []string
	if r := &g.facts.Robots; r.OK() && succeeded(r.Value.Status) {
		files = append(files, r.Value.URL)
	}
	if l := &g.facts.LLMs; l.OK() && l.Value.Present() {
		files = append(files, l.Value.URL)
	}
	if m := g.facts.ReadSitemap(); m != nil {
		files = append(files, m.URL)
	}
	agents := probed(g.opt.Crawlers, false)
	for _, c := range agents[:min(surveyedAgents, len(agents))] {
		for _, file := range files {
			if u, err := weburl.Parse(file); err != nil || !g.manners.welcomesAs(c.Token, u.RequestPath()) {
				continue
			}
			r := Request{URL: file, UserAgent: c.Header() + " " + g.cfg.UserAgent, Accept: acceptAnything, MaxBytes: maxSurveyFile}
			if !g.turn(ctx, r, probePause) {
				return
			}
			if p := g.probeFile(ctx, c, r); p.URL != "" {
				s.Files = append(s.Files, p)
			}
		}
	}
}

// surveyLicenses asks for the files of RSL licences that robots.txt and the submitted page declare.
func (g *gatherer) surveyLicenses(ctx context.Context, s *page.Survey) {
	var declared []string
	for _, l := range g.facts.Robots.Value.Licenses {
		declared = append(declared, l.Value)
	}
	for _, l := range g.facts.Main().Licenses {
		if strings.Contains(l.Type, "rsl") {
			declared = append(declared, l.URL)
		}
	}
	for i, address := range declared {
		u, err := weburl.Parse(address)
		if err != nil || u.Origin() != g.site.Origin() || slices.Contains(declared[:i], address) || len(s.Licenses) == surveyedLicenses {
			continue
		}
		r := Request{URL: address, Accept: acceptAnything, MaxBytes: maxSurveyFile}
		if !g.may(ctx, u.RequestPath(), r) {
			continue
		}
		_, served := g.served(ctx, r)
		if served.URL == "" {
			return
		}
		s.Licenses = append(s.Licenses, served)
	}
}

// probeFile asks for a file under an agent's name. The probe is empty where the time was over.
func (g *gatherer) probeFile(ctx context.Context, c page.Crawler, r Request) page.Probe {
	p := page.Probe{Agents: []string{c.Token}, URL: r.URL}
	a, err := g.get(ctx, r)
	if over(err) {
		return page.Probe{}
	}
	describe(&p, a, err, nil)
	return p
}

// served asks for a file under the reader's own name. The result is empty where the time was over, or the site asked for fewer requests.
func (g *gatherer) served(ctx context.Context, r Request) (*Answer, page.Served) {
	s := page.Served{URL: r.URL}
	a, err := g.get(ctx, r)
	switch {
	case over(err):
		return nil, page.Served{}
	case err != nil:
		s.Code = string(audit.CodeOf(err))
		return nil, s
	case !g.manners.heed(a):
		return nil, page.Served{}
	}
	s.Status, s.ContentType = a.Response.Status, a.Response.Get("Content-Type")
	s.Vary = strings.Join(http.Header(a.Response.Header).Values("Vary"), ", ")
	s.Describe(a.Body)
	return a, s
}
