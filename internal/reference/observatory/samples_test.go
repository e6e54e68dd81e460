package observatory_test

import "strings"

// sample is a site with one peculiarity.
type sample struct {
	name    string
	host    string            // empty: name.example.test
	header  []string          // of the page, "Name: value"
	body    string            // of the page; empty: one without scripts
	plain   plain             // what http answers
	secure  secure            // what https answers
	answers map[string]string // header of the answer to a preflight; nil: 405
}

// plain says what http answers.
type plain string

const (
	redirects  plain = ""          // the same address on https
	serves     plain = "serves"    // the page
	closed     plain = "closed"    // nothing listens
	refuses    plain = "refuses"   // 404
	elsewhere  plain = "elsewhere" // another host on https
	detours    plain = "detours"   // another address on http, and that https
	wwwFirst   plain = "www-first" // www on http, and that https
	staysPlain plain = "stays"     // another address on http
)

// secure says what https answers.
type secure string

const (
	trusted    secure = ""
	untrusted  secure = "untrusted" // behind a certificate that nobody issued
	noTLS      secure = "none"      // nothing listens
	moves      secure = "moves"     // to www of the same host
	backToHTTP secure = "back"      // to http
)

func csp(name string, policies ...string) sample {
	s := sample{name: "csp-" + name}
	for _, p := range policies {
		s.header = append(s.header, "Content-Security-Policy: "+p)
	}
	return s
}

func sends(name string, header ...string) sample { return sample{name: name, header: header} }

func cookies(name string, lines ...string) sample {
	s := sample{name: "cookies-" + name}
	for _, l := range lines {
		s.header = append(s.header, "Set-Cookie: "+l)
	}
	return s
}

// and adds to the header.
func (s sample) and(header ...string) sample {
	s.header = append(s.header, header...)
	return s
}

func shows(name, body string, header ...string) sample {
	return sample{name: name, body: body, header: header}
}

const (
	hsts     = "Strict-Transport-Security: max-age=63072000; includeSubDomains"
	strict   = "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; form-action 'self'; frame-ancestors 'none'"
	nosniff  = "X-Content-Type-Options: nosniff"
	referrer = "Referrer-Policy: no-referrer"
)

func page(head string) string {
	return "<!doctype html><html lang=en><head><title>A page</title>" + head + "</head><body><p>Some words.</p></body></html>"
}

// samples are the sites that both are asked about.
func samples() []sample {
	return append(append(append(policies(), jars()...), headers()...), routes()...)
}

