package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestSeoDuplicateContent(t *testing.T) {
	verdicts(t, seoDuplicateContent(), []verdict{
		{"different", site(submitted(fingerprint("a", 0x0F)), further("/a", fingerprint("b", 0xF0F0))), audit.Pass, "", "2 pages"},
		{"the same", site(submitted(fingerprint("a", 0x0F)), further("/a")), audit.Fail, "", "= https://example.com/a"},
		{"nearly the same", site(submitted(fingerprint("a", 0x0F)), further("/a", fingerprint("b", 0x0E))), audit.Fail, "", "1 of 64"},
		{"two others", site(submitted(fingerprint("a", 0xFFFF)), further("/a", fingerprint("b", 0x0F)), further("/b", fingerprint("b", 0x0F))),
			audit.Warn, "", "2 of the 3"},
		{"a version for another country", site(submitted(fingerprint("a", 0x0F), versions("en-GB", "https://example.com/", "en-US", "https://example.com/us")),
			further("/us")),
			audit.Pass, "", ""},
		{"a copy that names the original", site(submitted(fingerprint("a", 0x0F)), further("/a", canonical("/")), further("/b", fingerprint("b", 0xF0F0))),
			audit.Pass, "", ""},
		{"too little text", site(further("/a")), audit.NotAssessed, page.TooFewPages, ""},
		{"an application", site(submitted(builtByScript)), audit.NotAssessed, page.NeedsRender, ""},
	})
}

// fingerprint gives the page's text its hashes.
func fingerprint(hash string, sim uint64) func(*page.Page) {
	return func(p *page.Page) { p.Text.Hash, p.Text.SimHash = hash, sim }
}
