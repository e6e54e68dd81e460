package main

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/fetch"
	"github.com/auditctl/auditctl/pkg/audit/judge"
	"github.com/auditctl/auditctl/pkg/audit/render"
	"github.com/auditctl/auditctl/pkg/engine"
	"github.com/auditctl/auditctl/pkg/engine/provider"
)

// The settings of language models. A process asks one model at most, so that its limits and its ceiling hold for all audits together.
func modelSettings() []setting {
	return []setting{
		{key: "judge", value: "", help: "`PROVIDER:MODEL` that judges what can't be measured, beside the built-in rubric; empty is the rubric alone"},
		{key: "votes", value: 3, help: "how often the model judges each site: an odd number, 1 to 9"},
		{key: "judge-apart", value: 25, help: "points between model and rubric from which a score's source warns"},
		{key: "browser", value: browserAuto, help: "Chromium that shows the page to a model that can see, so that design is judged by a screenshot: auto (where one is found), off, or its `PATH`"},
		{key: "judge-timeout", value: "60s", help: "for all that the model is asked of one site"},
		{key: "max-cost", value: "", help: "`USD` that models may cost in all while the program runs; calls that could pass it are not made, and the rubric judges"},
	}
}

// access is how a service is reached, and who said so.
type access struct {
	provider.Settings
	keyFrom, baseFrom string // a variable or a file; empty where nothing is said
	// planted: a file that merely lies here would send the environment's key to an address of its own choice.
	planted bool
}

// access reads the customary variables and, weaker, the file.
func (c *config) access(s provider.Service) access {
	a := access{Settings: s.Environment(os.Getenv)}
	a.keyFrom, _ = provider.FirstSet(s.Keys, os.Getenv)
	a.baseFrom, _ = provider.FirstSet(s.Bases, os.Getenv)
	if key := c.sections.keys[s.Name]; a.Key == "" && key != "" {
		a.Key, a.keyFrom = key, c.file
	}
	if base := c.sections.baseURLs[s.Name]; a.BaseURL == "" && base != "" {
		a.BaseURL, a.baseFrom = base, c.file
		a.planted = c.lying && a.Key != "" && a.keyFrom != c.file
	}
	return a
}

// newProvider sets a model up by its name, "provider:model". m may be nil.
func (c *config) newProvider(name string, m *engine.Meter) (provider.Provider, error) {
	s, model, err := provider.Parse(name)
	if err != nil {
		return nil, err
	}
	a := c.access(s)
	switch {
	case a.planted:
		return nil, fmt.Errorf("%s names an address for %s, and the key is %s's: a file that merely lies here doesn't decide where a key is sent; name it with --config, "+
			"or write the key beside the address", c.file, s.Name, a.keyFrom)
	case a.BaseURL == "" && s.Base == "":
		return nil, fmt.Errorf("%s needs an address: write it into the configuration file, under base-urls", s.Name)
	}
	a.Model, a.Meter = model, m
	return s.New(a.Settings)
}

// judging is the model that judges, as the settings have it.
type judging struct {
	judge.Model
	provider provider.Provider // nil where the rubric judges alone
	meter    *engine.Meter
	ceiling  *float64 // USD
}

// The values of the setting browser that are no path.
const (
	browserAuto = "auto"
	browserOff  = "off"
)

// openBrowser gives the browser that shows pages to the model, and lets the model look; nil where it can't see, or where there is none and nobody named
// one. It isn't started yet.
func (j *judging) openBrowser(c *config, f fetch.Config) (*render.Browser, error) {
	named := c.GetString("browser")
	sees, ok := j.provider.(engine.Viewer)
	if !ok || named == browserOff {
		return nil, nil
	}
	path := named
	if named == browserAuto {
		path = ""
	}
	b, err := render.New(render.Config{Path: path, Fetch: f})
	switch {
	case err == nil:
		j.Viewer = sees
		return b, nil
	case named == browserAuto && os.Getenv(render.Variable) == "":
		return nil, nil
	}
	return nil, usage("--browser: %v", err)
}

func newJudging(c *config) (judging, error) {
	j := judging{Model: judge.Model{Name: c.GetString("judge"), Votes: c.GetInt("votes"), Apart: c.GetInt("judge-apart")}}
	if j.Votes < 1 || j.Votes > 9 || j.Votes%2 == 0 {
		return j, usage("--votes is %d; it must be an odd number, 1 to 9", j.Votes)
	}
	if j.Apart < 1 || j.Apart > 100 {
		return j, usage("--judge-apart is %d; it must be 1 to 100", j.Apart)
	}
	var err error
	if j.Time, err = duration(c, "judge-timeout"); err != nil {
		return j, err
	}
	if j.Time == 0 {
		return j, usage("--judge-timeout is 0; without a model, leave --judge empty")
	}
	if text := c.GetString("max-cost"); text != "" {
		usd, err := strconv.ParseFloat(text, 64)
		if err != nil || !(usd >= 0 && usd <= 1e9) {
			return j, usage("--max-cost %q is no amount in USD, like 0.50", audit.Printable(text))
		}
		j.ceiling = &usd
	}
	if j.Name == "" {
		return j, nil
	}
	j.meter = engine.NewMeter(c.sections.prices, j.ceiling)
	if j.provider, err = c.newProvider(j.Name, j.meter); err != nil {
		return j, usage("--judge: %v", err)
	}
	j.Name = j.provider.Name()
	if j.Engine, err = provider.For[engine.Structured](j.provider, "judge"); err != nil {
		return j, usage("--judge: %v", err)
	}
	if _, priced := c.sections.prices[j.Name]; j.ceiling != nil && !priced && !j.provider.Free() {
		return j, usage("--max-cost: no price is configured for %s, so that nobody could tell when it is reached; write it into the configuration file, "+
			"in USD per million tokens: prices: {%s: {input: …, output: …}}", j.Name, j.Name)
	}
	return j, nil
}

// showModels prints how services are reached, with keys masked, and prices.
func (c *config) showModels(b *strings.Builder) {
	for _, s := range provider.All() {
		a := c.access(s)
		if a.keyFrom != "" {
			fmt.Fprintf(b, "keys.%s: %v  # %s\n", s.Name, a.Key, a.keyFrom)
		}
		if a.baseFrom != "" {
			fmt.Fprintf(b, "base-urls.%s: %s  # %s\n", s.Name, audit.Printable(withoutPassword(a.BaseURL)), a.baseFrom)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(c.sections.prices)) {
		p := c.sections.prices[name]
		fmt.Fprintf(b, "prices.%s: input %v, output %v, search %v  # %s\n", audit.Printable(name), p.Input, p.Output, p.Search, c.file)
	}
}
