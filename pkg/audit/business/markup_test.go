package business

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// sayNoIndustry are the types of LocalBusiness that leave the industry open.
var sayNoIndustry = []string{"LocalBusiness", "ProfessionalService"}

func TestEveryLocalBusinessHasAnIndustry(t *testing.T) {
	vocabulary, err := os.ReadFile("../page/schema_types.txt")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for typ := range strings.FieldsSeq(string(vocabulary)) {
		if !page.IsA(typ, "LocalBusiness") {
			continue
		}
		n++
		row := markedBy(&page.Node{Types: []string{typ}})
		if none := slices.Contains(sayNoIndustry, typ); none != (row == nil) {
			t.Errorf("%s: %+v", typ, row)
		}
	}
	if n < 100 {
		t.Errorf("only %d types of LocalBusiness found in the vocabulary", n)
	}
}

func TestMostSpecificTypeWins(t *testing.T) {
	for typ, want := range map[string]string{
		"Dentist": "dentist", "Dermatology": "doctor", "Hospital": "hospital", "Bakery": "bakery", "FastFoodRestaurant": "fastfood", "ShoeStore": "clothing",
		"PawnShop": "antiques", "GardenStore": "gardencentre", "AutoPartsStore": "autoparts", "Motel": "hotel", "LodgingBusiness": "lodging", "PostOffice": "government",
		"CatholicChurch": "church", "Preschool": "nursery", "Notary": "notary", "GasStation": "petrolstation",
	} {
		if got := markedBy(&page.Node{Types: []string{typ}}); got == nil || got.Key != want {
			t.Errorf("%s: %+v, want %s", typ, got, want)
		}
	}
}
