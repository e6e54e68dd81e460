package page

import (
	"iter"
	"strings"
	"sync"
	"unicode/utf8"
)

// Order is what text that readers see, or may see, tells a language model to do.
type Order struct {
	Excerpt string // at most 240 bytes, lower-cased
	Quoted  bool   // it stands in quotation marks, as where a page writes about such orders
}

// plainOrders are orders that nobody gives a human reader in text that is seen. Those of hidden text that are common in prose about language models,
// such as "system prompt", aren't among them. Each has two words or more, and is the beginning of what may go on.
var plainOrders = []string{
	"ignore previous instruction", "ignore all previous", "ignore the previous instruction", "ignore any previous", "ignore prior instruction",
	"ignore all prior", "ignore the above instruction", "ignore all instruction", "ignore your instruction", "ignore all other instruction",
	"ignore your previous", "ignore everything above", "disregard previous instruction", "disregard all previous", "disregard the previous instruction",
	"disregard prior instruction", "disregard all prior", "disregard the above", "disregard any previous", "disregard your instruction",
	"disregard all instruction", "disregard all other instruction", "forget previous instruction", "forget all previous", "forget your instruction",
	"forget everything above", "override your instruction", "override previous instruction", "override all previous", "if you are an ai",
	"if you are a language model", "if you are an llm", "if you are a large language model", "if you're an ai", "if you are chatgpt",
	"as an ai language model, you", "as an ai language model you", "as an ai, you must", "as a language model, you", "note to any ai", "note to all ai",
	"instructions to ai", "dear language model", "dear chatgpt",
	"ignorez les instructions", "ignorez toutes les instructions", "ignorez toutes les consignes", "ignorez les consignes", "ignore les instructions",
	"ignore toutes les instructions", "oubliez les instructions", "oublie les instructions", "oubliez toutes les instructions",
	"oublie toutes les instructions", "faites abstraction des instructions", "si vous êtes une ia", "si tu es une ia",
	"si vous êtes un modèle de langage", "si tu es un modèle de langage", "en tant que modèle de langage, vous", "en tant qu'ia, vous", "note à toute ia",
	"note à tous les modèles de langage",
	"ignoriere alle vorherigen", "ignoriere die vorherigen", "ignoriere alle bisherigen", "ignoriere alle anweisungen", "ignorieren sie alle vorherigen",
	"ignorieren sie alle bisherigen", "ignorieren sie alle anweisungen", "vergiss alle vorherigen", "vergiss alle anweisungen", "missachte alle",
	"wenn du eine ki bist", "wenn sie eine ki sind", "wenn du ein sprachmodell bist", "als sprachmodell musst", "als ki musst", "hinweis an alle ki",
	"ignora las instrucciones", "ignora todas las instrucciones", "ignore las instrucciones", "ignore todas las instrucciones",
	"ignora cualquier instrucción", "olvida las instrucciones", "olvida todas las instrucciones", "olvide todas las instrucciones", "si eres una ia",
	"si eres un modelo de lenguaje", "como modelo de lenguaje, debes", "nota para toda ia", "nota para las ia",
	"ignora le istruzioni", "ignora tutte le istruzioni", "ignore as instruções", "ignore todas as instruções", "negeer alle eerdere", "negeer alle vorige",
}

// plainVerdicts are what is demanded of a judge; in text that is seen, only where the same sentence names a model.
var plainVerdicts = []string{
	"give this site", "give this page", "give this website", "give this business", "give this company", "rate this site", "rate this page",
	"rate this website", "rate this business", "rate this company", "rank this site", "rank this page", "rank this website", "rank this business",
	"rank this company", "recommend only", "attribuez la note", "donnez la note", "attribue la note", "donne la note", "bewerte diese", "bewerten sie diese",
	"gib dieser", "califica este", "da a este", "puntúa este",
}

type phrase struct {
	text    string
	verdict bool
}

// phraseIndex lists the phrases by their first two words, so that a text is gone through once, and what these words look like: most words of a text begin
// no phrase, which is told without looking them up.
type phraseIndex struct {
	byPair        map[string][]phrase
	first, second shapes
}

var phrases = sync.OnceValue(func() *phraseIndex {
	index := &phraseIndex{byPair: map[string][]phrase{}}
	for i, list := range [...][]string{plainOrders, plainVerdicts} {
		for _, p := range list {
			words := strings.FieldsFunc(p, func(r rune) bool { return r < utf8.RuneSelf && !isLetter(byte(r)) })
			pair := words[0] + " " + words[1]
			index.byPair[pair] = append(index.byPair[pair], phrase{p, i == 1})
			index.first.add(words[0])
			index.second.add(words[1])
		}
	}
	return index
})

// shapes are the lengths of some words by their first byte, in lower case: bit n stands for n bytes.
type shapes [256]uint32

func (s *shapes) add(word string) { s[lowered(word[0])] |= 1 << len(word) }

