package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestSeoCharset(t *testing.T) {
	verdicts(t, seoCharset(), []verdict{
		{"in the header", site(submitted(func(p *page.Page) {
			p.Charset = page.Charset{Used: "utf-8", Source: "header", Header: "utf-8", Valid: true}
		})), audit.Pass, "", ""},
		{"in the head", site(submitted(func(p *page.Page) {
			p.Charset = page.Charset{Used: "utf-8", Source: "meta", Meta: "utf-8", MetaByte: 60, Valid: true}
		})), audit.Pass, "", ""},
		{"too late", site(submitted(func(p *page.Page) {
			p.Charset = page.Charset{Used: "utf-8", Source: "meta", Meta: "utf-8", MetaByte: 2000, Valid: true}
		})), audit.Warn, "", "2000"},
		{"undeclared", site(submitted(func(p *page.Page) { p.Charset = page.Charset{Used: "utf-8", Source: "detected", Valid: true} })), audit.Fail, "", ""},
		{
			"an old one", site(submitted(func(p *page.Page) { p.Charset = page.Charset{Used: "windows-1252", Source: "header", Valid: true} })),
			audit.Warn, "", "windows-1252",
		},
		{"not what it says", site(submitted(func(p *page.Page) { p.Charset = page.Charset{Used: "utf-8", Source: "header"} })), audit.Warn, "", ""},
		{"unknown", site(), audit.NotAssessed, page.Unread, ""},
	})
}
