package fix

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/auditctl/auditctl/internal/weburl"
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
	"github.com/auditctl/auditctl/pkg/industry"
)

var organizationChecks = []string{
	"geo.organization-schema", "local.localbusiness-schema", "local.opening-hours", "geo.sameas-authoritative", "geo.entity-name-consistent",
	"geo.schema-rich-attributes",
}

// thing is an item of structured data, its properties in the order in which they are written.
type thing struct {
	Type        string    `json:"@type,omitempty"`
	ID          string    `json:"@id,omitempty"`
	Name        string    `json:"name,omitempty"`
	URL         string    `json:"url,omitempty"`
	Description string    `json:"description,omitempty"`
	Image       string    `json:"image,omitempty"`
	Telephone   string    `json:"telephone,omitempty"`
	Email       string    `json:"email,omitempty"`
	Address     *address  `json:"address,omitempty"`
	Hours       []opening `json:"openingHoursSpecification,omitempty"`
	SameAs      []string  `json:"sameAs,omitempty"`
	Publisher   *thing    `json:"publisher,omitempty"`
}

type address struct {
	Type     string `json:"@type"`
	Street   string `json:"streetAddress,omitempty"`
	Locality string `json:"addressLocality,omitempty"`
	Region   string `json:"addressRegion,omitempty"`
	Postcode string `json:"postalCode,omitempty"`
	Country  string `json:"addressCountry,omitempty"`
}

type opening struct {
	Type   string   `json:"@type"`
	Days   []string `json:"dayOfWeek"`
	Opens  string   `json:"opens"`
	Closes string   `json:"closes"`
}

// organization describes whom the site belongs to, with what the pages show; or it adds to a description what that lacks.
func organization(w *work) []proposal {
	answers := w.among(organizationChecks...)
	if len(answers) == 0 {
		return nil
	}
	said := w.said()
	main := w.Facts.Main()
	if own := main.Business(); own != nil {
		return w.additions(own, said, answers)
	}
	if said.Name == "" {
		w.leave("geo.organization-schema", "The pages read don't say the name of the business clearly enough to write it down.",
			"Les pages lues n'indiquent pas assez clairement le nom de l'entreprise pour l'écrire.")
		return nil
	}
	said.Type, said.ID, said.URL = w.kind(), w.origin()+"/#organization", w.origin()+"/"
	things := []thing{said}
	if len(main.Graph.OfType("WebSite")) == 0 {
		things = append(things, thing{Type: "WebSite", ID: w.origin() + "/#website", Name: said.Name, URL: said.URL, Publisher: &thing{ID: said.ID}})
	}
	content := script(struct {
		Context string  `json:"@context"`
		Graph   []thing `json:"@graph"`
	}{"https://schema.org", things})
	note := join(text("It says only what the pages show. Compare it with them.", "Ces données ne disent que ce que montrent les pages. Comparez."), lacking(said))
	if said.Type == "LocalBusiness" {
		note = join(note, text("Write the type that fits in place of LocalBusiness (schema.org lists them).", "Remplacez LocalBusiness par le type adapté (schema.org en donne la liste)."))
	}
	return []proposal{{answers: answers, files: []draft{{
		path: "structured-data/organization.html", page: main.FinalURL, content: content, note: note,
		where: text("in the head of the page, beside what stands there", "dans le head de la page, à côté de ce qui s'y trouve"),
	}}, place: func(f *page.Facts) { mergePage(f.Main(), content) }}}
}

// lacking names what the site doesn't say.
func lacking(t thing) audit.Text {
	var lacks []string
	for _, part := range []struct {
		name  string
		there bool
	}{
		{"logo", false},
		{"image", t.Image != ""},
		{"telephone", t.Telephone != ""},
		{"email", t.Email != ""},
		{"address", t.Address != nil},
		{"openingHoursSpecification", t.Hours != nil || t.Type == "Organization"},
		{"priceRange", t.Type == "Organization"},
		{"geo", t.Type == "Organization"},
		{"sameAs", t.SameAs != nil},
	} {
		if !part.there {
			lacks = append(lacks, part.name)
		}
	}
	list := strings.Join(lacks, ", ")
	return text("Not found on the pages read, to be added where it exists: "+list+".", "Introuvable sur les pages lues, à ajouter si cela existe : "+list+".")
}

