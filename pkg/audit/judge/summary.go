package judge

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/auditctl/auditctl/internal/text"
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/check"
	"github.com/auditctl/auditctl/pkg/audit/page"
	"github.com/auditctl/auditctl/pkg/industry"
)

const (
	maxChanges   = 3   // that the summary names
	maxObstacles = 3   // that it begins with
	maxSentence  = 300 // characters of a check's own text; all together keeps the summary under 4,000
)

// writer knows what the summary and the steps rest on.
type writer struct {
	lang      audit.Lang
	facts     *page.Facts
	business  audit.Business
	scores    map[audit.Metric]audit.Score
	assessed  []check.Assessed
	mended    []check.Assessed // the same, for gain to try
	obstacles []change         // told first
	all       []change         // the obstacles, then the others by worth
	list      []change         // those of all that are told last
}

func newWriter(lang audit.Lang, f *page.Facts, b audit.Business, scores map[audit.Metric]audit.Score, assessed []check.Assessed) writer {
	w := writer{lang: lang, facts: f, business: b, scores: scores, assessed: assessed, mended: slices.Clone(assessed)}
	w.obstacles, w.all = split(w.changes())
	w.list = w.all[:min(len(w.all), maxChanges)]
	return w
}

// summary writes, in the writer's language, what the site is, what keeps it from being found at all, its strongest and weakest side, and the changes that
// would bring most, each tied to its checks. It is plain text in paragraphs, claims nothing that the verdicts don't show, and has no address but the audited
// host's.
func (w writer) summary() string {
	var parts []string
	for _, part := range []string{w.inTheWay(), w.whatItIs(), w.standing(), w.toDo()} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, "\n\n")
}

// say picks the language and fills in.
func (w writer) say(en, fr string, args ...any) string {
	return fmt.Sprintf(audit.Text{EN: en, FR: fr}.In(w.lang), args...)
}

// inTheWay begins with what keeps crawlers or search engines from the page, since all else counts for little as long as it stands.
func (w writer) inTheWay() string {
	if len(w.obstacles) == 0 {
		return ""
	}
	text := w.say("One obstacle comes before everything else.", "Un obstacle passe avant tout le reste.")
	if n := len(w.obstacles); n > 1 {
		text = w.say("%d obstacles come before everything else.", "%d obstacles passent avant tout le reste.", n)
	}
	for _, o := range w.obstacles {
		text += " " + strings.TrimSuffix(w.detail(o.head), ".") + " (" + o.head.Check.ID + ")."
	}
	return text
}

var kindPhrases = map[industry.Type]audit.Text{
	industry.Local: {EN: "a local business", FR: "une entreprise locale"}, industry.Online: {EN: "an online business", FR: "une entreprise en ligne"},
	industry.B2B:       {EN: "a company that serves other companies", FR: "une entreprise au service des entreprises"},
	industry.Publisher: {EN: "a publication", FR: "une publication"}, industry.Software: {EN: "software", FR: "un logiciel"},
	industry.Organization: {EN: "an organization", FR: "une organisation"}, industry.Public: {EN: "a public body", FR: "un organisme public"},
	industry.Education: {EN: "a place of learning", FR: "un établissement d'enseignement"}, industry.Personal: {EN: "a personal site", FR: "un site personnel"},
	industry.Platform: {EN: "a platform", FR: "une plateforme"},
}

// whatItIs names the business as far as the site does.
func (w writer) whatItIs() string {
	b := w.business
	name := plain(cmp.Or(b.Name, w.facts.Host), w.facts.Host)
	what := kindPhrases[industry.Type(b.Type)].In(w.lang)
	if i := industry.Named(b.Industry); i != nil {
		what = i.Phrase(w.lang)
	}
	if what != "" && b.City != "" {
		what += w.in(plain(b.City, w.facts.Host))
	}
	pages := len(w.facts.Pages)
	read := w.say(" This audit read %d pages of %s.", " Cet audit a lu %d pages de %s.", pages, w.facts.Host)
	if pages == 1 {
		read = w.say(" This audit read one page of %s.", " Cet audit a lu une page de %s.", w.facts.Host)
	}
	switch {
	case b.Name == "" && what == "":
		return w.say("The pages read don't say plainly whose site it is or what it offers.", "Les pages lues ne disent clairement ni à qui est le site, ni ce qu'il propose.") + read
	case what == "":
		return w.say("%s does not say plainly what it offers.", "%s ne dit pas clairement ce qu'il propose.", name) + read
	case b.Name == "":
		return w.say("The site is that of %s, but doesn't state its name plainly.", "Le site est celui d'%s, mais n'en donne pas clairement le nom.", what) + read
	default:
		return w.say("%s presents itself as %s.", "%s se présente comme %s.", name, what) + read
	}
}

