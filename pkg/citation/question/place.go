package question

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/auditctl/auditctl/pkg/citation"
)

// place is where a question asks, with its preposition: "au Havre". Empty is anywhere.
type place struct {
	in   string
	town bool
}

// place gives the narrowest place within reach that is known, can be said right, and isn't called as the business is.
func (p *book) place(b citation.Business, within reach, g *guard) place {
	if within == town {
		if in := p.inTown(b); in != "" && !g.names(words(in)) {
			return place{in: in, town: true}
		}
		if in := p.inRegion(b.Region); in != "" && !g.names(words(in)) {
			return place{in: in}
		}
	}
	if within >= country {
		if _, l, ok := landOf(b.Country); ok && !g.names(words(l.in[p.lang])) {
			return place{in: l.in[p.lang]}
		}
	}
	return place{}
}

// inTown says where a town is. Rules hold where a language has them; the tables have what follows none.
func (p *book) inTown(b citation.Business) string {
	name := cleanPlace(b.City)
	if name == "" {
		return ""
	}
	for _, table := range []map[string]string{p.towns, p.places} {
		if phrase, ok := table[placeKey(name)]; ok {
			return phrase
		}
	}
	switch p.lang {
	case "fr":
		if rest, ok := strings.CutPrefix(name, "Le "); ok {
			return "au " + rest
		}
		if rest, ok := strings.CutPrefix(name, "Les "); ok {
			return "aux " + rest
		}
		return "à " + name
	case "it":
		if rest, ok := strings.CutPrefix(name, "Il "); ok {
			return "al " + rest
		}
		if strings.ContainsRune("AÀÁ", firstRune(name)) {
			return "ad " + name
		}
		return "a " + name
	case "en":
		if strings.HasPrefix(name, "Isle of ") {
			return "on the " + name
		}
		// Where towns of one name are many, people add the state.
		if code, _, _ := landOf(b.Country); code == "US" || code == "CA" {
			if state := cleanPlace(b.Region); state != "" && placeKey(state) != placeKey(name) {
				return "in " + name + ", " + state
			}
		}
	}
	return prepositions[p.lang] + " " + name
}

var prepositions = map[string]string{"en": "in", "de": "in", "es": "en", "pt": "em", "nl": "in"}

// spanishArticle finds regions whose name begins with a common noun, which takes an article.
var spanishArticle = regexp.MustCompile(`^(?:(Comunidad|Comunitat|Región|Provincia)|(Principado|Estado|Departamento|Distrito|País)|(Islas)) `)

// inRegion says where a region is: from the table, or by rule in the languages that have a safe one. Codes such as CA and unknown names in the others
// give nothing.
func (p *book) inRegion(region string) string {
	name := cleanPlace(region)
	if phrase, ok := p.places[placeKey(name)]; ok && name != "" {
		return phrase
	}
	if utf8.RuneCountInString(name) <= 3 {
		return ""
	}
	switch p.lang {
	case "es":
		switch m := spanishArticle.FindStringSubmatch(name); {
		case m == nil:
			return "en " + name
		case m[1] != "":
			return "en la " + name
		case m[2] != "":
			return "en el " + name
		default:
			return "en las " + name
		}
	case "en", "nl":
		return "in " + name
	}
	return ""
}

// particle finds the words inside a place's name that stay small.
var particle = regexp.MustCompile(`(?i)^(?:en|de|du|des|la|le|les|sur|sous|lès|am|an|der|im|den|aan|op|upon|on|of|the|do|da|dos|das|del|della|di|y|e)$`)

var dutchPostcode = regexp.MustCompile(`^\d{4} [A-Z]{2}$`)

// cleanPlace makes of what a site says of its address the name of a town or region, as it stands in a sentence; empty where it can't be one.
// Postcodes and districts go.
func cleanPlace(s string) string {
	s = strings.ReplaceAll(s, "’", "'")
	if i := strings.IndexAny(s, ",(/|;"); i >= 0 {
		s = s[:i]
	}
	parts := strings.Fields(s)
	if len(parts) > 2 && dutchPostcode.MatchString(parts[0]+" "+parts[1]) {
		parts = parts[2:]
	}
	s = strings.Join(slices.DeleteFunc(parts, func(w string) bool {
		return strings.ContainsFunc(w, unicode.IsDigit) || strings.EqualFold(w, "cedex") || strings.EqualFold(w, "arrondissement")
	}), " ")
	letters := 0
	for _, r := range s {
		switch {
		case unicode.IsLetter(r) || unicode.IsMark(r):
			letters++
		case !strings.ContainsRune(" -'.", r):
			return ""
		}
	}
	if letters < 1 || utf8.RuneCountInString(s) > 60 || strings.Count(s, " ") > 6 {
		return ""
	}
	if s == strings.ToLower(s) || s == strings.ToUpper(s) && letters > 3 {
		return capitalize(strings.ToLower(s))
	}
	return s
}

// capitalize gives a place's name its capitals: "saint-rémy-de-provence" becomes Saint-Rémy-de-Provence.
func capitalize(s string) string {
	var out strings.Builder
	start := 0
	write := func(word string) {
		if word == "" || start > 0 && (word == "s" || particle.MatchString(word)) {
			out.WriteString(word)
			return
		}
		first, size := utf8.DecodeRuneInString(word)
		out.WriteString(string(unicode.ToUpper(first)) + word[size:])
	}
	for i, r := range s {
		if strings.ContainsRune(" -'.", r) {
			word := s[start:i]
			if r == '\'' && start > 0 && len(word) == 1 { // d', l' inside a name
				out.WriteString(word)
			} else {
				write(word)
			}
			out.WriteRune(r)
			start = i + 1
		}
	}
	write(s[start:])
	return out.String()
}

// placeKey folds a place's name for the tables: accents, hyphens, case and a leading English article play no part.
func placeKey(name string) string {
	return strings.TrimPrefix(strings.Join(words(name), " "), "the ")
}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}
