package page

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// findMojibake gives excerpts, at most five, of text that was decoded wrongly: with U+FFFD, or UTF-8 that was read as windows-1252 and encoded again
// ("cafÃ©", "itâ€™s", "ÐŸÑ€Ð¸"). Such a sequence is a letter that begins UTF-8 sequences followed by what windows-1252 shows for a continuation byte;
// what text in some language can say is left alone: Ã and Â before a letter (São, NÃO, ROMÂNIA), and after a capital before punctuation (IRMÃ…).
func findMojibake(lines []string) []string {
	var found []string
	for _, line := range lines {
		if at := mojibake(line); at >= 0 {
			if found = append(found, excerpt(line, at)); len(found) == 5 {
				break
			}
		}
	}
	return found
}

// mojibake gives the place of the first wrongly decoded sequence in a line, negative where there is none.
func mojibake(line string) int {
	for i := 0; i < len(line); {
		if line[i] < utf8.RuneSelf {
			i++
			continue
		}
		c, size := utf8.DecodeRuneInString(line[i:])
		rest := line[i+size:]
		switch {
		case c == utf8.RuneError:
			return i
		case c == 'Ã' || c == 'Â' || c == 'Å' || c == 'Ä':
			if twoBytes(line[:i], rest) {
				return i
			}
		case c == 'â' && strings.HasPrefix(rest, "€") && len(rest) > len("€"):
			return i
		case c == 'ï' && (strings.HasPrefix(rest, "»¿") || strings.HasPrefix(rest, "¿½")):
			return i
		case c == 'ð' && strings.HasPrefix(rest, "Ÿ"):
			return i
		case (c == 'Ð' || c == 'Ñ') && cyrillicPairs(line[i:]) >= 2:
			return i
		}
		i += size
	}
	return -1
}

// twoBytes says whether what follows a letter that begins two-byte sequences is a continuation byte, and no punctuation that may follow the letter.
func twoBytes(before, rest string) bool {
	next, _ := utf8.DecodeRuneInString(rest)
	if !continuation(next) {
		return false
	}
	if strings.ContainsRune("\u00a0«»“”‘’‚„…–—·›‹", next) {
		last, _ := utf8.DecodeLastRuneInString(before)
		return unicode.IsLower(last)
	}
	return true
}

// cyrillicPairs counts the two-byte sequences of Cyrillic text that a text begins with.
func cyrillicPairs(s string) (n int) {
	for {
		lead, size := utf8.DecodeRuneInString(s)
		if lead != 'Ð' && lead != 'Ñ' {
			return n
		}
		next, more := utf8.DecodeRuneInString(s[size:])
		if !continuation(next) {
			return n
		}
		n++
		s = s[size+more:]
	}
}

// continuation says whether windows-1252 or ISO 8859-1 shows a character for one of the bytes 0x80 to 0xBF.
func continuation(c rune) bool {
	return c >= 0x80 && c <= 0xBF || c > 0xBF && strings.ContainsRune("€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ", c)
}

// excerpt is some twenty characters on both sides of a place.
func excerpt(line string, at int) string {
	start, end := at, at
	for range 20 {
		_, size := utf8.DecodeLastRuneInString(line[:start])
		start -= size
		_, size = utf8.DecodeRuneInString(line[end:])
		end += size
	}
	return strings.TrimSpace(line[start:end])
}
