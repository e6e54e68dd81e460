package judge

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"unicode"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// Trade is one kind of business: its names, the schema.org types that say it, and the words sites of the trade use of themselves.
type Trade struct {
	Key     string   `json:"key"`
	EN      string   `json:"en"`
	FR      string   `json:"fr"`
	Gender  string   `json:"gender"` // of the French name: m or f
	Type    string   `json:"type"`   // local, online, b2b, publisher, organization: what a business of the trade mostly is
	Schema  []string `json:"schema"` // schema.org types, each with the types under it
	WordsEN []string `json:"words_en"`
	WordsFR []string `json:"words_fr"`
}

// Name is the trade's name.
func (t *Trade) Name(lang audit.Lang) string { return audit.Text{EN: t.EN, FR: t.FR}.In(lang) }

// phrase is the name with its article, inside a sentence: "a bakery", "une boulangerie".
func (t *Trade) phrase(lang audit.Lang) string {
	if lang == audit.French {
		article := map[string]string{"m": "un", "f": "une"}[t.Gender]
		return article + " " + lowerFirst(t.FR)
	}
	article := "a"
	if strings.ContainsRune("AEIOaeio", []rune(t.EN)[0]) {
		article = "an"
	}
	return article + " " + lowerFirst(t.EN)
}

// lowerFirst lowers the first letter, except of an abbreviation such as "IT" or "SEO".
func lowerFirst(s string) string {
	r := []rune(s)
	if len(r) > 1 && unicode.IsUpper(r[1]) {
		return s
	}
	return string(unicode.ToLower(r[0])) + string(r[1:])
}

//go:embed trades.json
var tradesJSON []byte

// Trades gives the taxonomy; the slice is shared and must not be changed.
var Trades = sync.OnceValue(func() []Trade {
	var list []Trade
	if err := json.Unmarshal(tradesJSON, &list); err != nil {
		panic(fmt.Sprintf("the embedded taxonomy of trades: %v", err))
	}
	return list
})

// tradeOfMarkup gives the trade whose schema.org type the node has; the most specific wins, that is the type that stands lowest.
func tradeOfMarkup(n *page.Node) *Trade {
	trades := Trades()
	var best *Trade
	var bestType string
	for i := range trades {
		for _, typ := range trades[i].Schema {
			if n.Is(typ) && (best == nil || page.IsA(typ, bestType)) {
				best, bestType = &trades[i], typ
			}
		}
	}
	return best
}

// wordField is a text that says what a site is about, and how strongly.
type wordField struct {
	text   string
	weight int
}

// The least evidence for a trade by words alone, and the lead it needs over the next: a wrong trade is worse than none.
const (
	leastEvidence = 8
	sampleChars   = 2500 // of the main content
)

// tradeOfWords gives the trade that the site's own words speak for, nil where they don't, or speak for two alike.
func tradeOfWords(fields []wordField, french bool) *Trade {
	for i := range fields {
		fields[i].text = fold(fields[i].text)
	}
	trades := Trades()
	var best *Trade
	top, second := 0, 0
	for i := range trades {
		words := trades[i].WordsEN
		if french {
			words = trades[i].WordsFR
		}
		score := 0
		for _, f := range fields {
			score += f.weight * hits(f.text, words)
		}
		switch {
		case score > top:
			best, top, second = &trades[i], score, top
		case score > second:
			second = score
		}
	}
	if top < leastEvidence || 3*top < 4*second {
		return nil
	}
	return best
}

// hits counts how many of the words stand in the folded text, each up to three times.
func hits(text string, words []string) int {
	n := 0
	for _, w := range words {
		n += min(strings.Count(text, " "+w+" "), 3)
	}
	return n
}

// fold lowers the case and turns everything but letters and digits into single spaces, with one at each end, so that whole words can be looked for.
func fold(text string) string {
	var b strings.Builder
	b.Grow(len(text) + 2)
	b.WriteByte(' ')
	space := true
	for _, r := range text {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' && !space {
			b.WriteRune(unicode.ToLower(r))
			space = false
		} else if !space {
			b.WriteByte(' ')
			space = true
		}
	}
	if !space {
		b.WriteByte(' ')
	}
	return b.String()
}
