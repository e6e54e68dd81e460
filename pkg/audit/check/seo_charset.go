package check

import (
	"fmt"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// sniffedBytes is how far browsers look for a charset declaration.
const sniffedBytes = 1024

func seoCharset() Check {
	return Check{
		ID:     "seo.charset",
		Weight: 1,
		Level:  Standard,
		Source: "HTML standard, specifying the document's character encoding; Lighthouse charset",
		Link:   "https://html.spec.whatwg.org/multipage/semantics.html#charset",
		Title:  text("Character encoding", "Encodage des caractères"),
		Why: text("Without a declared encoding, browsers and crawlers have to guess, and accented letters may come out garbled.",
			"Sans encodage déclaré, navigateurs et robots doivent le deviner, et les lettres accentuées peuvent s'afficher de travers."),
		Fix: text("Serve UTF-8 and declare it in the Content-Type header, or with a meta charset among the first 1,024 bytes.",
			"Servez de l'UTF-8 et déclarez-le dans l'en-tête Content-Type, ou par une balise meta charset dans les 1 024 premiers octets."),
		Run: runCharset,
	}
}

func runCharset(f *page.Facts) Finding {
	p := f.Main()
	c := &p.Charset
	if c.Used == "" {
		return unassessed(page.Unread, "The page's encoding is unknown.", "L'encodage de la page est inconnu.")
	}
	var verdict Finding
	switch {
	case c.Source == "detected":
		verdict = failed("The page declares no encoding; %s had to be guessed.", "La page ne déclare aucun encodage ; il a fallu deviner %s.", c.Used)
	case !c.Valid:
		verdict = warned("The page declares %s, but contains bytes that aren't valid in it.", "La page déclare %s, mais contient des octets qui n'y sont pas valides.", c.Used)
	case c.Used != "utf-8":
		verdict = warned("The page is encoded in %s; the standard requires UTF-8.", "La page est encodée en %s ; la norme exige UTF-8.", c.Used)
	case c.Source == "meta" && c.MetaByte > sniffedBytes:
		verdict = warned("The encoding is declared only after %d bytes; browsers look at the first 1,024.",
			"L'encodage n'est déclaré qu'après %d octets ; les navigateurs en examinent 1 024.", c.MetaByte)
	default:
		verdict = passed("The page declares UTF-8.", "La page déclare UTF-8.")
	}
	return verdict.seen(p.FinalURL, "charset", fmt.Sprintf("Content-Type: %s; meta: %s", orNone(c.Header), orNone(c.Meta)))
}

func orNone(s string) string {
	if s == "" {
		return "none"
	}
	return s
}
