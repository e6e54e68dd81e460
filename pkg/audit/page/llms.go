package page

import (
	"strings"
	"unicode/utf8"

	"github.com/auditctl/auditctl/internal/weburl"
)

const (
	maxLLMsLinks    = 500
	maxLLMsHeadings = 200 // of each level
	maxLLMsText     = 500 // characters of a heading, a link's text or the summary
)

// ParseLLMs reads an llms.txt as it came (llmstxt.org: Markdown with one H1, a block quote that sums up, and lists of links under H2): url after
// redirects, body at most what the caller bounds it to, truncated where there was more. Only an answer of 200 to 299 that isn't HTML is read.
func ParseLLMs(url string, status int, contentType string, body []byte, truncated bool) LLMs {
	l := LLMs{URL: url, Status: status, ContentType: contentType, Bytes: int64(len(body)), Truncated: truncated}
	if !l.Present() {
		return l
	}
	if LooksLikeHTML(body) {
		l.HTML = true
		return l
	}
	text := strings.TrimPrefix(string(body), utf8Mark)
	l.Chars = utf8.RuneCountInString(strings.TrimSpace(text))
	p := llmsParser{llms: &l}
	if base, err := weburl.NewBase(url); err == nil {
		p.base = base
	}
	for line := range linesOf(text) {
		p.line++
		p.read(strings.TrimSpace(line))
	}
	l.Summary = clipText(strings.Join(p.quote, " "), maxLLMsText)
	return l
}

// llmsParser is the state between lines.
type llmsParser struct {
	llms    *LLMs
	base    *weburl.Base
	line    int
	section string
	fence   string   // that ends the open code block; empty outside of one
	quote   []string // lines of the first block quote
	quoted  bool     // it has ended
}

func (p *llmsParser) read(line string) {
	if p.fence != "" {
		if strings.HasPrefix(line, p.fence) {
			p.fence = ""
		}
		return
	}
	if strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~") {
		p.fence = line[:3]
		return
	}
	if quote, ok := strings.CutPrefix(line, ">"); ok && !p.quoted {
		if quote = strings.TrimSpace(quote); quote != "" && len(p.quote) < maxLLMsText {
			p.quote = append(p.quote, quote)
		}
	} else if len(p.quote) > 0 {
		p.quoted = true
	}
	if level, title := heading(line); level == 1 && len(p.llms.Titles) < maxLLMsHeadings {
		p.llms.Titles = append(p.llms.Titles, title)
	} else if level == 2 {
		p.section = title
		if len(p.llms.Sections) < maxLLMsHeadings {
			p.llms.Sections = append(p.llms.Sections, title)
		}
	}
	p.links(line)
}

// heading reads "## Title ##"; level is 0 where the line is none.
func heading(line string) (level int, title string) {
	title = strings.TrimLeft(line, "#")
	level = len(line) - len(title)
	if level == 0 || level > 6 || title != "" && title[0] != ' ' && title[0] != '\t' {
		return 0, ""
	}
	return level, clipText(strings.TrimSpace(strings.TrimRight(title, "#")), maxLLMsText)
}

// links finds [text](address) in one pass; an image is none.
func (p *llmsParser) links(line string) {
	var open []int // places of the open brackets
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case '\\':
			i++
		case '[':
			open = append(open, i)
		case ']':
			if len(open) == 0 {
				continue
			}
			start := open[len(open)-1]
			open = open[:len(open)-1]
			if i+1 == len(line) || line[i+1] != '(' {
				continue
			}
			end := closingParenthesis(line, i+1)
			if end < 0 {
				return
			}
			if start == 0 || line[start-1] != '!' {
				p.add(line[start+1:i], line[i+2:end])
			}
			i = end
		}
	}
}

// closingParenthesis gives the place of the one that closes the one at open, -1 where none does.
func closingParenthesis(line string, open int) int {
	depth := 0
	for i := open; i < len(line); i++ {
		switch line[i] {
		case '\\':
			i++
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// add takes a link's text, and its address with a title behind it perhaps.
func (p *llmsParser) add(text, target string) {
	href := strings.TrimSpace(target)
	if inner, ok := strings.CutPrefix(href, "<"); ok {
		href, _, _ = strings.Cut(inner, ">")
	} else if i := strings.IndexAny(href, " \t"); i >= 0 {
		href = href[:i]
	}
	if href == "" {
		return
	}
	p.llms.LinksTotal++
	if len(p.llms.Links) == maxLLMsLinks || len(href) > weburl.MaxLength {
		return
	}
	link := LLMsLink{Text: clipText(strings.TrimSpace(text), maxLLMsText), Href: href, Section: p.section, Line: p.line}
	if p.base != nil {
		if u, ok := p.base.Resolve(href); ok {
			link.URL = u.Href
		}
	}
	p.llms.Links = append(p.llms.Links, link)
}
