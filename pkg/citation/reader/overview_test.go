package reader

import (
	"slices"
	"testing"

	"github.com/auditctl/auditctl/pkg/citation"
	"github.com/auditctl/auditctl/pkg/engine"
)

func number[T any](v T) *T { return &v }

func TestAnOverviewIsReadBlockByBlockThenCardByCard(t *testing.T) {
	c := Case{
		Lang: "en", Basis: citation.SearchAIMode, Question: "florist?", Business: citation.Business{Name: "Thornbury Blooms", Domain: "thornbury.example", City: "Melbourne"},
		Overview: &engine.Overview{
			Blocks: []engine.Block{
				{Kind: engine.Paragraph, Text: "Several florists deliver on Sundays:"},
				{Kind: engine.List, Items: []engine.Item{
					{Title: "Yarra Stem Co.:", Text: "Rated 4.7 from 1,310 reviews."}, {Title: "Thornbury Blooms:", Text: "Until 11 am."},
				}},
				{Kind: engine.List, Items: []engine.Item{{Title: "Price:", Text: "from $60"}}},
			},
			Sources: []engine.Excerpt{
				{Source: engine.Source{URL: "https://gifts.example/sunday", Title: "Gifts"}},
				{Source: engine.Source{URL: "https://gifts.example/sunday"}},
				{Source: engine.Source{URL: "https://www.thornbury.example/"}},
			},
			Cards: []engine.Card{
				{Name: "Yarra Stem Co."},
				{},
				{Name: "Wattle Cart", Rating: number(4.2), Reviews: number(12)},
				{Name: "Thornbury Blooms Pty Ltd", Rating: number(4.9), Reviews: number(88), PlaceID: "p1"},
			},
		},
	}
	r := read(t, c)
	sound(t, c, r)
	if !r.Named || rankOf(r) != 2 || !slices.Equal(r.Rivals, []string{"Yarra Stem Co.", "Wattle Cart"}) || len(r.Unverified) != 0 || r.Unreadable {
		t.Errorf("named %v, rank %d, rivals %q, unverified %q, unreadable %v", r.Named, rankOf(r), r.Rivals, r.Unverified, r.Unreadable)
	}
	if len(r.Picks) != 3 || *r.Picks[1].Reviews != 88 || r.Picks[1].Name != "Thornbury Blooms Pty Ltd" || *r.Picks[2].Rating != 4.2 {
		t.Errorf("picks %+v", r.Picks)
	}
	if len(r.Directories) != 1 || r.Directories[0].URL != "https://gifts.example/sunday" {
		t.Errorf("directories %+v", r.Directories)
	}
	if !r.Listing.Found || r.Listing.PlaceID != "p1" {
		t.Errorf("listing %+v", r.Listing)
	}
}

func TestRatingsAreReadFromTheText(t *testing.T) {
	c := Case{Lang: "fr", Basis: citation.SearchAIMode, Overview: &engine.Overview{Blocks: []engine.Block{
		{Kind: engine.Table, Rows: [][]string{{"Hôtel", "Note"}, {"Le Corsaire Endormi", "4,5 (1 820 avis)"}, {"Villa Surcouf", ""}}},
	}}}
	r := read(t, c)
	if len(r.Picks) != 2 || *r.Picks[0].Rating != 4.5 || *r.Picks[0].Reviews != 1820 || r.Picks[1].Rating != nil {
		t.Errorf("picks %+v", r.Picks)
	}
}

func TestCardsWithoutNamesAreUnreadableOnlyWhereNothingElseNames(t *testing.T) {
	cards := []engine.Card{{Rating: number(4.9)}, {Name: " \u200b"}}
	for name, c := range map[string]struct {
		overview             *engine.Overview
		unreadable, answered bool
	}{
		"nothing":           {nil, false, false},
		"cards only":        {&engine.Overview{Cards: cards}, true, false},
		"a text beside":     {&engine.Overview{Text: "Here are some options:\n- **Quill Haddix** – good", Cards: cards}, false, true},
		"one card named":    {&engine.Overview{Cards: append([]engine.Card{{Name: "Quill Haddix"}}, cards...)}, false, true},
		"no cards, no name": {&engine.Overview{Text: "Fees vary with the work."}, false, true},
	} {
		r := read(t, Case{Lang: "en", Basis: citation.SearchAIMode, Business: citation.Business{Name: "Ledgerbrook"}, Overview: c.overview})
		if r.Unreadable != c.unreadable || r.Answered != c.answered {
			t.Errorf("%s: unreadable %v, answered %v", name, r.Unreadable, r.Answered)
		}
	}
}

func TestResultsAreReadThroughTheirWrappers(t *testing.T) {
	for address, host := range map[string]string{
		"https://www.google.co.uk/url?sa=t&url=https%3A%2F%2Fwww.tea.example%2F":      "www.tea.example",
		"https://www.google.com/url?q=http://tea.example/a":                           "tea.example",
		"//duckduckgo.com/l/?uddg=https%3A%2F%2FTea.Example%3A8443%2F&rut=1":          "tea.example",
		"https://www.bing.com/ck/a?!&&p=1&u=a1aHR0cHM6Ly90ZWEuZXhhbXBsZS9tb3VudGFpbg": "tea.example",
		"tea.example./path":                                        "tea.example",
		"https://tea.example@b.test/":                              "b.test",
		"https://google.evil.example/url?url=https://tea.example/": "google.evil.example",
		"mailto:a@tea.example":                                     "",
		"javascript:void(0)":                                       "",
		"":                                                         "",
	} {
		if got, _ := pageHost(address, ""); got != host {
			t.Errorf("%s leads to %q, want %q", address, got, host)
		}
	}
	redirect := "https://vertexaisearch.cloud.google.com/grounding-api-redirect/AUZ"
	if got, _ := pageHost(redirect, "tea.example"); got != "tea.example" {
		t.Errorf("a grounding redirect leads to %q", got)
	}
	if got, _ := pageHost(redirect, "About tea"); got != "vertexaisearch.cloud.google.com" {
		t.Errorf("a grounding redirect with a title leads to %q", got)
	}
}

func TestAnOwnPageIsOneOfTheRegistrableDomain(t *testing.T) {
	hits := func(urls ...string) (all []engine.Source) {
		for _, u := range urls {
			all = append(all, engine.Source{URL: u})
		}
		return all
	}
	for own, c := range map[string]struct {
		urls  []string
		rank  int
		hosts []string
	}{
		"https://www.tea.example/": {[]string{"https://a.example", "https://A.example/b", "https://shop.tea.example/x", "https://tea.example"}, 3, []string{"a.example"}},
		"tea.github.io":            {[]string{"https://mate.github.io/", "https://github.com/tea"}, 0, []string{"mate.github.io", "github.com"}},
		"tea-example.co.uk":        {[]string{"https://tea-example.com", "https://x.co.uk"}, 0, []string{"tea-example.com", "x.co.uk"}},
		"thé.example":              {[]string{"https://xn--th-cja.example/", "https://the.example"}, 1, []string{"the.example"}},
	} {
		r := read(t, Case{Basis: citation.WebRetrieval, Business: citation.Business{Domain: own}, Hits: hits(c.urls...)})
		if rankOf(r) != c.rank || r.Named != (c.rank > 0) || !slices.Equal(r.Hosts, c.hosts) || !r.Answered {
			t.Errorf("%s: rank %d, hosts %q", own, rankOf(r), r.Hosts)
		}
	}
}
