package business

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// Trade is one kind of business: its names, the schema.org types that say it, and the words sites of the trade use of themselves.
type Trade struct {
	Key    string `json:"key"`
	EN     string `json:"en"`
	FR     string `json:"fr"`
	Gender string `json:"gender"` // of the French name: m or f
	Type   string `json:"type"`   // local, online, b2b, publisher, organization: what a business of the trade mostly is
	// Serves: sites of the trade name the trades of their customers or readers beside their own, as "dental practice software" does.
	Serves bool     `json:"serves"`
	Schema []string `json:"schema"` // schema.org types, each with the types under it
	// Within are schema.org types that businesses of a trade without a type of its own are marked up as: a butcher's shop is a Store.
	Within  []string `json:"within"`
	WordsEN []string `json:"words_en"` // say the trade
	WordsFR []string `json:"words_fr"`
	// Weak words mean something else as often, as in "bar chart" or "food bank": they count only beside a word that says the trade.
	WeakEN []string `json:"weak_en"`
	WeakFR []string `json:"weak_fr"`
}

// Name is the trade's name.
func (t *Trade) Name(lang audit.Lang) string { return audit.Text{EN: t.EN, FR: t.FR}.In(lang) }

// Phrase is the name with its article, inside a sentence: "a bakery", "une boulangerie".
func (t *Trade) Phrase(lang audit.Lang) string {
	if lang == audit.French {
		article := map[string]string{"m": "un", "f": "une"}[t.Gender]
		return article + " " + lowerFirst(t.FR)
	}
	article := "a"
	if strings.ContainsRune("AEIOaeio", rune(t.EN[0])) {
		article = "an"
	}
	return article + " " + lowerFirst(t.EN)
}

// lowerFirst lowers the first letter, except of an abbreviation such as "IT" or "SEO".
func lowerFirst(s string) string {
	first, size := utf8.DecodeRuneInString(s)
	if second, _ := utf8.DecodeRuneInString(s[size:]); unicode.IsUpper(second) {
		return s
	}
	return string(unicode.ToLower(first)) + s[size:]
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

// tradeOfMarkup gives the trade whose schema.org type the node has; the most specific wins, that is the type that stands lowest. Types that say no
// trade, such as LocalBusiness and ProfessionalService, give nil.
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

// refines says whether the trade is a kind of what the node's type says: a florist of a Store, a butcher's shop of a FoodEstablishment.
func (t *Trade) refines(n *page.Node) bool {
	if n.Is(t.Within...) {
		return true
	}
	for _, typ := range t.Schema {
		for _, have := range n.Types {
			if typ != have && page.IsA(typ, have) && page.IsA(have, "Organization") && have != "Organization" {
				return true
			}
		}
	}
	return false
}
