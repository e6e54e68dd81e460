package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/compare"
	"github.com/auditctl/auditctl/pkg/audit/evidence"
	"github.com/auditctl/auditctl/pkg/audit/pipeline"
	"github.com/auditctl/auditctl/pkg/citation/passes"
	"github.com/auditctl/auditctl/pkg/citation/reader"
	"github.com/auditctl/auditctl/pkg/report"
	"github.com/auditctl/auditctl/pkg/service"
)

// evidenceSettings are the settings of what is kept of the sites that were read.
func evidenceSettings() []setting {
	return []setting{
		{key: "keep-evidence", value: "auto", help: "keep what audits read, for replay and export-evidence: yes, no, or auto (yes here, no on a server or with --no-store)"},
		{key: "evidence-limit", value: "512MiB", help: "`SIZE` of all evidence; the oldest goes first; 0 is no limit"},
	}
}

// keeper gives what keeps evidence; nil where the settings say that nothing is kept. byDefault says what auto is.
func keeper(c *config, byDefault bool) (*evidence.Keeper, error) {
	switch wanted := c.GetString("keep-evidence"); {
	case wanted == "yes", wanted == "true", wanted == "auto" && byDefault: // YAML reads yes as true
		return evidence.NewKeeper(0), nil
	case wanted == "no", wanted == "false", wanted == "auto":
		return nil, nil
	default:
		return nil, usage("--keep-evidence %q: use auto, yes or no", audit.Printable(wanted))
	}
}

