package page

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// readMarkupAddress keeps the address that a node of structured data is or has.
func (p *Page) readMarkupAddress(n *Node) {
	g := &p.Graph
	if n.Is("PostalAddress") {
		a := Address{
			Street: g.Text(n, "streetAddress"), Locality: g.Text(n, "addressLocality"), Region: g.Text(n, "addressRegion"),
			Postcode: g.Text(n, "postalCode"), Country: g.Text(n, "addressCountry"), Source: n.Format,
		}
		var parts []string
		for _, part := range [...]string{a.Street, strings.TrimSpace(a.Postcode + " " + a.Locality), a.Region, a.Country} {
			if part != "" {
				parts = append(parts, collapse(part))
			}
		}
		if a.Raw = strings.Join(parts, ", "); a.Street != "" || a.Locality != "" || a.Postcode != "" {
			p.addAddress(a)
		}
		return
	}
	for _, v := range n.Props["address"] {
		if v.Text == "" {
			continue
		}
		a, ok := readAddress(v.Text, "")
		if !ok {
			a = Address{Raw: cut(collapse(v.Text), 300)}
		}
		a.Source = n.Format
		p.addAddress(a)
	}
}

// addAddress keeps an address that its source hasn't given yet.
func (p *Page) addAddress(a Address) {
	if len(p.Addresses) >= maxAddresses {
		return
	}
	for i := range p.Addresses {
		have := &p.Addresses[i]
		if have.Source == a.Source && (have.Raw == a.Raw || a.Street != "" && strings.EqualFold(have.Street, a.Street) && have.Postcode == a.Postcode) {
			return
		}
	}
	p.Addresses = append(p.Addresses, a)
}

// readAddressLine looks for an address that ends in a line of text: all of it in the same line, or the street in one of the two lines above a postcode.
func (p *Page) readAddressLine(lines []string, i int, region string) {
	if findPostcode(lines[i], region).text == "" {
		if strings.Contains(lines[i], ", ") || strings.Contains(lines[i], "\t") {
			if a, ok := readAddress(lines[i], region); ok {
				a.Source = "text"
				p.addAddress(a)
			}
		}
		return
	}
	text := lines[i]
	for above := 0; above <= min(2, i); above++ {
		if above > 0 {
			if len(lines[i-above]) > 80 {
				return
			}
			text = lines[i-above] + ", " + text
		}
		if a, ok := readAddress(text, region); ok {
			a.Source = "text"
			p.addAddress(a)
			return
		}
	}
}

// readAddress reads a text that holds an address: a street with a house number, and after it a place with its postcode, or a place with its state in two
// capitals. region tells the postcodes of four digits, which look like years, and may be empty.
func readAddress(text, region string) (Address, bool) {
	text = collapse(strings.ReplaceAll(strings.ReplaceAll(cut(text, 400), "\n", ", "), "\t", ", "))
	code := findPostcode(text, region)
	if code.text == "" {
		return readStateAddress(text)
	}
	parts := addressParts(text[:code.start])
	street, from, _ := findStreet(parts)
	if street == "" {
		return Address{}, false
	}
	return Address{Raw: strings.Trim(text[from:code.end], " ,"), Street: street, Locality: code.locality, Region: code.region, Postcode: code.text}, true
}

// readStateAddress reads "28 Station Street, Brackenford, AB".
func readStateAddress(text string) (Address, bool) {
	if !mayHoldState(text) {
		return Address{}, false
	}
	parts := addressParts(text)
	street, from, next := findStreet(parts)
	if street == "" || next+1 >= len(parts) {
		return Address{}, false
	}
	place, state := parts[next], parts[next+1]
	first, _ := utf8.DecodeRuneInString(place.text)
	if !unicode.IsUpper(first) || strings.ContainsAny(place.text, "0123456789") || len(strings.Fields(place.text)) > 4 {
		return Address{}, false
	}
	if len(state.text) < 2 || !isUpper(state.text[0]) || !isUpper(state.text[1]) || beginsWithLetterOrDigit(state.text[2:]) {
		return Address{}, false
	}
	return Address{Raw: text[from : state.at+2], Street: street, Locality: place.text, Region: state.text[:2]}, true
}

// mayHoldState looks for two capitals after a comma, which few lines have.
func mayHoldState(text string) bool {
	for i := 0; i+4 <= len(text); i++ {
		if text[i] == ',' && text[i+1] == ' ' && isUpper(text[i+2]) && isUpper(text[i+3]) {
			return true
		}
	}
	return false
}

