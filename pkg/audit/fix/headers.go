package fix

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/auditctl/auditctl/internal/weburl"
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/observatory"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// header is a response header to send. Sent says that the server already sends one with another value, which has to go.
type header struct {
	name, value string
	sent        bool
}

// headers writes the security headers that the Observatory's tests miss, for three servers.
func headers(w *work) []proposal {
	main := w.Facts.Main()
	var list []header
	var answers []string
	var notes []audit.Text
	add := func(id, name, value string, note audit.Text) {
		list = append(list, header{name, value, len(main.Response.Header[name]) > 0})
		notes = append(notes, note)
		if !slices.Contains(answers, id) {
			answers = append(answers, id)
		}
	}
	if w.wants("sec.hsts") {
		add("sec.hsts", "Strict-Transport-Security", "max-age=31536000", text(
			"HSTS binds browsers to https for a year: try max-age=300 first. Add includeSubDomains only where every subdomain works over https.",
			"HSTS lie les navigateurs à https pour un an : essayez d'abord max-age=300. N'ajoutez includeSubDomains que si tous les sous-domaines fonctionnent en https."))
	}
	if w.wants("sec.nosniff") {
		add("sec.nosniff", "X-Content-Type-Options", "nosniff", text(
			"With nosniff, scripts and style sheets need their right Content-Type.", "Avec nosniff, scripts et feuilles de style ont besoin de leur bon Content-Type."))
	}
	if w.wants("sec.x-frame") {
		add("sec.x-frame", "X-Frame-Options", "SAMEORIGIN", text("If other sites embed your pages on purpose, name them with frame-ancestors of a Content-Security-Policy instead.",
			"Si d'autres sites intègrent vos pages à dessein, nommez-les plutôt par frame-ancestors d'une Content-Security-Policy."))
	}
	if w.wants("sec.referrer-policy") {
		add("sec.referrer-policy", "Referrer-Policy", "strict-origin-when-cross-origin", audit.Text{})
	}
	if w.wants("sec.permissions-policy") {
		add("sec.permissions-policy", "Permissions-Policy", "camera=(), microphone=(), geolocation=()", text(
			"Take out of Permissions-Policy what your pages use.", "Retirez de Permissions-Policy ce que vos pages utilisent."))
	}
	if w.wants("sec.corp-coep-coop") {
		for _, isolation := range []struct{ test, name, value string }{
			{observatory.COOP, "Cross-Origin-Opener-Policy", "same-origin-allow-popups"},
			{observatory.COEP, "Cross-Origin-Embedder-Policy", "unsafe-none"},
			{observatory.CORP, "Cross-Origin-Resource-Policy", "same-site"},
		} {
			if !observatory.Test(w.Facts, isolation.test).Pass {
				add("sec.corp-coep-coop", isolation.name, isolation.value, audit.Text{})
			}
		}
	}
	w.leave("sec.cookies", "Cookies are set by the application: give each Secure and SameSite=Lax, and HttpOnly where no script reads it. nginx can add them with proxy_cookie_flags, Apache with Header edit Set-Cookie.",
		"Les cookies sont posés par l'application : ajoutez Secure et SameSite=Lax à chacun, et HttpOnly là où aucun script ne le lit. nginx peut le faire par proxy_cookie_flags, Apache par Header edit Set-Cookie.")
	if len(list) == 0 {
		return nil
	}
	return []proposal{serverFiles("headers", list, join(notes...), answers)}
}

// serverFiles writes headers for nginx, Apache and Caddy.
func serverFiles(folder string, list []header, note audit.Text, answers []string) proposal {
	return proposal{answers: answers, files: configurations(folder, nginx(list), apache(list), caddy(list), note), place: func(f *page.Facts) {
		for _, p := range f.Pages {
			sent := make(map[string][]string, len(p.Response.Header)+len(list))
			for name, values := range p.Response.Header {
				sent[name] = values
			}
			for _, h := range list {
				sent[h.name] = []string{h.value}
			}
			p.Response.Header = sent
		}
	}}
}

