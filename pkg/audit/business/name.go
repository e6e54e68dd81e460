package business

import (
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/auditctl/auditctl/internal/choice"
	"github.com/auditctl/auditctl/internal/phrases"
	"github.com/auditctl/auditctl/internal/text"
	"github.com/auditctl/auditctl/pkg/audit/page"
	"github.com/auditctl/auditctl/pkg/industry"
)

//go:embed name_weights.txt
var nameFile string

var nameWeights = sync.OnceValue(func() choice.Weights { return choice.MustParse(nameFile) })

// The longest text that can be a name.
const (
	maxNameWords = 10
	// MaxName is the longest name of a business, characters.
	MaxName = 120
)

// names collects candidates for the business's name, those that differ only in case, accents or legal form as one.
type names struct {
	all   []*evidence
	byKey map[string]*evidence
}

// add takes a text that may be the name, and where it stands.
func (n *names) add(source, said string) {
	said = strings.Trim(strings.Join(strings.Fields(said), " "), " -–—|·•:;,.\"“”„«»*~=_<>")
	key := text.Fold(withoutLegalForm(said))
	if words := len(strings.Fields(key)); words == 0 || words > maxNameWords || len(said) > MaxName || !strings.ContainsFunc(said, unicode.IsLetter) {
		return
	}
	if isGeneric(key) || placeholder.MatchString(said) || strings.Count(said, "(") != strings.Count(said, ")") {
		return
	}
	if n.byKey[key] == nil {
		n.byKey[key] = &evidence{value: said}
		n.all = append(n.all, n.byKey[key])
	}
	e := n.byKey[key]
	if !slices.ContainsFunc(e.list, func(have Evidence) bool { return have.Feature == source }) {
		e.add(source, said)
	}
}

// nameEvidence gathers the texts that may be the name, and what speaks for each.
func (s Subject) nameEvidence() []evidence {
	n := names{byKey: map[string]*evidence{}}
	s.declaredNames(&n)
	s.titleNames(&n)
	s.shownNames(&n)
	look := s.nameLook()
	all := make([]evidence, len(n.all))
	for i, e := range n.all {
		s.addNameShape(e, &look)
		all[i] = *e
	}
	addOverlaps(all)
	return all
}

// declaredNames are those that markup and metas give.
func (s Subject) declaredNames(n *names) {
	n.add("markup name", s.prop("name"))
	n.add("markup legalName", s.prop("legalName"))
	if s.node != nil {
		for _, other := range s.graph.Texts(s.node, "alternateName") {
			n.add("markup alternateName", other)
		}
	}
	n.add("markup WebSite", s.siteName())
	n.add("og:site_name", meta(s.front.OpenGraph, "og:site_name"))
	n.add("og:title", meta(s.front.OpenGraph, "og:title"))
	for _, name := range []string{"application-name", "apple-mobile-web-app-title", "author", "publisher", "copyright", "dc.publisher", "citation_journal_title"} {
		n.add(name, meta(s.front.Metas, name))
	}
	n.add("twitter:site", strings.TrimPrefix(meta(s.front.Twitter, "twitter:site"), "@"))
	for i := range s.front.Graph.Nodes {
		node := &s.front.Graph.Nodes[i]
		for _, publisher := range s.front.Graph.Subs(node, "publisher") {
			n.add("markup publisher", s.front.Graph.Text(publisher, "name"))
		}
		if node.Is("Person", "SoftwareApplication", "Product", "Event", "Book") && node.Root {
			n.add("markup "+node.Types[0], s.front.Graph.Text(node, "name"))
		}
	}
	for i := range s.front.Feeds {
		feed := feedWords.ReplaceAllString(s.front.Feeds[i].Title, "")
		for _, part := range titleParts(feed) {
			n.add("feed", part)
		}
	}
}

