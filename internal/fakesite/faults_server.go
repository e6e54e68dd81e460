package fakesite

import (
	"fmt"
	"net/http"
	"strings"
)

// securityFaults take away what protects visitors.
func securityFaults() []Fault {
	return []Fault{
		{
			Name: "security-headers-missing", Site: "shop", Expect: []string{"sec.hsts", "sec.csp", "sec.x-frame", "sec.nosniff", "sec.permissions-policy"},
			plant: func(s *Site) {
				s.header(func(h headers) {
					for _, name := range []string{
						"Strict-Transport-Security", "Content-Security-Policy", "X-Frame-Options", "X-Content-Type-Options",
						"Permissions-Policy", "Referrer-Policy", "Cross-Origin-Opener-Policy", "Cross-Origin-Resource-Policy",
					} {
						h.Del(name)
					}
				})
			},
		},
		{Name: "careless-cookie", Site: "software", Expect: []string{"sec.cookies"}, plant: func(s *Site) {
			s.header(func(h headers) { h.Add("Set-Cookie", "sessionid=0123456789abcdef; Path=/") })
		}},
		{Name: "form-over-http", Site: "bakery", Expect: []string{"sec.form-https"}, plant: func(s *Site) {
			s.edit(`action="/commande"`, `action="http://bakery.example/commande"`, "/contact")
		}},
		{Name: "mixed-content", Site: "tuner", Expect: []string{"sec.mixed-content"}, plant: func(s *Site) {
			s.before("</head>", `<script src="http://tuner.example/old.js" defer></script>`, "/")
		}},
		{Name: "leaked-secret", Site: "docs", Expect: []string{"sec.leaked-secrets"}, plant: func(s *Site) {
			// In the form of a key that is shown in the vendor's own documentation; it opens nothing. Put together here, so that no scanner of sources trips over it.
			s.before("</head>", `<script>const id="AKIA`+`IOSFODNN7EXAMPLF",key="wJalrXUtnFEMI/K7MDENG/`+`bPxRfiCYZZZZZZZKEY";</script>`, "/")
		}},
		{Name: "open-to-every-origin", Site: "software", Expect: []string{"sec.cors"}, plant: func(s *Site) {
			s.answer("*", func(w http.ResponseWriter, r *http.Request) bool {
				if r.Method != http.MethodOptions {
					return false
				}
				w.Header().Set("Access-Control-Allow-Origin", r.Header.Get("Origin"))
				w.Header().Set("Access-Control-Allow-Credentials", "true")
				w.WriteHeader(http.StatusNoContent)
				return true
			})
		}},
		{Name: "foreign-script-unpinned", Site: "shop", Expect: []string{"sec.sri"}, plant: func(s *Site) {
			s.before("</head>", `<script src="https://cdn.scripts.example/slider.js" defer></script>`, "/")
		}},
		{Name: "old-script-library", Site: "shop", Expect: []string{"sec.known-bad-scripts"}, plant: func(s *Site) {
			s.before("</head>", `<script src="/js/jquery-3.4.1.min.js" defer></script>`, "/")
		}},
		{Name: "server-version-told", Site: "journal", Expect: []string{"sec.server-banner"}, plant: func(s *Site) {
			s.header(func(h headers) { h.Set("Server", "Apache/2.4.29 (Ubuntu)") })
		}},
	}
}

// certificateFaults spoil what the site shows for a certificate.
func certificateFaults() []Fault {
	spoil := func(how string) func(*Site) { return func(s *Site) { s.certificate = how } }
	return []Fault{
		{
			Name: "certificate-expired", Site: "tuner", Expect: []string{"tls.cert-valid", "crawl.certificate", "sec.hsts", "sec.http-redirect", "tls.cert-expiry"},
			plant: spoil(expired),
		},
		{Name: "certificate-self-signed", Site: "bakery", Expect: []string{"tls.cert-valid", "crawl.certificate", "sec.hsts", "sec.http-redirect"}, plant: spoil(selfSigned)},
		{Name: "certificate-of-another-host", Site: "shop", Expect: []string{"tls.cert-valid", "crawl.certificate", "sec.hsts", "sec.http-redirect"}, plant: spoil(wrongHost)},
		{Name: "old-tls", Site: "docs", Expect: []string{"tls.protocols", "tls.tls13"}, plant: spoil(oldProtocol)},
	}
}

