package pagekind

import (
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// typeGroups are the schema.org types that tell kinds apart.
var typeGroups = map[string]string{
	"Article": "article", "NewsArticle": "article", "BlogPosting": "article", "ReportageNewsArticle": "article", "OpinionNewsArticle": "article",
	"AnalysisNewsArticle": "article", "BackgroundNewsArticle": "article", "ReviewNewsArticle": "article", "AdvertiserContentArticle": "article",
	"LiveBlogPosting": "article", "Report": "article", "ScholarlyArticle": "article", "MedicalScholarlyArticle": "article", "Review": "review",
	"TechArticle": "techarticle", "APIReference": "techarticle", "HowTo": "howto", "Recipe": "recipe",
	"Product": "product", "ProductGroup": "product", "ProductModel": "product", "IndividualProduct": "product", "Vehicle": "product", "Car": "product",
	"Motorcycle": "product", "Offer": "offer", "AggregateOffer": "offer",
	"CollectionPage": "collection", "ItemList": "itemlist", "OfferCatalog": "itemlist", "SearchResultsPage": "collection", "Blog": "blog",
	"FAQPage": "faqpage", "QAPage": "qapage", "Question": "question", "ContactPage": "contactpage", "AboutPage": "aboutpage", "ProfilePage": "profile",
	"CheckoutPage": "checkout", "WebSite": "website", "BreadcrumbList": "breadcrumbs", "Service": "service", "SearchAction": "search",
	"DiscussionForumPosting": "forum", "Event": "event", "JobPosting": "job", "SoftwareApplication": "software", "VideoObject": "video",
	"Organization": "organization", "LocalBusiness": "business", "Comment": "comment", "UserComments": "comment",
}

// kindTypes are the types that name a kind of page outright.
var kindTypes = map[string]page.Kind{
	"contactpage": page.KindContact, "aboutpage": page.KindAbout, "faqpage": page.KindFAQ, "article": page.KindArticle, "recipe": page.KindArticle,
	"product": page.KindProduct, "techarticle": page.KindDocumentation, "collection": page.KindListing, "blog": page.KindListing,
}

// markup looks at the types of the structured data.
func (b *bag) markup() {
	counts := make(map[string]int)
	nodes := b.page.Graph.Nodes
	for i := range nodes[:min(len(nodes), maxNodes)] {
		for _, t := range nodes[i].Types {
			if group := typeGroups[t]; group != "" {
				counts[group]++
			}
		}
	}
	b.addIf(len(counts) == 0, "type:none")
	for _, group := range [...]string{
		"article", "techarticle", "howto", "recipe", "product", "offer", "collection", "itemlist", "blog", "faqpage", "qapage", "contactpage", "aboutpage",
		"profile", "checkout", "website", "breadcrumbs", "service", "search", "forum", "event", "job", "software", "video", "organization", "business",
		"comment", "review", "question",
	} {
		switch n := counts[group]; {
		case n == 0:
		case n == 1 && kindTypes[group] != "":
			b.says("type:"+group, kindTypes[group])
		case n <= 2:
			b.add("type:" + group)
		default:
			b.add("type:" + group + " many")
		}
	}
}

// metas looks at what the head says, but for titles.
func (b *bag) metas() {
	openType, siteName, openTitle, openURL := "", "", "", ""
	article, price := false, false
	for _, m := range b.page.OpenGraph {
		switch {
		case m.Name == "og:type" && openType == "":
			openType = strings.ToLower(strings.TrimSpace(m.Content))
		case m.Name == "og:site_name":
			siteName = Slug(m.Content)
		case m.Name == "og:title":
			openTitle = Slug(m.Content)
		case m.Name == "og:url":
			openURL = m.Content
		case strings.HasPrefix(m.Name, "article:") && m.Name != "article:publisher":
			article = true
		case strings.HasPrefix(m.Name, "product:"):
			price = true
		}
	}
	author := false
	for _, m := range b.page.Metas {
		switch name := m.Name; {
		case strings.HasPrefix(name, "product:"):
			price = true
		case name == "generator":
			b.generator(m.Content)
		case strings.HasPrefix(name, "citation_"):
			article = true
		case name == "author":
			author = m.Content != ""
		}
	}
	b.openType(openType)
	b.addIf(article, "meta:article")
	b.addIf(price, "meta:price")
	b.addIf(author, "meta:author")
	if siteName != "" && openTitle != "" {
		if strings.Contains(openTitle, siteName) {
			b.add("meta:title has site name")
		} else {
			b.add("meta:title without site name")
		}
	}
	address := openURL
	if len(b.page.Canonicals) > 0 {
		address = b.page.Canonicals[0].URL
	}
	b.address(address)
}

func (b *bag) openType(t string) {
	group, _, _ := strings.Cut(strings.TrimPrefix(t, "og:"), ".")
	switch group {
	case "":
		b.add("meta:no type")
	case "article", "news", "blogpost":
		b.says("meta:og", page.KindArticle)
	case "product":
		b.says("meta:og", page.KindProduct)
	case "website", "profile", "video", "music", "book":
		b.add("meta:og " + group)
	default:
		b.add("meta:og other")
	}
}

// address adds whether the page declares an address at the root of a site, or a deeper one.
func (b *bag) address(canonical string) {
	_, rest, ok := strings.Cut(canonical, "://")
	if !ok {
		b.add("meta:no address")
		return
	}
	_, path, _ := strings.Cut(rest, "/")
	path, query, _ := strings.Cut(path, "?")
	path = strings.TrimSuffix(path, "/")
	switch {
	case query != "":
		b.add("meta:address deep")
	case path == "" || len(path) == 2 || path == "index.html" || path == "index.php" || path == "home":
		b.add("meta:address root")
	case strings.Contains(path, "/"):
		b.add("meta:address deep")
	default:
		b.add("meta:address")
	}
}

// generator looks for programs that only make documentation.
func (b *bag) generator(name string) {
	name = strings.ToLower(name)
	for _, tool := range [...]string{
		"sphinx", "mkdocs", "docusaurus", "mdbook", "gitbook", "doxygen", "docutils", "asciidoctor", "docbook", "javadoc", "vuepress", "vitepress", "starlight",
		"hevea", "texi2html", "makeinfo", "latex2html", "antora", "jsdoc", "rustdoc", "typedoc", "readme.io", "gtk-doc",
	} {
		if strings.Contains(name, tool) {
			b.add("meta:documentation generator")
			return
		}
	}
}
