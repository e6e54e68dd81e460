package page

import "time"

// Kind is what a page is for.
type Kind string

// The kinds of page.
const (
	KindHome          Kind = "home"
	KindAbout         Kind = "about"
	KindContact       Kind = "contact"
	KindService       Kind = "service" // what is done or offered; one thing that can be bought is a product
	KindProduct       Kind = "product"
	KindCategory      Kind = "category" // a shop's list of products
	KindPricing       Kind = "pricing"
	KindFAQ           Kind = "faq"
	KindArticle       Kind = "article" // recipes too
	KindListing       Kind = "listing" // a list of articles or entries
	KindDocumentation Kind = "documentation"
	KindLegal         Kind = "legal" // privacy, terms, imprint
	KindOther         Kind = "other"
)

// Page is one HTML page and how it was answered.
type Page struct {
	URL      string   `json:"url"`       // as asked for
	FinalURL string   `json:"final_url"` // after redirects
	Kind     Kind     `json:"kind"`
	Response Response `json:"response"`

	Charset Charset `json:"charset"`
	Doctype string  `json:"doctype"` // "html", a legacy public id, or empty
	Lang    string  `json:"lang"`    // <html lang>, trimmed, as written
	// Detected is the language of the text, ISO 639-1; unknown where the text is too short or the detector unsure.
	Detected Found[string] `json:"detected_lang"`

	Titles       []string    `json:"titles"`                 // <title> elements in order, white space collapsed; SVG titles are none
	TitleInHead  bool        `json:"title_in_head"`          // the first one stands in <head>
	Descriptions []string    `json:"descriptions,omitempty"` // meta name=description
	Viewports    []string    `json:"viewports,omitempty"`    // meta name=viewport
	Metas        []Meta      `json:"metas,omitempty"`        // every other named meta, in order, at most 100
	Refresh      string      `json:"refresh,omitempty"`      // meta http-equiv=refresh
	CSPMeta      string      `json:"csp_meta,omitempty"`     // meta http-equiv=Content-Security-Policy
	BaseHref     string      `json:"base_href,omitempty"`    // the first <base href>, resolved
	Robots       []Directive `json:"robots,omitempty"`       // robots meta and X-Robots-Tag, one a directive
	Canonicals   []Reference `json:"canonicals,omitempty"`   // rel=canonical in HTML and in the Link header
	Alternates   []Alternate `json:"alternates,omitempty"`   // hreflang in HTML and in the Link header
	Icons        []Reference `json:"icons,omitempty"`        // rel=icon and kin
	Feeds        []Reference `json:"feeds,omitempty"`        // rel=alternate of an RSS or Atom type
	Licenses     []Reference `json:"licenses,omitempty"`     // rel=license in HTML and in the Link header
	OpenGraph    []Meta      `json:"open_graph,omitempty"`   // og:* and article:*, in order
	Twitter      []Meta      `json:"twitter,omitempty"`      // twitter:*, in order

	Headings    []Heading  `json:"headings,omitempty"`
	Links       []Link     `json:"links,omitempty"`  // <a> and <area>, in order, at most MaxLinks
	LinksTotal  int        `json:"links_total"`      // counted past the bound
	Images      []Image    `json:"images,omitempty"` // <img>, in order, at most 1,000
	ImagesTotal int        `json:"images_total"`     // counted past the bound
	Forms       []Form     `json:"forms,omitempty"`
	Scripts     []Script   `json:"scripts,omitempty"`   // at most 200
	Styles      []Style    `json:"styles,omitempty"`    // at most 100
	Resources   []Resource `json:"resources,omitempty"` // other sub-resources: iframe, video, audio, source, embed, object, preload; at most 200
	Widgets     Widgets    `json:"widgets"`

	// ScriptTags are the script elements that have a src, of whatever type, in order, at most 200.
	ScriptTags   []ScriptTag `json:"script_tags,omitempty"`
	ScriptsTotal int         `json:"scripts_total"` // script elements of any kind

	Text   Text       `json:"text"`
	Graph  Graph      `json:"structured_data"`
	Dates  []DateMark `json:"dates,omitempty"` // visible and declared dates of the page
	Phones []Phone    `json:"phones,omitempty"`
	Emails []string   `json:"emails,omitempty"` // lower-cased, without duplicates, in order
	// Addresses are postal addresses in <address>, in markup, or in lines that look like one.
	Addresses []Address `json:"addresses,omitempty"`
	Hours     []Hours   `json:"hours,omitempty"`
	Prices    []string  `json:"prices,omitempty"` // amounts with a currency in visible text, at most 50, as written

	DOM      DOM      `json:"dom"`
	Shell    string   `json:"shell,omitempty"`    // id of an application's root element: root, app, __next, __nuxt, svelte, …
	Hidden   []Hidden `json:"hidden,omitempty"`   // text that a reader doesn't see, at most 50
	Suspect  []Hidden `json:"suspect,omitempty"`  // hidden text that addresses a language model, zero-width or tag characters
	Mojibake []string `json:"mojibake,omitempty"` // excerpts of visible text with U+FFFD or double-encoded sequences, at most 5
	Secrets  []Secret `json:"secrets,omitempty"`  // vendor keys in the markup, masked
	// Unstyled: the rules of the page's style elements couldn't all be applied, so text that nobody sees may be among what counts as
	// visible.
	Unstyled bool `json:"unstyled,omitempty"`
	// ParseError: the parser gave up (more than 512 open elements, a bound); what was found before stands.
	ParseError string `json:"parse_error,omitempty"`
}