func policies() []sample {
	meta := func(policies ...string) string {
		var b strings.Builder
		for _, p := range policies {
			b.WriteString(`<meta http-equiv="Content-Security-Policy" content="` + p + `">`)
		}
		return page(b.String())
	}
	return []sample{
		csp("none"),
		csp("empty", ""),
		csp("short", "abc"),
		csp("only-semicolons", ";;;;;;;"),
		csp("default-none", "default-src 'none'"),
		csp("default-none-upper-case", "DEFAULT-SRC 'NONE'"),
		csp("default-none-and-self", "default-src 'none' 'self'"),
		csp("default-self", "default-src 'self'"),
		csp("without-object-src", "script-src 'self'"),
		csp("without-script-src", "object-src 'none'; style-src 'self'"),
		csp("script-and-object", "script-src 'self'; object-src 'none'"),
		csp("empty-source-list", "script-src; object-src"),
		csp("unknown-directive-alone", "upgrade-insecure-requests"),
		csp("unsafe-inline-script", "default-src 'self'; script-src 'self' 'unsafe-inline'"),
		csp("unsafe-inline-default", "default-src 'self' 'unsafe-inline'"),
		csp("unsafe-inline-with-nonce", "default-src 'self'; script-src 'unsafe-inline' 'nonce-abc123'"),
		csp("unsafe-inline-with-hash", "default-src 'none'; script-src 'unsafe-inline' 'sha256-AAAA'; style-src 'unsafe-inline' 'sha384-BBBB'"),
		csp("nonce-in-default", "default-src 'nonce-abc' 'unsafe-inline' 'strict-dynamic' https:"),
		csp("unsafe-inline-style", "default-src 'self'; style-src 'self' 'unsafe-inline'"),
		csp("data-style", "default-src 'self'; style-src data:"),
		csp("data-script", "default-src 'self'; script-src data:"),
		csp("data-object", "default-src 'self'; object-src data:"),
		csp("broad-script", "default-src 'self'; script-src https:"),
		csp("broad-object", "default-src 'self'; object-src *"),
		csp("broad-hosts", "default-src 'self'; script-src https://*.*"),
		csp("wildcard-subdomain", "default-src 'self'; script-src *.example.com"),
		csp("unsafe-eval", "default-src 'self'; script-src 'self' 'unsafe-eval'"),
		csp("unsafe-eval-style", "default-src 'self'; style-src 'unsafe-eval'"),
		csp("http-script", "default-src 'self'; script-src http://cdn.example.com"),
		csp("http-report", "default-src 'self'; report-uri http://example.com/report"),
		csp("http-form", "default-src 'self'; form-action http://example.com"),
		csp("http-images", "default-src 'self'; img-src http:"),
		csp("http-media", "default-src 'self'; media-src http://media.example.com"),
		csp("http-default", "default-src 'self' http://cdn.example.com"),
		csp("ftp-image", "default-src 'self'; img-src ftp:"),
		csp("strict-dynamic", "script-src 'strict-dynamic' 'nonce-abc' https: 'unsafe-inline'; object-src 'none'; base-uri 'none'"),
		csp("strict-dynamic-alone", "script-src 'strict-dynamic' https:; object-src 'none'; frame-ancestors 'self'"),
		csp("duplicate-directive", "default-src 'self'; img-src 'self'; img-src *"),
		csp("duplicate-report", "default-src 'self'; report-uri /a; report-uri /b"),
		csp("duplicate-report-of-an-unsafe-one", "script-src *; report-to a; report-to b"),
		csp("prefix-of-another", "default-src 'self'; script-src https: https://cdn.example.com"),
		csp("odd-spaces", "  default-src\t'self' ;;  script-src   'self'  ;"),
		csp("two-policies", "default-src 'self'; script-src 'self' https://a.example", "script-src 'self' https://b.example; object-src 'none'"),
		csp("two-policies-in-one-header", "default-src 'self' 'unsafe-inline', script-src 'self'"),
		csp("two-that-agree", "default-src 'self' 'unsafe-inline' https://a.example/x/", "default-src 'unsafe-inline' 'self' https://a.example/x/y"),
		csp("three-policies", "script-src https: 'self'; object-src 'none'", "script-src 'self' https:", "script-src 'self'; img-src http:"),
		csp("bad-escape-in-two", "script-src https://a.example/%zz 'self'", "script-src https://a.example/%zz 'self'"),
		csp("trailing-comma", "default-src 'self',"),
		sends("csp-report-only", "Content-Security-Policy-Report-Only: default-src 'self'"),
		sends("csp-both", "Content-Security-Policy-Report-Only: default-src *", "Content-Security-Policy: default-src 'self'"),
		shows("csp-meta", meta("default-src 'self'; frame-ancestors 'none'")),
		shows("csp-meta-disallowed-alone", meta("frame-ancestors 'none'")),
		shows("csp-meta-empty", meta("")),
		shows("csp-meta-twice", meta("default-src 'self'", "default-src 'self' https://a.example")),
		shows("csp-meta-and-header", meta("default-src 'self'; script-src 'self'"), "Content-Security-Policy: default-src 'self' 'unsafe-inline'"),
		shows("csp-meta-report-only", meta("sandbox allow-scripts"), "Content-Security-Policy-Report-Only: default-src 'self'"),
		csp("frame-ancestors-anyone", "default-src 'self'; frame-ancestors *"),
		{name: "csp-on-http", header: []string{"Content-Security-Policy: default-src 'self' http://cdn.example.com; img-src http:"}, plain: serves, secure: noTLS},
	}
}

