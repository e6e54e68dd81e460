package page

import "strings"

// NeedsRender says that the page shows next to nothing before its JavaScript runs: an application's empty root element, or scripts around almost
// no text. A root element alone is no evidence, since frameworks that render on the server keep it.
func (p *Page) NeedsRender() bool {
	if p.Text.Chars >= 400 {
		return false
	}
	scripts := 0
	for i := range p.Scripts {
		if p.Scripts[i].Src != "" || p.Scripts[i].Bytes > 100 {
			scripts++
		}
	}
	return p.Shell != "" && scripts > 0 && p.Text.Visible < 100
}

// Title is the text of the first title element; empty where there is none.
func (p *Page) Title() string {
	if len(p.Titles) == 0 {
		return ""
	}
	return p.Titles[0]
}

// Description is the first meta description; empty where there is none.
func (p *Page) Description() string {
	if len(p.Descriptions) == 0 {
		return ""
	}
	return p.Descriptions[0]
}

// Preview is the address of the picture that links to the page are shown with (og:image), as written; empty where none is named.
func (p *Page) Preview() string {
	for _, name := range []string{"og:image", "og:image:url", "og:image:secure_url"} {
		for _, m := range p.OpenGraph {
			if content := strings.TrimSpace(m.Content); m.Name == name && content != "" {
				return content
			}
		}
	}
	return ""
}

// ReadSitemap gives the first sitemap file that could be read as one, nil where there is none.
func (f *Facts) ReadSitemap() *Sitemap {
	for i := range f.Sitemaps {
		if s := &f.Sitemaps[i]; s.Form != "" {
			return s
		}
	}
	return nil
}
