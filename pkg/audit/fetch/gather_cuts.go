package fetch

import (
	"fmt"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// concludeFiles says what the bounds cut of the site's files and of the submitted page's lists.
func (g *gatherer) concludeFiles() {
	f := g.facts
	if f.Robots.Value.Truncated {
		g.cut(page.Note{
			EN: "robots.txt is longer than the 512 KiB that crawlers read; the rest holds for nobody",
			FR: "robots.txt dépasse les 512 Kio que lisent les robots ; le reste ne vaut pour personne",
		})
	}
	if f.LLMs.Value.Truncated {
		g.cut(page.Note{EN: "only the beginning of llms.txt was read", FR: "seul le début de llms.txt a été lu"})
	}
	for i := range f.Sitemaps {
		if s := &f.Sitemaps[i]; s.Truncated != "" {
			url := audit.Printable(s.URL)
			g.cut(page.Note{
				EN: fmt.Sprintf("only the first %d entries of %s were read", s.Count, url),
				FR: fmt.Sprintf("seules les %d premières entrées de %s ont été lues", s.Count, url),
			})
		}
	}
	if n := g.sitemapsLeft; n > 0 {
		g.note(page.Note{
			EN: fmt.Sprintf("sitemap files that were not read, to ask little of the site: %d", n),
			FR: fmt.Sprintf("fichiers de sitemap laissés de côté, pour peu solliciter le site : %d", n),
		})
	}
	main := f.Main()
	if main.ParseError != "" {
		g.cut(page.Note{
			EN: "the submitted page: " + main.ParseError,
			FR: "la page soumise dépasse les limites de l'analyse ; elle a été lue en partie, ou sans sa structure exacte",
		})
	}
	if all, kept := main.LinksTotal, len(main.Links); all > kept {
		g.cut(page.Note{
			EN: fmt.Sprintf("of %d links on the submitted page, the first %d were looked at", all, kept),
			FR: fmt.Sprintf("sur %d liens de la page soumise, les %d premiers ont été examinés", all, kept),
		})
	}
	if all, kept := main.ImagesTotal, len(main.Images); all > kept {
		g.cut(page.Note{
			EN: fmt.Sprintf("of %d images on the submitted page, the first %d were looked at", all, kept),
			FR: fmt.Sprintf("sur %d images de la page soumise, les %d premières ont été examinées", all, kept),
		})
	}
}

// cut notes what a bound cut off.
func (g *gatherer) cut(n page.Note) {
	g.facts.Truncated = true
	g.note(n)
}
