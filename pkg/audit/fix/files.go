package fix

import (
	"cmp"
	"fmt"
	"html"
	"slices"
	"strings"

	"github.com/auditctl/auditctl/internal/weburl"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// llms mends llms.txt, where the site has one: lines with dead links go, and what has not the form is written anew from the pages read (llmstxt.org).
func llms(w *work) []proposal {
	checks := w.among("crawl.llms-txt-valid", "crawl.llms-txt-links-live")
	if len(checks) == 0 || !w.Facts.LLMs.OK() {
		return nil
	}
	old := &w.Facts.LLMs.Value
	var content string
	note := text("Titles and descriptions are those of the pages read. Put what matters most first, and take out what nobody needs to answer with.",
		"Titres et descriptions sont ceux des pages lues. Placez d'abord l'essentiel, et retirez ce qui ne sert à aucune réponse.")
	if served, ok := w.Served[old.URL]; ok && !w.wants("crawl.llms-txt-valid") && !old.Truncated {
		content = w.withoutDead(old, string(served))
		note = text("The lines with dead links are gone. Where a page has moved, write its new address instead.",
			"Les lignes aux liens morts ont disparu. Si une page a déménagé, indiquez plutôt sa nouvelle adresse.")
	} else {
		content = w.writeLLMs()
	}
	if content == "" {
		return nil
	}
	at := w.origin() + "/llms.txt"
	return []proposal{{answers: checks, files: []draft{{
		path: "llms.txt", content: []byte(content), note: note, where: text("at /llms.txt, served as text/plain or text/markdown", "à l'adresse /llms.txt, servi en text/plain ou text/markdown"),
	}}, place: func(f *page.Facts) {
		f.LLMs = page.Known(page.ParseLLMs(at, 200, "text/plain", []byte(content), false))
	}}}
}

// withoutDead takes out the lines whose links are dead.
func (w *work) withoutDead(old *page.LLMs, served string) string {
	lines := editedLines(served)
	var b strings.Builder
	for i, l := range lines {
		dead := slices.ContainsFunc(old.Links, func(link page.LLMsLink) bool {
			return link.Line == i+1 && slices.ContainsFunc(w.Facts.Failures, func(f page.Failure) bool { return f.URL == link.URL && f.Status >= 400 })
		})
		if !dead {
			b.WriteString(l.text)
		}
	}
	return b.String()
}

// sections are the headings of llms.txt, by the kind of page.
var sections = []struct {
	en, fr string
	kinds  []page.Kind
}{
	{"Pages", "Pages", []page.Kind{page.KindHome, page.KindService, page.KindProduct, page.KindCategory, page.KindPricing, page.KindFAQ, page.KindOther}},
	{"Documentation", "Documentation", []page.Kind{page.KindDocumentation}},
	{"Articles", "Articles", []page.Kind{page.KindArticle, page.KindListing}},
	{"About", "À propos", []page.Kind{page.KindAbout, page.KindContact}},
	{"Optional", "Optional", []page.Kind{page.KindLegal}}, // a word of the format: what may be skipped
}

func (w *work) writeLLMs() string {
	main := w.Facts.Main()
	title := cmp.Or(w.name(), plain(first(main.Titles)), w.Facts.Host)
	summary := cmp.Or(plain(first(main.Descriptions)), sentences(main, func(string) bool { return true }))
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n", markdown(title))
	if summary != "" {
		fmt.Fprintf(&b, "\n> %s\n", markdown(summary))
	}
	french := strings.HasPrefix(strings.ToLower(main.Lang), "fr")
	for _, s := range sections {
		var links []string
		for _, p := range w.Facts.Pages {
			name := plain(first(p.Titles))
			if !slices.Contains(s.kinds, p.Kind) || name == "" || !w.indexable(p) {
				continue
			}
			link := fmt.Sprintf("- [%s](%s)", markdown(name), linkTarget(p.FinalURL))
			if said := cmp.Or(plain(first(p.Descriptions)), sentences(p, func(string) bool { return true })); said != "" {
				link += ": " + markdown(said)
			}
			links = append(links, link)
		}
		if len(links) > 0 {
			heading := s.en
			if french {
				heading = s.fr
			}
			fmt.Fprintf(&b, "\n## %s\n\n%s\n", heading, strings.Join(links, "\n"))
		}
	}
	return b.String()
}

var (
	markdownEscape = strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "[", `\[`, "]", `\]`, "<", "&lt;")
	linkEscape     = strings.NewReplacer("(", "%28", ")", "%29", "<", "%3C", ">", "%3E", "`", "%60", `\`, "%5C", " ", "%20")
)

// markdown escapes a line of text.
func markdown(s string) string { return markdownEscape.Replace(s) }

// linkTarget makes an address one that ends where Markdown's parentheses do.
func linkTarget(address string) string { return linkEscape.Replace(plain(address)) }

// securityTxt writes a faulty security.txt anew with the contacts that it names, for another year.
func securityTxt(w *work) []proposal {
	if !w.wants("sec.security-txt") || w.Facts.Survey == nil || !w.Facts.Survey.SecurityTxt.OK() {
		return nil
	}
	old := &w.Facts.Survey.SecurityTxt.Value
	var b strings.Builder
	contacts := 0
	for _, c := range old.Contacts {
		c = plain(c)
		switch {
		case strings.HasPrefix(c, "mailto:"), strings.HasPrefix(c, "https://"), strings.HasPrefix(c, "tel:"):
		case strings.Count(c, "@") == 1 && !strings.ContainsAny(c, " /:<>"):
			c = "mailto:" + c
		default:
			continue
		}
		contacts++
		fmt.Fprintf(&b, "Contact: %s\n", c)
	}
	if contacts == 0 {
		w.leave("sec.security-txt", "The file names nobody who can be reached; only you know who is to be told of holes.",
			"Le fichier n'indique personne de joignable ; vous seul savez qui prévenir en cas de faille.")
		return nil
	}
	fmt.Fprintf(&b, "Expires: %s\n", w.Facts.ReadAt.UTC().AddDate(0, 11, 0).Format("2006-01-02T15:04:05Z"))
	if u, err := weburl.Parse(old.Policy); err == nil && u.Scheme == "https" {
		fmt.Fprintf(&b, "Policy: %s\n", u.Page())
	}
	at := w.origin() + page.SecurityTxtPath
	content := []byte(b.String())
	return []proposal{{answers: []string{"sec.security-txt"}, files: []draft{{
		path: "security.txt", content: content, where: text("at "+page.SecurityTxtPath, "à l'adresse "+page.SecurityTxtPath),
		note: text("Check that the contact is read, and renew the date every year. Other fields of the old file, and a signature, have to be put in again.",
			"Vérifiez que le contact est lu, et renouvelez la date chaque année. Les autres champs de l'ancien fichier et une signature sont à remettre."),
	}}, place: func(f *page.Facts) {
		survey := *f.Survey
		survey.SecurityTxt = page.Known(page.ParseSecurityTxt(at, content))
		f.Survey = &survey
	}}}
}

// telephones writes links for the numbers that the pages show as text.
func telephones(w *work) []proposal {
	if !w.wants("local.tel-click") {
		return nil
	}
	var links []string
	for _, p := range w.Facts.Pages {
		for _, n := range p.Phones {
			if n.E164 == "" || n.Source != "text" && n.Source != "tel" {
				continue
			}
			link := fmt.Sprintf(`<a href="tel:%s">%s</a>`, html.EscapeString(n.E164), html.EscapeString(plain(n.Raw)))
			if n.Source == "text" && !slices.Contains(links, link) {
				links = append(links, link)
			}
		}
	}
	if len(links) == 0 {
		return nil
	}
	return []proposal{{answers: []string{"local.tel-click"}, files: []draft{{
		path: "telephone.html", content: []byte(strings.Join(links, "\n") + "\n"), where: text("in the text of the pages, in place of the number as it stands there", "dans le texte des pages, à la place du numéro tel qu'il y figure"),
		note: text("The country was told from the address, the domain or the language; dial the number once.", "Le pays a été déduit de l'adresse, du domaine ou de la langue ; composez le numéro une fois."),
	}}, place: func(f *page.Facts) {
		for _, p := range f.Pages {
			var put []page.Link
			for _, l := range p.Links {
				if l.Scheme != "tel" { // the new ones take the place of those without country code
					put = append(put, l)
				}
			}
			for _, n := range p.Phones {
				if n.E164 != "" && (n.Source == "text" || n.Source == "tel") {
					put = append(put, page.Link{Href: "tel:" + n.E164, Scheme: "tel", Text: n.Raw, Place: "body", Crawlable: true})
				}
			}
			p.Links = put
		}
	}}}
}
