package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestCiphers(t *testing.T) {
	verdicts(t, tlsCiphers(), []verdict{
		{name: "GCM", facts: encrypted(), want: audit.Pass},
		{name: "ChaCha20", facts: agreedOn("TLS 1.2", "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256"), want: audit.Pass},
		{name: "CBC", facts: agreedOn("TLS 1.2", "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA"), want: audit.Warn, says: "AES_128_CBC"},
		{name: "3DES", facts: agreedOn("TLS 1.2", "TLS_RSA_WITH_3DES_EDE_CBC_SHA"), want: audit.Fail},
		{name: "NULL taken", facts: encrypted(answers(page.AskBroken, "TLS 1.2", "TLS_RSA_WITH_NULL_SHA")), want: audit.Fail, says: "NULL"},
		{name: "3DES taken", facts: encrypted(answers(page.AskWeak, "TLS 1.2", "TLS_RSA_WITH_3DES_EDE_CBC_SHA")), want: audit.Warn, says: "3DES"},
		{
			name:  "3DES taken with TLS 1.1",
			facts: encrypted(answers(page.AskWeak, "TLS 1.2", "TLS_RSA_WITH_3DES_EDE_CBC_SHA"), answers(page.AskTLS11, "TLS 1.1", "")), want: audit.Fail, says: "3DES",
		},
		{name: "compressed", facts: encrypted(func(t *page.TLS) { t.Offers[1].Compressed = true }), want: audit.Fail, says: "DEFLATE"},
		{name: "a group of 512 bits", facts: encrypted(func(t *page.TLS) { t.Offers[4].DHBits = 512 }), want: audit.Fail, says: "512 bits"},
		{name: "a group of 1,024 bits", facts: encrypted(func(t *page.TLS) { t.Offers[4].DHBits = 1024 }), want: audit.Warn, says: "1024 bits"},
		{name: "not asked further", facts: encrypted(func(t *page.TLS) { t.Offers = nil }), want: audit.Pass},
		{name: "unknown", facts: agreedOn("TLS 1.2", ""), want: audit.NotAssessed, reason: page.Unread},
	})
}
