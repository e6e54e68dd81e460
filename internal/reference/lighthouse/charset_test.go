package lighthouse_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"golang.org/x/net/html/charset"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// coded is a document whose bytes a reader has to make sense of.
type coded struct {
	name, contentType string
	body              string
}

// words are texts that every character set named can write.
var words = map[string]string{
	"utf-8":          "Été à Łódź, Ελλάδα, 東京, 😀",
	"utf-16le":       "Été à Łódź, 東京, 😀",
	"utf-16be":       "Été à Łódź, 東京, 😀",
	"shift_jis":      "当社は地域全体のお客様に配管および暖房サービスを提供しています。ｱｲｳ お気軽にお問い合わせください。",
	"euc-jp":         "当社は地域全体のお客様に配管および暖房サービスを提供しています。お気軽にお問い合わせください。",
	"iso-2022-jp":    "当社は地域全体のお客様に配管および暖房サービスを提供しています。お気軽にお問い合わせください。",
	"euc-kr":         "저희는 지역 전체의 고객에게 배관 및 난방 서비스를 제공합니다. 언제든지 문의해 주세요.",
	"big5":           "我們為整個地區的個人和企業提供管道和供暖服務，擁有一支合格的團隊，隨時為您服務。",
	"gbk":            "我们为整个地区的个人和企业提供管道和供暖服务，拥有一支合格的团队，随时为您服务。",
	"gb18030":        "我们为整个地区的个人和企业提供管道和供暖服务，拥有一支合格的团队，随时为您服务。😀",
	"windows-1250":   "Nabízíme služby v oblasti instalatérství a vytápění pro soukromé osoby. Příliš žluťoučký kůň úpěl ďábelské ódy. Źdźbło, żółć, ősz.",
	"windows-1251":   "Мы предлагаем услуги сантехников и отопления для частных лиц и компаний по всему региону.",
	"windows-1252":   "Wir bieten für Privatkunden und Gewerbe schöne Bäder, Öfen und größere Umbauten. Élégance à la française – 9 €.",
	"windows-1253":   "Προσφέρουμε υπηρεσίες υδραυλικών και θέρμανσης για ιδιώτες και επιχειρήσεις σε όλη την περιοχή.",
	"windows-1254":   "Tüm bölgede bireyler ve işletmeler için tesisat ve ısıtma hizmetleri sunuyoruz. İğne, şöför, çığ.",
	"windows-1255":   "אנו מציעים שירותי אינסטלציה וחימום לאנשים פרטיים ולעסקים בכל האזור, עם צוות מוסמך.",
	"windows-1256":   "نحن نقدم خدمات السباكة والتدفئة للأفراد والشركات في جميع أنحاء المنطقة، مع فريق متاح لخدمتكم.",
	"windows-1257":   "Mēs piedāvājam santehnikas un apkures pakalpojumus. Ąžuolas, šįryt, ūkis, žąsis.",
	"windows-1258":   "Công ty di\u0323ch vu\u0323",
	"windows-874":    "เราให้บริการด้านประปาและเครื่องทำความร้อนสำหรับบุคคลและบริษัททั่วทั้งภูมิภาค",
	"koi8-r":         "Мы предлагаем услуги сантехников и отопления для частных лиц и компаний по всему региону.",
	"koi8-u":         "Ми пропонуємо послуги сантехніків і опалення для приватних осіб по всій області. Їжак, ґанок, єдність.",
	"ibm866":         "Мы предлагаем услуги сантехников и отопления для частных лиц.",
	"macintosh":      "Élégance à la française",
	"x-mac-cyrillic": "Мы предлагаем услуги сантехников.",
	"iso-8859-2":     "Příliš žluťoučký kůň úpěl ďábelské ódy",
	"iso-8859-5":     "Мы предлагаем услуги сантехников и отопления для частных лиц.",
	"iso-8859-7":     "Προσφέρουμε υπηρεσίες υδραυλικών και θέρμανσης",
	"iso-8859-8":     "אנו מציעים שירותי אינסטלציה",
	"iso-8859-8-i":   "אנו מציעים שירותי אינסטלציה",
	"iso-8859-15":    "Élégance à 9 €, cœur",
}

func write(t *testing.T, name, text string) string {
	t.Helper()
	encoding, canonical := charset.Lookup(name)
	if encoding == nil || canonical == "utf-8" {
		return text
	}
	s, err := encoding.NewEncoder().String(text)
	if err != nil {
		t.Fatal(name, err)
	}
	return s
}