// in names the town: "in Leeds", "à Lyon", "au Mans", "aux Sables-d'Olonne".
func (w writer) in(city string) string {
	if w.lang != audit.French {
		return " in " + city
	}
	for article, contracted := range map[string]string{"le ": " au ", "les ": " aux "} {
		if len(city) > len(article) && strings.EqualFold(city[:len(article)], article) {
			return contracted + city[len(article):]
		}
	}
	return " à " + city
}

// toDo lists the changes that would bring most.
func (w writer) toDo() string {
	if len(w.list) == 0 {
		return w.say("No weighted check failed or warned: there is nothing to mend among what was assessed.",
			"Aucun contrôle pondéré n'est en échec ni en alerte : rien n'est à corriger parmi ce qui a été évalué.")
	}
	lines := []string{w.say("The changes that would bring most:", "Les changements qui rapporteraient le plus :")}
	if len(w.list) == 1 {
		lines[0] = w.say("The change that would bring most:", "Le changement qui rapporterait le plus :")
	}
	for i, c := range w.list {
		text := w.own(c.head.Check.Fix.In(w.lang))
		if i >= len(w.obstacles) { // the finding of an obstacle was told first
			text = w.detail(c.head) + " " + text
		}
		effect := w.effect(c)
		if i < len(w.obstacles) && len(w.obstacles) > 1 { // each holds the number down whatever becomes of the other
			effect = ""
		}
		lines = append(lines, fmt.Sprintf("%d. %s (%s%s).", i+1, strings.TrimSuffix(text, "."), c.ids(), effect))
	}
	return strings.Join(lines, "\n")
}

// effect says what a change would bring: to AI readiness where it moves that, else to its own metric.
func (w writer) effect(c change) string {
	switch points := int(c.readiness + 0.5); {
	case points == 1:
		return w.say("; about one point of AI readiness", " ; environ un point de préparation à l'IA")
	case points > 1:
		return w.say("; about %d points of AI readiness", " ; environ %d points de préparation à l'IA", points)
	}
	m := c.head.Check.Metric()
	switch points := int(c.metrics[m] + 0.5); {
	case points == 1:
		return w.say("; about one point for %s", " ; environ un point pour %s", metricPhrases[m].In(w.lang))
	case points > 1:
		return w.say("; about %d points for %s", " ; environ %d points pour %s", points, metricPhrases[m].In(w.lang))
	}
	return ""
}

// detail is a check's own account of what was seen.
func (w writer) detail(a *check.Assessed) string { return w.own(a.Finding.Detail.In(w.lang)) }

// own is a check's text, made fit for the summary: one line, bounded, ending in a full stop, without other sites' addresses.
func (w writer) own(said string) string {
	said = plain(text.Clip(said, maxSentence), w.facts.Host)
	if !strings.HasSuffix(said, ".") && !strings.HasSuffix(said, "…") {
		said += "."
	}
	return said
}

var address = regexp.MustCompile(`(?i)\bhttps?://([^\s/?#)>»”"]+)[^\s)>»”"]*`)

// plain makes a text from the site or about it safe to stand in prose: on one line, and without an address of another host.
func plain(text, host string) string {
	return address.ReplaceAllStringFunc(audit.Printable(text), func(found string) string {
		if of := address.FindStringSubmatch(found)[1]; !strings.EqualFold(strings.TrimRight(of, ".,;:"), host) {
			return "…"
		}
		return found
	})
}