// sizeUnits are the units that sizes are written in.
var sizeUnits = []struct {
	name  string
	bytes float64
}{{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"TiB", 1 << 40}, {"kB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"TB", 1e12}, {"B", 1}, {"", 1}}

// size reads a setting like 512MiB, in bytes.
func size(c *config, key string) (int64, error) {
	text := strings.TrimSpace(c.GetString(key))
	for _, unit := range sizeUnits {
		number, found := strings.CutSuffix(text, unit.name)
		if !found {
			continue
		}
		n, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
		if err == nil && n >= 0 && n*unit.bytes < math.MaxInt64 {
			return int64(n * unit.bytes), nil
		}
	}
	return 0, usage("--%s %q is no size; write it like 512MiB, 2GiB or 0", key, audit.Printable(text))
}

// newReplay makes the command that judges kept evidence and reads kept answers again.
func newReplay(a *app) *cobra.Command {
	var changes bool
	var account string
	cmd := &cobra.Command{
		Use:   "replay AUDIT_ID",
		Short: "judge an audit again by today's rules from what it kept, asking nobody",
		Long: `Judges again what an audit read of its site, and reads again the answers that assistants and search services gave it, by the rules of this version. The same
rules give the same report; --changes shows what other rules change. Nothing is asked, fetched or stored. What a language model judged is not judged again:
the built-in rubric's scores stand in its place.`,
		Example: `  auditctl replay aud_01kx… --changes
  auditctl replay aud_01kx… -o json`,
		Args: cobra.ExactArgs(1),
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, err := a.config(cmd)
		if err != nil {
			return err
		}
		if changes {
			format, err := c.format(a.preferred(), report.ComparisonFormats()...)
			if err != nil {
				return err
			}
			return a.replay(cmd.Context(), c, account, args[0], func(was, is *audit.Audit) error {
				return a.writeComparison(c, was, is, is.Report, format) // the site is the same: all that differs is the rules' doing
			})
		}
		out, err := a.sink(cmd, c)
		if err != nil {
			return err
		}
		return a.replay(cmd.Context(), c, account, args[0], func(_, is *audit.Audit) error {
			return out.write(cmd.Context(), nil, audit.NewBatch(is.BatchID, []audit.Audit{*is}), is.Lang)
		})
	}
	accountFlag(cmd, &account)
	cmd.Flags().BoolVar(&changes, "changes", false, "show which scores and checks change, and why, as table, json or markdown")
	outputFlags(cmd)
	addFlags(cmd.Flags(), printSettings())
	return cmd
}

// replay hands over an audit as it is stored and as it is judged now.
func (a *app) replay(ctx context.Context, c *config, account, id string, show func(was, is *audit.Audit) error) error {
	return a.withHistory(ctx, c, account, func(svc *service.Scoped) error {
		was, err := svc.Audit(ctx, id)
		if err != nil {
			return err
		}
		kept, unread := svc.Evidence(ctx, id)
		answers, unasked := svc.Answers(ctx, id)
		if unread != nil && unasked != nil {
			return unread
		}
		is := *was
		again := *was.Report
		is.Report = &again
		if unread == nil {
			if is.Report, err = a.judgeAgain(ctx, c, was, kept); err != nil {
				return err
			}
		} else if !c.GetBool("quiet") {
			fmt.Fprintf(a.Err, "auditctl: the answers alone are read again: %s\n", report.PrintableLines(oneLine(unread)))
		}
		if unasked == nil {
			outcome, err := passes.Config{Reader: reader.Structural{}}.Replay(ctx, answers)
			if err != nil {
				return err
			}
			pipeline.Reread(is.Report, outcome, is.Lang)
		}
		if err := a.tellReplay(c, was, &is); err != nil {
			return err
		}
		return show(was, &is)
	})
}

// judgeAgain judges what was read of the site.
func (a *app) judgeAgain(ctx context.Context, c *config, was *audit.Audit, kept []byte) (*audit.Report, error) {
	log, err := openEvidence(kept)
	if err != nil {
		return nil, err
	}
	again, err := pipeline.Replay(ctx, log, was.Lang)
	if err != nil {
		return nil, fmt.Errorf("judging audit %s again: %w", audit.Printable(was.AuditID), err)
	}
	pipeline.Adopt(again, was.Report, log)
	if log.LeftOut > 0 && !c.GetBool("quiet") {
		fmt.Fprintf(a.Err, "auditctl: %d bodies or exchanges found no room in the evidence; what they were is missing\n", log.LeftOut)
	}
	return again, nil
}

// openEvidence opens what was kept, or says what can be done.
func openEvidence(kept []byte) (*evidence.Log, error) {
	log, err := evidence.Open(kept)
	switch {
	case errors.Is(err, evidence.ErrNewer):
		return nil, fmt.Errorf("%w; update this one", err)
	case err != nil:
		return nil, fmt.Errorf("%w; audit the site again", err)
	}
	return log, nil
}

// tellReplay says in a line how the two judgements compare.
func (a *app) tellReplay(c *config, was, is *audit.Audit) error {
	if c.GetBool("quiet") {
		return nil
	}
	before, err := json.Marshal(was)
	if err != nil {
		return err
	}
	now, err := json.Marshal(is)
	if err != nil {
		return err
	}
	found := compare.Audits(was, is, is.Report)
	switch {
	case bytes.Equal(before, now):
		fmt.Fprintln(a.Err, "auditctl: the report is the same, to the last byte")
	case found.Unchanged():
		fmt.Fprintln(a.Err, "auditctl: every score and every check's outcome is the same; words differ")
	default:
		scores, checks := found.Counts()
		fmt.Fprintf(a.Err, "auditctl: scores that change: %d; checks: %d (--changes names them)\n", scores, checks)
	}
	return nil
}

// newExportEvidence makes the command that writes evidence for other tools.
func newExportEvidence(a *app) *cobra.Command {
	var file, account string
	cmd := &cobra.Command{
		Use:   "export-evidence AUDIT_ID",
		Short: "write what an audit read as a WARC file",
		Long: `Writes what an audit read of its site as WARC 1.1 (ISO 28500), for archives and other tools: each request with the head and the decoded body of its answer. A name
that ends in .warc gives a plain file; otherwise, and on stdout, each record is packed (.warc.gz). Headers of --header and values of cookies are never kept.`,
		Example: `  auditctl export-evidence aud_01kx… -O evidence.warc.gz
  auditctl export-evidence aud_01kx… | gunzip | grep -a ^WARC-Target-URI`,
		Args: cobra.ExactArgs(1),
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, err := a.config(cmd)
		if err != nil {
			return err
		}
		switch {
		case file == "" && a.OutTTY:
			return usage("a WARC file is nothing for a terminal; name a file with -O evidence.warc.gz")
		case file != "":
			if err := writable("--output-file", file); err != nil {
				return err
			}
		}
		ctx := cmd.Context()
		return a.withHistory(ctx, c, account, func(svc *service.Scoped) error {
			if _, err := svc.Audit(ctx, args[0]); err != nil {
				return err
			}
			kept, err := svc.Evidence(ctx, args[0])
			if err != nil {
				return err
			}
			log, err := openEvidence(kept)
			if err != nil {
				return err
			}
			write := func(w io.Writer) error {
				return log.WriteWARC(w, args[0], "auditctl/"+buildVersion(), !strings.HasSuffix(file, ".warc"))
			}
			if file == "" {
				return write(a.Out)
			}
			return writeWhole(file, secretMode, write) // it holds what only --header may open
		})
	}
	accountFlag(cmd, &account)
	cmd.Flags().StringVarP(&file, "output-file", "O", "", "write to `FILE` instead of stdout, whole or not at all")
	return cmd
}

// accountFlag is --account: a service's operator sees what its accounts' audits kept.
func accountFlag(cmd *cobra.Command, account *string) {
	cmd.Flags().StringVar(account, "account", "", "`EMAIL|ID` of the account whose audit it is, in a service's store (default: the command's own)")
}

// withHistory opens this machine's store for a command that reads what is no part of the API. account is an id, an e-mail address, or empty.
func (a *app) withHistory(ctx context.Context, c *config, account string, do func(*service.Scoped) error) (err error) {
	s, err := openStore(ctx, c, false)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	caller := audit.Caller{}
	if account != "" {
		owner, err := s.Account(ctx, account, time.Time{})
		if err != nil {
			return err
		}
		caller.AccountID = owner.ID
	}
	return do(service.New(service.Config{Store: s}).For(caller))
}
