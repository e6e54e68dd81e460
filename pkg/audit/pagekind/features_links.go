package pagekind

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// linkRoles are links that only some kinds of page have.
var linkRoles = sync.OnceValue(func() map[string]string {
	return roles(map[string]string{
		"more": `read-more more weiterlesen mehr-lesen mehr-erfahren lire-la-suite en-savoir-plus lire-plus leer-mas ver-mas saber-mas leggi-tutto scopri-di-piu
		leggi-di-piu continua-a-leggere lees-meer lees-verder czytaj-wiecej wiecej cist-dale vice las-mer laes-mere les-mer devamini-oku devami tovabb
		leia-mais saiba-mais ler-mais подробнее читать-далее 続きを読む もっと見る 详情 more-details learn-more continue-reading details`,
		"page": `next next-page previous-page older-posts newer-posts previous suivant page-suivante precedent weiter nachste-seite zuruck siguiente anterior
		successivo precedente volgende vorige nastepna poprzednia dalsi predchozi nasta foregaende sonraki onceki proxima seguinte следующая вперед 次へ 前へ
		上一页 下一页 下一章 上一章 prev up top contents table-of-contents index inhaltsverzeichnis sommaire indice 目录 目次`,
		"source": `edit-this-page edit-on-github edit-on-gitlab suggest-an-edit view-page-source show-source view-source improve-this-page edit-this-page-on-github
		quelltext-anzeigen 编辑此页 このページを編集 print-this-book report-a-bug bearbeite-diese-seite`,
		"basket": `cart basket my-cart shopping-cart view-cart checkout add-to-cart buy buy-now add-to-basket warenkorb zum-warenkorb in-den-warenkorb kasse panier
		mon-panier ajouter-au-panier acheter carrito anadir-al-carrito comprar carrello aggiungi-al-carrello acquista winkelwagen winkelmand
		in-winkelwagen koszyk do-koszyka dodaj-do-koszyka kosik do-kosiku varukorg kurv indkobskurv handlekurv sepet sepete-ekle kosar kosarba carrinho
		adicionar-ao-carrinho корзина в-корзину купить カート 购物车 加入购物车 wishlist add-to-wishlist merkzettel`,
		"share": `facebook twitter whatsapp share tweet pinterest email print drucken imprimer teilen partager compartir condividi delen share-on-facebook
		share-on-twitter`,
		"comments": `comments leave-a-comment reply add-comment kommentare kommentar-schreiben commentaires commenter comentarios commenti reacties комментарии
		kommentarer log-in-to-reply antworten repondre responder`,
	})
})

func roles(lists map[string]string) map[string]string {
	byLabel := make(map[string]string)
	for role, list := range lists {
		for label := range strings.FieldsSeq(list) {
			byLabel[label] = role
		}
	}
	return byLabel
}

// links looks at how many links there are, where, and what they are called.
func (b *bag) links() {
	inMain, headlines, digits := 0, 0, 0
	counts, roleOf := make(map[string]int, 6), linkRoles()
	slug := make([]byte, 0, 64)
	links := b.page.Links
	for i := range links[:min(len(links), maxLinks)] {
		l := &links[i]
		main := l.Place == "main" || l.Place == "body"
		if main && !l.Fragment {
			inMain++
		}
		text := strings.TrimSpace(l.Text)
		switch {
		case len(text) > 40:
			if main && l.Internal {
				headlines++
			}
		case text != "" && len(text) <= 3 && strings.Trim(text, "0123456789") == "":
			digits++
		default:
			slug = appendSlug(slug[:0], text)
			if role := roleOf[string(slug)]; role != "" {
				counts[role]++
			}
		}
	}
	b.count("links in main", inMain, 1, 5, 15, 40, 100)
	b.count("headline links", headlines, 1, 4, 12)
	words := b.page.Text.Words + 1
	b.count("words per link", words/(inMain+1), 3, 8, 20, 60)
	b.addIf(digits >= 3, "numbers of pages")
	for _, role := range [...]string{"more", "page", "source", "basket", "share", "comments"} {
		if counts[role] > 0 {
			b.count("links "+role, counts[role], 2, 4)
		}
	}
}

