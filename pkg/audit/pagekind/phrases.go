package pagekind

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// kindPhrases are what sites call pages of a kind in headings, titles, links and addresses, as slugs: English, French, German, Spanish, Italian, Portuguese,
// Dutch, Polish, Czech, Swedish, Danish and Norwegian, Turkish, Hungarian, Russian, Greek, Japanese, Chinese.
var kindPhrases = []struct {
	kind    page.Kind
	phrases string
}{
	{page.KindHome, `home homepage home-page start startseite accueil page-d-accueil inicio pagina-inicial principal hem hjem forside strona-glowna domu
		uvod domovska-stranka anasayfa ana-sayfa kezdolap fooldal etusivu начало главная αρχικη ホーム トップページ 首页 首頁`},
	{page.KindAbout, `about about-us about-me our-story who-we-are our-team team meet-the-team our-company company company-profile our-history history
		a-propos a-propos-de-nous qui-sommes-nous notre-histoire notre-equipe equipe l-equipe l-entreprise entreprise notre-entreprise
		uber-uns ueber-uns wir-uber-uns wir-ueber-uns uber-mich ueber-mich das-team unser-team unternehmen unsere-geschichte geschichte wer-wir-sind
		verein vorstand nosotros sobre-nosotros quienes-somos acerca-de empresa equipo nuestra-historia nuestro-equipo conocenos
		chi-siamo la-nostra-storia azienda l-azienda la-storia sobre sobre-nos quem-somos a-empresa nossa-historia over-ons wie-zijn-wij ons-team over-mij
		wie-ben-ik bestuur o-nas o-firmie o-mnie nasza-historia historia-firmy o-spolecnosti nas-tym om-oss om-os om-mig om-meg styrelsen historik
		hakkimizda biz-kimiz kurumsal rolunk bemutatkozas magunkrol tietoa-meista о-нас о-компании о-насъ σχετικα-με-εμας 会社概要 私たちについて 概要 关于我们
		公司简介 關於我們`},
	{page.KindContact, `contact contacts contact-us contact-me get-in-touch find-us contact-form contacting-us contact-information visit-us directions
		contactez-nous nous-contacter contactez-moi formulaire-de-contact nous-trouver acces coordonnees kontakt kontaktieren-sie-uns kontaktformular anfahrt
		kontakt-anfahrt so-finden-sie-uns contacto contactenos contactanos contactar donde-estamos contatti contattaci dove-siamo dove-trovarci contatto contato
		contacte-nos fale-conosco onde-estamos contacteer-ons neem-contact-op kontakty kontaktujte-nas napiste-nam kontaktai kontakta-oss kontakt-os kontakt-oss
		ta-kontakt hitta-hit find-os iletisim bize-ulasin kapcsolat yhteystiedot ota-yhteytta контакты контакти свържете-се-с-нас επικοινωνια お問い合わせ アクセス
		联系我们 聯絡我們`},
	{page.KindService, `services service our-services what-we-do features products product our-products solutions our-solutions
		nos-services prestations nos-prestations mes-prestations produits nos-produits nos-solutions prestation produit leistungen unsere-leistungen
		leistungsspektrum angebot produkte dienstleistungen loesungen losungen servicios nuestros-servicios productos soluciones servizi i-nostri-servizi
		prodotti soluzioni servicos nossos-servicos produtos diensten onze-diensten producten oplossingen uslugi oferta nasza-oferta sluzby nase-sluzby tjanster
		vara-tjanster ydelser tjenester hizmetler hizmetlerimiz urunler szolgaltatasok szolgaltatasaink palvelut услуги наши-услуги υπηρεσιες サービス 事業内容
		服务项目 funktionen fonctionnalites caracteristicas funzionalita`},
	{page.KindPricing, `pricing prices price-list rates our-prices our-rates plans plans-and-pricing fees services-and-prices
		tarif tarifs nos-tarifs prix nos-prix grille-tarifaire tarifs-et-prestations preise preisliste unsere-preise preise-leistungen precios tarifas
		nuestros-precios prezzi tariffe listino listino-prezzi precos tabela-de-precos prijzen tarieven prijslijst cennik cenik cennik-uslug ceny priser prisliste
		prislista fiyatlar fiyat-listesi arak araink arlista hinnasto цены прайс прайс-лист τιμες 料金 料金表 价格`},
	{page.KindFAQ, `faq faqs f-a-q frequently-asked-questions questions questions-and-answers help help-center help-centre
		foire-aux-questions questions-frequentes vos-questions aide haeufige-fragen haufige-fragen haufig-gestellte-fragen fragen-und-antworten hilfe
		preguntas-frecuentes ayuda domande-frequenti aiuto perguntas-frequentes duvidas-frequentes ajuda veelgestelde-vragen vragen
		najczesciej-zadawane-pytania pytania-i-odpowiedzi caste-dotazy caste-otazky vanliga-fragor ofte-stillede-sporgsmal ofte-stilte-sporsmal
		sikca-sorulan-sorular sss gyakori-kerdesek usein-kysyttya вопросы-и-ответы частые-вопросы συχνες-ερωτησεις よくある質問 常见问题`},
	{page.KindLegal, `legal legal-notice imprint privacy privacy-policy privacy-notice terms terms-of-service terms-of-use terms-and-conditions
		terms-conditions cookie-policy cookies mentions-legales confidentialite politique-de-confidentialite cgv cgu conditions-generales
		conditions-generales-de-vente conditions-generales-d-utilisation politique-de-cookies donnees-personnelles impressum datenschutz
		datenschutzerklaerung datenschutzerklarung agb allgemeine-geschaftsbedingungen haftungsausschluss widerrufsbelehrung aviso-legal
		privacidad politica-de-privacidad politica-de-cookies terminos-y-condiciones note-legali informativa-privacy informativa-sulla-privacy cookie-policy
		privacidade termos-de-uso politica-de-privacidade privacybeleid privacyverklaring algemene-voorwaarden disclaimer polityka-prywatnosci
		polityka-cookies regulamin ochrana-osobnich-udaju obchodni-podminky zasady-ochrany-osobnich-udaju integritetspolicy privatlivspolitik
		personvernerklaering personvern cookiepolitik gizlilik-politikasi kvkk kullanim-kosullari cerez-politikasi adatvedelmi-tajekoztato adatvedelem aszf
		tietosuojaseloste политика-конфиденциальности политика-за-поверителност πολιτικη-απορρητου プライバシーポリシー 個人情報保護方針 特定商取引法 隐私政策`},
	{page.KindListing, `blog news articles latest-news latest-posts archive archives actualites actualite actus aktuelles neuigkeiten nachrichten
		noticias articulos notizie novita articoli novidades nieuws aktualnosci wiadomosci aktuality novinky nyheder nyheter haberler hirek uutiset
		новости блог новини νεα お知らせ ニュース ブログ 新闻 新闻中心`},
	{page.KindCategory, `shop store online-shop boutique e-boutique catalogue catalog sortiment tienda catalogo negozio loja winkel webshop sklep obchod e-shop
		eshop butik nettbutikk magaza bolt webaruhaz магазин каталог 商品一覧 产品中心`},
	{page.KindDocumentation, `documentation docs user-guide user-manual reference-manual api-reference getting-started installation tutorial
		handbuch dokumentation benutzerhandbuch manuel guide-d-utilisation documentacion manual dokumentacja dokumentace документация руководство
		ドキュメント マニュアル チュートリアル 文档 教程`},
	{page.KindOther, `gallery photo-gallery photos galerie bildergalerie galeria galleria galerij galleri fotky login log-in sign-in sign-up register my-account
		anmelden anmeldung registrieren connexion inscription iniciar-sesion registro accedi entrar inloggen logowanie prihlaseni giris kayit
		thank-you merci danke gracias grazie obrigado bedankt dziekujemy dekujeme page-not-found 404 not-found links liens enlaces calendar agenda kalender
		calendrier termine events veranstaltungen evenements eventi reservation reservierung booking buchung reservas prenota testimonials reviews
		temoignages avis kundenstimmen testimonios recensioni opinie reference referenzen references portfolio projekte cart basket checkout warenkorb
		kasse panier carrito carrello winkelwagen koszyk kosik sepet search search-results suche recherche buscar cerca zoeken sitemap donate spenden`},
}

