package passes

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/citation"
	"github.com/auditctl/auditctl/pkg/engine"
)

func TestAQuestionsDiagnosisIsTheFirstThingToMend(t *testing.T) {
	here, elsewhere := "https://ours.example/", "https://a.example/"
	for _, c := range []struct {
		name                      string
		recall, grounded, sources string
		live                      string
		want                      citation.Finding
	}{
		{"not among the results, and nobody names it", "A", "A", elsewhere, elsewhere, citation.NotRetrieved},
		{"not among the results, yet known", "Ours", "", "", elsewhere, citation.NotRetrieved},
		{"not among the results of a search alone", "", "", "", elsewhere, citation.NotRetrieved},
		{"a page that is cited was found", "A", "Ours", here, elsewhere, citation.NamedAndCited},
		{"found, and others named", "A", "A", elsewhere, here, citation.RetrievedNotNamed},
		{"cited, and others named", "A", "A", here, "", citation.RetrievedNotNamed},
		{"cited, though not among the results", "A", "A", here, elsewhere, citation.RetrievedNotNamed},
		{"found, and nobody answers", "", "", "", here, ""},
		{"named from other pages", "A", "Ours", elsewhere, here, citation.NamedNotCited},
		{"named from its own", "A", "Ours", here, here, citation.NamedAndCited},
		{"named from memory", "Ours", "A", elsewhere, here, citation.NamedOnly},
		{"named, nothing else known", "Ours", "", "", "", citation.NamedOnly},
		{"not named, nothing else known", "A", "", "", "", citation.NotNamed},
		{"nothing known", "", "", "", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			config := Config{Reader: plainReader{}}
			config.Recall, _ = says(map[string]string{"1": orDeclined(c.recall), "2": "A"})
			config.Grounded, _ = grounds(map[string]engine.Grounding{"1": cites(orDeclined(c.grounded), source(c.sources, "A Ours", "")), "2": cites("A")})
			config.Live, _ = finds(map[string][]string{"1": {c.live}, "2": {here}})
			o := run(t, config, "1", "2")
			all := Diagnose(o, "en")
			if c.want == "" {
				if len(all) != 1 || all[0].Question != "2" {
					t.Errorf("%+v", all)
				}
				return
			}
			french := Diagnose(o, "fr")
			if len(all) != 2 || all[0].Question != "1" || all[0].Finding != c.want || all[0].Advice == "" || french[0].Advice == all[0].Advice {
				t.Errorf("%+v", all)
			}
		})
	}
}

func orDeclined(answer string) string {
	if answer == "" {
		return "declined"
	}
	return answer
}

func TestEveryReasonAndFindingHasItsWords(t *testing.T) {
	for reason, text := range reasons {
		if text.en == "" || text.fr == "" || text.en == text.fr {
			t.Errorf("%s: %+v", reason, text)
		}
	}
	for finding, text := range advice {
		if text.en == "" || text.fr == "" || text.en == text.fr {
			t.Errorf("%s: %+v", finding, text)
		}
	}
	if Reason("unheard of").In("fr") != Reason(engine.Temporary).In("fr") {
		t.Error("a reason of a later version has no words")
	}
}
