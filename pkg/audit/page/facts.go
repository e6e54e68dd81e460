// Package page holds what was found on a site, and the parsers that fill it from bytes. It does no I/O: the same bytes give the same facts.
//
// Everything here can be written as JSON and read back, so that a judgement can be replayed from saved facts.
package page

import "time"

// Reason says why a fact isn't known. Checks that need an unknown fact answer not_assessed with it.
type Reason string

// The reasons.
const (
	Blocked       Reason = "blocked"        // the site turned us away: a challenge page, a bot wall
	NeedsRender   Reason = "needs_render"   // only a browser can tell
	NeedsKey      Reason = "needs_key"      // an outside service would have to be asked
	TooFewPages   Reason = "too_few_pages"  // the verdict needs more pages than were read
	NotApplicable Reason = "not_applicable" // the question makes no sense for this site
	Unread        Reason = "unread"         // it could not be read: an error, a bound, the deadline
)

// Found is a value, or the reason why it isn't known.
type Found[T any] struct {
	Value  T      `json:"value,omitempty"`
	Reason Reason `json:"reason,omitempty"` // empty where Value is known
	Detail string `json:"detail,omitempty"` // for a person: what went wrong, without addresses or bytes of the other side
}

// Known wraps a value.
func Known[T any](v T) Found[T] { return Found[T]{Value: v} }

// Unknown gives the reason instead of a value.
func Unknown[T any](r Reason, detail string) Found[T] { return Found[T]{Reason: r, Detail: detail} }

// OK says whether the value is known.
func (f Found[T]) OK() bool { return f.Reason == "" }

// Facts is what one audit read of one site.
type Facts struct {
	URL      string    `json:"url"`       // the submitted address, normalised
	FinalURL string    `json:"final_url"` // of the submitted page, after redirects
	Host     string    `json:"host"`      // of FinalURL, with a port that isn't the scheme's own
	Domain   string    `json:"domain"`    // registrable domain (public suffix list); the address itself for an IP host
	ReadAt   time.Time `json:"read_at"`   // the clock of freshness and certificate checks
	Agent    string    `json:"agent"`     // the user agent token that robots.txt was obeyed for
	// SchemeFallback: a bare "example.com" was submitted, nothing answered on 443, http was read instead.
	SchemeFallback bool `json:"scheme_fallback,omitempty"`
	// Pages are the pages read with status 2xx, the submitted one first, the others in the order of choice. Never empty in a finished audit.
	Pages []*Page `json:"pages"`
	// Failures are the chosen pages and links that gave no page: a 4xx or 5xx, a timeout, something that isn't HTML.
	Failures []Failure `json:"failures,omitempty"`

	Robots   Found[Robots] `json:"robots"`
	Sitemaps []Sitemap     `json:"sitemaps,omitempty"` // each file tried, in order; empty where none was looked for
	LLMs     Found[LLMs]   `json:"llms"`               // /llms.txt
	TLS      Found[TLS]    `json:"tls"`                // not_applicable for http
	Plain    Found[Plain]  `json:"plain"`              // what http:// answers for a site on https
	// Preflight is what a page of another origin would be allowed; not_applicable where it wasn't asked.
	Preflight Found[Preflight] `json:"preflight"`
	Sibling   Found[Sibling]   `json:"sibling"`            // the other of apex and www
	Control   Found[Control]   `json:"control"`            // the answer for a path that can't exist
	Probes    []Probe          `json:"probes,omitempty"`   // fetches with other agents' user agents
	Survey    *Survey          `json:"survey,omitempty"`   // what further requests brought; nil where none were wanted
	Crawlers  []Crawler        `json:"crawlers,omitempty"` // the registry that verdicts are given for
	Assets    map[string]Asset `json:"assets,omitempty"`   // sub-resources looked at, by URL
	Speed     Found[Speed]     `json:"speed,omitzero"`     // of the submitted page; zero where no page-speed tool was asked

	Rendered *Rendered `json:"rendered,omitempty"` // the submitted page after its scripts ran; nil where no browser opened it

	// Look is what a browser showed of the submitted page; nil where none did. It isn't kept with the facts.
	Look *Look `json:"-"`

	// CustomerNeeds are what customers of the site's trade typically ask for, in the market's language; empty where nobody can say, or the site isn't in it.
	CustomerNeeds []string `json:"customer_needs,omitempty"`

	Truncated bool   `json:"truncated,omitempty"` // a bound cut something off
	Notes     []Note `json:"notes,omitempty"`     // what was cut, skipped or fell back
}

// Look is what a browser shows of a page before anybody scrolls.
type Look struct {
	// Picture is a JPEG of at most 1 MiB: to the left a desktop screen, 1366 by 900 pixels, to the right a telephone's, 390 by 844.
	Picture []byte
	// Seen are the things on the desktop screen, counted by the browser: heading, text, link, button, field, image, video, navigation, dialog.
	Seen map[string]int
	Text string // what visitors can read of the whole page after its scripts ran, at most 65,536 characters
}

// Note is a remark for a person, in each language that a report can have.
type Note struct {
	EN string `json:"en"`
	FR string `json:"fr"`
}

// Main is the submitted page.
func (f *Facts) Main() *Page { return f.Pages[0] }

