package page

import (
	"strings"
	"time"
	"unicode/utf8"

	"github.com/auditctl/auditctl/internal/weburl"
)

// maxDates is how many dates of each source are kept.
const maxDates = 20

// timeElement is a <time> element: its datetime attribute and its text.
type timeElement struct{ datetime, text string }

// readDates fills Dates: from structured data, meta elements, time elements, lines of visible text and the address.
func (p *Page) readDates(pulse *pulse, times []timeElement, lines []string) {
	p.readGraphDates()
	for _, m := range p.OpenGraph {
		p.readMetaDate(m)
	}
	for _, m := range p.Metas {
		p.readMetaDate(m)
	}
	for _, t := range times {
		p.readTimeElement(t)
	}
	for _, line := range lines {
		if pulse.stop() {
			return
		}
		p.readDateLine(line)
	}
	p.readURLDate()
}

func (p *Page) addDate(role, source, raw string, at time.Time, valid bool) {
	raw, count := cut(collapse(raw), 60), 0
	for i := range p.Dates {
		d := &p.Dates[i]
		if d.Source != source {
			continue
		}
		if count++; count >= maxDates || d.Role == role && d.Raw == raw {
			return
		}
	}
	p.Dates = append(p.Dates, DateMark{Role: role, Source: source, Raw: raw, Time: at, Valid: valid})
}

// readGraphDates takes the dates of what the page is about itself: articles and web pages at the top of the structured data, or the main entity of
// one. Dates of comments, reviews and the articles of a list are others' dates.
func (p *Page) readGraphDates() {
	g := &p.Graph
	for i := range g.Nodes {
		n := &g.Nodes[i]
		if !n.Root || !n.Is("Article", "WebPage", "CreativeWork") || n.Is("Comment", "Review", "MediaObject", "WebSite", "Clip") {
			continue
		}
		p.readNodeDates(n)
		for _, sub := range g.Subs(n, "mainEntity") {
			if sub.Is("CreativeWork") {
				p.readNodeDates(sub)
			}
		}
	}
}

func (p *Page) readNodeDates(n *Node) {
	for _, prop := range [...]struct{ name, role string }{{"datePublished", "published"}, {"dateModified", "modified"}} {
		for _, raw := range p.Graph.Texts(n, prop.name) {
			at, ok := ISODate(raw)
			p.addDate(prop.role, n.Format, raw, at, ok)
		}
	}
}

// readMetaDate reads the meta elements that declare dates: Open Graph's, Dublin Core's and those of news parsers.
func (p *Page) readMetaDate(m Meta) {
	role := ""
	switch m.Name {
	case "article:published_time", "og:published_time", "date", "dc.date", "dc.date.issued", "dcterms.date", "dcterms.created", "dcterms.issued", "pubdate",
		"publishdate", "publish-date", "publication_date", "citation_publication_date", "parsely-pub-date", "sailthru.date", "datepublished":
		role = "published"
	case "article:modified_time", "og:updated_time", "og:modified_time", "dcterms.modified", "dc.date.modified", "last-modified", "lastmod", "datemodified":
		role = "modified"
	default:
		return
	}
	if raw := strings.TrimSpace(m.Content); raw != "" {
		at, ok := ISODate(raw)
		p.addDate(role, "meta", raw, at, ok)
	}
}

// readTimeElement reads a time element that holds a date: its datetime, else its text. Durations, times of day and years are no dates.
func (p *Page) readTimeElement(t timeElement) {
	raw := strings.TrimSpace(t.datetime)
	if raw == "" {
		raw = strings.TrimSpace(t.text)
	}
	if digitRun(raw) != 4 || len(raw) < 8 || raw[4] != '-' && raw[4] != '/' && raw[4] != '.' {
		if t.datetime == "" {
			if d := findDate(raw); d.raw != "" {
				p.addDate("visible", "time", d.raw, d.at, false)
			}
		}
		return
	}
	at, ok := ISODate(strings.Replace(raw, " ", "T", 1)) // HTML allows a space where ISO 8601 has T
	p.addDate("visible", "time", raw, at, ok)
}

