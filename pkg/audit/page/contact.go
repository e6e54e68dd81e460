package page

import (
	"net/url"
	"slices"
	"strings"
)

// The bounds of what is kept for a page.
const (
	maxPhones    = 30
	maxEmails    = 50
	maxAddresses = 20
	maxHours     = 50
	maxPrices    = 50
)

// maxFactLine is how long a line may be to be read as an address or as opening hours, in bytes: both stand in short lines, and prose that mentions a
// street or a weekday is neither.
const maxFactLine = 160

// readContacts fills Phones, Emails, Addresses, Hours and Prices from the links and the structured data of the page, from lines of visible text
// (navigation and footer included; table cells divided by tabs) and from the texts of address elements. A fact that stands in several sources is kept
// once for each, so that checks can compare what the markup says with what a reader sees.
func (p *Page) readContacts(pulse *pulse, lines, addressElements []string) {
	phones := phoneReader{page: p, region: p.region()}
	if phones.region == "" {
		phones.region = p.regionOfText(lines)
	}
	p.readLinks(&phones)
	for i := range p.Graph.Nodes {
		n := &p.Graph.Nodes[i]
		for _, v := range p.Graph.Texts(n, "telephone") {
			phones.add(v, n.Format)
		}
		for _, v := range p.Graph.Texts(n, "email") {
			p.addEmail(strings.TrimPrefix(v, "mailto:"))
		}
		p.readMarkupAddress(n)
		p.readMarkupHours(n)
	}
	for _, text := range addressElements {
		if a, ok := readAddress(text, phones.region); ok {
			a.Source = "address"
			p.addAddress(a)
		}
	}
	var days weekdays // of a line that names days only, waiting for the times below it
	for i, line := range lines {
		if pulse.stop() {
			return
		}
		seen := glance(line)
		if seen.digits > 0 || seen.at {
			line = strings.Clone(line) // what is kept of it must not hold the whole text in memory
			lines[i] = line
		}
		if seen.at {
			p.readEmails(line)
		}
		if seen.digits >= 7 {
			phones.read(line)
		}
		if seen.money && seen.digits > 0 {
			p.readPrices(line)
		}
		if len(line) > maxFactLine {
			days = 0
			continue
		}
		days = p.readHours(line, days, seen.digits > 0)
		if seen.digits > 0 {
			p.readAddressLine(lines, i, phones.region)
		}
	}
}

// sight is what one look at a line shows, so that the readers, which cost more, are only asked where there may be something for them.
type sight struct {
	digits    int
	at, money bool
}

func glance(line string) (s sight) {
	for i := 0; i < len(line); i++ {
		c := line[i]
		if !notable[c] { // by far the most
			continue
		}
		switch {
		case c >= '0' && c <= '9':
			s.digits++
		case c == '@':
			s.at = true
		case c == '$' || c == 0xA3 && line[max(i-1, 0)] == 0xC2 || c == 0xE2 && strings.HasPrefix(line[i:], "€"):
			s.money = true
		case c >= 'A' && c <= 'Z' && !s.money && i+3 <= len(line):
			s.money = isCurrencyCode(line[i : i+3])
		case c == '[' || c == '(':
			s.at = s.at || strings.HasPrefix(line[i+1:], "at") || strings.HasPrefix(line[i+1:], "AT")
		}
	}
	return s
}

// notable are the bytes that glance looks at.
var notable = func() (set [256]bool) {
	for _, c := range []byte("0123456789@$[(ABCDEFGHIJKLMNOPQRSTUVWXYZ\xA3\xE2") {
		set[c] = true
	}
	return set
}()

// region is the country whose form the page's national numbers and addresses have, as ISO 3166-1 alpha-2, empty where nothing tells: the country of an
// address in the markup, else that of the host's top level domain, else that of the page's language tag. The language comes last because templates
// say en-US wherever they are used.
func (p *Page) region() string {
	for i := range p.Graph.Nodes {
		if code := countryCode(p.Graph.Text(&p.Graph.Nodes[i], "addressCountry")); code != "" {
			return code
		}
	}
	if code := regionOfHost(p.FinalURL); code != "" {
		return code
	}
	for part := range strings.SplitSeq(strings.ReplaceAll(p.Lang, "_", "-"), "-") {
		if len(part) == 2 && len(p.Lang) > 2 && !strings.HasPrefix(p.Lang, part) {
			return strings.ToUpper(part)
		}
	}
	return ""
}

// readLinks reads tel: and mailto: links.
func (p *Page) readLinks(phones *phoneReader) {
	for i := range p.Links {
		l := &p.Links[i]
		_, rest, _ := strings.Cut(l.Href, ":")
		switch l.Scheme {
		case "tel":
			phones.add(unescapePercent(rest), "tel")
		case "mailto":
			rest, _, _ = strings.Cut(rest, "?")
			for address := range strings.SplitSeq(unescapePercent(rest), ",") {
				p.addEmail(address)
			}
		}
	}
}

// unescapePercent decodes percent escapes; a text with a broken one stays as it is.
func unescapePercent(s string) string {
	if decoded, err := url.PathUnescape(s); err == nil {
		return strings.ToValidUTF8(decoded, "")
	}
	return s
}

// addUnique appends a text that isn't there yet, up to a limit.
func addUnique(list []string, s string, limit int) []string {
	if s == "" || len(list) >= limit || slices.Contains(list, s) {
		return list
	}
	return append(list, s)
}
