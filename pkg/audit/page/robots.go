package page

// Robots is /robots.txt: RFC 9309, with Google's published behaviour where the RFC leaves a choice. ParseRobots makes one; one made by hand or changed
// afterwards still answers Verdict, by reading its groups anew each time.
type Robots struct {
	URL         string          `json:"url"`
	Status      int             `json:"status"` // HTTP status after redirects; 0 where the host couldn't be reached
	ContentType string          `json:"content_type,omitempty"`
	Bytes       int64           `json:"bytes"`               // read; at most 512 KiB
	Truncated   bool            `json:"truncated,omitempty"` // longer than what was read
	HTML        bool            `json:"html,omitempty"`      // an HTML page stands in its place
	Groups      []RobotsGroup   `json:"groups,omitempty"`
	Sitemaps    []RobotsLine    `json:"sitemaps,omitempty"` // Sitemap lines
	Signals     []RobotsLine    `json:"signals,omitempty"`  // Content-Signal lines
	Licenses    []RobotsLine    `json:"licenses,omitempty"` // License lines (RSL)
	Problems    []RobotsProblem `json:"problems,omitempty"` // what a crawler ignores or stumbles over, in the order of lines, at most 200

	matcher *robotsMatcher // made once by ParseRobots and UnmarshalJSON, since a copy must be safe for concurrent use; nil in a value made by hand
}

// RobotsGroup is one group: user agent tokens and the rules under them.
type RobotsGroup struct {
	Agents      []RobotsLine  `json:"agents"` // as written: "GPTBot/1.0"
	Rules       []RobotsRule  `json:"rules,omitempty"`
	CrawlDelays []RobotsDelay `json:"crawl_delays,omitempty"`
}

// RobotsDelay is a Crawl-delay line.
type RobotsDelay struct {
	Line    int     `json:"line"`
	Seconds float64 `json:"seconds"` // 0 or more, finite
}

// RobotsLine is a value and the line it stands on.
type RobotsLine struct {
	Line  int    `json:"line"` // 1 is the first
	Value string `json:"value"`
}

// RobotsRule is an Allow or Disallow line.
type RobotsRule struct {
	Line  int    `json:"line"`
	Allow bool   `json:"allow"`
	Path  string `json:"path"` // as written, without comment and surrounding space
}

// RobotsProblem is a fault in the file.
type RobotsProblem struct {
	Line    int    `json:"line"`
	Text    string `json:"text"`    // the line, at most 200 characters
	Problem string `json:"problem"` // one of the Robots constants
}

// What RobotsProblem.Problem says.
const (
	RobotsUnknownDirective   = "unknown_directive"    // also a misspelling that Google reads, since others may not
	RobotsNoColon            = "no_colon"             // Google reads "disallow /" all the same
	RobotsRuleBeforeGroup    = "rule_before_group"    // ignored
	RobotsEmptyUserAgent     = "empty_user_agent"     // the rules under it hold for nobody
	RobotsPathWithoutSlash   = "path_without_slash"   // matches nothing: a path begins with / or *
	RobotsDollarNotLast      = "dollar_not_last"      // an ordinary character there
	RobotsSitemapNotAbsolute = "sitemap_not_absolute" // sitemaps.org wants the whole address
	RobotsBadCrawlDelay      = "bad_crawl_delay"      // no number of seconds
	RobotsBadSignal          = "bad_signal"           // a Content-Signal line that contentsignals.org doesn't know
	RobotsBadUTF8            = "bad_utf8"
	RobotsLineTooLong        = "line_too_long" // Google reads its first 16,663 bytes only
)

// RobotsVerdict says whether an agent may fetch a path, and what decides.
type RobotsVerdict struct {
	Allowed bool   `json:"allowed"`
	Line    int    `json:"line,omitempty"`  // of the deciding rule; 0 where none matched
	Rule    string `json:"rule"`            // "Disallow: /private", or why no rule decides: "no rule matches", "no group", "robots.txt is 404", …
	Group   string `json:"group,omitempty"` // the token of the group that holds: "gptbot", "*"
}
