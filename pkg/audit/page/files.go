package page

import "time"

// Sitemap is one sitemap file, or an index of them: XML, gzip or text as sitemaps.org has it, RSS or Atom as Google takes it.
type Sitemap struct {
	URL        string         `json:"url"`
	From       string         `json:"from"`           // robots, default (/sitemap.xml), or the index that lists it
	Status     int            `json:"status"`         // HTTP status; 0 where none came
	Code       string         `json:"code,omitempty"` // why it couldn't be read
	Form       string         `json:"form,omitempty"` // urlset, sitemapindex, text, rss, atom; empty where it is none of them
	Gzip       bool           `json:"gzip,omitempty"`
	HTML       bool           `json:"html,omitempty"` // an HTML page stands in its place
	Bytes      int64          `json:"bytes"`          // decoded, read
	Count      int            `json:"count"`          // entries seen; Entries holds at most what was asked for
	Entries    []SitemapEntry `json:"entries,omitempty"`
	Children   []string       `json:"children,omitempty"`  // of an index, at most 1,000
	Truncated  string         `json:"truncated,omitempty"` // why reading stopped early
	ParseError string         `json:"parse_error,omitempty"`
	Problems   []string       `json:"problems,omitempty"` // the Sitemap constants, each once
	News       bool           `json:"news,omitempty"`     // a news sitemap
}

// SitemapEntry is one address of a sitemap.
type SitemapEntry struct {
	URL        string      `json:"url"`
	LastMod    string      `json:"lastmod,omitempty"` // as written
	Modified   time.Time   `json:"modified,omitzero"`
	Alternates []Alternate `json:"alternates,omitempty"`
}

// LLMs is /llms.txt (llmstxt.org).
type LLMs struct {
	URL         string     `json:"url"`
	Status      int        `json:"status"`
	ContentType string     `json:"content_type,omitempty"`
	Bytes       int64      `json:"bytes"` // read; at most 256 KiB
	Truncated   bool       `json:"truncated,omitempty"`
	HTML        bool       `json:"html,omitempty"`     // an HTML page stands in its place
	Titles      []string   `json:"titles,omitempty"`   // H1 lines
	Summary     string     `json:"summary,omitempty"`  // the first block quote
	Sections    []string   `json:"sections,omitempty"` // H2 lines
	Links       []LLMsLink `json:"links,omitempty"`    // at most 500
	LinksTotal  int        `json:"links_total"`
	Chars       int        `json:"chars"`
}

// Present says that the site serves a file there that is meant as llms.txt, well-formed or not.
func (l *LLMs) Present() bool { return l.Status >= 200 && l.Status < 300 }

// LLMsLink is one link of llms.txt.
type LLMsLink struct {
	Text    string `json:"text"`
	Href    string `json:"href"`          // as written
	URL     string `json:"url,omitempty"` // resolved
	Section string `json:"section,omitempty"`
	Line    int    `json:"line"`
}
