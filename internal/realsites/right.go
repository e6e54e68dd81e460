package realsites

import (
	"regexp"
	"slices"
	"strings"

	"github.com/auditctl/auditctl/internal/text"
)

// RightName reports whether a name is the site's, as people who read it gave it: the same words but for case, accents, legal forms and articles.
func (s *Site) RightName(name string) bool {
	have := nameWords(name)
	return slices.ContainsFunc(append([]string{s.Name}, s.Also...), func(want string) bool {
		return len(have) > 0 && slices.Equal(have, nameWords(want))
	})
}

var (
	forms = regexp.MustCompile(`(?i)[ ,]+(inc|llc|ltd|limited|plc|corp|co|gmbh|gmbh & co\.? kg|ag|kg|gbr|ug|e\.? ?u|e\.? ?k|e\.? ?v|sas|sasu|sarl|sa|srl|s\.r\.l|s\.p\.a|spa|s\.l|sl|lda|ltda|me|bv|b\.v|sp\. z o\. ?o|s\.r\.o|a\.s|ab|as|aps)\.?$`)
	fills = regexp.MustCompile(` (the|der|die|das|le|la|les|el|los|il|lo|de|and|und|et|e|y|i) `)
)

func nameWords(name string) []string {
	folded := text.Fold(forms.ReplaceAllString(strings.TrimSpace(name), ""))
	for {
		less := fills.ReplaceAllString(folded, " ")
		if less == folded {
			break
		}
		folded = less
	}
	words := strings.Fields(folded)
	slices.Sort(words)
	return slices.Compact(words)
}

// RightIndustry reports whether an industry's key is the site's or another that its readers accept.
func (s *Site) RightIndustry(key string) bool { return key == s.Industry || slices.Contains(s.Or, key) }

// RightType is RightIndustry of the type.
func (s *Site) RightType(kind string) bool { return kind == s.Type || slices.Contains(s.TypeOr, kind) }

// RightLang reports whether a language is the site's. Norwegian has two forms, which readers don't tell apart.
func (s *Site) RightLang(tag string) bool {
	primary, _, _ := strings.Cut(tag, "-")
	return primary != "" && oneNorwegian(primary) == oneNorwegian(s.Lang)
}

func oneNorwegian(lang string) string {
	if lang == "nb" || lang == "nn" {
		return "no"
	}
	return lang
}
