package main

import (
	"crypto/rand"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/judge"
	"github.com/auditctl/auditctl/pkg/audit/pipeline"
	"github.com/auditctl/auditctl/pkg/engine"
	"github.com/auditctl/auditctl/pkg/engine/provider"
)

// The settings of language models. A process asks each service through one gate, and counts all on one meter, so that limits and the ceiling hold for all
// audits together.
func modelSettings() []setting {
	return []setting{
		{key: "judge", value: "", help: "`PROVIDER:MODEL` that judges what can't be measured, beside the built-in rubric; empty is the rubric alone"},
		{key: "votes", value: 3, help: "how often the model judges each site: an odd number, 1 to 9"},
		{key: "judge-apart", value: 25, help: "points between model and rubric from which a score's source warns"},
		{key: "judge-timeout", value: "60s", help: "for all that the model is asked of one site"},
		{key: "max-cost", value: "", help: "`USD` that models and search services may cost in all while the program runs; calls that could pass it are not made"},
	}
}

// models are the services that a process asks, as the settings have it.
type models struct {
	config  *config
	meter   *engine.Meter
	ceiling *float64 // USD; nil is none
	gates   map[string]*engine.Gate
	played  []played
	judge   judge.Model
	shown   bool // the result shows how pages look
	citing
}

// played is a service in a role.
type played struct {
	role string
	provider.Provider
}

func newModels(c *config) (*models, error) {
	m := &models{config: c, gates: map[string]*engine.Gate{}}
	if text := c.GetString("max-cost"); text != "" {
		usd, err := strconv.ParseFloat(text, 64)
		if err != nil || !(usd >= 0 && usd <= 1e9) {
			return nil, usage("--max-cost %q is no amount in USD, like 0.50", audit.Printable(text))
		}
		m.ceiling = &usd
	}
	m.meter = engine.NewMeter(c.sections.prices, m.ceiling)
	if err := m.setJudge(); err != nil {
		return nil, err
	}
	if err := m.setCiting(); err != nil {
		return nil, err
	}
	for _, p := range m.played {
		if _, priced := c.sections.prices[p.Name()]; m.ceiling != nil && !priced && !p.Free() {
			return nil, usage("--max-cost: no price is configured for %s, so that nobody could tell when it is reached; write it into the configuration file, "+
				"in USD per million tokens and per search: prices: {%s: {%s}}", p.Name(), p.Name(), priceOf(p))
		}
	}
	return m, nil
}

// priceOf is what a price of the service is made of, as an example.
func priceOf(p provider.Provider) string {
	parts := []string{"search: …"}
	if _, ok := p.(engine.Model); ok {
		parts = []string{"input: …", "output: …"}
		if _, ok := p.(engine.Grounder); ok {
			parts = append(parts, "search: …")
		}
	}
	return strings.Join(parts, ", ")
}

func (m *models) setJudge() error {
	c := m.config
	m.judge = judge.Model{Votes: c.GetInt("votes"), Apart: c.GetInt("judge-apart")}
	if m.judge.Votes < 1 || m.judge.Votes > 9 || m.judge.Votes%2 == 0 {
		return usage("--votes is %d; it must be an odd number, 1 to 9", m.judge.Votes)
	}
	if m.judge.Apart < 1 || m.judge.Apart > 100 {
		return usage("--judge-apart is %d; it must be 1 to 100", m.judge.Apart)
	}
	var err error
	if m.judge.Time, err = duration(c, "judge-timeout"); err != nil {
		return err
	}
	if m.judge.Time == 0 {
		return usage("--judge-timeout is 0; without a model, leave --judge empty")
	}
	name := c.GetString("judge")
	if m.judge.Engine, m.judge.Name, err = play[engine.Structured](m, "judge", name); err != nil || name == "" {
		return err
	}
	m.judge.Seed, err = m.seed(name)
	return err
}

// seed is a secret that all nodes with one key share, so that they ask in the same words. Without a key, answers cost nothing to ask for
// again.
func (m *models) seed(name string) ([]byte, error) {
	s, _, err := provider.Parse(name)
	if err != nil {
		return nil, fmt.Errorf("reading the name of the judge: %w", err)
	}
	if key := m.config.access(s).Key; key != "" {
		return judge.NewSeed(string(key)), nil
	}
	return judge.NewSeed(rand.Text()), nil
}