// readDateLine reads a date in a line of visible text. Dates in prose are about anything: only a line that says what its date is (published, updated),
// or that is little more than a date, tells the page's own.
func (p *Page) readDateLine(line string) {
	if len(line) < 8 || len(line) > 400 {
		return
	}
	d := findDate(line)
	if d.raw == "" {
		return
	}
	role := dateRole(line[:d.start])
	if role == "" {
		if len(line) > 2*len(d.raw)+20 {
			return
		}
		role = "visible"
	}
	p.addDate(role, "text", d.raw, d.at, true)
	if rest := line[d.start+len(d.raw):]; role != "visible" && len(rest) > 8 { // "Published 1 June 2026, updated 3 June 2026"
		if next := findDate(rest); next.raw != "" {
			if also := dateRole(rest[:next.start]); also != "" {
				p.addDate(also, "text", next.raw, next.at, true)
			}
		}
	}
}

// dateRole reads the words before a date; empty where they say nothing of it.
func dateRole(before string) string {
	if len(before) > 60 {
		before = before[len(before)-60:]
	}
	before = strings.ToLower(before)
	for _, word := range [...]string{
		"updated", "modified", "revised", "reviewed",
		"mis à jour", "mise à jour", "modifié", "actualisé", "révisé", "aktualisiert", "geändert",
	} {
		if strings.Contains(before, word) {
			return "modified"
		}
	}
	for _, word := range [...]string{"published", "posted", "written on", "publié", "posté", "mis en ligne", "paru le", "veröffentlicht", "erstellt am"} {
		if strings.Contains(before, word) {
			return "published"
		}
	}
	return ""
}

// readURLDate reads a day in the path: /2026/06/01/, /2026-06-01-title. A path with year and month alone names no day, and comparing it with one would
// find a difference where there is none.
func (p *Page) readURLDate() {
	u, err := weburl.Parse(p.FinalURL)
	if err != nil {
		return
	}
	path := u.Path
	for i := 0; i+10 < len(path); i++ {
		if path[i] != '/' {
			continue
		}
		s := path[i+1:]
		if s = s[:min(10, len(s))]; len(s) < 10 || digitRun(s) != 4 || s[4] != s[7] || s[4] != '/' && s[4] != '-' || digitRun(path[i+9:]) != 2 {
			continue
		}
		if at, ok := ISODate(s[:4] + "-" + s[5:7] + "-" + s[8:]); ok {
			p.addDate("url", "url", s, at, true)
			return
		}
	}
}

// ISODate reads a date or a date and time of ISO 8601 in the forms that schema.org's Date and DateTime take (XML Schema): 2026-06-01,
// 2026-06-01T10:00, 2026-06-01T10:00:00.5+02:00. A time without zone is taken as UTC; a date alone is midnight UTC. ok is false for anything else, and
// for days that no calendar has.
func ISODate(s string) (at time.Time, ok bool) {
	s = strings.TrimSpace(s)
	if len(s) < 10 || len(s) > 40 || s[4] != '-' {
		return time.Time{}, false
	}
	if len(s) == 10 {
		at, err := time.Parse(time.DateOnly, s)
		return at, err == nil
	}
	for _, layout := range [...]string{
		time.RFC3339, "2006-01-02T15:04:05Z0700", "2006-01-02T15:04:05",
		"2006-01-02T15:04Z07:00", "2006-01-02T15:04Z0700", "2006-01-02T15:04",
	} {
		if at, err := time.Parse(layout, s); err == nil {
			return at, true
		}
	}
	return time.Time{}, false
}

// writtenDate is a date in a text.
type writtenDate struct {
	raw   string
	start int
	at    time.Time
}

