package page

import (
	"strings"
	"unicode/utf8"

	"github.com/nyaruka/phonenumbers"
)

// maxPhoneParses is how many candidates of one page are given to the library of number plans, which takes some 20 µs for each.
const maxPhoneParses = 50

// phoneReader finds telephone numbers. Numbers without + are read by the plan of region; with none, only numbers with + are found in text.
type phoneReader struct {
	page   *Page
	region string
	parsed map[string]string // E.164 forms by the digits as written; empty for what is no number
}

// add keeps a number that a link or the markup gives as one, whether or not it is valid: that it isn't is for a check to say.
func (r *phoneReader) add(raw, source string) {
	if raw = collapse(strings.TrimSpace(raw)); raw != "" {
		r.keep(Phone{Raw: cut(raw, 60), E164: r.e164(raw), Source: source})
	}
}

func (r *phoneReader) keep(phone Phone) {
	for _, have := range r.page.Phones {
		if have.Source == phone.Source && (have.Raw == phone.Raw || have.E164 == phone.E164 && have.E164 != "") {
			return
		}
	}
	if len(r.page.Phones) < maxPhones {
		r.page.Phones = append(r.page.Phones, phone)
	}
}

// e164 gives the E.164 form of a number, empty where it is no valid number of its country.
func (r *phoneReader) e164(raw string) string {
	key := phoneDigits(raw)
	if len(key) < 7 || len(key) > 18 {
		return ""
	}
	if form, ok := r.parsed[key]; ok {
		return form
	}
	if r.parsed == nil {
		r.parsed = make(map[string]string)
	}
	if len(r.parsed) >= maxPhoneParses {
		return ""
	}
	form := ""
	if n, err := phonenumbers.Parse(cut(raw, 60), r.region); err == nil && phonenumbers.IsValidNumber(n) {
		form = phonenumbers.Format(n, phonenumbers.E164)
	}
	r.parsed[key] = form
	return form
}

// phoneDigits is a number without what divides its digits; an international prefix keeps its +.
func phoneDigits(s string) string {
	b := make([]byte, 0, 20)
	for i := 0; i < len(s) && len(b) < 20; i++ {
		if s[i] >= '0' && s[i] <= '9' || s[i] == '+' && len(b) == 0 {
			b = append(b, s[i])
		}
	}
	return string(b)
}

// read finds the numbers in a line of visible text.
func (r *phoneReader) read(line string) {
	for i := 0; i < len(line); {
		c := line[i]
		if c != '+' && c != '(' && (c < '0' || c > '9') {
			i++
			continue
		}
		size := phoneLength(line[i:])
		raw := strings.TrimRight(line[i:i+size], " .-/(\u00a0\u202f\u2010\u2011")
		if r.plausible(line[:i], raw, line[i+len(raw):]) {
			if form := r.e164(raw); form != "" {
				r.keep(Phone{Raw: collapse(raw), E164: form, Source: "text"})
			}
		}
		i += max(size, 1)
	}
}

// phoneLength is how much of a text can be one number: digits, single separators between them, and brackets.
func phoneLength(s string) int {
	digits, gap := 0, 0
	for i, c := range s {
		switch {
		case c >= '0' && c <= '9':
			digits++
			gap = 0
		case c == '+':
			if i > 0 {
				return i
			}
		case c == '.' && digits > 7 && strings.HasPrefix(s[i+1:], " "): // the end of a sentence
			return i
		case strings.ContainsRune(" .-()/\u00a0\u202f\u2010\u2011", c):
			// " / " divides two numbers, unless what stands before it is but an area code.
			if gap++; digits > 7 && (gap > 2 || c == '/' && gap > 1) || gap > 3 {
				return i
			}
		default:
			return i
		}
		if i > 30 || digits > 15 {
			return i
		}
	}
	return len(s)
}

// plausible says whether a run of digits is written as a telephone number is, and its neighbours don't make it something else.
func (r *phoneReader) plausible(before, raw, after string) bool {
	digits := phoneDigits(raw)
	if len(digits) < 7 || endsInLetterOrDigit(before) || beginsWithLetterOrDigit(after) {
		return false
	}
	if last, _ := utf8.DecodeLastRuneInString(before); strings.ContainsRune("$€£#=_/.,-+%&@", last) {
		return false
	}
	if currencyAfter(after) > 0 {
		return false
	}
	if next, _ := utf8.DecodeRuneInString(after); strings.ContainsRune("%_@=", next) || strings.HasPrefix(after, ",") && beginsWithLetterOrDigit(after[1:]) {
		return false
	}
	cue := phoneCue(before)
	if cue < 0 {
		return false
	}
	if digits[0] == '+' {
		return len(digits) >= 9
	}
	if r.region == "" || isNumericDate(raw) {
		return false
	}
	divided := strings.ContainsAny(raw, " .-()/\u00a0")
	switch prefix := phonenumbers.GetNddPrefixForRegion(r.region, true); {
	case cue > 0:
		return true
	case prefix == "0":
		return digits[0] == '0' && (divided || len(digits) == 10)
	default: // plans without 0 look like any number: 3-3-4 digits in North America, groups elsewhere
		return divided && len(digits) >= 9 && strings.Count(raw, ".") != 1
	}
}

// phoneCue looks at the words before a number: 1 says that they announce a telephone number, -1 that they announce another one.
func phoneCue(before string) int {
	if len(before) > 24 {
		before = before[len(before)-24:]
	}
	before = strings.ToLower(before)
	at, kind := -1, 0
	for _, cue := range phoneCues {
		if i := strings.LastIndex(before, cue.word); i > at && (i == 0 || !endsInLetterOrDigit(before[:i]) || cue.kind > 0) {
			at, kind = i, cue.kind
		}
	}
	return kind
}

// phoneCues are the words that stand before numbers; the nearest one decides.
var phoneCues = [...]struct {
	word string
	kind int
}{
	{"tel", 1},
	{"tél", 1},
	{"phone", 1},
	{"fon", 1},
	{"call", 1},
	{"appel", 1},
	{"mobil", 1},
	{"portable", 1},
	{"whatsapp", 1},
	{"handy", 1},
	{"☎", 1},
	{"📞", 1},
	{"fax", -1},
	{"siret", -1},
	{"siren", -1},
	{"rcs", -1},
	{"tva", -1},
	{"vat", -1},
	{"iban", -1},
	{"isbn", -1},
	{"issn", -1},
	{"ean", -1},
	{"sku", -1},
	{"ref", -1},
	{"réf", -1},
	{"company n", -1},
	{"registration", -1},
	{"registered", -1},
	{"charity", -1},
	{"id", -1},
	{"hrb", -1},
	{"ust", -1},
	{"cif", -1},
	{"nif", -1},
	{"kvk", -1},
	{"abn", -1},
	{"acn", -1},
	{"order", -1},
	{"licen", -1},
	{"permit", -1},
	{"©", -1},
}

// isNumericDate says whether digits and separators are a date: 2026-06-01, 01.06.2026, 1/6/2026.
func isNumericDate(s string) bool {
	if len(s) < 8 {
		return false
	}
	parts := strings.FieldsFunc(s, func(c rune) bool { return c == '-' || c == '.' || c == '/' })
	if len(parts) < 3 {
		return false
	}
	a, b, c := len(parts[0]), len(parts[1]), digitRun(parts[2])
	return a == 4 && b <= 2 && c <= 2 && c > 0 || a <= 2 && b <= 2 && c == 4
}
