package main

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
)

const mega = 1 << 20

// Below minimum the noise of a figure is more than the slope that is looked for, and nothing is judged.
const minimum = 5 * time.Minute

// row is a figure that must not grow.
type row struct {
	name, unit string
	most       float64 // growth per minute that is let pass: what the slope surely is above is a fault
	bound      float64 // where it isn't 0, the figure may grow up to it
	of         func(sample) float64
}

func rows() []row {
	return []row{
		{"memory (resident)", "MiB", 1, 0, func(s sample) float64 { return s.resident / mega }},
		{"memory (live heap)", "MiB", 0.5, 0, func(s sample) float64 { return s.live / mega }},
		{"goroutines", "", 2, 0, func(s sample) float64 { return s.goroutines }},
		{"descriptors", "", 2, 0, func(s sample) float64 { return s.descriptors }},
		// SQLite's log keeps the largest size that it ever had: that of 32,000 pages, and of a transaction more.
		{"write-ahead log", "MiB", 0, 160, func(s sample) float64 { return s.wal / mega }},
	}
}

type verdict struct {
	text  string
	grows bool
}

// judge writes the table. The first 30 % of the time are warm-up.
func judge(samples []sample, lasts time.Duration, base, after sample, waited time.Duration, l *load) verdict {
	warm := slices.IndexFunc(samples, func(s sample) bool { return s.at >= lasts*3/10 })
	if warm < 0 || len(samples)-warm < 3 {
		return verdict{"too few samples were taken\n", true}
	}
	steady := samples[warm:]
	first, last := steady[0], steady[len(steady)-1]
	seconds := (last.at - first.at).Seconds()
	var v verdict
	var b strings.Builder
	fmt.Fprintf(&b, "%s; %.0f audits ended, %.1f a second, %.2f cores of the server busy; GET of an audit p50 %.1f ms, p99 %.1f ms (%d); %d clients hung up; 0 requests failed\n\n",
		lasts, last.ended, (last.ended-first.ended)/seconds, (last.cpu-first.cpu)/seconds,
		ms(l.percentile(0.5)), ms(l.percentile(0.99)), len(l.took), l.left)
	b.WriteString("| What | At rest before | After warm-up | At the end | Highest | Slope per minute, and at least | Most | Flat |\n|---|---|---|---|---|---|---|---|\n")
	for _, r := range rows() {
		var xs, ys []float64
		for _, s := range steady {
			xs, ys = append(xs, s.at.Minutes()), append(ys, r.of(s))
		}
		slope, least := theilSen(xs, ys)
		flat := "yes"
		switch {
		case lasts < minimum:
			flat = "too short to say"
		case r.bound == 0 && least > r.most, r.bound > 0 && slices.Max(ys) > r.bound:
			flat, v.grows = "**no**", true
		}
		unit := ""
		if r.unit != "" {
			unit = " " + r.unit
		}
		most := fmt.Sprintf("%+g%s", r.most, unit)
		if r.bound > 0 {
			most = fmt.Sprintf("%g%s in all", r.bound, unit)
		}
		fmt.Fprintf(&b, "| %s | %.0f%s | %.0f%s | %.0f%s | %.0f%s | %+.2f, %+.2f%s | %s | %s |\n",
			r.name, r.of(base), unit, ys[0], unit, ys[len(ys)-1], unit, slices.Max(ys), unit, slope, least, unit, most, flat)
	}
	middle := steady[len(steady)/2]
	early, late := perAudit(first, middle), perAudit(middle, last)
	flat := "yes"
	switch {
	case lasts < minimum:
		flat = "too short to say"
	case late > 1.2*early:
		flat, v.grows = "**no**", true
	}
	fmt.Fprintf(&b, "| database, for each audit that ended | | %.1f KB in the first half | %.1f KB in the second | %.0f MB in all | | x 1.2 | %s |\n", early/1024, late/1024, last.db/mega, flat)
	flat = "yes"
	if !back(after.goroutines, base.goroutines) || !back(after.descriptors, base.descriptors) {
		flat, v.grows = "**no**", true
	}
	fmt.Fprintf(&b, "| goroutines and descriptors, %.0f s after the last audit | %.0f, %.0f | | %.0f, %.0f | | | + 5 | %s |\n",
		waited.Seconds(), base.goroutines, base.descriptors, after.goroutines, after.descriptors, flat)
	v.text = b.String()
	return v
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// perAudit is how much the database grew for each audit between two moments, what waits in the log included.
func perAudit(from, to sample) float64 {
	return (to.db + to.wal - from.db - from.wal) / max(1, to.ended-from.ended)
}

// theilSen is the median of the slopes between all pairs, so that a few odd samples don't move it, and the slope that it is above with a probability of 97.5 %:
// P. K. Sen, Estimates of the regression coefficient based on Kendall's tau, 1968.
func theilSen(xs, ys []float64) (slope, least float64) {
	var slopes []float64
	for i := range xs {
		for j := range i {
			if xs[i] != xs[j] {
				slopes = append(slopes, (ys[i]-ys[j])/(xs[i]-xs[j]))
			}
		}
	}
	if len(slopes) == 0 {
		return 0, 0
	}
	slices.Sort(slopes)
	n := float64(len(xs))
	spread := 1.96 * math.Sqrt(n*(n-1)*(2*n+5)/18)
	return slopes[len(slopes)/2], slopes[max(0, int((float64(len(slopes))-spread)/2))]
}
