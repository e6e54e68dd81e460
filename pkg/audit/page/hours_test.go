package page

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func hoursOf(p *Page) []string {
	var out []string
	for _, h := range p.Hours {
		out = append(out, fmt.Sprintf("%s %s-%s", strings.Join(h.Days, ","), h.Opens, h.Closes))
	}
	return out
}

func TestHoursInText(t *testing.T) {
	for _, tt := range []struct {
		lines string
		want  []string
	}{
		{"Monday 08:00 to 17:30", []string{"Mo 08:00-17:30"}},
		{"Mon–Fri: 9am – 5.30pm", []string{"Mo,Tu,We,Th,Fr 09:00-17:30"}},
		{"Monday to Friday 9-5pm", []string{"Mo,Tu,We,Th,Fr 09:00-17:00"}},
		{"Mon - Fri 9 - 17", []string{"Mo,Tu,We,Th,Fr 09:00-17:00"}},
		{"Saturday 1 - 5 p.m.", []string{"Sa 13:00-17:00"}},
		{"Open daily from 10 a.m. until midnight", []string{"Mo,Tu,We,Th,Fr,Sa,Su 10:00-00:00"}},
		{"Weekdays 9:00 am to 12:00 pm", []string{"Mo,Tu,We,Th,Fr 09:00-12:00"}},
		{"Tuesday & Thursday\t09:00–12:00, 14:00–18:00", []string{"Tu,Th 09:00-12:00", "Tu,Th 14:00-18:00"}},
		{"Fri-Mon 18:00-02:00", []string{"Mo,Fr,Sa,Su 18:00-02:00"}},
		{"Lundi : 9 h à 17 h 30", []string{"Mo 09:00-17:30"}},
		{"Du lundi au vendredi de 9h à 12h et de 14h à 18h30", []string{"Mo,Tu,We,Th,Fr 09:00-12:00", "Mo,Tu,We,Th,Fr 14:00-18:30"}},
		{"Samedi 9h00 - midi", []string{"Sa 09:00-12:00"}},
		{"Montag bis Freitag 8.00 – 18.00 Uhr", []string{"Mo,Tu,We,Th,Fr 08:00-18:00"}},
		{"Mon 9:00-17:00 Sat 10:00-14:00 Sun closed", []string{"Mo 09:00-17:00", "Sa 10:00-14:00"}},
		{"Monday\n9:00 - 17:00\nTuesday\nClosed", []string{"Mo 09:00-17:00"}},
		{"Dimanche : fermé", nil},
		{"Monday 1 June 2026 from 10:00 to 12:00", nil},
		{"On Monday we sold 12 cakes and 14 pies", nil},
		{"9:00 - 17:00", nil},
		{"Mon-Fri 9-5", nil},
		{"Monday 09:00-09:00", nil},
		{"Monday 25:00-26:00", nil},
	} {
		if got := hoursOf(contacts("https://example.com/", strings.Split(tt.lines, "\n")...)); !slices.Equal(got, tt.want) {
			t.Errorf("%q: %q, want %q", tt.lines, got, tt.want)
		}
	}
}

func TestHoursInMarkup(t *testing.T) {
	p := &Page{Graph: *readJSONLD(t, `{"@context":"https://schema.org","@type":"Store","openingHours":["Mo-Th 09:00-17:00","Fr,Sa 10:00-12:00 13:00-16:00"],
		"openingHoursSpecification":[{"@type":"OpeningHoursSpecification","dayOfWeek":["https://schema.org/Monday","Tuesday"],"opens":"09:00:00","closes":"17:00"},
		{"@type":"OpeningHoursSpecification","dayOfWeek":"Sunday","opens":"00:00","closes":"00:00"},
		{"@type":"OpeningHoursSpecification","dayOfWeek":{"@id":"https://schema.org/Saturday"},"opens":"8:30","closes":"12:00"},
		{"@type":"OpeningHoursSpecification","dayOfWeek":"Friday","opens":"09:00","closes":"11:00","validFrom":"2026-12-24","validThrough":"2026-12-24"}]}`)}
	p.readContacts(forever(), nil, nil)
	want := []string{"Mo,Tu,We,Th 09:00-17:00", "Fr,Sa 10:00-12:00", "Fr,Sa 13:00-16:00", "Mo,Tu 09:00-17:00", "Sa 08:30-12:00"}
	if got := hoursOf(p); !slices.Equal(got, want) {
		t.Errorf("hours %q\nwant  %q", got, want)
	}
	for _, h := range p.Hours {
		if h.Source != "jsonld" {
			t.Errorf("source %q", h.Source)
		}
	}
}

func TestGermanDays(t *testing.T) {
	for lang, want := range map[string][]string{
		"de-AT": {"Mo,Tu,We,Th,Fr 08:00-18:00", "Sa 09:00-13:00", "Su 10:00-12:00"},
		"en":    {"Sa 09:00-13:00"},
	} {
		p := &Page{FinalURL: "https://example.com/", Lang: lang}
		p.readContacts(forever(), []string{"Mo–Fr\t8:00 – 18:00 Uhr", "Samstag\t9 – 13 Uhr", "So. 10-12 Uhr"}, nil)
		if got := hoursOf(p); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", lang, got, want)
		}
	}
}
