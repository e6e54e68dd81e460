package judge

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/engine"
)

const (
	leastSummary = 80   // characters
	maxSummary   = 2000 // characters
)

const summaryPrompt = `You write a summary of a website's audit for its owner, from the result below and from nothing else. Plain sentences in two or three paragraphs,
without headings, lists or addresses: where the site stands (name the AI readiness with its number), what is strong and what is weak, and the changes that would
bring most, each with its check's id in parentheses.

Every number must be copied from the result, in digits. Name no company, product, person or place, nor anything else that isn't in the result. Begin sentences
with an article, a pronoun, a preposition or a verb.`

type told struct {
	Text string `json:"text"`
}

func (t told) valid() bool { return strings.TrimSpace(t.Text) != "" }

var summarySchema = sync.OnceValue(func() engine.Schema { return schemaOf("summary", map[string]any{"text": stringType}) })

var errUnproven = errors.New("the summary says what the result doesn't show")

// summarize has the model tell the result; where what it tells isn't in the result, the built-in summary stands.
func (s *session) summarize(ctx context.Context, w writer) string {
	result := w.summaryFigures()
	p := engine.Prompt{
		System: summaryPrompt,
		User:   map[audit.Lang]string{audit.English: "Write in English.", audit.French: "Write in French."}[s.lang] + "\nResult:\n" + result,
	}
	t, ok := fill(ctx, s, askedSummary, p, summarySchema(), told.valid)
	if ok && shows(t.Text, result, w.scores[audit.AIReadiness].Value, s.lang) {
		return paragraphs(t.Text)
	}
	if ok {
		s.failed(askedSummary, errUnproven)
	}
	return w.summary()
}

// summaryFigures writes what a summary may rest on: scores and verdicts, nothing that the site wrote.
func (w writer) summaryFigures() string {
	b := new(strings.Builder)
	fmt.Fprintf(b, "host: %s\n", w.facts.Host)
	for _, m := range audit.Metrics() {
		name := metricPhrases[m].In(w.lang)
		if m == audit.AIReadiness {
			name = w.say("AI readiness", "la préparation à l'IA")
		}
		passed, all, _ := w.passed(m)
		fmt.Fprintf(b, "%s: %d/100", name, w.scores[m].Value)
		if all > 0 {
			fmt.Fprintf(b, ", %d/%d checks", passed, all)
		}
		b.WriteString("\n")
	}
	for _, c := range w.list {
		fmt.Fprintf(b, "change: %s (%s%s)\n", w.own(c.head.Check.Fix.In(w.lang)), c.ids(), w.effect(c))
	}
	return b.String()
}

// paragraphs writes each on one line, without what a terminal could stumble over.
func paragraphs(text string) string {
	var out []string
	for line := range strings.SplitSeq(text, "\n") {
		if line = strings.Join(strings.Fields(strings.Map(shaped, line)), " "); line != "" {
			out = append(out, line)
		}
	}
	return strings.Join(out, "\n\n")
}

var (
	figure = regexp.MustCompile(`\d+(?:[.,]\d+)*`)
	word   = regexp.MustCompile(`[\pL\pM\pN]+(?:[.\-][\pL\pM\pN]+)*`)
)

// numberWords are figures in words, except one, which is an article too.
var numberWords = map[string]int{
	"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "twenty": 20, "thirty": 30,
	"forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90, "hundred": 100, "thousand": 1000, "million": 1000000,
	"deux": 2, "trois": 3, "quatre": 4, "cinq": 5, "sept": 7, "huit": 8, "neuf": 9, "dix": 10, "onze": 11, "douze": 12, "vingt": 20, "trente": 30,
	"quarante": 40, "cinquante": 50, "soixante": 60, "cent": 100, "mille": 1000,
}

// openers are words that sentences may begin with beside those of the result, and that are no names.
var openers = wordSet(`a an the this that these those it its they their there here you your we our what where when while once if as at by for from in of on to with
	without after before among all both each every no not some most more many much first second third then next finally also but and or so yet still however
	overall meanwhile today currently among although because since start begin add fix make give write remove allow let keep put set use check improve raise
	focus consider mending fixing adding making removing allowing changing
	le la les l un une des du de d ce cet cette ces il elle ils elles leur leurs on vous votre vos nous notre nos qui que quoi où quand si comme à au aux par pour
	dans en sur avec sans après avant tout toute tous toutes chaque aucun aucune quelques plus moins premièrement deuxièmement ensuite enfin puis aussi mais et ou
	donc cependant toutefois globalement actuellement aujourd commencez ajoutez corrigez faites donnez écrivez supprimez retirez autorisez laissez gardez mettez
	utilisez vérifiez améliorez n s c j qu`)

func wordSet(words string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		set[w] = true
	}
	return set
}

// shows says whether a summary names the overall number, and no figure, name, address or check that the result lacks, and is in the language asked for.
func shows(text, result string, readiness int, lang audit.Lang) bool {
	if n := utf8.RuneCountInString(text); n < leastSummary || n > maxSummary || strings.ContainsAny(text, "<>{}`|#*[]") || strings.Contains(text, "://") {
		return false
	}
	figures := figure.FindAllString(result, -1)
	said := figure.FindAllString(text, -1)
	if !slices.Contains(said, strconv.Itoa(readiness)) || inFrench(text) != (lang == audit.French) {
		return false
	}
	for _, f := range said {
		if !slices.Contains(figures, f) {
			return false
		}
	}
	known := map[string]bool{}
	for _, w := range word.FindAllString(result, -1) {
		known[strings.ToLower(w)] = true
	}
	for _, at := range word.FindAllStringIndex(text, -1) {
		w := text[at[0]:at[1]]
		lower := strings.ToLower(w)
		if n, ok := numberWords[lower]; ok && !slices.Contains(figures, strconv.Itoa(n)) {
			return false
		}
		named := strings.Contains(w, ".") || strings.IndexFunc(w, unicode.IsUpper) >= 0
		if named && !known[lower] && !(openers[lower] && opens(text[:at[0]])) {
			return false
		}
	}
	return true
}

// opens says that a sentence begins after what stands before.
func opens(before string) bool {
	before = strings.TrimRight(before, " \n\t\u00a0\u202f")
	return before == "" || strings.ContainsRune(".!?:;", rune(before[len(before)-1]))
}

var frenchWords, englishWords = wordSet("le la les des du une est et pour dans ce vous votre que qui"), wordSet("the and is of for this you your that which are with")

// inFrench says whether more of a text's small words are French than English.
func inFrench(text string) bool {
	french, english := 0, 0
	for _, w := range word.FindAllString(strings.ToLower(text), -1) {
		if frenchWords[w] {
			french++
		}
		if englishWords[w] {
			english++
		}
	}
	return french > english
}
