package question

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/auditctl/auditctl/internal/weburl"
	"github.com/auditctl/auditctl/pkg/citation"
)

// longest is a question's greatest length, in characters.
const longest = 300

// Check says why a question may not be asked about a business: it holds its name, an alias or its domain, as whole words after folding, also without
// legal form, article and category word where what is left still tells it apart; it has a season or a year in it; it is empty, longer than 300
// characters, or nothing that a customer would type. The text is for the user. nil is a question that may be asked.
func Check(question string, b citation.Business) error { return newGuard(b).check(question) }

// guard checks questions about one business.
type guard struct {
	lang    string
	needles []string // folded names, their words joined
	// place are the words of the business's town and region, which may hold a season: Winter Park.
	place []string
}

func newGuard(b citation.Business) *guard {
	g := &guard{lang: Language(b), place: append(words(b.City), words(b.Region)...)}
	for _, name := range append([]string{b.Name}, b.Aliases...) {
		g.addName(words(name))
	}
	g.addDomain(b.Domain)
	return g
}

func (g *guard) add(name []string) {
	if needle := strings.Join(name, ""); needle != "" && !slices.Contains(g.needles, needle) {
		g.needles = append(g.needles, needle)
	}
}

// addName adds a name, and what is left of it without what other names have as well.
func (g *guard) addName(name []string) {
	g.add(name)
	short := name
	for trimmed := true; trimmed; {
		trimmed = false
		for n := min(4, len(short)-1); n > 0; n-- { // S.r.l. is three words, GmbH & Co. KG is three
			if legalForms[strings.Join(short[len(short)-n:], "")] {
				short, trimmed = short[:len(short)-n], true
				break
			}
		}
	}
	if len(short) > 1 || g.tellsApart(short) {
		g.add(short)
	}
	for len(short) > 1 && articleWords[short[0]] {
		short = short[1:]
	}
	if g.tellsApart(short) {
		g.add(short)
	}
	for len(short) > 1 && vocabulary().category[short[0]] {
		short = short[1:]
	}
	for len(short) > 1 && vocabulary().category[short[len(short)-1]] {
		short = short[:len(short)-1]
	}
	if g.tellsApart(short) {
		g.add(short)
	}
}

// addDomain adds the whole host, and the label that is the business's own.
func (g *guard) addDomain(domain string) {
	host := strings.ToLower(strings.TrimSpace(domain))
	if _, rest, ok := strings.Cut(host, "://"); ok {
		host = rest
	}
	if i := strings.IndexAny(host, "/?#:"); i >= 0 {
		host = host[:i]
	}
	host = strings.TrimPrefix(strings.TrimSuffix(host, "."), "www.")
	g.add(words(host))
	registrable := weburl.RegistrableDomain(host)
	g.add(words(registrable))
	label, _, _ := strings.Cut(registrable, ".")
	if own := words(label); g.tellsApart(own) {
		g.add(own)
	}
}

// tellsApart reports whether a name has a word that isn't everybody's: no industry's, no place's, none of the sentences'.
func (g *guard) tellsApart(name []string) bool {
	return slices.ContainsFunc(name, func(w string) bool {
		return (utf8.RuneCountInString(w) > 2 || unspaced(w)) && !vocabulary().common[w] && !slices.Contains(g.place, w)
	})
}

// names says whether a folded text holds one of the business's names. A genitive's or plural's s may follow one, and an Arabic particle go before.
func (g *guard) names(text []string) bool {
	for _, needle := range g.needles {
		if unspaced(needle) {
			if strings.Contains(strings.Join(text, ""), needle) {
				return true
			}
			continue
		}
		for start, run := range text {
			for _, particle := range arabicParticles {
				if rest, ok := strings.CutPrefix(run, particle); ok && strings.HasPrefix(needle, rest) {
					run = rest
					break
				}
			}
			// Words are joined until they are as long as the name: it may be written as one word or as several.
			for next := start + 1; len(run) < len(needle) && next < len(text); next++ {
				run += text[next]
			}
			if run == needle || len(needle) > 3 && run == needle+"s" {
				return true
			}
		}
	}
	return false
}

// arabicParticles are written in one with the word: to the, and the, in the, and, in, for, as, then, the. The longer ones come first.
var arabicParticles = []string{"لل", "وال", "بال", "فال", "كال", "ال", "و", "ب", "ل", "ف", "ك"}

func (g *guard) check(question string) error {
	text := words(question)
	if err := checkForm(question, text); err != nil {
		return err
	}
	if g.names(text) {
		return errors.New("it holds the business's name or domain, so an answer that names it says nothing")
	}
	rest := slices.DeleteFunc(slices.Clone(text), func(w string) bool { return slices.Contains(g.place, w) })
	if slices.ContainsFunc(rest, isYear) {
		return errors.New("there is a year in it, so the same question can't be asked next year")
	}
	if pattern := seasons[g.lang]; pattern != nil && pattern.MatchString(strings.Join(rest, " ")) {
		return errors.New("there is a season in it, so the same question can't be asked all year round")
	}
	if openings, ok := requests[g.lang]; ok && strings.HasSuffix(strings.TrimSpace(question), ".") && !strings.Contains(question, "?") {
		if !slices.Contains(words(openings), text[0]) {
			return errors.New("it is a statement: a customer asks or requests")
		}
	}
	return nil
}

func isYear(word string) bool {
	n, err := strconv.Atoi(word)
	return err == nil && n >= 1900 && n < 2100
}

// listed is how a line of a list begins.
var listed = regexp.MustCompile(`^\s*(?:#|-\s|\d+[.)]\s)`)

