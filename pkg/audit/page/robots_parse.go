package page

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/auditctl/auditctl/internal/weburl"
)

const (
	maxRobotsLine     = 8*2083 - 1 // bytes; Google reads no more of a line
	maxRobotsProblems = 200
	maxProblemText    = 200 // characters

	utf8Mark = "\xef\xbb\xbf" // byte order mark
)

// ParseRobots reads a robots.txt as it came: url after redirects, status 0 where the host couldn't be reached, body at most what the caller bounds it to,
// truncated where there was more. Only an answer of 200 to 299 that isn't HTML has groups (RFC 9309, 2.3.1).
func ParseRobots(url string, status int, contentType string, body []byte, truncated bool) Robots {
	r := Robots{URL: url, Status: status, ContentType: contentType, Bytes: int64(len(body)), Truncated: truncated}
	if status >= 200 && status < 300 {
		if LooksLikeHTML(body) {
			r.HTML = true
		} else {
			p := robotsParser{robots: &r}
			p.parse(body)
		}
	}
	r.matcher = newRobotsMatcher(r.Groups)
	return r
}

// UnmarshalJSON reads a saved Robots.
func (r *Robots) UnmarshalJSON(data []byte) error {
	type saved Robots
	if err := json.Unmarshal(data, (*saved)(r)); err != nil {
		return err
	}
	r.matcher = newRobotsMatcher(r.Groups)
	return nil
}

// robotsParser is the state between lines.
type robotsParser struct {
	robots *Robots
	line   int
	text   string // of the line
	open   bool   // no rule has come since the last user-agent line, so another one joins its group
}

func (p *robotsParser) parse(body []byte) {
	body = trimMark(body)
	if p.robots.Truncated {
		// The last line is likely cut in the middle, and half a path is another rule.
		if i := bytes.LastIndexAny(body, "\r\n"); i >= 0 {
			body = body[:i]
		}
	}
	for text := range linesOf(string(body)) {
		p.line++
		p.text = text
		if len(text) > maxRobotsLine {
			text = text[:maxRobotsLine]
			p.problem(RobotsLineTooLong)
		}
		if !utf8.ValidString(p.text) {
			p.problem(RobotsBadUTF8)
		}
		// Google's parser ends a line at a NUL byte too.
		if i := strings.IndexAny(text, "#\x00"); i >= 0 {
			text = text[:i]
		}
		if text = trimBlanks(text); text != "" {
			p.record(text)
		}
	}
}

// trimMark drops a UTF-8 byte order mark, or the beginning of one as Google does.
func trimMark(body []byte) []byte {
	for _, b := range []byte(utf8Mark) {
		if len(body) == 0 || body[0] != b {
			break
		}
		body = body[1:]
	}
	return body
}

// linesOf cuts at LF, CR and CRLF.
func linesOf(s string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for s != "" {
			line, rest := s, ""
			if i := strings.IndexAny(s, "\r\n"); i >= 0 {
				line, rest = s[:i], s[i+1:]
				if s[i] == '\r' {
					rest = strings.TrimPrefix(rest, "\n")
				}
			}
			if !yield(line) {
				return
			}
			s = rest
		}
	}
}

func trimBlanks(s string) string { return strings.Trim(s, " \t\v\f") }

// record reads a line that is neither empty nor only a comment.
func (p *robotsParser) record(text string) {
	name, value, ok := strings.Cut(text, ":")
	if !ok {
		p.problem(RobotsNoColon)
		// Two words are read as a name and its value, as Google does.
		words := strings.FieldsFunc(text, func(c rune) bool { return c == ' ' || c == '\t' })
		if len(words) != 2 {
			return
		}
		name, value = words[0], words[1]
	}
	name, value = strings.ToLower(trimBlanks(name)), trimBlanks(value)
	directive := directiveOf(name)
	if ok && !knownDirective(name) {
		p.problem(RobotsUnknownDirective)
	}
	switch directive {
	case "user-agent":
		p.userAgent(value)
	case "allow", "disallow":
		p.rule(directive == "allow", value)
	case "sitemap":
		p.robots.Sitemaps = append(p.robots.Sitemaps, RobotsLine{p.line, value})
		if u, err := weburl.Parse(value); err != nil || !u.Web() {
			p.problem(RobotsSitemapNotAbsolute)
		}
	case "crawl-delay":
		p.crawlDelay(value)
	case "content-signal":
		p.robots.Signals = append(p.robots.Signals, RobotsLine{p.line, value})
		if !validSignal(value) {
			p.problem(RobotsBadSignal)
		}
	case "license":
		p.robots.Licenses = append(p.robots.Licenses, RobotsLine{p.line, value})
	}
}

