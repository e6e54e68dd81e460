package judge

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
	"github.com/auditctl/auditctl/pkg/audit/page/pagetest"
	"github.com/auditctl/auditctl/pkg/engine"
	"github.com/auditctl/auditctl/pkg/industry"
)

// quiet is a site that says in prose what no markup says.
func quiet() *page.Facts {
	return pagetest.Site("www.example.com", "/ "+pagetest.HTML("en", "Welcome", "", `<main><p>Quillfeather &amp; Daughters mend old clocks for families and collectors.</p>
		<p>Our workshop is in Ludlow, United Kingdom; we come to you as well.</p></main>`))
}

func describedBy(t *testing.T, f *page.Facts, lang audit.Lang, fields ...businessField) Judgement {
	t.Helper()
	answer, err := json.Marshal(businessFields{fields})
	if err != nil {
		t.Fatal(err)
	}
	return judgedBy(t, Model{Engine: &scripted{business: string(answer), vote: func(engine.Prompt, int) (string, error) {
		return ballotOf("mend old clocks for families", constant(2)), nil
	}}}, f, lang)
}

func TestTheModelNamesWhatTheTextSays(t *testing.T) {
	who, where := "Quillfeather & Daughters mend old clocks for families and collectors.", "Our workshop is in Ludlow, United Kingdom"
	j := describedBy(t, quiet(), audit.French,
		businessField{"name", "Quillfeather & Daughters", who}, businessField{"industry", "jeweller", who}, businessField{"type", "local", where},
		businessField{"city", "Ludlow", where}, businessField{"country", "GB", where}, businessField{"offer", "mend old clocks", who},
		businessField{"audience", "families and collectors", who},
	)
	want := rubricOf(quiet()).Business
	want.Name, want.Type, want.City, want.Country, want.Offer, want.Audience = "Quillfeather & Daughters", "local", "Ludlow", "GB", "mend old clocks", "families and collectors"
	for i := range industry.All() {
		if industry.All()[i].Key == "jeweller" {
			want.Industry = industry.All()[i].FR
		}
	}
	if d := cmp.Diff(want, j.Business); d != "" {
		t.Errorf("want (-), got (+)\n%s", d)
	}
	if last := j.Notes[len(j.Notes)-1]; !strings.Contains(last, "test:model") || !strings.Contains(last, "name") || !strings.Contains(last, "city") {
		t.Errorf("notes: %q", j.Notes)
	}
}

// TestTheModelFillsOnlyWhatIsOpen has the rubric's reading unclear, or sure.
func TestTheModelFillsOnlyWhatIsOpen(t *testing.T) {
	who := "Quillfeather & Daughters mend old clocks for families and collectors."
	answer, err := json.Marshal(businessFields{[]businessField{{"industry", "jeweller", who}, {"type", "b2b", who}, {"name", "Quillfeather & Daughters", who}}})
	if err != nil {
		t.Fatal(err)
	}
	nothing, err := json.Marshal(businessFields{[]businessField{{"industry", "jeweller", "no such words here"}, {"type", "unclear", who}}})
	if err != nil {
		t.Fatal(err)
	}
	jeweller := industry.Find("jeweller")
	for name, row := range map[string]struct {
		answer      []byte
		lang        audit.Lang
		found, want audit.Business
		added       int
	}{
		"unclear": {answer, audit.English, audit.Business{Industry: "unclear", Type: "unclear"}, audit.Business{Name: "Quillfeather & Daughters", Industry: jeweller.EN, Type: "b2b"}, 3},
		"unclear, in French": {
			answer, audit.French,
			audit.Business{Name: "Q", Industry: industry.UnclearName(audit.French), Type: "local"},
			audit.Business{Name: "Q", Industry: jeweller.FR, Type: "local"},
			1,
		},
		"sure":                 {answer, audit.English, audit.Business{Name: "Q", Industry: "Bakery", Type: "local"}, audit.Business{Name: "Q", Industry: "Bakery", Type: "local"}, 0},
		"nothing supported":    {nothing, audit.English, audit.Business{Industry: "unclear", Type: "unclear"}, audit.Business{Industry: "unclear", Type: "unclear"}, 0},
		"empty, of old rubric": {answer, audit.English, audit.Business{Name: "Q"}, audit.Business{Name: "Q", Industry: jeweller.EN, Type: "b2b"}, 2},
	} {
		s := &session{model: Model{Engine: &scripted{business: string(row.answer)}}, lang: row.lang, material: gather(quiet(), nil), fault: map[string]error{}}
		got, added := s.describe(t.Context(), row.found)
		if d := cmp.Diff(row.want, got); d != "" || len(added) != row.added {
			t.Errorf("%s: added %q\n%s", name, added, d)
		}
	}
}

