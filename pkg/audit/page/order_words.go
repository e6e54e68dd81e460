package page

// sense is what a stem stands for; an order has several in one sentence.
type sense uint16

const (
	sIgnore   sense = 1 << iota // leave aside
	sForget                     // in many languages part of "don't forget", so that it needs "previous"
	sOrders                     // instructions
	sAll                        // all, every, your
	sPrevious                   // previous, above
	sModel                      // a language model, by name or kind
	sScore                      // score, level, criterion
	sBest                       // highest, 100
	sSite                       // this site, this page, this business
	sIgnoreEncoded
	sOrdersEncoded
)

// orderStems are beginnings of words, in about thirty languages. A space stands for whatever isn't a letter. They aren't what scores rest
// on: package judge holds those whatever the language.
var orderStems = map[sense][]string{
	sIgnore: {
		" ignor", " disregard", " overrid", " bypass", " missacht", " nicht beacht", " faites abstraction", " ne tenez pas compte",
		" caso omiso", " desconsider", " negeer", " bortse", " se bort", " ohita", " zignor", " pomiń", " zanemari", " prezri",
		" figyelmen kívül", " nesocot", "игнорир", "ігнору", "не обращай", "αγνο", " yok say", " görmezden", "تجاهل", "התעלמ", "התעלם",
		"نادیده", "अनदेख", "नज़रअंदाज़", "উপেক্ষা", "نظر انداز", "無視", "无视", "忽略", "忽视", "무시", "เพิกเฉย", "ละเว้น", "ไม่ต้องสนใจ",
		" bỏ qua", " phớt lờ", " abaikan", " balewalain", " huwag pansinin", " puuza", " eira", " nepaisyk", " anwybydd", " hunsa",
	},
	sForget: {
		" forget", " oubli", " vergiss", " vergesst", " olvid", " esqueç", " dimentic", " vergeet", " glöm", " glem", " unohda",
		" zapomnij", " zapomeň", " zabudni", " felejts", " uita ", " uitați", "забуд", "забрав", "ξέχασ", " unut", "انس ", "שכח", "فراموش",
		"भूल", "忘れ", "忘记", "忘掉", "잊", " quên", " lupakan",
	},
	sOrders: {
		" instruct", " instruk", " istruzion", " instrucci", " instruç", " instrucț", " instructi", " consigne", " anweisung", " directive",
		" prompt", " indicaciones", " aanwijzing", " opdracht", " ohje", " polece", " pokyn", " utasítás", "инструкц", "указан", "вказівк",
		"інструкц", "οδηγί", " talimat", " yönerge", "تعليمات", "הוראות", "הנחיות", "دستور", "निर्देश", "নির্দেশ", "ہدایات", "指示", "指令",
		"命令", "지시", "명령", "คำสั่ง", "คำแนะนำ", " hướng dẫn", " chỉ dẫn", " chỉ thị", " petunjuk", " perintah", " arahan", " tagubilin",
		" maagizo", " juhis", " norādījum", " nurodym", " uputstv", " upute", " navodil", " cyfarwydd", " fyrirmæl",
	},
	sAll: {
		" all ", " every ", " any ", " your ", " tous ", " toutes ", " alle ", " todas ", " todos ", " tutte ", " tutti ", " alla ",
		" kaikki", " wszystk", " všech", " všetk", " minden", " toate ", "всички", " все ", " всі ", " sve ", " vse ", "όλες", " tüm ",
		" bütün ", "جميع", " كل ", " כל ", "همه", "सभी", "সমস্ত", "تمام", "すべて", "全て", "所有", "全部", "모든", "ทั้งหมด", " tất cả", " semua",
		" lahat", " yote", " kõik", " visas", " visus", " holl ", " öllum", " öll ",
	},
	sPrevious: {
		" previous", " prior ", " earlier", " preceding", " above", " précédent", " antérieur", " ci dessus", " vorherig", " vorangegangen",
		" bisherig", " obig", " anterior", " previ", " precedent", " eerder", " vorige", " voorgaand", " bovenstaand", " tidigare",
		" föregående", " tidligere", " forrige", " aiem", " edelli", " poprzedn", " wcześniejsz", " předchoz", " predchádz", " korábbi",
		" előző", "предишн", "предыдущ", "прежн", "попередн", " prethodn", " prejšnj", "προηγούμεν", " önceki", "السابق", "הקודמ", "قبلی",
		"पिछल", "পূর্ববর্তী", "پچھل", "以前", "これまで", "上記", "之前", "以上", "先前", "이전", "위의", "ก่อนหน้า", " trước", " sebelum", " nakaraan",
		" awali", " eelnev", " iepriekš", " ankstesn", " blaenorol", " fyrri ",
	},
	sModel: {
		" language model", " ai ", " ais ", " llm", " chatgpt", " gpt", " claude", " gemini", " perplexity", " copilot", " system override",
		" system message", " grader ", " modèle de langage", " intelligence artificielle", " ia ", " sprachmodell", " ki ",
		" künstliche intelligenz", " modelo de lenguaje", " modelo de linguagem", " inteligencia artificial", " inteligência artificial",
		" modello linguistico", " intelligenza artificiale", " taalmodel", " språkmodell", " kielimalli", " tekoäly", " model językow",
		" sztuczn", " jazykov", " umělá", " nyelvi modell", " mesterséges", "языков", "нейросет", "искусственн", "мовна модель", "штучн",
		"γλωσσικ", "τεχνητή", " yapay zek", " dil modeli", "نموذج لغ", "الذكاء الاصطناعي", "מודל שפה", "בינה מלאכותית", "هوش مصنوعی",
		"مدل زبانی", "कृत्रिम", "भाषा मॉडल", "言語モデル", "人工知能", "语言模型", "人工智能", "語言模型", "언어 모델", "인공지능", "โมเดลภาษา", "ปัญญาประดิษฐ์",
		" mô hình ngôn ngữ", " trí tuệ nhân tạo", " model bahasa", " kecerdasan buatan",
	},
	sScore: {
		" score", " level", " rating", " rate ", " grade", " criteri", " critère", " niveau", " note ", " notez", " punktzahl", " stufe",
		" bewert", " kriteri", " puntuac", " puntaje", " nivel", " calific", " pontua", " punteggi", " livell", " beoordel", " poäng",
		" betyg", " pistee", " taso", " punkt", " ocen", " poziom", " hodnocen", " úrove", " pontszám", " szint", "оцен", "балл", "уров",
		"βαθμ", "επίπεδ", " puan", " seviye", "درجة", "تقييم", "مستوى", "ציון", "דירוג", "امتیاز", "अंक", "स्कोर", "स्तर", "点", "評価", "レベル",
		"评分", "打分", "等级", "점수", "평가", "등급", "คะแนน", "ระดับ", " điểm", " mức", " skor", " nilai",
	},
	sBest: {
		" 100", " maxim", " highest", " perfect", " top ", " best ", " level 4", " 10 10", " höchst", " beste ", " máxim", " massim",
		" hoogste", " högsta", " høyeste", " højeste", " korkein", " najwyż", " nejvyšší", " legmagasabb", "максим", "высш", "найвищ",
		"μέγιστ", "υψηλ", " en yüksek", " tam puan", "أعلى", "أقصى", "הגבוה", "بالاترین", "حداکثر", "अधिकतम", "सर्वोच्च", "最高", "満点", "满分",
		"最大", "최고", "만점", "สูงสุด", "เต็ม", " cao nhất", " tối đa", " tertinggi", " maksim",
	},
	sSite: {
		" this site", " this page", " this website", " this business", " this company", " every criteri", " all criteri", " ce site",
		" cette page", " cette entreprise", " diese seite", " dieser seite", " diese website", " dieses unternehmen", " este sitio",
		" esta página", " esta empresa", " este site", " questo sito", " questa pagina", " questa azienda", " deze site", " deze pagina",
		" dit bedrijf", " tę stronę", " tej stronie", "этот сайт", "этому сайту", "этой страниц", " bu site", "这个网站", "此网站", "本站", "このサイト",
		"このページ", "이 사이트", "이 페이지", "هذا الموقع", "האתר הזה", "लिए इस", "इस साइट",
	},
}

// dialogMarks are signs of a conversation with a model that pages for people have in code alone. Each has one of the characters of
// dialogSigns.
var dialogMarks = []string{
	"<|im_", "<|system", "<|user", "<|assistant", "<|endoftext", "<|start_header", "<|eot", "[inst]", "[/inst]", "<<sys>>", "### system",
	"### instruction",
	"<system>", "</system>", `"role":"system"`, `"role": "system"`, `"role":"assistant"`, `"role": "assistant"`, `"tool_call`,
	`"function_call`, `"tool_use`,
}

const dialogSigns = "<[#\""