// Charset is how the bytes were read.
type Charset struct {
	Used     string `json:"used"`                // canonical name: utf-8, windows-1252, …
	Source   string `json:"source"`              // bom, header, meta, detected
	Header   string `json:"header,omitempty"`    // charset parameter of Content-Type
	Meta     string `json:"meta,omitempty"`      // declared in the document
	MetaByte int    `json:"meta_byte,omitempty"` // offset of the end of the declaration, bytes
	Valid    bool   `json:"valid"`               // the bytes are valid in Used
}

// Meta is a named meta element.
type Meta struct {
	Name    string `json:"name"` // lower-cased
	Content string `json:"content"`
}

// Directive is one robots directive for one agent.
type Directive struct {
	Agent  string `json:"agent"`           // lower-cased user agent token; "robots" is all
	Name   string `json:"name"`            // lower-cased: noindex, nofollow, none, nosnippet, max-snippet, noai, …
	Value  string `json:"value,omitempty"` // max-snippet:50 -> 50
	Source string `json:"source"`          // meta, header
}

// Reference is a link element or a Link header entry.
type Reference struct {
	Href   string `json:"href"`   // as written
	URL    string `json:"url"`    // resolved; empty where it can't be
	Source string `json:"source"` // html, header
	InBody bool   `json:"in_body,omitempty"`
	Type   string `json:"type,omitempty"`
	Sizes  string `json:"sizes,omitempty"`
	Title  string `json:"title,omitempty"`
}

// Alternate is an hreflang annotation.
type Alternate struct {
	Lang   string `json:"lang"` // as written
	Href   string `json:"href"`
	URL    string `json:"url"`
	Source string `json:"source"` // html, header, sitemap
}

// Heading is h1 to h6. The text of one that holds nothing but an image is the image's alt.
type Heading struct {
	Level  int    `json:"level"` // 1 to 6
	Text   string `json:"text"`
	ID     string `json:"id,omitempty"`
	InMain bool   `json:"in_main,omitempty"` // in the main content
	Hidden bool   `json:"hidden,omitempty"`
}

// Link is an anchor.
type Link struct {
	Href      string `json:"href"`                // as written
	URL       string `json:"url,omitempty"`       // resolved, without fragment; empty where it can't be, or is no web address
	Fragment  bool   `json:"fragment,omitempty"`  // points into this same page
	Text      string `json:"text"`                // visible text, else aria-label, else the alt of its image
	Rel       string `json:"rel,omitempty"`       // lower-cased
	Place     string `json:"place"`               // nav, header, main, footer, aside, body
	Internal  bool   `json:"internal,omitempty"`  // same registrable domain
	Crawlable bool   `json:"crawlable,omitempty"` // has an href that a crawler follows; judged as Lighthouse's crawlable-anchors does
	Scheme    string `json:"scheme,omitempty"`    // https, http, tel, mailto, javascript, …
	HasRole   bool   `json:"has_role,omitempty"`
	OnClick   bool   `json:"onclick,omitempty"`
}

// Nofollow says that the link asks crawlers not to follow it.
func (l *Link) Nofollow() bool { return containsWord(l.Rel, "nofollow") }

