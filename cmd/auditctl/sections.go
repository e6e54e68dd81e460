package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/engine"
	"github.com/auditctl/auditctl/pkg/engine/provider"
)

// sections are the parts of the files whose keys are names of providers and models. Their keys aren't settings: names have full stops and
// capitals.
type sections struct {
	keys     map[string]engine.Key    // by provider
	baseURLs map[string]string        // by provider
	prices   map[string]engine.Price  // by provider:model, or by search service
	limits   map[string]engine.Limits // by provider
	from     map[string]string        // the file of an entry, by section and entry with a full stop between
}

func newSections() sections {
	return sections{
		keys: map[string]engine.Key{}, baseURLs: map[string]string{}, prices: map[string]engine.Price{}, limits: map[string]engine.Limits{},
		from: map[string]string{},
	}
}

// sectionNames are what the sections are called in the file, with an example of a line in them.
var sectionNames = map[string]string{
	"keys": "openai: KEY", "base-urls": "vllm: http://gpu:8000/v1", "prices": "openai:MODEL: {input: 1, output: 8}",
	"limits": "brave: {in-flight: 4, per-minute: 1200}",
}

// inSection says whether a key of the file lies in a section.
func inSection(key string) bool {
	name, _, _ := strings.Cut(key, ".")
	_, ok := sectionNames[name]
	return ok
}

// read reads the sections of a file over those of weaker files. What it says of a fault has nothing of a value, which may be a key.
func (s *sections) read(file string, data []byte) error {
	var whole map[string]any
	if err := yaml.Unmarshal(data, &whole); err != nil {
		return usage("reading %s: it is no YAML with a key on each line", file)
	}
	for name, value := range whole {
		section := strings.ToLower(name)
		if !inSection(section) || value == nil {
			continue
		}
		entries, ok := value.(map[string]any)
		if !ok {
			return usage("%s: %s is a section; write lines like %q beneath it, indented", file, section, sectionNames[section])
		}
		for _, entry := range slices.Sorted(maps.Keys(entries)) {
			if err := s.add(section, entry, entries[entry]); err != nil {
				return usage("%s: %s: %v", file, section, err)
			}
			s.from[section+"."+entry] = file
		}
	}
	return nil
}

func (s *sections) add(section, name string, value any) error {
	if section == "prices" {
		service, _, err := provider.Parse(name)
		if err != nil {
			return err
		}
		price, err := readPrice(value, !service.NoModel)
		if err != nil {
			return fmt.Errorf("%s: %w", audit.Printable(name), err)
		}
		s.prices[name] = price
		return nil
	}
	if !slices.Contains(serviceNames(), name) {
		return fmt.Errorf("there is no provider %q%s", audit.Printable(name), didYouMean(name, serviceNames()))
	}
	if section == "limits" {
		limits, err := readLimits(value)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		s.limits[name] = limits
		return nil
	}
	text, ok := value.(string)
	switch {
	case !ok || text == "":
		return fmt.Errorf("what stands at %s is no text", name)
	case section == "keys":
		s.keys[name] = engine.Key(text)
	default:
		s.baseURLs[name] = text
	}
	return nil
}

// readPrice reads {input, output, search}: USD per million tokens, which a model's price must have, and per search, which a search service's must.
func readPrice(value any, model bool) (engine.Price, error) {
	var p engine.Price
	parts, ok := value.(map[string]any)
	if !ok {
		return p, fmt.Errorf("write {input: 1.25, output: 10}: USD per million tokens, and search: for each search")
	}
	into := map[string]*float64{"input": &p.Input, "output": &p.Output, "search": &p.Search}
	for _, part := range slices.Sorted(maps.Keys(parts)) {
		target, known := into[part]
		if !known {
			return p, fmt.Errorf("a price has no %q%s", audit.Printable(part), didYouMean(part, slices.Sorted(maps.Keys(into))))
		}
		switch n := parts[part].(type) {
		case int:
			*target = float64(n)
		case float64:
			*target = n
		default:
			return p, fmt.Errorf("%s is no number", part)
		}
		if !(*target >= 0 && *target <= 1e6) {
			return p, fmt.Errorf("%s is no price in USD", part)
		}
	}
	if _, given := parts["search"]; !given && !model {
		return p, fmt.Errorf("search is missing, in USD per search")
	}
	if _, given := parts["input"]; !given && model {
		return p, fmt.Errorf("input is missing, in USD per million tokens")
	}
	if _, given := parts["output"]; !given && model {
		return p, fmt.Errorf("output is missing, in USD per million tokens")
	}
	return p, nil
}

// readLimits reads {in-flight, per-minute}: requests to a service, of all audits together.
func readLimits(value any) (engine.Limits, error) {
	var l engine.Limits
	parts, ok := value.(map[string]any)
	if !ok {
		return l, fmt.Errorf("write {in-flight: 4, per-minute: 120}: requests at once, and in a minute")
	}
	into := map[string]*int{"in-flight": &l.InFlight, "per-minute": &l.PerMinute}
	for _, part := range slices.Sorted(maps.Keys(parts)) {
		target, known := into[part]
		if !known {
			return l, fmt.Errorf("limits have no %q%s", audit.Printable(part), didYouMean(part, slices.Sorted(maps.Keys(into))))
		}
		n, whole := parts[part].(int)
		if !whole || n < 1 || n > 100_000 {
			return l, fmt.Errorf("%s is not a number from 1 to 100000", part)
		}
		*target = n
	}
	return l, nil
}

func serviceNames() []string {
	var names []string
	for _, s := range provider.All() {
		names = append(names, s.Name)
	}
	return names
}