// addressPart is what stands between two dividers of an address.
type addressPart struct {
	text string
	at   int // offset of the text
}

func addressParts(text string) []addressPart {
	var parts []addressPart
	at := 0
	for at < len(text) {
		end := strings.IndexAny(text[at:], ",|•·;:")
		size := 0
		if end < 0 {
			end = len(text)
		} else {
			end += at
			_, size = utf8.DecodeRuneInString(text[end:])
		}
		part := strings.Trim(text[at:end], " -–")
		if part != "" {
			parts = append(parts, addressPart{text: part, at: at + strings.Index(text[at:end], part)})
		}
		at = end + size
	}
	return parts
}

// findStreet gives the last street with a house number among the parts of a text, where it begins, and the index of the part after it. The number may
// stand in a part of its own: "8, avenue Foch", "Calle Mayor, 5".
func findStreet(parts []addressPart) (street string, at, next int) {
	for i := len(parts) - 1; i >= 0; i-- {
		part := parts[i]
		switch {
		case !isStreet(part.text):
		case strings.ContainsAny(part.text, "0123456789"):
			return part.text, part.at, i + 1
		case i > 0 && isHouseNumber(parts[i-1].text):
			return parts[i-1].text + ", " + part.text, parts[i-1].at, i + 1
		case i+1 < len(parts) && isHouseNumber(parts[i+1].text):
			return part.text + ", " + parts[i+1].text, part.at, i + 2
		}
	}
	return "", 0, 0
}

// isHouseNumber says whether a text is 12, 12bis, 12-14 or B 12.
func isHouseNumber(s string) bool {
	return len(s) <= 8 && strings.ContainsAny(s, "0123456789") && len(strings.Fields(s)) <= 2
}

// isStreet says whether a text has a word for a street and is short enough to be nothing more.
func isStreet(s string) bool {
	if len(s) > 80 {
		return false
	}
	for word := range strings.FieldsSeq(strings.ToLower(s)) {
		word = strings.Trim(word, ".,()'’")
		if streetWords[word] {
			return true
		}
		for _, ending := range [...]string{
			"straße", "strasse", "str", "weg", "platz", "allee", "gasse", "damm", "ufer", "ring", "straat",
			"laan", "plein", "gatan", "vägen",
		} {
			if len(word) > len(ending)+2 && strings.HasSuffix(word, ending) {
				return true
			}
		}
	}
	return false
}

// streetWords are the words for streets in English, French, Spanish, Catalan, Portuguese, Italian, German and Dutch, as addresses write them.
var streetWords = wordSet(`street st road rd avenue ave av lane ln drive dr close court ct crescent gardens square sq terrace place pl way boulevard blvd
	parkway pkwy highway hwy circle mews hill quay wharf row walk yard broadway suite
	rue avenue bd boulevard bvd chemin impasse allée allee allées route quai cours passage faubourg sentier lotissement rond-point esplanade zac zi za
	calle c/ avenida avda paseo plaza carrer passeig ronda rua travessa praça largo estrada via viale piazza corso vicolo largo strada piazzale
	straße strasse str weg platz gasse am straat laan plein`)

func wordSet(words string) map[string]bool {
	set := make(map[string]bool)
	for w := range strings.FieldsSeq(words) {
		set[w] = true
	}
	return set
}

// postcode is a postcode in a text, with the place that stands beside it.
type postcode struct {
	text, locality, region string
	start, end             int // of all of it
}

// fourDigits are the countries whose postcodes are four digits and are read where the page is from there.
const fourDigits = " AT AU BE BG CH DK HU LU NO NZ SI ZA "

// findPostcode gives the last postcode of a text that has a place beside it.
func findPostcode(text, region string) (found postcode) {
	for i := 0; i < len(text); i++ {
		if text[i] < '0' || text[i] > '9' {
			continue
		}
		n := digitRun(text[i:])
		p := postcode{}
		switch {
		case n == 5:
			if p = stateAndZIP(text, i); p.text == "" {
				p = codeAndPlace(text, i, i+5)
			}
		case n == 4 && i+7 <= len(text) && text[i+4] == ' ' && isUpper(text[i+5]) && isUpper(text[i+6]) && !beginsWithLetterOrDigit(text[i+7:]):
			p = codeAndPlace(text, i, i+7) // 1012 AB Amsterdam
		case n == 4 && region != "" && containsWord(fourDigits, region):
			p = codeAndPlace(text, i, i+4)
		case n <= 2 && i > 0 && isUpper(text[i-1]):
			p = lettersAndDigits(text, i)
		}
		if p.text != "" {
			found = p
		}
		i += n - 1
	}
	return found
}

