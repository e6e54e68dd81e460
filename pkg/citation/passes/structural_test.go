package passes

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/auditctl/auditctl/pkg/citation"
	"github.com/auditctl/auditctl/pkg/citation/reader"
	"github.com/auditctl/auditctl/pkg/engine"
)

// What passes asks of the reader beside answers (whose a page, a card, a place among results is) holds for the reader that ships.
func TestTheStructuralReaderTellsOwnPagesAndCards(t *testing.T) {
	b := citation.Business{Name: "Boulangerie du Pont Neuf", Domain: "www.pontneuf.example", City: "Lyon", Country: "FR", Trade: "bakery"}
	grounded, _ := grounds(map[string]engine.Grounding{
		"Où acheter du pain au levain à Lyon ?": cites("À Lyon, deux adresses :\n\n1. **Maison Verdier** : pains bio\n2. **Boulangerie du Pont Neuf** : levain\n3. **Pain Perdu & Fils**",
			source("https://www.google.com/url?q=https://shop.pontneuf.example/pain", "Le pain", ""),
			source("https://guide.example/lyon", "Les boulangeries de Lyon : Maison Verdier et autres", "")),
	})
	mode, _ := overviews(map[string]engine.Overview{
		"Où acheter du pain au levain à Lyon ?": {
			Blocks: []engine.Block{{Kind: engine.List, Items: []engine.Item{{Title: "Maison Verdier :", Text: "pains bio"}}}},
			Cards:  []engine.Card{{}, {Name: "Boulangerie du Pont-Neuf", Address: "3 quai X, 69005 Lyon", Rating: pointer(4.6)}},
		},
	})
	live, _ := finds(map[string][]string{"Où acheter du pain au levain à Lyon ?": {
		"https://guide.example/a", "https://duckduckgo.com/l/?uddg=https%3A%2F%2Fguide.example%2Fb", "https://PontNeuf.example./", "https://other.example/",
	}})
	c := Config{Grounded: grounded, AIMode: mode, Live: live, Reader: reader.Structural{}}
	o := c.Run(t.Context(), b, "fr", []string{"Où acheter du pain au levain à Lyon ?"}, nil)
	if o.Grounded == nil || o.AIMode == nil || o.Live == nil {
		t.Fatalf("%+v", o.Failed)
	}
	if q := o.Grounded.Questions[0]; !q.Named || *q.Rank != 2 || o.Grounded.NamedUnverified != 1 || cmp.Diff([]string{"Maison Verdier"}, q.NamedInstead) != "" {
		t.Errorf("%+v", q)
	}
	if m := o.AIMode; m.NamedIn != 1 || *m.BestRank != 2 || !m.YourListing.Found || *m.YourListing.Rating != 4.6 || len(m.PicksAllMaps) != 1 || len(m.Picks) != 2 {
		t.Errorf("%+v", m)
	}
	want := []citation.Rival{{Name: "guide.example", NamedIn: 1, BestRank: pointer(1)}, {Name: "other.example", NamedIn: 1, BestRank: pointer(4)}}
	if diff := cmp.Diff(want, o.Live.Rivals); diff != "" || *o.Live.BestRank != 3 {
		t.Error(diff)
	}
	if d := Diagnose(o, "fr"); d[0].Finding != citation.NamedAndCited {
		t.Errorf("%+v", d)
	}
	if r, _ := c.Replay(t.Context(), o.Kept); results(t, r) != results(t, o) {
		t.Error("read again, it says something else")
	}
}
