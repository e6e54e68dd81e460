package main

import (
	"context"
	"errors"
	"runtime"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/render"
	"github.com/auditctl/auditctl/pkg/report"
)

// waitingToPrint is how many reports wait for their turn on a server; each is a request that its client waits for.
const waitingToPrint = 8

// printAgain is when a report that could not be printed in time may be asked for again.
const printAgain = 30 * time.Second

// printSettings is the setting browser of commands that only print with it.
func printSettings() []setting {
	return []setting{{key: "browser", value: browserAuto, help: "Chromium that prints pdf: auto (the one that is found), off, or its `PATH`"}}
}

// printer gives what prints reports: the browser that the settings name, started for each, so that it never saw a page of a site.
func printer(c *config) (report.Printer, error) {
	path := c.GetString("browser")
	switch path {
	case browserOff:
		return nil, errors.New("it is switched off; leave --browser off out")
	case browserAuto:
		path = ""
	}
	path, err := render.Find(path)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, html []byte) ([]byte, error) {
		b, err := render.New(render.Config{Path: path})
		if err != nil {
			return nil, err
		}
		defer b.Close()
		return b.Print(ctx, html)
	}, nil
}

// printerOf gives what prints a format, where it is printed; the error says the way out.
func printerOf(c *config, f report.Format) (report.Printer, error) {
	if !f.Binary {
		return nil, nil
	}
	print, err := printer(c)
	if err != nil {
		return nil, usage("a PDF is printed by a browser: %v; or take html and print that from a browser", err)
	}
	return print, nil
}

// nodePrinter is the printer of a server; nil where there is no browser.
func nodePrinter(c *config) report.Printer {
	print, err := printer(c)
	if err != nil {
		return nil
	}
	return report.Bounded(unhurried(print), max(1, runtime.GOMAXPROCS(0)/2), waitingToPrint)
}

// unhurried is a printer whose lack of time is that of a busy server, and no fault.
func unhurried(print report.Printer) report.Printer {
	return func(ctx context.Context, html []byte) ([]byte, error) {
		pdf, err := print(ctx, html)
		var why *render.Error
		if errors.As(err, &why) && (why.Reason == render.TooSlow || why.Reason == render.NoTurn) {
			err = &audit.Error{Code: audit.CodeOverloaded, Message: "The report could not be printed in time; try again later, or take html.", RetryAfter: printAgain, Err: err}
		}
		return pdf, err
	}
}