// configurations are the files of one change to a server, one for each; one of them is enough.
func configurations(folder, forNginx, forApache, forCaddy string, note audit.Text) []draft {
	return []draft{
		{path: folder + "/nginx.conf", content: []byte(forNginx), note: note, where: text(
			"nginx only: in the server block of the site. A location that has add_header lines of its own needs these too.",
			"nginx uniquement : dans le bloc server du site. Un location qui a ses propres lignes add_header doit aussi reprendre celles-ci.")},
		{path: folder + "/apache.conf", content: []byte(forApache), note: note, where: text(
			"Apache only: in the virtual host of the site or its .htaccess. Needs mod_headers (for compression, mod_deflate).",
			"Apache uniquement : dans l'hôte virtuel du site ou son .htaccess. Demande mod_headers (pour la compression, mod_deflate).")},
		{path: folder + "/Caddyfile", content: []byte(forCaddy), note: note, where: text(
			"Caddy only: in the block of the site.", "Caddy uniquement : dans le bloc du site.")},
	}
}

// The values are made here, of words and of addresses that hostSource let through; none holds a quotation mark, a backslash, a dollar or a brace, which
// the three servers would read.

func nginx(list []header) string {
	var b strings.Builder
	for _, h := range list {
		if h.sent { // by what stands behind nginx
			fmt.Fprintf(&b, "proxy_hide_header %s;\nfastcgi_hide_header %s;\n", h.name, h.name)
		}
		fmt.Fprintf(&b, "add_header %s \"%s\" always;\n", h.name, h.value)
	}
	return b.String()
}

func apache(list []header) string {
	var b strings.Builder
	b.WriteString("<IfModule mod_headers.c>\n")
	for _, h := range list {
		if h.sent { // by the application, which writes into another table than always
			fmt.Fprintf(&b, "Header onsuccess unset %s\n", h.name)
		}
		fmt.Fprintf(&b, "Header always set %s \"%s\"\n", h.name, h.value)
	}
	b.WriteString("</IfModule>\n")
	return b.String()
}

func caddy(list []header) string {
	var b strings.Builder
	b.WriteString("header {\n")
	for _, h := range list {
		fmt.Fprintf(&b, "\t%s \"%s\"\n", h.name, h.value)
	}
	if slices.ContainsFunc(list, func(h header) bool { return h.sent }) {
		b.WriteString("\tdefer\n") // after the application, in place of what it sent
	}
	b.WriteString("}\n")
	return b.String()
}

// plainHost is a host that means the same to policies and to servers' configurations, with a port perhaps.
var plainHost = regexp.MustCompile(`^([a-z0-9_-]+(\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\])(:[0-9]{1,5})?$`)

// sources are what a policy allows, by directive.
type sources map[string][]string

// allow adds the origin of an address; the site's own is 'self'. What is no plain host is left out.
func (s sources) allow(directive, address, own string, secure bool) {
	u, err := weburl.Parse(address)
	if err != nil || !u.Web() || !plainHost.MatchString(u.HostPort()) {
		return
	}
	source := u.Origin()
	if secure { // browsers upgrade what is asked for over http
		source = strings.Replace(source, "http://", "https://", 1)
	}
	if source == own {
		source = "'self'"
	}
	if !slices.Contains(s[directive], source) {
		s[directive] = append(s[directive], source)
	}
}