// Image is an img element.
type Image struct {
	Src      string  `json:"src"` // resolved; data: addresses are cut to "data:"
	Alt      *string `json:"alt"` // nil where the attribute is missing
	Width    string  `json:"width,omitempty"`
	Height   string  `json:"height,omitempty"`
	Loading  string  `json:"loading,omitempty"`
	Priority string  `json:"fetchpriority,omitempty"`
	Srcset   bool    `json:"srcset,omitempty"`
	InMain   bool    `json:"in_main,omitempty"`
	// Named: without alt but named otherwise (aria-label, aria-labelledby, title) or taken out of the tree (role=presentation or none, aria-hidden).
	Named bool `json:"named,omitempty"`
}

// Form is a form element.
type Form struct {
	Action    string `json:"action"` // resolved; the page's own address where missing
	Method    string `json:"method"` // get, post
	Password  bool   `json:"password,omitempty"`
	Search    bool   `json:"search,omitempty"`
	Inputs    int    `json:"inputs"`             // fields a person fills: not hidden, submit, button, image, reset
	Unlabeled int    `json:"unlabeled"`          // of these, without label, aria-label, aria-labelledby or title
	ToolName  string `json:"toolname,omitempty"` // WebMCP
}

// Script is a script element that runs.
type Script struct {
	Src         string `json:"src,omitempty"` // resolved; empty for an inline one
	InHead      bool   `json:"in_head,omitempty"`
	Async       bool   `json:"async,omitempty"`
	Defer       bool   `json:"defer,omitempty"` // or type=module
	Integrity   bool   `json:"integrity,omitempty"`
	CrossOrigin string `json:"crossorigin,omitempty"`
	Bytes       int    `json:"bytes"` // inline text
}

// ScriptTag is a script element as written.
type ScriptTag struct {
	Src       string `json:"src"`
	Integrity bool   `json:"integrity,omitempty"` // it has a value, whatever that is
}

// Blocking says that the parser waits for it.
func (s *Script) Blocking() bool { return s.Src != "" && s.InHead && !s.Async && !s.Defer }

// Style is a stylesheet link or a style element.
type Style struct {
	Href      string `json:"href,omitempty"` // resolved; empty for an inline one
	Media     string `json:"media,omitempty"`
	InHead    bool   `json:"in_head,omitempty"`
	Integrity bool   `json:"integrity,omitempty"`
	Bytes     int    `json:"bytes"`                // inline text
	FontFaces int    `json:"font_faces,omitempty"` // @font-face rules of an inline one
	FontSwap  int    `json:"font_swap,omitempty"`  // of these, with font-display swap or optional
}

// Resource is another sub-resource.
type Resource struct {
	Element string `json:"element"` // iframe, video, audio, source, embed, object, track, preload, prefetch, preconnect
	URL     string `json:"url"`
	As      string `json:"as,omitempty"`
	Title   string `json:"title,omitempty"`
	Loading string `json:"loading,omitempty"`
	Hidden  bool   `json:"hidden,omitempty"` // from everybody, screen readers too
}

// Widgets are counts of interface parts, for the design and accessibility checks.
type Widgets struct {
	Buttons        int `json:"buttons"`
	ButtonsUnnamed int `json:"buttons_unnamed"`
	LinksUnnamed   int `json:"links_unnamed"` // with an href and no accessible name
	Labels         int `json:"labels"`
	// LooseFields are fields that a person fills outside of any form, LooseUnlabeled those of them without a label or another name.
	LooseFields    int    `json:"loose_fields,omitempty"`
	LooseUnlabeled int    `json:"loose_unlabeled,omitempty"`
	PositiveTab    int    `json:"positive_tabindex"`
	Mains          int    `json:"mains"` // <main> and role=main
	Navs           int    `json:"navs"`
	Headers        int    `json:"headers"` // <header>
	Footers        int    `json:"footers"`
	Articles       int    `json:"articles"`
	Sections       int    `json:"sections"`
	Asides         int    `json:"asides"`
	Figures        int    `json:"figures"`
	Times          int    `json:"times"`
	Details        int    `json:"details"`
	Addresses      int    `json:"addresses"`         // <address>
	Dialogs        int    `json:"dialogs"`           // <dialog open>, role=dialog, aria-modal
	OpenDialogs    int    `json:"open_dialogs"`      // <dialog open>; whether the others are open, only a browser can tell
	Consent        string `json:"consent,omitempty"` // the consent manager's name, by its script or element
	PasswordFields int    `json:"password_fields"`
	Maps           int    `json:"maps"` // map embeds and links to map services
}

// DOM is the size of the tree.
type DOM struct {
	Elements    int `json:"elements"`
	Depth       int `json:"depth"`
	MaxChildren int `json:"max_children"`
}

