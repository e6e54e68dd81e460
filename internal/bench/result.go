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
}

// newSpread takes the median of an even number as the lower of the two in the middle.
func newSpread(values []float64) spread {
	s := slices.Sorted(slices.Values(values))
	return spread{s[0], s[(len(s)-1)/2], s[len(s)-1]}
}

func (s spread) String() string { return fmt.Sprintf("%.3g / %.3g / %.3g", s.Min, s.Median, s.Max) }

// result is one line of the table: ours, what it is compared with, and the number that floor and goal bound from above.
type result struct {
	Row       string  `json:"row"`
	What      string  `json:"what"`
	Unit      string  `json:"unit"`
	Ours      spread  `json:"ours"`
	Against   string  `json:"against,omitempty"` // what Anchor is
	Anchor    *spread `json:"anchor,omitempty"`
	Value     float64 `json:"value"` // the ratio of the medians, or ours alone where there is no anchor
	ValueUnit string  `json:"value_unit"`
	Floor     float64 `json:"floor"`
	Goal      float64 `json:"goal"`
	Pass      bool    `json:"pass"` // the floor holds
}

// ratio adds the result of two series run in turn.
func (b *bench) ratio(row, what, unit, against string, ours, anchor []float64, floor, goal float64) {
	o, a := newSpread(ours), newSpread(anchor)
	v := o.Median / a.Median
	b.results = append(b.results, result{row, what, unit, o, against, &a, v, "x " + against, floor, goal, v <= floor})
}

// alone adds a result that is bounded as it is.
func (b *bench) alone(row, what, unit string, ours []float64, floor, goal float64) {
	o := newSpread(ours)
	b.results = append(b.results, result{Row: row, What: what, Unit: unit, Ours: o, Value: o.Median, ValueUnit: unit, Floor: floor, Goal: goal, Pass: o.Median <= floor})
}

// atMost adds a result of which every run is bounded.
func (b *bench) atMost(row, what, unit string, ours []float64, floor, goal float64) {
	b.alone(row, what, unit, ours, floor, goal)
	r := &b.results[len(b.results)-1]
	r.Value, r.Pass = r.Ours.Max, r.Ours.Max <= floor
}

func printTable(out io.Writer, results []result) {
	slices.SortStableFunc(results, func(a, b result) int { return cmp.Compare(rowNumber(a.Row), rowNumber(b.Row)) })
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "row\twhat\tunit\tours min/median/max\tanchor min/median/max\tvalue\tfloor\tgoal\t")
	for _, r := range results {
		anchor := ""
		if r.Anchor != nil {
			anchor = r.Anchor.String()
		}
		verdict := "FAIL"
		switch {
		case r.Value <= r.Goal:
			verdict = "goal"
		case r.Pass:
			verdict = "pass"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%.3g %s\t%.3g\t%.3g\t%s\n", r.Row, r.What, r.Unit, r.Ours, anchor, r.Value, r.ValueUnit, r.Floor, r.Goal, verdict)
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
	}{
		strings.Join(append([]string{"go run ./internal/bench"}, os.Args[1:]...), " "), strings.TrimSpace(string(version)), time.Now().UTC(),
		runtime.NumCPU(), runtime.Version(), b.n, others, b.results,
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
