package check

import (
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// shownPhones gives the telephone numbers that a reader of the pages sees or can tap.
func shownPhones(pages ...*page.Page) []page.Phone {
	var phones []page.Phone
	for _, p := range pages {
		for _, n := range p.Phones {
			if n.Source == "tel" || n.Source == "text" {
				phones = append(phones, n)
			}
		}
	}
	return phones
}

// markupPhones gives the numbers that a node has, its contact points included.
func markupPhones(p *page.Page, n *page.Node) []page.Phone {
	raw := p.Graph.Texts(n, "telephone")
	for _, c := range p.Graph.Subs(n, "contactPoint") {
		raw = append(raw, p.Graph.Texts(c, "telephone")...)
	}
	phones := make([]page.Phone, len(raw))
	for i, r := range raw {
		phones[i].Raw = r
		for _, known := range p.Phones { // the reader of contacts knows the country
			if known.Raw == r && known.E164 != "" {
				phones[i].E164 = known.E164
			}
		}
	}
	return phones
}

// subscriberDigits are the digits of a number without an extension, the trunk zero, "(0)" and the international 00.
func subscriberDigits(n page.Phone) string {
	raw := strings.ToLower(n.Raw)
	if n.E164 != "" {
		raw = n.E164
	}
	raw = strings.TrimPrefix(raw, "tel:")
	for _, mark := range []string{"ext", "poste", "x", ";", "#", "durchwahl"} {
		if i := strings.Index(raw, mark); i > 6 {
			raw = raw[:i]
		}
	}
	raw = strings.ReplaceAll(raw, "(0)", "")
	digits := strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, raw)
	return strings.TrimLeft(digits, "0")
}

// phoneBook finds a number among many: one that reaches the same line, by E.164 where both are known so, else by the digits without
// country code and trunk prefix.
type phoneBook struct {
	e164       map[string]bool
	all, local phoneDigits // of every number, and of those that aren't known as E.164
}

func phoneBookOf(phones []page.Phone) phoneBook {
	b := phoneBook{e164: map[string]bool{}, all: phoneDigits{}, local: phoneDigits{}}
	for _, n := range phones {
		digits := subscriberDigits(n)
		b.all.add(digits)
		if n.E164 != "" {
			b.e164[n.E164] = true
		} else {
			b.local.add(digits)
		}
	}
	return b
}

func (b *phoneBook) has(n page.Phone) bool {
	if n.E164 != "" {
		return b.e164[n.E164] || b.local.has(subscriberDigits(n))
	}
	return b.all.has(subscriberDigits(n))
}

const (
	shortestEnding = 7  // digits that tell a number, without those of its area
	longestNumber  = 40 // digits; E.164 allows 15, and what is longer is compared as a whole
)

// phoneDigits are the digits of numbers and of their endings; true for whole numbers.
type phoneDigits map[string]bool

func (d phoneDigits) add(digits string) {
	if digits == "" {
		return
	}
	for i := 1; len(digits) <= longestNumber && len(digits)-i >= shortestEnding; i++ {
		if ending := digits[i:]; !d[ending] {
			d[ending] = false
		}
	}
	d[digits] = true
}

// has reports whether a number is among them, ends as one of them, or is the ending of one.
func (d phoneDigits) has(digits string) bool {
	if whole, known := d[digits]; known && (whole || len(digits) >= shortestEnding) {
		return true
	}
	for i := 1; len(digits) <= longestNumber && len(digits)-i >= shortestEnding; i++ {
		if d[digits[i:]] {
			return true
		}
	}
	return false
}