var (
	feedWords = regexp.MustCompile(`(?i)\b(rss|atom|feed|flux|comments?|entries|posts|kommentare?|commentaires?)\b[ .0-9]*`)
	// greeting begins titles and headings before the name; ending follows it.
	greeting = regexp.MustCompile(`(?i)^(welcome to|welcome at|willkommen (bei|auf|in|im|beim|zu|zur|zum)( der| den| dem)?|herzlich willkommen (bei|auf|in|im|beim|zu|zur|zum)( der| den| dem)?|bienvenue (chez|sur|à|au|dans)( le| la| les)?|bienvenid[oa]s? (a|al|en)( la| el)?|benvenut[oiae] (da|su|a|al|alla|nel|in|sul sito di)|bem[- ]?vindos? (a|à|ao)|welkom (bij|op|in)|witamy w|vítejte (na|v|u)|välkommen till|velkommen til|hos|добро пожаловать (в|на)|home of|homepage (of|von|der|des)|home page of|the home page of|website (of|von|der|des)|site (officiel )?(de|du|des)( la)?|sitio (oficial )?de|sito (ufficiale )?(di|del|della)|offizielle (website|webseite|seite) (von|der|des)|about|über|à propos de) +`)
	ending   = regexp.MustCompile(`(?i)[ ,:–-]+(official (web ?site|site)|home ?page|web ?site|website|webseite|site officiel|sitio oficial|sito ufficiale|site oficial|offizielle (website|webseite|seite)|documentation|docs|user('s)? (manual|guide)|reference manual|manual|handbuch|dokumentation|manuel|[0-9]+(\.[0-9x]+)+|v[0-9.]+|release [0-9.]+|blog|online|startseite|accueil|home)[. ]*$`)
)

// titleNames are the parts of titles.
func (s Subject) titleNames(n *names) {
	parts := titleParts(s.front.Title())
	for i, part := range parts {
		source := "title, middle"
		switch {
		case len(parts) == 1:
			source = "title, whole"
		case i == 0:
			source = "title, first"
		case i == len(parts)-1:
			source = "title, last"
		}
		n.addPart(source, part)
	}
	counts, order := map[string]int{}, []string{}
	for _, p := range s.facts.Pages {
		parts := titleParts(p.Title())
		for i, part := range parts {
			if counts[part] == 0 {
				order = append(order, part)
			}
			if !slices.Contains(parts[:i], part) {
				counts[part]++
			}
		}
	}
	for _, part := range order {
		if times := counts[part]; times >= 2 {
			n.addPart(fmt.Sprintf("titles share it %d", bucket(float64(times)/float64(len(s.facts.Pages)), 0.3, 0.6, 0.9)), part)
		}
	}
}

// addPart takes a part of a title or heading, and what is left of it without a greeting, a usual ending, or what follows a comma.
func (n *names) addPart(source, part string) {
	n.add(source, part)
	bare := ending.ReplaceAllString(greeting.ReplaceAllString(strings.TrimSpace(part), ""), "")
	if bare = ending.ReplaceAllString(bare, ""); bare != part {
		n.add(source+", bare", bare)
	}
	if before, _, ok := strings.Cut(bare, ", "); ok && !legalForm.MatchString(bare) {
		n.add(source+", before a comma", before)
	}
	for _, word := range []string{" in ", " à ", " en ", " a ", " em ", " te ", " w ", " i ", " by ", " von ", " de "} {
		if before, _, ok := strings.Cut(bare, word); ok && len(before) > 3 {
			n.add(source+", before"+word+"…", before)
		}
	}
}