// kind is the schema.org type: that of the trade, where the business is one that people go to.
func (w *work) kind() string {
	if !w.wants("local.localbusiness-schema", "local.opening-hours") && (w.Report == nil || w.Report.Business.Type != "local") {
		return "Organization"
	}
	if w.Report != nil {
		if i := industry.Named(w.Report.Business.Industry); i != nil {
			for _, typ := range i.Schema {
				if page.IsA(typ, "LocalBusiness") {
					return typ
				}
			}
		}
	}
	return "LocalBusiness"
}

// said is what the pages show of whom the site belongs to.
func (w *work) said() thing {
	main := w.Facts.Main()
	t := thing{
		Name: w.name(), Image: w.picture(main), Description: cmp.Or(plain(first(main.Descriptions)), sentences(main, func(string) bool { return true })),
		Address: w.address(), Hours: w.hours(), SameAs: w.profiles(),
	}
	for _, p := range w.Facts.Pages {
		for _, n := range p.Phones {
			if t.Telephone == "" && n.E164 != "" && (n.Source == "text" || n.Source == "tel") {
				t.Telephone = n.E164
			}
		}
		for _, e := range p.Emails {
			if _, host, _ := strings.Cut(e, "@"); t.Email == "" && weburl.RegistrableDomain(host) == w.Facts.Domain {
				t.Email = plain(e)
			}
		}
	}
	return t
}

// address is the first postal address that readers see, a legal notice's last.
func (w *work) address() *address {
	var legal *address
	for _, p := range w.Facts.Pages {
		for _, a := range p.Addresses {
			if a.Source != "address" && a.Source != "text" || a.Locality == "" && a.Postcode == "" {
				continue
			}
			country := plain(a.Country)
			if country == "" && w.Report != nil {
				country = w.Report.Business.Country
			}
			found := &address{"PostalAddress", plain(a.Street), plain(a.Locality), plain(a.Region), plain(a.Postcode), country}
			if p.Kind != page.KindLegal {
				return found
			}
			if legal == nil {
				legal = found
			}
		}
	}
	return legal
}

// dayNames are schema.org's, by those of the facts.
var dayNames = map[string]string{"Mo": "Monday", "Tu": "Tuesday", "We": "Wednesday", "Th": "Thursday", "Fr": "Friday", "Sa": "Saturday", "Su": "Sunday"}

// hours are the opening hours of the first page whose text gives any.
func (w *work) hours() []opening {
	for _, p := range w.Facts.Pages {
		var all []opening
		for _, h := range p.Hours {
			if h.Source != "text" {
				continue
			}
			o := opening{Type: "OpeningHoursSpecification", Opens: h.Opens, Closes: h.Closes}
			for _, day := range h.Days {
				o.Days = append(o.Days, dayNames[day])
			}
			if !slices.ContainsFunc(all, func(have opening) bool {
				return have.Opens == o.Opens && have.Closes == o.Closes && slices.Equal(have.Days, o.Days)
			}) {
				all = append(all, o)
			}
		}
		if len(all) > 0 {
			return all
		}
	}
	return nil
}

// networks are sites on which a link outside the text leads to the owner's own page.
var networks = strings.Fields(`wikidata.org wikipedia.org linkedin.com facebook.com instagram.com x.com twitter.com youtube.com tiktok.com pinterest.com github.com
	bsky.app threads.net mastodon.social vimeo.com crunchbase.com tripadvisor.com yelp.com xing.com`)

// profiles are the pages on networks that the submitted page links to outside its text; buttons that share the page are none.
func (w *work) profiles() []string {
	var out []string
	for _, l := range w.Facts.Main().Links {
		u, err := weburl.Parse(l.URL)
		if err != nil || l.Internal || l.Place == "main" || u.Path == "/" || !slices.Contains(networks, weburl.RegistrableDomain(u.Host)) ||
			strings.Contains(u.Href, "share") || strings.Contains(u.Href, "intent/") || slices.Contains(out, u.Page()) {
			continue
		}
		out = append(out, u.Page())
	}
	return out
}