var phraseKinds = sync.OnceValue(func() map[string]page.Kind {
	kinds := make(map[string]page.Kind)
	for _, row := range kindPhrases {
		for _, phrase := range strings.Fields(row.phrases) {
			if _, ok := kinds[phrase]; !ok {
				kinds[phrase] = row.kind
			}
		}
	}
	return kinds
})

// OfPhrase returns the kind of page that a slug names: "kontakt", "mentions-legales". ok is false for other phrases.
func OfPhrase(slug string) (kind page.Kind, ok bool) {
	kind, ok = phraseKinds()[slug]
	return kind, ok
}

// Slug lower-cases, takes the accents off Latin letters, and joins words with single hyphens. Letters of other scripts stay.
func Slug(s string) string { return string(appendSlug(make([]byte, 0, len(s)), s)) }

// appendSlug is Slug for a buffer that is used again.
func appendSlug(slug []byte, s string) []byte {
	gap := false
	for _, r := range s {
		if r >= 'A' && r <= 'Z' {
			r += 'a' - 'A'
		}
		plain := ""
		if r >= 0x80 {
			r = unicode.ToLower(r)
			plain = plainLetters[r]
		}
		if plain == "" && !(r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r >= 0x80 && (unicode.IsLetter(r) || unicode.IsMark(r) || r == 'ー')) {
			gap = len(slug) > 0
			continue
		}
		if gap {
			slug = append(slug, '-')
			gap = false
		}
		if plain != "" {
			slug = append(slug, plain...)
		} else {
			slug = utf8.AppendRune(slug, r)
		}
	}
	return slug
}

