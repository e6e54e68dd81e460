package business

import (
	_ "embed"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/auditctl/auditctl/internal/phrases"
	"github.com/auditctl/auditctl/internal/text"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// signal is something about a site's build or words that tells what sort of site it is, whatever its industry.
type signal struct{ name, quote string }

//go:embed signals.txt
var signalsFile string

// spoken are the phrases of signals.txt; unspaced those in languages without spaces between words.
var spoken = sync.OnceValue(func() (s struct {
	names            []string
	spaced, unspaced phrases.Index
},
) {
	s.unspaced.Unspaced = true
	for line := range strings.Lines(signalsFile) {
		name, list, ok := strings.Cut(strings.TrimSpace(line), " = ")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		for phrase := range strings.SplitSeq(list, ", ") {
			index := &s.spaced
			if strings.ContainsFunc(phrase, func(r rune) bool { return r >= 0x3000 && r < 0xAC00 }) {
				index = &s.unspaced
			}
			if err := index.Add(phrase, len(s.names)); err != nil {
				panic(fmt.Sprintf("signals.txt: %v", err))
			}
		}
		s.names = append(s.names, name)
	}
	return s
})

// signals gathers them: what the site says, how it is marked up, what it is built of, and where it lies.
func (s Subject) signals() []signal {
	all := s.spokenSignals()
	add := func(name, quote string) { all = append(all, signal{name, quote}) }
	for _, p := range []func(func(name, quote string)){s.markupSignals, s.buildSignals, s.hostSignals, s.pageSignals} {
		p(add)
	}
	return all
}

// spokenSignals counts how many different phrases of a signal the site has in its headlines and navigation, and how many in its text.
func (s Subject) spokenSignals() []signal {
	words := spoken()
	index := &words.spaced
	if lang := s.primary(); lang == "ja" || lang == "zh" {
		index = &words.unspaced
	}
	said := [2][][]string{make([][]string, len(words.names)), make([][]string, len(words.names))}
	for _, f := range s.texts {
		part := said[0]
		if f.long {
			part = said[1]
		}
		for _, m := range index.FindIn(f.folded, f.words) {
			if !slices.Contains(part[m.ID], m.Phrase) {
				part[m.ID] = append(part[m.ID], m.Phrase)
			}
		}
	}
	var all []signal
	for i, part := range []string{"headlines", "text"} {
		for id, name := range words.names {
			if n := len(said[i][id]); n > 0 {
				all = append(all, signal{fmt.Sprintf("%s in %s %d", name, part, bucket(float64(n), 1, 2, 4, 7)), strings.Join(said[i][id], ", ")})
			}
		}
	}
	return all
}

// markupTypes are the schema.org types that tell sites apart.
var markupTypes = [...]string{
	"LocalBusiness", "Store", "OnlineBusiness", "NewsMediaOrganization", "NGO", "GovernmentOrganization", "EducationalOrganization", "Organization", "Person",
	"Article", "NewsArticle", "BlogPosting", "TechArticle", "Product", "Offer", "SoftwareApplication", "WebApplication", "SoftwareSourceCode", "Recipe", "Event",
	"Course", "JobPosting", "DiscussionForumPosting", "QAPage", "VideoObject", "ProfilePage", "Blog", "FAQPage", "SearchAction", "Book", "MedicalWebPage",
}

func (s Subject) markupSignals(add func(name, quote string)) {
	for _, typ := range markupTypes {
		pages := 0
		for _, p := range s.facts.Pages {
			if len(p.Graph.OfType(typ)) > 0 {
				pages++
			}
		}
		if pages > 0 {
			add("markup "+typ, typ)
		}
		if pages > 1 && typ == "Product" {
			add("markup of several products", typ)
		}
	}
	if s.node != nil {
		for _, typ := range s.node.Types {
			add("node "+typ, typ)
		}
	}
	if typ := meta(s.front.OpenGraph, "og:type"); typ != "" {
		add("og:type "+strings.ToLower(text.Clip(typ, 30)), typ)
	}
	if meta(s.front.OpenGraph, "article:published_time") != "" {
		add("article:published_time", "")
	}
	if meta(s.front.OpenGraph, "og:site_name") != "" {
		add("og:site_name", "")
	}
}

// generators are programs that make sites, by what they call themselves in the generator meta.
var generators = [...]string{
	"wordpress", "joomla", "drupal", "typo3", "wix", "squarespace", "jimdo", "shopify", "prestashop", "magento", "woocommerce", "jekyll", "hugo", "hexo", "gatsby",
	"docusaurus", "sphinx", "mkdocs", "mdbook", "doxygen", "docbook", "texinfo", "latex2html", "asciidoctor", "pandoc", "vuepress", "vitepress", "ghost", "blogger",
	"medium", "mediawiki", "dokuwiki", "phpbb", "vbulletin", "discourse", "xenforo", "gitbook", "javadoc", "frontpage", "dreamweaver", "webflow", "mobirise",
	"nicepage", "discuz", "gitiles", "makeinfo", "publican", "rustdoc",
}

func (s Subject) buildSignals(add func(name, quote string)) {
	generator := strings.ToLower(meta(s.front.Metas, "generator"))
	for _, g := range generators {
		if strings.Contains(generator, g) {
			add("generator "+g, generator)
		}
	}
	if len(s.front.Feeds) > 0 {
		add("feed", "")
	}
	code, words, forms := 0, 0, 0
	for _, p := range s.facts.Pages {
		for _, b := range p.Text.Blocks {
			if b.Kind == page.Preformatted {
				code++
			}
		}
		words += p.Text.Words
		for i := range p.Forms {
			if p.Forms[i].Password {
				add("password field", "")
			}
			forms += p.Forms[i].Inputs
		}
	}
	add(fmt.Sprintf("code blocks %d", bucket(float64(code), 1, 4, 15)), "")
	add(fmt.Sprintf("words a page %d", bucket(float64(words)/float64(len(s.facts.Pages)), 100, 300, 800, 2000)), "")
	for _, at := range []string{"github.com", "gitlab.com", "play.google.com", "apps.apple.com", "npmjs.com", "pypi.org", "linkedin.com/in/", "scholar.google", "spotify.com"} {
		for i := range s.front.Links {
			if strings.Contains(s.front.Links[i].URL, at) {
				add("links to "+at, s.front.Links[i].URL)
				break
			}
		}
	}
}

var (
	governed = regexp.MustCompile(`(^|\.)(gov|gouv|gob|gub|govt|mil|bund|admin)(\.[a-z]{2})?$`)
	academic = regexp.MustCompile(`(^|\.)(edu|ac|sch)(\.[a-z]{2})?$|^(uni|hs|fh|tu)-[a-z-]+\.de$`)
)

// hostSignals read the suffix of the host: who may have a name under some is decided by their registries.
func (s Subject) hostSignals(add func(name, quote string)) {
	host := s.facts.Host
	_, suffix, _ := strings.Cut(s.facts.Domain, ".")
	switch {
	case governed.MatchString(suffix) || strings.Contains(host, ".gouv.") || strings.Contains(host, ".admin.ch"):
		add("host of authorities", host)
	case academic.MatchString(suffix) || academic.MatchString(s.facts.Domain):
		add("host of schools", host)
	case suffix == "org":
		add("host .org", host)
	case suffix == "io" || suffix == "dev" || suffix == "app" || suffix == "ai":
		add("host of software", host)
	}
}

// pageSignals count what the pages read are and show.
func (s Subject) pageSignals(add func(name, quote string)) {
	kinds := map[page.Kind]int{}
	hours, prices, addresses, phones := 0, 0, 0, 0
	for _, p := range s.facts.Pages {
		kinds[p.Kind]++
		hours += len(p.Hours)
		prices += len(p.Prices)
		for i := range p.Addresses {
			if shownSource(p.Addresses[i].Source) {
				addresses++
			}
		}
		for _, n := range p.Phones {
			if shownSource(n.Source) {
				phones++
			}
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		if n := kinds[kind]; kind != page.KindHome && kind != page.KindOther {
			add(fmt.Sprintf("pages %s %d", kind, bucket(float64(n)/float64(len(s.facts.Pages)), 0.01, 0.3, 0.6)), "")
		}
	}
	add("front "+string(s.front.Kind), "")
	if hours > 0 {
		add("hours", "")
	}
	add(fmt.Sprintf("prices %d", bucket(float64(prices), 1, 5, 20)), "")
	add(fmt.Sprintf("addresses %d", bucket(float64(addresses), 1, 2)), "")
	add(fmt.Sprintf("phones %d", bucket(float64(phones), 1, 2)), "")
}
