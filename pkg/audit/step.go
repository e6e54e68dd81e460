package audit

import "slices"

// Step is one thing to mend: failing or warning checks that have one cause, what to do, what it takes and what it would bring.
type Step struct {
	Checks   []string `json:"check_ids"` // the check that Title and Action are of, then the others that it mends
	Title    string   `json:"title"`     // what is checked
	Action   string   `json:"action"`    // what to do
	Effort   Effort   `json:"effort"`
	Obstacle bool     `json:"obstacle"` // keeps crawlers or search engines from the page, and comes before everything else
	// Gains are the points that the scores would gain, found by scoring again with the checks passing: whole tenths; scores that would gain less than one
	// are left out. Where several obstacles stand, each holds a score down whatever becomes of the others. What a page-speed tool measures only the tool
	// can say, and of a score that a language model has a part in, it is the rubric's part.
	Gains map[Metric]float64 `json:"gains"`
}

// Effort is how much has to be touched.
type Effort string

// The efforts.
const (
	Small  Effort = "small"  // one file or setting: a header, robots.txt, the server's configuration, a line of a template
	Medium Effort = "medium" // the markup or the words of several pages
	Large  Effort = "large"  // new content, or the way that the site is built
)

// Greater gives the greater of two efforts.
func Greater(a, b Effort) Effort {
	order := []Effort{Small, Medium, Large}
	return order[max(slices.Index(order, a), slices.Index(order, b), 0)]
}
