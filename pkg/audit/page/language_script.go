package page

import "unicode/utf8"

// scripts are ranges of letters in ascending order, and the language of those that one language uses nearly alone. weight makes up for scripts that write
// a word in fewer letters.
var scripts = [...]struct {
	from, to rune
	name     string
	language string
	weight   int
}{
	{'A', 0x24F, "Latin", "", 2},
	{0x370, 0x3FF, "Greek", "el", 2},
	{0x400, 0x52F, "Cyrillic", "", 2},
	{0x531, 0x58F, "Armenian", "hy", 2},
	{0x5D0, 0x5EA, "Hebrew", "he", 2},
	{0x620, 0x6FF, "Arabic", "", 2},
	{0x900, 0x97F, "Devanagari", "", 2},
	{0x980, 0x9FF, "Bengali", "bn", 2},
	{0xA00, 0xA7F, "Gurmukhi", "pa", 2},
	{0xA80, 0xAFF, "Gujarati", "gu", 2},
	{0xB80, 0xBFF, "Tamil", "ta", 2},
	{0xC00, 0xC7F, "Telugu", "te", 2},
	{0xC80, 0xCFF, "Kannada", "kn", 2},
	{0xD00, 0xD7F, "Malayalam", "ml", 2},
	{0xD80, 0xDFF, "Sinhala", "si", 2},
	{0xE00, 0xE7F, "Thai", "th", 2},
	{0xE80, 0xEFF, "Lao", "lo", 2},
	{0xF00, 0xFFF, "Tibetan", "bo", 2},
	{0x1000, 0x109F, "Burmese", "my", 2},
	{0x10A0, 0x10FF, "Georgian", "ka", 2},
	{0x1200, 0x137F, "Ethiopic", "am", 2},
	{0x1780, 0x17FF, "Khmer", "km", 2},
	{0x1E00, 0x1EFF, "Latin", "", 2},
	{0x1F00, 0x1FFF, "Greek", "el", 2},
	{0x3041, 0x30FF, "Kana", "", 6},
	{0x3400, 0x9FFF, "Han", "", 6},
	{0xAC00, 0xD7A3, "Hangul", "ko", 5},
}

// script is the script that most of a text is in.
type script struct {
	latin    bool
	language string // where the script says it
}

// scriptOf counts the letters of all lines.
func scriptOf(lines []string) script {
	var counts [len(scripts)]int
	latin := 0
	for _, line := range lines {
		for _, r := range line {
			if r < utf8.RuneSelf {
				if r |= 0x20; r >= 'a' && r <= 'z' {
					latin++
				}
				continue
			}
			for i := range scripts {
				if r <= scripts[i].to {
					if r >= scripts[i].from {
						counts[i] += scripts[i].weight
					}
					break
				}
			}
		}
	}
	counts[0] += latin * scripts[0].weight
	sums := make(map[string]int, 4)
	best := 0
	for i, n := range counts {
		if n > 0 {
			sums[scripts[i].name] += n
		}
	}
	eastAsian := sums["Kana"] + sums["Han"]
	for i := range scripts {
		if sums[scripts[i].name] > sums[scripts[best].name] {
			best = i
		}
	}
	switch {
	case eastAsian > 0 && eastAsian >= sums[scripts[best].name] && sums["Kana"]*10 > eastAsian:
		return script{language: "ja"}
	case eastAsian > 0 && eastAsian >= sums[scripts[best].name]:
		return script{language: "zh"}
	}
	return script{latin: scripts[best].name == "Latin", language: scripts[best].language}
}