// shownNames are those that visitors see: logo, headings, the line that says who holds the rights, the imprint.
func (s Subject) shownNames(n *names) {
	for i := range s.front.Images {
		img := &s.front.Images[i]
		if img.Alt == nil || i > 15 {
			continue
		}
		logo := strings.Contains(strings.ToLower(*img.Alt), "logo") || strings.Contains(strings.ToLower(img.Src), "logo")
		if logo || i == 0 {
			n.add(map[bool]string{true: "logo", false: "first image"}[logo], logoWord.ReplaceAllString(*img.Alt, ""))
		}
	}
	for i, home := 0, 0; i < len(s.front.Links) && home < 3; i++ {
		l := &s.front.Links[i]
		if l.Internal && l.Scheme != "tel" && (sameAddress(l.URL, s.front.FinalURL) || l.Href == "#" && i == 0 || strings.HasSuffix(l.URL, "/index.html")) {
			home++
			n.add("link home in "+l.Place, l.Text)
		}
	}
	for i, h := range s.front.Headings {
		if h.Hidden || i > 5 {
			continue
		}
		source := fmt.Sprintf("h%d", h.Level)
		if i == 0 {
			source = "first heading"
		}
		for _, part := range titleParts(h.Text) {
			n.addPart(source, part)
		}
	}
	for _, p := range s.facts.Pages {
		for _, shown := range []string{p.Text.Outside, p.Text.Main} {
			s.rightsNames(n, shown)
		}
		if p.Kind == page.KindLegal || p.Kind == page.KindContact {
			imprintNames(n, p.Text.Main)
		}
	}
	if first, _, _ := strings.Cut(strings.TrimSpace(s.front.Text.Outside), "\n"); len(first) < 60 {
		n.add("first line", first)
	}
}

var (
	logoWord = regexp.MustCompile(`(?i)\b(company |firmen|site )?(logo(tyyp|typ|tipo)?s?|logótipo|логотип)( (de|du|of|von|der|des|di|do|da|van))?( la| le)?\b:?|ロゴ|标志`)
	rights   = regexp.MustCompile(`(?i)(?:©|\(c\)|&copy;|copyright)[\s©:]*(?:\(c\)|©|copyright)?\s*(?:by )?\s*(?:(?:19|20)\d\d(?:\s*[-–—/,]+\s*(?:(?:19|20)?\d\d|heute|present|today|now))*)?[\s,.:|–—-]*(?:(?:by|par|von|por|di|da|door|przez) )?([^|•·\n]{2,120})`)
	rightsTo = regexp.MustCompile(`(?i)\s*[.,|–—-]?\s*(?:(?:19|20)\d\d\b|all rights|alle rechte|tous droits|todos los derechos|tutti i diritti|todos os direitos|alle rechten|wszelkie prawa|všechna práva|alla rättigheter|tüm hakları|все права|©|p\. ?iva|vat |design|powered|created|built|made (by|with)|template|site by|website by|impressum|datenschutz|privacy|mentions).*$`)
)

// rightsNames reads "© 2019–2026 Smith & Sons Ltd. All rights reserved".
func (s Subject) rightsNames(n *names, shown string) {
	for line := range strings.Lines(shown) {
		if !strings.Contains(line, "©") && !strings.Contains(line, "(c)") && !strings.Contains(line, "opyright") && !strings.Contains(line, "OPYRIGHT") {
			continue
		}
		for _, m := range rights.FindAllStringSubmatch(text.Clip(line, 400), 2) {
			holder := rightsTo.ReplaceAllString(m[1], "")
			if before, _, ok := strings.Cut(holder, ". "); ok && len(before) > 4 {
				holder = before
			}
			n.add("rights", holder)
		}
	}
}

// imprintNames reads the lines of an imprint or a contact page that stand above an address, and those that have a legal form.
func imprintNames(n *names, shown string) {
	lines := strings.Split(text.Clip(shown, 3000), "\n")
	for i, line := range lines {
		line = strings.TrimSpace(line)
		if line == "" || len(line) > 90 || strings.HasSuffix(line, ":") || strings.Count(line, " ") >= maxNameWords {
			continue
		}
		if legalForm.MatchString(line) || associated.MatchString(line) {
			n.add("imprint, legal form", line)
		}
		above := ""
		for _, next := range lines[i+1 : min(i+4, len(lines))] {
			above += next + " "
		}
		if postcode.MatchString(above) && !strings.ContainsAny(line, "0123456789@:") {
			n.add("imprint, above an address", line)
		}
	}
}