func documents(t *testing.T) []coded {
	t.Helper()
	html := func(head, text string) string {
		return "<!doctype html><html><head>" + head + "<title>x</title></head><body><p id=t>" + text + "</p></body></html>"
	}
	var all []coded
	for name, text := range words {
		document := write(t, name, html("", text))
		all = append(all, coded{"header-" + name, "text/html; charset=" + name, document})
		if !strings.HasPrefix(name, "utf-16") {
			all = append(all, coded{"meta-" + name, "text/html", html("<meta charset="+name+">", write(t, name, text))})
		}
		switch name { // what nobody can tell undeclared from short texts is left out
		case "utf-8", "shift_jis", "euc-jp", "iso-2022-jp", "euc-kr", "big5", "gbk", "windows-1251", "windows-1252", "windows-1253", "windows-1255", "windows-1256", "windows-874", "koi8-r":
			all = append(all, coded{"undeclared-" + name, "text/html", document})
		}
	}
	late := strings.Repeat("<link rel=preload href=/a>\n", 60)
	latin := func(s string) string { return write(t, "windows-1252", s) }
	all = append(all, []coded{
		{"meta-late-in-head", "text/html", html(late+"<meta charset=windows-1251>", write(t, "windows-1251", words["windows-1251"]))},
		{"meta-late-after-style", "text/html", html("<style>"+strings.Repeat("p { margin: 0 }\n", 90)+"</style><meta charset=windows-1251>", write(t, "windows-1251", words["windows-1251"]))},
		{"meta-late-after-script", "text/html", html("<script>"+strings.Repeat("var a = 1;\n", 120)+"</script><meta charset=windows-1251>", write(t, "windows-1251", words["windows-1251"]))},
		{"meta-late-in-body", "text/html", html("", "x</p>"+strings.Repeat("<p>text</p>\n", 120)+"<meta charset=windows-1251><p>"+latin("é"))},
		{"meta-early-in-body", "text/html", "<body><p>x</p><meta charset=windows-1251><p id=t>" + write(t, "windows-1251", words["windows-1251"])},
		{"meta-in-comment", "text/html", html("<!-- <meta charset=koi8-r> -->", latin("café"))},
		{"meta-in-script", "text/html", html("<script>'<meta charset=koi8-r>'</script>", latin("café"))},
		{"meta-in-title", "text/html", html("<title><meta charset=koi8-r></title>", latin("café"))},
		{"meta-in-noscript", "text/html", html("<noscript><meta charset=koi8-r></noscript>", latin("café"))},
		{"meta-pragma", "text/html", html(`<meta http-equiv=content-type content="text/html; charset=windows-1251">`, write(t, "windows-1251", words["windows-1251"]))},
		{"meta-pragma-turned", "text/html", html(`<meta content="text/html;charset='windows-1251'" http-equiv="Content-Type">`, write(t, "windows-1251", words["windows-1251"]))},
		{"meta-content-only", "text/html", html(`<meta name=x content="text/html; charset=windows-1251">`, latin("café"))},
		{"meta-utf-16", "text/html", html("<meta charset=utf-16>", words["utf-8"])},
		{"meta-x-user-defined", "text/html", html("<meta charset=x-user-defined>", latin("café"))},
		{"header-x-user-defined", "text/html; charset=x-user-defined", html("", latin("café"))},
		{"meta-unknown", "text/html", html("<meta charset=klingon>", latin("café"))},
		{"meta-unknown-then-known", "text/html", html("<meta charset=klingon><meta charset=windows-1251>", write(t, "windows-1251", words["windows-1251"]))},
		{"meta-twice", "text/html", html("<meta charset=windows-1251><meta charset=koi8-r>", write(t, "windows-1251", words["windows-1251"]))},
		{"meta-latin1", "text/html", html("<meta charset=iso-8859-1>", "9 \x80")},
		{"meta-ascii", "text/html", html("<meta charset=us-ascii>", "9 \x80")},
		{"meta-utf8-label", "text/html", html("<meta charset=utf8>", words["utf-8"])},
		{"meta-gb2312", "text/html", html("<meta charset=gb2312>", write(t, "gbk", words["gbk"]))},
		{"meta-ks_c", "text/html", html("<meta charset=ks_c_5601-1987>", write(t, "euc-kr", words["euc-kr"]))},
		{"meta-utf-7", "text/html", html("<meta charset=utf-7>", "+AGEA-")},
		{"meta-iso-2022-kr", "text/html", html("<meta charset=iso-2022-kr>", "abc")},
		{"meta-hz", "text/html", html("<meta charset=hz-gb-2312>", "abc")},
		{"meta-blanks", "text/html", html(`<meta charset=" windows-1251 ">`, write(t, "windows-1251", words["windows-1251"]))},
		{"meta-slash", "text/html", html(`<meta/charset="windows-1251"/>`, write(t, "windows-1251", words["windows-1251"]))},
		{"header-against-meta", "text/html; charset=utf-8", html("<meta charset=windows-1251>", words["utf-8"])},
		{"header-wrong", "text/html; charset=utf-8", html("", latin("café, déjà"))},
		{"header-unknown", "text/html; charset=klingon", html("<meta charset=windows-1251>", write(t, "windows-1251", words["windows-1251"]))},
		{"header-quoted", `text/html; charset="windows-1251"`, html("", write(t, "windows-1251", words["windows-1251"]))},
		{"header-single-quoted", `text/html; charset='windows-1251'`, html("", write(t, "windows-1251", words["windows-1251"]))},
		{"header-utf-16", "text/html; charset=utf-16", write(t, "utf-16le", html("", words["utf-16le"]))},
		{"header-empty", "text/html; charset=", html("<meta charset=windows-1251>", write(t, "windows-1251", words["windows-1251"]))},
		{"bom-against-header", "text/html; charset=windows-1251", "\xEF\xBB\xBF" + html("", words["utf-8"])},
		{"bom-against-meta", "text/html", "\xEF\xBB\xBF" + html("<meta charset=windows-1251>", words["utf-8"])},
		{"bom-utf-16le", "text/html", "\xFF\xFE" + write(t, "utf-16le", html("", words["utf-16le"]))},
		{"bom-utf-16be", "text/html; charset=utf-8", "\xFE\xFF" + write(t, "utf-16be", html("", words["utf-16be"]))},
		{"bom-utf-32le", "text/html", "\xFF\xFE\x00\x00<\x00\x00\x00p\x00\x00\x00"},
		{"utf-16le-no-bom", "text/html", write(t, "utf-16le", html("", "cafe"))},
		{"xml-declaration", "text/html", `<?xml version="1.0" encoding="windows-1251"?>` + html("", write(t, "windows-1251", words["windows-1251"]))},
		{"undeclared-ascii", "text/html", html("", "cafe")},
		{"undeclared-accent", "text/html", html("", latin("café"))},
		{"undeclared-utf-8-late", "text/html", html("", strings.Repeat("plain words of a page ", 800)+"déjà été")},
		{"invalid-utf-8", "text/html; charset=utf-8", html("", "a\xC3(b\xE2\x82c\xF0\x9F\x98d\xED\xA0\x80e\xC0\xAFf\xFFg")},
		{"invalid-shift_jis", "text/html; charset=shift_jis", html("", "a\x81 b\xFFc")},
		{"invalid-euc-kr", "text/html; charset=euc-kr", html("", "a\xB0 b\xFFc")},
		{"invalid-gbk", "text/html; charset=gbk", html("", "a\x81 b\xFFc\x80")},
		{"invalid-big5", "text/html; charset=big5", html("", "a\xA4 b\xFFc")},
		{"unassigned-windows-1252", "text/html; charset=windows-1252", html("", "a\x81b\x8Dc\x9D")},
		{"unassigned-windows-1253", "text/html; charset=windows-1253", html("", "a\xAAb\xD2c")},
		{"nul", "text/html; charset=utf-8", html("", "a\x01b")},
	}...)
	for _, name := range []string{"1250", "1251", "1254", "1255", "1256", "1257", "1258"} {
		every := ""
		for c := 0x80; c <= 0xFF; c++ {
			every += string([]byte{byte(c)})
		}
		all = append(all, coded{"every-byte-" + name, "text/html; charset=windows-" + name, html("", every)})
	}
	return all
}

