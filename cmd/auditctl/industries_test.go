package main

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/citation"
	"github.com/auditctl/auditctl/pkg/citation/question"
	"github.com/auditctl/auditctl/pkg/industry"
)

func TestThereAreQuestionsForEveryIndustry(t *testing.T) {
	for lang, countries := range map[string][]string{
		"en": {"GB", "US"}, "fr": {"FR"}, "de": {"DE"}, "es": {"ES", "MX"}, "it": {"IT"}, "pt": {"PT", "BR"}, "nl": {"NL"},
	} {
		for _, country := range countries {
			for _, row := range industry.All() {
				if needs := question.Needs(citation.Business{Trade: row.Key, Language: lang, Country: country}); len(needs) != 3 {
					t.Errorf("%s of %s in %s: %d needs", row.Key, lang, country, len(needs))
				}
			}
		}
	}
}
