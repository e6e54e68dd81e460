package check

import (
	"strings"
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
	"github.com/auditctl/auditctl/pkg/audit/page/pagetest"
)

func TestQuestionCoverage(t *testing.T) {
	filler := strings.Repeat("<p>We bake every morning from flour of the region and sell what we bake from seven until there is nothing left on the shelves of our shop.</p>", 8)
	for _, c := range []struct {
		name, body string
		needs      []string
		want       audit.Outcome
		detail     string
	}{
		{"most needs have a passage", "<h2>Breads</h2><p>Our sourdough breads rest for a day.</p><p>Birthday cakes are made to order.</p>", []string{"sourdough bread", "a birthday cake", "gluten-free bread"}, audit.Pass, "speak of 2"},
		{"a heading counts to what stands below it", "<h2>Birthday cakes</h2><p>Made to order, from 30 pounds.</p>", []string{"a birthday cake"}, audit.Pass, "speak of 1"},
		{"words of two passages are none", "<p>Our bread is dark.</p><p>We love gluten.</p><p>Feel free to ask.</p>", []string{"gluten-free bread"}, audit.Pass, "not of: gluten-free bread"},
		{"French, inflected", "<p>Nos pains au levain reposent une nuit.</p>", []string{"du pain au levain"}, audit.Pass, "speak of 1"},
		{"no needs are known", "", nil, audit.NotAssessed, "trade"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := pagetest.Parse(page.Document{
				URL:  "https://bakery.example/",
				Body: []byte("<html lang=en><title>Bakery</title><main><h1>Bakery</h1>" + filler + c.body + "</main></html>"),
			})
			got := aeoQuestionCoverage().Run(&page.Facts{Pages: []*page.Page{p}, FinalURL: p.FinalURL, CustomerNeeds: c.needs})
			if got.Status != c.want || !strings.Contains(got.Detail.EN, c.detail) {
				t.Errorf("%s: %s", got.Status, got.Detail.EN)
			}
		})
	}
}
