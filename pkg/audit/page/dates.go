package page

// timeElement is a <time> element: its datetime attribute and its text.
type timeElement struct{ datetime, text string }

// readDates fills the dates of the page.
func (p *Page) readDates(times []timeElement, lines []string) {}