// machine finds what people don't type to an assistant: links, placeholders, markup, the beginning of a list.
func machine(question string) bool {
	question = strings.TrimSpace(question)
	return strings.ContainsAny(question, "[]{}<>|*_`\\") || strings.Contains(question, "://") || strings.Contains(question, "www.") ||
		strings.HasSuffix(question, ":") || strings.HasSuffix(question, "…") || strings.HasSuffix(question, "!") || listed.MatchString(question)
}

// checkForm holds a question, and its folded words, to what can be said without knowing the business.
func checkForm(question string, text []string) error {
	switch {
	case !utf8.ValidString(question):
		return errors.New("it is not UTF-8 text")
	case strings.TrimSpace(question) == "":
		return errors.New("it is empty")
	case utf8.RuneCountInString(question) > longest:
		return fmt.Errorf("it is longer than %d characters", longest)
	case strings.ContainsFunc(question, hidden):
		return errors.New("there are control characters in it")
	}
	letters := 0
	for _, w := range text {
		letters += utf8.RuneCountInString(w)
	}
	if machine(question) || letters < 4 || len(text) < 2 && !unspaced(question) {
		return errors.New("it is nothing that a customer would type")
	}
	return nil
}

// hidden characters are never seen, except the two joiners that Persian and the Indian scripts are written with.
func hidden(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) && r != '\u200c' && r != '\u200d' || r == '\u2028' || r == '\u2029'
}

// seasons finds them in folded words. Where a season's name means something else too, it counts with a word that makes it one.
var seasons = map[string]*regexp.Regexp{
	"en": regexp.MustCompile(`\b(?:summer|autumn|winter|wintertime|summertime|christmas|(?:this|next|last|in|in the|during|early|late) (?:spring|fall))\b`),
	"fr": regexp.MustCompile(`\b(?:printemps|automne|hiver|nol|(?:cet|l|d|pour l) ete)\b`),
	"de": regexp.MustCompile(`\b(?:fruhling|fruhjahr|sommer|herbst|winter|weihnachten)\b`),
	"es": regexp.MustCompile(`\b(?:primavera|verano|otono|invierno|navidad)\b`),
	"it": regexp.MustCompile(`\b(?:primavera|estate|autunno|inverno|natale)\b`),
	"pt": regexp.MustCompile(`\b(?:primavera|verao|outono|inverno)\b`),
	"nl": regexp.MustCompile(`\b(?:lente|voorjaar|zomer|herfst|najaar|winter|kerst|kerstmis)\b`),
}

// requests are the words that a sentence with a full stop begins with, where it asks for something.
var requests = map[string]string{
	"en": "name compare recommend suggest list find show give tell help i we looking please need",
	"fr": "citez cite comparez compare recommandez conseillez donnez trouvez indiquez aidez montrez je j nous cherche besoin",
	"de": "nenne vergleiche empfiehl empfehle finde zeige zeig gib hilf ich wir suche brauche bitte nennen empfehlen",
	"es": "dime compara recomienda recomiendame busca muestra dame ayudame busco buscamos necesito necesitamos quiero estoy vivo",
	"it": "dimmi confronta consigliami consiglia cerca trova elenca mostra cerco cerchiamo vorrei ho abito sto",
	"pt": "diga cite compare recomende indique mostre procuro procuramos preciso precisamos quero moro estou",
	"nl": "noem vergelijk geef toon zoek help ik wij we",
}

var (
	// legalForms are folded, their words joined.
	legalForms = set(`ltd limited llp llc lp inc incorporated corp corporation co plc pty ptyltd gmbh mbh ag kg kgaa ohg ug ek ev gbr se gmbhcokg
		cokg sarl sas sasu sa sci snc scop eurl eirl selarl scp earl cie compagnie srl srls spa sapa sl slu slp sau cb scoop lda ltda unipessoal
		unipessoallda eireli me epp mei bv nv vof cv cvba sprl asbl vzw oy oyj ab as asa aps ivs kft zrt bt sro dd doo spzoo ooo`)
	articleWords = set(`the a an le la les l un une der die das ein eine el los las lo il i gli uno una o os as um uma de het`)
)

// set folds a list's words as those that are looked up in it are.
func set(list string) map[string]bool {
	all := map[string]bool{}
	addTo(all, list)
	return all
}

// vocabulary is what every business may say, in all languages.
var vocabulary = sync.OnceValue(func() (v struct{ category, common map[string]bool }) {
	v.category = set(`agency agence agentur agencia agenzia agencia bureau buro office center centre zentrum centro centrum clinic clinique klinik clinica
		company entreprise firma empresa impresa azienda bedrijf firm group groupe gruppe grupo gruppo groep house maison haus casa huis huys practice praxis
		cabinet kanzlei consultorio studio estudio estudi atelier salon salone salao service services servicios servizi servicos solutions systems
		store boutique laden tienda negozio loja winkel team partner partners associates consulting international son sons fils sohne hijos figli filhos zonen`)
	v.common = map[string]bool{}
	for _, b := range books() {
		for _, t := range b.terms {
			for _, w := range words(t.one + " " + t.many) {
				v.category[w] = true
			}
			for _, need := range t.needs {
				addTo(v.common, need)
			}
		}
		for _, s := range slices.Concat(b.sentences, b.needs) {
			addTo(v.common, s.text)
		}
		for _, s := range b.topics {
			addTo(v.common, s)
		}
		for place := range maps.Values(b.places) {
			addTo(v.common, place)
		}
	}
	for _, l := range lands() {
		for in := range maps.Values(l.in) {
			addTo(v.common, in)
		}
	}
	maps.Copy(v.common, v.category)
	maps.Copy(v.common, articleWords)
	return v
})

func addTo(all map[string]bool, text string) {
	for _, w := range words(text) {
		all[w] = true
	}
}
