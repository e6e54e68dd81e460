package check

import (
	"math"
	"slices"
	"strings"

	"github.com/auditctl/auditctl/internal/weburl"
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// lighthouseBots are the robots that the audit is-crawlable asks for; the empty one is any other.
var lighthouseBots = []string{"", "googlebot", "bingbot", "duckduckbot", "archive.org_bot"}

// lighthouseLanguages are those that the audit link-text has words of.
var lighthouseLanguages = []string{"en", "ja", "es", "pt", "ko", "sv", "de", "ta", "fa"}

// lighthouseSEO are the audits of Lighthouse's SEO category with their weights (version 13).
var lighthouseSEO = []struct {
	id     string
	weight float64
	judge  func(f *page.Facts, p *page.Page) audit.LighthouseVerdict
}{
	{"is-crawlable", 4.0435, lighthouseIsCrawlable},
	{"document-title", 1, func(_ *page.Facts, p *page.Page) audit.LighthouseVerdict {
		return lighthousePass(len(p.Titles) > 0 && p.Titles[0] != "")
	}},
	{"meta-description", 1, func(_ *page.Facts, p *page.Page) audit.LighthouseVerdict {
		return lighthousePass(len(p.Descriptions) > 0 && p.Descriptions[0] != "")
	}},
	{"http-status-code", 1, func(_ *page.Facts, p *page.Page) audit.LighthouseVerdict {
		return lighthousePass(p.Response.Status < 400 || p.Response.Status > 599)
	}},
	{"link-text", 1, lighthouseLinkText},
	{"crawlable-anchors", 1, func(_ *page.Facts, p *page.Page) audit.LighthouseVerdict {
		n, _ := uncrawlable(p)
		return lighthousePass(n == 0)
	}},
	{"robots-txt", 1, lighthouseRobotsTxt},
	{"image-alt", 1, lighthouseImageAlt},
	{"hreflang", 1, lighthouseHreflang},
	{"canonical", 1, lighthouseCanonical},
}

// LighthouseSEO gives the verdicts of Lighthouse's SEO audits on the submitted page, from what was read of it without a browser; nil where it has no
// content before its JavaScript runs.
func LighthouseSEO(f *page.Facts) *audit.LighthouseSEO {
	main := f.Main()
	if main.NeedsRender() {
		return nil
	}
	result := &audit.LighthouseSEO{Version: "13"}
	reached, all := 0.0, 0.0
	for _, a := range lighthouseSEO {
		verdict := a.judge(f, main)
		result.Audits = append(result.Audits, audit.LighthouseAudit{ID: a.id, Verdict: verdict})
		if verdict == audit.LighthouseNotApplicable {
			continue
		}
		all += a.weight
		if verdict == audit.LighthousePass {
			reached += a.weight
		}
	}
	result.Score = int(math.Round(100 * reached / all))
	return result
}

func lighthousePass(ok bool) audit.LighthouseVerdict {
	if ok {
		return audit.LighthousePass
	}
	return audit.LighthouseFail
}

// lighthouseIsCrawlable fails where each of the robots is shut out. A directive that names a robot takes the place of the general one in the page, and
// stands beside it in the header.
func lighthouseIsCrawlable(f *page.Facts, p *page.Page) audit.LighthouseVerdict {
	for _, bot := range lighthouseBots {
		if !lighthouseShuts(f, p, bot) {
			return audit.LighthousePass
		}
	}
	return audit.LighthouseFail
}

func lighthouseShuts(f *page.Facts, p *page.Page, bot string) bool {
	named := bot != "" && slices.ContainsFunc(p.Robots, func(d page.Directive) bool { return d.Source == "meta" && d.Agent == bot })
	for _, d := range p.Robots {
		general := d.Agent == "robots" || d.Agent == "*" || d.Agent == ""
		if d.Source == "meta" && named {
			general = false
		}
		if (general || bot != "" && d.Agent == bot) && (d.Name == "noindex" || d.Name == "none" || d.Expired(f.ReadAt)) {
			return true
		}
	}
	r := &f.Robots.Value
	if !f.Robots.OK() || r.Status == 0 || r.Status >= 300 {
		return false
	}
	return !r.Verdict(bot, requestPath(p.FinalURL)).Allowed
}

// lighthouseRobotsTxt takes as faults what auditctl does, which reads the file as Google's crawlers do.
func lighthouseRobotsTxt(f *page.Facts, _ *page.Page) audit.LighthouseVerdict {
	r := &f.Robots.Value
	switch {
	case !f.Robots.OK() || r.Status == 0 || r.Status >= 500:
		return audit.LighthouseFail
	case r.Status >= 400 || r.Bytes == 0:
		return audit.LighthouseNotApplicable
	}
	return lighthousePass(!r.HTML && len(r.Problems) == 0)
}

// lighthouseLinkText judges each link by itself, whatever others name its target. Without a declared language the words of all count.
func lighthouseLinkText(_ *page.Facts, p *page.Page) audit.LighthouseVerdict {
	languages := lighthouseLanguages
	if p.Lang != "" {
		language, _, _ := strings.Cut(strings.ToLower(p.Lang), "-")
		languages = nil
		if slices.Contains(lighthouseLanguages, language) {
			languages = []string{language}
		}
	}
	for i := range p.Links {
		l := &p.Links[i]
		if l.Href == "" || l.Nofollow() || l.Scheme == "javascript" || l.Scheme == "mailto" || l.URL == p.FinalURL {
			continue
		}
		words := strings.ToLower(strings.TrimSpace(l.Text))
		if slices.ContainsFunc(languages, func(language string) bool { return slices.Contains(genericLinkTexts[language], words) }) {
			return audit.LighthouseFail
		}
	}
	return audit.LighthousePass
}

func lighthouseImageAlt(_ *page.Facts, p *page.Page) audit.LighthouseVerdict {
	if len(p.Images) == 0 {
		return audit.LighthouseNotApplicable
	}
	return lighthousePass(!slices.ContainsFunc(p.Images, func(i page.Image) bool { return i.Alt == nil && !i.Named }))
}

// lighthouseHreflang looks at the language of a code only, not at its region.
func lighthouseHreflang(_ *page.Facts, p *page.Page) audit.LighthouseVerdict {
	for _, a := range p.Alternates {
		language, _, _ := strings.Cut(strings.ToLower(a.Lang), "-")
		known := strings.EqualFold(a.Lang, "x-default") || languageTag(language)
		if !known || !absolute(a.Href) {
			return audit.LighthouseFail
		}
	}
	return audit.LighthousePass
}

func lighthouseCanonical(_ *page.Facts, p *page.Page) audit.LighthouseVerdict {
	target := ""
	for _, c := range p.Canonicals {
		switch {
		case c.InBody || strings.TrimSpace(c.Href) == "":
			continue
		case c.URL == "", !absolute(c.Href), target != "" && target != c.URL:
			return audit.LighthouseFail
		}
		target = c.URL
	}
	if target == "" {
		return audit.LighthouseNotApplicable
	}
	own, err := weburl.Parse(p.FinalURL)
	named, err2 := weburl.Parse(target)
	if err != nil || err2 != nil {
		return audit.LighthouseFail
	}
	if named.Origin() == own.Origin() && named.Path == "/" && own.Path != "/" {
		return audit.LighthouseFail
	}
	version := func(address string) bool {
		return slices.ContainsFunc(p.Alternates, func(a page.Alternate) bool { return a.URL == address })
	}
	return lighthousePass(target == p.FinalURL || !version(target) || !version(p.FinalURL))
}
