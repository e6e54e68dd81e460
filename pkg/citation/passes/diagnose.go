package passes

import "github.com/auditctl/auditctl/pkg/citation"

// Diagnose says of each question where the way from the site to the answer breaks off, in English, or in French where lang is fr. Questions that no
// pass can tell anything of are left out.
func Diagnose(o Outcome, lang string) []citation.Diagnosis {
	var all []citation.Diagnosis
	for i, question := range o.questions {
		if finding, told := o.signs(i).finding(); told {
			all = append(all, citation.Diagnosis{Question: question, Finding: finding, Advice: advice[finding].in(lang)})
		}
	}
	return all
}

// signs are what the passes show of one question.
type signs struct {
	searched, retrieved bool // the web retrieval ran, and the site is among its results
	asked, named        bool // an assistant answered, and named the business
	sourced             bool // one that named it shows its sources
	cited               bool // an own page is among the sources of an answer
	namedCited          bool // and that answer names the business
}

func (o Outcome) signs(i int) signs {
	var s signs
	answered := func(p citation.Pass) {
		q := p.Questions[i]
		if !q.Answered {
			return
		}
		cited := o.cited[p.Basis][i]
		s.asked = true
		s.named = s.named || q.Named
		s.sourced = s.sourced || q.Named && len(q.Sources) > 0
		s.cited = s.cited || cited
		s.namedCited = s.namedCited || q.Named && cited
	}
	if o.Recall != nil {
		answered(o.Recall.Pass)
	}
	if o.Grounded != nil {
		answered(o.Grounded.Pass)
	}
	if o.AIMode != nil {
		answered(o.AIMode.Pass)
	}
	if o.Live != nil {
		s.searched, s.retrieved = o.Live.Questions[i].Answered, o.Live.Questions[i].Named
	}
	return s
}

// finding is the first thing to mend. The web retrieval decides whether the site is retrieved; only a page that an assistant cites was surely read,
// whatever the retrieval says.
func (s signs) finding() (f citation.Finding, told bool) {
	switch {
	case s.namedCited:
		return citation.NamedAndCited, true
	case s.searched && !s.retrieved && !s.cited:
		return citation.NotRetrieved, true
	case !s.asked:
		return "", false
	case s.named && s.sourced:
		return citation.NamedNotCited, true
	case s.named:
		return citation.NamedOnly, true
	case s.retrieved || s.cited:
		return citation.RetrievedNotNamed, true
	default:
		return citation.NotNamed, true
	}
}

// advice says what to do about each finding.
var advice = map[citation.Finding]text{
	citation.NotRetrieved: {
		"Get a page of your site into the results first: publish one page that answers this very question with your service, town and prices in title " +
			"and text, let search and AI crawlers in, and have it linked from the pages that rank now.",
		"Faites d'abord entrer une page de votre site dans les résultats : publiez une page qui répond à cette question précise, avec service, ville et " +
			"prix dans le titre et le texte, laissez entrer les robots de recherche et d'IA, et obtenez des liens depuis les pages aujourd'hui classées.",
	},
	citation.RetrievedNotNamed: {
		"Assistants can read your page and still name others: state in its first lines who you are, what you offer, for whom and where, with facts that " +
			"can be quoted (prices, hours, reviews), and get listed on the pages that the answers cite.",
		"Les assistants peuvent lire votre page mais en nomment d'autres : dites dès les premières lignes qui vous êtes, ce que vous proposez, à qui et " +
			"où, avec des faits à reprendre (prix, horaires, avis), et faites-vous référencer sur les pages citées par les réponses.",
	},
	citation.NamedNotCited: {
		"Answers name you from other people's pages: check what those say of you, and give this question a page of your own with the facts that they " +
			"quote, so that it becomes the source.",
		"Les réponses vous nomment d'après les pages d'autrui : vérifiez ce qu'elles disent de vous, et consacrez à cette question une page à vous, avec " +
			"les faits qu'elles reprennent, pour qu'elle devienne la source.",
	},
	citation.NamedAndCited: {
		"Answers name you and cite your page: keep its address, and keep prices, hours and services on it up to date.",
		"Les réponses vous nomment et citent votre page : gardez son adresse, et tenez-y à jour prix, horaires et prestations.",
	},
	citation.NamedOnly: {
		"An assistant names you without showing where from: keep name, address and services the same on your site and in directories, and have the " +
			"passes run that show sources, to see whether your page is one.",
		"Un assistant vous nomme sans montrer d'où il le tient : gardez nom, adresse et prestations identiques sur votre site et dans les annuaires, et " +
			"lancez les mesures qui montrent les sources, pour voir si votre page en est une.",
	},
	citation.NotNamed: {
		"No answer names you: publish a page that answers this question with your service and town, get listed where the rivals named here are, and " +
			"configure a web search to see whether assistants find your site at all.",
		"Aucune réponse ne vous nomme : publiez une page qui répond à cette question avec votre service et votre ville, faites-vous référencer là où le " +
			"sont les concurrents nommés ici, et configurez une recherche web pour voir si les assistants trouvent votre site.",
	},
}
