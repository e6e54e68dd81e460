package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"

	"github.com/spf13/cobra"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/fix"
	"github.com/auditctl/auditctl/pkg/audit/pipeline"
	"github.com/auditctl/auditctl/pkg/report"
	"github.com/auditctl/auditctl/pkg/service"
)

// fixes is what fix gives as JSON, on stdout and in fixes.json.
type fixes struct {
	AuditID string     `json:"audit_id"`
	URL     string     `json:"url"`
	Fresh   bool       `json:"read_again"` // the site was read again, from this machine
	Files   []fix.File `json:"files"`
	Left    []fix.Left `json:"left"`
}

// newFix makes the command that writes what can be generated for the checks that complain.
func newFix(a *app) *cobra.Command {
	var dir, account string
	var force bool
	cmd := eitherPlace(&cobra.Command{
		Use:   "fix AUDIT_ID|DOMAIN",
		Short: "write what can be generated for the checks that complain",
		Long: `Writes into a folder what can be generated for the checks that complain in an audit, or in a domain's latest: robots.txt with the smallest change, structured
data, head elements, sitemap, llms.txt, hreflang, security headers for nginx, Apache and Caddy; only what the site itself says. README.md (fixes.json with -o
json) says where each file goes, which checks it answers, what to decide, and what is left to do. The site isn't changed. Where the audit kept no evidence, and
with --remote, the site is read again from here.`,
		Example: `  auditctl fix aud_01kx… -d fixes
  auditctl fix example.com -d fixes -o json`,
		Args: cobra.ExactArgs(1),
	})
	cmd.Annotations[readsHere] = ""
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, err := a.config(cmd)
		if err != nil {
			return err
		}
		format, err := c.format("table", "table", "json")
		if err != nil {
			return err
		}
		switch dir {
		case "":
			return usage("name the folder for the files with -d DIR")
		case "-":
			return usage("-d -: the files need a folder; stdout can't hold them")
		}
		there, err := a.far(cmd, c)
		if err != nil {
			return err
		}
		write := func(ctx context.Context, svc audit.Service, evidence func(id string) ([]byte, error)) error {
			found, err := wanted(ctx, svc, args[0])
			if err != nil {
				return err
			}
			kept, unread := evidence(found.AuditID)
			if unread != nil {
				if !c.GetBool("quiet") {
					fmt.Fprintf(a.Err, "auditctl: %s; reading %s again, from here\n", report.PrintableLines(oneLine(unread)), audit.Printable(found.URL))
				}
				if kept, err = readAgain(ctx, cmd, c, found); err != nil {
					return err
				}
			}
			site, err := openSite(ctx, kept, found)
			if err != nil {
				return err
			}
			files, left := fix.Files(site, found.Lang)
			return a.writeFixes(format, dir, force, found.Lang, fixes{found.AuditID, found.URL, unread != nil, files, left})
		}
		ctx := cmd.Context()
		if there != nil {
			if account != "" {
				return usage("--account: a server knows the account by its key; leave it out")
			}
			return write(ctx, there, func(string) ([]byte, error) { return nil, errors.New("a server gives no evidence") })
		}
		return a.withHistory(ctx, c, account, func(svc *service.Scoped) error {
			return write(ctx, svc, func(id string) ([]byte, error) { return svc.Evidence(ctx, id) })
		})
	}
	accountFlag(cmd, &account)
	cmd.Flags().StringVarP(&dir, "dir", "d", "", "the `FOLDER` that the files are written into; made where there is none")
	cmd.Flags().BoolVar(&force, "force", false, "write over files that are there")
	cmd.Flags().StringP("output", "o", "", "`FORMAT` of what was written: table (default), json")
	addFlags(cmd.Flags(), browserSettings())
	readingFlags(cmd)
	return cmd
}

// wanted gives the finished audit of an id, or the latest one of a domain.
func wanted(ctx context.Context, svc audit.Service, name string) (*audit.Audit, error) {
	id := name
	if !strings.HasPrefix(name, "aud_") {
		t, fault := audit.ParseTarget(name)
		if fault != nil {
			return nil, fault
		}
		list, err := pages(50, audit.Query{Domain: t.Domain}, func(q audit.Query) ([]audit.Audit, string, error) {
			page, err := svc.Audits(ctx, q)
			return page.Audits, page.NextCursor, err
		})
		if err != nil {
			return nil, err
		}
		id = ""
		for i := range list {
			if list[i].Status == audit.Done {
				id = list[i].AuditID
				break
			}
		}
		if id == "" {
			return nil, audit.Errorf(audit.CodeNotFound, "there is no finished audit of %s; auditctl audit %[1]s makes one", audit.Printable(t.Domain))
		}
	}
	found, err := svc.Audit(ctx, id)
	switch {
	case err != nil:
		return nil, err
	case found.Status == audit.Pending:
		return nil, audit.Errorf(audit.CodeAuditPending, "audit %s isn't finished yet", audit.Printable(id))
	case found.Status != audit.Done || found.Report == nil:
		return nil, audit.Errorf(audit.CodeNotFound, "audit %s has no report: it is %s", audit.Printable(id), found.Status)
	}
	return found, nil
}

