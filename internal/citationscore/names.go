package citationscore

import (
	"html"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/net/idna"
	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// Words that the comparison of names leaves off or takes for one another.
var (
	legalForms = words(`inc llc llp ltd limited plc corp co pty gmbh ag kg ohg ug ek eg sarl sas sasu sa eurl scp selarl snc
		srl spa sapa sl slu slp cb lda ltda sprl bv nv vof as sp rl`)
	legalFormsInFront = words(`sarl selarl scp sas eurl`)
	articles          = words(`the le la les l el los las il lo gli der die das het t o os`)
	conjunctions      = words(`and et und y e en`)
)

var (
	umlauts   = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "Ä", "Ae", "Ö", "Oe", "Ü", "Ue")
	arabic    = strings.NewReplacer("أ", "ا", "إ", "ا", "آ", "ا", "ى", "ي", "ة", "ه", "ـ", "")
	signs     = strings.NewReplacer("&", " and ", "+", " plus ")
	brackets  = regexp.MustCompile(`[（(][^（()）]*[)）]`)
	markup    = regexp.MustCompile("[*_`~#]+")
	invisible = regexp.MustCompile(`[\x{AD}\x{200B}-\x{200F}\x{2060}\x{FEFF}]`)
)

func words(list string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(list) {
		set[w] = true
	}
	return set
}

// keys gives every normalised form under which a name may be matched: with and without what stands in brackets, with ä as a and as ae.
func keys(name string) []string {
	plain := strings.TrimSpace(norm.NFKC.String(html.UnescapeString(name)))
	var all []string
	for _, form := range []string{plain, brackets.ReplaceAllString(plain, " ")} {
		for _, spelling := range []string{form, umlauts.Replace(form)} {
			if k := key(spelling); k != "" && !slices.Contains(all, k) {
				all = append(all, k)
			}
		}
	}
	return all
}

// key leaves of a name its words, without case, accents, signs, legal forms and a leading article.
func key(name string) string {
	s := markup.ReplaceAllString(invisible.ReplaceAllString(name, ""), "")
	s = cases.Fold().String(arabic.Replace(withoutMarks(s)))
	s = joinInitials(s)
	list := strings.FieldsFunc(signs.Replace(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) })
	for i, w := range list {
		switch {
		case conjunctions[w]:
			list[i] = "&"
		case w == "cie":
			list[i] = "compagnie"
		}
	}
	for len(list) > 1 {
		last, before := list[len(list)-1], list[len(list)-2]
		if !legalForms[last] && last != "&" && (last != "k" || before != "&") {
			break
		}
		list = list[:len(list)-1]
	}
	for len(list) > 1 && (articles[list[0]] || legalFormsInFront[list[0]]) {
		list = list[1:]
	}
	return strings.Join(list, " ")
}

// joinInitials takes the full stops out of S.r.l.: those between two letters that stand alone.
func joinInitials(s string) string {
	runes := []rune(s)
	word := func(i int) bool {
		return i >= 0 && i < len(runes) && (unicode.IsLetter(runes[i]) || unicode.IsNumber(runes[i]))
	}
	var b strings.Builder
	for i, r := range runes {
		if r == '.' && word(i-1) && !word(i-2) && word(i+1) && !word(i+2) {
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

func withoutMarks(s string) string {
	var b strings.Builder
	for _, r := range norm.NFKD.String(s) {
		// Accents of Latin, Greek and Cyrillic, and Arabic vowel signs. The marks of kana stay: they make another syllable.
		if r >= 0x0300 && r <= 0x036F || r >= 0x064B && r <= 0x0652 || r == 0x0670 {
			continue
		}
		b.WriteRune(r)
	}
	return norm.NFC.String(b.String())
}

// host gives the host of an address or of a host name as it is compared: lower case, punycode, without port, full stop at the end and www.
func host(s string) string {
	s = strings.TrimSpace(s)
	if strings.Contains(s, "//") {
		if strings.HasPrefix(s, "//") {
			s = "http:" + s
		}
		u, err := url.Parse(s)
		if err != nil {
			return ""
		}
		s = u.Hostname()
	} else {
		s, _, _ = strings.Cut(s, "/")
		s, _, _ = strings.Cut(s, "?")
		s = s[strings.LastIndexByte(s, '@')+1:]
		s, _, _ = strings.Cut(s, ":")
	}
	s = strings.ToLower(strings.TrimRight(s, "."))
	if ascii, err := idna.Lookup.ToASCII(s); err == nil {
		s = ascii
	}
	return strings.TrimPrefix(s, "www.")
}
