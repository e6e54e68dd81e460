package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/compare"
	"github.com/auditctl/auditctl/pkg/report"
	"github.com/auditctl/auditctl/pkg/service"
)

func newCompare(a *app) *cobra.Command {
	cmd := eitherPlace(&cobra.Command{
		Use:   "compare AUDIT_ID|DOMAIN [AUDIT_ID|DOMAIN]",
		Short: "say what changed between two audits, and why",
		Example: `  auditctl compare example.com                 its two latest reports
  auditctl compare aud_01kx… aud_01kz…         two audits, the older first
  auditctl compare example.com example.org     two sites' latest`,
		Long: `Shows what became of the ten metrics between two finished audits, each change split by the checks behind it so that the parts add up; which checks fail
newly, are fixed or still fail; and what the citation passes found. One id is compared with the report of its site before it. What other rules changed is
told apart from what the site did: exactly, where this machine kept what the older audit read. docs/compare.md says how it is counted.`,
		Args: cobra.RangeArgs(1, 2),
	})
	cmd.RunE = func(cmd *cobra.Command, args []string) (err error) {
		svc, c, done, err := a.openHistory(cmd)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, done()) }()
		format, err := c.format(a.preferred(), report.ComparisonFormats()...)
		if err != nil {
			return err
		}
		was, is, err := pair(cmd.Context(), svc, args)
		if err != nil {
			return err
		}
		bridge, err := a.bridge(cmd.Context(), c, svc, was, is)
		if err != nil {
			return err
		}
		return a.writeComparison(c, was, is, bridge, format)
	}
	cmd.Flags().StringP("output", "o", "", "`FORMAT`: table (default on a terminal), json (default in a pipe) or markdown")
	return cmd
}

// pair gives the two audits that the arguments name.
func pair(ctx context.Context, svc audit.Service, args []string) (was, is *audit.Audit, err error) {
	if is, err = named(ctx, svc, args[len(args)-1]); err != nil {
		return nil, nil, err
	}
	if len(args) == 2 {
		if was, err = named(ctx, svc, args[0]); err == nil && was.AuditID == is.AuditID {
			err = usage("that is the same audit twice, %s; name another one, or %s alone for its two latest reports", audit.Printable(is.AuditID), audit.Printable(is.Domain))
		}
		return was, is, err
	}
	if was, err = audit.Previous(ctx, svc, *is); err == nil && was == nil {
		domain := audit.Printable(is.Domain)
		err = fmt.Errorf("there is no finished audit of %s in the same language before %s; auditctl audit %s makes one, auditctl history %s lists them",
			domain, audit.Printable(is.AuditID), domain, domain)
	}
	return was, is, err
}

// named gives a finished audit by its id, or a domain's latest one.
func named(ctx context.Context, svc audit.Service, name string) (*audit.Audit, error) {
	if !strings.HasPrefix(name, "aud_") {
		return latest(ctx, svc, name)
	}
	found, err := svc.Audit(ctx, name)
	if err == nil && found.Status != audit.Done {
		err = fmt.Errorf("audit %s is %s; only finished audits can be compared", audit.Printable(name), audit.Printable(string(found.Status)))
	}
	return found, err
}

// mostLooked is how many audits of a domain are looked through for a finished one.
const mostLooked = 500

func latest(ctx context.Context, svc audit.Service, name string) (*audit.Audit, error) {
	t, fault := audit.ParseTarget(name)
	if fault != nil {
		return nil, fault
	}
	looked, q := 0, audit.Query{Domain: t.Domain, Limit: 50}
	for {
		page, err := svc.Audits(ctx, q)
		if err != nil {
			return nil, err
		}
		for _, found := range page.Audits {
			if found.Status == audit.Done {
				return svc.Audit(ctx, found.AuditID)
			}
		}
		looked += len(page.Audits)
		if q.Cursor = page.NextCursor; q.Cursor == "" || looked >= mostLooked {
			break
		}
	}
	domain := audit.Printable(t.Domain)
	if looked > 0 {
		return nil, fmt.Errorf("no audit of %s has finished; auditctl history %s says what became of them", domain, domain)
	}
	return nil, fmt.Errorf("no audit of %s is stored; auditctl audit %s makes one", domain, domain)
}

// bridge judges the older audit by today's rules where that tells what the rules changed, and this machine kept what it read; nil where not.
func (a *app) bridge(ctx context.Context, c *config, svc audit.Service, was, is *audit.Audit) (*audit.Report, error) {
	here, ok := svc.(*service.Scoped)
	if !ok || !compare.NeedsBridge(was.Report, is.Report) {
		return nil, nil
	}
	kept, err := here.Evidence(ctx, was.AuditID)
	if audit.CodeOf(err) == audit.CodeNotFound {
		return nil, nil // the comparison says that there is none
	}
	if err != nil {
		return nil, err
	}
	again, err := a.judgeAgain(ctx, c, was, kept)
	if err != nil && ctx.Err() == nil {
		fmt.Fprintf(a.Err, "auditctl: what the rules changed is not told apart exactly: %s\n", report.PrintableLines(oneLine(err)))
		return nil, nil
	}
	return again, err
}

// writeComparison writes in the language of the newer audit.
func (a *app) writeComparison(c *config, was, is *audit.Audit, bridge *audit.Report, format string) error {
	d := report.Document{Lang: is.Lang, Width: a.Width, Color: a.OutTTY && c.color()}
	return report.WriteComparison(a.Out, d, compare.Audits(was, is, bridge), format)
}
