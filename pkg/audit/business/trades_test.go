package business

import (
	"os"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestTradesAreComplete(t *testing.T) {
	if n := len(Trades()); n < 60 {
		t.Errorf("%d trades, want at least 60", n)
	}
	keys := map[string]bool{}
	types := map[string]string{}
	for _, trade := range Trades() {
		if keys[trade.Key] || trade.Key == "" {
			t.Errorf("%q stands twice", trade.Key)
		}
		keys[trade.Key] = true
		if trade.EN == "" || trade.FR == "" || trade.Gender != "m" && trade.Gender != "f" {
			t.Errorf("%s: names %q, %q, gender %q", trade.Key, trade.EN, trade.FR, trade.Gender)
		}
		if !slices.Contains([]string{TypeLocal, TypeOnline, TypeB2B, TypePublisher, TypeOrganization}, trade.Type) {
			t.Errorf("%s: type %q", trade.Key, trade.Type)
		}
		for _, typ := range append(slices.Clone(trade.Schema), trade.Within...) {
			if !page.IsA(typ, "Thing") {
				t.Errorf("%s: schema.org has no type %q", trade.Key, typ)
			}
		}
		for _, typ := range trade.Schema {
			if types[typ] != "" {
				t.Errorf("%s is both %s and %s", typ, types[typ], trade.Key)
			}
			types[typ] = trade.Key
		}
		if len(trade.Schema) == 0 && (len(trade.WordsEN) == 0 || len(trade.WordsFR) == 0) {
			t.Errorf("%s can't be found: it has neither a type nor words in both languages", trade.Key)
		}
		for _, words := range [][2][]string{{trade.WordsEN, trade.WeakEN}, {trade.WordsFR, trade.WeakFR}} {
			seen := map[string]bool{}
			for _, w := range slices.Concat(words[0], words[1]) {
				if w == "" || strings.TrimSpace(w) != w || strings.ContainsFunc(w, unicode.IsUpper) || seen[w] {
					t.Errorf("%s: word %q", trade.Key, w)
				}
				seen[w] = true
			}
		}
	}
}

// sayNoTrade are the types of LocalBusiness that leave the trade open.
var sayNoTrade = []string{"LocalBusiness", "ProfessionalService"}

func TestEveryLocalBusinessHasATrade(t *testing.T) {
	vocabulary, err := os.ReadFile("../page/schema_types.txt")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for typ := range strings.FieldsSeq(string(vocabulary)) {
		if !page.IsA(typ, "LocalBusiness") {
			continue
		}
		found++
		trade := tradeOfMarkup(&page.Node{Types: []string{typ}})
		if none := slices.Contains(sayNoTrade, typ); none != (trade == nil) {
			t.Errorf("%s: %+v", typ, trade)
		}
	}
	if found < 100 {
		t.Errorf("only %d types of LocalBusiness found in the vocabulary", found)
	}
}

func TestMostSpecificTypeWins(t *testing.T) {
	for typ, want := range map[string]string{
		"Dentist": "dentist", "Dermatology": "doctor", "Hospital": "hospital", "Bakery": "bakery", "FastFoodRestaurant": "restaurant", "ShoeStore": "clothing",
		"PawnShop": "shop", "GardenStore": "gardencentre", "AutoPartsStore": "automotive", "Motel": "hotel", "LodgingBusiness": "lodging", "PostOffice": "government",
		"CatholicChurch": "church", "Preschool": "nursery", "Notary": "notary", "GasStation": "petrolstation",
	} {
		if got := tradeOfMarkup(&page.Node{Types: []string{typ}}); got == nil || got.Key != want {
			t.Errorf("%s: %+v, want %s", typ, got, want)
		}
	}
}

func TestTradeInASentence(t *testing.T) {
	for key, want := range map[string][2]string{
		"bakery": {"a bakery", "une boulangerie"}, "electrician": {"an electrical contractor", "une entreprise d'électricité"},
		"itservices": {"an IT services company", "une société de services informatiques"}, "hotel": {"a hotel", "un hôtel"}, "school": {"a school", "une école"},
		"university": {"a university", "une université"}, "accountant": {"an accounting firm", "un cabinet comptable"},
	} {
		i := slices.IndexFunc(Trades(), func(t Trade) bool { return t.Key == key })
		for n, lang := range audit.Langs() {
			if got := Trades()[i].Phrase(lang); got != want[n] {
				t.Errorf("%q, want %q", got, want[n])
			}
		}
	}
}