var (
	associated = regexp.MustCompile(`(?i)\be\. ?V\.|\bASBL\b|\bAPS\b|\bOdV\b|\bgGmbH\b|\bStichting\b`)
	postcode   = regexp.MustCompile(`\b\d{4,5}\b|\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b`)
	// legalForm ends a name on paper, and seldom on a page.
	legalForm = regexp.MustCompile(`(?i)[ ,]+(inc|llc|ltd|limited|plc|corp|corporation|co|pty ltd|gmbh( & co\.? kg)?|ag|kg|ohg|gbr|ug|ug \(haftungsbeschränkt\)|e\.? ?u|e\.? ?k|e\.? ?v|sas|sasu|sarl|s\.a\.r\.l|eurl|sa|s\.a|sprl|srl|s\.r\.l|s\.r\.l\.s|srls|snc|s\.n\.c|s\.p\.a|spa|s\.a\.s|s\.l|sl|slu|s\.l\.u|lda|ltda|eireli|me|bv|b\.v|n\.v|nv|vof|sp\. ?z ?o\. ?o|s\.r\.o|a\.s|ab|as|aps|a/s|oy|kft|ltée|ltd\. ?şti|a\.ş|ооо)\.?$`)
)

// withoutLegalForm returns the name as people say it.
func withoutLegalForm(name string) string {
	return legalForm.ReplaceAllString(strings.TrimSpace(name), "")
}

func sameAddress(a, b string) bool {
	return a != "" && strings.TrimSuffix(a, "/") == strings.TrimSuffix(b, "/")
}

// look is what candidates for the name are held against; all texts are folded.
type look struct {
	host   string   // the domain's first label, without hyphens
	seen   string   // all that visitors see on the front page
	titles []string // of all pages
	words  *industry.Vocabulary
}

func (s Subject) nameLook() look {
	label, _, _ := strings.Cut(s.facts.Domain, ".")
	l := look{host: strings.ReplaceAll(label, "-", ""), seen: s.shown, words: industry.Words(s.primary())}
	if l.words == nil {
		l.words = industry.Words("en")
	}
	for _, p := range s.facts.Pages {
		l.titles = append(l.titles, text.Fold(p.Title()))
	}
	return l
}

// addNameShape adds what a candidate looks like, and where else it stands.
func (s Subject) addNameShape(e *evidence, l *look) {
	key := text.Fold(withoutLegalForm(e.value))
	count := len(e.list)
	e.add(fmt.Sprintf("in %d places", min(count, 6)), "")
	e.add(fmt.Sprintf("%d words", min(len(strings.Fields(key)), 7)), "")
	e.add(fmt.Sprintf("seen %d", bucket(float64(strings.Count(l.seen, strings.TrimSpace(key))), 1, 2, 4, 8)), "")
	titled := 0
	for _, title := range l.titles {
		if strings.Contains(title, key) {
			titled++
		}
	}
	e.add(fmt.Sprintf("in titles %d", bucket(float64(titled)/float64(len(l.titles)), 0.01, 0.4, 0.8)), "")
	if l.inHost(key) {
		e.add("in the host", l.host)
	}
	switch runes := []rune(e.value); {
	case unicode.IsLower(runes[0]):
		e.add("begins small", "")
	case strings.ToUpper(e.value) == e.value && len(runes) > 5:
		e.add("capitals", "")
	}
	if strings.ContainsAny(e.value, "?!…") || strings.Contains(e.value, ". ") {
		e.add("sentence", "")
	}
	if strings.ContainsAny(e.value, "0123456789") {
		e.add("digits", "")
	}
	if legalForm.MatchString(e.value) {
		e.add("legal form", "")
	}
	if l.words != nil {
		said := map[int]bool{}
		for _, hit := range l.words.Find(key, strings.Fields(key)) {
			if hit.Strong {
				said[hit.At] = true
			}
		}
		if n := len(said); n > 0 {
			e.add(map[bool]string{true: "only what is done", false: "says what is done"}[n >= len(strings.Fields(key))], "")
		}
	}
	if low := smallWords(key); low > 0 {
		e.add(fmt.Sprintf("small words %d", min(low, 3)), "")
	}
}

