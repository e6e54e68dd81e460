package business

import (
	"maps"
	"strings"
	"testing"

	"github.com/auditctl/auditctl/pkg/audit/page/pagetest"
	"github.com/auditctl/auditctl/pkg/industry"
)

func TestEvidenceIsToldInPlainWords(t *testing.T) {
	for feature, want := range map[string]string{
		"title, strong 2":                     "the title says it",
		"article: main, strong 3":             "the text says it, in an article",
		"keywords, weak 1":                    "the keywords meta hints at it",
		"below, place 1":                      "the text names it more than any other",
		"links to github.com & type software": "a link leads to github.com",
		"cart in headlines 2 & online":        "the headlines speak of a basket",
		"visit in text 1 & local":             "the text speaks of visits and bookings",
		"node Dentist & type local":           "the structured data call the owner a Dentist",
		"markup legalName":                    "the structured data give it as legal name",
		"markup NewsArticle & type publisher": "the structured data describe a NewsArticle",
		"title, first, bare":                  "it is part of the title",
		"h2, before a comma":                  "a heading says it",
		"industry bakery & local":             "the likeliest industry is: Bakery",
		"publisher industry & publisher":      "the likeliest industry is mostly of the type publisher",
		"pages article 2 & type publisher":    "pages of the kind article were read",
		"host of authorities & public":        "the host's suffix is for authorities",
		"prices 0 & type personal":            "",
		"type local":                          "",
		"generic":                             "",
	} {
		if got := (Evidence{Feature: feature}).Plain(); got != want {
			t.Errorf("%s: %q, want %q", feature, got, want)
		}
	}
}

// TestNoStatementShowsAModelsOwnWords tries every feature that has a weight.
func TestNoStatementShowsAModelsOwnWords(t *testing.T) {
	told := 0
	for _, weights := range []map[string]float64{nameWeights(), industryWeights(), typeWeights()} {
		for feature := range maps.Keys(weights) {
			says := Evidence{Feature: feature}.Plain()
			if strings.ContainsAny(says, "&%") || strings.Contains(says, "strong") || strings.Contains(says, "place 1") {
				t.Errorf("%s: %q", feature, says)
			}
			if says != "" {
				told++
			}
		}
	}
	if told < 1000 {
		t.Errorf("only %d features are told", told)
	}
}

func TestReadingsSayWhyAndWhatElse(t *testing.T) {
	f := pagetest.Site("www.brightsmile.example", "/ "+pagetest.HTML("en", "Bright Smile Dental Clinic", "Dentist in Oxford: check-ups, dental implants, whitening.",
		"<h1>Your dentist in Oxford</h1><p>Our dental clinic welcomes new patients for check-ups, fillings and whitening.</p>"))
	r := ReadSubject(f).Readings()
	if r.Industry.Value != "dentist" || r.Industry.Label != industry.Find("dentist").EN || r.Industry.Confidence < 50 || r.Industry.Confidence > 100 {
		t.Errorf("industry %+v", r.Industry)
	}
	quoted := false
	for _, e := range r.Industry.Evidence {
		quoted = quoted || strings.Contains(e.Quote, "dent")
	}
	if !quoted || len(r.Industry.Evidence) > maxEvidence {
		t.Errorf("evidence %+v", r.Industry.Evidence)
	}
	for what, of := range map[string]Reading{"name": r.Name, "type": r.Type, "language": r.Language} {
		if of.Value == "" || of.Confidence < 1 || of.Confidence > 100 || len(of.Evidence) == 0 || len(of.Next) > maxNext {
			t.Errorf("%s: %+v", what, of)
		}
	}
	if r.Language.Value != "en" || r.Type.Value != "local" {
		t.Errorf("type %+v, language %+v", r.Type, r.Language)
	}
}

func TestAReadingOfAnEmptySiteIsUnclear(t *testing.T) {
	r := ReadSubject(pagetest.Site("www.example.com", "/ "+pagetest.HTML("", "", "", "<p>Hello</p>"))).Readings()
	if r.Industry.Value != "unclear" || r.Industry.Confidence != 0 || r.Industry.Evidence == nil || r.Industry.Next == nil || r.Type.Value == "" {
		t.Errorf("%+v", r)
	}
}
