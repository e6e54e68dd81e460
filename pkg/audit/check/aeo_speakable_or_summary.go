package check

import (
	"slices"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// summaryWords begin the headings and lines of summary blocks, folded.
var summaryWords = []string{
	"tl dr", "tldr", "summary", "in short", "in brief", "key takeaways", "key points", "at a glance", "the essentials", "resume",
	"en bref", "en resume", "lessentiel", "a retenir", "points cles", "ce quil faut retenir", "zusammenfassung", "das wichtigste",
	"resumen", "in sintesi",
}

var summaryOpenings = openingsOf(slices.Values(summaryWords))

// aeoSpeakableOrSummary is reported and never scored: the practice is young, and nothing requires it.
func aeoSpeakableOrSummary() Check {
	return Check{
		ID: "aeo.speakable-or-summary", Weight: 0, Level: Folklore, Source: "schema.org, speakable; common practice; reported, not scored", Link: "https://schema.org/speakable",
		Title: text("Summaries of articles", "Résumés des articles"),
		Why: text("A summary in the author's words is the passage that an answer can take over without shortening.",
			"Un résumé de la main de l'auteur est le passage qu'une réponse peut reprendre sans le raccourcir."),
		Fix: text("Put two or three sentences of summary at the top of long articles.",
			"Placez deux ou trois phrases de résumé en tête des articles longs."),
		Run: func(f *page.Facts) Finding {
			read := longArticles(f)
			if len(read) == 0 {
				return noArticle()
			}
			with := 0
			verdict := Finding{}
			for _, p := range read {
				if where := summaryOf(p); where != "" {
					with++
					verdict = verdict.seen(p.FinalURL, "summary", where)
				}
			}
			result := passed("Long articles with a summary: %d of %d; none is required.", "Articles longs avec un résumé : %d sur %d ; rien ne l'exige.", with, len(read))
			result.Evidence = verdict.Evidence
			return result
		},
	}
}

func summaryOf(p *page.Page) string {
	for i := range p.Graph.Nodes {
		if p.Graph.Nodes[i].Has("speakable") {
			return "speakable"
		}
	}
	for _, b := range p.Text.Blocks {
		if b.Words > 200 || !summaryOpenings.mayBegin(b.Text) {
			continue
		}
		line := folded(cutRunes(b.Text, 60))
		if slices.ContainsFunc(summaryWords, func(w string) bool {
			rest, ok := strings.CutPrefix(line, w)
			return ok && (rest == "" || rest[0] == ' ' && strings.Contains(b.Text, ":"))
		}) {
			return b.Text
		}
	}
	return ""
}
