package fetch

import (
	"net/url"
	"strings"
	"sync"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// kindPhrases are what pages of a kind are called in addresses and links, as slugs: English, French, German, Spanish, Italian, Portuguese, Dutch.
var kindPhrases = []struct {
	kind    page.Kind
	phrases string
}{
	{page.KindAbout, `about about-us about-me our-story who-we-are our-team team meet-the-team our-company company company-profile our-history history
		a-propos a-propos-de-nous qui-sommes-nous notre-histoire notre-equipe equipe l-equipe l-entreprise entreprise notre-entreprise
		uber-uns ueber-uns wir-uber-uns wir-ueber-uns das-team unternehmen nosotros sobre-nosotros quienes-somos acerca-de empresa equipo
		chi-siamo la-nostra-storia azienda l-azienda sobre sobre-nos quem-somos a-empresa over-ons wie-zijn-wij ons-team over-mij`},
	{page.KindContact, `contact contacts contact-us contact-me get-in-touch find-us contact-form contacting-us
		contactez-nous nous-contacter contactez-moi formulaire-de-contact nous-trouver kontakt kontaktieren-sie-uns kontaktformular anfahrt
		contacto contactenos contactanos contatti contattaci contatto contato contacte-nos fale-conosco contacteer-ons neem-contact-op`},
	{page.KindService, `services service our-services what-we-do products product our-products solutions our-solutions
		nos-services prestations nos-prestations produits nos-produits nos-solutions prestation produit leistungen unsere-leistungen produkte
		dienstleistungen loesungen losungen servicios nuestros-servicios productos soluciones servizi i-nostri-servizi prodotti soluzioni
		servicos nossos-servicos produtos diensten onze-diensten producten oplossingen`},
	{page.KindPricing, `pricing prices price-list rates our-prices our-rates plans plans-and-pricing fees
		tarif tarifs nos-tarifs prix nos-prix grille-tarifaire preise preisliste unsere-preise precios tarifas nuestros-precios prezzi tariffe listino
		listino-prezzi precos tabela-de-precos prijzen tarieven prijslijst`},
	{page.KindFAQ, `faq faqs f-a-q frequently-asked-questions questions questions-and-answers help help-center help-centre
		foire-aux-questions questions-frequentes vos-questions aide haeufige-fragen haufige-fragen hilfe preguntas-frecuentes ayuda
		domande-frequenti aiuto perguntas-frequentes duvidas-frequentes ajuda veelgestelde-vragen`},
	{page.KindLegal, `legal legal-notice imprint privacy privacy-policy terms terms-of-service terms-of-use terms-and-conditions cookie-policy cookies
		mentions-legales confidentialite politique-de-confidentialite cgv cgu conditions-generales conditions-generales-de-vente
		politique-de-cookies donnees-personnelles impressum datenschutz datenschutzerklaerung datenschutzerklarung agb aviso-legal
		privacidad politica-de-privacidad note-legali informativa-privacy privacidade termos-de-uso politica-de-privacidade
		privacybeleid privacyverklaring algemene-voorwaarden disclaimer`},
}

// kindSections are the folders that hold pages of a kind.
var kindSections = []struct {
	kind    page.Kind
	folders string
}{
	{page.KindArticle, `blog blogs news article articles post posts journal magazine insights stories press guides guide tips case-studies
		actualite actualites actus actu conseils presse dossiers neuigkeiten nachrichten aktuelles ratgeber noticias articulos consejos
		notizie articoli consigli novidades artigos nieuws artikelen artikel`},
	{page.KindService, `services service products product solutions shop store collections prestations prestation produits produit boutique
		leistungen dienstleistungen produkte loesungen servicios productos tienda servizi prodotti negozio servicos produtos loja diensten producten`},
	{page.KindLegal, `legal policies mentions-legales`},
}

// languages are the codes that stand for a language at the root of a path.
const languages = " ar bg ca cs cy da de el en es et eu fa fi fr ga gl he hi hr hu id is it ja ko lt lv ms mt nb nl no pl pt ro ru sk sl sq sr sv th tr " +
	"uk vi zh "

var phraseKinds = sync.OnceValue(func() map[string]page.Kind {
	kinds := make(map[string]page.Kind)
	for _, row := range kindPhrases {
		for _, phrase := range strings.Fields(row.phrases) {
			kinds[phrase] = row.kind
		}
	}
	return kinds
})

var sectionKinds = sync.OnceValue(func() map[string]page.Kind {
	kinds := make(map[string]page.Kind)
	for _, row := range kindSections {
		for _, folder := range strings.Fields(row.folders) {
			kinds[folder] = row.kind
		}
	}
	return kinds
})

// classify tells what a page is for by its path and query, and the text of a link to it (empty where there is none).
func classify(requestPath, text string) page.Kind {
	path, query, _ := strings.Cut(requestPath, "?")
	_, segments := languageRoot(pathSegments(path))
	if len(segments) == 0 || len(segments) == 1 && isIndex(segments[0]) {
		if query == "" {
			return page.KindHome
		}
		return textKind(text)
	}
	for i, folder := range segments[:len(segments)-1] {
		if kind, ok := sectionKinds()[slug(folder)]; ok {
			return kind
		}
		if isYear(folder) && isMonth(segments[i+1]) {
			return page.KindArticle
		}
	}
	if len(segments) > 2 {
		return page.KindOther
	}
	if kind, ok := phraseKinds()[slug(withoutExtension(segments[len(segments)-1]))]; ok {
		return kind
	}
	return textKind(text)
}

func textKind(text string) page.Kind {
	if len(text) > 60 { // a sentence, no label
		return page.KindOther
	}
	if kind, ok := phraseKinds()[slug(text)]; ok {
		return kind
	}
	return page.KindOther
}

// pathSegments gives the parts of a path that aren't empty, percent-decoded where that is possible.
func pathSegments(path string) []string {
	var segments []string
	for s := range strings.SplitSeq(path, "/") {
		if s == "" {
			continue
		}
		if decoded, err := url.PathUnescape(s); err == nil {
			s = decoded
		}
		segments = append(segments, s)
	}
	return segments
}

// languageRoot splits a leading language off: "fr" or "fr-ca", lower-cased; empty where the path begins with none.
func languageRoot(segments []string) (lang string, rest []string) {
	if len(segments) == 0 {
		return "", nil
	}
	first := strings.ToLower(segments[0])
	code, region, _ := strings.Cut(strings.ReplaceAll(first, "_", "-"), "-")
	if len(code) == 2 && (region == "" || len(region) == 2) && strings.Contains(languages, " "+code+" ") {
		return first, segments[1:]
	}
	return "", segments
}

func isIndex(segment string) bool {
	name := strings.ToLower(withoutExtension(segment))
	return name == "index" || name == "default" && name != strings.ToLower(segment)
}

func isYear(s string) bool  { return len(s) == 4 && (s[:2] == "19" || s[:2] == "20") && digits(s) }
func isMonth(s string) bool { return len(s) <= 2 && s != "" && digits(s) }
func digits(s string) bool  { return strings.Trim(s, "0123456789") == "" }

// withoutExtension cuts the extension of a page; another is part of the name.
func withoutExtension(segment string) string {
	if i := strings.LastIndexByte(segment, '.'); i > 0 && strings.Contains(pageExtensions, " "+strings.ToLower(segment[i+1:])+" ") {
		return segment[:i]
	}
	return segment
}

// slug lower-cases, takes the accents off Latin letters, and joins words with single hyphens.
func slug(s string) string {
	var b strings.Builder
	gap := false
	for _, r := range strings.ToLower(s) {
		plain, ok := plainLetters[r]
		switch {
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			plain = string(r)
		case !ok:
			gap = b.Len() > 0
			continue
		}
		if gap {
			b.WriteByte('-')
			gap = false
		}
		b.WriteString(plain)
	}
	return b.String()
}

var plainLetters = map[rune]string{
	'à': "a", 'á': "a", 'â': "a", 'ã': "a", 'ä': "a", 'å': "a", 'æ': "ae", 'ç': "c", 'è': "e", 'é': "e", 'ê': "e", 'ë': "e",
	'ì': "i", 'í': "i", 'î': "i", 'ï': "i", 'ñ': "n", 'ò': "o", 'ó': "o", 'ô': "o", 'õ': "o", 'ö': "o", 'ø': "o", 'œ': "oe",
	'ù': "u", 'ú': "u", 'û': "u", 'ü': "u", 'ý': "y", 'ÿ': "y", 'ß': "ss",
}
