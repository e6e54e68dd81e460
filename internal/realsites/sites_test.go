package realsites

import (
	"regexp"
	"slices"
	"testing"

	"github.com/auditctl/auditctl/pkg/industry"
)

func loaded(t *testing.T) []Site {
	t.Helper()
	sites, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	return sites
}

func TestLabelsAreOfTheTaxonomy(t *testing.T) {
	commit, lang := regexp.MustCompile(`^[0-9a-f]{40}$`), regexp.MustCompile(`^[a-z]{2}$`)
	seen := map[string]bool{}
	for _, s := range loaded(t) {
		if seen[s.ID()] {
			t.Errorf("%s is listed twice", s.ID())
		}
		seen[s.ID()] = true
		if !commit.MatchString(s.Commit) || !lang.MatchString(s.Lang) || s.Page == "" || s.Name == "" {
			t.Errorf("%s: commit %q, language %q, page %q, name %q", s.ID(), s.Commit, s.Lang, s.Page, s.Name)
		}
		for _, key := range append([]string{s.Industry}, s.Or...) {
			if key != "other" && industry.Find(key) == nil {
				t.Errorf("%s: the taxonomy has no industry %q", s.ID(), key)
			}
		}
		for _, kind := range append([]string{s.Type}, s.TypeOr...) {
			if !slices.Contains(industry.Types(), industry.Type(kind)) {
				t.Errorf("%s: there is no type %q", s.ID(), kind)
			}
		}
	}
}

func TestSitesAreManyAndAThirdIsHeld(t *testing.T) {
	sites := loaded(t)
	held, languages, groups := 0, map[string]bool{}, map[Group]int{}
	for _, s := range sites {
		languages[s.Lang] = true
		groups[s.Group()]++
		if s.Held {
			held++
		}
	}
	if len(sites) < 300 || len(languages) < 10 {
		t.Errorf("%d sites in %d languages, want 300 in 10", len(sites), len(languages))
	}
	if share := 100 * held / len(sites); share < 28 || share > 38 {
		t.Errorf("%d of %d sites are held apart (%d %%), want 28 to 38 %%", held, len(sites), share)
	}
	for _, group := range []Group{Business, Saved, Documentation} {
		if groups[group] < 50 {
			t.Errorf("%d sites of the group %q, want at least 50", groups[group], group)
		}
	}
}

// The weights are learnt from the sites of one side: a repository on both would let them know sites of the other. Repositories that collect pages of many
// publishers are divided by name.
func TestNoNameIsOnBothSides(t *testing.T) {
	side := map[string]bool{}
	for _, s := range loaded(t) {
		name := s.Repo + " " + s.Name
		if held, ok := side[name]; ok && held != s.Held {
			t.Errorf("%s: %q is held apart and learnt from", s.ID(), s.Name)
		}
		side[name] = s.Held
		if s.Group() == Saved {
			continue
		}
		if held, ok := side[s.Repo]; ok && held != s.Held {
			t.Errorf("%s: the repository is held apart and learnt from", s.ID())
		}
		side[s.Repo] = s.Held
	}
}

func TestRightAnswers(t *testing.T) {
	s := Site{
		Name: "Frey Malerwerkstätte", Also: []string{"Malerei Frey"}, Industry: "painter", Or: []string{"builder"}, Type: "local", TypeOr: []string{"b2b"}, Lang: "no",
	}
	for name, want := range map[string]bool{
		"Frey Malerwerkstätte": true, "FREY Malerwerkstatte GmbH": true, "Malerei Frey": true, "Frey": false, "": false, "Malerwerkstätte Meier": false,
	} {
		if s.RightName(name) != want {
			t.Errorf("name %q: %t", name, !want)
		}
	}
	for key, want := range map[string]bool{"painter": true, "builder": true, "dentist": false, "": false} {
		if s.RightIndustry(key) != want {
			t.Errorf("industry %q: %t", key, !want)
		}
	}
	for kind, want := range map[string]bool{"local": true, "b2b": true, "public": false, "unclear": false} {
		if s.RightType(kind) != want {
			t.Errorf("type %q: %t", kind, !want)
		}
	}
	for tag, want := range map[string]bool{"nb": true, "nn-NO": true, "no": true, "da": false, "": false} {
		if s.RightLang(tag) != want {
			t.Errorf("language %q: %t", tag, !want)
		}
	}
}