func jars() []sample {
	return []sample{
		cookies("plain", "a=b"),
		cookies("plain-under-hsts", "a=b").and(hsts),
		cookies("secure", "a=b; Secure"),
		cookies("secure-and-lax", "a=b; Secure; SameSite=Lax"),
		cookies("session-in-order", "SESSIONID=1; Secure; HttpOnly; SameSite=Strict"),
		cookies("session-without-samesite", "sessid=1; Secure; HttpOnly"),
		cookies("session-without-httponly", "PHPSESSID=1; Secure; SameSite=Lax"),
		cookies("session-without-secure", "login=1; HttpOnly"),
		cookies("session-without-secure-under-hsts", "login=1; HttpOnly").and(hsts),
		cookies("csrf-without-samesite", "csrftoken=1; Secure"),
		cookies("csrf-strict", "XSRF-CSRF=1; Secure; SameSite=strict"),
		cookies("samesite-unknown", "a=b; Secure; SameSite=Sometimes"),
		cookies("samesite-empty", "a=b; Secure; SameSite"),
		cookies("samesite-none-insecure", "a=b; SameSite=None"),
		cookies("samesite-none-secure", "a=b; SameSite=None; Secure"),
		cookies("one-bad-of-three", "a=b; Secure; SameSite=Lax", "c=d; Secure; SameSite=Lax", "e=f"),
		cookies("affinity-only", "heroku-session-affinity=1"),
		cookies("prefix-not-kept", "__Secure-a=b"),
		cookies("prefix-kept", "__Host-a=b; Secure; Path=/; SameSite=Lax"),
		cookies("foreign-domain", "a=b; Domain=other.test"),
		cookies("of-the-domain", "a=b; Domain=example.test; Secure"),
		cookies("without-name", "=b; Secure", "novalue"),
		cookies("odd-value", `a="b,c\d"; Secure; SameSite=Lax`),
		cookies("the-same-again", "a=b", "a=b; Secure; SameSite=Lax"),
		cookies("deleted", "a=; Max-Age=0; Secure"),
	}
}

