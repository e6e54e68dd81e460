package report

import (
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/citation"
)

// passNames are the four passes in the specification's order, as a person reads them; passHeads the same over a column, a line of at most 9 characters each.
var (
	passNames = [4]audit.Text{
		{EN: "Model's memory", FR: "Mémoire du modèle"},
		{EN: "Answer after a web search", FR: "Réponse après recherche web"},
		{EN: "Search engine's AI mode", FR: "Mode IA du moteur de recherche"},
		{EN: "Web search results", FR: "Résultats de recherche web"},
	}
	passHeads = [4]audit.Text{
		{EN: "Memory", FR: "Mémoire"},
		{EN: "Web\nanswer", FR: "Réponse\nweb"},
		{EN: "AI mode", FR: "Mode IA"},
		{EN: "Results", FR: "Résultats"},
	}
)

var diagnosisNames = map[citation.Finding]audit.Text{
	citation.NotRetrieved:      {EN: "not retrieved", FR: "pas parmi les résultats"},
	citation.RetrievedNotNamed: {EN: "retrieved, not named", FR: "parmi les résultats, pas nommée"},
	citation.NamedNotCited:     {EN: "named, another source cited", FR: "nommée, autre source citée"},
	citation.NamedAndCited:     {EN: "named, own page cited", FR: "nommée, page du site citée"},
	citation.NamedOnly:         {EN: "named", FR: "nommée"},
	citation.NotNamed:          {EN: "not named", FR: "pas nommée"},
}

// The labels of the citation passes. French speaks of the business in the feminine: « l'entreprise » is named (nommée), pages are cited (citées).
var (
	labelCitations   = audit.Text{EN: "AI citations", FR: "Citations par les IA"}
	labelCitationsOf = audit.Text{EN: "AI citations of %s", FR: "Citations par les IA de %s"}
	labelNoPass      = audit.Text{EN: "No citation pass has a result.", FR: "Aucune mesure de citation n'a de résultat."}
	labelPass        = audit.Text{EN: "Asked", FR: "Interrogé"}
	labelNamedIn     = audit.Text{EN: "Named in", FR: "Nommée dans"}
	labelBestRank    = audit.Text{EN: "Best\nrank", FR: "Meilleur\nrang"}
	labelUnanswered  = audit.Text{EN: "no reply", FR: "sans\nréponse"}
	labelUnreplied   = audit.Text{EN: "No reply", FR: "Sans\nréponse"}
	labelEngine      = audit.Text{EN: "Engine", FR: "Moteur"}
	labelNotRun      = audit.Text{EN: "not run", FR: "non exécuté"}
	labelOf          = audit.Text{EN: "%d of %d", FR: "%d sur %d"}
	labelInterval    = audit.Text{EN: "%.0f to %.0f %%", FR: "%.0f à %.0f %%"}
	labelAnswers     = audit.Text{EN: "%d of %d answers", FR: "%d réponses sur %d"}
	labelShare       = audit.Text{EN: "Answers that name it: %s", FR: "Réponses qui la nomment : %s"}
	labelUnreadable  = audit.Text{EN: ", unreadable: %d", FR: ", illisibles : %d"}
	labelQuestion    = audit.Text{EN: "Question", FR: "Question"}
	labelQuestions   = audit.Text{EN: "Questions", FR: "Questions"}
	labelRank        = audit.Text{EN: "rank %d", FR: "rang %d"}
	labelNamed       = audit.Text{EN: "named", FR: "nommée"}
	labelNotNamed    = audit.Text{EN: "no", FR: "non"}
	labelMentioned   = audit.Text{EN: "mention", FR: "mention"}
	labelInstead     = audit.Text{EN: "Named instead (questions, best rank)", FR: "Nommées à sa place (questions, meilleur rang)"}
	labelHosts       = audit.Text{EN: "sites read instead", FR: "sites lus à sa place"}
	labelNobody      = audit.Text{EN: "nobody", FR: "personne"}
	labelMoreRivals  = audit.Text{EN: "… and %d more", FR: "… et %d de plus"}
	labelUnverified  = audit.Text{EN: "names left out because no cited source has them: %d", FR: "noms écartés car absents des sources citées : %d"}
	labelDiagnosis   = audit.Text{EN: "Diagnosis", FR: "Diagnostic"}
	labelReviews     = audit.Text{EN: "reviews: %d", FR: "avis : %d"}
	labelListing     = audit.Text{EN: "Your listing on the engine", FR: "Votre fiche sur le moteur"}
	labelUnlisted    = audit.Text{EN: "not found", FR: "introuvable"}
	labelPicks       = audit.Text{EN: "Businesses that the AI mode picked", FR: "Entreprises retenues par le mode IA"}
	labelAllMaps     = audit.Text{EN: "Every business on the AI mode's maps cards", FR: "Toutes les entreprises des fiches du mode IA"}
	labelDirectories = audit.Text{EN: "Other pages that the AI mode cited", FR: "Autres pages citées par le mode IA"}
	labelName        = audit.Text{EN: "Name", FR: "Nom"}
	labelRating      = audit.Text{EN: "Rating", FR: "Note"}
	labelAddress     = audit.Text{EN: "Address", FR: "Adresse"}
	labelExplained   = audit.Text{
		EN: "The range in percent is the 95 % interval of the share: what the answers received can't rule out; 8 answers can't tell half from most.",
		FR: "La fourchette en pour cent est l'intervalle à 95 % de la part : ce que les réponses reçues n'excluent pas ; 8 réponses ne distinguent pas la moitié de la plupart.",
	}
	labelRetrieval = audit.Text{
		EN: "In web search results, counted is whether the site is among what an assistant reads first, not whether it is named.",
		FR: "Pour les résultats de recherche web, on compte si le site est parmi ce qu'un assistant lit d'abord, pas s'il est nommé.",
	}
	labelMarks = audit.Text{
		EN: "rank: named, in that place; no: not named; mention: spoken of, not recommended; no reply: left unanswered.",
		FR: "rang : nommée, à cette place ; non : pas nommée ; mention : évoquée, pas recommandée ; sans réponse : restée sans réponse.",
	}
	labelShares = audit.Text{
		EN: "Beside it: how many of the answers to that question name it.",
		FR: "À côté : combien des réponses à cette question la nomment.",
	}
	labelOther = audit.Text{
		EN: "A language model reads this answer otherwise, which doesn't count: %s.",
		FR: "Un modèle de langage lit cette réponse autrement, ce qui ne compte pas : %s.",
	}
)
