package phrases

import (
	"slices"
	"testing"

	"github.com/auditctl/auditctl/internal/text"
)

func TestFind(t *testing.T) {
	for name, row := range map[string]struct {
		unspaced bool
		phrases  []string
		text     string
		want     []string
	}{
		"whole words":           {phrases: []string{"bar", "cocktail bar"}, text: "A Cocktail Bar, no barber", want: []string{"cocktail bar", "bar"}},
		"an open end":           {phrases: []string{"zahnarzt*"}, text: "Zahnarztpraxis Müller", want: []string{"zahnarzt*"}},
		"an open beginning":     {phrases: []string{"*werkstatt"}, text: "Ihre Fahrradwerkstatt", want: []string{"*werkstatt"}},
		"open inside a phrase":  {phrases: []string{"dépannage informatique*"}, text: "Dépannages, DEPANNAGE INFORMATIQUES", want: []string{"dépannage informatique*"}},
		"cut off by the end":    {phrases: []string{"tree removal"}, text: "a tree", want: nil},
		"accents and dashes":    {phrases: []string{"check-up"}, text: "Check up", want: []string{"check-up"}},
		"Cyrillic":              {phrases: []string{"кровельн*"}, text: "Кровельные работы", want: []string{"кровельн*"}},
		"without spaces":        {unspaced: true, phrases: []string{"歯科", "美容室"}, text: "田中歯科医院", want: []string{"歯科"}},
		"nothing in empty text": {phrases: []string{"bar"}, text: "", want: nil},
	} {
		x := Index{Unspaced: row.unspaced}
		for i, p := range row.phrases {
			if err := x.Add(p, i); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		var got []string
		for _, m := range x.Find(text.Fold(row.text)) {
			got = append(got, m.Phrase)
		}
		if !slices.Equal(got, row.want) {
			t.Errorf("%s: %q, want %q", name, got, row.want)
		}
	}
}

func TestAddRefusesWhatCantBeFound(t *testing.T) {
	for phrase, unspaced := range map[string]bool{"": false, "las*": false, "*bar": false, "歯": true} {
		x := Index{Unspaced: unspaced}
		if x.Add(phrase, 0) == nil {
			t.Errorf("%q was taken", phrase)
		}
	}
}
