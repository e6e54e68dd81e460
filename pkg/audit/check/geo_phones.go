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

// samePhone says whether two numbers reach the same line: as E.164 where both are known so, else by their digits without country code and trunk prefix.
func samePhone(a, b page.Phone) bool {
	if a.E164 != "" && b.E164 != "" {
		return a.E164 == b.E164
	}
	da, db := subscriberDigits(a), subscriberDigits(b)
	if len(da) > len(db) {
		da, db = db, da
	}
	return da == db && da != "" || len(da) >= 7 && strings.HasSuffix(db, da)
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

func anyPhone(phones []page.Phone, want page.Phone) bool {
	for _, n := range phones {
		if samePhone(n, want) {
			return true
		}
	}
	return false
}