func textOf(document string) string {
	_, rest, _ := strings.Cut(document, "<p id=t>")
	text, _, _ := strings.Cut(rest, "</p>")
	return text
}

// TestCharacterSetsAgreeWithChromium compares the name of the character set, and the text, with those of the browser.
func TestCharacterSetsAgreeWithChromium(t *testing.T) {
	modules, node, chromium := original(t)
	all := documents(t)
	server := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		for _, d := range all {
			if r.URL.Path == "/"+d.name {
				rw.Header().Set("Content-Type", d.contentType)
				_, _ = rw.Write([]byte(d.body))
				return
			}
		}
		http.NotFound(rw, r)
	}))
	defer server.Close()
	var urls []string
	for _, d := range all {
		urls = append(urls, server.URL+"/"+d.name)
	}
	var theirs map[string]struct{ Set, Text string }
	run(t, urls, &theirs, node, "decode.mjs", modules, chromium)
	agree := 0
	for _, d := range all {
		text, c := page.DecodeCharset([]byte(d.body), d.contentType)
		b := theirs[server.URL+"/"+d.name]
		why, meant := wantedSets[d.name]
		switch same := c.Used == b.Set && textOf(string(text)) == b.Text; {
		case same && meant:
			t.Errorf("%s: a wanted difference that is none", d.name)
		case same:
			agree++
		case !meant:
			t.Errorf("%s: %s %q, Chromium has %s %q", d.name, c.Used, textOf(string(text)), b.Set, b.Text)
		case why == "":
			t.Errorf("%s: a wanted difference without a reason", d.name)
		}
	}
	t.Logf("accuracy: Character sets, Chromium: %d cases, %d agree", len(all), agree)
}

// wantedSets are the differences that are meant, with their reasons.
var wantedSets = map[string]string{
	"undeclared-utf-8":        "Chromium never takes undeclared bytes from the web for UTF-8; search engines do, and seo.charset tells of the missing declaration",
	"undeclared-utf-8-late":   "the same",
	"undeclared-ascii":        "the text is the same: what is ASCII alone is called UTF-8 here",
	"undeclared-iso-2022-jp":  "the same; neither looks for its escapes",
	"meta-utf-7":              "the same; neither knows the label",
	"utf-16le-no-bom":         "the same; both read NUL between the letters",
	"undeclared-windows-1253": "the text is the same: the letters of Greek stand in one place but for one",
}
