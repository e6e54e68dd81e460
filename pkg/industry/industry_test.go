package industry_test

import (
	"os"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
	"github.com/auditctl/auditctl/pkg/industry"
)

func TestIndustriesAreComplete(t *testing.T) {
	if n := len(industry.All()); n < 150 || n > 250 {
		t.Errorf("%d industries, want 150 to 250", n)
	}
	keys, owner, names := map[string]bool{}, map[string]string{}, map[string]string{}
	for i := range industry.All() {
		row := &industry.All()[i]
		if keys[row.Key] || row.Key == "" || strings.ContainsFunc(row.Key, func(r rune) bool { return r < 'a' || r > 'z' }) {
			t.Errorf("key %q", row.Key)
		}
		keys[row.Key] = true
		if row.Type == industry.Unclear || !slices.Contains(industry.Types(), row.Type) {
			t.Errorf("%s: type %q", row.Key, row.Type)
		}
		if len(row.Customers) != 1 || !strings.Contains("ctsvhifm", row.Customers) || !slices.Contains([]string{"town", "country", "world"}, row.Reach) {
			t.Errorf("%s: customers %q, reach %q", row.Key, row.Customers, row.Reach)
		}
		if row.EN == "" || row.FR == "" || row.Gender != "m" && row.Gender != "f" {
			t.Errorf("%s: names %q, %q, gender %q", row.Key, row.EN, row.FR, row.Gender)
		}
		for _, name := range []string{row.EN, row.FR} {
			if other := names[name]; other != "" && other != row.Key {
				t.Errorf("%q names both %s and %s", name, other, row.Key)
			}
			names[name] = row.Key
		}
		for _, typ := range slices.Concat(row.Schema, row.Within) {
			if !page.IsA(typ, "Thing") {
				t.Errorf("%s: schema.org has no type %q", row.Key, typ)
			}
		}
		for _, typ := range row.Schema {
			if owner[typ] != "" {
				t.Errorf("%s says both %s and %s", typ, owner[typ], row.Key)
			}
			owner[typ] = row.Key
		}
		if industry.Find(row.Key) != row {
			t.Errorf("Find(%q) gives another", row.Key)
		}
	}
}

// TestEveryIndustryHasWords reads the file itself, as the vocabularies don't list their terms.
func TestEveryIndustryHasWords(t *testing.T) {
	raw, err := os.ReadFile("industries.txt")
	if err != nil {
		t.Fatal(err)
	}
	for block := range strings.SplitSeq(string(raw), "\n\n") {
		key, words := "", map[string][]string{}
		for line := range strings.Lines(block) {
			line = strings.TrimRight(line, "\n")
			if name, ok := strings.CutPrefix(line, "["); ok {
				key = strings.TrimSuffix(name, "]")
			}
			if lang, list, ok := strings.Cut(line, " = "); ok && slices.Contains(industry.Languages(), lang) {
				words[lang] = strings.Split(strings.Replace(list, " | ", ", ", 1), ", ")
			}
		}
		if key == "" || key == "homographs" {
			continue
		}
		if len(words) < 12 {
			t.Errorf("%s: words in %d languages, want 12", key, len(words))
		}
		for lang, terms := range words {
			seen := map[string]bool{}
			for _, term := range terms {
				if seen[term] || strings.TrimSpace(term) != term || strings.Trim(term, "* ") == "" || strings.ContainsFunc(term, unicode.IsUpper) {
					t.Errorf("%s: %s: term %q", key, lang, term)
				}
				seen[term] = true
			}
		}
	}
}

func TestLanguagesHaveVocabularies(t *testing.T) {
	if n := len(industry.Languages()); n < 12 {
		t.Errorf("words in %d languages, want at least 12", n)
	}
	for _, lang := range industry.Languages() {
		if industry.Words(lang) == nil {
			t.Errorf("no vocabulary for %s", lang)
		}
	}
	if industry.Words("sw") != nil || industry.Words("") != nil {
		t.Error("a vocabulary for a language without words")
	}
}

func TestPhraseInASentence(t *testing.T) {
	for key, want := range map[string][2]string{
		"bakery":     {"a bakery", "une boulangerie"},
		"itservices": {"an IT services company", "une société de services informatiques"},
		"hotel":      {"a hotel", "un hôtel"},
		"school":     {"a school", "une école"},
		"university": {"a university", "une université"},
		"accountant": {"an accounting or tax advisory firm", "un cabinet comptable ou fiscal"},
	} {
		row := industry.Find(key)
		if row == nil {
			t.Errorf("no industry %q", key)
			continue
		}
		for n, lang := range audit.Langs() {
			if got := row.Phrase(lang); got != want[n] {
				t.Errorf("%q, want %q", got, want[n])
			}
			if industry.Named(row.Name(lang)) != row {
				t.Errorf("%q names another industry", row.Name(lang))
			}
		}
	}
	if industry.Find("") != nil || industry.Named(industry.UnclearName(audit.French)) != nil {
		t.Error("an industry for what is unclear")
	}
}
