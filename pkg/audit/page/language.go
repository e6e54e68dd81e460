package page

import (
	"strings"

	"github.com/abadojack/whatlanggo"
)

const (
	languageSample   = 2000 // bytes of text that are looked at
	minLanguageWords = 12
)

// functionWords are words that hold sentences together, each in one or a few of the languages; a language's text has one in every three to five words.
// The table decides between the languages most pages are in; whatlanggo, which takes a thousand times as long, is asked for the rest.
var functionWords = func() map[string]uint8 {
	words := make(map[string]uint8)
	for i, list := range [...]string{
		"the and of to is for in with that you your are on we our it this from by as be at or have can will not all an was has more if which their",
		"le la les des et de du un une est pour dans que qui sur vous nous votre vos notre nos avec par en au aux ce cette sont pas plus ou ne il elle se",
		"der die das und ist zu den mit von für auf im ein eine einer nicht sie wir ihr ihre unser sich auch dem des als bei oder aus werden zum zur nach",
		"el la los las de y en que un una es por para con del al su sus se no lo como más nuestro nuestra nuestros son este esta o usted",
		"il la di e che un una per in con del della dei delle nel nella le gli i è sono non si da al alla su nostro nostra più o come questo anche",
		"de het een en van is in op te dat die voor met zijn niet aan om ook als bij u uw wij onze naar er maar of deze door wordt kunnen",
		"o a os as de e que do da em um uma para com não no na por dos das mais se é ao nosso nossa são como você seu sua ou pelo",
	} {
		for w := range strings.FieldsSeq(list) {
			words[w] |= 1 << i
		}
	}
	return words
}()

var functionWordLanguages = [...]string{"en", "fr", "de", "es", "it", "nl", "pt"}

// detectLanguage tells the language of the main content, or of all visible text where there is little of that.
func detectLanguage(main string, lines []string) Found[string] {
	sample := main
	if len(sample) < 200 {
		sample = strings.Join(lines[:min(len(lines), 100)], " ")
	}
	if len(sample) > languageSample {
		sample = cut(sample, languageSample)
	}
	var counts [len(functionWordLanguages)]int
	total, chars := 0, 0
	for word := range strings.FieldsFuncSeq(sample, func(r rune) bool { return r < 'A' || r > 'Z' && r < 'a' || r > 'z' && r < 0xC0 || r == '’' }) {
		total++
		chars += len(word)
		if set := functionWords[strings.ToLower(word)]; set != 0 {
			for i := range counts {
				counts[i] += int(set >> i & 1)
			}
		}
	}
	first, second := 0, -1
	for i := 1; i < len(counts); i++ {
		if counts[i] > counts[first] {
			first, second = i, first
		} else if second < 0 || counts[i] > counts[second] {
			second = i
		}
	}
	switch {
	case chars < 40:
		return Unknown[string](Unread, "too little text to tell its language")
	case total >= minLanguageWords && counts[first]*6 >= total && counts[first]*2 >= counts[second]*3:
		return Known(functionWordLanguages[first])
	}
	info := whatlanggo.Detect(sample)
	if code := info.Lang.Iso6391(); code != "" && info.IsReliable() && (total >= 3*minLanguageWords || !latin(sample)) {
		return Known(code)
	}
	return Unknown[string](Unread, "the language of the text is not clear")
}

// latin says whether most letters are of the Latin script, whose languages need more text to be told apart.
func latin(s string) bool {
	in, out := 0, 0
	for _, r := range s {
		switch {
		case r >= 0x250:
			out++
		case r >= 'A':
			in++
		}
	}
	return in > out
}
