package page

import (
	"math/bits"
	"strings"

	"github.com/abadojack/whatlanggo"
)

const (
	languageSample   = 2000 // bytes of text that are looked at
	minLanguageWords = 12
)

// functionWords are words that hold sentences together, each in one or a few of the languages; a language's text has one in every three to six words.
// The table decides between the languages most pages are in; whatlanggo, which takes a thousand times as long and is sure of itself on lists of names
// too, is asked where it doesn't, and for the rest.
var functionWords = func() map[string]uint32 {
	words := make(map[string]uint32)
	for i, list := range [len(functionWordLanguages)]string{
		"the and of to is for in with that you your are on we our it this from by as be at or have can will not all an was has more if which their",
		"le la les des et de du un une est pour dans que qui sur vous nous votre vos notre nos avec par en au aux ce cette sont pas plus ou ne il elle se",
		"der die das und ist zu den mit von für auf im ein eine einer nicht sie wir ihr ihre unser sich auch dem des als bei oder aus werden zum zur nach",
		"el la los las de y en que un una es por para con del al su sus se no lo como más nuestro nuestra nuestros son este esta o usted",
		"il la di e che un una per in con del della dei delle nel nella le gli i è sono non si da al alla su nostro nostra più o come questo anche",
		"de het een en van in is op te dat die voor met zijn niet aan om ook als bij u uw wij onze naar er maar of deze door wordt kunnen",
		"o a os as de e que do da em um uma para com não no na por dos das mais se é ao nosso nossa são como você seu sua ou pelo",
		"och att det som en på är av för med den till inte om ett har de kan vi du din dina vår våra oss från eller i",
		"og at det som en på er af for med den til ikke om et har de kan vi du din dine vores os fra eller i ved jer dig også efter der man hvor hvis når bliver uden nogle undtagen",
		"og at det som en på er av for med den til ikke om et har de kan vi du din dine vår våre oss fra eller i ved dere deg også etter å der man hvor hvis når blir uten noen unntatt",
		"ja on ei että se joka tai kun myös sekä ovat niin kuin mutta me te sinun meidän voit aina kaikki jos",
		"i w z na do się nie jest że to o dla od po jak oraz za przez są lub co nas które który a ze",
		"a v na je se s z do pro že jako k o od po jsou nebo které který i si ve za nás naše vám vás při také když ještě kde tak této jen pokud",
		"a v na je sa s z do pre že ako k o od po sú alebo ktoré ktorý i si vo za nás naše vám vás pri aj keď ešte kde tak tejto len majú ak",
		"i u na je se s za od da su koji koja ili kao do iz po te što vas vam naše",
		"și de la în cu pentru o din un care nu este sunt pe mai sau prin al ale ne să vă noastre noastră",
		"a az és hogy nem is egy van vagy meg ez csak de már mint azt minden amely által",
		"ve bir bu için ile de da olarak çok daha en olan her gibi ya veya biz sizin size bizim ne",
		"và của là các có cho không được trong với một những người để cũng từ khi này đã tôi bạn chúng",
		"de la i el els les en un una per amb que del dels al als és no més a o nostre nostra aquest aquesta també són",
		"dan yang di untuk dengan dari ini itu adalah pada tidak akan kami anda atau dalam ke bisa kita juga",
	} {
		for w := range strings.FieldsSeq(list) {
			words[w] |= 1 << i
		}
	}
	return words
}()

var functionWordLanguages = [...]string{
	"en", "fr", "de", "es", "it", "nl", "pt", "sv", "da", "nb", "fi", "pl", "cs", "sk", "hr", "ro", "hu", "tr", "vi",
	"ca", "id",
}

// detectLanguage tells the language of the main content, or of all visible text where there is little of that.
func detectLanguage(main string, lines []string) Found[string] {
	sample := main
	if len(sample) < 200 {
		sample = strings.Join(lines[:min(len(lines), 100)], " ")
	}
	if len(sample) > languageSample {
		sample = cut(sample, languageSample)
	}
	c := countFunctionWords(sample)
	if c.chars < 40 {
		return Unknown[string](Unread, "too little text to tell its language")
	}
	long := c.total >= minLanguageWords
	if long && c.first*6 >= c.total && c.first*2 >= c.second*3 {
		return Known(c.language)
	}
	info := whatlanggo.Detect(sample)
	code := info.Lang.Iso6391()
	agreed := long && code == c.language && c.first*8 >= c.total && c.first > c.second
	if agreed || code != "" && info.IsReliable() && (c.total >= 3*minLanguageWords || !latin(sample)) {
		return Known(code)
	}
	return Unknown[string](Unread, "the language of the text is not clear")
}

// wordCounts is how many words of a text are function words of the language that has most of them, and of the next.
type wordCounts struct {
	language             string
	first, second, total int
	chars                int // bytes of all words
}

func countFunctionWords(sample string) (c wordCounts) {
	var counts [len(functionWordLanguages)]int
	for word := range strings.FieldsFuncSeq(sample, func(r rune) bool { return r < 'A' || r > 'Z' && r < 'a' || r > 'z' && r < 0xC0 || r == '’' }) {
		c.total++
		c.chars += len(word)
		for set := functionWords[strings.ToLower(word)]; set != 0; set &= set - 1 {
			counts[bits.TrailingZeros32(set)]++
		}
	}
	c.language = functionWordLanguages[0]
	c.first = counts[0]
	for i, n := range counts[1:] {
		switch {
		case n > c.first:
			c.language, c.first, c.second = functionWordLanguages[i+1], n, c.first
		case n > c.second:
			c.second = n
		}
	}
	return c
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