func TestInventedFieldsAreDropped(t *testing.T) {
	who, where := "Quillfeather & Daughters mend old clocks", "Our workshop is in Ludlow, United Kingdom"
	for name, fields := range map[string][]businessField{
		"a quote that isn't there":         {{"name", "Quillfeather & Daughters", "Welcome to Quillfeather & Daughters"}},
		"a value that the quote lacks":     {{"name", "Clocks of England", who}},
		"no quote":                         {{"city", "Ludlow", ""}},
		"a trade that there isn't":         {{"industry", "clock wizardry", who}},
		"a type that there isn't":          {{"type", "guild", who}},
		"a country that the quote lacks":   {{"country", "FR", where}},
		"a country by a quote without one": {{"country", "GB", who}},
		"two names":                        {{"name", "Quillfeather", who}, {"name", "Daughters", who}},
		"a field that there isn't":         {{"slogan", "old clocks", who}},
		"too long":                         {{"offer", strings.Repeat("old clocks ", 30), strings.Repeat("old clocks ", 30)}},
	} {
		if d := cmp.Diff(rubricOf(quiet()).Business, describedBy(t, quiet(), audit.English, fields...).Business); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
}

func TestWhatTheMarkupSaysStands(t *testing.T) {
	f := pagetest.Site("www.example.com", "/ "+pagetest.HTML("en", "Hill Street Bakery", "", pagetest.JSONLD(`{"@context":"https://schema.org","@type":"Bakery","name":"Hill Street Bakery"}`)+
		"<main><h1>Hill Street Bakery</h1><p>Next to us Quillfeather and Daughters mend old clocks for families.</p></main>"))
	j := describedBy(t, f, audit.English, businessField{"name", "Quillfeather and Daughters", "Next to us Quillfeather and Daughters"}, businessField{"industry", "jeweller", "mend old clocks"})
	if j.Business.Name != "Hill Street Bakery" || j.Business.Industry != "Bakery" {
		t.Errorf("%+v", j.Business)
	}
}

func TestASummaryIsHeldToTheResult(t *testing.T) {
	f := bakerySite("", "", "")
	told := func(lang audit.Lang, write func(readiness int) string) (Judgement, string) {
		e := &scripted{business: `{"fields":[]}`, vote: func(engine.Prompt, int) (string, error) {
			return ballotOf("every morning from flour", constant(2)), nil
		}}
		readiness := judgedBy(t, Model{Engine: e}, f, lang).Scores[audit.AIReadiness].Value
		text := write(readiness)
		answer, err := json.Marshal(map[string]string{"text": text})
		if err != nil {
			t.Fatal(err)
		}
		e.summary = string(answer)
		return judgedBy(t, Model{Engine: e}, f, lang), text
	}
	good := "The site stands at %d out of 100 for AI readiness. It is strong where access for AI crawlers is concerned.\n\nThe weak side is trust and attribution, and that is where you gain most."
	french := "La préparation à l'IA atteint %d sur 100. L'accès des robots d'IA est le point fort du site.\n\nLa confiance et l'attribution sont le point faible : c'est là que vous gagnerez le plus."
	for name, row := range map[string]struct {
		lang  audit.Lang
		text  string
		taken bool
	}{
		"of the result":             {audit.English, good, true},
		"of the result, in French":  {audit.French, french, true},
		"with the site's address":   {audit.English, good + " So says the audit of www.example.com.", true},
		"the other language":        {audit.French, "The site stands at %d out of 100. It is strong in that which you are with, and weak in what is for you to mend.", false},
		"a figure of its own":       {audit.English, good + " It brings 40% more.", false},
		"a figure in words":         {audit.English, good + " It brings seventy more.", false},
		"a name of its own":         {audit.English, good + " It is better than Acme.", false},
		"a name that begins":        {audit.English, good + " Google likes it.", false},
		"another site's address":    {audit.English, good + " See evil.example for more.", false},
		"a link":                    {audit.English, good + " See https://www.example.com/.", false},
		"a check that there isn't":  {audit.English, good + " Mend it (seo.invented-check).", false},
		"markup":                    {audit.English, good + " **Bold**.", false},
		"without the overall score": {audit.English, "The site is strong where access for AI crawlers is concerned, and the weak side is trust and attribution, for which there is much to do.", false},
		"too short":                 {audit.English, "The site is at %d.", false},
	} {
		j, text := told(row.lang, func(readiness int) string {
			if strings.Contains(row.text, "%d") {
				return strings.Replace(row.text, "%d", fmt.Sprint(readiness), 1)
			}
			return row.text
		})
		if taken := j.Summary == text; taken != row.taken {
			t.Errorf("%s: taken is %v: %s", name, taken, j.Summary)
		}
		if noted := len(j.Notes) > 0; noted == row.taken {
			t.Errorf("%s: notes %q", name, j.Notes)
		}
	}
}

func TestNothingThatTheSiteWroteIsInTheSummarysPrompt(t *testing.T) {
	e := &scripted{vote: func(engine.Prompt, int) (string, error) {
		return ballotOf("every morning from flour", constant(2)), nil
	}}
	judgedBy(t, Model{Engine: e}, bakerySite(" "+marker, "", "<p>"+marker+"</p><h2>"+marker+"</h2>"), audit.English)
	for _, p := range e.prompts {
		if p.System == summaryPrompt && (strings.Contains(p.User, marker) || strings.Contains(p.User, "Hill Street")) {
			t.Errorf("%s", p.User)
		}
	}
}
