package page

import (
	"slices"
	"strings"
	"unicode/utf8"
)

const (
	maxScanned    = 16 << 10 // bytes of one hidden part that are looked through
	maxSuspects   = 20
	maxMentions   = 20 // of one name for a model that are looked at
	zeroWidthRun  = 8  // zero-width characters in a row that are no accident
	minAttribute  = 40
	excerptBefore = 40
	excerptLength = 240
)

// orders are phrases that nobody writes to a human reader in hidden text: they tell a model what to do with what it was told, or with its answer.
var orders = []string{
	"ignore previous instruction", "ignore all previous", "ignore the previous instruction", "ignore any previous", "ignore prior instruction",
	"ignore all prior", "ignore the above instruction", "ignore all instruction", "ignore your instruction", "ignore all other instruction",
	"ignore your previous", "ignore everything above", "disregard previous", "disregard all previous", "disregard the previous", "disregard prior",
	"disregard all prior", "disregard the above", "disregard any previous", "disregard your instruction", "disregard all instruction",
	"disregard all other", "forget previous instruction", "forget all previous", "forget your instruction", "forget everything above",
	"override your instruction", "override previous instruction", "override all previous", "new instructions:", "system prompt", "system message:",
	"[system]", "<|im_start|>", "[inst]", "you are chatgpt", "you are an ai", "you are a language model", "you are a large language model",
	"if you are an ai", "if you are a language model", "if you are an llm", "if you are a large language model", "if you're an ai", "if you are chatgpt",
	"as an ai language model, you", "as an ai language model you", "as an ai, you must", "as a language model, you", "note to any ai", "note to ai",
	"note to all ai", "note for ai", "notice to ai", "message to ai", "message for ai", "attention ai", "attention, ai", "attention llm",
	"instructions for ai", "instruction for ai", "instructions to ai", "instructions for llm", "instructions for language model",
	"instructions for large language", "instructions for chatgpt", "dear ai", "dear language model", "hey ai", "hello ai", "ai assistants must",
	"ai models must", "ai agents must", "language models must", "llms must", "ai systems must",
	"ignorez les instructions", "ignorez toutes les", "ignore les instructions", "ignore toutes les instructions", "oubliez les instructions",
	"oublie les instructions", "oublie toutes les instructions", "oubliez toutes les instructions", "ne tenez pas compte des instructions",
	"ne tiens pas compte des instructions", "faites abstraction des instructions", "si vous êtes une ia", "si tu es une ia",
	"si vous êtes un modèle de langage", "si tu es un modèle de langage", "en tant que modèle de langage, vous", "en tant qu'ia, vous",
	"note à toute ia", "note aux ia", "note à l'ia", "note pour l'ia", "note pour les ia", "note à tous les modèles", "message à l'ia",
	"message aux ia", "instructions pour l'ia", "instructions pour les ia", "instructions pour les modèles", "consigne pour l'ia", "vous êtes chatgpt",
	"tu es chatgpt", "invite système",
	"ignoriere alle vorherigen", "ignoriere die vorherigen", "ignoriere alle bisherigen", "ignoriere alle anweisungen", "ignorieren sie alle vorherigen",
	"ignorieren sie alle anweisungen", "vergiss alle vorherigen", "vergiss alle anweisungen", "wenn du eine ki bist", "wenn sie eine ki sind",
	"wenn du ein sprachmodell bist", "als sprachmodell musst", "hinweis an alle ki", "hinweis für ki", "anweisung an die ki", "anweisungen für ki",
	"ignora las instrucciones", "ignora todas las instrucciones", "ignore todas las instrucciones", "olvida las instrucciones",
	"olvida todas las instrucciones", "si eres una ia", "si eres un modelo de lenguaje", "nota para la ia", "nota para las ia",
	"instrucciones para la ia", "instrucciones para las ia", "ignora le istruzioni",
	"ignora tutte le istruzioni", "ignore as instruções", "negeer alle eerdere", "negeer alle vorige",
}

// addressees are names for a model, and demands what is asked of one; in plain hidden text, one of each in a sentence makes it suspect.
var (
	addressees = []string{
		"language model", "ai assistant", "ai model", "ai agent", "ai crawler", "ai system", "ai reader", "ai search", "ai reviewer", "ai evaluator",
		"ai summar", "any ai", "llm", "chatgpt", "gpt-", "claude", "gemini", "perplexity", "copilot", "modèle de langage", "assistant ia",
		"intelligence artificielle", "agents ia", "modèles d'ia", "sprachmodell", "modelo de lenguaje", "modello linguistico", "taalmodel",
	}
	demands = []string{
		"recommend", "must ", "should ", "always ", "rank ", "rate ", "rating of", "score", "mention ", "respond", "reply", "answer with", "output",
		"say that", "state that", "tell the user", "tell users", "cite ", "prefer ", "prioriti", "do not ", "don't ", "never ", "please ",
		"you are", "describe ", "summari", "recommande", "devez", "dois ", "doit ", "toujours", "note maximale", "notez", "répond", "mentionne", "citez",
		"cite", "dites que", "empfehl", "immer ", "recomiend", "siempre", "consiglia", "sempre", "aanbevel",
	}
	verdicts = []string{
		"maximum score", "highest score", "perfect score", "score of 100", "score of 10/10", "100 out of 100", "100/100", "give this site", "give this page",
		"give this website", "rate this site", "rate this page", "rate this website", "rank this site", "rank this page", "rank this website",
		"note maximale", "score maximal", "score maximum", "meilleure note", "attribuez la note", "donnez la note", "attribue la note",
		"always recommend", "recommend this company", "recommend this business", "recommend this site", "recommandez toujours", "toujours recommander",
	}
)

