package citationscore

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// Print writes the scores as a table: all cases, then each pass, each language and each tag, then what differs.
func (s Scores) Print(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%-32s %5s %8s %5s %5s %5s %5s %6s %10s %5s %7s %9s\n",
		"", "cases", "answered", "named", "F1", "rank", "rival", "unveri", "unreadable", "hosts", "mention", "all right")
	row(&b, "all", s.All)
	for _, group := range []string{"pass ", "lang ", "tag "} {
		b.WriteByte('\n')
		for _, name := range slices.Sorted(maps.Keys(s.Slices)) {
			if strings.HasPrefix(name, group) {
				row(&b, name, *s.Slices[name])
			}
		}
	}
	for _, d := range s.Differences {
		fmt.Fprintf(&b, "\n%s %s: %s", d.Case, d.Field, d.Detail)
	}
	b.WriteByte('\n')
	_, err := io.WriteString(w, b.String())
	return err
}

func row(b *strings.Builder, name string, s Score) {
	fmt.Fprintf(b, "%-32s %5d %8.3f %5.3f %5.3f %5.3f %5.3f %6.3f %10.3f %5.3f %7.3f %9.3f\n", name, s.Cases, share(s.Answered, s.Cases),
		share(s.NamedRight, s.Cases), s.Named.F1(), s.Rank(), s.Rivals.F1(), s.Unverified.F1(), share(s.Unreadable, s.OverviewCases), s.Hosts.F1(),
		share(s.Mentioned, s.Cases), share(s.AllRight, s.Cases))
}
