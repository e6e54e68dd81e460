package report

import (
	"cmp"
	"slices"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/business"
	"github.com/auditctl/auditctl/pkg/audit/check"
	"github.com/auditctl/auditctl/pkg/audit/observatory"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// Inspection is what was read of a site, unscored: the submitted page and the site's files. Its JSON is a promise, documented field by field in
// docs/inspect.md; fields are only added.
type Inspection struct {
	URL             string                `json:"url"`
	FinalURL        string                `json:"final_url"`
	Status          int                   `json:"status"`
	Proto           string                `json:"proto"`
	ContentEncoding string                `json:"content_encoding,omitempty"`
	Bytes           int64                 `json:"bytes"`
	WireBytes       int64                 `json:"wire_bytes"`
	Timing          page.Timing           `json:"timing"`
	Redirects       []page.Redirect       `json:"redirects"`
	Business        business.Readings     `json:"business"`
	Indexable       bool                  `json:"indexable"`
	NotIndexable    []string              `json:"not_indexable_because"`
	Title           string                `json:"title"`
	MetaDescription string                `json:"meta_description"`
	Canonical       string                `json:"canonical"`
	Canonicals      []page.Reference      `json:"canonicals"`
	MetaRobots      []page.Directive      `json:"meta_robots"`
	Hreflang        []page.Alternate      `json:"hreflang"`
	Lang            string                `json:"lang"`
	DetectedLang    string                `json:"detected_lang"`
	Charset         page.Charset          `json:"charset"`
	H1              []string              `json:"h1"`
	Headings        []page.Heading        `json:"headings"`
	WordCount       int                   `json:"word_count"`
	VisibleWords    int                   `json:"visible_words"`
	NeedsRender     bool                  `json:"needs_render"`
	Links           InspectedLinks        `json:"links"`
	Images          InspectedImages       `json:"images"`
	OpenGraph       []page.Meta           `json:"open_graph"`
	Twitter         []page.Meta           `json:"twitter"`
	StructuredData  []InspectedItem       `json:"structured_data"`
	StructuredFault []page.GraphError     `json:"structured_data_errors"`
	Contact         InspectedContact      `json:"contact"`
	Dates           []page.DateMark       `json:"dates"`
	Robots          InspectedRobots       `json:"robots"`
	Sitemaps        []InspectedMap        `json:"sitemaps"`
	LLMsTxt         InspectedLLMs         `json:"llms_txt"`
	Feeds           []page.Reference      `json:"feeds"`
	TLS             *page.TLS             `json:"tls"`
	References      InspectedReferences   `json:"references"`
	Rendered        *audit.Rendered       `json:"rendered,omitempty"` // where a browser opened the page
	Headers         map[string][]string   `json:"headers"`
	Cookies         []page.Cookie         `json:"cookies"`
	Probes          []page.Probe          `json:"probes"`
	Survey          *page.Survey          `json:"survey,omitempty"` // with --probe-agents all
	Assets          map[string]page.Asset `json:"assets,omitempty"` // sub-resources of the page, by their address; likewise
	HiddenText      []page.Hidden         `json:"hidden_text"`
	Truncated       bool                  `json:"truncated"`
	Notes           []string              `json:"notes"`
	Text            string                `json:"text"`
	Markdown        string                `json:"markdown"`
}

// InspectedReferences are verdicts of the field's own references, as a report has them.
type InspectedReferences struct {
	HTTPObservatory *audit.Observatory   `json:"http_observatory"`
	LighthouseSEO   *audit.LighthouseSEO `json:"lighthouse_seo,omitempty"` // absent for a page without content before its JavaScript runs
	TLS             *audit.TLSVerdict    `json:"tls,omitempty"`            // absent for http
	HSTSPreload     *audit.HSTSPreload   `json:"hsts_preload,omitempty"`   // likewise
	RichResults     []audit.RichResult   `json:"rich_results"`
	Crawlers        *audit.CrawlerMatrix `json:"crawlers"`
}

// InspectedLinks counts the page's anchors by destination.
type InspectedLinks struct {
	Total       int      `json:"total"` // all anchors; the other counts are of the first 2,000
	Internal    int      `json:"internal"`
	External    int      `json:"external"`
	Other       int      `json:"other"`       // mailto, tel, javascript, same-page fragments
	Uncrawlable []string `json:"uncrawlable"` // href as written, or the text where there is none
}

// InspectedImages counts img elements.
type InspectedImages struct {
	Total      int `json:"total"`
	MissingAlt int `json:"missing_alt"` // without an alt attribute and not named or hidden otherwise
}

// InspectedItem is one item of structured data.
type InspectedItem struct {
	Type       []string                `json:"type"`
	Format     string                  `json:"format"` // jsonld, microdata, rdfa
	ID         string                  `json:"id,omitempty"`
	Root       bool                    `json:"root"`
	Properties map[string][]page.Value `json:"properties"` // {text} or {node}: 1-based position in structured_data
}

// InspectedContact is what the page says of how to reach its owner.
type InspectedContact struct {
	Phones    []page.Phone   `json:"phones"`
	Emails    []string       `json:"emails"`
	Addresses []page.Address `json:"addresses"`
	Hours     []page.Hours   `json:"hours"`
}

// InspectedRobots is robots.txt and each agent's verdict on the submitted page.
type InspectedRobots struct {
	URL       string                        `json:"url"`
	Status    int                           `json:"status"` // 0 where the host couldn't be asked
	Found     bool                          `json:"found"`
	Error     string                        `json:"error,omitempty"` // why it isn't known
	Truncated bool                          `json:"truncated"`       // only the first 512 KiB were read, as crawlers do
	Errors    []page.RobotsProblem          `json:"errors"`
	Agents    map[string]page.RobotsVerdict `json:"agents"`
	Sitemaps  []string                      `json:"sitemaps"`
}

// InspectedMap is a sitemap file that was looked for.
type InspectedMap struct {
	URL       string   `json:"url"`
	From      string   `json:"from"`
	Status    int      `json:"status"`
	Form      string   `json:"form"`
	Entries   int      `json:"entries"`
	Truncated string   `json:"truncated,omitempty"` // why reading stopped early
	Error     string   `json:"error,omitempty"`
	Faults    []string `json:"faults"`
}

// InspectedLLMs is /llms.txt.
type InspectedLLMs struct {
	Found     bool     `json:"found"`
	Status    int      `json:"status"`
	Error     string   `json:"error,omitempty"` // why it isn't known
	Truncated bool     `json:"truncated"`       // only the first 256 KiB were read
	HTML      bool     `json:"html"`            // an HTML page stands in its place
	Title     string   `json:"title"`
	Summary   string   `json:"summary"`
	Sections  []string `json:"sections"`
	Links     int      `json:"links"`
}

// Inspect takes the view of facts. Lists are never null.
func Inspect(f *page.Facts) Inspection {
	p := f.Main()
	r := &p.Response
	v := Inspection{
		URL: f.URL, FinalURL: f.FinalURL, Status: r.Status, Proto: r.Proto, ContentEncoding: r.Encoding, Bytes: r.Bytes, WireBytes: r.WireBytes,
		Timing: r.Timing, Redirects: list(r.Redirects), Title: first(p.Titles), MetaDescription: first(p.Descriptions), Canonicals: list(p.Canonicals),
		MetaRobots: list(p.Robots), Lang: p.Lang, DetectedLang: p.Detected.Value, Charset: p.Charset, H1: []string{},
		Headings: list(p.Headings), WordCount: p.Text.Words, VisibleWords: p.Text.Visible, NeedsRender: p.NeedsRender(), OpenGraph: list(p.OpenGraph),
		Twitter: list(p.Twitter), StructuredFault: list(p.Graph.Errors), Dates: list(p.Dates), Feeds: list(p.Feeds), Headers: r.Header,
		Cookies: list(r.Cookies), Probes: list(f.Probes), Survey: f.Survey, Assets: f.Assets, HiddenText: list(p.Hidden), Truncated: f.Truncated, Notes: english(f.Notes), Text: p.Text.Main,
		Markdown: p.Text.Markdown,
		Contact:  InspectedContact{list(p.Phones), list(p.Emails), list(p.Addresses), list(p.Hours)},
	}
	v.Business = business.ReadSubject(f).Readings()
	v.Hreflang = list(slices.Concat(p.Alternates, sitemapAlternates(f)))
	if v.Headers == nil {
		v.Headers = map[string][]string{}
	}
	if len(p.Canonicals) > 0 {
		v.Canonical = cmp.Or(p.Canonicals[0].URL, p.Canonicals[0].Href)
	}
	for _, h := range p.Headings {
		if h.Level == 1 {
			v.H1 = append(v.H1, h.Text)
		}
	}
	v.NotIndexable = notIndexable(f)
	v.Indexable = len(v.NotIndexable) == 0
	v.Links, v.Images, v.StructuredData = inspectLinks(p), inspectImages(p), inspectItems(&p.Graph)
	v.Robots, v.Sitemaps, v.LLMsTxt = inspectRobots(f), inspectSitemaps(f), inspectLLMs(f)
	v.References.HTTPObservatory = observatory.Assess(f)
	v.References.LighthouseSEO = check.LighthouseSEO(f)
	if verdict, ok := check.TLSVerdict(f); ok {
		v.References.TLS = &verdict
	}
	if verdict, ok := check.HSTSPreload(f); ok {
		v.References.HSTSPreload = &verdict
	}
	v.Rendered = check.Rendered(f)
	v.References.RichResults = list(check.RichResults(f))
	v.References.Crawlers = check.Crawlers(f, audit.English, true)
	if f.TLS.OK() {
		v.TLS = &f.TLS.Value
	}
	return v
}

// english gives notes in the one language that the view is written in.
func english(notes []page.Note) []string {
	out := []string{}
	for _, n := range notes {
		out = append(out, n.EN)
	}
	return out
}

// list makes an absent list an empty one, for JSON.
func list[T any](l []T) []T {
	if l == nil {
		return []T{}
	}
	return l
}

// sitemapAlternates gives the language versions that the sitemaps name for the submitted page.
func sitemapAlternates(f *page.Facts) []page.Alternate {
	var out []page.Alternate
	for i := range f.Sitemaps {
		for _, e := range f.Sitemaps[i].Entries {
			if e.URL == f.FinalURL || e.URL == f.URL {
				out = append(out, e.Alternates...)
			}
		}
	}
	return out
}

func first(l []string) string {
	if len(l) == 0 {
		return ""
	}
	return l[0]
}

// notIndexable gives the reasons why search engines may not index the submitted page; those of Google and Bing count, and those for all.
func notIndexable(f *page.Facts) []string {
	why := []string{}
	p := f.Main()
	for _, d := range p.Robots {
		general := d.Agent == "robots" || d.Agent == "googlebot" || d.Agent == "bingbot"
		expired := d.Expired(f.ReadAt)
		if general && (d.Name == "noindex" || d.Name == "none" || expired) {
			why = append(why, strings.TrimSpace(d.Source+" "+d.Agent+": "+d.Name+" "+d.Value))
		}
	}
	if f.Robots.OK() {
		for _, agent := range []string{"Googlebot", "bingbot"} {
			if verdict := f.Robots.Value.Verdict(agent, requestPath(f.FinalURL)); !verdict.Allowed {
				why = append(why, "robots.txt, "+agent+": "+verdict.Rule)
			}
		}
	}
	return why
}

func requestPath(url string) string {
	_, rest, _ := strings.Cut(url, "://")
	if i := strings.IndexAny(rest, "/?"); i >= 0 {
		return rest[i:]
	}
	return "/"
}

func inspectLinks(p *page.Page) InspectedLinks {
	v := InspectedLinks{Total: p.LinksTotal, Uncrawlable: []string{}}
	for i := range p.Links {
		l := &p.Links[i]
		switch {
		case l.URL == "" || l.Fragment:
			v.Other++
		case l.Internal:
			v.Internal++
		default:
			v.External++
		}
		if !l.Crawlable {
			v.Uncrawlable = append(v.Uncrawlable, cmp.Or(l.Href, l.Text))
		}
	}
	return v
}

func inspectImages(p *page.Page) InspectedImages {
	v := InspectedImages{Total: p.ImagesTotal}
	for i := range p.Images {
		if p.Images[i].Alt == nil && !p.Images[i].Named {
			v.MissingAlt++
		}
	}
	return v
}

func inspectItems(g *page.Graph) []InspectedItem {
	items := []InspectedItem{}
	for _, n := range g.Nodes {
		properties := n.Props
		if properties == nil {
			properties = map[string][]page.Value{}
		}
		items = append(items, InspectedItem{Type: list(n.Types), Format: n.Format, ID: n.ID, Root: n.Root, Properties: properties})
	}
	return items
}

func inspectRobots(f *page.Facts) InspectedRobots {
	r := &f.Robots.Value
	v := InspectedRobots{
		URL: r.URL, Status: r.Status, Found: f.Robots.OK() && r.Status/100 == 2 && !r.HTML, Error: f.Robots.Detail,
		Truncated: r.Truncated, Errors: list(r.Problems),
		Agents: map[string]page.RobotsVerdict{}, Sitemaps: []string{},
	}
	for _, s := range r.Sitemaps {
		v.Sitemaps = append(v.Sitemaps, s.Value)
	}
	if f.Robots.OK() {
		for _, c := range f.Crawlers {
			v.Agents[c.Token] = r.Verdict(c.Token, requestPath(f.FinalURL))
		}
	}
	return v
}

func inspectSitemaps(f *page.Facts) []InspectedMap {
	maps := []InspectedMap{}
	for _, s := range f.Sitemaps {
		fault := cmp.Or(s.Code, s.ParseError)
		if fault == "" && s.HTML {
			fault = "an HTML page stands in its place"
		}
		maps = append(maps, InspectedMap{
			URL: s.URL, From: s.From, Status: s.Status, Form: s.Form, Entries: s.Count, Truncated: s.Truncated, Error: fault,
			Faults: list(s.Problems),
		})
	}
	return maps
}

func inspectLLMs(f *page.Facts) InspectedLLMs {
	l := &f.LLMs.Value
	return InspectedLLMs{
		Found: f.LLMs.OK() && l.Present() && !l.HTML, Status: l.Status, Error: f.LLMs.Detail, Truncated: l.Truncated, HTML: l.HTML, Title: first(l.Titles), Summary: l.Summary,
		Sections: list(l.Sections), Links: l.LinksTotal,
	}
}

// agents gives the registry's tokens in order, for tables.
func (v InspectedRobots) agents() []string {
	var tokens []string
	for t := range v.Agents {
		tokens = append(tokens, t)
	}
	slices.SortFunc(tokens, func(a, b string) int { return cmp.Compare(strings.ToLower(a), strings.ToLower(b)) })
	return tokens
}
