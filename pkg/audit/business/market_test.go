package business

import (
	"slices"
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page/pagetest"
)

func TestAMarketHasTheNamesThatTheSiteGivesItself(t *testing.T) {
	for _, c := range []struct {
		name, head string
		aliases    []string
	}{
		{"legal name and short form", `<meta property="og:site_name" content="Harbour Dental">` + markup(`"legalName":"Harbour Dental Care Ltd"`), []string{"Harbour Dental Care Ltd", "Harbour Dental"}},
		{"another name by markup", markup(`"alternateName":["HDC","歯科ハーバー"]`), []string{"HDC", "歯科ハーバー"}},
		{"a platform's name is none", `<meta property="og:site_name" content="SiteBuilder">` + markup(`"telephone":"+44 117 496 0000"`), nil},
		{"the same name twice is none", `<meta property="og:site_name" content="harbour dental care">` + markup(`"alternateName":"Harbour Dental Care"`), nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := pagetest.Site("harbour-dental.example", `/ <html lang="en"><head><title>Harbour Dental Care</title>`+c.head+`</head><body><h1>Harbour Dental Care</h1><p>Dentist in Bristol, dental practice.</p></body></html>`)
			s := ReadSubject(f)
			m := s.MarketOf(s.Describe(audit.French), audit.French)
			if !slices.Equal(m.Aliases, c.aliases) {
				t.Errorf("aliases %q, want %q", m.Aliases, c.aliases)
			}
			if m.Name != "Harbour Dental Care" || m.Trade != "dentist" || m.Type != "local" {
				t.Errorf("market %+v", m)
			}
		})
	}
}

func markup(fields string) string {
	return pagetest.JSONLD(`{"@context":"https://schema.org","@type":"Dentist","name":"Harbour Dental Care",` + fields + `}`)
}
