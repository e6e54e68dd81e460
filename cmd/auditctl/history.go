package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/report"
)

func newGet(a *app) *cobra.Command {
	return a.shower("get AUDIT_ID", "show a stored audit", "  auditctl get aud_01kx… -o markdown", func(ctx context.Context, svc audit.Service, id string) (audit.Batch, error) {
		found, err := svc.Audit(ctx, id)
		if err != nil {
			return audit.Batch{}, err
		}
		return audit.NewBatch(found.BatchID, []audit.Audit{*found}), nil
	})
}

func newBatch(a *app) *cobra.Command {
	return a.shower("batch BATCH_ID", "show a stored batch", "  auditctl batch bat_01kx… -o csv", func(ctx context.Context, svc audit.Service, id string) (audit.Batch, error) {
		found, err := svc.Batch(ctx, id)
		if err != nil {
			return audit.Batch{}, err
		}
		return *found, nil
	})
}

// shower makes a command that writes what is stored under an id, in any format.
func (a *app) shower(use, short, example string, load func(context.Context, audit.Service, string) (audit.Batch, error)) *cobra.Command {
	cmd := eitherPlace(&cobra.Command{Use: use, Short: short, Example: example, Args: cobra.ExactArgs(1), Long: short + ", in any format"})
	cmd.RunE = func(cmd *cobra.Command, args []string) (err error) {
		svc, c, done, err := a.openHistory(cmd)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, done()) }()
		out, err := a.sink(cmd, c)
		if err != nil {
			return err
		}
		if out.gate.Tiers, err = c.gateTiers(); err != nil {
			return err
		}
		b, err := load(cmd.Context(), svc, args[0])
		if err != nil {
			return err
		}
		return out.write(cmd.Context(), svc, b, b.Audits[0].Lang)
	}
	outputFlags(cmd)
	addFlags(cmd.Flags(), printSettings())
	cmd.Annotations[readsHere] = ""
	return cmd
}

func newBatches(a *app) *cobra.Command {
	return a.lister("batches", "list stored batches, newest first", "  auditctl batches --limit 10", cobra.NoArgs, func(cmd *cobra.Command, _ []string, limit int, w io.Writer, asJSON bool) (err error) {
		svc, _, done, err := a.openHistory(cmd)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, done()) }()
		list, err := pages(limit, audit.Query{}, func(q audit.Query) ([]audit.BatchHead, string, error) {
			page, err := svc.Batches(cmd.Context(), q)
			return page.Batches, page.NextCursor, err
		})
		if err != nil {
			return err
		}
		if asJSON {
			return writeList(w, list)
		}
		if len(list) == 0 {
			return a.nothing("no batch is stored yet; auditctl audit URL makes one")
		}
		return report.WriteBatches(w, list)
	})
}

func newHistory(a *app) *cobra.Command {
	return a.lister("history [DOMAIN]", "list stored audits, newest first; of one domain with a line over time for each metric", "  auditctl history example.com", cobra.MaximumNArgs(1), func(cmd *cobra.Command, args []string, limit int, w io.Writer, asJSON bool) (err error) {
		svc, _, done, err := a.openHistory(cmd)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, done()) }()
		var q audit.Query
		if len(args) == 1 {
			t, fault := audit.ParseTarget(args[0])
			if fault != nil {
				return fault
			}
			q.Domain = t.Domain
		}
		needed := limit
		if !asJSON {
			needed += report.Earlier // what the last row is compared with
		}
		list, err := pages(needed, q, func(q audit.Query) ([]audit.Audit, string, error) {
			page, err := svc.Audits(cmd.Context(), q)
			return page.Audits, page.NextCursor, err
		})
		if err != nil {
			return err
		}
		if asJSON {
			return writeList(w, list)
		}
		if len(list) == 0 {
			return a.nothing("no audit is stored yet; auditctl audit URL makes one")
		}
		if err := report.WriteHistory(w, list, limit); err != nil || q.Domain == "" {
			return err
		}
		return report.WriteTrends(w, list, q.Domain)
	})
}

// lister makes a command that writes a list as a table or as JSON.
func (a *app) lister(use, short, example string, args cobra.PositionalArgs, run func(cmd *cobra.Command, args []string, limit int, w io.Writer, asJSON bool) error) *cobra.Command {
	var limit int
	cmd := eitherPlace(&cobra.Command{Use: use, Short: short, Example: example, Args: args})
	cmd.Long = short + "."
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, err := a.config(cmd)
		if err != nil {
			return err
		}
		if limit < 1 {
			return usage("--limit is %d; it must be at least 1", limit)
		}
		format, err := c.format(a.preferred(), "table", "json")
		if err != nil {
			return err
		}
		return run(cmd, args, limit, a.Out, format == "json")
	}
	listFormat(cmd)
	cmd.Flags().IntVar(&limit, "limit", 100, "how many at most")
	return cmd
}

// pages collects up to limit items: a server gives as many at once as it likes.
func pages[T any](limit int, q audit.Query, next func(audit.Query) ([]T, string, error)) ([]T, error) {
	var all []T
	for {
		q.Limit = limit - len(all)
		list, cursor, err := next(q)
		if err != nil {
			return nil, err
		}
		all = append(all, list...)
		if cursor == "" || len(list) == 0 || len(all) >= limit {
			return all, nil
		}
		q.Cursor = cursor
	}
}

// nothing says, to a person, that a list is empty.
func (a *app) nothing(why string) error {
	_, err := fmt.Fprintln(a.Err, why)
	return err
}

// writeList writes a list as JSON, an empty one as [].
func writeList[T any](w io.Writer, list []T) error {
	if list == nil {
		list = []T{}
	}
	return report.WriteJSON(w, list)
}
