package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
)

// spread is what a series of runs gave.
type spread struct {
	Min    float64 `json:"min"`
	Median float64 `json:"median"`
	Max    float64 `json:"max"`
	// Runs are the values, in the order of the runs.
	Runs []float64 `json:"runs"`
}

// newSpread takes the median of an even number as the lower of the two in the middle.
func newSpread(values []float64) spread {
	s := slices.Sorted(slices.Values(values))
	return spread{s[0], s[(len(s)-1)/2], s[len(s)-1], values}
}

func (s spread) String() string { return fmt.Sprintf("%.3g / %.3g / %.3g", s.Min, s.Median, s.Max) }

// bound says how floor and goal hold a value.
type bound string

const (
	fromAbove bound = "at most"
	fromBelow bound = "at least"
	unbound   bound = "none" // a figure to know, without a floor
)

// result is one line of the table: ours, what it is compared with, and the number that floor and goal bound.
type result struct {
	Row       string  `json:"row"`
	What      string  `json:"what"`
	Unit      string  `json:"unit"`
	Ours      spread  `json:"ours"`
	Against   string  `json:"against,omitempty"` // what Anchor is
	Anchor    *spread `json:"anchor,omitempty"`
	Value     float64 `json:"value"` // the ratio of the medians, or ours alone where there is no anchor
	ValueUnit string  `json:"value_unit"`
	Bound     bound   `json:"bound"`
	Floor     float64 `json:"floor"`
	Goal      float64 `json:"goal"`
	Pass      bool    `json:"pass"` // the floor holds
}

// skipped are rows that couldn't be measured here.
type skipped struct {
	Rows string `json:"rows"`
	Why  string `json:"why"`
}

func (b *bench) skip(rows, why string) { b.skipped = append(b.skipped, skipped{rows, why}) }

// holds says that the value keeps to a limit.
func (r result) holds(limit float64) bool {
	switch r.Bound {
	case fromAbove:
		return r.Value <= limit
	case fromBelow:
		return r.Value >= limit
	}
	return true
}

func (b *bench) add(r result) {
	r.Pass = r.holds(r.Floor)
	b.results = append(b.results, r)
}

// ratio adds the result of two series run in turn, of which ours should be small.
func (b *bench) ratio(row, what, unit, against string, ours, anchor []float64, floor, goal float64) {
	b.add(compared(fromAbove, row, what, unit, against, ours, anchor, floor, goal))
}

// rate adds the result of two series run in turn, of which ours should be large.
func (b *bench) rate(row, what, unit, against string, ours, anchor []float64, floor, goal float64) {
	b.add(compared(fromBelow, row, what, unit, against, ours, anchor, floor, goal))
}

// beside adds what two series gave, as figures to know.
func (b *bench) beside(row, what, unit, against string, ours, anchor []float64) {
	b.add(compared(unbound, row, what, unit, against, ours, anchor, 0, 0))
}

func compared(how bound, row, what, unit, against string, ours, anchor []float64, floor, goal float64) result {
	o, a := newSpread(ours), newSpread(anchor)
	return result{Row: row, What: what, Unit: unit, Ours: o, Against: against, Anchor: &a, Value: o.Median / a.Median, ValueUnit: "x " + against, Bound: how, Floor: floor, Goal: goal}
}

// less adds the result of two series of which the other should be many times as large; a floor of 0 is none.
func (b *bench) less(row, what, unit, against string, ours, other []float64, floor, goal float64) {
	r := compared(fromBelow, row, what, unit, against, ours, other, floor, goal)
	r.Value, r.ValueUnit = 1/r.Value, "x less"
	if floor == 0 {
		r.Bound = unbound
	}
	b.add(r)
}

// alone adds a result that is bounded as it is.
func (b *bench) alone(row, what, unit string, ours []float64, floor, goal float64) {
	o := newSpread(ours)
	b.add(result{Row: row, What: what, Unit: unit, Ours: o, Value: o.Median, ValueUnit: unit, Bound: fromAbove, Floor: floor, Goal: goal})
}

// atMost adds a result of which every run is bounded.
func (b *bench) atMost(row, what, unit string, ours []float64, floor, goal float64) {
	o := newSpread(ours)
	b.add(result{Row: row, What: what, Unit: unit, Ours: o, Value: o.Max, ValueUnit: unit, Bound: fromAbove, Floor: floor, Goal: goal})
}

// seen adds a figure to know.
func (b *bench) seen(row, what, unit string, ours []float64) {
	o := newSpread(ours)
	b.add(result{Row: row, What: what, Unit: unit, Ours: o, Value: o.Median, ValueUnit: unit, Bound: unbound})
}

func sortByRow(results []result) {
	slices.SortStableFunc(results, func(a, b result) int { return cmp.Compare(rowNumber(a.Row), rowNumber(b.Row)) })
}

func printTable(out io.Writer, results []result) {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "row\twhat\tunit\tours min/median/max\tanchor min/median/max\tvalue\tfloor\tgoal\t")
	for _, r := range results {
		anchor := ""
		if r.Anchor != nil {
			anchor = r.Anchor.String()
		}
		limits, verdict := fmt.Sprintf("%s %.3g\t%.3g", r.Bound, r.Floor, r.Goal), "FAIL"
		switch {
		case r.Bound == unbound:
			limits, verdict = "\t", "seen"
		case r.holds(r.Goal):
			verdict = "goal"
		case r.Pass:
			verdict = "pass"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%.3g %s\t%s\t%s\n", r.Row, r.What, r.Unit, r.Ours, anchor, r.Value, r.ValueUnit, limits, verdict)
	}
	if err := w.Flush(); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
}

// rowNumber orders 5, 5b, 5c, 9, 11.
func rowNumber(row string) float64 {
	var n int
	var letter string
	if _, err := fmt.Sscanf(row+" .", "%d%s", &n, &letter); err != nil {
		return 0
	}
	return float64(n) + float64(letter[0])/1000
}

// command is how this run was asked for.
func command() string {
	return strings.Join(append([]string{"go run ./internal/bench"}, os.Args[1:]...), " ")
}

func (b *bench) writeJSON(path string, others float64) error {
	version, err := exec.Command(b.binary("auditctl"), "version").Output() //nolint:noctx // prints a line and ends
	if err != nil {
		return err
	}
	doc := struct {
		Command string    `json:"command"`
		Version string    `json:"version"`
		Date    time.Time `json:"date"`
		Cores   int       `json:"cores"`
		Go      string    `json:"go"`
		N       int       `json:"n"`
		Others  float64   `json:"cpu_used_by_others"` // of all processors, while measuring
		Results []result  `json:"results"`
		Skipped []skipped `json:"skipped,omitempty"`
	}{
		command(), strings.TrimSpace(string(version)), time.Now().UTC(),
		runtime.NumCPU(), runtime.Version(), b.n, others, b.results, b.skipped,
	}
	text, err := json.MarshalIndent(doc, "", "  ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, append(text, '\n'), 0o644)
}