// policy writes a Content-Security-Policy of what the pages load.
func policy(w *work) []proposal {
	if !w.wants("sec.csp", "sec.mixed-content") {
		return nil
	}
	main := w.Facts.Main()
	own, secure := w.origin(), strings.HasPrefix(w.Facts.FinalURL, "https:")
	s := sources{}
	inline := 0
	for _, p := range w.Facts.Pages {
		had := false
		for _, x := range p.Scripts {
			s.allow("script-src", x.Src, own, secure)
			had = had || x.Src == "" && x.Bytes > 0
		}
		if had {
			inline++
		}
		for _, x := range p.Styles {
			s.allow("style-src", x.Href, own, secure)
			if strings.Contains(x.Href, "//fonts.googleapis.com/") {
				s.allow("font-src", "https://fonts.gstatic.com", own, secure)
			}
		}
		for _, x := range p.Images {
			s.allow("img-src", x.Src, own, secure)
		}
		for _, x := range p.Resources {
			switch x.Element {
			case "iframe":
				s.allow("frame-src", x.URL, own, secure)
			case "video", "audio", "source", "track":
				s.allow("media-src", x.URL, own, secure)
			case "preload":
				if x.As == "font" {
					s.allow("font-src", x.URL, own, secure)
				}
			}
		}
		for _, x := range p.Forms {
			s.allow("form-action", x.Action, own, secure)
		}
	}
	var parts []string
	directive := func(name string, always ...string) {
		all := always
		for _, source := range s[name] {
			if !slices.Contains(all, source) {
				all = append(all, source)
			}
		}
		parts = append(parts, name+" "+strings.Join(all, " "))
	}
	directive("default-src", "'self'")
	directive("script-src", "'self'")
	directive("style-src", "'self'", "'unsafe-inline'")
	directive("img-src", "'self'", "data:")
	directive("font-src", "'self'", "data:")
	s["connect-src"] = s["script-src"] // most scripts report to where they come from
	directive("connect-src", "'self'")
	for _, name := range []string{"frame-src", "media-src"} {
		if len(s[name]) > 0 {
			directive(name, "'self'")
		}
	}
	parts = append(parts, "object-src 'none'", "base-uri 'self'")
	directive("form-action", "'self'")
	parts = append(parts, "frame-ancestors 'self'")
	if secure {
		parts = append(parts, "upgrade-insecure-requests")
	}
	value := strings.Join(parts, "; ")
	notes := []audit.Text{text(
		"Send it under the name Content-Security-Policy-Report-Only first, and look at your pages with the browser's console open; change the name when nothing is reported any more.",
		"Envoyez-la d'abord sous le nom Content-Security-Policy-Report-Only et parcourez vos pages avec la console du navigateur ; changez le nom quand plus rien n'est signalé."), text(
		"It is made of what the HTML of the pages read loads; what scripts load later isn't in it.",
		"Elle est tirée de ce que charge le HTML des pages lues ; ce que les scripts chargent ensuite n'y est pas.")}
	if inline > 0 {
		notes = append(notes, audit.Text{
			EN: fmt.Sprintf("Scripts written into the page stop with it (pages read that have some: %d): move them into files, or give them nonces or hashes.", inline),
			FR: fmt.Sprintf("Les scripts écrits dans la page cessent de fonctionner (pages lues concernées : %d) : placez-les dans des fichiers, ou donnez-leur des nonces ou empreintes.", inline),
		})
	}
	list := []header{{"Content-Security-Policy", value, len(main.Response.Header["Content-Security-Policy"]) > 0}}
	return []proposal{serverFiles("content-security-policy", list, join(notes...), w.among("sec.csp", "sec.mixed-content", "sec.x-frame"))}
}

// compression turns compression of text on.
func compression(w *work) []proposal {
	if !w.wants("perf.compression") {
		return nil
	}
	const types = "text/css text/plain text/javascript application/javascript application/json application/xml image/svg+xml"
	note := text("Don't compress pages that show a secret and a visitor's input side by side (BREACH). A CDN may do it already for visitors, but not for all.",
		"Ne compressez pas les pages qui montrent côte à côte un secret et une saisie du visiteur (BREACH). Un CDN le fait peut-être déjà, mais pas pour tous.")
	return []proposal{{
		answers: []string{"perf.compression"},
		files: configurations("compression",
			"gzip on;\ngzip_vary on;\ngzip_proxied any;\ngzip_types "+types+";\n",
			"<IfModule mod_deflate.c>\nAddOutputFilterByType DEFLATE text/html "+types+"\n</IfModule>\n",
			"encode zstd gzip\n", note),
		place: func(f *page.Facts) {
			for _, p := range f.Pages {
				p.Response.Encoding = "gzip"
			}
			assets := make(map[string]page.Asset, len(f.Assets))
			for at, a := range f.Assets {
				if u, err := weburl.Parse(at); err == nil && u.HostPort() == f.Host && a.Encoding == "" {
					a.Encoding = "gzip"
				}
				assets[at] = a
			}
			f.Assets = assets
		},
	}}
}
