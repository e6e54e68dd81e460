package reader

import (
	"cmp"
	"slices"
	"testing"

	"github.com/auditctl/auditctl/pkg/citation"
)

// Answers that were misread once, and those that the narrower rules are there for.
var answers = []struct {
	name     string
	lang     string // en where empty
	own      string // "Petalworth Oak" where empty
	city     string // Bath where empty
	question string // after a bike repairer where empty
	answer   string

	unanswered bool
	rank       int // 0: not named
	mentioned  bool
	rivals     []string
}{
	{
		name:   "tips in bullets without full stops are an answer",
		answer: "What to look for:\n\n- Certified mechanics\n- Short waiting times\n- Spare parts in stock\n- Good reviews",
	},
	{
		name:   "either of two in bold is an offer",
		answer: "I'd go with either **Haddix Quillmoor** or **Brindle Tolman**.",
		rivals: []string{"Haddix Quillmoor", "Brindle Tolman"},
	},
	{
		name:   "the one nearby in bold is an offer",
		answer: "I'd start with nearby **Haddix Quillmoor**.",
		rivals: []string{"Haddix Quillmoor"},
	},
	{
		name: "soit in French", lang: "fr", city: "Lyon", question: "Réparateur de vélos à Lyon ?",
		answer: "Vous pouvez travailler avec soit **Vélo Quillmoor**, soit **Atelier Tolman**.",
		rivals: []string{"Vélo Quillmoor", "Atelier Tolman"},
	},
	{
		name: "sowohl in German", lang: "de", city: "Kiel", question: "Fahrradwerkstatt in Kiel?",
		answer: "Gute Erfahrungen gibt es mit sowohl **Quillmoor Rad** als auch **Haddix Velo**.",
		rivals: []string{"Quillmoor Rad", "Haddix Velo"},
	},
	{
		name:   "both of two in bold: the first has the first place",
		answer: "Customers are happy with both **Haddix Quillmoor** and **Petalworth Oak**.",
		rank:   2, rivals: []string{"Haddix Quillmoor"},
	},
	{
		name: "medals on the first three of a list",
		answer: "The best workshops in Bath:\n\n🥇 **Haddix Cycles** – the best\n🥈 **Quillmoor Cycles** – cheap\n🥉 **Tolman Cycles** – quick\n" +
			"🏅 **Brindle Cycles** – good\n🏅 **Carrow Cycles** – good\n🏅 **Denholm Cycles** – good\n🏅 **Everley Cycles** – good\n" +
			"🏅 **Fosdyke Cycles** – good\n🏅 **Garrick Cycles** – good\n",
		rivals: []string{"Haddix Cycles", "Quillmoor Cycles", "Tolman Cycles", "Brindle Cycles", "Carrow Cycles", "Denholm Cycles", "Everley Cycles", "Fosdyke Cycles", "Garrick Cycles"},
	},
	{
		name:   "another emoji for the best",
		answer: "The best workshops in Bath:\n\n🌟 **Haddix Cycles** – the best\n🚲 **Quillmoor Cycles** – cheap\n🚲 **Tolman Cycles** – quick\n",
		rivals: []string{"Haddix Cycles", "Quillmoor Cycles", "Tolman Cycles"},
	},
	{
		name: "a preposition without its accent, as the French write capitals", lang: "fr", own: "Fleur Quillmoor", city: "Lyon", question: "Fleuriste à Lyon ?",
		answer: "A Paris, il y a aussi *Fleur Quillmoor*, une autre boutique.",
		rivals: []string{"Fleur Quillmoor (Paris)"},
	},
	{
		name: "a name between commas behind at", question: "Where to buy bread in Bath?",
		answer: "Try Arbury in Bath, or, by the river, Brindle Bakery, at Colonna, or Bertinet.",
		rivals: []string{"Brindle Bakery", "Colonna", "Bertinet"},
	},
	{
		name: "a town between commas in Italian", lang: "it", city: "Treviso", question: "Chi ripara biciclette a Treviso?",
		answer: "A Treviso c'è Cicli Quillmoor, che lavora bene. Ciclofficina Tolman, a Silea, è più economica.",
		rivals: []string{"Cicli Quillmoor", "Ciclofficina Tolman"},
	},
	{
		name: "products and terms with a capital within", question: "Who repairs phones in Bath?",
		answer: "iMessage is not needed. iCloud has your data, and so has iTunes. iBeacon is not used here. eCommerce has changed the trade. eBikes are another matter.",
	},
	{
		name: "terms with a number within", question: "Who does taxes in Bath?",
		answer: "covid19relief is over. tax2023form has to be filed by January.",
	},
	{
		name: "coined names", lang: "fr", city: "Lyon", question: "Magasin de puériculture à Lyon ?",
		answer: "Voici deux magasins :\n\n- mode4bébé – vêtements et poussettes\n- iQuillmoor – meubles\n",
		rivals: []string{"mode4bébé", "iQuillmoor"},
	},
	{
		name: "later paragraphs that begin with where",
		answer: "Haddix Cycles and Quillmoor Cycles both repair bikes.\n\nSouth of the river, Tolman Cycles repairs bikes on Sundays.\n\n" +
			"Out towards Keynsham, Brindle Cycles does the same work.",
		rivals: []string{"Haddix Cycles", "Quillmoor Cycles", "Tolman Cycles", "Brindle Cycles"},
	},
	{
		name:   "the quickest is a name",
		answer: "Haddix Cycles repairs anything.\n\nThe quickest in town is Quillmoor Cycles.",
		rivals: []string{"Haddix Cycles", "Quillmoor Cycles"},
	},
	{
		name:   "names with a word or two before a colon",
		answer: "Two workshops come to mind. Haddix Cycles in short: quick and cheap. Quillmoor Cycles in short: slow and thorough.",
		rivals: []string{"Haddix Cycles", "Quillmoor Cycles"},
	},
	{
		name: "a name that begins like a valley", lang: "pt", city: "Aljezur", question: "Onde comprar vinho em Aljezur?",
		answer: "Em Aljezur, o Vale da Telha Vinhos vende bons tintos. A Quinta Quillmoor também.",
		rivals: []string{"Vale da Telha Vinhos", "Quinta Quillmoor"},
	},
	{
		name: "one of the rivals", city: "Cowes", question: "Who makes sails in Cowes?",
		answer: "Among its rivals, Arbuthnot Sails, on Mill Street, is cheaper.",
		rivals: []string{"Arbuthnot Sails"},
	},
	{
		name:   "something in bold where the names are not",
		answer: "Haddix Cycles is quick, on the square.\n\nQuillmoor Cycles is cheaper.\n\nBoth know the **Garmin Edge** well.",
		rivals: []string{"Haddix Cycles", "Quillmoor Cycles"},
	},
	{
		name: "a single word that is presented", lang: "it", city: "Treviso", question: "Chi ripara biciclette a Treviso?",
		answer: "Ciclofficina Tolman è economica. A due passi c'è Achille, con molta storia locale.",
		rivals: []string{"Ciclofficina Tolman", "Achille"},
	},
	{
		name:   "the last of a row with asides",
		answer: "Try Haddix Cycles, on the square, and the Quillmoor, by the station, on Saturdays.",
		rivals: []string{"Haddix Cycles", "Quillmoor"},
	},
	{
		name:   "an answer that breaks off behind its introduction",
		answer: "Gladly!\n\nHere are three good workshops in Bath:", unanswered: true,
	},
	{
		name:   "a plain label among names in bold",
		answer: "- **Haddix Cycles** – quick\n- **Quillmoor Cycles** – cheap\n- Sustrans Route Maps: free online",
		rivals: []string{"Haddix Cycles", "Quillmoor Cycles"},
	},
	{
		name:   "the next sentence says of another that it closed",
		answer: "Haddix Cycles is quick and friendly. Quillmoor permanently closed in May.",
		rivals: []string{"Haddix Cycles"},
	},
	{
		name: "kinds in bold before names in italics", question: "Drawing lessons in Bath?",
		answer: "Three to look at:\n\n- **Academic** — *Fondation 9*\n- **Amateur** — *Atelier Quillmoor*\n- **Children** — *Studio Tolman*",
		rivals: []string{"Fondation 9", "Atelier Quillmoor", "Studio Tolman"},
	},
	{
		name: "a table's column of names in Japanese", lang: "ja", city: "札幌", question: "札幌でおすすめのパン屋は？",
		answer: "| 店名 | 特徴 |\n|---|---|\n| ムギ | 安い |\n| ソラ | 早い |\n| パン工房みどり | 新しい |\n",
		rivals: []string{"ムギ", "ソラ", "パン工房みどり"},
	},
}

func TestAnswersAreReadAsTheyAreMeant(t *testing.T) {
	for _, a := range answers {
		t.Run(a.name, func(t *testing.T) {
			c := Case{
				Lang: cmp.Or(a.lang, "en"), Basis: citation.ModelRecall, Question: cmp.Or(a.question, "Who repairs bikes in Bath?"), Answer: a.answer,
				Business: citation.Business{Name: cmp.Or(a.own, "Petalworth Oak"), Domain: "petalworth.example", City: cmp.Or(a.city, "Bath")},
			}
			r := read(t, c)
			sound(t, c, r)
			if r.Answered == a.unanswered || rankOf(r) != a.rank || r.MentionedNotRecommended != a.mentioned || !slices.Equal(r.Rivals, a.rivals) {
				t.Errorf("answered %v, rank %d, mentioned %v, rivals %q; want %v, %d, %v, %q\n%s", r.Answered, rankOf(r), r.MentionedNotRecommended, r.Rivals,
					!a.unanswered, a.rank, a.mentioned, a.rivals, a.answer)
			}
		})
	}
}
