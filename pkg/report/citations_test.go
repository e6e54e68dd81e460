package report

import (
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"github.com/auditctl/auditctl/internal/golden"
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/citation"
)

// hostile is a rival who named themselves with a report in mind.
const hostile = "Crumb\x1b[31m </td><script>alert(1)</script> | **Co**"

// madeCited is made with all four passes: three questions, one of them named, one mentioned, one without a reply; two readers that disagree once.
func madeCited() audit.Audit {
	const loaf, cake, gluten = "Where can I buy sourdough in Bath?", "Who makes wedding cakes in Bath?", "Is there a gluten-free bakery in Bath?"
	rating, reviews := 4.6, 212
	pass := func(basis citation.Basis, engine string, questions ...citation.Question) citation.Pass {
		p := citation.Pass{Basis: basis, Engine: engine, Questions: questions, Samples: citation.Samples{Repeats: 1}}
		for _, q := range questions {
			share := citation.Share{Question: q.Question}
			if q.Answered {
				p.QuestionsAnswered++
				share.Answers = 1
			} else {
				p.QuestionsUnanswered++
			}
			if q.Named {
				p.NamedIn, p.BestRank, share.Named = p.NamedIn+1, q.Rank, 1
			}
			p.Samples.Answers += share.Answers
			p.Samples.Named += share.Named
			p.Samples.Questions = append(p.Samples.Questions, share)
		}
		p.Samples.Low, p.Samples.High = 0.0945, 0.9055
		return p
	}
	recall := pass(citation.ModelRecall, "openai:gpt-5.1",
		citation.Question{Question: loaf, Answered: true, MentionedNotRecommended: true, NamedInstead: []string{"Bath Oven"}, Answer: "Bath Oven.\nAlder Street Bakery has closed."},
		citation.Question{Question: cake, Answered: true, NamedInstead: []string{hostile, "Bath Oven"}},
		citation.Question{Question: gluten, Error: "the service took too long"})
	recall.Rivals = []citation.Rival{{Name: "Bath Oven", NamedIn: 2, BestRank: new(1)}, {Name: hostile, NamedIn: 1, BestRank: new(1)}}
	recall.Samples = citation.Samples{Repeats: 3, Answers: 6, Low: 0, High: 0.3903, Questions: []citation.Share{{Question: loaf, Answers: 3}, {Question: cake, Answers: 3}}}
	grounded := pass(citation.GroundedAnswer, "perplexity:sonar",
		citation.Question{
			Question: loaf, Answered: true, Named: true, Rank: new(2), NamedInstead: []string{"Bath Oven"}, Answer: "1. Bath Oven\n2. Alder Street Bakery",
			Sources:      []citation.Source{{URL: "https://guide.example/bread", Title: "Bread in Bath"}, {URL: "javascript:alert(1)", Title: "Free <b>rolls</b>"}},
			Disagreement: &citation.Disagreement{Named: true, Rank: new(1), NamedInstead: []string{"Bath Oven", "The Guide"}},
		},
		citation.Question{Question: cake, Answered: true}, citation.Question{Question: gluten})
	grounded.Rivals = recall.Rivals[:1]
	mode := pass(citation.SearchAIMode, "serpapi:google_ai_mode", citation.Question{Question: loaf, Answered: true, Named: true, Rank: new(1)},
		citation.Question{Question: cake, Answered: true}, citation.Question{Question: gluten})
	live := pass(citation.WebRetrieval, "brave:web", citation.Question{Question: loaf, Answered: true, Named: true, Rank: new(4), NamedInstead: []string{"guide.example"}},
		citation.Question{Question: cake, Answered: true, NamedInstead: []string{"guide.example"}}, citation.Question{Question: gluten, Answered: true})
	for i := range 12 {
		live.Rivals = append(live.Rivals, citation.Rival{Name: fmt.Sprintf("site-%d.example", i+1), NamedIn: 3 - i/4, BestRank: new(1 + i)})
	}
	a := made()
	a.Questions = []string{loaf, cake, gluten}
	a.AICitation, a.LiveCitation = &citation.Recall{Pass: recall}, &citation.Live{Pass: live}
	a.GroundedCitation = &citation.Grounded{Pass: grounded, NamedUnverified: 2}
	a.SearchAIMode = &citation.AIMode{
		Grounded: citation.Grounded{Pass: mode}, QuestionsUnreadable: 1, YourListing: citation.Listing{Found: true, Name: "Alder Street Bakery", Rating: &rating, Reviews: &reviews},
		Picks:        []citation.Pick{{Name: "Bath Oven", Rating: &rating, Address: "1 Mill Lane", Question: cake}},
		PicksAllMaps: []citation.Pick{{Name: "Bath Oven", Rating: &rating, Question: cake}, {Name: hostile, Reviews: &reviews, Question: cake}},
		Directories:  []citation.Directory{{URL: "https://guide.example/cakes", Title: "Cakes", Host: "guide.example", Questions: []string{cake}}},
	}
	a.Diagnosis = []citation.Diagnosis{
		{Question: loaf, Finding: citation.NamedNotCited, Advice: "Give your page the facts that the guide is cited for."},
		{Question: cake, Finding: citation.NotRetrieved, Advice: "Write a page that answers the question."},
		{Question: gluten, Finding: citation.NotRetrieved, Advice: "Write a page that answers the question."},
	}
	a.Cost = &audit.Cost{Calls: 9, InputTokens: 1200, OutputTokens: 800, Searches: 6}
	return a
}

