package faults

import (
	"bufio"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// aside lets a short test run beside others. One that measures has the machine to itself.
func aside(t *testing.T) {
	t.Helper()
	if !*goals {
		t.Parallel()
	}
}

// most and least note where a figure misses its goal, for the table. Nothing is lost by that, and a busy machine is no fault of the service: the test goes on.
func most[T int | float64 | time.Duration](t *testing.T, what string, got, goal T) {
	t.Helper()
	if *goals && got > goal {
		miss(t, fmt.Sprintf("%s: %v, goal at most %v", what, got, goal))
	}
}

func least(t *testing.T, what string, got, goal float64) {
	t.Helper()
	if *goals && got < goal {
		miss(t, fmt.Sprintf("%s: %.2f, goal at least %.2f", what, got, goal))
	}
}

// missed holds the goals that tests missed, by name.
var missed sync.Map

func miss(t *testing.T, what string) {
	t.Log("goal missed:", what)
	if before, ok := missed.Load(t.Name()); ok {
		what = fmt.Sprint(before, "; ", what)
	}
	missed.Store(t.Name(), what)
}

// quantile gives what a part of all times is not above; 0 where there are none.
func quantile(times []time.Duration, part float64) time.Duration {
	if len(times) == 0 {
		return 0
	}
	times = slices.Sorted(slices.Values(times))
	return times[min(len(times)-1, int(part*float64(len(times))))]
}

// milliseconds writes a time for the table.
func milliseconds(d time.Duration) string {
	if d < 10*time.Millisecond {
		return fmt.Sprintf("%.1f ms", d.Seconds()*1000)
	}
	return fmt.Sprintf("%.0f ms", d.Seconds()*1000)
}

// since waits for something that is looked for every millisecond, and gives how long after began it came.
func since(began time.Time, what string, there func() bool) (time.Duration, error) {
	for !there() {
		if time.Since(began) > patience {
			return 0, fmt.Errorf("%s has not come within %s", what, patience)
		}
		time.Sleep(time.Millisecond)
	}
	return time.Since(began), nil
}

// errNoMetric is of one that nothing was counted in yet.
var errNoMetric = errors.New("there is no metric")

// counted sums a metric of a node over its labels.
func (n *node) counted(metric string) (float64, error) {
	resp, err := http.Get("http://" + n.operator + "/metrics")
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	sum, found := 0.0, false
	lines := bufio.NewScanner(resp.Body)
	for lines.Scan() {
		name, value, _ := strings.Cut(lines.Text(), " ")
		if name, _, _ = strings.Cut(name, "{"); name != metric {
			continue
		}
		v, err := strconv.ParseFloat(value, 64)
		if err != nil {
			return 0, err
		}
		sum, found = sum+v, true
	}
	if !found && lines.Err() == nil {
		return 0, fmt.Errorf("%w %s", errNoMetric, metric)
	}
	return sum, lines.Err()
}
