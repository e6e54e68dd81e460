package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/report"
	"github.com/auditctl/auditctl/pkg/server/mcp"
	"github.com/auditctl/auditctl/pkg/service"
)

func newMCP(a *app) *cobra.Command {
	cmd := eitherPlace(&cobra.Command{
		Use:   "mcp",
		Short: "serve AI agents over MCP, on stdin and stdout",
		Long: `Speaks the Model Context Protocol on stdin and stdout, for an AI agent's client that starts it: five tools that audit sites here, without account, key or
server, or with --remote on a server. It ends with its client.
An agent asks for what pages and people told it to: private and loopback addresses are refused unless --allow-private is given.`,
		Example: `  auditctl mcp
  auditctl mcp --remote work`,
		Args: cobra.NoArgs,
	})
	addFlags(cmd.Flags(), siteSettings())
	addFlags(cmd.Flags(), evidenceSettings())
	addFlags(cmd.Flags(), browserSettings())
	addFlags(cmd.Flags(), screenshotSettings())
	addFlags(cmd.Flags(), modelSettings())
	addFlags(cmd.Flags(), citationSettings())
	addFlags(cmd.Flags(), speedSettings())
	addFlags(cmd.Flags(), slices.DeleteFunc(auditSettings(), func(s setting) bool { return s.key != "concurrency" && s.key != "max-age" }))
	privateFlag(cmd, false)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, err := a.config(cmd)
		if err != nil {
			return err
		}
		if a.InTTY && !c.GetBool("quiet") {
			fmt.Fprintln(a.Err, "auditctl: waiting for an MCP client on stdin; AI agents start this command themselves, see docs/mcp.md")
		}
		there, err := a.far(cmd, c)
		switch {
		case err != nil:
			return err
		case there != nil:
			return a.serveAgent(cmd.Context(), there)
		}
		return a.serveAgentHere(cmd, c)
	}
	return cmd
}

func (a *app) serveAgent(ctx context.Context, on audit.Service) error {
	door := mcp.New(mcp.Config{Version: buildVersion()})
	defer door.Close()
	return untilStopped(door.Stdio(ctx, on, a.In, a.Out))
}

func (a *app) serveAgentHere(cmd *cobra.Command, c *config) (err error) {
	services, err := newModels(c)
	if err != nil {
		return err
	}
	limit, err := size(c, "evidence-limit")
	if err != nil {
		return err
	}
	p, err := newPipeline(cmd, c, services, false)
	if err != nil {
		return err
	}
	defer p.Close()
	maxAge, err := duration(c, "max-age")
	if err != nil {
		return err
	}
	if n := c.GetInt("concurrency"); n < 1 {
		return usage("--concurrency is %d; it must be at least 1", n)
	}
	s, err := openStore(cmd.Context(), c, false)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	worker := service.New(service.Config{Store: s, Runner: p, EvidenceLimit: limit, Concurrency: c.GetInt("concurrency")})
	ctx, cancel := context.WithCancel(cmd.Context())
	var running sync.WaitGroup
	defer running.Wait()
	defer cancel() // what runs stays pending, and can be taken up
	return a.serveAgent(ctx, &atOnce{Service: worker.For(audit.Caller{}), maxAge: maxAge, begin: func(batch string) {
		running.Go(func() {
			if err := untilStopped(worker.Work(ctx, batch)); err != nil {
				fmt.Fprintf(a.Err, "auditctl: %s\n", report.PrintableLines(oneLine(err)))
			}
		})
	}})
}

// atOnce is the operator's own service that begins to audit what is submitted.
type atOnce struct {
	audit.Service
	maxAge time.Duration // of a stored audit that is served instead
	begin  func(batch string)
}

// Submit implements audit.Service.
func (s *atOnce) Submit(ctx context.Context, sub audit.Submission) (audit.Receipt, error) {
	sub.MaxAge = s.maxAge
	receipt, err := s.Service.Submit(ctx, sub)
	if err == nil {
		s.begin(receipt.BatchID)
	}
	return receipt, err
}
