package main

import (
	"fmt"
	"io"
	"os"

	"github.com/auditctl/auditctl/pkg/report"
)

// The settings of who hands a report over; html and pdf show it.
func brandSettings() []setting {
	return []setting{
		{key: "brand-name", value: "", help: "name in header and footer of html and pdf reports"},
		{key: "brand-logo", value: "", help: "picture `FILE` beside it: PNG, JPEG, WebP or SVG, at most 512 KiB"},
		{key: "brand-color", value: "", help: "their accent, as #rrggbb; made darker or lighter until it can be read"},
	}
}

// brand reads the settings and the logo's file.
func (c *config) brand() (report.Brand, error) {
	b := report.Brand{Name: c.GetString("brand-name"), Color: c.GetString("brand-color")}
	if path := c.GetString("brand-logo"); path != "" {
		var err error
		if b.Logo, err = readLogo(path); err != nil {
			return b, usage("--brand-logo: %v", err)
		}
	}
	if err := b.Check(); err != nil {
		return b, usage("%v; see --brand-name, --brand-logo and --brand-color", err)
	}
	return b, nil
}

// readLogo reads a file as far as its size can be told to be too much.
func readLogo(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	logo, err := io.ReadAll(io.LimitReader(f, report.MaxLogo+1))
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", path, err)
	}
	return logo, nil
}
