package page

import (
	"math/bits"
	"strings"
	"unicode/utf8"

	"github.com/abadojack/whatlanggo"
)

const (
	languageWindows  = 6
	languageWindow   = 600 // bytes of sentences that are looked at in each window
	minLanguageWords = 12
	minSentence      = 5 // words; a shorter line is a label
)

// functionWords are words that hold sentences together, each in one or a few of the languages; a language's text has one in every three to six words.
// The table decides between the languages most pages are in; whatlanggo, which takes a thousand times as long and is sure of itself on lists of names
// too, is asked where it doesn't, and for the rest.
var functionWords = func() map[string]uint64 {
	words := make(map[string]uint64)
	for i, row := range functionWordLists {
		for w := range strings.FieldsSeq(row.words) {
			words[w] |= 1 << i
		}
	}
	return words
}()

var functionWordLists = [...]struct{ lang, words string }{
	{"en", "the and of to is for in with that you your are on we our it this from by as be at or have can will not all an was has more if which their"},
	{"fr", "le la les des et de du un une est pour dans que qui sur vous nous votre vos notre nos avec par en au aux ce cette sont pas plus ou ne il elle se"},
	{"de", "der die das und ist zu den mit von für auf im ein eine einer nicht sie wir ihr ihre unser sich auch dem des als bei oder aus werden zum zur nach"},
	{"es", "el la los las de y en que un una es por para con del al su sus se no lo como más nuestro nuestra nuestros son este esta o usted"},
	{"it", "il la di e che un una per in con del della dei delle nel nella le gli i è sono non si da al alla su nostro nostra più o come questo anche"},
	{"nl", "de het een en van in is op te dat die voor met zijn niet aan om ook als bij u uw wij onze naar er maar of deze door wordt kunnen"},
	{"pt", "o a os as de e que do da em um uma para com não no na por dos das mais se é ao nosso nossa são como você seu sua ou pelo"},
	{"sv", "och att det som en på är av för med den till inte om ett har de kan vi du din dina vår våra oss från eller i"},
	{"da", "og at det som en på er af for med den til ikke om et har de kan vi du din dine vores os fra eller i ved jer dig også efter der man hvor hvis når " +
		"bliver uden nogle undtagen"},
	{"nb", "og at det som en på er av for med den til ikke om et har de kan vi du din dine vår våre oss fra eller i ved dere deg også etter å der man hvor " +
		"hvis når blir uten noen unntatt"},
	{"fi", "ja on ei että se joka tai kun myös sekä ovat niin kuin mutta me te sinun meidän voit aina kaikki jos"},
	{"pl", "i w z na do się nie jest że to o dla od po jak oraz za przez są lub co nas które który a ze aby przy czy tak być może jego ich już także tylko która"},
	{"cs", "a v na je se s z do pro že jako k o od po jsou nebo které který i si ve za nás naše vám vás při také když ještě kde tak této jen pokud"},
	{"sk", "a v na je sa s z do pre že ako k o od po sú alebo ktoré ktorý i si vo za nás naše vám vás pri aj keď ešte kde tak tejto len majú ak zo so ktorá nie podľa"},
	{"hr", "i u na je se s za od da su koji koja ili kao do iz po te što vas vam naše"},
	{"sr", "i u na je se s za od da su koji koja ili kao do iz po šta ovde uslovi"},
	{"sl", "in v na je se s z za da so ki po od pri ter ali kot ne tudi bo vas vam naše ni jih še lahko smo"},
	{"ro", "și de la în cu pentru o din un care nu este sunt pe mai sau prin al ale ne să vă noastre noastră şi"},
	{"hu", "a az és hogy nem is egy van vagy meg ez csak de már mint azt minden amely által"},
	{"tr", "ve bir bu için ile de da olarak çok daha en olan her gibi ya veya biz sizin size bizim ne"},
	{"az", "və bir bu üçün ilə də kimi hər edir nə isə sonra gün olub bütün"},
	{"vi", "và của là các có cho không được trong với một những người để cũng từ khi này đã tôi bạn chúng"},
	{"ca", "de la i el els les en un una per amb que del dels al als és no més a o nostre nostra aquest aquesta també són"},
	{"gl", "o a os as de e que do da en un unha para con non no na por dos das máis se é ao nosa súa seu ou polo pola"},
	{"eu", "eta da ez du bat dira dute egin behar izan den baina edo hau ere dago zuen"},
	{"id", "dan yang di untuk dengan dari ini itu adalah pada tidak akan kami anda atau dalam ke bisa kita juga"},
	{"lt", "ir yra su kad iš į ar bei apie kaip tai po už prie nuo ne jūsų mūsų gali bus"},
	{"lv", "un ir ar no uz par kas ka vai lai tā arī pie pēc jūsu mūsu var kā nav bet to gan līdz ko tas bija tiek tika ja kad viņš"},
	{"et", "ja on ei et see mis ning või kui ka oma meie teie kes selle aga siis"},
	{"is", "og að er í á sem til við það um en ekki með af fyrir var hefur eru frá eða"},
	{"sw", "na ya wa kwa ni za katika la kuwa hiyo huo hii cha alisema kama pia au baada"},
	{"sq", "dhe të në është për me që një nga do më ka si janë nuk por"},
	{"ru", "и в на не что с для по от к из как это или вы мы а о все за при у также их если"},
	{"uk", "і в на не що з для по від до із як це або ви ми та за при у також їх якщо є про"},
	{"bg", "и в на не че с за по от до из как това или вие ние се да са е при към със във може"},
	{"sr", "и у на је се са за од да су који која или као до из по није што"},
	{"mk", "и во на не што со за по од до како тоа или се да се е при може нашите"},
	{"be", "і ў на не што з для па ад да як гэта або вы мы а за пры таксама"},
	{"fa", "و در به از که این را با است برای آن یک می تا شما ما هم یا"},
	{"ar", "في من على إلى أن التي عن مع هذا هذه أو لا ما كان الذي بعد كل"},
	{"ur", "اور کے کی میں ہے سے کو کا پر نے یہ ہیں کہ"},
	{"mr", "आणि आहे च्या या हे ते असे नाही"},
	{"hi", "के है में की और को से का यह पर हैं ने कि"},
}

