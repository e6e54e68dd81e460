package business

import (
	"fmt"

	"github.com/auditctl/auditctl/internal/text"
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/industry"
)

// guess is the confidence in percent under which a name or an industry counts as guessed.
const guess = 50

// Notes says of b, what a report says of the business in lang, where industry or type is unclear and why, and where the name or the industry is only a guess.
func (s Subject) Notes(b audit.Business, lang audit.Lang) []string {
	var notes []string
	if len(s.names) > 0 && b.Name == audit.Printable(text.Clip(s.names[0].Value, MaxName)) && percent(s.names[0].Confidence) < guess {
		notes = append(notes, fmt.Sprintf(audit.Text{
			EN: "The name is a guess: %s (confidence %d of 100).", FR: "Le nom est une supposition : %s (confiance : %d sur 100).",
		}.In(lang), b.Name, percent(s.names[0].Confidence)))
	}
	switch {
	case b.Industry == industry.UnclearName(lang):
		notes = append(notes, fmt.Sprintf(audit.Text{EN: "The industry is unclear: %s.", FR: "Le secteur est indéterminé : %s."}.In(lang), s.whyIndustry(lang)))
	case s.guessed(b, lang):
		notes = append(notes, fmt.Sprintf(audit.Text{
			EN: "The industry is a guess: %s (confidence %d of 100).", FR: "Le secteur est une supposition : %s (confiance : %d sur 100).",
		}.In(lang), b.Industry, percent(s.industries[0].Confidence)))
	}
	if b.Type == string(industry.Unclear) {
		notes = append(notes, fmt.Sprintf(audit.Text{EN: "The type is unclear: %s.", FR: "Le type est indéterminé : %s."}.In(lang), s.whyType(lang)))
	}
	return notes
}

// QuestionsNote says where questions made for b rest on an industry that is a guess or unclear; empty where they don't.
func (s Subject) QuestionsNote(b audit.Business, lang audit.Lang) string {
	switch {
	case b.Industry == industry.UnclearName(lang):
		return audit.Text{EN: "The customer questions were made without knowing the industry.", FR: "Les questions de clients ont été formulées sans connaître le secteur."}.In(lang)
	case s.guessed(b, lang):
		return audit.Text{EN: "The customer questions rest on a guess of the industry.", FR: "Les questions de clients reposent sur un secteur supposé."}.In(lang)
	}
	return ""
}

// guessed reports whether the industry of b is this reading's, and unsure. A model's is neither.
func (s Subject) guessed(b audit.Business, lang audit.Lang) bool {
	i := s.industry()
	return i != nil && b.Industry == i.Name(lang) && percent(s.industries[0].Confidence) < guess
}

// whyIndustry says why the industry is unclear.
func (s Subject) whyIndustry(lang audit.Lang) string {
	if s.saysLittle() {
		return s.tooFewWords(lang)
	}
	if len(s.industries) > 1 && named(s.industries[0]) && named(s.industries[1]) {
		return fmt.Sprintf(audit.Text{EN: "two industries are about as likely: %s and %s", FR: "deux secteurs sont presque aussi probables : %s et %s"}.In(lang),
			industry.Find(s.industries[0].Value).Name(lang), industry.Find(s.industries[1].Value).Name(lang))
	}
	return audit.Text{EN: "nothing on the pages read names an industry plainly", FR: "rien dans les pages lues ne nomme clairement un secteur"}.In(lang)
}

// whyType says why the type is unclear.
func (s Subject) whyType(lang audit.Lang) string {
	if s.saysLittle() {
		return s.tooFewWords(lang)
	}
	if len(s.types) > 1 && s.types[1].Confidence > s.types[0].Confidence/2 {
		return fmt.Sprintf(audit.Text{EN: "two types are about as likely: %s and %s", FR: "deux types sont presque aussi probables : %s et %s"}.In(lang),
			s.types[0].Value, s.types[1].Value)
	}
	return audit.Text{EN: "nothing on the pages read tells it", FR: "rien dans les pages lues ne l'indique"}.In(lang)
}

// saysLittle reports whether the front page has too few words, and no markup, for a guess.
func (s Subject) saysLittle() bool { return s.front.Text.Visible < fewWords && s.node == nil }

// fewWords is how many words a front page needs for a guess.
const fewWords = 30

func (s Subject) tooFewWords(lang audit.Lang) string {
	return fmt.Sprintf(audit.Text{EN: "too few words could be read (words on the front page: %d)", FR: "trop peu de mots ont pu être lus (mots sur la page d'accueil : %d)"}.In(lang),
		s.front.Text.Visible)
}

// named reports whether words or markup of the site name the candidate, not its build alone.
func named(c Candidate) bool {
	for _, e := range c.Evidence {
		if plainField(e.Feature) != "" || e.Feature == "markup says it" || e.Feature == "markup has it" {
			return true
		}
	}
	return false
}