// directiveOf gives the directive that Google reads a lower-cased name as: by how it begins, with the misspellings it is known to accept.
func directiveOf(name string) string {
	for _, d := range []struct{ prefix, directive string }{
		{"user-agent", "user-agent"},
		{"useragent", "user-agent"},
		{"user agent", "user-agent"},
		{"allow", "allow"},
		{"disallow", "disallow"},
		{"dissallow", "disallow"},
		{"dissalow", "disallow"},
		{"disalow", "disallow"},
		{"diasllow", "disallow"},
		{"disallaw", "disallow"},
		{"sitemap", "sitemap"},
		{"site-map", "sitemap"},
	} {
		if strings.HasPrefix(name, d.prefix) {
			return d.directive
		}
	}
	return name
}

// knownDirective says whether some crawler documents the directive. The list is that of Lighthouse's robots-txt audit, with License (rslstandard.org)
// and Content-Usage (IETF draft-ietf-aipref-attach).
func knownDirective(name string) bool {
	switch name {
	case "user-agent", "allow", "disallow", "sitemap", "crawl-delay", "clean-param", "host", "request-rate", "visit-time", "noindex", "content-signal",
		"content-usage", "license":
		return true
	}
	return false
}

func (p *robotsParser) userAgent(value string) {
	if value == "" {
		p.problem(RobotsEmptyUserAgent)
	}
	if !p.open {
		p.robots.Groups = append(p.robots.Groups, RobotsGroup{})
		p.open = true
	}
	g := p.group()
	g.Agents = append(g.Agents, RobotsLine{p.line, value})
}

// group is the one that the next line belongs to, nil before the first.
func (p *robotsParser) group() *RobotsGroup {
	if len(p.robots.Groups) == 0 {
		return nil
	}
	return &p.robots.Groups[len(p.robots.Groups)-1]
}

func (p *robotsParser) rule(allow bool, path string) {
	g := p.group()
	if g == nil {
		p.problem(RobotsRuleBeforeGroup)
		return
	}
	p.open = false
	g.Rules = append(g.Rules, RobotsRule{Line: p.line, Allow: allow, Path: path})
	if path != "" && path[0] != '/' && path[0] != '*' {
		p.problem(RobotsPathWithoutSlash)
	}
	if i := strings.IndexByte(path, '$'); i >= 0 && i != len(path)-1 {
		p.problem(RobotsDollarNotLast)
	}
}

// crawlDelay doesn't end the group's user-agent lines: RFC 9309, 2.2.4 lets no other record interfere with the groups.
func (p *robotsParser) crawlDelay(value string) {
	g := p.group()
	if g == nil {
		p.problem(RobotsRuleBeforeGroup)
		return
	}
	seconds, err := strconv.ParseFloat(value, 64)
	if err != nil || !(seconds >= 0) || math.IsInf(seconds, 0) {
		p.problem(RobotsBadCrawlDelay)
		return
	}
	g.CrawlDelays = append(g.CrawlDelays, RobotsDelay{Line: p.line, Seconds: seconds})
}

// validSignal reads "search=yes, ai-train=no" (contentsignals.org), which may begin with the path it holds for.
func validSignal(value string) bool {
	if strings.HasPrefix(value, "/") {
		_, value, _ = strings.Cut(value, " ")
	}
	for signal := range strings.SplitSeq(value, ",") {
		name, answer, _ := strings.Cut(strings.ToLower(signal), "=")
		name, answer = trimBlanks(name), trimBlanks(answer)
		switch name {
		case "search", "ai-input", "ai-train":
			if answer != "yes" && answer != "no" {
				return false
			}
		case "use":
			if answer == "" {
				return false
			}
		default:
			return false
		}
	}
	return true
}

func (p *robotsParser) problem(kind string) {
	if len(p.robots.Problems) < maxRobotsProblems {
		p.robots.Problems = append(p.robots.Problems, RobotsProblem{Line: p.line, Text: clipText(p.text, maxProblemText), Problem: kind})
	}
}

// clipText gives the first characters of s, as valid UTF-8.
func clipText(s string, chars int) string {
	if len(s) > 4*chars {
		s = s[:4*chars]
	}
	s = strings.ToValidUTF8(s, "\uFFFD")
	n := 0
	for i := range s {
		if n == chars {
			return s[:i]
		}
		n++
	}
	return s
}
