package check

import (
	"slices"
	"strings"
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestSeoDuplicateContent(t *testing.T) {
	verdicts(t, seoDuplicateContent(), []verdict{
		{"different", site(submitted(fingerprint("a", 0x0F)), further("/a", fingerprint("b", 0xF0F0))), audit.Pass, "", "2 pages"},
		{"the same", site(submitted(fingerprint("a", 0x0F)), further("/a")), audit.Fail, "", "same text as https://example.com/a"},
		{
			"nearly the same", site(submitted(fingerprint("a", 0x0F), reads(bread+" Monday")), further("/a", fingerprint("b", 0x0E), reads(bread+" Tuesday"))),
			audit.Fail, "", "% the same as",
		},
		{
			"the same few words in another order", site(submitted(fingerprint("a", 0x0F), reads(bread)), further("/a", fingerprint("b", 0x0E), reads(backwards(bread)))),
			audit.Pass, "", "2 pages",
		},
		{
			"two others", site(submitted(fingerprint("a", 0xFFFF)), further("/a", fingerprint("b", 0x0F)), further("/b", fingerprint("b", 0x0F))),
			audit.Warn, "", "2 of the 3",
		},
		{
			"a version for another country", site(submitted(fingerprint("a", 0x0F), versions("en-GB", "https://example.com/", "en-US", "https://example.com/us")),
				further("/us")),
			audit.Pass, "", "",
		},
		{
			"a copy that names the original", site(submitted(fingerprint("a", 0x0F)), further("/a", canonical("/")), further("/b", fingerprint("b", 0xF0F0))),
			audit.Pass, "", "",
		},
		{"too little text", site(further("/a")), audit.NotAssessed, page.TooFewPages, ""},
		{"an application", site(submitted(builtByScript)), audit.NotAssessed, page.NeedsRender, ""},
	})
}

var bread = "we bake every loaf by hand before dawn and sell it still warm to those who come first " +
	"the oven was built by a grandfather who brought the stones from the river and the flour comes from two mills that we have known for thirty years " +
	"on market days there is a brown loaf with walnuts and a white one with olives and children may watch through the window at the back"

// reads gives the page its main content.
func reads(text string) func(*page.Page) {
	return func(p *page.Page) { p.Text.Main = text }
}

func backwards(text string) string {
	words := strings.Fields(text)
	slices.Reverse(words)
	return strings.Join(words, " ")
}

// fingerprint gives the page's text its hashes.
func fingerprint(hash string, sim uint64) func(*page.Page) {
	return func(p *page.Page) { p.Text.Hash, p.Text.SimHash = hash, sim }
}