// Text is what the page says.
type Text struct {
	Visible  int     `json:"visible_words"`      // words of all visible text, navigation and footer included
	Words    int     `json:"words"`              // words of the main content
	Main     string  `json:"main"`               // main content: blocks divided by a line feed
	Markdown string  `json:"markdown,omitempty"` // main content as Markdown; kept for the submitted page only
	Method   string  `json:"method"`             // how the main content was found: main, article, density, body
	Blocks   []Block `json:"blocks,omitempty"`   // of the main content, in order, at most 1,000
	Chars    int     `json:"chars"`              // characters of visible text
	Hash     string  `json:"hash"`               // of the main content, case and white space folded, hexadecimal
	SimHash  uint64  `json:"simhash,string"`     // over word triples of the main content; 0 below 30 words
	// Outside is visible text outside the main content, without what is mostly links: lines of header and footer, at most 8 KiB.
	Outside string `json:"outside,omitempty"`
	// Clipped: of the page of a large site only the beginning of Main was kept, and no Blocks; the counts are of all of it.
	Clipped bool `json:"clipped,omitempty"`
	// BoilerplateWords are the visible words outside the main content.
	BoilerplateWords int `json:"boilerplate_words"`
}

// BlockKind is what a block of main content is.
type BlockKind string

// The kinds of block.
const (
	Paragraph    BlockKind = "p"
	HeadingRow   BlockKind = "heading"
	ListItem     BlockKind = "li"
	TableRow     BlockKind = "tr"
	Quote        BlockKind = "quote"
	Preformatted BlockKind = "pre"
	Definition   BlockKind = "dd"
	Summary      BlockKind = "summary" // the always visible line of a details element
)

// Block is a piece of main content.
type Block struct {
	Kind    BlockKind `json:"kind"`
	Level   int       `json:"level,omitempty"` // of a heading; nesting of a list item
	Text    string    `json:"text"`            // table cells divided by a tab
	Words   int       `json:"words"`
	Ordered bool      `json:"ordered,omitempty"` // item of an ordered list
	List    int       `json:"list,omitempty"`    // 1-based number of the list or table it belongs to
	Header  bool      `json:"header,omitempty"`  // table row of header cells
	Links   int       `json:"links,omitempty"`   // external links inside
	Cited   bool      `json:"cited,omitempty"`   // quote with a cite element or attribute
	Term    string    `json:"term,omitempty"`    // the dt of a dd
}

// Hidden is text that a reader doesn't see.
type Hidden struct {
	How   string `json:"how"` // display, visibility, offscreen, opacity, font-size, colour, zero-width, tag-characters, comment
	Text  string `json:"text"`
	Words int    `json:"words"`
	Links int    `json:"links,omitempty"`
	// Widget: part of an interactive part (menu, tab, dialog, accordion, template), which hides text honestly.
	Widget bool `json:"widget,omitempty"`
}

// Secret is a credential found in markup.
type Secret struct {
	Vendor string `json:"vendor"`
	Masked string `json:"masked"`
	Where  string `json:"where"` // script, attribute, text
}

// DateMark is a date on a page.
type DateMark struct {
	Role   string    `json:"role"`   // published, modified, visible, url
	Source string    `json:"source"` // jsonld, microdata, rdfa, meta, time, text, url
	Raw    string    `json:"raw"`
	Time   time.Time `json:"time"`  // midnight UTC where only a day is given
	Valid  bool      `json:"valid"` // ISO 8601 where the source asks for it
}

// Phone is a telephone number.
type Phone struct {
	Raw    string `json:"raw"`
	E164   string `json:"e164,omitempty"` // where country and number could be told
	Source string `json:"source"`         // tel, jsonld, microdata, rdfa, text
}

// Address is a postal address.
type Address struct {
	Raw      string `json:"raw"` // one line
	Street   string `json:"street,omitempty"`
	Locality string `json:"locality,omitempty"`
	Region   string `json:"region,omitempty"`
	Postcode string `json:"postcode,omitempty"`
	Country  string `json:"country,omitempty"` // as written; ISO 3166-1 alpha-2 where the markup says so
	Source   string `json:"source"`            // jsonld, microdata, rdfa, address, text
}

// Hours are opening hours of some days.
type Hours struct {
	Days   []string `json:"days"`  // Mo Tu We Th Fr Sa Su
	Opens  string   `json:"opens"` // HH:MM
	Closes string   `json:"closes"`
	Source string   `json:"source"` // jsonld, microdata, rdfa, text
}
