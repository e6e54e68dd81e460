package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/engine"
	"github.com/auditctl/auditctl/pkg/engine/provider"
)

// trialTime is how long a service may take; a local model loads its weights.
const trialTime = 2 * time.Minute

// trial is a service to be asked, in the roles that the settings give it. Without a role it is asked for the first thing that it offers.
type trial struct {
	name  string
	roles []string
}

// roleSettings are the settings that give a service a role.
var roleSettings = slices.Concat([]string{"judge"}, passRoles, []string{roleExtract})

// trials are the services in roles, those that are named, those with a price, and the names of model services that are set up and have no model.
func (c *config) trials(named []string) []trial {
	var list []trial
	add := func(name string, roles ...string) {
		if name == "" {
			return
		}
		if i := slices.IndexFunc(list, func(t trial) bool { return t.name == name }); i >= 0 {
			list[i].roles = append(list[i].roles, roles...)
			return
		}
		list = append(list, trial{name, roles})
	}
	for _, role := range roleSettings {
		add(c.GetString(role), role)
	}
	for _, name := range named {
		add(name)
	}
	priced := slices.Sorted(maps.Keys(c.sections.prices))
	for _, s := range provider.All() {
		if a := c.access(s); a.keyFrom == "" && a.baseFrom == "" {
			continue
		}
		ofService := func(name string) bool { return name == s.Name || strings.HasPrefix(name, s.Name+":") }
		for _, name := range priced {
			if ofService(name) {
				add(name)
			}
		}
		if !slices.ContainsFunc(list, func(t trial) bool { return ofService(t.name) }) {
			add(s.Name)
		}
	}
	return list
}

// try asks a service for what its roles need.
func (c *config) try(ctx context.Context, t trial) part {
	p := part{Name: t.name, State: partFailed}
	s, _, err := provider.Parse(t.name)
	if err != nil && len(t.roles) == 0 && slices.Contains(serviceNames(), t.name) {
		p.State, p.Detail, p.Remedy = partUntried, "it is set up, but no model of it is named", "name one: auditctl doctor "+t.name+":MODEL"
		return p
	}
	if err != nil {
		p.Detail = err.Error()
		return p
	}
	m := models{config: c, gates: map[string]*engine.Gate{}, meter: engine.NewMeter(nil, nil)}
	asked, err := m.provider(t.name)
	if err != nil {
		p.Detail = err.Error()
		return p
	}
	if len(t.roles) == 0 {
		t.roles = []string{firstRole(asked)}
		if t.roles[0] == roleAIMode {
			p.State, p.Detail, p.Remedy = partUntried, "it is set up; a question costs", "to try it, set --"+roleAIMode+" "+t.name
			return p
		}
	}
	ctx, cancel := context.WithTimeout(ctx, trialTime)
	defer cancel()
	var said []string
	for _, role := range t.roles {
		detail, err := tryRole(ctx, asked, role)
		var fault *engine.Error
		switch {
		case errors.As(err, &fault):
			p.Detail, p.Remedy = role+": "+fault.Error(), c.remedy(s, fault.Kind)
			return p
		case err != nil:
			p.Detail, p.Remedy = err.Error(), otherModel
			return p
		case !slices.Contains(said, detail):
			said = append(said, detail)
		}
	}
	p.State, p.Detail = partReady, audit.Printable(strings.Join(said, "; "))
	return p
}

// firstRole is a role that the service can play.
func firstRole(p provider.Provider) string {
	switch p.(type) {
	case engine.Structured:
		return roleExtract
	case engine.Model:
		return roleRecall
	case engine.AIMode:
		return roleAIMode
	default:
		return roleLive
	}
}

var (
	trialQuestion = engine.Question{Text: "Which museums are there in Paris?", Lang: "en", Place: engine.Place{City: "Paris", Country: "FR"}, MaxTokens: 64}
	trialSchema   = engine.Schema{
		Name: "trial",
		JSON: json.RawMessage(`{"type":"object","properties":{"wet":{"type":"boolean"}},"required":["wet"],"additionalProperties":false}`),
	}
)

// tryRole asks one cheap question as the role does, and says what came.
func tryRole(ctx context.Context, p provider.Provider, role string) (string, error) {
	switch role {
	case roleRecall:
		able, err := provider.For[engine.Model](p, role)
		if err != nil {
			return "", err
		}
		a, err := able.Ask(ctx, engine.Prompt{User: "Is water wet? Answer in one word.", MaxTokens: 64})
		return "answered as " + a.Model, err
	case roleGrounded:
		able, err := provider.For[engine.Grounder](p, role)
		if err != nil {
			return "", err
		}
		g, err := able.Ground(ctx, trialQuestion)
		return fmt.Sprintf("searched, and cited %d pages", len(g.Citations)), err
	case roleAIMode:
		able, err := provider.For[engine.AIMode](p, role)
		if err != nil {
			return "", err
		}
		o, err := able.AskAIMode(ctx, trialQuestion)
		return fmt.Sprintf("gave an answer with %d sources", len(o.Sources)), err
	case roleLive:
		able, err := provider.For[engine.Searcher](p, role)
		if err != nil {
			return "", err
		}
		r, err := able.Search(ctx, trialQuestion)
		return fmt.Sprintf("gave %d results", len(r.Hits)), err
	}
	able, err := provider.For[engine.Structured](p, role)
	if err != nil {
		return "", err
	}
	a, err := able.Fill(ctx, engine.Prompt{System: "Answer in the form asked for.", User: "Is water wet?", MaxTokens: 64}, trialSchema)
	var given struct{ Wet *bool }
	if err == nil && (json.Unmarshal([]byte(a.Text), &given) != nil || given.Wet == nil) {
		err = errors.New("it answered, but not in the form asked for")
	}
	return "answered as " + a.Model, err
}
