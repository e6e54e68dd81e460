package check

import (
	"slices"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// searchBots are the agents whose index decides whether people find a page: Google's, and Bing's, which feeds other engines as well.
// Lighthouse's is-crawlable asks for DuckDuckBot and archive.org_bot besides.
var searchBots = []string{"googlebot", "bingbot"}

// directives gives what the page tells an agent: what is meant for all, and what names it. Of contradicting ones engines take the stricter.
func directives(p *page.Page, agents ...string) []page.Directive {
	var out []page.Directive
	for _, d := range p.Robots {
		if d.Agent == "robots" || d.Agent == "*" || d.Agent == "" || slices.Contains(agents, d.Agent) {
			out = append(out, d)
		}
	}
	return out
}

// noindex gives the directive that keeps the page out of the agents' index.
func noindex(p *page.Page, agents ...string) (page.Directive, bool) {
	for _, d := range directives(p, agents...) {
		if d.Name == "noindex" || d.Name == "none" {
			return d, true
		}
	}
	return page.Directive{}, false
}

// stands says where a directive was found, for evidence.
func stands(d page.Directive) string {
	if d.Source == "header" {
		return "X-Robots-Tag"
	}
	return "meta[name=" + agentName(d) + "]"
}

func agentName(d page.Directive) string {
	if d.Agent == "" || d.Agent == "*" {
		return "robots"
	}
	return d.Agent
}

// written gives a directive as it is written.
func written(d page.Directive) string {
	w := d.Name
	if d.Value != "" {
		w += ": " + d.Value
	}
	if d.Source == "header" && agentName(d) != "robots" {
		w = d.Agent + ": " + w
	}
	return w
}

// privateWords are path words of pages that sites rightly keep out of search: carts, accounts, searches, confirmations, filtered lists.
var privateWords = []string{
	"account",
	"admin", "anmelden", "author", "auteur", "basket", "carrito", "carrello", "cart", "checkout", "commande", "compte", "connexion", "confirmation",
	"danke", "dashboard", "etiquette", "favoris", "feed", "gracias", "grazie", "kasse", "konto", "login", "logout", "merci", "panier", "preview", "print",
	"recherche",
	"register", "search", "signin", "signup", "sign-in", "sign-up", "suche", "tag", "thank-you", "thanks", "warenkorb", "wishlist", "wp-login.php",
}

// private says that the page is of a kind that is usually meant to stay out of search.
func private(p *page.Page) bool {
	if p.Kind == page.KindLegal {
		return true
	}
	address, query, _ := strings.Cut(strings.ToLower(requestPath(p.FinalURL)), "?")
	for word := range strings.SplitSeq(address, "/") {
		if slices.Contains(privateWords, word) {
			return true
		}
	}
	return query != ""
}