// play sets a service up for a role, and gives what the role needs of it, with its name. An empty name leaves the role empty.
func play[T any](m *models, role, name string) (able T, full string, err error) {
	if name == "" {
		return able, "", nil
	}
	p, err := m.provider(name)
	if err == nil {
		able, err = provider.For[T](p, role)
	}
	if err != nil {
		return able, "", usage("--%s: %v", role, err)
	}
	m.played = append(m.played, played{role, p})
	return able, p.Name(), nil
}

// provider sets a service up by its name, "provider:model" or "service".
func (m *models) provider(name string) (provider.Provider, error) {
	s, model, err := provider.Parse(name)
	if err != nil {
		return nil, err
	}
	a := m.config.access(s)
	switch {
	case a.BaseURL == "" && s.Base == "":
		return nil, fmt.Errorf("%s needs an address: write it into the configuration file, under base-urls", s.Name)
	}
	if m.gates[s.Name] == nil {
		m.gates[s.Name] = s.NewGate(m.config.sections.limits[s.Name])
	}
	a.Model, a.Meter, a.Gate = model, m.meter, m.gates[s.Name]
	a.GeminiGrounding = m.config.GetBool("gemini-grounding")
	return s.New(a.Settings)
}

// price is what usage of a service costs, in USD; nil where nobody knows.
func (m *models) price(name string, u engine.Usage) *float64 {
	i := slices.IndexFunc(m.played, func(p played) bool { return p.Name() == name })
	if i < 0 || m.played[i].Free() {
		return new(float64)
	}
	return m.meter.Price(name, u)
}

// access is how a service is reached, and who said so.
type access struct {
	provider.Settings
	keyFrom, baseFrom string // a variable or a file; empty where nothing is said
}

// access reads the customary variables and, weaker, the file.
func (c *config) access(s provider.Service) access {
	a := access{Settings: s.Environment(os.Getenv)}
	a.keyFrom, _ = provider.FirstSet(s.Keys, os.Getenv)
	a.baseFrom, _ = provider.FirstSet(s.Bases, os.Getenv)
	if key := c.sections.keys[s.Name]; a.Key == "" && key != "" {
		a.Key, a.keyFrom = key, c.sections.from["keys."+s.Name]
	}
	if base := c.sections.baseURLs[s.Name]; a.BaseURL == "" && base != "" {
		a.BaseURL, a.baseFrom = base, c.sections.from["base-urls."+s.Name]
	}
	return a
}

// set puts the services into a pipeline's configuration, with the browser that they need.
func (m *models) set(p *pipeline.Config) (err error) {
	if p.Browser, err = m.openBrowser(p); err != nil {
		return err
	}
	p.Model, p.Citations, p.Questions, p.Extract = m.judge, m.passes, m.questions, m.extract
	return nil
}

// showModels prints how services are reached, with keys masked, and prices.
func (c *config) showModels(b *strings.Builder) {
	for _, s := range provider.All() {
		a := c.access(s)
		if a.keyFrom != "" {
			fmt.Fprintf(b, "keys.%s: %v  # %s\n", s.Name, a.Key, a.keyFrom)
		}
		if a.baseFrom != "" {
			fmt.Fprintf(b, "base-urls.%s: %s  # %s\n", s.Name, shownAddress(a.BaseURL), a.baseFrom)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(c.sections.limits)) {
		l := c.sections.limits[name]
		fmt.Fprintf(b, "limits.%s: in-flight %d, per-minute %d  # %s\n", name, l.InFlight, l.PerMinute, c.sections.from["limits."+name])
	}
	for _, name := range slices.Sorted(maps.Keys(c.sections.prices)) {
		p, from := c.sections.prices[name], c.sections.from["prices."+name]
		fmt.Fprintf(b, "prices.%s: input %v, output %v, search %v  # %s\n", audit.Printable(name), p.Input, p.Output, p.Search, from)
	}
}
