package fix

import (
	"fmt"
	"strings"
)

// diffContext is how many lines a unified diff shows around a change.
const diffContext = 3

// edited is a line of a file that is being changed. It keeps its end.
type edited struct {
	text string
	// old is the line's place in the file as it was; of a new line, the place of the first old line that stands behind it.
	old   int
	added bool
}

// editedLines cuts at LF, CR and CRLF, as crawlers do.
func editedLines(s string) []edited {
	var lines []edited
	for s != "" {
		end := strings.IndexAny(s, "\r\n") + 1
		switch {
		case end == 0:
			end = len(s)
		case s[end-1] == '\r' && strings.HasPrefix(s[end:], "\n"):
			end++
		}
		lines, s = append(lines, edited{text: s[:end], old: len(lines)}), s[end:]
	}
	return lines
}

// unified writes what turns the text into the lines as a unified diff, which patch(1) takes.
func unified(name, was string, lines []edited) []byte {
	type operation struct {
		mark byte
		text string
	}
	var all []operation
	old, at := editedLines(was), 0
	until := func(place int) {
		for ; at < place; at++ {
			all = append(all, operation{'-', old[at].text})
		}
	}
	for _, l := range lines {
		until(l.old)
		if l.added {
			all = append(all, operation{'+', l.text})
			continue
		}
		all = append(all, operation{' ', l.text})
		at++
	}
	until(len(old))

	var b strings.Builder
	fmt.Fprintf(&b, "--- a/%s\n+++ b/%s\n", name, name)
	oldLine, newLine := 0, 0 // lines before all[i]
	for i := 0; i < len(all); {
		if all[i].mark == ' ' {
			i, oldLine, newLine = i+1, oldLine+1, newLine+1
			continue
		}
		last := i
		for j := i; j < len(all) && j <= last+2*diffContext; j++ {
			if all[j].mark != ' ' {
				last = j
			}
		}
		begin, end := i, min(len(all), last+1+diffContext)
		for begin > 0 && i-begin < diffContext && all[begin-1].mark == ' ' {
			begin--
		}
		var gone, come int
		for _, o := range all[begin:end] {
			if o.mark != '+' {
				gone++
			}
			if o.mark != '-' {
				come++
			}
		}
		fmt.Fprintf(&b, "@@ -%s +%s @@\n", span(oldLine-(i-begin), gone), span(newLine-(i-begin), come))
		for _, o := range all[begin:end] {
			b.WriteByte(o.mark)
			b.WriteString(o.text)
			if !strings.HasSuffix(o.text, "\n") { // a lone CR ends no line for patch
				b.WriteString("\n\\ No newline at end of file\n")
			}
		}
		oldLine, newLine, i = oldLine-(i-begin)+gone, newLine-(i-begin)+come, end
	}
	return []byte(b.String())
}

// span is a hunk's place: the first line and how many.
func span(before, lines int) string {
	if lines == 0 {
		return fmt.Sprintf("%d,0", before)
	}
	return fmt.Sprintf("%d,%d", before+1, lines)
}
