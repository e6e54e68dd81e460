package fakesite

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// place is a town and the beginning of a telephone number that the country's regulator keeps for fiction (Ofcom in Britain, Arcep in France).
type place struct{ town, postcode, phone, tel string }

var (
	british = []place{
		{"Leeds", "LS2 9AB", "0113 496 0", "+441134960"},
		{"Bristol", "BS1 4QD", "0117 496 0", "+441174960"},
		{"Manchester", "M4 1HQ", "0161 496 0", "+441614960"},
		{"Edinburgh", "EH1 2NG", "0131 496 0", "+441314960"},
	}
	french = []place{
		{"Nantes", "44000", "02 61 91 1", "+33261911"},
		{"Rennes", "35000", "02 61 91 2", "+33261912"},
		{"Dijon", "21000", "03 53 01 3", "+33353013"},
		{"Lyon", "69003", "04 65 71 4", "+33465714"},
	}
)

// trades says from what the seed chooses, by site. The dearer price stands below the other.
var trades = map[string]struct {
	names, people []string
	lower, higher []string
	places        []place
	street        string
	lang          string
}{
	"tuner": {
		[]string{"Felt and String", "Kestrel Pianos", "The Tuning Van"},
		[]string{"Agnes Holloway", "Rupert Lindqvist", "Mary Osei"},
		[]string{"85", "90", "95"},
		[]string{"140", "150", "160"},
		british, "14 Canal Street", "en",
	},
	"bakery": {
		[]string{"Fournil Garance", "Maison Tiphaine", "Au Blé Debout"},
		[]string{"Solène Guivarch", "Hélène Carvalho", "Anouk Delmas"},
		[]string{"6,80", "7,20", "7,60"},
		[]string{"8,40", "8,90", "9,20"},
		french, "12 rue des Tanneurs", "fr",
	},
	"shop": {
		[]string{"Slow Kettle", "Fog and Leaf", "Eleven Gardens"},
		[]string{"Imogen Farrow", "Daniel Achebe", "Ruth Sandoval"},
		[]string{"8", "9"},
		[]string{"13", "14"},
		british, "3 Wharf Lane", "en",
	},
	"software": {
		[]string{"Tallywright", "Threefold", "Ledgermatch"},
		[]string{"Farah Qureshi", "Colin Abernathy", "Joan Petrov"},
		[]string{"19"},
		[]string{"24", "29"},
		british, "40 Foundry Road", "en",
	},
	"docs": {
		[]string{"Sieve", "Logwinnow", "Rarefirst"},
		[]string{"Ola Brandt", "Piet Maartens", "Lucia Ferro"},
		[]string{"0"},
		[]string{"0"},
		british, "5 Library Court", "en",
	},
	"journal": {
		[]string{"Vasières", "Marée haute", "Le Carnet des limicoles"},
		[]string{"Bérénice Lemoal", "Jeanne Tournier", "Lise Abgrall"},
		[]string{"0"},
		[]string{"0"},
		french, "8 quai de la Criée", "fr",
	},
}

// choose draws the facts of a site.
func choose(name string, r *rand.Rand) facts {
	t := trades[name]
	at := t.places[r.IntN(len(t.places))]
	digits := fmt.Sprintf("%03d", r.IntN(1000))
	f := facts{
		Name: pick(r, t.names), Person: pick(r, t.people), Street: t.street, Town: at.town, Postcode: at.postcode, Tel: at.tel + digits,
		Phone: at.phone + digits, Email: "hello@" + name + ".example", Price: pick(r, t.lower), Higher: pick(r, t.higher), Lang: t.lang, Years: 6 + r.IntN(20),
	}
	if strings.HasPrefix(at.tel, "+33") { // French numbers are written in pairs
		f.Phone = at.phone + digits[:1] + " " + digits[1:]
	}
	return f
}

func pick(r *rand.Rand, from []string) string { return from[r.IntN(len(from))] }
