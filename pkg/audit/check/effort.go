package check

import (
	"slices"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit"
)

// Efforts go by what has to be touched to mend what a check finds, on a site of ordinary size; they are judgements of our own, in this one place. Small is
// a setting, a file or a line that all pages share; large is content that has to be written or a site that has to be built otherwise; what is named in
// neither list is medium: the markup or the words of several pages.
var (
	smallEfforts = []string{
		// one answer of the server, its redirects, its headers, its certificate
		"seo.http-status", "seo.redirect-chain", "seo.http-to-https", "seo.www-consolidation", "seo.soft-404", "crawl.certificate", "crawl.http-stability",
		"crawl.edge-parity", "crawl.edge-parity-robots-llms", "crawl.pay-per-crawl", "crawl.agent-auth-wall", "crawl.waf-identified",
		"perf.compression", "perf.http-version", "perf.cache-headers", "tls.", "sec.http-redirect", "sec.hsts", "sec.x-frame", "sec.nosniff",
		"sec.referrer-policy", "sec.permissions-policy", "sec.cookies", "sec.cors", "sec.corp-coep-coop", "sec.server-banner", "sec.https-only",
		// robots.txt, sitemap and other files at the root
		"seo.robots-txt-valid", "seo.robots-blocks-page", "seo.noindex-vs-robots", "seo.sitemap-found", "seo.sitemap-valid", "seo.sitemap-live-urls",
		"seo.sitemap-lastmod-honest", "seo.sitemap-coverage", "seo.favicon", "crawl.answer-bots-allowed", "crawl.all-agents-blocked",
		"crawl.user-fetchers-allowed", "crawl.training-policy-declared", "crawl.archive-bots", "crawl.named-group-drops-protection",
		"crawl.inert-bot-groups", "crawl.stale-tokens", "crawl.crawl-delay", "crawl.content-signal", "crawl.rsl-license", "crawl.llms-txt-valid",
		"crawl.llms-txt-links-live", "crawl.well-known-agents", "sec.security-txt",
		// one line of the template
		"seo.indexable", "seo.snippet-eligible", "seo.html-lang", "seo.charset", "seo.doctype", "seo.twitter-card", "crawl.noai-directives",
		"design.viewport", "design.auto-refresh", "design.frame-titles", "perf.font-display", "perf.lcp-image-lazy", "local.tel-click", "local.geo-tags",
		// one text or one mark on one page
		"seo.title-present", "seo.title-length", "seo.h1-present", "seo.h1-single", "geo.schema-duplicates", "local.city-in-title",
		"local.map-or-directions", "sec.form-https", "sec.leaked-secrets", "sec.prompt-injection", "sec.known-bad-scripts",
	}
	largeEfforts = []string{
		// how the site is built
		"crawl.raw-html-content", "crawl.raw-html-critical-facts", "crawl.html-weight-tokens", "crawl.markdown-negotiation", "crawl.llms-full",
		"crawl.webmcp", "crawl.ttfb-bot", "perf.psi-score", "perf.lcp", "perf.inp", "perf.tbt", "perf.fcp", "perf.speed-index", "perf.field-vs-lab",
		"perf.ttfb", "perf.total-bytes", "perf.js-weight", "perf.css-weight", "perf.dom-size", "seo.mixed-rendered-meta", "sec.cloaking",
		// what has to be written
		"seo.content-volume", "seo.duplicate-content", "geo.topic-depth", "geo.statistics", "geo.quotations", "geo.freshness", "geo.boilerplate-ratio",
		"geo.ymyl-care", "aeo.answer-first", "aeo.citable-blocks", "aeo.question-coverage", "aeo.faq-visible", "aeo.comparison-content",
		"aeo.howto-steps", "aeo.lang-matches-market", "aeo.reading-ease", "local.location-pages",
	}
)

// Effort says how much has to be touched to mend what the check finds.
func (c *Check) Effort() audit.Effort {
	named := func(list []string) bool {
		return slices.ContainsFunc(list, func(name string) bool {
			return c.ID == name || strings.HasSuffix(name, ".") && strings.HasPrefix(c.ID, name)
		})
	}
	switch {
	case named(smallEfforts):
		return audit.Small
	case named(largeEfforts):
		return audit.Large
	}
	return audit.Medium
}
