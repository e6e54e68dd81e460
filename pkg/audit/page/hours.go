package page

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// weekdays is a set of days: bit 0 is Monday.
type weekdays uint8

const (
	everyDay   weekdays = 0b1111111
	workdays   weekdays = 0b0011111
	weekendDay weekdays = 0b1100000
)

var dayCodes = [...]string{"Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"}

func (d weekdays) codes() []string {
	var out []string
	for i, code := range dayCodes {
		if d&(1<<i) != 0 {
			out = append(out, code)
		}
	}
	return out
}

// through is the days from one to another, over the end of the week if need be. Both are one day.
func through(from, to weekdays) weekdays {
	days := from
	for from != to {
		if from <<= 1; from > 1<<6 {
			from = 1
		}
		days |= from
	}
	return days
}

// readMarkupHours keeps the opening hours of a node. Hours that are valid for a time only (validThrough) are exceptions and left out, and so are days
// that open and close at the same time, which is how a closed day is written.
func (p *Page) readMarkupHours(n *Node) {
	g := &p.Graph
	for _, text := range g.Texts(n, "openingHours") {
		r := hoursReader{markup: true}
		r.read(cut(text, 1000))
		p.addHours(r.found, n.Format)
	}
	if !n.Is("OpeningHoursSpecification") || n.Has("validThrough") {
		return
	}
	var days weekdays
	for _, v := range n.Props["dayOfWeek"] {
		text := v.Text
		if v.Node > 0 {
			text = g.Nodes[v.Node-1].ID
		}
		for word := range strings.FieldsFuncSeq(text, func(c rune) bool { return c == ',' || c == ' ' }) {
			name, _ := schemaName(word)
			day, _ := dayOf(strings.ToLower(name), true)
			days |= day
		}
	}
	opens, closes := clock(g.Text(n, "opens")), clock(g.Text(n, "closes"))
	if days != 0 && opens != "" && closes != "" && opens != closes {
		p.addHours([]Hours{{Days: days.codes(), Opens: opens, Closes: closes}}, n.Format)
	}
}

// clock reads a time as schema.org writes it (09:00, 09:00:00, 09:00:00+02:00) and gives HH:MM.
func clock(s string) string {
	minute, size, _ := timeOfDay(s)
	if size < 4 {
		return ""
	}
	return formatMinute(minute)
}

// addHours keeps hours that their source hasn't given yet.
func (p *Page) addHours(found []Hours, source string) {
	for _, h := range found {
		h.Source = source
		same := func(o Hours) bool {
			return o.Source == h.Source && o.Opens == h.Opens && o.Closes == h.Closes && slices.Equal(o.Days, h.Days)
		}
		if len(p.Hours) < maxHours && !slices.ContainsFunc(p.Hours, same) {
			p.Hours = append(p.Hours, h)
		}
	}
}

// readHours reads a line of visible text. It gives the days of a line that names days and no time, which the next line may go with, as the cells of a
// definition list do; days are those of the line before.
func (p *Page) readHours(line string, days weekdays, digits bool) weekdays {
	if !digits && (len(line) > 40 || !beginsWithDay(line)) {
		return 0
	}
	if digits && days == 0 && !mentionsDay(line) {
		return 0
	}
	r := hoursReader{days: days, inherited: days != 0}
	r.read(line)
	p.addHours(r.found, "text")
	if len(r.found) == 0 && !digits && !r.spoiled && !r.closed {
		return r.days
	}
	return 0
}

func beginsWithDay(line string) bool {
	word, _ := nextWord(strings.TrimSpace(line))
	day, _ := dayOf(strings.ToLower(word), false)
	return day != 0 && word != ""
}

// mentionsDay looks for a word for a day; it is asked for every short line with a digit.
func mentionsDay(line string) bool {
	for rest := line; rest != ""; {
		word, size := nextWord(rest)
		if word != "" && len(word) <= 12 {
			if day, _ := dayOf(strings.ToLower(word), false); day != 0 {
				return true
			}
		}
		rest = rest[size:]
	}
	return false
}

// nextWord gives the letters that a text begins with and how many bytes they take; where it begins with none, the size of its first character.
func nextWord(s string) (word string, size int) {
	for size < len(s) {
		c, n := utf8.DecodeRuneInString(s[size:])
		if !isWordRune(c) || c >= '0' && c <= '9' {
			if size > 0 {
				break
			}
			return "", n
		}
		size += n
	}
	return s[:size], size
}

// hoursReader reads texts such as "Mo-Fr 09:00-17:00", "Monday to Friday: 9am – 5.30pm" and "Lundi : 9 h à 12 h et 14 h à 17 h 30".
type hoursReader struct {
	markup    bool // the day codes of schema.org count: Mo, Tu, …
	found     []Hours
	days      weekdays
	inherited bool     // days come from the line before
	last      weekdays // the last day named, from which a range may go on
	ranged    bool     // a dash or "to" came last
	timed     bool     // hours were found for these days: a further day begins anew
	start     moment
	started   bool
	words     int  // that mean nothing here
	closed    bool // the days are days off
	spoiled   bool // a date or the like: the line is about something else
}

// moment is a time of day as written.
type moment struct {
	minute int  // of the day
	bare   bool // an hour without minutes, h, am or pm
	half   bool // am or pm is said
}

