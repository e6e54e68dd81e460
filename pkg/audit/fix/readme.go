package fix

import (
	"fmt"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit"
)

// Readme writes the page that goes with the files, as Markdown: each with the checks that it answers, where it goes and what a person must decide; and what
// is left. address is that of the site.
func Readme(address string, files []File, left []Left, lang audit.Lang) []byte {
	say := func(en, fr string) string { return text(en, fr).In(lang) }
	var b strings.Builder
	fmt.Fprintf(&b, "# %s %s\n\n", say("Fixes for", "Correctifs pour"), markdown(plain(address)))
	b.WriteString(say(`These files were generated from what the site itself says. Each was tried on what the audit read: the checks that it names pass with it, taken together
with the other files. Nothing here was put into the site. Read each file and its note before you do.
`, `Ces fichiers ont été générés d'après ce que dit le site lui-même. Chacun a été essayé sur ce que l'audit a lu : les critères qu'il nomme sont alors satisfaits, avec
l'ensemble des autres fichiers. Rien n'a été mis en place sur le site. Lisez chaque fichier et sa note auparavant.
`))
	for _, f := range files {
		fmt.Fprintf(&b, "\n## %s\n\n", f.Path)
		item := func(what, said string) {
			if said != "" {
				fmt.Fprintf(&b, "- %s%s\n", what, said)
			}
		}
		if f.Page != "" {
			item(say("Page: ", "Page : "), "<"+linkTarget(f.Page)+">")
		}
		item(say("Checks: ", "Critères : "), strings.Join(f.Checks, ", "))
		item(say("Gets better, and still lacks something: ", "Mieux, mais encore incomplet : "), strings.Join(f.Helps, ", "))
		item(say("Where: ", "Place : "), markdown(f.Where))
		item(say("To decide: ", "À décider : "), markdown(f.Note))
	}
	if len(left) > 0 {
		fmt.Fprintf(&b, "\n## %s\n\n", say("Left to a person", "Reste à faire par une personne"))
		for _, l := range left {
			fmt.Fprintf(&b, "- %s, %s%s %s\n", l.Check, markdown(l.Title), say(":", " :"), markdown(l.Why))
		}
	}
	return []byte(b.String())
}