// words looks up the first words of the main content.
func (b *bag) words() {
	sample := b.page.Text.Main
	sample = sample[:min(len(sample), maxSample)]
	counts, topicOf := make(map[string]int, 6), topicWords()
	total, lower := 0, make([]byte, 0, 48)
	for word := range strings.FieldsFuncSeq(sample, betweenWords) {
		total++
		if len(word) < 3 || len(word) > 40 {
			continue
		}
		lower = appendLower(lower[:0], word)
		if topic := topicOf[string(lower)]; topic != "" {
			counts[topic]++
		}
	}
	for _, topic := range [...]string{"legal", "basket", "price", "we", "code"} {
		if n := counts[topic]; n > 0 {
			b.count("words "+topic, n*200/max(total, 60), 1, 2, 4, 9)
		}
	}
}

// appendLower is strings.ToLower for a buffer that is used again.
func appendLower(lower []byte, s string) []byte {
	for _, r := range s {
		if r < utf8.RuneSelf {
			if r >= 'A' && r <= 'Z' {
				r += 'a' - 'A'
			}
			lower = append(lower, byte(r))
			continue
		}
		lower = utf8.AppendRune(lower, unicode.ToLower(r))
	}
	return lower
}

func betweenWords(r rune) bool {
	return r < 'A' || r > 'Z' && r < 'a' || r > 'z' && r < 0xC0 || r >= 0x2000 && r < 0x206F || r == '、' || r == '。'
}

// topicWords are words of one subject, in a dozen languages.
var topicWords = sync.OnceValue(func() map[string]string {
	return roles(map[string]string{
		"legal": `gdpr cookies cookie liability liable copyright disclaimer jurisdiction trademark processing controller consent warranty warranties lawful
		dsgvo haftung personenbezogene personenbezogenen verantwortlich verantwortlicher datenschutz datenverarbeitung handelsregister registergericht
		umsatzsteuer inhaltlich urheberrecht vertretungsberechtigt streitbeilegung steuernummer widerruf verarbeitung speicherung ddg tmg abs
		rgpd cnil éditeur hébergeur hébergement siret siren directeur responsabilité personnelles traitement propriété intellectuelle litige
		titular responsable tratamiento datos personales lopd lssi consentimiento finalidad prestador propiedad trattamento titolare dati personali
		consenso finalità partita dados pessoais lgpd tratamento finalidade persoonsgegevens verwerking verwerken aansprakelijk aansprakelijkheid avg
		toestemming rodo danych osobowych administrator administratorem przetwarzania przetwarzane osobních údajů správce zpracování souhlas
		personuppgifter behandling personoplysninger personopplysninger samtykke kvkk kişisel verilerin verileriniz rıza adatkezelés személyes adatok
		персональных данных обработки обработка согласие закон законом`,
		"basket": `cart basket sku warenkorb lieferzeit versandkosten artikelnummer lagernd verfügbar panier livraison carrito disponible envío carrello
		spedizione disponibile winkelwagen levertijd koszyka dostawa wysyłka košíku skladem doprava sepete stokta корзину артикул наличии isbn stock
		shipping versand zzgl mwst`,
		"price": `price prices pricing preis preise preisliste tarif tarifs prix precio precios prezzo prezzi preço preços prijs prijzen tarief tarieven cena ceny
		cennik ceník pris priser fiyat fiyatlar fiyatı árak цена цены стоимость euro eur zł kč chf usd`,
		"we": `we our wir unser unsere unserer nous notre nos nosotros nuestro nuestra nuestros noi nostro nostra nostri nós nosso nossa wij onze ons nasz nasza
		nasze náš naše naši vår våra våre vores biz bizim мы наш наша наши`,
		"code": `function class returns return parameter parameters null true false boolean integer api method methods compile compiler install command
		commands default library libraries module syntax implements struct argument arguments variable variables config plugin`,
	})
})
