package business

import (
	"slices"
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// reads is a site of so many words with these candidates.
func reads(words int, industries, types []Candidate) Subject {
	p := &page.Page{}
	p.Text.Visible = words
	return Subject{facts: &page.Facts{Pages: []*page.Page{p}}, front: p, industries: industries, types: types}
}

func TestNotesSayWhatIsUnclearAndWhy(t *testing.T) {
	said := func(key string, confidence float64) Candidate {
		return Candidate{Value: key, Confidence: confidence, Evidence: []Evidence{{Feature: "title, strong 1"}}}
	}
	local := []Candidate{{Value: "local", Confidence: 0.9}, {Value: "online", Confidence: 0.1}}
	for name, row := range map[string]struct {
		subject Subject
		en, fr  []string
		asked   string // of questions, in English
	}{
		"sure": {reads(400, []Candidate{said("bakery", 0.5)}, local), nil, nil, ""},
		"a guess": {
			reads(400, []Candidate{said("bakery", 0.38), said("cafe", 0.2)}, local),
			[]string{"The industry is a guess: Bakery (confidence 38 of 100)."},
			[]string{"Le secteur est une supposition : Boulangerie (confiance : 38 sur 100)."},
			"The customer questions rest on a guess of the industry.",
		},
		"few words": {
			reads(12, []Candidate{said("bakery", 0.4)}, local),
			[]string{"The industry is unclear: too few words could be read (words on the front page: 12)."},
			[]string{"Le secteur est indéterminé : trop peu de mots ont pu être lus (mots sur la page d'accueil : 12)."},
			"The customer questions were made without knowing the industry.",
		},
		"two alike": {
			reads(400, []Candidate{said("bakery", 0.09), said("florist", 0.08)}, local),
			[]string{"The industry is unclear: two industries are about as likely: Bakery and Flower shop."},
			[]string{"Le secteur est indéterminé : deux secteurs sont presque aussi probables : Boulangerie et Fleuriste."},
			"The customer questions were made without knowing the industry.",
		},
		"nothing names one": {
			reads(400, []Candidate{{Value: "blog", Confidence: 0.08}}, nil),
			[]string{"The industry is unclear: nothing on the pages read names an industry plainly.", "The type is unclear: nothing on the pages read tells it."},
			[]string{"Le secteur est indéterminé : rien dans les pages lues ne nomme clairement un secteur.", "Le type est indéterminé : rien dans les pages lues ne l'indique."},
			"The customer questions were made without knowing the industry.",
		},
		"two types alike": {
			reads(400, []Candidate{said("bakery", 0.8)}, []Candidate{{Value: "local", Confidence: 0.18}, {Value: "online", Confidence: 0.17}}),
			[]string{"The type is unclear: two types are about as likely: local and online."},
			[]string{"Le type est indéterminé : deux types sont presque aussi probables : local et online."},
			"",
		},
	} {
		for lang, want := range map[audit.Lang][]string{audit.English: row.en, audit.French: row.fr} {
			b := audit.Business{Industry: row.subject.industryName(lang), Type: row.subject.kind()}
			if got := row.subject.Notes(b, lang); !slices.Equal(got, want) {
				t.Errorf("%s: %q, want %q", name, got, want)
			}
			if got := row.subject.QuestionsNote(b, lang); lang == audit.English && got != row.asked || (got == "") != (row.asked == "") {
				t.Errorf("%s: of questions %q", name, got)
			}
		}
	}
}

func TestNotesSayThatANameIsAGuess(t *testing.T) {
	for confidence, want := range map[float64][]string{0.24: {"The name is a guess: Boiler Fitting (confidence 24 of 100)."}, 0.8: nil} {
		s := reads(400, []Candidate{{Value: "plumber", Confidence: 0.9}}, []Candidate{{Value: "local", Confidence: 0.9}})
		s.names = []Candidate{{Value: "Boiler Fitting", Confidence: confidence}}
		b := audit.Business{Name: s.name(), Industry: s.industryName(audit.English), Type: s.kind()}
		if got := s.Notes(b, audit.English); !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestNotesAreNotOfWhatAModelFilledIn(t *testing.T) {
	s := reads(12, []Candidate{{Value: "bakery", Confidence: 0.4}}, nil)
	b := audit.Business{Industry: "Flower shop", Type: "local"}
	if notes := s.Notes(b, audit.English); len(notes) > 0 || s.QuestionsNote(b, audit.English) != "" {
		t.Errorf("%q", notes)
	}
}
