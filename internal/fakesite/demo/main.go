// Command demo audits a sample site that it serves itself on loopback: what a report looks like, without a network.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"syscall"
	"time"

	"github.com/auditctl/auditctl/internal/fakesite"
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/fetch"
	"github.com/auditctl/auditctl/pkg/audit/pipeline"
	"github.com/auditctl/auditctl/pkg/report"
)

// faults are what the sample site does wrong; a site without any makes a dull report.
var faults = []string{"assistant-blocked", "description-missing", "hidden-text", "security-headers-missing", "markup-with-another-price"}

func main() {
	serving := flag.Bool("serve", false, "serve the sample site on loopback instead, print its address, and go on until stopped")
	format := flag.String("o", "table", "format of the report: table, html, markdown, json")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	var err error
	if *serving {
		err = serve(ctx, os.Stdout)
	} else {
		err = run(ctx, os.Stdout, *format)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "demo:", err)
		os.Exit(1)
	}
}

// open serves the sample site.
func open(ctx context.Context, now time.Time) (*fakesite.Site, *fakesite.Server, error) {
	site := fakesite.New("shop", 1, now)
	for _, f := range fakesite.Faults() {
		if slices.Contains(faults, f.Name) {
			f.Plant(site)
		}
	}
	authority, err := fakesite.NewAuthority(now)
	if err != nil {
		return nil, nil, err
	}
	server, err := fakesite.Serve(ctx, site, authority)
	return site, server, err
}

func serve(ctx context.Context, out io.Writer) error {
	_, server, err := open(ctx, time.Now())
	if err != nil {
		return err
	}
	defer server.Close()
	if _, err := fmt.Fprintln(out, server.URL+"/"); err != nil {
		return err
	}
	<-ctx.Done()
	return nil
}

func run(ctx context.Context, out io.Writer, format string) error {
	now := time.Now()
	site, server, err := open(ctx, now)
	if err != nil {
		return err
	}
	defer server.Close()
	address := "https://" + site.Host + "/"
	target, fault := audit.ParseTarget(address)
	if fault != nil {
		return fault
	}
	p := pipeline.New(pipeline.Config{Fetch: fetch.Config{AllowPrivate: true, Roots: server.Authority.Pool(), Resolve: server.Resolve}})
	found, err := p.Run(ctx, target, audit.English, nil, func(audit.Stage, string) {})
	if err != nil {
		return err
	}
	written, err := report.Lookup(format)
	if err != nil {
		return err
	}
	done := audit.Audit{AuditID: "demo", BatchID: "demo", URL: address, Domain: target.Domain, Status: audit.Done, Lang: audit.English, CreatedAt: now, FinishedAt: &now, Report: found}
	return written.Write(ctx, out, report.Document{Batch: audit.NewBatch("demo", []audit.Audit{done}), Lang: audit.English, Width: 110})
}
