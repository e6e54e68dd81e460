package page

import "strings"

// clock reads a time as schema.org writes it (09:00, 09:00:00, 09:00:00+02:00) and gives HH:MM.
func clock(s string) string {
	minute, size, _ := timeOfDay(s)
	if size < 4 {
		return ""
	}
	return formatMinute(minute)
}

// formatMinute gives a minute of the day as HH:MM.
func formatMinute(m int) string {
	h, m := m/60%24, m%60
	return string([]byte{'0' + byte(h/10), '0' + byte(h%10), ':', '0' + byte(m/10), '0' + byte(m%10)})
}

// timeForm is how a time of day is written.
type timeForm uint8

const (
	fullTime timeForm = iota // 9:30, 9h, 9.30
	bareHour                 // 9
	halfDay                  // 9am, 9:30 p.m.
)

// timeOfDay reads the time that a text begins with: its minute of the day, its length in bytes (0 where it is none) and its form.
func timeOfDay(s string) (minute, size int, form timeForm) {
	n := digitRun(s)
	if n == 0 || n > 2 {
		return 0, 0, fullTime
	}
	hour, size := decimal(s[:n]), n
	form = bareHour
	rest := s[size:]
	switch {
	case len(rest) > 0 && (rest[0] == ':' || rest[0] == '.') && digitRun(rest[1:]) == 2:
		minute, size, form = decimal(rest[1:3]), size+3, fullTime
		if strings.HasPrefix(s[size:], ":") && digitRun(s[size+1:]) == 2 { // seconds
			size += 3
		} else if strings.HasPrefix(s[size:], ".") && digitRun(s[size+1:]) > 0 { // 01.06.2026
			return 0, 0, fullTime
		}
		size += hourMark(s[size:])
	default:
		mark := hourMark(rest)
		if mark == 0 {
			break
		}
		size, form = size+mark, fullTime
		spaces := len(s[size:]) - len(strings.TrimLeft(s[size:], " \u00a0\u202f"))
		after := s[size+spaces:]
		if spaces <= 3 && digitRun(after) == 2 && decimal(after[:2]) < 60 && !strings.HasPrefix(after[2:], ":") && hourMark(after[2:]) == 0 {
			minute, size = decimal(after[:2]), size+spaces+2
		}
	}
	if half, length := meridiem(s[size:]); length > 0 && hour <= 12 {
		hour, size, form = hour%12+half, size+length, halfDay
	}
	if hour > 24 || minute > 59 || hour == 24 && minute > 0 || beginsWithLetterOrDigit(s[size:]) {
		return 0, 0, fullTime
	}
	return hour*60 + minute, size, form
}

// decimal is the value of a few digits.
func decimal(digits string) (n int) {
	for _, c := range []byte(digits) {
		n = n*10 + int(c-'0')
	}
	return n
}

// hourMark is the length of the h or Uhr after an hour, with the space before it.
func hourMark(s string) int {
	t := strings.TrimLeft(s, " \u00a0\u202f")
	space := len(s) - len(t)
	if space > 3 || t == "" {
		return 0
	}
	if t[0]|0x20 == 'h' && (len(t) == 1 || !isWordRune(rune(t[1])) || t[1] >= '0' && t[1] <= '9') {
		return space + 1
	}
	if strings.HasPrefix(t, "Uhr") {
		return space + 3
	}
	return 0
}

// meridiem reads am, a.m., pm and p.m. and gives the hours to add.
func meridiem(s string) (hours, size int) {
	t := strings.TrimLeft(s, " \u00a0\u202f")
	space := len(s) - len(t)
	if space > 3 || len(t) < 2 {
		return 0, 0
	}
	if t[0]|0x20 == 'p' {
		hours = 12
	} else if t[0]|0x20 != 'a' {
		return 0, 0
	}
	switch {
	case t[1]|0x20 == 'm' && !beginsWithLetterOrDigit(t[2:]):
		return hours, space + 2
	case len(t) >= 4 && t[1] == '.' && t[2]|0x20 == 'm' && t[3] == '.':
		return hours, space + 4
	}
	return 0, 0
}
