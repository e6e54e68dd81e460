package page

import (
	"strings"
)

// screens are what a query is held to: width and height in CSS px of a desktop screen and of a telephone's.
var screens = [...][2]float64{{1366, 900}, {390, 844}}

// mediaApplies reports whether a query list holds on all screens, and on one at least.
func mediaApplies(list string) (always, sometimes bool) {
	always = true
	for _, screen := range screens {
		any := strings.TrimSpace(list) == ""
		for query := range strings.SplitSeq(list, ",") {
			holds, known := queryHolds(strings.TrimSpace(query), screen)
			any = any || holds
			if !known { // as what may hold
				sometimes, always = true, false
			}
		}
		always, sometimes = always && any, sometimes || any
	}
	return always, sometimes
}

// queryHolds reads one query. What it doesn't know may hold.
func queryHolds(query string, screen [2]float64) (holds, known bool) {
	negated := strings.HasPrefix(query, "not ")
	query = strings.TrimPrefix(strings.TrimPrefix(query, "not "), "only ")
	holds = true
	for part := range strings.SplitSeq(query, " and ") {
		part = strings.TrimSpace(part)
		switch part {
		case "screen", "all":
			continue
		case "print", "speech", "tty", "tv", "projection", "handheld", "braille", "embossed", "aural":
			holds = false
			continue
		}
		feature, value, ok := strings.Cut(strings.Trim(part, "() "), ":")
		if !ok {
			return false, false
		}
		size := length(strings.TrimSpace(value), 16)
		side, extreme := screen[0], ""
		if extreme, feature, ok = strings.Cut(strings.TrimSpace(feature), "-"); !ok || extreme == "device" || size == nil {
			return false, false
		}
		switch strings.TrimPrefix(feature, "device-") {
		case "width":
		case "height":
			side = screen[1]
		default:
			return false, false
		}
		switch extreme {
		case "min":
			holds = holds && side >= *size
		case "max":
			holds = holds && side <= *size
		default:
			return false, false
		}
	}
	return holds != negated, true
}
