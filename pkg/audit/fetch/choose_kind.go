package fetch

import (
	"net/url"
	"strings"
	"sync"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
	"github.com/auditctl/auditctl/pkg/audit/pagekind"
)

// kindSections are the folders that hold pages of a kind.
var kindSections = []struct {
	kind    page.Kind
	folders string
}{
	{page.KindArticle, `blog blogs news article articles post posts journal magazine insights stories press guides guide tips case-studies
		actualite actualites actus actu conseils presse dossiers neuigkeiten nachrichten aktuelles ratgeber noticias articulos consejos
		notizie articoli consigli novidades artigos nieuws artikelen artikel`},
	{page.KindService, `services service products product solutions shop store collections prestations prestation produits produit boutique
		leistungen dienstleistungen produkte loesungen servicios productos tienda servizi prodotti negozio servicos produtos loja diensten producten`},
	{page.KindLegal, `legal policies mentions-legales`},
}

// languages are the codes that stand for a language at the root of a path.
const languages = " ar bg ca cs cy da de el en es et eu fa fi fr ga gl he hi hr hu id is it ja ko lt lv ms mt nb nl no pl pt ro ru sk sl sq sr sv th tr " +
	"uk vi zh "

var sectionKinds = sync.OnceValue(func() map[string]page.Kind {
	kinds := make(map[string]page.Kind)
	for _, row := range kindSections {
		for _, folder := range strings.Fields(row.folders) {
			kinds[folder] = row.kind
		}
	}
	return kinds
})

// classify guesses the kind of an unread page by its path and query, and by the text of a link to it, which may be empty.
func classify(requestPath, text string) page.Kind {
	path, query, _ := strings.Cut(requestPath, "?")
	_, segments := languageRoot(pathSegments(path))
	if len(segments) == 0 || len(segments) == 1 && isIndex(segments[0]) {
		if query == "" {
			return page.KindHome
		}
		return textKind(text)
	}
	for i, folder := range segments[:len(segments)-1] {
		if kind, ok := sectionKinds()[pagekind.Slug(folder)]; ok {
			return kind
		}
		if isYear(folder) && isMonth(segments[i+1]) {
			return page.KindArticle
		}
	}
	if len(segments) > 2 {
		return page.KindOther
	}
	if kind := phraseKind(withoutExtension(segments[len(segments)-1])); kind != page.KindOther {
		return kind
	}
	return textKind(text)
}

// readKind tells what a page that was read is for. Its content says so; a guess by address and link counts only where the content isn't clear.
func readKind(p *page.Page, guess page.Kind, linked string) page.Kind {
	kind, likely := pagekind.Of(p, guess == page.KindHome, linked)
	if likely < pagekind.Sure {
		return guess
	}
	return kind
}

// mainKind tells what the submitted page is for.
func (g *gatherer) mainKind(main *page.Page, t audit.Target) page.Kind {
	guess := classify(g.site.RequestPath(), "")
	if t.Root { // wherever a front page redirects to
		guess = page.KindHome
	}
	return readKind(main, guess, "")
}

func textKind(text string) page.Kind {
	if len(text) > 60 { // a sentence, no label
		return page.KindOther
	}
	return phraseKind(text)
}

// phraseKind returns the kind that a phrase names. A link called "Home" isn't a home page, since its address would be the root.
func phraseKind(phrase string) page.Kind {
	kind, ok := pagekind.OfPhrase(pagekind.Slug(phrase))
	if !ok || kind == page.KindHome {
		return page.KindOther
	}
	return kind
}

// pathSegments gives the parts of a path that aren't empty, percent-decoded where that is possible.
func pathSegments(path string) []string {
	var segments []string
	for s := range strings.SplitSeq(path, "/") {
		if s == "" {
			continue
		}
		if decoded, err := url.PathUnescape(s); err == nil {
			s = decoded
		}
		segments = append(segments, s)
	}
	return segments
}

// languageRoot splits a leading language off: "fr" or "fr-ca", lower-cased; empty where the path begins with none.
func languageRoot(segments []string) (lang string, rest []string) {
	if len(segments) == 0 {
		return "", nil
	}
	first := strings.ToLower(segments[0])
	code, region, _ := strings.Cut(strings.ReplaceAll(first, "_", "-"), "-")
	if len(code) == 2 && (region == "" || len(region) == 2) && strings.Contains(languages, " "+code+" ") {
		return first, segments[1:]
	}
	return "", segments
}

func isIndex(segment string) bool {
	name := strings.ToLower(withoutExtension(segment))
	return name == "index" || name == "default" && name != strings.ToLower(segment)
}

func isYear(s string) bool  { return len(s) == 4 && (s[:2] == "19" || s[:2] == "20") && digits(s) }
func isMonth(s string) bool { return len(s) <= 2 && s != "" && digits(s) }
func digits(s string) bool  { return strings.Trim(s, "0123456789") == "" }

// withoutExtension cuts the extension of a page; another is part of the name.
func withoutExtension(segment string) string {
	if i := strings.LastIndexByte(segment, '.'); i > 0 && strings.Contains(pageExtensions, " "+strings.ToLower(segment[i+1:])+" ") {
		return segment[:i]
	}
	return segment
}
