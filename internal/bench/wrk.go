package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// haveWrk says whether the load generator is there, and skips the rows where it isn't.
func (b *bench) haveWrk(rows string) bool {
	if _, err := exec.LookPath("wrk"); err != nil {
		b.skip(rows, "wrk is not in the path; Debian's package of that name brings it")
		return false
	}
	return true
}

// loaded is what wrk saw.
type loaded struct {
	rate     float64 // answers per second
	p50, p99 float64 // of the time to an answer, in ms
}

func rate(l loaded) float64 { return l.rate }
func p50(l loaded) float64  { return l.p50 }
func p99(l loaded) float64  { return l.p99 }

// script makes wrk send one request over and over, and print figures that need no reading of its units.
const script = `
wrk.method = "%s"
wrk.body = [==[%s]==]
wrk.headers["Content-Type"] = "application/json"
wrk.headers["X-API-Key"] = "%s"
function done(summary, latency)
  local e = summary.errors
  io.write(string.format("\nseen %%d %%d %%d %%d %%d\n", summary.requests, summary.duration, latency:percentile(50), latency:percentile(99),
    e.connect + e.read + e.write + e.status + e.timeout))
end
`

// asking is how long wrk asks in one run.
const asking = 2 * time.Second

// wrk sends one request over and over on so many connections. An answer of 400 or more is an error: a refusal must not count as a fast answer.
func (b *bench) wrk(ctx context.Context, connections int, url, key, body string) (loaded, error) {
	method := http.MethodGet
	if body != "" {
		method = http.MethodPost
	}
	file := filepath.Join(b.dir, "wrk.lua")
	if err := os.WriteFile(file, fmt.Appendf(nil, script, method, body, key), 0o600); err != nil {
		return loaded{}, err
	}
	cmd := exec.CommandContext(ctx, "wrk", "-t1", "-c", strconv.Itoa(connections), "-d", asking.String(), "-s", file, url)
	b.load.begin()
	out, err := cmd.Output()
	if err != nil {
		return loaded{}, fmt.Errorf("running wrk on %s: %w", url, err)
	}
	b.load.end(cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime())
	_, figures, _ := strings.Cut(string(out), "\nseen ")
	var answers, took, half, most, failed float64 // times in microseconds
	if _, err := fmt.Sscan(figures, &answers, &took, &half, &most, &failed); err != nil {
		return loaded{}, fmt.Errorf("reading what wrk says: %w", err)
	}
	if failed > 0 || answers == 0 {
		return loaded{}, errors.New("wrk got answers that are errors, or none:\n" + string(out))
	}
	return loaded{rate: answers / took * 1e6, p50: half / 1000, p99: most / 1000}, nil
}
