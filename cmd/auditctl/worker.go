package main

import (
	"errors"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"
)

func newWorker(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "worker",
		Short:   "run what servers accepted",
		Long:    "Runs audits that any server on the same PostgreSQL database accepted, and answers nobody but its operator, until it is stopped.",
		Example: "  auditctl worker --store postgres://auditctl@db/auditctl --workers 50",
		Args:    cobra.NoArgs,
	}
	workerFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, err := a.config(cmd)
		if err != nil {
			return err
		}
		if c.GetString("store") == "" {
			return usage("worker takes jobs from PostgreSQL: name it with --store; on one machine with SQLite, auditctl serve has its own workers")
		}
		if c.GetInt("server.workers") == 0 {
			return usage("--workers is 0; a worker needs at least 1")
		}
		n, err := a.openNode(cmd)
		if err != nil {
			return err
		}
		n.log.Info("working", "workers", n.workers, "version", buildVersion())
		g, ctx := errgroup.WithContext(cmd.Context())
		g.Go(func() error { return untilStopped(n.server.Run(ctx, nil, n.operator)) })
		g.Go(func() error { return n.work(ctx) })
		return errors.Join(g.Wait(), n.close())
	}
	return cmd
}
