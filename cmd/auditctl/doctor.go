package main

import (
	"context"
	"errors"
	"io"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/render"
	"github.com/auditctl/auditctl/pkg/engine"
	"github.com/auditctl/auditctl/pkg/engine/provider"
	"github.com/auditctl/auditctl/pkg/report"
)

// The states of a part.
const (
	partReady   = "ready"
	partFailed  = "failed"
	partAbsent  = "absent"  // and nobody asked for it
	partUntried = "untried" // it is there
)

// part is what doctor says of one part.
type part struct {
	Name   string `json:"part"`
	State  string `json:"state"`
	Detail string `json:"detail"`
	Remedy string `json:"remedy,omitempty"`
}

// examination is all that doctor says.
type examination struct {
	Ready bool   `json:"ready"` // nothing that is configured failed
	Parts []part `json:"parts"`
}

func newDoctor(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "doctor [PROVIDER:MODEL…]",
		Short: "try every part, and say what to set where one isn't ready",
		Long: `Tries every part: opens the store, starts Chromium and Lighthouse where they are, and asks every service that has a role (--judge, --recall, --grounded,
--extract, --ai-mode, --live), those named here, and those with a price in the configuration file one cheap question each, as their roles do. Ends with 0 where everything that is configured is ready, else with 1.
Lighthouse measures a page of this machine, and PageSpeed Insights one of the web. They are optional, and so is Chromium: it reads pages after JavaScript, shows them to a model that can see,
and Lighthouse needs it.`,
		Example: `  auditctl doctor
  auditctl doctor openai:MODEL ollama:MODEL
  auditctl doctor --judge anthropic:MODEL -o json`,
	}
	listFormat(cmd)
	addFlags(cmd.Flags(), only(modelSettings(), "judge"))
	addFlags(cmd.Flags(), browserSettings()[:1])
	addFlags(cmd.Flags(), only(citationSettings(), append(slices.Clone(passRoles), roleExtract, "gemini-grounding")...))
	addFlags(cmd.Flags(), speedSettings()[:2])
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, err := a.config(cmd)
		if err != nil {
			return err
		}
		format, err := c.format(a.preferred(), "table", "json")
		if err != nil {
			return err
		}
		for _, name := range args {
			if _, _, err := provider.Parse(name); err != nil {
				return usage("%v", err)
			}
		}
		found := examine(cmd.Context(), c, args)
		if err := cmd.Context().Err(); err != nil {
			return err
		}
		if err := found.write(a.Out, format); err != nil {
			return err
		}
		if !found.Ready {
			return &exitError{code: exitFailed}
		}
		return nil
	}
	return cmd
}

func (e examination) write(w io.Writer, format string) error {
	if format == "json" {
		return report.WriteJSON(w, e)
	}
	var rows [][]string
	for _, p := range e.Parts {
		rows = append(rows, []string{p.Name, p.State, p.Detail, p.Remedy})
	}
	return report.WriteRows(w, []string{"Part", "State", "Detail", "What to do"}, rows)
}

// examine tries all parts at once; models are those that the command line names.
func examine(ctx context.Context, c *config, models []string) examination {
	tries := []func() part{
		func() part { return tryStore(ctx, c) },
		func() part { return tryBrowser(ctx, c) },
		func() part { return tryLighthouse(ctx, c) },
		func() part { return tryPageSpeed(ctx, c) },
	}
	for _, t := range c.trials(models) {
		tries = append(tries, func() part { return c.try(ctx, t) })
	}
	out := examination{Ready: true, Parts: make([]part, len(tries))}
	var group sync.WaitGroup
	for i, try := range tries {
		group.Go(func() { out.Parts[i] = try() })
	}
	group.Wait()
	out.Ready = !slices.ContainsFunc(out.Parts, func(p part) bool { return p.State == partFailed })
	return out
}

func tryStore(ctx context.Context, c *config) part {
	p := part{Name: "store", State: partReady, Detail: shownAddress(c.GetString("store"))}
	if p.Detail == "" {
		p.Detail = shownSetting("db", c.GetString("db"))
	}
	s, err := openStore(ctx, c, false)
	if err == nil {
		err = errors.Join(s.Ready(ctx), s.Close())
	}
	if err != nil {
		p.State, p.Detail, p.Remedy = partFailed, oneLine(err), "name a file with --db that can be written, or a database with --store"
		return p
	}
	p.Detail += " opens and can be written"
	return p
}

// tryBrowser starts Chromium as an audit does. It may be missing where nobody named it.
func tryBrowser(ctx context.Context, c *config) part {
	p := part{Name: "Chromium", State: partAbsent, Detail: "not found", Remedy: "install it, or name it with --browser or " + render.Variable}
	path := c.GetString("browser")
	switch path {
	case browserOff:
		p.Detail, p.Remedy = "switched off", "--browser auto has pages read after JavaScript, lets a model that can see look at them, and prints PDF"
		return p
	case browserAuto:
		path = ""
	}
	if path != "" || os.Getenv(render.Variable) != "" {
		p.State = partFailed
	}
	path, err := render.Find(path)
	if err != nil {
		return p
	}
	b, err := render.New(render.Config{Path: path})
	if err != nil {
		p.Detail = oneLine(err)
		return p
	}
	defer b.Close()
	version, err := b.Version(ctx)
	if err != nil {
		p.Detail, p.Remedy = audit.Printable(oneLine(err)), "see docs/operate.md on the browser, or switch it off with --browser off"
		return p
	}
	return part{Name: p.Name, State: partReady, Detail: audit.Printable(path + ": " + version)}
}

const otherModel = "choose a model that keeps to a JSON schema"

// remedy says what to do about a failure.
func (c *config) remedy(s provider.Service, k engine.Kind) string {
	a := c.access(s)
	switch k {
	case engine.Auth:
		where := append(slices.Clone(s.Keys), "keys."+s.Name+" in the configuration file")
		if a.keyFrom != "" {
			return "the key comes from " + a.keyFrom + "; replace it by a valid one"
		}
		return "set " + strings.Join(where, " or ")
	case engine.Quota:
		return "add credit, or raise the limit, at the provider"
	case engine.Unknown:
		return "check the model's name and the base URL"
	case engine.Network:
		return "check that the server runs, the base URL, and the network"
	case engine.Rate, engine.Temporary, engine.Broken:
		return "try again later"
	}
	if s.NoModel {
		return "see docs/providers.md for what it needs"
	}
	return otherModel
}
