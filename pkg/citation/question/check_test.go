package question_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/auditctl/auditctl/pkg/citation"
	"github.com/auditctl/auditctl/pkg/citation/question"
)

func TestAQuestionMayNotNameTheBusiness(t *testing.T) {
	tallow := citation.Business{
		Name: "Tallow & Thyme Restaurant Ltd.", Aliases: []string{"T&T Supper Club", "翠雲閣"}, Domain: "https://www.tallowandthyme.example/menu", City: "Bristol", Language: "en",
		Country: "GB",
	}
	for _, row := range []struct {
		b        citation.Business
		question string
		refused  string // a part of the reason; empty where it may be asked
	}{
		{tallow, "Where can I get a good Sunday roast in Bristol?", ""},
		{tallow, "Is Tallow & Thyme Restaurant any good?", "name"},
		{tallow, "Is TALLOW AND THYME any good?", "name"},
		{tallow, "Are Tallow and Thyme's roasts any good?", "name"},
		{tallow, "What is tallowandthyme.example like?", "name"},
		{tallow, "Is TallowAndThyme good?", "name"},
		{tallow, "Is the T & T supper club open on Sundays?", "name"},
		{tallow, "翠雲閣はおすすめですか？", "name"},
		{tallow, "Which restaurant in Bristol cooks with thyme?", ""},
		{tallow, "Which restaurant in Bristol would you recommend?", ""},
		{citation.Business{Name: "Best Dental", Language: "en"}, "What are the best dental clinics in Tucson?", "name"},
		{citation.Business{Name: "Best Dental", Language: "en"}, "What is the best clinic for dental implants?", ""},
		{citation.Business{Name: "The Marina Hotel", Language: "en"}, "Which hotel near the marina is good?", "name"},
		{citation.Business{Name: "Boulangerie de Lyon", City: "Lyon", Country: "FR"}, "Quelle boulangerie à Lyon est ouverte le dimanche ?", ""},
		{citation.Business{Name: "Boulangerie de Lyon", City: "Lyon", Country: "FR"}, "La boulangerie de Lyon est-elle ouverte ?", "name"},
		{citation.Business{Name: "Müller Bäckerei GmbH & Co. KG", Country: "DE"}, "Hat Muellers sonntags offen?", "name"},
		{citation.Business{Name: "Ferns", Language: "en"}, "Which accountant is near Fernside?", ""},
		{citation.Business{Name: "بيت الزعفران", Language: "ar"}, "ما رأيك ببيت الزعفران في القاهرة؟", "name"},
		{citation.Business{Domain: "dentist-london.co.uk", Language: "en", Country: "GB", City: "London"}, "Who is the best dentist in London?", ""},
		{citation.Business{Domain: "petalworth.github.io", Language: "en"}, "Is there something like it on GitHub?", ""},
		{citation.Business{Domain: "petalworth.github.io", Language: "en"}, "Is Petalworth any good?", "name"},
		{citation.Business{Language: "en"}, "", "empty"},
		{citation.Business{Language: "en"}, " \n ", "empty"},
		{citation.Business{Language: "en"}, strings.Repeat("Which dentist is good? ", 20), "longer"},
		{citation.Business{Language: "en"}, "Which dentist\x00 is good?", "control"},
		{citation.Business{Language: "en"}, "Which dentist \u202eis good?", "control"},
		{citation.Business{Language: "en"}, "Which \xff dentist is good?", "UTF-8"},
		{citation.Business{Language: "en"}, "Here are eight questions.", "statement"},
		{citation.Business{Language: "en"}, "Here are eight questions:", "type"},
		{citation.Business{Language: "en"}, "Is https://example.com good?", "type"},
		{citation.Business{Language: "en"}, "Which dentist in [city] is good?", "type"},
		{citation.Business{Language: "en"}, "dentist", "type"},
		{citation.Business{Language: "en"}, "emergency plumber Oxford", ""},
		{citation.Business{Language: "en"}, "Name three good dentists in Oxford.", ""},
		{citation.Business{Language: "nl"}, "Noem drie goede tandartsen in Utrecht.", ""},
		{citation.Business{Language: "en"}, "What is the best dentist of 2025?", "year"},
		{citation.Business{Language: "en"}, "Where should I eat this summer?", "season"},
		{citation.Business{Language: "en"}, "Where should I go in the fall?", "season"},
		{citation.Business{Language: "en"}, "Who repairs spring mattresses in Oxford?", ""},
		{citation.Business{Language: "en", City: "Winter Park"}, "Which dentist in Winter Park is good?", ""},
		{citation.Business{Language: "fr"}, "Où manger en terrasse cet été ?", "season"},
		{citation.Business{Language: "fr"}, "Quel restaurant a été primé à Lyon ?", ""},
		{citation.Business{Language: "fr"}, "Où manger à Noël ?", "season"},
		{citation.Business{Language: "it"}, "Dove mangiare in estate?", "season"},
		{citation.Business{Language: "en"}, "Which real estate agent is good?", ""},
	} {
		switch err := question.Check(row.question, row.b); {
		case err == nil && row.refused != "":
			t.Errorf("%q about %q may be asked", row.question, row.b.Name)
		case err != nil && (row.refused == "" || !strings.Contains(err.Error(), row.refused)):
			t.Errorf("%q about %q: %v", row.question, row.b.Name, err)
		}
	}
}

func TestOnesOwnQuestionsAreRead(t *testing.T) {
	got, err := question.Read(strings.NewReader("\ufeff# of the spring campaign\r\n\r\n  Who fits kitchens in Leeds? \r\nkitchen fitter Leeds\r\n"))
	if want := []string{"Who fits kitchens in Leeds?", "kitchen fitter Leeds"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %v", got, err)
	}
	var many strings.Builder
	for i := range 31 {
		many.WriteString("Who fits kitchens in Leeds " + strings.Repeat("well ", i) + "?\n")
	}
	for text, want := range map[string]string{
		"":              "no question",
		"# nothing\n\n": "no question",
		"Who fits kitchens?\n\nwho fits KITCHENS\n":          "line 3 of the questions: the same as line 1",
		"Who fits kitchens?\nWho\tfits?\x07\n":               "line 2",
		"Who fits kitchens?\n" + strings.Repeat("Who? ", 70): "line 2 of the questions: it is longer",
		many.String():                 "line 31 of the questions: there are more than 30",
		strings.Repeat("#\n", 40<<10): "64 KiB",
		"Who \xfffits kitchens?\n":    "UTF-8",
	} {
		if _, err := question.Read(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: %v, want %s", text, err, want)
		}
	}
}

func FuzzCheck(f *testing.F) {
	f.Add("Who is the best dentist in London?", "Dentist London", "dentist.example", "London")
	f.Add("翠雲閣？", "翠雲閣", "https://[::1]:8/", "")
	f.Fuzz(func(t *testing.T, q, name, domain, city string) {
		b := citation.Business{Name: name, Domain: domain, City: city, Trade: "dentist", Language: "en"}
		_ = question.Check(q, b)
		asked, err := question.Built(b, 8)
		for _, q := range asked {
			if question.Check(q, b) != nil || len(asked) > 8 || err != nil {
				t.Errorf("%q of %q, %v", q, asked, err)
			}
		}
	})
}
