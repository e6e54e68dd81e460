package industry_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/auditctl/auditctl/internal/text"
	"github.com/auditctl/auditctl/pkg/industry"
)

// foundIn lists the industries whose words a text has, once each, sorted.
func foundIn(t *testing.T, lang, s string) string {
	t.Helper()
	v := industry.Words(lang)
	if v == nil {
		t.Fatalf("no words in %s", lang)
	}
	var keys []string
	for _, hit := range v.Find(text.Fold(s), strings.Fields(text.Fold(s))) {
		keys = append(keys, industry.All()[hit.Industry].Key)
	}
	slices.Sort(keys)
	return " " + strings.Join(slices.Compact(keys), " ") + " "
}

func TestWordsOfAnIndustryAreFound(t *testing.T) {
	for s, want := range map[string]string{
		"en A dentist in Oxford":         "dentist",
		"de Zahnarztpraxis in Köln":      "dentist",
		"fr Votre boulangerie à Lyon":    "bakery",
		"es Clínica dental en Madrid":    "dentist",
		"it Ristorante e pizzeria":       "restaurant",
		"nl Tandartspraktijk in Utrecht": "dentist",
		"pl Kancelaria adwokacka":        "lawyer",
		"ru Стоматология":                "dentist",
		"ja 東京の歯科医院":                     "dentist",
		"zh 北京律师事务所":                     "lawyer",
		"nb Tandlæge i byen":             "dentist", // Norwegian uses the Danish words
		"ca Clínica dental a la ciudad":  "dentist",
	} {
		lang, s, _ := strings.Cut(s, " ")
		if got := foundIn(t, lang, s); !strings.Contains(got, " "+want+" ") {
			t.Errorf("%s %q: found%s, want %s", lang, s, got, want)
		}
	}
}

func TestLongerPhrasesCoverShorterOnes(t *testing.T) {
	for s, not := range map[string]string{
		"en A bar chart with a status bar": "bar",
		"en A JavaScript library":          "library",
		"en The protein data bank":         "bank",
		"en Church encoding":               "church",
		"fr Une banque de données":         "bank",
		"fr Une école de pensée":           "school",
		"es Internet por fibra óptica":     "optician",
		"ja 動物病院":                          "hospital",
		"de Eine Datenbank":                "bank",
	} {
		lang, s, _ := strings.Cut(s, " ")
		if got := foundIn(t, lang, s); strings.Contains(got, " "+not+" ") {
			t.Errorf("%s %q: found%s, which has %s", lang, s, got, not)
		}
	}
	if got := foundIn(t, "ja", "動物病院"); !strings.Contains(got, " vet ") && !strings.Contains(got, "veterin") {
		t.Errorf("動物病院: found%s", got)
	}
}

func TestHitsSayWhereAndHowStrongly(t *testing.T) {
	folded := text.Fold("We are a family bakery.")
	hits := industry.Words("en").Find(folded, strings.Fields(folded))
	if len(hits) == 0 {
		t.Fatal("nothing found")
	}
	i := slices.IndexFunc(hits, func(h industry.Hit) bool { return industry.All()[h.Industry].Key == "bakery" })
	if i < 0 || !hits[i].Strong || hits[i].At != 4 || !strings.Contains(hits[i].Term, "bakery") {
		t.Errorf("hits %+v", hits)
	}
}