var plainLetters = map[rune]string{
	'à': "a", 'á': "a", 'â': "a", 'ã': "a", 'ä': "a", 'å': "a", 'æ': "ae", 'ç': "c", 'è': "e", 'é': "e", 'ê': "e", 'ë': "e",
	'ì': "i", 'í': "i", 'î': "i", 'ï': "i", 'ñ': "n", 'ò': "o", 'ó': "o", 'ô': "o", 'õ': "o", 'ö': "o", 'ø': "o", 'œ': "oe",
	'ù': "u", 'ú': "u", 'û': "u", 'ü': "u", 'ý': "y", 'ÿ': "y", 'ß': "ss",
	'ą': "a", 'ć': "c", 'ę': "e", 'ł': "l", 'ń': "n", 'ś': "s", 'ź': "z", 'ż': "z", 'č': "c", 'ď': "d", 'ě': "e", 'ň': "n", 'ř': "r", 'š': "s",
	'ť': "t", 'ů': "u", 'ž': "z", 'ı': "i", 'ğ': "g", 'ş': "s", 'ő': "o", 'ű': "u", 'ă': "a", 'ș': "s", 'ț': "t", 'đ': "d", 'ľ': "l", 'ĺ': "l",
	'ā': "a", 'ē': "e", 'ī': "i", 'ū': "u", 'ģ': "g", 'ķ': "k", 'ļ': "l", 'ņ': "n", 'ė': "e", 'į': "i", 'ų': "u", 'ō': "o",
	'ά': "α", 'έ': "ε", 'ή': "η", 'ί': "ι", 'ό': "ο", 'ύ': "υ", 'ώ': "ω", 'ё': "е",
}