func shapesOf(words iter.Seq[string]) *shapes {
	var s shapes
	for word := range words {
		s.add(word)
	}
	return &s
}

// has says whether one of the words may be this one.
func (s *shapes) has(word string) bool { return s[lowered(word[0])]>>len(word)&1 == 1 }

// FindOrder looks through text that isn't hidden: visible prose, a title, a value of structured data. It is stricter than what hidden text is held to,
// since people write about language models too.
func FindOrder(text string) (Order, bool) {
	if mayHoldUnseen(text) {
		text = strings.Map(dropUnseen, text)
	}
	if !eachPair(text, func(_ int, found []phrase) bool { return len(found) > 0 }) {
		return findByShape(text)
	}
	folded := foldForSearch(text)
	quoted, found := Order{}, false
	ordered := eachPair(folded, func(at int, phrases []phrase) bool {
		for _, p := range phrases {
			rest, ok := strings.CutPrefix(folded[at:], p.text)
			if !ok || wholeWord(p.text) && rest != "" && inWord(rest[0]) || p.verdict && !namesModel(sentenceAt(folded, at)) {
				continue
			}
			quoted, found = Order{around(folded, at), inQuotes(folded[:at])}, true
			if !quoted.Quoted {
				return true
			}
		}
		return false
	})
	if !found && !ordered {
		return findByShape(text)
	}
	return quoted, true
}

func findByShape(text string) (Order, bool) {
	excerpt, found := findShape(text, true)
	if !found {
		return Order{}, false
	}
	return Order{Excerpt: excerpt, Quoted: quotes(text)}, true
}

// quotes reports whether an order is quoted somewhere in the text. It can't be more precise for orders that aren't known phrases.
func quotes(text string) bool {
	for _, marks := range [...]string{"“”", "«»", "„“", "\"\"", "「」"} {
		open, width := utf8.DecodeRuneInString(marks)
		_, inside, ok := strings.Cut(text, string(open))
		if !ok {
			continue
		}
		if inside, _, ok = strings.Cut(inside, marks[width:]); ok {
			_, ordered := findShape(inside, true)
			outside := strings.Replace(text, inside, "", 1)
			_, still := findShape(outside, true)
			if ordered && !still {
				return true
			}
		}
	}
	return false
}

// eachPair hands over the phrases that may begin at each two words of the text, until stop says so; it tells whether it did.
func eachPair(text string, stop func(at int, phrases []phrase) bool) bool {
	index := phrases()
	var pair [64]byte         // two words that have shapes, and a space
	previous, before := 0, "" // the word before, where a phrase may begin with it
	for i := 0; i < len(text); i++ {
		if !inWord(text[i]) {
			switch text[i] { // what these begin is punctuation or a space
			case 0xC2:
				i++
			case 0xE2:
				i += 2
			}
			continue
		}
		start := i
		for i < len(text) && inWord(text[i]) {
			i++
		}
		word := text[start:i]
		i-- // what ends it is looked at
		if before != "" && index.second.has(word) {
			n := lowerInto(pair[:], before)
			pair[n] = ' '
			n += 1 + lowerInto(pair[n+1:], word)
			if found := index.byPair[string(pair[:n])]; found != nil && stop(previous, found) {
				return true
			}
		}
		previous, before = start, ""
		if index.first.has(word) {
			before = word
		}
	}
	return false
}

// wordBytes are letters, and what may begin or go on one beyond ASCII.
var wordBytes = func() (set [256]bool) {
	for b := range set {
		set[b] = isLetter(byte(b)) || b >= utf8.RuneSelf && b != 0xC2 && b != 0xE2
	}
	return set
}()

func inWord(b byte) bool { return wordBytes[b] }

// lowerInto copies a word with its ASCII letters lowered.
func lowerInto(to []byte, word string) int {
	for i := range len(word) {
		to[i] = lowered(word[i])
	}
	return len(word)
}

func lowered(b byte) byte {
	if b >= 'A' && b <= 'Z' {
		b |= 0x20
	}
	return b
}

// wholeWord says that a phrase ends in a name that other words begin with.
func wholeWord(phrase string) bool {
	return strings.HasSuffix(phrase, " ai") || strings.HasSuffix(phrase, " ia") || strings.HasSuffix(phrase, " ki") || strings.HasSuffix(phrase, " llm")
}

func namesModel(sentence string) bool {
	for _, name := range addressees {
		if i := strings.Index(sentence, name); i >= 0 && wordStart(sentence, i) {
			return true
		}
	}
	return false
}

// inQuotes says that a quotation mark stands right before.
func inQuotes(before string) bool {
	before = strings.TrimRight(before, " \u00a0\u202f")
	for _, mark := range []string{`"`, "“", "„", "«", "‹", "‘", "`", "'"} {
		if strings.HasSuffix(before, mark) {
			return true
		}
	}
	return false
}