func citationsOf(t *testing.T, format string, d Document) string {
	t.Helper()
	var b strings.Builder
	if err := WriteCitations(&b, d, format); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestCitationsReadAsBefore(t *testing.T) {
	for file, d := range map[string]struct {
		format string
		lang   audit.Lang
	}{
		"cited.en.txt": {"table", audit.English}, "cited.fr.txt": {"table", audit.French},
		"cited.en.md": {"markdown", audit.English}, "cited.fr.md": {"markdown", audit.French},
	} {
		t.Run(file, func(t *testing.T) {
			golden.Check(t, "made/"+file, citationsOf(t, d.format, Document{Batch: batchOf(madeCited()), Lang: d.lang, Width: 100}))
		})
	}
	a := madeCited()
	a.Checks = nil
	out := write(t, "html", Document{Batch: batchOf(a), Lang: audit.English})
	_, out, _ = strings.Cut(out, `<h3 id="audit-1-citations">AI citations</h3>`)
	out, _, _ = strings.Cut(out, `<h3 id="audit-1-pages">`)
	golden.Check(t, "made/cited.en.html", out)
}

func TestReportsShowThePassesWithTheirIntervals(t *testing.T) {
	for lang, want := range map[audit.Lang][]string{
		audit.English: {
			"0 of 2 (0 of 6 answers: 0 to 39 %)", "1 of 2 (9 to 91 %)", "1 of 3 (9 to 91 %)", "rank 2", "mention", "1, unreadable: 1", "names left out because no cited source has them: 2",
			"site-10.example (1, rank 10)", "… and 2 more", "Bath Oven (2, rank 1)", "not retrieved", "2, 3", "8 answers can't tell half from most", "not whether it is named", "searches: 6",
		},
		audit.French: {
			"0 sur 2 (0 réponses sur 6 : 0 à 39 %)", "1 sur 2 (9 à 91 %)", "1 sur 3 (9 à 91 %)", "rang 2", "mention", "1, illisibles : 1", "noms écartés car absents des sources citées : 2",
			"site-10.example (1, rang 10)", "… et 2 de plus", "Bath Oven (2, rang 1)", "pas parmi les résultats", "8 réponses ne distinguent pas", "pas s'il est nommé", "recherches : 6",
		},
	} {
		d := Document{Batch: batchOf(madeCited()), Lang: lang, Width: 400}
		for _, format := range []string{"table", "markdown", "html"} {
			out := write(t, format, d)
			if format == "html" {
				out = words(parsed(t, out))
			}
			for _, text := range want {
				if !strings.Contains(out, text) {
					t.Errorf("%s, %s: %q is missing in\n%s", format, lang, text, out)
				}
			}
			if strings.Contains(out, "site-11.example") {
				t.Errorf("%s, %s: more than %d rivals", format, lang, mostRivals)
			}
			if n := strings.Count(out, "Write a page that answers"); n != 1 {
				t.Errorf("%s, %s: one piece of advice stands %d times", format, lang, n)
			}
		}
	}
}

func TestAPassWithoutAResultIsNotRunAndNoPassIsNothing(t *testing.T) {
	one, none := madeCited(), madeCited()
	one.GroundedCitation = nil
	none.AICitation, none.GroundedCitation, none.SearchAIMode, none.LiveCitation = nil, nil, nil, nil
	for _, format := range []string{"table", "markdown", "html"} {
		for lang, label := range map[audit.Lang]string{audit.English: "not run", audit.French: "non exécuté"} {
			out := write(t, format, Document{Batch: batchOf(one), Lang: lang})
			if strings.Count(out, label) != 1 || strings.Contains(out, "perplexity") {
				t.Errorf("%s, one pass is null: %s", format, out)
			}
			if out = write(t, format, Document{Batch: batchOf(none), Lang: lang}); strings.Contains(out, label) || strings.Contains(out, "sourdough") || strings.Contains(out, labelCitations.In(lang)) {
				t.Errorf("%s, no pass ran: %s", format, out)
			}
		}
	}
	if out := citationsOf(t, "table", Document{Batch: batchOf(none)}); !strings.Contains(out, "No citation pass has a result.") || !strings.Contains(out, "Two pages were left out.") {
		t.Errorf("the passes alone, where none ran: %s", out)
	}
}

func TestIntervalsAreOnlyOfAnswers(t *testing.T) {
	if out := write(t, "table", Document{Batch: batchOf(made())}); !strings.Contains(out, "2 of 5 ") || strings.Contains(out, "2 of 5 (") || strings.Contains(out, "95 %") {
		t.Errorf("a pass of another server, without samples: %s", out)
	}
}

func TestTablesOfCitationsStayWithinTheirWidth(t *testing.T) {
	long := madeCited()
	for i := range long.Questions {
		name := strings.Repeat("焼きたてのパン ", 12) + strings.Repeat("x", 120)
		old := long.Questions[i]
		long.Questions[i] += name
		for _, p := range passes(long.Report) {
			for j := range p.Questions {
				if p.Questions[j].Question == old {
					p.Questions[j].Question += name
					p.Questions[j].Answered = i == 1 // "no reply" is the widest mark
				}
			}
			p.Engine, p.QuestionsUnanswered = strings.Repeat("engine-", 20), 30
			p.Rivals = append([]citation.Rival{{Name: strings.Repeat("y", 200), NamedIn: 30}}, p.Rivals...)
		}
	}
	for _, lang := range audit.Langs() {
		for _, width := range []int{60, 80, 100, 160} {
			for line := range strings.Lines(citationsOf(t, "table", Document{Batch: batchOf(long), Lang: lang, Width: width, Color: true})) {
				if n := ansi.StringWidth(strings.TrimSuffix(line, "\n")); n > width {
					t.Errorf("%s at %d: %d columns: %s", lang, width, n, line)
				}
				if strings.Count(line, "\x1b[")%2 != 0 {
					t.Errorf("a colour goes on over the line's end: %q", line)
				}
			}
		}
	}
}

func TestMarksAreColouredWhereAsked(t *testing.T) {
	coloured := citationsOf(t, "table", Document{Batch: batchOf(madeCited()), Color: true})
	for _, want := range []string{"\x1b[32mrank 2\x1b[0m", "\x1b[33mmention\x1b[0m", "\x1b[31mno\x1b[0m"} {
		if !strings.Contains(coloured, want) {
			t.Errorf("%q is missing", want)
		}
	}
	if plain := citationsOf(t, "table", Document{Batch: batchOf(madeCited())}); plain != ansi.Strip(coloured) {
		t.Error("colours change more than the colour")
	}
}

func TestCitationsAreSafeToLookAt(t *testing.T) {
	for _, format := range []string{"table", "json", "markdown"} {
		out := citationsOf(t, format, Document{Batch: batchOf(spoiled(madeCited()), spoiled(madeFailed()))})
		if r, bad := obeyed(out); bad || !strings.Contains(out, "owned") {
			t.Errorf("%s: %U is written", format, r)
		}
	}
	if err := WriteCitations(&strings.Builder{}, Document{}, "c\x1bsv"); err == nil || strings.ContainsRune(err.Error(), 0x1b) || !strings.Contains(err.Error(), "use table, json or markdown") {
		t.Errorf("an unknown format: %v", err)
	}
}

func TestCitationsInJSONAreThoseOfTheAudit(t *testing.T) {
	var got, want map[string]json.RawMessage
	if err := json.Unmarshal([]byte(citationsOf(t, "json", Document{Batch: batchOf(madeCited())})), &got); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(write(t, "json", Document{Batch: batchOf(madeCited())})), &want); err != nil {
		t.Fatal(err)
	}
	for key, value := range got {
		if string(value) != string(want[key]) {
			t.Errorf("%s: %s, want %s", key, value, want[key])
		}
	}
	for _, key := range []string{"audit_id", "questions", "ai_citation", "grounded_citation", "search_ai_mode", "live_citation", "citation_diagnosis", "cost"} {
		if got[key] == nil {
			t.Errorf("%s is missing", key)
		}
	}
	if got["scores"] != nil || got["checks"] != nil {
		t.Error("there is more than the passes")
	}
	var failed map[string]any
	if err := json.Unmarshal([]byte(citationsOf(t, "json", Document{Batch: batchOf(madeFailed())})), &failed); err != nil {
		t.Fatal(err)
	}
	if _, there := failed["ai_citation"]; there || failed["error"] == nil {
		t.Errorf("of a failed audit: %v", failed)
	}
	var list []any
	if err := json.Unmarshal([]byte(citationsOf(t, "json", Document{Batch: batchOf(madeCited(), madeFailed())})), &list); err != nil || len(list) != 2 {
		t.Errorf("of two audits: %v, %v", list, err)
	}
}

