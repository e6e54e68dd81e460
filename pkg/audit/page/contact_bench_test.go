package page

import (
	"fmt"
	"strings"
	"testing"
)

// BenchmarkTextFacts reads everything that is looked for in the visible text of a long page, some 30 kB in 400 lines.
func BenchmarkTextFacts(b *testing.B) {
	var lines []string
	for i := range 100 {
		lines = append(lines, fmt.Sprintf("We keep %d appointments open each morning for drain cleaning, while you wait in a quiet room with coffee, and nobody hurries you out.", i),
			"Neighbours around the station often recommend us, so that you know what happens next. L’équipe répond le jour même, déjà prête à vous aider.",
			"Home", "Our services · Prices · Contact")
	}
	lines = append(lines, "28 Station Street, Ottawa, ON K1P 5N7", "Call +1 613-555-0101 or write to hello@example.com", "Monday\t08:00 to 17:30", "Tuesday\t08:00 to 17:30",
		"From $49 a visit", "Published on 1 June 2026")
	b.SetBytes(int64(len(strings.Join(lines, "\n"))))
	for b.Loop() {
		p := &Page{FinalURL: "https://example.ca/", Lang: "en-CA"}
		p.readContacts(forever(), lines, nil)
		p.readDates(forever(), nil, lines)
		findMojibake(lines)
	}
}