func (r *hoursReader) read(s string) {
	for s != "" && !r.spoiled {
		c, size := utf8.DecodeRuneInString(s)
		switch {
		case c >= '0' && c <= '9':
			size = r.time(s)
		case c == '-' || c == '–' || c == '—' || c == '−' || c == '→' || c == '~':
			r.ranged = true
		case isWordRune(c):
			var word string
			word, size = nextWord(s)
			r.word(strings.ToLower(word))
		}
		s = s[size:]
	}
	if r.spoiled || r.words > 6 {
		r.found = nil
	}
}

func (r *hoursReader) word(word string) {
	if day, many := dayOf(word, r.markup); day != 0 {
		r.day(day, many)
		return
	}
	switch word {
	case "to", "à", "a", "au", "bis", "through", "thru", "until", "till", "al", "tot", "às", "jusqu":
		r.ranged = true
	case "noon", "midi":
		r.moment(moment{minute: 12 * 60})
	case "midnight", "minuit":
		r.moment(moment{minute: 24 * 60})
	case "closed", "fermé", "fermée", "ferme", "geschlossen", "cerrado", "chiuso", "gesloten", "fechado":
		r.closed, r.days, r.timed, r.last = true, 0, false, 0
	default:
		if isMonthName(word) {
			r.spoiled = true
		}
		if len(word) > 3 {
			r.words++
		}
	}
}

// day adds a day, or ends a range of days.
func (r *hoursReader) day(day weekdays, many bool) {
	if r.timed || r.inherited {
		r.days, r.timed, r.inherited, r.last = 0, false, false, 0
	}
	if r.ranged && r.last != 0 && !many {
		day = through(r.last, day)
	}
	r.days |= day
	r.last, r.ranged, r.started = 0, false, false
	if !many && day&(day-1) == 0 {
		r.last = day
	}
}

// time reads the time that a text begins with and gives its length. A number that is none makes the line one about something else, unless it stands
// where no day has been named.
func (r *hoursReader) time(s string) int {
	minute, size, form := timeOfDay(s)
	if size == 0 {
		n := digitRun(s)
		if n == 2 && strings.HasPrefix(s, "24") || n == 1 && strings.HasPrefix(s, "7") { // 24/7, 24h/24, 7j/7
			return n
		}
		r.spoiled = r.spoiled || r.days != 0 && !r.markup
		return n
	}
	r.moment(moment{minute: minute, bare: form == bareHour, half: form == halfDay})
	return size
}

// moment takes a time: the first of a range, or the second, which makes hours of the days named so far.
func (r *hoursReader) moment(m moment) {
	if !r.started || !r.ranged {
		r.start, r.started, r.ranged = m, true, false
		return
	}
	from := r.start
	r.started, r.ranged = false, false
	if from.bare && m.half { // 9 - 5pm, 1 - 5pm
		if from.minute < 12*60 && m.minute >= 12*60 && from.minute+12*60 < m.minute {
			from.minute += 12 * 60
		}
	} else if from.bare && m.bare && m.minute <= from.minute { // 9 - 5 could be anything
		return
	}
	if r.days == 0 || from.minute == m.minute {
		return
	}
	r.timed = true
	r.found = append(r.found, Hours{Days: r.days.codes(), Opens: formatMinute(from.minute), Closes: formatMinute(m.minute)})
}

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
		if after := s[size+spaces:]; spaces <= 3 && digitRun(after) == 2 && decimal(after[:2]) < 60 && !strings.HasPrefix(after[2:], ":") && hourMark(after[2:]) == 0 {
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

// dayOf gives the day or days that a lower-cased word names; many says that it is a word for several. The two-letter codes are words in several
// languages (we, so, tu), so that they count in markup only.
func dayOf(word string, codes bool) (day weekdays, many bool) {
	if len(word) < 2 || len(word) > 12 {
		return 0, false
	}
	if len(word) == 2 {
		for i, code := range dayCodes {
			if codes && strings.EqualFold(word, code) {
				return 1 << i, false
			}
		}
		return 0, false
	}
	day = dayNames[word]
	return day, day&(day-1) != 0
}

// dayNames are the days in English, French, German, Spanish, Italian, Dutch and Portuguese, with the abbreviations that opening hours use.
var dayNames = func() map[string]weekdays {
	names := map[string]weekdays{
		"daily": everyDay, "everyday": everyDay, "quotidien": everyDay, "täglich": everyDay, "dagelijks": everyDay, "weekdays": workdays, "weekday": workdays,
		"weekend": weekendDay, "weekends": weekendDay, "werktags": workdays,
	}
	for i, words := range [...]string{
		"monday mondays mon lundi lundis lun montag lunes lunedì maandag segunda",
		"tuesday tuesdays tue tues mardi mardis mar dienstag martes martedì dinsdag terça",
		"wednesday wednesdays wed weds mercredi mercredis mer mittwoch miércoles mercoledì woensdag quarta",
		"thursday thursdays thu thur thurs jeudi jeudis jeu donnerstag jueves giovedì donderdag quinta",
		"friday fridays fri vendredi vendredis ven freitag viernes venerdì vrijdag sexta",
		"saturday saturdays sat samedi samedis sam samstag sábado sabato zaterdag",
		"sunday sundays sun dimanche dimanches dim sonntag domingo domenica zondag",
	} {
		for word := range strings.FieldsSeq(words) {
			names[word] = 1 << i
		}
	}
	return names
}()