// inHost reports whether the host is made of the name: "Smith & Sons" of smithandsons.co.uk.
func (l *look) inHost(key string) bool {
	name := strings.ReplaceAll(key, " ", "")
	return len(name) >= 3 && len(l.host) >= 3 && (name == l.host || len(l.host) >= 5 && strings.HasPrefix(name, l.host) ||
		len(name) >= 5 && strings.HasPrefix(l.host, name) || strings.Replace(l.host, "and", "", 1) == name || strings.Replace(l.host, "und", "", 1) == name)
}

// smallWords counts the words that hold sentences together, and names seldom have.
func smallWords(key string) int {
	n := 0
	for w := range strings.FieldsSeq(key) {
		if small[w] {
			n++
		}
	}
	return n
}

var small = setOf(`your you we our us is are in for with from at to on a an how why what who when best votre vos nous notre nos est sont dans pour avec chez vous sur
	ihr ihre ihren wir unser unsere sie ist sind für mit aus im am auf zum zur tu su sus nuestro nuestra somos es para con en por seu sua nosso nossa para com em
	il tuo tua la tua nostro nostra siamo per con uw jouw wij onze voor met twoje twój nasz dla ваш наш мы для sizin için ve`)

// addOverlaps notes which candidates are parts of others: a longer one may be name and slogan, a shorter one half a name.
func addOverlaps(all []evidence) {
	keys := make([]string, len(all))
	for i := range all {
		keys[i] = text.Fold(withoutLegalForm(all[i].value))
	}
	for i := range all {
		within, around := 0, 0
		for k := range all {
			switch {
			case i == k:
			case strings.Contains(keys[k], keys[i]):
				within++
			case strings.Contains(keys[i], keys[k]):
				around++
			}
		}
		all[i].add(fmt.Sprintf("part of %d", bucket(float64(within), 1, 2, 4)), "")
		all[i].add(fmt.Sprintf("has %d", bucket(float64(around), 1, 2, 4)), "")
	}
}

var placeholder = regexp.MustCompile(`(?i)^(document|untitled( document)?|title|my (web)?site|site ?test|your (company|business|name|city|logo|brand)( name)?|company name|business name|website( name)?|lorem ipsum.*|index of.*|new page.*|default.*|unbenanntes dokument|neue seite.*|document sans titre|sans titre.*|documento sin título|documento senza titolo|react app|vite app.*|next\.?js.*|.*\.html?)$`)

//go:embed generic.txt
var genericFile string

// genericNames are what pages and parts of pages are called on every site, in many languages.
var genericNames = sync.OnceValue(func() *phrases.Index {
	x := &phrases.Index{}
	for line := range strings.Lines(genericFile) {
		for phrase := range strings.SplitSeq(strings.TrimSpace(line), ", ") {
			if phrase == "" || strings.HasPrefix(line, "#") {
				continue
			}
			if err := x.Add(phrase, len(strings.Fields(text.Fold(phrase)))); err != nil {
				panic(fmt.Sprintf("generic.txt: %v", err))
			}
		}
	}
	return x
})

// isGeneric reports whether a folded text is nothing but what a page is called.
func isGeneric(key string) bool {
	for _, m := range genericNames().Find(key) {
		if m.At == 0 && m.ID == len(strings.Fields(key)) {
			return true
		}
	}
	return false
}

// titleParts splits a title at the dividers that sites put between page and site name.
func titleParts(title string) []string {
	var kept []string
	for _, part := range dividers.Split(title, 8) {
		if part = strings.TrimSpace(part); part != "" {
			kept = append(kept, part)
		}
	}
	return kept
}

var dividers = regexp.MustCompile(`\s*[|·•»«｜│▷►★☆]+\s*|\s+[-–—:~/]+\s+|[:：]\s+|\s+::\s+|—|\s-(\S)?`)