func headers() []sample {
	script := func(tags string) string { return page(tags) }
	return []sample{
		sends("hsts-long", hsts),
		sends("hsts-180-days", "Strict-Transport-Security: max-age=15552000"),
		sends("hsts-short", "Strict-Transport-Security: max-age=86400"),
		sends("hsts-zero", "Strict-Transport-Security: max-age=0"),
		sends("hsts-negative", "Strict-Transport-Security: max-age=-1"),
		sends("hsts-quoted", `Strict-Transport-Security: max-age="31536000"`),
		sends("hsts-garbage", "Strict-Transport-Security: max-age=forever"),
		sends("hsts-trailing", "Strict-Transport-Security: max-age=86400s"),
		sends("hsts-spaced", "Strict-Transport-Security: max-age = 31536000"),
		sends("hsts-upper-case", "Strict-Transport-Security: MAX-AGE=31536000; PRELOAD"),
		sends("hsts-without-age", "Strict-Transport-Security: includeSubDomains"),
		sends("hsts-empty", "Strict-Transport-Security: "),
		sends("hsts-twice", hsts, hsts),
		sends("hsts-two-ages", "Strict-Transport-Security: max-age=31536000; max-age=60"),

		sends("framing-deny", "X-Frame-Options: DENY"),
		sends("framing-sameorigin", "X-Frame-Options:  sameorigin "),
		sends("framing-allow-from", "X-Frame-Options: ALLOW-FROM https://a.example"),
		sends("framing-unknown", "X-Frame-Options: ALLOWALL"),
		sends("framing-empty", "X-Frame-Options: "),
		sends("framing-twice", "X-Frame-Options: DENY", "X-Frame-Options: DENY"),
		sends("framing-by-policy", "Content-Security-Policy: frame-ancestors 'self'", "X-Frame-Options: ALLOWALL"),

		sends("nosniff", nosniff),
		sends("nosniff-upper-case", "X-Content-Type-Options: NOSNIFF"),
		sends("nosniff-twice", nosniff, nosniff),
		sends("nosniff-empty", "X-Content-Type-Options: "),
		sends("nosniff-unknown", "X-Content-Type-Options: sniff"),

		sends("referrer-none", referrer),
		sends("referrer-list", "Referrer-Policy: no-referrer, strict-origin-when-cross-origin"),
		sends("referrer-list-ends-unknown", "Referrer-Policy: unsafe-url, something"),
		sends("referrer-unsafe", "Referrer-Policy: Unsafe-URL"),
		sends("referrer-unknown", "Referrer-Policy: always"),
		sends("referrer-empty", "Referrer-Policy: "),
		shows("referrer-in-the-document", page(`<meta name=referrer content=origin>`)),
		shows("referrer-in-both", page(`<meta name="Referrer" content="no-referrer">`), "Referrer-Policy: unsafe-url"),

		sends("corp-same-site", "Cross-Origin-Resource-Policy: same-site"),
		sends("corp-same-origin", "Cross-Origin-Resource-Policy: Same-Origin"),
		sends("corp-cross-origin", "Cross-Origin-Resource-Policy: cross-origin"),
		sends("corp-unknown", "Cross-Origin-Resource-Policy: same"),
		sends("corp-twice", "Cross-Origin-Resource-Policy: same-site", "Cross-Origin-Resource-Policy: same-origin"),
		sends("coep-require-corp", "Cross-Origin-Embedder-Policy: require-corp"),
		sends("coep-with-parameter", `Cross-Origin-Embedder-Policy: require-corp; report-to="a b"; q=1.5;c`),
		sends("coep-credentialless", "Cross-Origin-Embedder-Policy: credentialless"),
		sends("coep-unsafe-none", "Cross-Origin-Embedder-Policy: unsafe-none"),
		sends("coep-quoted", `Cross-Origin-Embedder-Policy: "require-corp"`),
		sends("coep-upper-case", "Cross-Origin-Embedder-Policy: Require-Corp"),
		sends("coep-twice", "Cross-Origin-Embedder-Policy: require-corp", "Cross-Origin-Embedder-Policy: require-corp"),
		sends("coop-same-origin", "Cross-Origin-Opener-Policy: same-origin"),
		sends("coop-popups", "Cross-Origin-Opener-Policy: same-origin-allow-popups"),
		sends("coop-noopener", "Cross-Origin-Opener-Policy: noopener-allow-popups;report-to=x"),
		sends("coop-unsafe-none", "Cross-Origin-Opener-Policy: unsafe-none"),
		sends("coop-broken-parameter", "Cross-Origin-Opener-Policy: same-origin; =x"),
		sends("coop-two-tokens", "Cross-Origin-Opener-Policy: same-origin unsafe-none"),

		{name: "cors-everyone", answers: map[string]string{"Access-Control-Allow-Origin": "*"}},
		{name: "cors-everyone-with-credentials", answers: map[string]string{"Access-Control-Allow-Origin": "*", "Access-Control-Allow-Credentials": "true"}},
		{name: "cors-one-origin", answers: map[string]string{"Access-Control-Allow-Origin": "https://app.example.com", "Access-Control-Allow-Credentials": "true"}},
		{name: "cors-echo", answers: map[string]string{"Access-Control-Allow-Origin": "ORIGIN"}},
		{name: "cors-echo-with-credentials", answers: map[string]string{"Access-Control-Allow-Origin": "ORIGIN", "Access-Control-Allow-Credentials": "true"}},
		{name: "cors-nothing-allowed", answers: map[string]string{}},
		sends("cors-on-the-page-only", "Access-Control-Allow-Origin: *"),

		shows("sri-no-scripts", page("")),
		shows("sri-own-scripts", script(`<script src="/a.js"></script><script>1</script>`)),
		shows("sri-own-pinned", script(`<script src="a.js" integrity="sha384-x"></script>`)),
		shows("sri-sister-host", script(`<script src="https://cdn.example.test/a.js"></script>`)),
		shows("sri-sister-host-over-http", script(`<script src="http://cdn.example.test/a.js"></script>`)),
		shows("sri-foreign", script(`<script src="https://cdn.other.test/a.js"></script>`)),
		shows("sri-foreign-pinned", script(`<script src="https://cdn.other.test/a.js" integrity="sha384-x" crossorigin></script>`)),
		shows("sri-foreign-and-own-pinned", script(`<script src="/b.js" integrity="sha384-y"></script><script src="https://cdn.other.test/a.js" integrity="sha384-x"></script>`)),
		shows("sri-foreign-empty-integrity", script(`<script src="https://cdn.other.test/a.js" integrity=""></script>`)),
		shows("sri-foreign-over-http", script(`<script src="http://cdn.other.test/a.js"></script>`)),
		shows("sri-foreign-pinned-over-http", script(`<script src="http://cdn.other.test/a.js" integrity="sha384-x"></script>`)),
		shows("sri-without-scheme", script(`<script src="//example.test/a.js"></script>`)),
		shows("sri-worst-counts", script(`<script src="https://a.other.test/a.js" integrity="x"></script><script src="https://b.other.test/b.js"></script>`)),
		shows("sri-data-block", script(`<script type="application/ld+json">{"@context":"https://schema.org","@type":"Thing","name":"x"}</script>`)),
		shows("sri-in-the-body", page(`</head><body><script async src="https://cdn.other.test/a.js"></script>`)),
		{name: "sri-private-suffix", host: "user.github.io", body: script(`<script src="https://other.github.io/a.js"></script>`)},
		{name: "sri-public-suffix", host: "shop.example.co.uk", body: script(`<script src="https://cdn.other.co.uk/a.js"></script>`)},
		shows("sri-xhtml", script(`<script src="https://cdn.other.test/a.js"></script>`), "Content-Type: application/xhtml+xml; charset=utf-8"),

		sends("all-in-order", hsts, strict, nosniff, referrer, "Cross-Origin-Resource-Policy: same-origin", "Cross-Origin-Opener-Policy: same-origin",
			"Cross-Origin-Embedder-Policy: require-corp", "Set-Cookie: a=b; Secure; HttpOnly; SameSite=Lax"),
		sends("all-but-one", hsts, "Content-Security-Policy: default-src 'self'", nosniff, "Referrer-Policy: unsafe-url", "X-Frame-Options: DENY"),
		sends("below-bonus", hsts, "Content-Security-Policy: default-src 'none'", "Cross-Origin-Resource-Policy: same-origin", referrer),
		sends("all-wrong", "Content-Security-Policy: script-src *; object-src *", "Set-Cookie: sess=1", "X-Frame-Options: no", "Referrer-Policy: unsafe-url",
			"X-Content-Type-Options: no", "Cross-Origin-Resource-Policy: no", "Cross-Origin-Opener-Policy: no", "Cross-Origin-Embedder-Policy: no"),
	}
}

