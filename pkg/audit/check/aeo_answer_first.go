package check

import (
	"slices"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// aeoAnswerFirst reads for form, since whether a sentence is true or useful takes a reader: one of the first two sentences under a heading, within 60
// words, states something: it has a subject of its own and a verb of stating, a figure, or a word of the heading. It is lenient, so that what it
// finds holds.
func aeoAnswerFirst() Check {
	return Check{
		ID: "aeo.answer-first", Weight: 4, Level: Standard,
		Source: "Microsoft, Optimizing Your Content for Inclusion in AI Search Answers (2025): direct answers; own numbers: a statement within the first 60 words under a heading, for 6 of 10 sections",
		Link:   "https://about.ads.microsoft.com/en/blog/post/october-2025/optimizing-your-content-for-inclusion-in-ai-search-answers",
		Title:  text("Answer at the start of each section", "Réponse en tête de section"),
		Why: text("AI answers are put together from passages, not pages. A first sentence that says what its heading promises can be quoted as it stands.",
			"Les réponses d'IA se composent de passages, pas de pages. Une première phrase qui dit ce qu'annonce son intertitre peut être citée telle quelle."),
		Fix: text("Begin the page and each section with one plain sentence that answers the heading; put greetings, stories and reasons after it.",
			"Commencez la page et chaque section par une phrase simple qui répond à l'intertitre ; placez ensuite formules d'accueil, récits et explications."),
		Needs: []Need{Content},
		Run:   runAnswerFirst,
	}
}

func runAnswerFirst(f *page.Facts) Finding {
	if speaksOther(f) { // the verbs of stating are known for these two
		return otherLanguage()
	}
	judged, direct := 0, 0
	var evasive []fault
	leadEvasive := false
	for _, p := range prosePages(f) {
		lead := true // the section that the page begins with
		for s := range sections(p) {
			begins := lead
			lead = false
			if s.words < 20 || s.level > 2 && !isQuestion(s.heading) {
				continue
			}
			judged++
			if answersHeading(s) {
				direct++
				continue
			}
			leadEvasive = leadEvasive || p == f.Main() && begins
			evasive = append(evasive, fault{p, s.heading, excerptOf(s.blocks[0].Text)})
		}
	}
	if judged == 0 {
		return noProse()
	}
	verdict := passed("Sections that begin with a direct statement: %d of %d.",
		"Sections commençant par une affirmation directe : %d sur %d.", direct, judged)
	switch {
	case direct*10 < judged*3:
		verdict = failed("Sections that begin with a direct statement: only %d of %d.",
			"Sections commençant par une affirmation directe : seulement %d sur %d.", direct, judged)
	case direct*10 < judged*6:
		verdict = warned("Sections that begin with a direct statement: only %d of %d.",
			"Sections commençant par une affirmation directe : seulement %d sur %d.", direct, judged)
	case leadEvasive:
		verdict = warned("Most sections begin with a direct statement (%d of %d), but not the submitted page itself.",
			"La plupart des sections commencent par une affirmation directe (%d sur %d), mais pas la page soumise elle-même.", direct, judged)
	default:
		return verdict
	}
	return siteWide(f, evasive, verdict, verdict, verdict)
}

// stating are verbs that a definition or a fact is told with, folded.
var stating = wordSet(`is are was were means has have had offers offer provides provide costs cost takes take includes include covers cover contains
	helps help lets allows serves serve makes make sells sell builds build requires need needs keeps keep gives starts begins works runs
	est sont etait signifie designe a ont offre offrons propose proposons proposent coute coutent prend comprend comprennent inclut contient permet
	permettent sert vend fabrique realise realisons accompagne accompagnons aide faut dure fournit assure assurons commence consiste`)

// greetings begin sentences that say nothing yet, folded.
var greetings = []string{
	"welcome", "hello", "hi ", "thank you", "thanks for", "are you looking", "looking for", "discover", "bienvenue",
	"bonjour", "merci",
	"vous cherchez", "vous recherchez", "decouvrez", "click here", "cliquez", "read more", "lorem ipsum", "in todays world", "de nos jours",
}

func answersHeading(s section) bool {
	about := strings.Fields(folded(s.heading))
	words := 0
	for _, b := range s.blocks {
		if b.Kind != page.Paragraph && b.Kind != page.Quote {
			return words <= 60 // a list, a table or a definition is fact already
		}
		looked := 0
		for said := range sentences(b.Text) {
			if looked == 2 || words > 60 {
				break
			}
			looked++
			all := strings.Fields(folded(said))
			words += len(all)
			if states(said, all, about) {
				return true
			}
		}
		if words >= 25 {
			break
		}
	}
	return false
}

func states(sentence string, words []string, about []string) bool {
	if len(words) < 4 || len(words) > 60 || endsAsQuestion(sentence) || startsWithPronoun(sentence) {
		return false
	}
	start := strings.Join(words[:min(4, len(words))], " ") + " "
	for _, g := range greetings {
		if strings.HasPrefix(start, g) {
			return false
		}
	}
	for _, w := range words {
		if stating[w] || hasDigit(w) || len(w) >= 4 && slices.Contains(about, w) {
			return true
		}
	}
	return false
}
