package business

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/auditctl/auditctl/internal/text"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// maxTowns is how many towns may be named equally often before the site is that of a business with branches, which has no one town.
const maxTowns = 2

// owns reports whether what these pages have is the business's own: on the front page, the one with its markup or one about it, or on more than half of the
// pages, as in a footer. Legal pages name the host and the authorities too, and licences their authors.
func (s Subject) owns(has func(*page.Page) bool) bool {
	n := 0
	for _, p := range s.facts.Pages {
		if !has(p) {
			continue
		}
		if p == s.front || p == s.page || p.Kind == page.KindAbout || p.Kind == page.KindContact {
			return true
		}
		n++
	}
	return n*2 > len(s.facts.Pages)
}

// address is that of the business's node, else the one that most pages show; nil where the site names none of its own, or several towns alike.
func (s Subject) address() *page.Address {
	if s.node != nil {
		if a := s.markedAddress(); a != nil {
			return a
		}
	}
	var best *page.Address
	most, alike := 0, 0
	counted := map[string]bool{}
	for _, p := range s.pages() {
		for i := range p.Addresses {
			a := &p.Addresses[i]
			if town := text.Fold(a.Locality); shownSource(a.Source) && town != " " && !counted[town] {
				counted[town] = true
				switch n := s.pagesWith(town); {
				case n > most:
					best, most, alike = a, n, 1
				case n == most && n > 0:
					alike++
				}
			}
		}
	}
	if alike > maxTowns {
		return nil
	}
	return best
}

// pagesWith counts the pages that show an address in the town; 0 where it isn't the business's own.
func (s Subject) pagesWith(town string) int {
	shows := func(p *page.Page) bool {
		return slices.ContainsFunc(p.Addresses, func(a page.Address) bool { return shownSource(a.Source) && text.Fold(a.Locality) == town })
	}
	if !s.owns(shows) {
		return 0
	}
	n := 0
	for _, p := range s.facts.Pages {
		if shows(p) {
			n++
		}
	}
	return n
}

// markedAddress is the PostalAddress of the business's node, or of the place that it has. An address in one line of text was read by package page.
func (s Subject) markedAddress() *page.Address {
	nodes := s.graph.Subs(s.node, "address")
	for _, place := range s.graph.Subs(s.node, "location") {
		nodes = append(nodes, s.graph.Subs(place, "address")...)
	}
	for _, n := range nodes {
		a := page.Address{
			Street: s.graph.Text(n, "streetAddress"), Locality: s.graph.Text(n, "addressLocality"), Region: s.graph.Text(n, "addressRegion"),
			Postcode: s.graph.Text(n, "postalCode"), Country: s.graph.Text(n, "addressCountry"), Source: n.Format,
		}
		if a.Locality != "" || a.Street != "" {
			return &a
		}
	}
	if line := s.prop("address"); line != "" && len(nodes) == 0 {
		for i := range s.page.Addresses {
			if a := &s.page.Addresses[i]; a.Source == s.node.Format && (a.Locality != "" || a.Street != "") {
				return a
			}
		}
	}
	return nil
}

func oneLine(a *page.Address) string {
	var parts []string
	for _, part := range []string{a.Street, strings.TrimSpace(a.Postcode + " " + a.Locality), a.Region, a.Country} {
		if part = strings.Join(strings.Fields(part), " "); part != "" {
			parts = append(parts, part)
		}
	}
	if a.Raw != "" && a.Source == "text" || len(parts) < 2 && a.Raw != "" {
		return text.Clip(a.Raw, maxDescription)
	}
	return text.Clip(strings.Join(parts, ", "), maxDescription)
}

// country is, in this order, what the markup says, what the address is followed by, what its postcode or state can only be, and what the telephone
// numbers agree on. The language and the top level domain say too little: French is spoken in many countries, and .com and .fr are used from all.
func (s Subject) country(a *page.Address) string {
	if a == nil {
		return s.callingCountry(false)
	}
	if code := countryCode(a.Country); code != "" {
		return code
	}
	if a.Raw != "" {
		if code := s.countryAfter(text.Fold(a.Raw)); code != "" {
			return code
		}
	}
	if code := countryOfPostcode(a); code != "" {
		return code
	}
	return s.callingCountry(fiveDigits.MatchString(a.Postcode))
}

