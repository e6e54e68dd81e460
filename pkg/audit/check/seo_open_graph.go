package check

import (
	"strconv"
	"strings"

	"github.com/auditctl/auditctl/internal/weburl"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// openGraphBasics are the properties that the protocol requires, and the description that every reader of it shows.
var openGraphBasics = []string{"og:title", "og:description", "og:image", "og:url", "og:type"}

// The size from which previews are large, in pixels; common practice of the networks.
const (
	previewWidth  = 1200
	previewHeight = 630
)

func seoOpenGraph() Check {
	return Check{
		ID:     "seo.open-graph",
		Weight: 2,
		Level:  Standard,
		Source: "The Open Graph protocol (og:title, og:type, og:image, og:url; og:description is optional there); common practice: 1200x630",
		Link:   "https://ogp.me/",
		Title:  text("Link previews (Open Graph)", "Aperçus de liens (Open Graph)"),
		Why: text("Networks, messengers and chat assistants show a shared link with these words and this image.",
			"Réseaux sociaux, messageries et assistants affichent un lien partagé avec ces mots et cette image."),
		Fix: text("Give each page og:title, og:description, og:image (absolute, 1200x630), og:url (the canonical address) and og:type.",
			"Donnez à chaque page og:title, og:description, og:image (absolue, 1200x630), og:url (l'adresse canonique) et og:type."),
		Run: runOpenGraph,
	}
}

func runOpenGraph(f *page.Facts) Finding {
	main := f.Main()
	missing := missingOpenGraph(main)
	switch {
	case len(missing) > 0 && (main.Response.Truncated != "" || main.ParseError != ""):
		return unsure(main)
	case len(missing) == len(openGraphBasics):
		return failed("The page has no Open Graph properties.", "La page n'a pas de propriétés Open Graph.").seen(main.FinalURL, "meta[property]", "none")
	case len(missing) > 0:
		list := strings.Join(missing, ", ")
		return warned("The page lacks some Open Graph properties: %s.", "Il manque à la page des propriétés Open Graph : %s.", list).
			seen(main.FinalURL, "meta[property]", "missing: "+list)
	}
	if x := judgeOpenGraph(f, main); x != nil {
		return warned("%v", "%v", x.said).seen(main.FinalURL, "meta[property]", x.at)
	}
	found := faults(f, func(p *page.Page) (string, string, bool) {
		missing := missingOpenGraph(p)
		return "meta[property]", strings.Join(missing, ", "), len(missing) == len(openGraphBasics)
	})
	return siteWide(f, found, passed("The page has all five basic Open Graph properties.", "La page a les cinq propriétés Open Graph de base."), Finding{},
		warned("There is no Open Graph property on %v.", "Il n'y a aucune propriété Open Graph sur %v.", notMain(len(found), f)))
}

func missingOpenGraph(p *page.Page) []string {
	var missing []string
	for _, name := range openGraphBasics {
		if metaContent(p.OpenGraph, name) == "" && (name != "og:image" || metaContent(p.OpenGraph, "og:image:url", "og:image:secure_url") == "") {
			missing = append(missing, name)
		}
	}
	return missing
}

func judgeOpenGraph(f *page.Facts, p *page.Page) *flaw {
	image := p.Preview()
	own := p.FinalURL
	if c := canonicalURL(p); c != "" {
		own = c
	}
	width, _ := strconv.Atoi(metaContent(p.OpenGraph, "og:image:width"))
	height, _ := strconv.Atoi(metaContent(p.OpenGraph, "og:image:height"))
	asset, looked := f.Assets[image]
	at := metaContent(p.OpenGraph, "og:url")
	if u, err := weburl.Parse(at); err == nil {
		at = u.Page()
	}
	switch {
	case !absolute(image):
		return slight(image, "og:image isn't an absolute address, so previews may lack the image.",
			"og:image n'est pas une adresse absolue ; l'image peut manquer dans les aperçus.")
	case looked && asset.Status >= 400:
		return slight(image, "og:image answers %d.", "og:image répond %d.", asset.Status)
	case looked && !isImage(asset):
		return slight(image, "og:image isn't an image.", "og:image n'est pas une image.")
	case asset.Width > 0 && (asset.Width < previewWidth || asset.Height < previewHeight):
		return slight(image, "og:image is %dx%d; large previews take 1200x630.", "og:image mesure %dx%d ; les grands aperçus demandent 1200x630.", asset.Width, asset.Height)
	case asset.Width == 0 && (width > 0 && width < previewWidth || height > 0 && height < previewHeight):
		return slight(image, "og:image is declared as %dx%d; large previews take 1200x630.",
			"og:image est déclarée en %dx%d ; les grands aperçus demandent 1200x630.", width, height)
	case !sameAddress(at, own):
		return slight(at, "og:url differs from the page's canonical address.", "og:url diffère de l'adresse canonique de la page.")
	}
	return nil
}

// metaContent gives the content of the first of the named metas that isn't empty.
func metaContent(metas []page.Meta, names ...string) string {
	for _, name := range names {
		for _, m := range metas {
			if m.Name == name && strings.TrimSpace(m.Content) != "" {
				return strings.TrimSpace(m.Content)
			}
		}
	}
	return ""
}