// ownLetters are letters that few of the languages of their script have.
var ownLetters = func() map[rune]uint64 {
	letters := make(map[rune]uint64)
	for _, row := range [...]struct{ letters, langs string }{
		{"іїєґ", "uk"},
		{"ў", "be"},
		{"ыэ", "ru be"},
		{"ъ", "bg"},
		{"јљњ", "sr mk"},
		{"ђћ", "sr"},
		{"ѓќѕ", "mk"},
		{"پچژگ", "fa ur"},
		{"ٹڈڑںے", "ur"},
		{"ةى", "ar"},
		{"ळ", "mr"},
	} {
		for _, r := range row.letters {
			for i := range functionWordLists {
				if list := functionWordLists[i]; strings.Contains(row.langs, list.lang) && list.words[0] >= 0xC9 {
					letters[r] |= 1 << i
				}
			}
		}
	}
	return letters
}()

// lettersOf returns the languages that the rare letters of a word belong to.
func lettersOf(word string) (set uint64) {
	for _, r := range word {
		set |= ownLetters[r]
	}
	return set
}

// detectLanguage tells the language that most of the page's sentences are in. Pages without sentences are told by all their visible lines.
func detectLanguage(main string, lines []string) Found[string] {
	if len(lines) == 0 {
		lines = strings.Split(main, "\n")
	}
	sample := sampleOf(lines)
	size := 0
	for _, line := range sample {
		size += len(line)
	}
	if size < 40 {
		return Unknown[string](Unread, "too little text to tell its language")
	}
	group := scriptOf(sample)
	if group.language != "" {
		return Known(group.language)
	}
	c := countLanguages(sample, group.latin)
	switch {
	case c.total >= minLanguageWords && c.first*6 >= c.total && (c.first*2 >= c.second*3 || c.votesFirst > c.votesSecond*2):
		return Known(c.language)
	case c.first >= 4 && c.first*12 >= c.total && c.first >= c.second*3: // few words, but of one language
		return Known(c.language)
	}
	text := strings.Join(sample, " ")
	info := whatlanggo.Detect(text)
	code := info.Lang.Iso6391()
	agreed := c.total >= minLanguageWords && code == c.language && c.first*8 >= c.total && c.first > c.second
	if agreed || code != "" && info.IsReliable() && (c.total >= 3*minLanguageWords || !group.latin) {
		return Known(code)
	}
	return Unknown[string](Unread, "the language of the text is not clear")
}