// countryAfter reads "12 rue Mercière, 69002 Lyon, France".
func (s Subject) countryAfter(raw string) string {
	for _, p := range s.pages() {
		for _, shown := range []string{p.Text.Main, p.Text.Outside} {
			_, after, ok := strings.Cut(text.Fold(text.Clip(shown, 20000)), raw)
			if !ok {
				continue
			}
			words := strings.Fields(text.Clip(after, 80))
			for n := min(4, len(words)); n > 0; n-- {
				if code := countryNames[strings.Join(words[:n], " ")]; code != "" {
					return code
				}
			}
		}
	}
	return ""
}

var (
	canadianPostcode = regexp.MustCompile(`^[A-Z]\d[A-Z] ?\d[A-Z]\d$`)
	britishPostcode  = regexp.MustCompile(`^([A-Z]{1,2})\d[A-Z\d]? \d[A-Z]{2}$`)
	dutchPostcode    = regexp.MustCompile(`^\d{4} [A-Z]{2}$`)
	fiveDigits       = regexp.MustCompile(`^\d{5}$`)
	zipCode          = regexp.MustCompile(`^\d{5}(-\d{4})?$`)
)

// states are those of the United States, by which a code of five digits is told from all others of that form.
const states = " AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY "

// provinces are those of Canada whose abbreviation is no country's code.
const provinces = " AB BC MB NB NS ON QC "

// countryOfPostcode returns the country where the form leaves no other.
func countryOfPostcode(a *page.Address) string {
	switch british := britishPostcode.FindStringSubmatch(a.Postcode); {
	case canadianPostcode.MatchString(a.Postcode):
		return "CA"
	case british != nil && slices.Contains([]string{"JE", "GY", "IM"}, british[1]): // Jersey, Guernsey, Isle of Man
		return strings.Replace(british[1], "GY", "GG", 1)
	case british != nil:
		return "GB"
	case dutchPostcode.MatchString(a.Postcode):
		return "NL"
	case zipCode.MatchString(a.Postcode) && len(a.Region) == 2 && strings.Contains(states, " "+a.Region+" "):
		return "US"
	case a.Postcode == "" && len(a.Region) == 2 && strings.Contains(provinces, " "+a.Region+" "):
		return "CA"
	}
	return ""
}

// callingCountry is the country whose calling code all telephone numbers of the business have. Codes that several countries share say nothing. A number
// written without its code was read by the plan of a supposed country, so it counts only beside a French postcode's five digits.
func (s Subject) callingCountry(postcode bool) string {
	found := ""
	for _, p := range s.pages() {
		for _, n := range s.numbers(p) {
			if n.E164 == "" || !s.ownsNumber(n.E164) {
				continue
			}
			code := countryOfNumber(n.E164)
			international := strings.HasPrefix(strings.TrimLeft(n.Raw, " ("), "+") || strings.HasPrefix(n.Raw, "00")
			if code == "" || found != "" && code != found || !international && (!postcode || code != "FR") {
				return ""
			}
			found = code
		}
	}
	return found
}

// phone is the business's number that stands most often, the first of them; as written where none could be read as E.164.
func (s Subject) phone() string {
	var best, raw string
	var order []string
	times := map[string]int{}
	for _, p := range s.pages() {
		for _, n := range s.numbers(p) {
			if times[n.E164]++; times[n.E164] == 1 && s.ownsNumber(n.E164) {
				order = append(order, n.E164)
			}
			if n.E164 == "" && raw == "" && p == s.front {
				raw = n.Raw
			}
		}
	}
	for _, number := range order {
		if number != "" && (best == "" || times[number] > times[best]) {
			best = number
		}
	}
	return cmp.Or(best, raw)
}

func (s Subject) ownsNumber(e164 string) bool {
	return s.owns(func(p *page.Page) bool {
		return slices.ContainsFunc(s.numbers(p), func(n page.Phone) bool { return n.E164 == e164 })
	})
}

// numbers are the telephone numbers of a page, without those of markup that speaks for nobody here.
func (s Subject) numbers(p *page.Page) []page.Phone {
	return slices.DeleteFunc(slices.Clone(p.Phones), func(n page.Phone) bool { return s.node == nil && !shownSource(n.Source) })
}

// shownSource reports whether a fact of this source is seen by visitors.
func shownSource(source string) bool {
	return source == "tel" || source == "text" || source == "address"
}