// readAgain reads an audit's site from this machine and gives the evidence.
func readAgain(ctx context.Context, cmd *cobra.Command, c *config, found *audit.Audit) ([]byte, error) {
	target, fault := audit.ParseTarget(found.URL)
	if fault != nil {
		return nil, fault
	}
	p, err := newPipeline(cmd, c, &models{config: c}, false)
	if err != nil {
		return nil, err
	}
	defer p.Close()
	if fault := p.Validate(target); fault != nil {
		return nil, fault
	}
	return p.Read(ctx, target)
}

// openSite takes from evidence what generators work on.
func openSite(ctx context.Context, kept []byte, found *audit.Audit) (fix.Site, error) {
	log, err := openEvidence(kept)
	if err != nil {
		return fix.Site{}, err
	}
	facts, err := pipeline.Facts(ctx, log)
	if err != nil {
		return fix.Site{}, fmt.Errorf("reading the evidence of audit %s: %w", audit.Printable(found.AuditID), err)
	}
	served := map[string][]byte{}
	for i := range log.Exchanges {
		x := &log.Exchanges[i]
		if x.Body == nil || x.UserAgent != "" || x.Body.Truncated != "" || len(x.Hops) == 0 {
			continue
		}
		at := x.Hops[len(x.Hops)-1].URL
		if at != facts.Robots.Value.URL && at != facts.LLMs.Value.URL {
			continue
		}
		if body, err := log.Content(x.Body); err == nil { // what was left out can't be changed, only written anew
			served[at] = body
		}
	}
	return fix.Site{Facts: facts, Report: found.Report, Served: served}, nil
}

// writeFixes writes the files and what goes with them, all or none, and says what was written.
func (a *app) writeFixes(format, dir string, force bool, lang audit.Lang, all fixes) error {
	if all.Files == nil {
		all.Files = []fix.File{}
	}
	if all.Left == nil {
		all.Left = []fix.Left{}
	}
	if len(all.Files) > 0 {
		beside := fix.File{Path: "README.md", Content: fix.Readme(all.URL, all.Files, all.Left, lang)}
		if format == "json" {
			var text strings.Builder
			if err := report.WriteJSON(&text, all); err != nil {
				return err
			}
			beside = fix.File{Path: "fixes.json", Content: []byte(text.String())}
		}
		if err := writeFolder(dir, append(all.Files[:len(all.Files):len(all.Files)], beside), force); err != nil {
			return err
		}
	}
	if format == "json" {
		return report.WriteJSON(a.Out, all)
	}
	if len(all.Files) == 0 {
		return a.nothing(fmt.Sprintf("nothing can be generated for audit %s; checks that are left to a person: %d", audit.Printable(all.AuditID), len(all.Left)))
	}
	var rows [][]string
	for _, f := range all.Files {
		rows = append(rows, []string{f.Path, strings.Join(f.Checks, ", "), f.Page})
	}
	if err := report.WriteRows(a.Out, []string{"File", "Checks", "Page"}, rows); err != nil {
		return err
	}
	_, err := fmt.Fprintf(a.Err, "auditctl: %d files in %s; README.md there says where each goes, what to decide, and what is left: checks without a file: %d\n",
		len(all.Files)+1, dir, len(all.Left))
	return err
}

// writeFolder writes files into a folder and nowhere else, whatever links lie in it.
func writeFolder(dir string, files []fix.File, force bool) (err error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return usage("-d: %v", err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return usage("-d: %v", err)
	}
	defer func() { err = errors.Join(err, root.Close()) }()
	for _, f := range files {
		if _, err := root.Lstat(f.Path); err == nil && !force {
			return usage("%s is in %s already; choose another folder, or write over it with --force", f.Path, dir)
		} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return usage("-d: %v", err)
		}
	}
	for _, f := range files {
		if folder := path.Dir(f.Path); folder != "." {
			if err := root.MkdirAll(folder, 0o755); err != nil {
				return fmt.Errorf("making a folder for %s: %w", f.Path, err)
			}
		}
		err := replace(root, f.Path, openMode, func(w io.Writer) error {
			_, err := w.Write(f.Content)
			return err
		})
		if err != nil {
			return fmt.Errorf("writing %s: %w", f.Path, err)
		}
	}
	return nil
}