// Failure is an address that was asked for and gave no page.
type Failure struct {
	URL    string `json:"url"`
	From   string `json:"from,omitempty"`   // the page that links to it, or "sitemap"
	Text   string `json:"text,omitempty"`   // the link's text
	Status int    `json:"status,omitempty"` // HTTP status; 0 where none came
	Code   string `json:"code"`             // http_error, not_html, response_timeout, … as package audit names them
	// Retried: asked twice, the same both times.
	Retried bool `json:"retried,omitempty"`
}

// Response is how a page was answered.
type Response struct {
	Status    int                 `json:"status"`
	Proto     string              `json:"proto"`  // HTTP/1.1, HTTP/2.0
	Header    map[string][]string `json:"header"` // canonical names
	Redirects []Redirect          `json:"redirects,omitempty"`
	Cookies   []Cookie            `json:"cookies,omitempty"`
	Timing    Timing              `json:"timing"`
	Encoding  string              `json:"encoding,omitempty"`  // Content-Encoding: gzip, br, zstd, deflate
	WireBytes int64               `json:"wire_bytes"`          // of the body as sent
	Bytes     int64               `json:"bytes"`               // of the body decoded
	Truncated string              `json:"truncated,omitempty"` // why the body is not whole: decoded_limit, wire_limit, deadline, cut_by_server
	Edge      string              `json:"edge,omitempty"`      // the CDN or firewall in front, by its headers: Cloudflare, Akamai, …
}

// Get gives the first value of a header, by canonical name.
func (r *Response) Get(name string) string {
	if v := r.Header[name]; len(v) > 0 {
		return v[0]
	}
	return ""
}

// Redirect is one hop.
type Redirect struct {
	From   string `json:"from"`
	Status int    `json:"status"`
	To     string `json:"to"`
}

// Timing is the phases of one request, in milliseconds. A reused connection has no DNS, Connect and TLS.
type Timing struct {
	DNS       int64 `json:"dns_ms"`
	Connect   int64 `json:"connect_ms"`
	TLS       int64 `json:"tls_ms"`
	FirstByte int64 `json:"first_byte_ms"` // from the request written to the first byte of the answer
	Body      int64 `json:"body_ms"`
}

// Plain is what the http:// form of an https site answers.
type Plain struct {
	Status    int        `json:"status"` // of the first answer; 0 where nothing listens on port 80
	Redirects []Redirect `json:"redirects,omitempty"`
	FinalURL  string     `json:"final_url,omitempty"`
	Closed    bool       `json:"closed,omitempty"` // nothing listens on port 80
}

// Preflight is the answer to a CORS preflight request for the submitted page from an origin that nobody has.
type Preflight struct {
	Origin      string `json:"origin"`                // that asked
	Status      int    `json:"status"`                // HTTP status
	Allow       string `json:"allow,omitempty"`       // Access-Control-Allow-Origin
	Credentials string `json:"credentials,omitempty"` // Access-Control-Allow-Credentials
}

// Sibling is the apex for a www host, and the www host for an apex.
type Sibling struct {
	URL       string     `json:"url"`
	Status    int        `json:"status"` // of the first answer
	Redirects []Redirect `json:"redirects,omitempty"`
	FinalURL  string     `json:"final_url,omitempty"`
	Exists    bool       `json:"exists"` // the name resolves and something answers
}

// Control is the answer for a path made up to not exist.
type Control struct {
	URL      string `json:"url"`
	Status   int    `json:"status"` // after redirects
	FinalURL string `json:"final_url,omitempty"`
	Title    string `json:"title,omitempty"`
	Words    int    `json:"words"`
	Hash     string `json:"hash,omitempty"` // of the visible text
	// Confirmed: a second, different path was answered alike; asked only where the first was answered 2xx.
	Confirmed bool `json:"confirmed,omitempty"`
}

// Probe is one fetch with another agent's user agent from our address: an indication, never a proof (firewalls verify addresses).
type Probe struct {
	Agents []string `json:"agents"` // user agent tokens sent; several in the screening probe
	URL    string   `json:"url"`
	Status int      `json:"status"`          // 0 where nothing came
	Wall   string   `json:"wall,omitempty"`  // the bot wall's name
	Bytes  int64    `json:"bytes"`           // decoded
	Words  int      `json:"words,omitempty"` // visible
	Code   string   `json:"code,omitempty"`  // why nothing came
	Timing Timing   `json:"timing"`          // zero where nothing came
	// Screening: all answer and user-fetch agents' tokens in one user agent, on the control path.
	Screening bool `json:"screening,omitempty"`
}

// Asset is a sub-resource of a page, after redirects.
type Asset struct {
	Status       int    `json:"status"`
	ContentType  string `json:"content_type,omitempty"`
	Bytes        int64  `json:"bytes"`              // of the whole body as sent; -1 where unknown
	Encoding     string `json:"encoding,omitempty"` // gzip, br, zstd, deflate
	CacheControl string `json:"cache_control,omitempty"`
	Validator    bool   `json:"validator,omitempty"` // it has ETag or Last-Modified
	// Width and Height are in pixels; 0 where no bytes were looked at, or they aren't those of a PNG, JPEG, GIF or WebP picture.
	Width  int `json:"width,omitempty"`
	Height int `json:"height,omitempty"`
}
