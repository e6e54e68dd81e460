package engine

import (
	"fmt"
	"maps"
	"sync"
)

// Add gives what both used. The money is that of the calls whose price is known.
func (u Usage) Add(v Usage) Usage {
	sum := Usage{
		Calls: u.Calls + v.Calls, InputTokens: u.InputTokens + v.InputTokens, OutputTokens: u.OutputTokens + v.OutputTokens,
		Searches: u.Searches + v.Searches, USD: u.USD,
	}
	if v.USD != nil {
		usd := *v.USD
		if u.USD != nil {
			usd += *u.USD
		}
		sum.USD = &usd
	}
	return sum
}

// Price is what a model costs, in USD.
type Price struct {
	Input  float64 `json:"input"`  // per million tokens
	Output float64 `json:"output"` // per million tokens
	Search float64 `json:"search"` // each
}

func (p Price) of(u Usage) float64 {
	return (float64(u.InputTokens)*p.Input+float64(u.OutputTokens)*p.Output)/1e6 + float64(u.Searches)*p.Search
}

// Meter counts what calls use, and holds them to a ceiling. It is safe for use from several goroutines.
type Meter struct {
	prices  map[string]Price
	ceiling *float64

	mu    sync.Mutex
	spent float64 // by calls that ended
	held  float64 // the most that calls under way can cost, and that those whose end nobody saw may have cost
	used  map[string]Usage
}

// NewMeter takes prices by "provider:model", or "provider" where there is no model, and the most that all calls together may cost, in USD; nil is no ceiling.
func NewMeter(prices map[string]Price, ceiling *float64) *Meter {
	return &Meter{prices: maps.Clone(prices), ceiling: ceiling, used: map[string]Usage{}}
}

// Price says what the usage costs with "provider:model"; nil where no price is configured.
func (m *Meter) Price(name string, u Usage) *float64 {
	price, ok := m.prices[name]
	if !ok {
		return nil
	}
	usd := price.of(u)
	return &usd
}

// Total is what all calls used.
func (m *Meter) Total() Usage {
	var total Usage
	for _, u := range m.ByModel() {
		total = total.Add(u)
	}
	return total
}

// ByModel is what was used, by "provider:model".
func (m *Meter) ByModel() map[string]Usage {
	m.mu.Lock()
	defer m.mu.Unlock()
	return maps.Clone(m.used)
}

// hold sets aside what a call can cost at most. Whoever holds settles.
func (m *Meter) hold(name string, worst Usage, free bool) (usd float64, err *Error) {
	if m.ceiling == nil || free {
		return 0, nil
	}
	price := m.Price(name, worst)
	if price == nil {
		return 0, &Error{Kind: TooDear, Detail: fmt.Sprintf("no price is configured for %s, so the ceiling of %.2f USD can't be kept: configure its price, "+
			"or lift the ceiling", name, *m.ceiling)}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.spent+m.held+*price > *m.ceiling {
		return 0, &Error{Kind: TooDear, Detail: fmt.Sprintf("%s could cost %.4f USD; of the ceiling of %.2f USD, %.4f are left", name, *price, *m.ceiling,
			max(*m.ceiling-m.spent-m.held, 0))}
	}
	m.held += *price
	return *price, nil
}

// settle counts what a call used. What it held is kept where nobody knows what it cost.
func (m *Meter) settle(name string, held float64, u Usage, unknown bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.used[name] = m.used[name].Add(u)
	if unknown {
		return
	}
	m.held -= held
	if u.USD != nil {
		m.spent += *u.USD
	}
}