// sampleOf returns sentences from six places of the text, spread evenly from its beginning to its end. It returns all lines if few are sentences.
func sampleOf(lines []string) []string {
	var sentences []string
	size := 0
	for _, line := range lines {
		if isSentence(line) {
			sentences = append(sentences, line)
			size += len(line)
		}
	}
	if size < 200 {
		sentences, size = lines, 0
		for _, line := range lines {
			size += len(line)
		}
	}
	if size <= languageWindows*languageWindow {
		return sentences
	}
	var sample []string
	at, window, taken := 0, 0, 0
	for _, line := range sentences {
		begin := window * (size - languageWindow) / (languageWindows - 1)
		if end := at + len(line); end > begin {
			piece := line
			if at < begin {
				piece = piece[begin-at:]
			}
			piece = cut(strings.TrimLeftFunc(piece, func(r rune) bool { return r == utf8.RuneError }), languageWindow-taken)
			sample = append(sample, piece)
			if taken += len(piece); taken >= languageWindow-4 || end >= begin+languageWindow {
				window, taken = window+1, 0
			}
		}
		if at += len(line); window == languageWindows {
			break
		}
	}
	return sample
}

// isSentence tells running text from labels: five words, or twelve letters of a script that writes no spaces.
func isSentence(line string) bool {
	if strings.Count(line, " ") >= minSentence-1 {
		return true
	}
	return len(line) >= 36 && line[0] >= 0xE0 && utf8.RuneCountInString(line)*5 < len(line)*2
}

// wordCounts is how many words of a text are function words of the language that has most of them, and of the next; and how many bytes of lines are
// clearly in the one language, and in the next.
type wordCounts struct {
	language                string
	first, second, total    int
	votesFirst, votesSecond int
}

// countLanguages counts the words of one group of scripts: Latin, or any other.
func countLanguages(sample []string, ofLatin bool) (c wordCounts) {
	var all, votes, won [len(functionWordLists)]int // won: words of the lines that are clearly in a language
	for _, line := range sample {
		before := c.total
		var counts [len(functionWordLists)]int
		for word := range strings.FieldsFuncSeq(line, betweenWords) {
			if (word[0] < 0xC9 || word[0] == 0xE1) != ofLatin { // U+0240; Vietnamese letters are in U+1E00
				continue
			}
			c.total++
			set := functionWords[strings.ToLower(word)]
			if !ofLatin {
				set |= lettersOf(word)
			}
			for ; set != 0; set &= set - 1 {
				counts[bits.TrailingZeros64(set)]++
			}
		}
		best, next := 0, 0
		for i, n := range counts {
			all[i] += n
			if n > counts[best] {
				best, next = i, counts[best]
			} else if i != best && n > next {
				next = n
			}
		}
		if counts[best] > next {
			votes[best] += len(line)
			won[best] += c.total - before
		}
	}
	best := 0
	for i, n := range all {
		switch {
		case n > all[best]:
			best, c.second = i, max(c.second, all[best])
		case i != best:
			c.second = max(c.second, n)
		}
	}
	for i, n := range votes { // a language with fewer such words may still have most of the text
		if n > votes[best]*3 {
			best, c.second = i, 0
		}
	}
	for i, n := range won {
		if i != best {
			c.total -= n
		}
	}
	c.language, c.first, c.votesFirst = functionWordLists[best].lang, all[best], votes[best]
	for i, n := range votes {
		if functionWordLists[i].lang != c.language {
			c.votesSecond = max(c.votesSecond, n)
		}
	}
	return c
}

func betweenWords(r rune) bool {
	return r < 'A' || r > 'Z' && r < 'a' || r > 'z' && r < 0xC0 || r >= 0x2000 && r < 0x2070 || r == '،' || r == '।'
}

// LanguageOf returns the language (ISO 639-1) of most text on the pages, weighted by length. It returns "" if no page's language is known.
func LanguageOf(pages []*Page) string {
	sums := make(map[string]int)
	best := ""
	for _, p := range pages {
		lang := p.Detected.Value
		if lang == "" {
			continue
		}
		sums[lang] += max(p.Text.Chars, 1)
		if sums[lang] > sums[best] || best == "" {
			best = lang
		}
	}
	return best
}