// addressesModel says whether hidden text speaks to a language model. Text of an interactive part, which readers come to see, must give an order;
// elsewhere it is enough that one sentence names a model and demands something, or that a verdict is demanded.
func addressesModel(text string, widget bool) (excerpt string, found bool) {
	if len(text) < 12 {
		return "", false
	}
	folded := foldForSearch(text)
	if i := firstOf(folded, orders); i >= 0 {
		return around(folded, i), true
	}
	if excerpt, found := findShape(text, true); found {
		return excerpt, true
	}
	if widget {
		return "", false
	}
	if i := firstOf(folded, verdicts); i >= 0 {
		return around(folded, i), true
	}
	for _, name := range addressees {
		at := 0
		for range maxMentions {
			i := strings.Index(folded[at:], name)
			if i < 0 {
				break
			}
			i += at
			if wordStart(folded, i) && slices.ContainsFunc(demands, func(d string) bool { return hasWord(sentenceAt(folded, i), d) }) {
				return around(folded, i), true
			}
			at = i + len(name)
		}
	}
	return "", false
}

// foldForSearch lower-cases, and writes white space and typographic apostrophes in one way.
func foldForSearch(s string) string {
	s = strings.ToLower(strings.Join(strings.Fields(s), " "))
	if strings.Contains(s, "’") {
		s = strings.ReplaceAll(s, "’", "'")
	}
	return s
}

func firstOf(s string, phrases []string) int {
	for _, p := range phrases {
		if i := strings.Index(s, p); i >= 0 && wordStart(s, i) {
			return i
		}
	}
	return -1
}

// wordStart says whether no letter stands right before.
func wordStart(s string, i int) bool { return i == 0 || !isLetter(s[i-1]) && s[i-1] < utf8.RuneSelf }

func hasWord(s, word string) bool {
	i := strings.Index(s, word)
	return i >= 0 && wordStart(s, i)
}

// sentenceAt is the sentence around an offset, at most 200 bytes to each side.
func sentenceAt(s string, i int) string {
	start, end := max(0, i-200), min(len(s), i+200)
	if j := strings.LastIndex(s[start:i], ". "); j >= 0 {
		start += j + 1
	}
	if j := strings.Index(s[i:end], ". "); j >= 0 {
		end = i + j + 1
	}
	return s[start:end]
}

func around(s string, i int) string {
	start := max(0, i-excerptBefore)
	for start > 0 && !utf8.RuneStart(s[start]) {
		start--
	}
	return cut(s[start:], excerptLength)
}

func (w *walker) suspect(h Hidden) {
	if len(w.page.Suspect) < maxSuspects {
		w.page.Suspect = append(w.page.Suspect, h)
	}
}

// comment looks at a comment.
func (w *walker) comment(s string) {
	if len(s) < minAttribute {
		return
	}
	if excerpt, found := addressesModel(s[:min(len(s), maxScanned)], false); found {
		w.suspect(Hidden{How: "comment", Text: excerpt, Words: len(strings.Fields(excerpt))})
	}
}

// suspectAttribute looks at an attribute that is text for someone: alt, title, aria-label, a description.
func (w *walker) suspectAttribute(s string) {
	if len(s) < minAttribute {
		return
	}
	if excerpt, found := addressesModel(s[:min(len(s), maxScanned)], true); found {
		w.suspect(Hidden{How: "display", Text: excerpt, Words: len(strings.Fields(excerpt)), Widget: true})
	}
}

// smuggled finds text in characters that have no shape: tag characters outside of flags, and runs of zero-width ones.
func (w *walker) smuggled(s string) {
	if !mayHoldUnseen(s) {
		return
	}
	var tags []byte
	run, longest := 0, 0
	flag := false
	for _, r := range s {
		switch {
		case tagCharacter(r):
			if !flag && len(tags) < maxHiddenText && r >= 0xE0020 && r < 0xE007F {
				tags = append(tags, byte(r-0xE0000))
			}
			continue
		case r >= 0x200B && r <= 0x200F, r >= 0x2060 && r <= 0x2064, r == 0xFEFF:
			run++
			longest = max(longest, run)
		default:
			run = 0
		}
		flag = r == 0x1F3F4 // a flag of a region is a black flag and tag characters
	}
	if len(tags) > 2 {
		w.suspect(Hidden{How: "tag-characters", Text: cut(string(tags), excerptLength), Words: len(strings.Fields(string(tags)))})
	}
	if longest >= zeroWidthRun {
		w.suspect(Hidden{How: "zero-width", Text: cut(collapse(strings.Map(dropUnseen, s)), excerptLength)})
	}
}

// mayHoldUnseen says whether the text can have characters without a shape.
func mayHoldUnseen(s string) bool {
	i := 0
	for i < len(s) && s[i] < utf8.RuneSelf { // most lines have nothing else
		i++
	}
	s = s[i:]
	return s != "" && (strings.Contains(s, "\xE2\x80") || strings.Contains(s, "\xF3\xA0") || strings.Contains(s, "\xE2\x81") ||
		strings.Contains(s, "\uFEFF") || strings.Contains(s, "\xC2\xAD"))
}

func dropUnseen(r rune) rune {
	if unseen(r) || r == 0x200C || r == 0x200D {
		return -1
	}
	return r
}
