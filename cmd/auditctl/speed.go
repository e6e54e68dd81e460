package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/fetch"
	"github.com/auditctl/auditctl/pkg/audit/render"
	"github.com/auditctl/auditctl/pkg/audit/speed"
	"github.com/auditctl/auditctl/pkg/engine"
)

// The values of the setting performance.
const (
	speedAuto       = "auto"
	speedPSI        = "psi"
	speedLighthouse = "lighthouse"
	speedEstimate   = "estimate"
)

// The settings of page-speed tools.
func speedSettings() []setting {
	return []setting{
		{key: "performance", value: speedAuto, help: "what gives the performance score: psi (Google's PageSpeed Insights), lighthouse (on this machine), estimate, or auto: " +
			"psi where " + speed.PageSpeedKey + " is set, else lighthouse where it is found and one site is audited here, else the estimate"},
		{key: "pagespeed-url", value: "", help: "`URL` of PageSpeed Insights, /runPagespeed left out (default: Google's)"},
		{key: "runs", value: 1, help: "measurements of each page, 1 to 9; their median counts"},
	}
}

// newSpeed gives the tool that the settings name; nil where performance is estimated. one says that a single site is audited, so that auto may take
// the time for Lighthouse.
func newSpeed(c *config, f fetch.Config, one bool) (speed.Tool, error) {
	runs := c.GetInt("runs")
	if runs < 1 || runs > speed.MaxRuns {
		return nil, usage("--runs is %d; it must be 1 to %d", runs, speed.MaxRuns)
	}
	key := os.Getenv(speed.PageSpeedKey)
	switch wanted := c.GetString("performance"); wanted {
	case speedEstimate:
		return nil, nil
	case speedPSI:
		if key == "" && c.GetString("pagespeed-url") == "" {
			return nil, usage("--performance psi needs a key: set %s", speed.PageSpeedKey)
		}
		return newPageSpeed(c, f, runs)
	case speedLighthouse:
		tool, err := newLighthouse(c, f, runs)
		if err != nil {
			return nil, usage("--performance lighthouse: %v; install Lighthouse (npm install -g lighthouse) and Chromium, or name them with %s and %s",
				err, speed.LighthousePath, render.Variable)
		}
		return tool, nil
	case speedAuto:
		if key != "" {
			return newPageSpeed(c, f, runs)
		}
		if one && c.GetString("browser") != browserOff {
			if tool, err := newLighthouse(c, f, runs); err == nil {
				return tool, nil
			}
		}
		return nil, nil
	default:
		return nil, usage("--performance %q: use auto, psi, lighthouse or estimate", audit.Printable(wanted))
	}
}

// newPageSpeed sets PageSpeed Insights up.
func newPageSpeed(c *config, f fetch.Config, runs int) (speed.Tool, error) {
	base, key := c.GetString("pagespeed-url"), os.Getenv(speed.PageSpeedKey)
	tool, err := speed.NewPageSpeed(speed.PageSpeedConfig{Key: engine.Key(key), BaseURL: base, Runs: runs, Fetch: f})
	if err != nil {
		return nil, usage("PageSpeed Insights: %v", err)
	}
	return tool, nil
}

// newLighthouse finds Lighthouse and Chromium.
func newLighthouse(c *config, f fetch.Config, runs int) (*speed.Lighthouse, error) {
	installed, err := speed.FindLighthouse("")
	if err != nil {
		return nil, err
	}
	chromium := c.GetString("browser")
	if chromium == browserAuto || chromium == browserOff {
		chromium = ""
	}
	if chromium, err = render.Find(chromium); err != nil {
		return nil, err
	}
	return speed.NewLighthouse(speed.LighthouseConfig{Installation: installed, Chromium: chromium, Runs: runs, Fetch: f}), nil
}

// timing is how often pages would be measured; it costs nothing.
type timing struct {
	Tool   string `json:"tool"`
	Runs   int    `json:"runs"`         // where nothing goes wrong
	AtMost int    `json:"at_most_runs"` // where the service fails
}

// plannedSpeed says how often a tool would measure so many sites; nil where there is none.
func plannedSpeed(tool speed.Tool, sites, runs int) *timing {
	switch tool.(type) {
	case *speed.PageSpeed:
		n := 2 * sites * runs // as on a telephone, and on a desktop computer
		return &timing{Tool: "PageSpeed Insights", Runs: n, AtMost: n * engine.Attempts}
	case *speed.Lighthouse:
		return &timing{Tool: "Lighthouse", Runs: sites * runs, AtMost: sites * runs}
	}
	return nil
}

// tryTime is how long a page-speed tool may take for a page that is well.
const tryTime = time.Minute

// tryLighthouse has it measure a page of this process. It may be missing where nobody asked for it.
func tryLighthouse(ctx context.Context, c *config) part {
	p := part{Name: "Lighthouse", State: partAbsent, Remedy: "install it (npm install -g lighthouse) and Chromium, or name them with " + speed.LighthousePath + " and " + render.Variable}
	switch {
	case c.GetString("performance") == speedLighthouse:
		p.State = partFailed
	case c.GetString("browser") == browserOff:
		p.Detail, p.Remedy = "switched off with the browser", "--performance lighthouse measures with it all the same"
		return p
	case os.Getenv(speed.LighthousePath) != "":
		p.State = partFailed
	}
	tool, err := newLighthouse(c, fetch.Config{AllowPrivate: true, AllowSubmittedPort: true}, 1)
	if err != nil {
		p.Detail = oneLine(err)
		return p
	}
	p.State = partFailed
	var l net.ListenConfig
	listener, err := l.Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		p.Detail = oneLine(err)
		return p
	}
	site := &http.Server{ReadHeaderTimeout: time.Second, Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Trial</title><h1>A page to be measured</h1></html>`)
	})}
	ended := make(chan error, 1)
	go func() { ended <- site.Serve(listener) }()
	defer func() {
		_ = site.Close()
		<-ended //nolint:errcheck // it says that it was closed
	}()
	return p.measured(ctx, tool, "http://"+listener.Addr().String()+"/")
}

// tryPageSpeed has PageSpeed Insights measure a page that always is there.
func tryPageSpeed(ctx context.Context, c *config) part {
	p := part{Name: "PageSpeed Insights", State: partAbsent, Remedy: "set " + speed.PageSpeedKey + " to measure with it"}
	if os.Getenv(speed.PageSpeedKey) == "" && c.GetString("pagespeed-url") == "" {
		p.Detail = speed.PageSpeedKey + " is not set"
		return p
	}
	p.State, p.Remedy = partFailed, "check "+speed.PageSpeedKey+", that the PageSpeed Insights API is enabled for it, and the network"
	tool, err := newPageSpeed(c, fetch.Config{}, 1)
	if err != nil {
		p.Detail = oneLine(err)
		return p
	}
	return p.measured(ctx, tool, "https://example.com/")
}

// measured completes a part by what its tool says of a page.
func (p part) measured(ctx context.Context, tool speed.Tool, address string) part {
	ctx, cancel := context.WithTimeout(ctx, tryTime)
	defer cancel()
	s, err := tool.Measure(ctx, address, audit.English)
	if err != nil {
		p.Detail = audit.Printable(oneLine(err))
		if why := (*speed.Error)(nil); errors.As(err, &why) && why.Reason == speed.Quota {
			p.Remedy = "wait, or raise the quota of the key"
		}
		return p
	}
	return part{Name: p.Name, State: partReady, Detail: audit.Printable(fmt.Sprintf("Lighthouse %s scores %s %d", s.Version, s.URL, s.Mobile.Score))}
}