// additions are properties that a description lacks and the pages show.
func (w *work) additions(own *page.Node, said thing, answers []string) []proposal {
	main := w.Facts.Main()
	has := func(props ...string) bool {
		return slices.ContainsFunc(props, func(prop string) bool { return len(own.Props[prop]) > 0 })
	}
	more := thing{}
	if !has("url") {
		more.URL = w.origin() + "/"
	}
	if !has("description") {
		more.Description = said.Description
	}
	if !has("image", "logo") {
		more.Image = said.Image
	}
	if !has("telephone", "contactPoint") {
		more.Telephone = said.Telephone
	}
	if !has("email", "contactPoint") {
		more.Email = said.Email
	}
	if !has("address", "areaServed") {
		more.Address = said.Address
	}
	if !has("openingHours", "openingHoursSpecification") && page.IsA(first(own.Types), "LocalBusiness") {
		more.Hours = said.Hours
	}
	if !has("sameAs") {
		more.SameAs = said.SameAs
	}
	content := indented(more)
	if own.Format != "jsonld" || string(content) == "{}\n" {
		return nil
	}
	at := slices.IndexFunc(main.Graph.Nodes, func(n page.Node) bool {
		return n.Block == own.Block && slices.Equal(n.Types, own.Types) && n.ID == own.ID
	})
	where := audit.Text{
		EN: fmt.Sprintf("in the item of type %s in JSON-LD block %d of the page, beside its other properties", plain(strings.Join(own.Types, ", ")), own.Block),
		FR: fmt.Sprintf("dans l'élément de type %s du bloc JSON-LD %d de la page, à côté de ses autres propriétés", plain(strings.Join(own.Types, ", ")), own.Block),
	}
	return []proposal{{answers: answers, files: []draft{{
		path: "structured-data/additions.json", page: main.FinalURL, content: content, where: where,
		note: text("These properties are shown on the pages and missing in the structured data. Compare them.", "Ces propriétés figurent sur les pages et manquent aux données structurées. Comparez."),
	}}, place: func(f *page.Facts) {
		if at < 0 {
			return
		}
		p := f.Main()
		more.Type = first(own.Types)
		first := len(p.Graph.Nodes)
		mergePage(p, script(struct {
			Context string `json:"@context"`
			thing
		}{"https://schema.org", more}))
		added := &p.Graph.Nodes[first]
		node := p.Graph.Nodes[at]
		props := make(map[string][]page.Value, len(node.Props)+len(added.Props))
		for name, values := range node.Props {
			props[name] = values
		}
		for name, values := range added.Props {
			props[name] = values
		}
		node.Props, added.Root, added.Types, added.Props = props, false, nil, nil
		p.Graph.Nodes[at] = node
	}}}
}

// script writes structured data as an element; json escapes <, > and &, so that no text ends it.
func script(v any) []byte {
	return slices.Concat([]byte("<script type=\"application/ld+json\">\n"), indented(v), []byte("</script>\n"))
}

func indented(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetIndent("", "  ")
	if err := e.Encode(v); err != nil {
		panic(err) // texts and lists of them
	}
	return b.Bytes()
}

// mergePage adds to a page what a snippet in its head says to machines.
func mergePage(p *page.Page, snippet []byte) {
	q := parsed(p.FinalURL, slices.Concat([]byte("<!doctype html><html lang=\""), []byte(plainTag(p.Lang)), []byte("\"><head>"), snippet))
	shift, blocks := len(p.Graph.Nodes), p.Graph.Blocks
	p.Graph.Nodes = slices.Clone(p.Graph.Nodes)
	for _, n := range q.Graph.Nodes {
		props := make(map[string][]page.Value, len(n.Props))
		for name, values := range n.Props {
			values = slices.Clone(values)
			for i := range values {
				if values[i].Node > 0 {
					values[i].Node += shift
				}
			}
			props[name] = values
		}
		n.Props, n.Block = props, n.Block+blocks
		p.Graph.Nodes = append(p.Graph.Nodes, n)
	}
	p.Graph.Blocks += q.Graph.Blocks
	p.Phones = slices.Concat(p.Phones, q.Phones)
	p.Emails = slices.Concat(p.Emails, q.Emails)
	p.Addresses = slices.Concat(p.Addresses, q.Addresses)
	p.Hours = slices.Concat(p.Hours, q.Hours)
}

// plainTag is a language tag without anything that could end an attribute.
func plainTag(lang string) string {
	return strings.Map(func(r rune) rune {
		if r == '-' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, lang)
}
