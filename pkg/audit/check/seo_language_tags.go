package check

import "strings"

// languageCodes are the two-letter codes of ISO 639-1.
const languageCodes = " aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo es et eu fa ff fi fj fo fr " +
	"fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu " +
	"lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg sh si sk sl sm sn so sq sr " +
	"ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu "

// regionCodes are the two-letter codes of ISO 3166-1.
const regionCodes = " ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bl bm bn bo bq br bs bt bv bw by bz ca cc cd cf cg ch ci ck cl cm cn " +
	"co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg eh er es et fi fj fk fm fo fr ga gb gd ge gf gg gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu " +
	"id ie il im in io iq ir is it je jm jo jp ke kg kh ki km kn kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc md me mf mg mh mk ml mm mn mo mp mq mr ms " +
	"mt mu mv mw mx my mz na nc ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw py qa re ro rs ru rw sa sb sc sd se sg sh si sj sk sl sm sn " +
	"so sr ss st sv sx sy sz tc td tf tg th tj tk tl tm tn to tr tt tv tw tz ua ug um us uy uz va vc ve vg vi vn vu wf ws xk ye yt za zm zw "

// languageTag says whether the text is a well-formed BCP 47 tag of a known language. Two-letter languages and regions are looked up; three-letter
// languages (some 8,000 in ISO 639-3), numeric regions, scripts and variants are judged by their form.
func languageTag(tag string) bool {
	subtags := strings.Split(strings.ToLower(strings.TrimSpace(tag)), "-")
	language := subtags[0]
	switch {
	case language == "x" || language == "i":
		return len(subtags) > 1 // private use, and tags from before RFC 4646
	case len(language) == 2 && !strings.Contains(languageCodes, " "+language+" "), len(language) < 2, len(language) > 3, !letters(language):
		return false
	}
	for _, s := range subtags[1:] {
		switch {
		case len(s) == 1:
			return true // an extension or private use: the rest is its own matter
		case s == "" || len(s) > 8 || !alphanumeric(s):
			return false
		case len(s) == 2 && !strings.Contains(regionCodes, " "+s+" "):
			return false
		}
	}
	return true
}

// hreflangTag says whether Google takes the code: a two-letter language, then optionally a script and a two-letter region; or x-default.
func hreflangTag(tag string) bool {
	tag = strings.ToLower(strings.TrimSpace(tag))
	if tag == "x-default" {
		return true
	}
	if language, _, _ := strings.Cut(tag, "-"); len(language) != 2 || !languageTag(tag) {
		return false
	}
	for _, s := range strings.Split(tag, "-")[1:] {
		// es-419 isn't documented by Google, but is a sound tag in wide use, so it isn't held against a site.
		if len(s) != 2 && len(s) != 4 && s != "419" {
			return false
		}
	}
	return true
}

// sameLanguage compares the primary subtags; varieties that detectors confuse count as one.
func sameLanguage(a, b string) bool {
	return languageFamily(a) == languageFamily(b)
}

func languageFamily(tag string) string {
	language, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(tag)), "-")
	language, _, _ = strings.Cut(language, "_")
	switch language {
	case "nb", "nn":
		return "no"
	case "hr", "bs", "sh", "cnr":
		return "sr"
	case "ms":
		return "id"
	case "fil":
		return "tl"
	case "yue", "cmn", "wuu":
		return "zh"
	case "gsw":
		return "de"
	case "gl":
		return "pt"
	}
	return language
}

func letters(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r < 'a' || r > 'z' }) < 0
}

func alphanumeric(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') }) < 0
}