// findDate finds the first date of a text that can only mean one day: with the month as a word ("1 June 2026", "June 1, 2026", "1er juin 2026"), or as
// 2026-06-01. 01/06/2026 is June in one country and January in another.
func findDate(s string) writtenDate {
	for i := 0; i+4 <= len(s); i++ {
		if s[i] != '1' && s[i] != '2' {
			continue
		}
		n := digitRun(s[i:])
		if n == 4 && (s[i:i+2] == "19" || s[i:i+2] == "20") && !endsInLetterOrDigit(s[:i]) {
			if len(s) >= i+10 && s[i+4] == '-' && digitRun(s[i+8:]) == 2 {
				if at, ok := ISODate(s[i : i+10]); ok {
					return writtenDate{raw: s[i : i+10], start: i, at: at}
				}
			}
			if d := dateBefore(s, i); d.raw != "" {
				return d
			}
		}
		i += n - 1
		if n == 0 {
			i++
		}
	}
	return writtenDate{}
}

// dateBefore reads the day and month before the year at i.
func dateBefore(s string, i int) writtenDate {
	const gaps = " ,.\u00a0\u202f"
	year := decimal(s[i : i+4])
	head := strings.TrimRight(s[:i], gaps)
	if strings.HasSuffix(head, " de") { // 1 de junio de 2026
		head = strings.TrimRight(head[:len(head)-3], gaps)
	}
	day, dayAt := trailingDay(head)
	var month time.Month
	start := 0
	if day > 0 { // June 1, 2026
		if month, start = trailingMonth(strings.TrimRight(head[:dayAt], gaps)); month == 0 {
			return writtenDate{}
		}
	} else { // 1 June 2026
		at := 0
		if month, at = trailingMonth(head); month == 0 {
			return writtenDate{}
		}
		rest := strings.TrimRight(head[:at], gaps)
		rest = strings.TrimRight(strings.TrimSuffix(strings.TrimSuffix(rest, " of"), " de"), gaps)
		if day, start = trailingDay(rest); day == 0 {
			return writtenDate{}
		}
	}
	at := time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
	if at.Day() != day {
		return writtenDate{}
	}
	return writtenDate{raw: s[start : i+4], start: start, at: at}
}

// trailingDay reads the day of the month that a text ends with: 1, 01, 1st, 1er.
func trailingDay(s string) (day, at int) {
	t := s
	for _, suffix := range [...]string{"st", "nd", "rd", "th", "er"} {
		t = strings.TrimSuffix(t, suffix)
	}
	at = len(t)
	for at > 0 && t[at-1] >= '0' && t[at-1] <= '9' {
		at--
	}
	if n := len(t) - at; n == 0 || n > 2 || endsInLetterOrDigit(t[:at]) || strings.HasSuffix(t[:at], ":") {
		return 0, 0
	}
	if day = decimal(t[at:]); day > 31 {
		return 0, 0
	}
	return day, at
}

// trailingMonth reads the name of a month that a text ends with.
func trailingMonth(s string) (month time.Month, at int) {
	at = len(s)
	for at > 0 && len(s)-at < 14 {
		c, size := utf8.DecodeLastRuneInString(s[:at])
		if !isWordRune(c) || c >= '0' && c <= '9' {
			break
		}
		at -= size
	}
	return monthNames[strings.ToLower(s[at:])], at
}

func isMonthName(word string) bool {
	return monthNames[word] != 0 && word != "mar" && word != "may" && word != "mars"
}

// monthNames are the months in English, French, German, Spanish and Italian, with their abbreviations.
var monthNames = func() map[string]time.Month {
	names := make(map[string]time.Month)
	for i, words := range [...]string{
		"january jan janvier janv januar jänner enero gennaio", "february feb février févr fév februar febrero febbraio", "march mar mars märz marzo",
		"april apr avril avr abril aprile", "may mai mayo maggio", "june jun juin juni junio giugno", "july jul juillet juil juli julio luglio",
		"august aug août aout agosto", "september sep sept septembre septiembre settembre", "october oct octobre oktober okt octubre ottobre",
		"november nov novembre noviembre", "december dec décembre déc dezember dez diciembre dicembre",
	} {
		for word := range strings.FieldsSeq(words) {
			names[word] = time.Month(i + 1)
		}
	}
	return names
}()
