package check

import (
	"slices"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// minCompressible is the size below which compression gains nothing, in bytes.
const minCompressible = 1024

func uncompressed(p *page.Page) bool {
	return p.Response.Bytes > minCompressible && !isCompressed(p.Response.Encoding)
}

func isCompressed(encoding string) bool {
	return slices.Contains([]string{"gzip", "br", "zstd", "deflate"}, encoding)
}

func perfCompression() Check {
	return Check{
		ID: "perf.compression", Weight: 5, Level: Standard,
		Source: "Lighthouse, text compression; RFC 9110 section 8.4",
		Link:   "https://developer.chrome.com/docs/lighthouse/performance/uses-text-compression",
		Title:  text("Compressed text", "Texte compressé"),
		Why: text("Compressed, HTML, scripts and style sheets are often a quarter of the size, and arrive that much sooner.",
			"Compressés, le HTML, les scripts et les feuilles de style pèsent souvent quatre fois moins et arrivent d'autant plus vite."),
		Fix: text("Turn on Brotli or gzip for text types in the web server or CDN.",
			"Activez Brotli ou gzip pour les types texte sur le serveur web ou le CDN."),
		Run: func(f *page.Facts) Finding {
			main := f.Main()
			onMain, others := pagesWhere(f, uncompressed)
			switch {
			case onMain:
				return failed("The page is sent uncompressed (%s).",
					"La page est envoyée sans compression (%s).", size(main.Response.Bytes)).
					seen(main.FinalURL, "Content-Encoding", main.Response.Encoding)
			case len(others) > 0:
				return warned("%s sent uncompressed.",
					"%s sans compression.", count(len(others), "other page is", "other pages are", "autre page est envoyée", "autres pages sont envoyées")).
					seenOn(others, "Content-Encoding", "")
			}
			if plain := uncompressedAssets(f); len(plain) > 0 {
				return warned("%s sent uncompressed.", "%s sans compression.", count(len(plain), "file of the page is", "files of the page are",
					"fichier de la page est envoyé", "fichiers de la page sont envoyés")).
					seenOn(plain, "Content-Encoding", "")
			}
			if main.Response.Bytes <= minCompressible {
				return unassessed(page.NotApplicable, "The page is too small to gain from compression.",
					"La page est trop petite pour que la compression soit utile.")
			}
			return passed("The page is sent compressed (%s).", "La page est envoyée compressée (%s).", main.Response.Encoding)
		},
	}
}

// uncompressedAssets gives the site's own sub-resources of a text type that are sent as they are.
func uncompressedAssets(f *page.Facts) []string {
	return ownAssets(f, func(a page.Asset) bool {
		kind := strings.ToLower(a.ContentType)
		text := slices.ContainsFunc([]string{"javascript", "ecmascript", "text/css", "svg", "json"}, func(t string) bool { return strings.Contains(kind, t) })
		return text && a.Bytes > minCompressible && !isCompressed(a.Encoding)
	})
}
