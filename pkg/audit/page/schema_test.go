package page

import "testing"

func TestIsA(t *testing.T) {
	for _, tt := range []struct {
		typ, ancestor string
		want          bool
	}{
		{"Organization", "Organization", true},
		{"LocalBusiness", "Organization", true},
		{"LocalBusiness", "Place", true},
		{"Dentist", "LocalBusiness", true},
		{"Dentist", "MedicalOrganization", true},
		{"Plumber", "HomeAndConstructionBusiness", true},
		{"Bakery", "FoodEstablishment", true},
		{"Hotel", "LodgingBusiness", true},
		{"NewsArticle", "Article", true},
		{"BlogPosting", "CreativeWork", true},
		{"FAQPage", "WebPage", true},
		{"ProductGroup", "Product", true},
		{"AggregateOffer", "Offer", true},
		{"MusicEvent", "Event", true},
		{"City", "Place", true},
		{"Organization", "LocalBusiness", false},
		{"Person", "Organization", false},
		{"dentist", "LocalBusiness", false},
		{"NoSuchType", "Thing", false},
		{"", "Thing", false},
	} {
		if got := IsA(tt.typ, tt.ancestor); got != tt.want {
			t.Errorf("IsA(%q, %q) = %v", tt.typ, tt.ancestor, got)
		}
	}
}

func TestSchemaName(t *testing.T) {
	for _, tt := range []struct {
		iri, name string
		ok        bool
	}{
		{"https://schema.org/Person", "Person", true},
		{"http://schema.org/Person/", "Person", true},
		{"http://www.schema.org/Person", "Person", true},
		{"https://schema.org", "", true},
		{"https://schema.org/", "", true},
		{"https://schema.organic/Person", "https://schema.organic/Person", false},
		{"https://example.org/Person", "https://example.org/Person", false},
		{"Person", "Person", false},
	} {
		if name, ok := schemaName(tt.iri); name != tt.name || ok != tt.ok {
			t.Errorf("schemaName(%q) = %q, %v", tt.iri, name, ok)
		}
	}
}

func BenchmarkIsA(b *testing.B) {
	for b.Loop() {
		IsA("Dentist", "LocalBusiness")
		IsA("FAQPage", "Organization")
	}
}