func routes() []sample {
	return []sample{
		{name: "route-straight"},
		{name: "preloaded", host: "shop.example.dev"},
		{name: "preloaded-without-redirect", host: "serving.example.dev", plain: serves, header: []string{"Set-Cookie: a=b"}},
		{name: "preloaded-untrusted", host: "untrusted.example.dev", secure: untrusted},
		{name: "preloaded-elsewhere", host: "elsewhere.example.dev", plain: elsewhere},
		{name: "preloaded-http-only", host: "plain.example.dev", plain: serves, secure: noTLS},
		{name: "route-none", plain: serves},
		{name: "route-refused", plain: refuses},
		{name: "route-closed", plain: closed},
		{name: "route-elsewhere", plain: elsewhere},
		{name: "route-detour", plain: detours},
		{name: "route-www-over-http", plain: wwwFirst},
		{name: "route-stays-plain", plain: staysPlain},
		{name: "route-http-only", plain: serves, secure: noTLS, header: []string{hsts, nosniff}},
		{name: "route-http-only-detour", plain: staysPlain, secure: noTLS},
		{name: "route-untrusted", secure: untrusted, header: []string{hsts, "Set-Cookie: sess=1; HttpOnly"}},
		{name: "route-untrusted-closed", plain: closed, secure: untrusted, header: []string{hsts}},
		{name: "route-moves-to-www", secure: moves, header: []string{hsts}},
		{name: "route-back-to-http", plain: serves, secure: backToHTTP, header: []string{hsts}},
	}
}
