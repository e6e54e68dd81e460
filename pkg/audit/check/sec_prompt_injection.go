package check

import (
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// secPromptInjection is never scored: what a page says to a model must move no number, neither up nor down. It fails for what readers can't come to see;
// what menus, tabs and dialogs hide, what everybody can read, llms.txt, which is written for models, and zero-width characters alone warn. Text in
// quotation marks is one about such orders.
func secPromptInjection() Check {
	return Check{
		ID: "sec.prompt-injection", Weight: 0, Level: Standard,
		Source: "OWASP Top 10 for LLM applications, LLM01 prompt injection; reported, not scored", Link: "https://genai.owasp.org/llmrisk/llm01-prompt-injection/",
		Title: text("No instructions to language models", "Absence d'instructions aux modèles de langage"),
		Why: text("Text that gives orders to AI systems counts as manipulation, hidden text most of all. It may have been put there by an intruder, without the owner's knowledge.",
			"Un texte qui donne des ordres aux IA passe pour une manipulation, surtout s'il est caché. Il peut avoir été placé là par un intrus, à l'insu du propriétaire."),
		Fix: text("Remove the text, and find out how it came onto the page.",
			"Supprimez le texte et recherchez comment il est arrivé sur la page."),
		Run: func(f *page.Facts) Finding {
			finding := Finding{Status: audit.Pass}
			found := 0
			add := func(status audit.Outcome, url, where, excerpt string) {
				found++
				finding = finding.seen(url, where, excerpt)
				if status == audit.Fail || finding.Status == audit.Pass {
					finding.Status = status
				}
			}
			for _, p := range f.Pages {
				for _, x := range ordersOn(p) {
					add(x.status, p.FinalURL, x.where, x.excerpt)
				}
			}
			for _, x := range ordersByScripts(f) {
				add(x.status, f.Rendered.FinalURL, x.where, x.excerpt)
			}
			l := &f.LLMs.Value
			for _, line := range slices.Concat(l.Titles, []string{l.Summary}, l.Sections, linkTexts(l.Links)) {
				if order, ok := page.FindOrder(line); ok && !order.Quoted {
					add(audit.Warn, l.URL, "llms.txt", order.Excerpt)
				}
			}
			if found == 0 {
				return passed("No text that gives orders to a language model was found.", "Aucun texte donnant des ordres à un modèle de langage n'a été trouvé.")
			}
			finding.Detail = text("The pages read contain %s. No score depends on it.", "Les pages lues contiennent %s. Aucune note n'en dépend.",
				count(found, "piece of text meant for an AI system", "pieces of text meant for an AI system", "passage destiné à une IA", "passages destinés à une IA"))
			return finding
		},
	}
}

// Obeyed has the check report that a language model followed the site's text instead of judging it: what text was meant needn't be known
// for that. The verdicts given aren't changed.
func Obeyed(assessed []Assessed) []Assessed {
	assessed = slices.Clone(assessed)
	i := slices.IndexFunc(assessed, func(a Assessed) bool { return a.Check.ID == "sec.prompt-injection" })
	if i < 0 {
		return assessed
	}
	f := &assessed[i].Finding
	if f.Status == audit.Pass {
		f.Status, f.Detail = audit.Warn, audit.Text{}
	}
	add := text("The language model that judged the site followed its text: it answered questions wrongly whose answers are known.",
		"Le modèle de langage qui a jugé le site a suivi son texte : il a mal répondu à des questions dont la réponse est connue.")
	f.Detail = audit.Text{EN: strings.TrimSpace(f.Detail.EN + " " + add.EN), FR: strings.TrimSpace(f.Detail.FR + " " + add.FR)}
	return assessed
}

// order is a piece of text that is meant for a model.
type order struct {
	status         audit.Outcome
	where, excerpt string
}

// ordersOn gives those of one page.
func ordersOn(p *page.Page) (found []order) {
	for _, s := range p.Suspect {
		status := audit.Fail
		if s.How == "zero-width" || s.Widget {
			status = audit.Warn
		}
		found = append(found, order{status, s.How, s.Text})
	}
	said := strings.ToLower(strings.Join(strings.Fields(p.Text.Main), " "))
	for where, excerpt := range markedOrders(p) {
		status := audit.Fail
		if strings.Contains(said, excerpt) { // an article's text in its markup
			status = audit.Warn
		}
		found = append(found, order{status, where, excerpt})
	}
	for where, excerpt := range seenOrders(p) {
		found = append(found, order{audit.Warn, where, excerpt})
	}
	return found
}

// ordersByScripts gives those that the submitted page has after JavaScript only.
func ordersByScripts(f *page.Facts) (added []order) {
	if f.Rendered == nil {
		return nil
	}
	sent := map[string]bool{}
	for _, x := range ordersOn(f.Main()) {
		sent[x.excerpt] = true
	}
	for _, x := range ordersOn(f.Rendered.Page) {
		if !sent[x.excerpt] {
			x.where = "script: " + x.where
			added = append(added, x)
		}
	}
	return added
}

// markedOrders gives the orders in structured data, in the order of the nodes and of their properties' names.
func markedOrders(p *page.Page) iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		for i := range p.Graph.Nodes {
			n := &p.Graph.Nodes[i]
			for _, name := range slices.Sorted(maps.Keys(n.Props)) {
				for _, v := range n.Props[name] {
					if order, ok := page.FindOrder(v.Text); ok && !order.Quoted && !yield(n.Format+" "+name, order.Excerpt) {
						return
					}
				}
			}
		}
	}
}

// seenOrders gives those in titles and visible text.
func seenOrders(p *page.Page) iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		for _, title := range p.Titles {
			if order, ok := page.FindOrder(title); ok && !order.Quoted && !yield("title", order.Excerpt) {
				return
			}
		}
		for _, text := range []string{p.Text.Main, p.Text.Outside} {
			found := false
			for line := range strings.SplitSeq(text, "\n") {
				order, ok := page.FindOrder(line)
				found = found || ok
				if ok && !order.Quoted && !yield("text", order.Excerpt) {
					return
				}
			}
			if found || !strings.Contains(text, "\n") {
				continue
			}
			// over several elements
			if order, ok := page.FindOrder(strings.ReplaceAll(text, "\n", " ")); ok && !order.Quoted && !yield("text", order.Excerpt) {
				return
			}
		}
	}
}

func linkTexts(links []page.LLMsLink) []string {
	texts := make([]string, len(links))
	for i, l := range links {
		texts[i] = l.Text
	}
	return texts
}
