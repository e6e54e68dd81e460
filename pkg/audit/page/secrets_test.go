package page

import (
	"slices"
	"strings"
	"testing"
)

func TestFindSecrets(t *testing.T) {
	// The keys are put together here so that scanners of this repository don't take them for real ones.
	const random = "Zx8Kq2Lw9Vb4Nt7Rm3Hc6Yd1Sf5Gj0PaQeTuWi"
	google := "AIza" + random[:35]
	for _, tt := range []struct {
		name, text string
		want       []string
	}{
		{"AWS", `key: "AKIA` + `Q3ZK7M5XW2RT9LPD"`, []string{"AWS AKIA…9LPD"}},
		{"Stripe", "sk_" + "live_" + random[:24], []string{"Stripe sk_live_…" + random[20:24]}},
		{"GitHub", "ghp_" + random[:36], []string{"GitHub ghp_…" + random[32:36]}},
		{"Slack", "xoxb" + "-123456789012-" + random[:24], []string{"Slack xoxb-…" + random[20:24]}},
		{"SendGrid", "SG." + random[:22] + "." + random + "12345", []string{"SendGrid SG.…2345"}},
		{"Anthropic", "sk-ant-" + "api03-" + random, []string{"Anthropic sk-ant-…" + random[len(random)-4:]}},
		{"OpenAI", "sk-" + "proj-" + random[:20] + "T3BlbkFJ" + random[:20], []string{"OpenAI sk-…" + random[16:20]}},
		{"Twilio", "SK" + "0a1b2c3d4e5f60718293a4b5c6d7e8f9", []string{"Twilio SK…e8f9"}},
		{"private key", "-----BEGIN RSA PRIVATE " + "KEY-----\n" + strings.Repeat(random+"\n", 4), []string{"private key -----BEGIN RSA PRIVATE KEY-----…"}},
		{"Gemini", `fetch("https://generativelanguage.googleapis.com/v1?key=` + google + `")`, []string{"Google Gemini AIza…" + google[35:]}},
		{"twice", strings.Repeat("ghp_"+random[:36]+" ", 2), []string{"GitHub ghp_…" + random[32:36]}},
		{"publishable Stripe key", "pk_live_" + random[:24], nil},
		{"Maps browser key", "https://maps.googleapis.com/maps/api/js?key=" + google, nil},
		{"documentation's key", "AKIAIOSFODNN7EXAMPLE", nil},
		{"placeholder", "sk_" + "live_" + strings.Repeat("x", 24), nil},
		{"class names", "sk-fading-circle sk-circle12 sk-ant-farm", nil},
		{"inside other letters", "xAKIA" + "Q3ZK7M5XW2RT9LPD", nil},
		{"too long", "AKIA" + "Q3ZK7M5XW2RT9LPDA", nil},
		{"public key", "-----BEGIN PUBLIC KEY-----\n" + strings.Repeat(random, 4), nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, s := range findSecrets("script", tt.text) {
				if s.Where != "script" {
					t.Errorf("where %q", s.Where)
				}
				got = append(got, s.Vendor+" "+s.Masked)
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}

func BenchmarkFindSecrets(b *testing.B) {
	text := strings.Repeat(`!function(e,t){"use strict";var n=e.document,r="SKIP";t.push({key:"abc",sk:n.hash,SG:1,gh:2,xox:3})}(window,[]);`, 700)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		findSecrets("script", text)
	}
}
