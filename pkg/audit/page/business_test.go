package page

import "testing"

func TestBusiness(t *testing.T) {
	for _, tt := range []struct{ name, src, want string }{
		{"only one", `{"@context":"https://schema.org","@type":"Dentist","name":"A"}`, "A"},
		{"publisher of the site", yoast, "Acme Plumbing"},
		{"not the seller", `[{"@context":"https://schema.org","@type":"Product","name":"P","offers":{"@type":"Offer","seller":{"@type":"Organization","name":"Seller",
			"logo":"l","telephone":"1"}}},{"@context":"https://schema.org","@type":"Organization","name":"Us","url":"https://www.example.com"}]`, "Us"},
		{"not the employer", `{"@context":"https://schema.org","@graph":[{"@type":"Person","name":"Jo","worksFor":{"@type":"Organization","name":"Employer"}},
			{"@type":"Store","name":"Us"}]}`, "Us"},
		{"no name", `{"@context":"https://schema.org","@type":"Organization","url":"https://example.com"}`, ""},
		{"a person only", `{"@context":"https://schema.org","@type":"Person","name":"Jo"}`, ""},
	} {
		p := &Page{FinalURL: "https://example.com/", Graph: *readJSONLD(t, tt.src)}
		got := ""
		if n := p.Business(); n != nil {
			got = p.Graph.Text(n, "name")
		}
		if got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}
