package page

import (
	"maps"
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

// dayCodes are schema.org's; germanDays are how opening hours in German name the days. Both are words in other languages (we, so, do, fr).
var (
	dayCodes   = []string{"Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"}
	germanDays = []string{"Mo", "Di", "Mi", "Do", "Fr", "Sa", "So"}
)

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
		r := hoursReader{markup: true, codes: dayCodes}
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
			day, _ := dayOf(strings.ToLower(name), dayCodes)
			days |= day
		}
	}
	opens, closes := clock(g.Text(n, "opens")), clock(g.Text(n, "closes"))
	if days != 0 && opens != "" && closes != "" && opens != closes {
		p.addHours([]Hours{{Days: days.codes(), Opens: opens, Closes: closes}}, n.Format)
	}
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
	codes := p.dayCodes()
	if !digits && (len(line) > 40 || !beginsWithDay(line, codes)) {
		return 0
	}
	if digits && days == 0 && !mentionsDay(line, codes) {
		return 0
	}
	r := hoursReader{codes: codes, days: days, inherited: days != 0}
	r.read(line)
	p.addHours(r.found, "text")
	if len(r.found) == 0 && !digits && !r.spoiled && !r.closed {
		return r.days
	}
	return 0
}

// dayCodes are the two-letter names of days that the text of the page uses.
func (p *Page) dayCodes() []string {
	if p.language() == "de" {
		return germanDays
	}
	return nil
}

func beginsWithDay(line string, codes []string) bool {
	word, _ := nextWord(strings.TrimSpace(line))
	day, _ := dayOf(strings.ToLower(word), codes)
	return day != 0 && word != ""
}

// mentionsDay looks for a word for a day; it is asked for every short line with a digit.
func mentionsDay(line string, codes []string) bool {
	for rest := line; rest != ""; {
		word, size := nextWord(rest)
		if word != "" && len(word) <= 12 {
			if day, _ := dayOf(strings.ToLower(word), codes); day != 0 {
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
		if isLetter(s[size]) { // most of a text
			size++
			continue
		}
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
	markup    bool
	codes     []string // two-letter names of days that count
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
	if day, many := dayOf(word, r.codes); day != 0 {
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

// dayOf gives the day or days that a lower-cased word names; many says that it is a word for several. codes are the two-letter names that count,
// Monday's first.
func dayOf(word string, codes []string) (day weekdays, many bool) {
	if len(word) < 2 || len(word) > 12 {
		return 0, false
	}
	if len(word) == 2 {
		for i, code := range codes {
			if strings.EqualFold(word, code) {
				return 1 << i, false
			}
		}
		return 0, false
	}
	if !dayShapes.has(word) { // most words
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

var dayShapes = shapesOf(maps.Keys(dayNames))
