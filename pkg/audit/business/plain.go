package business

import (
	"fmt"
	"strings"

	"github.com/auditctl/auditctl/pkg/industry"
)

// Plain says in English, for people who don't know the weights, what a piece of evidence is. It is empty for what only the model uses, such as how many
// industries have the same type.
func (e Evidence) Plain() string {
	feature, article := strings.CutPrefix(e.Feature, "article: ")
	signal, _, _ := strings.Cut(feature, " & ")
	said := ""
	for _, read := range []func(string) string{plainFixed, plainField, plainName, plainSpoken, plainBuild} {
		if said = read(signal); said != "" {
			break
		}
	}
	if said != "" && article {
		return said + ", in an article"
	}
	return said
}

var fixedEvidence = map[string]string{
	"markup says it":      "the structured data say it",
	"markup says wider":   "the structured data name a wider industry",
	"markup has it":       "the structured data of a page have it",
	"in the host":         "the host is named like it",
	"html lang":           "the html element declares it",
	"text language":       "the front page's text is in it",
	"legal form":          "it has a legal form",
	"hours":               "opening hours are shown",
	"feed":                "the site has a feed",
	"password field":      "visitors can log in",
	"og:site_name":        "og:site_name gives a name",
	"og:title":            "og:title says it",
	"host of authorities": "the host's suffix is for authorities",
	"host of schools":     "the host's suffix is for schools and universities",
	"host .org":           "the host ends in .org",
	"host of software":    "the host's suffix is usual for software",

	"article:published_time":     "the front page has a publication date",
	"markup of several products": "structured data describe several products",
}

func plainFixed(feature string) string { return fixedEvidence[feature] }

var fieldWords = map[string]string{
	"title": "the title", "description": "the description", "h1": "the main heading", "name": "the site's name", "markup": "the structured data's description",
	"keywords": "the keywords meta", "headings": "a heading", "nav": "the navigation", "titles": "another page's title", "alts": "an image's description",
	"links": "a link", "main": "the text", "others": "another page's text", "outside": "the header or footer", "ahead": "the headlines", "below": "the text",
}

// plainField reads features of words in a field, such as "title, strong 2".
func plainField(feature string) string {
	field, rest, ok := strings.Cut(feature, ", ")
	where := fieldWords[field]
	if !ok || where == "" {
		return ""
	}
	switch kind, _, _ := strings.Cut(rest, " "); {
	case kind == "strong":
		return where + " says it"
	case kind == "weak":
		return where + " hints at it"
	case kind == "most":
		return "most words for an industry in " + where + " mean it"
	case rest == "share 3":
		return "half or more of the words for industries in " + where + " mean it"
	case rest == "place 1":
		return where + map[string]string{"ahead": " name", "below": " names"}[field] + " it more than any other"
	}
	return ""
}

// sourceWords are the places that a name was found in, by how their features begin; the longest first.
var sourceWords = [...]struct{ begins, says string }{
	{"markup publisher", "the structured data name it as publisher"},
	{"markup legalName", "the structured data give it as legal name"},
	{"markup alternateName", "the structured data give it as another name"},
	{"markup WebSite", "the structured data name the website so"},
	{"markup name", "the structured data name the business so"},
	{"titles share it", "the titles of several pages have it"},
	{"title, ", "it is part of the title"},
	{"first heading", "the first heading says it"},
	{"first image", "the first image is called so"},
	{"first line", "the first line shown says it"},
	{"link home", "a link to the home page says it"},
	{"logo", "the logo says it"},
	{"imprint", "the imprint or contact page says it"},
	{"rights", "the copyright line says it"},
	{"application-name", "the page's application name says it"},
	{"apple-mobile-web-app-title", "the page's application name says it"},
	{"author", "the page's author is named so"},
	{"publisher", "the page's publisher is named so"},
	{"copyright", "the copyright line says it"},
	{"dc.publisher", "the page's publisher is named so"},
	{"twitter:site", "the account for link previews is named so"},
	{"in titles 2", "many titles have it"},
	{"in titles 3", "most titles have it"},
	{"seen 2", "visitors read it repeatedly"},
	{"seen 3", "visitors read it repeatedly"},
	{"seen 4", "visitors read it repeatedly"},
}

func plainName(feature string) string {
	if strings.HasSuffix(feature, " industry") { // "publisher industry" is no publisher's name
		return ""
	}
	for _, row := range sourceWords {
		if strings.HasPrefix(feature, row.begins) {
			return row.says
		}
	}
	if len(feature) >= 2 && feature[0] == 'h' && feature[1] >= '1' && feature[1] <= '6' && (len(feature) == 2 || feature[2] == ',') {
		return "a heading says it"
	}
	return ""
}

// spokenWords are the signals of signals.txt.
var spokenWords = map[string]string{
	"cart": "a basket", "shipping": "shipping", "login": "accounts", "trial": "trials", "appstore": "app stores", "code": "program code", "docs": "documentation",
	"news": "news sections", "posts": "posts and comments", "donate": "donations", "members": "members", "parish": "worship", "public": "public services",
	"school": "lessons and degrees", "research": "research", "person": "a person", "company": "business customers", "visit": "visits and bookings",
	"area": "an area served", "seller": "sellers and users", "threads": "forum threads", "recipe": "recipes",
}

func plainSpoken(feature string) string {
	for _, place := range []struct{ in, says string }{{" in headlines ", "the headlines"}, {" in text ", "the text"}} {
		if name, _, ok := strings.Cut(feature, place.in); ok && spokenWords[name] != "" {
			verb := map[bool]string{true: "speaks", false: "speak"}[place.says == "the text"]
			return fmt.Sprintf("%s %s of %s", place.says, verb, spokenWords[name])
		}
	}
	return ""
}

// plainBuild reads features of markup, of how a site is made, and of the industries found.
func plainBuild(feature string) string {
	if strings.HasSuffix(feature, " 0") || feature == "front home" { // that something is absent, or usual, is no reason that people would give
		return ""
	}
	if key, ok := strings.CutPrefix(feature, "industry "); ok {
		if i := industry.Find(key); i != nil {
			return "the likeliest industry is: " + i.EN
		}
		return ""
	}
	for _, row := range [...]struct{ begins, says string }{
		{"node ", "the structured data call the owner a %s"},
		{"markup ", "the structured data describe a %s"},
		{"og:type ", "og:type is %s"},
		{"generator ", "the site is made with %s"},
		{"links to ", "a link leads to %s"},
		{"front ", "the front page is a page of the kind %s"},
		{"prices ", "prices are shown"},
		{"addresses ", "a postal address is shown"},
		{"phones ", "a telephone number is shown"},
		{"code blocks ", "program code is shown"},
	} {
		if rest, ok := strings.CutPrefix(feature, row.begins); ok {
			if !strings.Contains(row.says, "%s") {
				return row.says
			}
			return fmt.Sprintf(row.says, rest)
		}
	}
	if kind, ok := strings.CutPrefix(feature, "pages "); ok {
		kind, _, _ = strings.Cut(kind, " ")
		return "pages of the kind " + kind + " were read"
	}
	if typ, ok := strings.CutSuffix(feature, " industry"); ok {
		return "the likeliest industry is mostly of the type " + typ
	}
	return ""
}
