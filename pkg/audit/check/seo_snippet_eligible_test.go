package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestSeoSnippetEligible(t *testing.T) {
	verdicts(t, seoSnippetEligible(), []verdict{
		{"nothing said", site(), audit.Pass, "", ""},
		{"nosnippet", site(submitted(told("meta", page.Directive{Agent: "robots", Name: "nosnippet"}))), audit.Fail, "", ""},
		{"none at all", site(submitted(told("meta", page.Directive{Agent: "googlebot", Name: "max-snippet", Value: "0"}))), audit.Fail, "", "googlebot"},
		{
			"thirty characters", site(submitted(told("header", page.Directive{Agent: "robots", Name: "max-snippet", Value: "30"}))),
			audit.Warn, "", "30 characters",
		},
		{
			"the strictest counts", site(submitted(told("meta", page.Directive{Agent: "robots", Name: "max-snippet", Value: "30"}, page.Directive{Agent: "robots", Name: "nosnippet"}))),
			audit.Fail, "", "",
		},
		{"no limit", site(submitted(told("meta", page.Directive{Agent: "robots", Name: "max-snippet", Value: "-1"}))), audit.Pass, "", ""},
		{"another bot", site(submitted(told("meta", page.Directive{Agent: "otherbot", Name: "nosnippet"}))), audit.Pass, "", ""},
		{"another page", site(further("/a", told("meta", page.Directive{Agent: "robots", Name: "nosnippet"}))), audit.Warn, "", ""},
	})
}