func isUpper(c byte) bool { return c >= 'A' && c <= 'Z' }

// codeAndPlace reads "75001 Paris", "D-10115 Berlin".
func codeAndPlace(text string, start, end int) postcode {
	if start > 0 && endsInLetterOrDigit(text[:start]) {
		return postcode{}
	}
	before := text[:start]
	if strings.HasSuffix(before, "-") && start >= 2 && isUpper(text[start-2]) { // D-, F-, CH-
		before = strings.TrimRightFunc(before[:start-1], unicode.IsUpper)
	} else if strings.HasSuffix(before, "-") || strings.HasSuffix(before, ".") || strings.HasSuffix(before, "+") {
		return postcode{}
	}
	rest := strings.TrimPrefix(text[end:], " ")
	first, _ := utf8.DecodeRuneInString(rest)
	if len(rest) == len(text[end:]) || !unicode.IsUpper(first) {
		return postcode{}
	}
	stop := strings.IndexAny(rest, ",|•·;:()–0123456789")
	if stop < 0 {
		stop = len(rest)
	}
	place := strings.TrimRight(rest[:stop], " -.")
	if dash := strings.Index(place, " - "); dash > 0 {
		place = place[:dash]
	}
	if dot := strings.Index(place, ". "); dot > 3 {
		place = place[:dot]
	}
	if len(strings.Fields(place)) > 5 {
		return postcode{}
	}
	return postcode{text: text[start:end], locality: place, start: len(before), end: len(text) - len(rest) + len(place)}
}

// stateAndZIP reads "San Francisco, CA 94103" and "CA 94103-1234".
func stateAndZIP(text string, start int) postcode {
	if start < 3 || text[start-1] != ' ' || !isUpper(text[start-2]) || !isUpper(text[start-3]) || endsInLetterOrDigit(text[:start-3]) {
		return postcode{}
	}
	end := start + 5
	if strings.HasPrefix(text[end:], "-") && digitRun(text[end+1:]) == 4 {
		end += 5
	}
	if beginsWithLetterOrDigit(text[end:]) {
		return postcode{}
	}
	place, from := placeBefore(text, start-3)
	return postcode{text: text[start:end], region: text[start-3 : start-1], locality: place, start: from, end: end}
}

// placeBefore gives the place that stands before a postcode, after the last comma.
func placeBefore(text string, end int) (place string, from int) {
	head := strings.TrimRight(text[:end], " ,")
	from = strings.LastIndexAny(head, ",|;:") + 1
	place = strings.TrimSpace(head[from:])
	if strings.ContainsAny(place, "0123456789") || len(strings.Fields(place)) > 4 {
		return "", end // the street and the place aren't divided
	}
	return place, from
}

// lettersAndDigits reads British ("London SW1A 1AA") and Canadian ("Montréal, QC H2X 1Y4") postcodes around the digit at i, after a letter.
func lettersAndDigits(text string, i int) postcode {
	start := i
	for start > 0 && isUpper(text[start-1]) {
		start--
	}
	if i-start > 2 || start > 0 && endsInLetterOrDigit(text[:start]) {
		return postcode{}
	}
	end := i + 1
	for end < len(text) && (isUpper(text[end]) || text[end] >= '0' && text[end] <= '9') {
		end++
	}
	if end-start > 4 || !strings.HasPrefix(text[end:], " ") || len(text) < end+4 {
		return postcode{}
	}
	inward := text[end+1 : end+4]
	british := inward[0] >= '0' && inward[0] <= '9' && isUpper(inward[1]) && isUpper(inward[2])
	canadian := i-start == 1 && end-start == 3 && isUpper(text[end-1]) && isUpper(inward[1]) && digitRun(inward[:1]) == 1 && digitRun(inward[2:]) == 1
	if !british && !canadian || beginsWithLetterOrDigit(text[end+4:]) {
		return postcode{}
	}
	p := postcode{text: text[start : end+4], start: start, end: end + 4}
	if canadian && start >= 3 && text[start-1] == ' ' && isUpper(text[start-2]) && isUpper(text[start-3]) && !endsInLetterOrDigit(text[:start-3]) {
		p.region = text[start-3 : start-1]
		start -= 3
	}
	p.locality, p.start = placeBefore(text, start)
	return p
}
