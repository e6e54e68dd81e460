package page

import (
	"strings"
	"testing"

	"golang.org/x/net/html/charset"
)

func TestCharset(t *testing.T) {
	late := strings.Repeat("<link rel=preload href=/a>\n", 60)
	for name, test := range map[string]struct {
		body, header string
		text         string
		want         Charset
	}{
		"header":            {"caf\xc3\xa9", "text/html; charset=UTF-8", "café", Charset{Used: "utf-8", Source: "header", Header: "UTF-8", Valid: true}},
		"quoted header":     {"caf\xe9", `text/html;charset="iso-8859-1"`, "café", Charset{Used: "windows-1252", Source: "header", Header: "iso-8859-1", Valid: true}},
		"byte order mark":   {"\xEF\xBB\xBFcaf\xc3\xa9", "text/html; charset=latin1", "café", Charset{Used: "utf-8", Source: "bom", Header: "latin1", Valid: true}},
		"utf-16":            {"\xFF\xFEc\x00\xe9\x00", "", "cé", Charset{Used: "utf-16le", Source: "bom", Valid: true}},
		"meta":              {"<meta charset='windows-1251'>\xcf", "", "<meta charset='windows-1251'>П", Charset{Used: "windows-1251", Source: "meta", Meta: "windows-1251", MetaByte: 29, Valid: true}},
		"meta pragma":       {`<meta content="text/html; charset=shift_jis" http-equiv=Content-Type>` + "\x82\xa0", "text/html", `<meta content="text/html; charset=shift_jis" http-equiv=Content-Type>` + "あ", Charset{Used: "shift_jis", Source: "meta", Meta: "shift_jis", MetaByte: 69, Valid: true}},
		"meta in a comment": {"<!-- <meta charset=koi8-r> --><p>caf\xe9", "", "<!-- <meta charset=koi8-r> --><p>café", Charset{Used: "windows-1252", Source: "detected", Valid: true}},
		"meta in a script":  {"<script>'<meta charset=koi8-r>'</script><p>x", "", "<script>'<meta charset=koi8-r>'</script><p>x", Charset{Used: "utf-8", Source: "detected", Valid: true}},
		"late meta":         {"<head>" + late + "<meta charset=iso-8859-15>\xa4", "", "<head>" + late + "<meta charset=iso-8859-15>€", Charset{Used: "iso-8859-15", Source: "meta", Meta: "iso-8859-15", MetaByte: 6 + len(late) + 26, Valid: true}},
		"undeclared latin":  {"<p>d\xe9j\xe0 \x80", "text/html", "<p>déjà €", Charset{Used: "windows-1252", Source: "detected", Valid: true}},
		"undeclared utf-8":  {"<p>déjà", "", "<p>déjà", Charset{Used: "utf-8", Source: "detected", Valid: true}},
		"cut character":     {"<p>déj\xc3", "", "<p>déj\uFFFD", Charset{Used: "utf-8", Source: "detected", Valid: true}},
		"wrong header":      {"caf\xe9!", "text/html; charset=utf-8", "caf\uFFFD!", Charset{Used: "utf-8", Source: "header", Header: "utf-8"}},
		"unknown header":    {"x", "text/html; charset=klingon", "x", Charset{Used: "utf-8", Source: "detected", Header: "klingon", Valid: true}},
		"invalid utf-8":     {"a\xE2\x82b\xED\xA0\x80", "text/html; charset=utf-8", "a\uFFFDb\uFFFD\uFFFD\uFFFD", Charset{Used: "utf-8", Source: "header", Header: "utf-8"}},
		"control of 1252":   {"a\x81", "text/html; charset=windows-1252", "a\u0081", Charset{Used: "windows-1252", Source: "header", Header: "windows-1252", Valid: true}},
		"meta in noscript":  {"<noscript><meta charset=koi8-r></noscript>\xE9", "", "<noscript><meta charset=koi8-r></noscript>И", Charset{Used: "koi8-r", Source: "meta", Meta: "koi8-r", MetaByte: 31, Valid: true}},
		"meta user-defined": {"<meta charset=x-user-defined>\xE9", "", "<meta charset=x-user-defined>é", Charset{Used: "windows-1252", Source: "meta", Meta: "x-user-defined", MetaByte: 29, Valid: true}},
		"empty":             {"", "", "", Charset{Used: "utf-8", Source: "detected", Valid: true}},
	} {
		t.Run(name, func(t *testing.T) {
			text, got := DecodeCharset([]byte(test.body), test.header)
			same(t, "charset", got, test.want)
			same(t, "text", string(text), test.text)
		})
	}
}

func TestMetaCharsetIsNotSearchedInTheBody(t *testing.T) {
	_, c := DecodeCharset([]byte("<head></head><body>"+strings.Repeat("<p>text</p>\n", 120)+"<meta charset=koi8-r>"), "")
	same(t, "declaration", c.Meta, "")
}

func TestUndeclaredCharsetsAreDetected(t *testing.T) {
	for name, text := range map[string]string{
		"shift_jis":    "当社は地域全体のお客様に配管および暖房サービスを提供しています。お気軽にお問い合わせください。",
		"euc-jp":       "当社は地域全体のお客様に配管および暖房サービスを提供しています。お気軽にお問い合わせください。",
		"euc-kr":       "저희는 지역 전체의 고객에게 배관 및 난방 서비스를 제공합니다. 언제든지 문의해 주세요.",
		"big5":         "我們為整個地區的個人和企業提供管道和供暖服務，擁有一支合格的團隊，隨時為您服務。",
		"gbk":          "我们为整个地区的个人和企业提供管道和供暖服务，拥有一支合格的团队，随时为您服务。",
		"windows-1251": "Мы предлагаем услуги сантехников и отопления для частных лиц и компаний по всему региону.",
		"koi8-r":       "Мы предлагаем услуги сантехников и отопления для частных лиц и компаний по всему региону.",
		"windows-1253": "Προσφέρουμε υπηρεσίες υδραυλικών και θέρμανσης για ιδιώτες και επιχειρήσεις σε όλη την περιοχή.",
		"windows-1255": "אנו מציעים שירותי אינסטלציה וחימום לאנשים פרטיים ולעסקים בכל האזור, עם צוות מוסמך.",
		"windows-1256": "نحن نقدم خدمات السباكة والتدفئة للأفراد والشركات في جميع أنحاء المنطقة، مع فريق متاح لخدمتكم.",
		"windows-874":  "เราให้บริการด้านประปาและเครื่องทำความร้อนสำหรับบุคคลและบริษัททั่วทั้งภูมิภาค",
		"windows-1252": "Wir bieten für Privatkunden und Gewerbe hochwertige Lösungen, schöne Bäder, Öfen, Küchen und größere Umbauten. Élégance à la française, où tout est prêt dès l’été.",
	} {
		encoding, _ := charset.Lookup(name)
		body, err := encoding.NewEncoder().Bytes([]byte("<!doctype html><title>Some words</title><p class=x>" + text + "</p>"))
		if err != nil {
			t.Fatal(name, err)
		}
		decoded, c := DecodeCharset(body, "text/html")
		same(t, name, c.Used, name)
		same(t, name+" source", c.Source, "detected")
		same(t, name+" text", strings.Contains(string(decoded), text), true)
	}
}
