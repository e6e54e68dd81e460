package check

import (
	"slices"
	"strings"
)

// genericLinkTexts say nothing of where a link leads, by language. The lists are those of Lighthouse 13 (Apache-2.0) for en, es, pt, de, sv, ja, ko, fa and
// ta; fr, it, nl, pl, da, no, and additions to pt, es and de, are our own.
var genericLinkTexts = map[string][]string{
	"en": {
		"click here",
		"click this", "go", "here", "information", "learn more", "more", "more info", "more information", "right here", "read more", "see more",
		"start", "this",
	},
	"fr": {
		"cliquez ici",
		"cliquer ici", "cliquez", "ici", "c'est ici", "par ici", "lire la suite", "la suite", "suite", "lire plus", "lire", "en savoir plus",
		"savoir plus", "en savoir +", "voir plus", "voir la suite", "voir", "plus", "plus d'infos", "plus d'info", "plus d'informations", "+ d'infos",
		"découvrir", "découvrez", "ce lien", "lien", "cette page", "détails", "afficher plus",
	},
	"es": {
		"click aquí", "click aqui", "clicka aquí", "clicka aqui", "pincha aquí", "pincha aqui", "aquí", "aqui", "más", "mas", "más información",
		"más informacion",
		"mas información", "mas informacion", "este", "enlace", "este enlace", "empezar", "haz clic aquí", "leer más", "ver más", "saber más",
	},
	"pt": {
		"clique aqui",
		"ir", "mais informação", "mais informações", "mais", "veja mais", "aqui", "saiba mais", "leia mais", "ler mais", "saber mais", "ver mais",
	},
	"de": {
		"klicke hier", "hier klicken", "hier", "mehr", "siehe", "dies", "das", "weiterlesen", "klicken sie hier", "mehr erfahren", "mehr lesen",
		"weitere informationen", "mehr informationen", "mehr dazu",
	},
	"it": {
		"clicca qui", "qui", "leggi tutto", "leggi di più", "scopri di più", "scopri", "di più", "continua", "continua a leggere", "maggiori informazioni",
		"più informazioni", "vedi", "questo link", "link",
	},
	"nl": {"klik hier", "hier", "lees meer", "lees verder", "meer", "meer info", "meer informatie", "meer lezen", "bekijk", "deze link", "verder lezen"},
	"pl": {"kliknij tutaj", "kliknij", "tutaj", "tu", "więcej", "czytaj więcej", "czytaj dalej", "zobacz więcej", "dowiedz się więcej"},
	"sv": {"här", "klicka här", "läs mer", "mer", "mer info", "mer information"},
	"da": {"her", "klik her", "læs mere", "mere", "se mere", "mere info"},
	"no": {"her", "klikk her", "les mer", "mer", "se mer", "mer info"},
	"ja": {"ここをクリック", "こちらをクリック", "リンク", "続きを読む", "続く", "全文表示"},
	"ko": {"여기", "여기를 클릭", "클릭", "링크", "자세히", "자세히 보기", "계속", "이동", "전체 보기"},
	"fa": {"اطلاعات بیشتر", "اطلاعات", "این", "اینجا بزنید", "اینجا کلیک کنید", "اینجا", "برو", "بیشتر بخوانید", "بیشتر بدانید", "بیشتر", "شروع"},
	"ta": {
		"அடுத்த பக்கம்", "மறுபக்கம்", "முந்தைய பக்கம்", "முன்பக்கம்", "மேலும் அறிக",
		"மேலும் தகவலுக்கு", "மேலும் தரவுகளுக்கு", "தயவுசெய்து இங்கே அழுத்தவும்",
		"இங்கே கிளிக் செய்யவும்",
	},
}

// genericText says whether a link's text names nothing, in the page's language or in English, which themes often leave untranslated.
// Case, arrows and punctuation around it don't matter.
func genericText(linkText, lang string) bool {
	t := strings.ToLower(strings.Join(strings.Fields(linkText), " "))
	t = strings.ReplaceAll(t, "’", "'")
	t = strings.Trim(t, " \u00a0.…·:!?»«›‹>→⇒➜▸►-–—[]()")
	return slices.Contains(genericLinkTexts["en"], t) || slices.Contains(genericLinkTexts[languageFamily(lang)], t)
}
