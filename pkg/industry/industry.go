// Package industry is auditctl's one taxonomy of what businesses and other publishers of websites do. Descriptions of a business, summaries, checks and
// customer questions use its keys and names; the words by which sites say their industry stand in the same file.
package industry

import (
	_ "embed"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/auditctl/auditctl/pkg/audit"
)

// Type is what sort of business, or other publisher of a website, somebody is.
type Type string

// The types. The list is closed.
const (
	Local        Type = "local"        // visited by customers, or comes to them, in one place or region
	Online       Type = "online"       // sells over the web
	B2B          Type = "b2b"          // serves companies
	Publisher    Type = "publisher"    // news, magazines, blogs, documentation, reference works
	Software     Type = "software"     // programs, apps, services on the web, libraries
	Organization Type = "organization" // associations, charities, churches, clubs
	Public       Type = "public"       // authorities and municipalities
	Education    Type = "education"    // schools, universities, courses, research
	Personal     Type = "personal"     // one person's site
	Platform     Type = "platform"     // marketplaces, social networks, forums, portals
	Unclear      Type = "unclear"      // the site doesn't say
)

// Types lists the types, the last of them Unclear.
func Types() []Type {
	return []Type{Local, Online, B2B, Publisher, Software, Organization, Public, Education, Personal, Platform, Unclear}
}

// Industry is one row of the taxonomy.
type Industry struct {
	Key  string // a word of lower-case ASCII letters, such as dentist
	Type Type   // what a business of the industry mostly is
	// Customers is what customers do: c make an appointment, t have somebody come, s buy in a shop, v go out, h stay overnight, i turn to an institution,
	// f hire a firm, m read.
	Customers string
	Reach     string   // how far customers look: town, country or world
	Schema    []string // schema.org types that say the industry, each with the types under it
	// Within are schema.org types that businesses of an industry without a type of its own are marked up as: a butcher's shop is a Store.
	Within []string
	Serves bool // sites of the industry name the industries of their customers or readers beside their own, as "dental practice software" does
	Wide   bool // the industry says only the sort of business; others are kinds of it
	EN, FR string
	Gender string // of the French name: m or f
}

// UnclearName stands for the industry of a site that doesn't say it.
func UnclearName(lang audit.Lang) string {
	return audit.Text{EN: "unclear", FR: "indéterminé"}.In(lang)
}

// Name is the industry's name.
func (i *Industry) Name(lang audit.Lang) string { return audit.Text{EN: i.EN, FR: i.FR}.In(lang) }

// Phrase is the name with its article, inside a sentence: "a bakery", "une boulangerie".
func (i *Industry) Phrase(lang audit.Lang) string {
	if lang == audit.French {
		article := map[string]string{"m": "un", "f": "une"}[i.Gender]
		return article + " " + lowerFirst(i.FR)
	}
	article := "a"
	if strings.ContainsRune("AEIOaeio", rune(i.EN[0])) {
		article = "an"
	}
	return article + " " + lowerFirst(i.EN)
}

// lowerFirst lowers the first letter, except of an abbreviation such as "IT" or "SEO".
func lowerFirst(s string) string {
	first, size := utf8.DecodeRuneInString(s)
	if second, _ := utf8.DecodeRuneInString(s[size:]); unicode.IsUpper(second) {
		return s
	}
	return string(unicode.ToLower(first)) + s[size:]
}

//go:embed industries.txt
var file string

// All returns the taxonomy in the order of its file. The slice is shared and must not be changed.
var All = sync.OnceValue(func() []Industry {
	var list []Industry
	for block := range blocks() {
		if strings.HasPrefix(block, homographs) {
			continue
		}
		row := Industry{}
		for line := range strings.Lines(block) {
			if !row.set(strings.TrimSpace(line)) && strings.Contains(line, " = ") {
				break // the words follow
			}
		}
		list = append(list, row)
	}
	return list
})

// homographs begins the block of phrases in which words of industries say none.
const homographs = "[homographs]"

// set takes one line of the head of a block; false where it is no such line.
func (i *Industry) set(line string) bool {
	if key, ok := strings.CutPrefix(line, "["); ok {
		i.Key = strings.TrimSuffix(key, "]")
		return true
	}
	name, value, _ := strings.Cut(line, " = ")
	switch name {
	case "type":
		i.Type = Type(value)
	case "customers":
		i.Customers, i.Reach, _ = strings.Cut(value, " ")
	case "schema":
		i.Schema = strings.Fields(value)
	case "within":
		i.Within = strings.Fields(value)
	case "names":
		i.Serves, i.Wide = strings.Contains(value, "serves"), strings.Contains(value, "wide")
	case "English":
		i.EN = value
	case "French":
		i.Gender, i.FR, _ = strings.Cut(value, " ")
	default:
		return false
	}
	return true
}

// blocks returns the file's blocks, one an industry, without the comment that it begins with.
func blocks() func(yield func(string) bool) {
	return func(yield func(string) bool) {
		_, rest, _ := strings.Cut(file, "\n\n")
		for block := range strings.SplitSeq(rest, "\n\n") {
			if !yield(strings.TrimSpace(block)) {
				return
			}
		}
	}
}

var byKey = sync.OnceValue(func() map[string]*Industry {
	keys := map[string]*Industry{}
	for i := range All() {
		keys[All()[i].Key] = &All()[i]
	}
	return keys
})

// Find returns the industry of a key; nil where there is none.
func Find(key string) *Industry { return byKey()[key] }

// Named returns the industry of a name in any language of reports; nil where there is none.
func Named(name string) *Industry {
	for i := range All() {
		if row := &All()[i]; row.EN == name || row.FR == name {
			return row
		}
	}
	return nil
}
