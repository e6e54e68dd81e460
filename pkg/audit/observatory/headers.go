package observatory

import (
	"slices"
	"strconv"
	"strings"
)

// sixMonths is what the Observatory takes for it, in seconds: 180 days.
const sixMonths = 15_552_000

// transportSecurity judges Strict-Transport-Security.
func (s *site) transportSecurity() string {
	value, sent := s.header("Strict-Transport-Security")
	switch {
	case !s.secure:
		return "hsts-not-implemented-no-https"
	case preloaded(s.host):
		return "hsts-preloaded"
	case s.mistrusted():
		return "hsts-invalid-cert"
	case !sent:
		return "hsts-not-implemented"
	}
	age, number, ok := maxAge(value)
	switch {
	case !ok:
		return "hsts-header-invalid"
	case number && age < sixMonths:
		return "hsts-implemented-max-age-less-than-six-months"
	}
	return "hsts-implemented-max-age-at-least-six-months"
}

// maxAge reads the last max-age of the header; ok is false where there is none or where several headers were sent. What is no number, a quoted one
// among them, counts as long enough with the Observatory.
func maxAge(value string) (age float64, number, ok bool) {
	value = value[:min(len(value), 1024)]
	if strings.Contains(value, ",") {
		return 0, false, false
	}
	for _, directive := range strings.Split(strings.ToLower(value), ";") {
		if text, found := strings.CutPrefix(strings.TrimSpace(directive), "max-age="); found {
			age, number = leadingNumber(text[:min(len(text), 120)])
			ok = true
		}
	}
	return age, number, ok
}

// leadingNumber reads the whole number that a text begins with.
func leadingNumber(text string) (float64, bool) {
	text = strings.TrimSpace(text)
	end := 0
	if text != "" && (text[0] == '-' || text[0] == '+') {
		end = 1
	}
	for end < len(text) && text[end] >= '0' && text[end] <= '9' {
		end++
	}
	n, err := strconv.ParseFloat(text[:end], 64)
	return n, err == nil
}

// referrerPolicy takes the last known policy of header and document.
func (s *site) referrerPolicy() string {
	value, sent := s.header("Referrer-Policy")
	if html, _ := s.html(); html {
		written := ""
		for _, m := range s.main.Metas {
			if m.Name == "referrer" && m.Content != "" {
				written = m.Content
			}
		}
		if written != "" {
			value, sent = value+","+written, true
		}
	}
	if !sent {
		return "referrer-policy-not-implemented"
	}
	result := "referrer-policy-header-invalid"
	for _, policy := range strings.Split(strings.ToLower(value), ",") {
		switch strings.TrimSpace(policy) {
		case "no-referrer", "same-origin", "strict-origin", "strict-origin-when-cross-origin":
			result = "referrer-policy-private"
		case "origin", "origin-when-cross-origin", "unsafe-url", "no-referrer-when-downgrade":
			result = "referrer-policy-unsafe"
		}
	}
	return result
}

func (s *site) contentTypeOptions() string {
	switch value, _ := s.header("X-Content-Type-Options"); {
	case value == "":
		return "x-content-type-options-not-implemented"
	case strings.EqualFold(strings.TrimSpace(value), "nosniff"):
		return "x-content-type-options-nosniff"
	}
	return "x-content-type-options-header-invalid"
}

// frameOptions judges X-Frame-Options; a policy with frame-ancestors, whatever it allows, stands in for it.
func (s *site) frameOptions() string {
	if _, ok := s.contentSecurityPolicy().merged["frame-ancestors"]; ok {
		return "x-frame-options-implemented-via-csp"
	}
	value, _ := s.header("X-Frame-Options")
	switch option := s.trimmed("X-Frame-Options", 1024); {
	case value == "":
		return "x-frame-options-not-implemented"
	case option == "deny" || option == "sameorigin":
		return "x-frame-options-sameorigin-or-deny"
	case strings.HasPrefix(option, "allow-from"):
		return "x-frame-options-allow-from-origin"
	}
	return "x-frame-options-header-invalid"
}

func (s *site) resourcePolicy() string {
	switch policy := s.trimmed("Cross-Origin-Resource-Policy", 256); policy {
	case "":
		return "corp-not-implemented"
	case "same-origin", "same-site", "cross-origin":
		return "corp-implemented-with-" + policy
	}
	return "corp-header-invalid"
}

func (s *site) embedderPolicy() string {
	return s.isolation("Cross-Origin-Embedder-Policy", "coep", "require-corp", "credentialless", "unsafe-none")
}

func (s *site) openerPolicy() string {
	return s.isolation("Cross-Origin-Opener-Policy", "coop", "same-origin", "same-origin-allow-popups", "noopener-allow-popups", "unsafe-none")
}

// isolation judges a header whose value is a token (RFC 8941).
func (s *site) isolation(header, name string, known ...string) string {
	value, _ := s.header(header)
	if value == "" {
		return name + "-not-implemented"
	}
	if policy, ok := token(strings.TrimSpace(value[:min(len(value), 1024)])); ok && slices.Contains(known, policy) {
		return name + "-implemented-with-" + policy
	}
	return name + "-header-invalid"
}

// sharing judges what a page of another origin would be allowed.
func (s *site) sharing() string {
	p := &s.Preflight.Value
	switch allow := strings.TrimSpace(p.Allow); {
	case !s.Preflight.OK() || p.Status < 200 || p.Status > 299 || allow == "":
		return "cross-origin-resource-sharing-not-implemented"
	case allow == "*":
		return "cross-origin-resource-sharing-implemented-with-public-access"
	case allow == p.Origin && strings.EqualFold(strings.TrimSpace(p.Credentials), "true"):
		return "cross-origin-resource-sharing-implemented-with-universal-access"
	}
	return "cross-origin-resource-sharing-implemented-with-restricted-access"
}