// gateFaults let the wrong ones in, or nobody.
func gateFaults() []Fault {
	return []Fault{
		{
			Name: "soft-404", Site: "bakery", Expect: []string{"seo.soft-404"},
			Allow: map[string]string{"crawl.llms-txt-valid": "the same page stands at /llms.txt"},
			plant: func(s *Site) {
				s.answer("*", func(w http.ResponseWriter, r *http.Request) bool {
					if _, known := s.files[r.URL.Path]; known || r.URL.Path == "/preview.png" {
						return false
					}
					w.Header().Set("Content-Type", "text/html; charset=utf-8")
					fmt.Fprint(w, "<!doctype html><html lang=\"fr\"><title>Page introuvable</title><p>Désolé, cette page est introuvable. Revenez à l'accueil.</p></html>")
					return true
				})
			},
		},
		{Name: "answer-bots-turned-away", Site: "software", Expect: []string{"crawl.edge-parity", "crawl.probe-honesty"}, plant: func(s *Site) {
			s.answer("*", func(w http.ResponseWriter, r *http.Request) bool {
				agent := r.UserAgent()
				if !strings.Contains(agent, "OAI-SearchBot") && !strings.Contains(agent, "ChatGPT-User") && !strings.Contains(agent, "Claude") {
					return false
				}
				http.Error(w, "Forbidden", http.StatusForbidden)
				return true
			})
		}},
		{Name: "payment-asked", Site: "journal", Expect: []string{"crawl.pay-per-crawl"}, plant: func(s *Site) {
			s.answer("*", func(w http.ResponseWriter, r *http.Request) bool {
				if !strings.Contains(r.UserAgent(), "PerplexityBot") {
					return false
				}
				http.Error(w, "Payment required", http.StatusPaymentRequired)
				return true
			})
		}},
		{Name: "bot-wall", Site: "shop", Ends: "blocked_by_site", plant: func(s *Site) {
			s.answer("*", func(w http.ResponseWriter, _ *http.Request) bool {
				w.Header().Set("Content-Type", "text/html; charset=utf-8")
				w.Header().Set("Cf-Mitigated", "challenge")
				w.WriteHeader(http.StatusForbidden)
				fmt.Fprint(w, "<!doctype html><title>Just a moment...</title><script>window._cf_chl_opt={}</script>")
				return true
			})
		}},
	}
}

// lostPageFaults keep the front page from being read, or make the way to it long.
func lostPageFaults() []Fault {
	return []Fault{
		{Name: "redirect-chain", Site: "docs", Expect: []string{"seo.redirect-chain", "seo.sitemap-live-urls"}, plant: func(s *Site) {
			s.files["/start"] = s.files["/"]
			s.redirect("/", "/one")
			s.redirect("/one", "/two")
			s.redirect("/two", "/three")
			s.redirect("/three", "/start")
		}},
		{Name: "redirect-loop", Site: "tuner", Ends: "redirect_loop", plant: func(s *Site) {
			s.redirect("/", "/back")
			s.redirect("/back", "/")
		}},
		{Name: "front-page-500", Site: "tuner", Ends: "http_error", plant: func(s *Site) { s.status("/", http.StatusInternalServerError) }},
		{Name: "front-page-403", Site: "bakery", Ends: "http_error", plant: func(s *Site) { s.status("/", http.StatusForbidden) }},
		{Name: "front-page-404", Site: "shop", Ends: "http_error", plant: func(s *Site) { s.status("/", http.StatusNotFound) }},
		{Name: "front-page-empty", Site: "docs", Ends: "empty_page", plant: func(s *Site) { s.write("/", " \n") }},
		{Name: "not-html", Site: "journal", Ends: "not_html", plant: func(s *Site) {
			s.answer("/", func(w http.ResponseWriter, _ *http.Request) bool {
				w.Header().Set("Content-Type", "application/pdf")
				fmt.Fprint(w, "%PDF-1.7\n")
				return true
			})
		}},
		{Name: "connection-reset", Site: "software", Ends: "malformed_response", plant: func(s *Site) {
			s.answer("/", func(http.ResponseWriter, *http.Request) bool { panic(http.ErrAbortHandler) })
		}},
		{Name: "hang", Site: "tuner", Ends: "response_timeout", plant: func(s *Site) {
			s.waits = true
			s.answer("/", func(_ http.ResponseWriter, r *http.Request) bool {
				<-r.Context().Done()
				return true
			})
		}},
	}
}

// bodyFaults send bodies that are too large, too short or not compressed.
func bodyFaults() []Fault {
	return []Fault{
		{
			Name: "gzip-bomb", Site: "software", Allow: map[string]string{"aeo.definition-blocks": "the page with the definition is the bomb"},
			plant: func(s *Site) {
				bomb := zip([]byte(strings.Repeat(" ", 64<<20)))
				s.answer("/features", func(w http.ResponseWriter, _ *http.Request) bool {
					w.Header().Set("Content-Type", "text/html; charset=utf-8")
					w.Header().Set("Content-Encoding", "gzip")
					w.Write(bomb)
					return true
				})
			},
		},
		{Name: "huge-page", Site: "docs", Expect: []string{"seo.html-size", "perf.html-size", "crawl.html-weight-tokens"}, plant: func(s *Site) {
			s.before("</main>", "<!--"+strings.Repeat("One more line of the log, and nothing in it that anyone asked for.\n", 50_000)+"-->", "/")
		}},
		{Name: "truncated-body", Site: "journal", Allow: map[string]string{"perf.compression": "what is broken off is sent plainly"}, plant: func(s *Site) {
			s.answer("/carnets/ecouter-le-butor", func(w http.ResponseWriter, _ *http.Request) bool {
				w.Header().Set("Content-Type", "text/html; charset=utf-8")
				w.Header().Set("Content-Length", "100000")
				text, _ := s.render("/carnets/ecouter-le-butor", "https://"+s.Host)
				fmt.Fprint(w, text[:len(text)/2])
				return true
			})
		}},
		{Name: "uncompressed", Site: "tuner", Expect: []string{"perf.compression"}, plant: func(s *Site) { s.uncompressed = true }},
	}
}
