package page

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/currency"
)

// values judges how the values of a property are written.
func (j *richJudge) values(n *Node, property, path string, report func(path, problem, value string)) {
	form, choice := j.rules.forms[property], j.rules.Enumerations[property]
	if form == "" && choice == nil {
		return
	}
	values := n.Props[property]
	for i, v := range values {
		text := strings.TrimSpace(v.Text)
		if v.Node > 0 {
			if form != "" || !bare(&j.g.Nodes[v.Node-1]) {
				continue // an item has a form of its own
			}
			text = j.g.Nodes[v.Node-1].ID
		}
		at := path
		if len(values) > 1 {
			at += "[" + strconv.Itoa(i) + "]"
		}
		switch problem := j.form(n, form, choice, text); problem {
		case "":
		case "not_absolute", "invalid_place": // readers resolve it against the page, or count for themselves
			j.warn(at, problem, text)
		default:
			report(at, problem, text)
		}
	}
}

// form names what is wrong with a value, nothing where it is as it should be.
func (j *richJudge) form(n *Node, form string, choice []string, text string) (problem string) {
	var ok bool
	switch form {
	case "count":
		count, numeric := plainNumber(text)
		if numeric && count <= 0 {
			return "out_of_range"
		}
		ok, problem = numeric, "invalid_number"
	case "currency":
		_, err := currency.ParseISO(text)
		ok, problem = err == nil && text == strings.ToUpper(text), "invalid_currency"
	case "date":
		ok, problem = FollowsISO8601(text), "invalid_date"
	case "duration":
		ok, problem = isoDuration.MatchString(text) && !strings.HasSuffix(text, "P") && !strings.HasSuffix(text, "T"), "invalid_duration"
	case "number":
		_, ok = plainNumber(text)
		problem = "invalid_number"
	case "place":
		_, ok = plainNumber(text)
		problem = "invalid_place"
	case "rating":
		return j.rating(n, text)
	case "url":
		ok, problem = absolute(text), "not_absolute"
	default:
		ok, problem = slices.ContainsFunc(choice, func(c string) bool { return strings.EqualFold(c, enumerated(text)) }), "unknown_value"
	}
	if ok {
		return ""
	}
	return problem
}

// rating judges a rating against the range that its item gives, 0 to 5 where it gives none. "60%" and "3/5" bring their own.
func (j *richJudge) rating(n *Node, text string) (problem string) {
	if share, isShare := strings.CutSuffix(text, "%"); isShare {
		if _, ok := plainNumber(share); ok {
			return ""
		}
	}
	if value, of, isFraction := strings.Cut(text, "/"); isFraction {
		_, ok := plainNumber(value)
		if _, whole := plainNumber(of); ok && whole {
			return ""
		}
	}
	value, ok := plainNumber(strings.Replace(text, ",", ".", 1))
	if !ok {
		return "invalid_number"
	}
	bound := func(property string, otherwise float64) float64 {
		if b, ok := plainNumber(j.g.Text(n, property)); ok {
			return b
		}
		return otherwise
	}
	if value < bound("worstRating", 0) || value > bound("bestRating", 5) {
		return "out_of_range"
	}
	return ""
}

// plain is a number as structured data writes it: no signs of a currency, no commas.
var plain = regexp.MustCompile(`^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d{1,3})?$`)

func plainNumber(text string) (float64, bool) {
	text = strings.TrimSpace(text)
	if !plain.MatchString(text) {
		return 0, false
	}
	f, err := strconv.ParseFloat(text, 64)
	return f, err == nil
}

// absolute says whether a text is a whole address.
func absolute(text string) bool {
	_, rest, ok := strings.Cut(text, "://")
	scheme := strings.ToLower(text[:len(text)-len(rest)])
	return ok && (scheme == "https://" || scheme == "http://") && rest != "" && !strings.ContainsAny(text, " \t\r\n")
}

// enumerated takes what stands before the name off a member of an enumeration: an address, a prefix.
func enumerated(text string) string {
	text = strings.TrimRight(text, "/")
	return text[strings.LastIndexAny(text, "/#:")+1:]
}

// isoDate is a calendar date of ISO 8601, extended or basic, with or without time and zone (RFC 3339 lets a space
// stand for the T); a year or a month alone will do.
var isoDate = regexp.MustCompile(`^\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?|(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01]))?` +
	`([T ]([01]\d|2[0-4])(:?[0-5]\d(:?[0-5]\d([.,]\d+)?)?)?(Z|[+-]\d{2}(:?\d{2})?)?)?$`)

// isoDuration is a duration of ISO 8601, but for what it must not end in.
var isoDuration = regexp.MustCompile(`^P(\d+([.,]\d+)?Y)?(\d+([.,]\d+)?M)?(\d+([.,]\d+)?W)?(\d+([.,]\d+)?D)?(T(\d+([.,]\d+)?H)?(\d+([.,]\d+)?M)?(\d+([.,]\d+)?S)?)?$`)

// FollowsISO8601 says whether a text has the form of a date of ISO 8601, with or without time and zone. Unlike ISODate it takes a year or a month alone,
// and the form without hyphens.
func FollowsISO8601(text string) bool { return isoDate.MatchString(strings.TrimSpace(text)) }