func TestHTMLUnfoldsTheAnswers(t *testing.T) {
	root := parsed(t, write(t, "html", Document{Batch: batchOf(madeCited()), Lang: audit.English}))
	var folded []string
	links := map[string]string{}
	for n := range root.Descendants() {
		switch n.Data {
		case "details":
			folded = append(folded, regexp.MustCompile(`\s+`).ReplaceAllString(words(n), " "))
		case "a":
			links[attribute(n, "href")] = words(n)
		}
	}
	i := slices.IndexFunc(folded, func(text string) bool { return strings.HasPrefix(text, " 1. Where can I buy sourdough") })
	if i < 0 {
		t.Fatalf("the answers aren't there: %q", folded)
	}
	for _, want := range []string{
		"1. Bath Oven 2. Alder Street Bakery", "guide.example Bread in Bath", "Free <b>rolls</b>",
		"Answers that name it: 0 of 3", "Sites read instead: guide.example",
		"A language model reads this answer otherwise, which doesn't count: rank 1. Named instead: Bath Oven, The Guide",
	} {
		if !strings.Contains(folded[i], want) {
			t.Errorf("%q is missing in %s", want, folded[i])
		}
	}
	if links["https://guide.example/bread"] != "Bread in Bath" || links["https://guide.example/cakes"] != "Cakes" || links["javascript:alert(1)"] != "" {
		t.Errorf("links %v", links)
	}
	if text := words(root); !strings.Contains(text, "Alder Street Bakery · 4.6/5, reviews: 212") || !strings.Contains(text, "the service took too long") {
		t.Errorf("the listing or the fault is missing in %s", text)
	}
	french := words(parsed(t, write(t, "html", Document{Batch: batchOf(madeCited()), Lang: audit.French})))
	if !strings.Contains(french, "4,6/5, avis : 212") || !strings.Contains(french, "Un modèle de langage lit cette réponse autrement") {
		t.Error(french)
	}
}

func TestQuestionsOfEveryPassAreShown(t *testing.T) {
	a := madeCited()
	a.Questions, a.Diagnosis = nil, nil // as of a server that has no such fields
	v, _ := newCitations(a.Report, audit.English)
	if len(v.Questions) != 3 || v.Questions[2].Number != 3 || len(v.Questions[0].Answers) != 4 {
		t.Errorf("%+v", v.Questions)
	}
	if reflect.DeepEqual(v.Questions[0].Answers[1], v.Questions[1].Answers[1]) {
		t.Error("questions aren't told apart")
	}
}
