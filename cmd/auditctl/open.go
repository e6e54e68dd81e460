package main

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/auditctl/auditctl/internal/weburl"
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/fetch"
	"github.com/auditctl/auditctl/pkg/audit/pipeline"
	"github.com/auditctl/auditctl/pkg/audit/speed"
	"github.com/auditctl/auditctl/pkg/service"
	"github.com/auditctl/auditctl/pkg/store"
	"github.com/auditctl/auditctl/pkg/store/postgres"
	"github.com/auditctl/auditctl/pkg/store/sqlite"
)

// readingFlags are the flags of commands that visit a site; they are no settings, since they belong to one site.
func readingFlags(cmd *cobra.Command) {
	addFlags(cmd.Flags(), siteSettings())
	cmd.Flags().StringArray("header", nil, "`'K: V'` sent to the audited site only (staging sites behind a token); repeatable")
	cmd.Flags().StringArray("resolve", nil, "`HOST:PORT:ADDR`: connect to ADDR for this host and port; repeatable")
	privateFlag(cmd, true)
}

// privateFlag is --allow-private, with what holds where neither it nor --deny-private is given.
func privateFlag(cmd *cobra.Command, allowed bool) {
	cmd.Flags().Bool("allow-private", allowed, "visit private and loopback addresses; --deny-private closes it")
}

// newPipeline makes the pipeline that the settings and flags ask for, with a model that judges or without; one says that it is for a single site. A command
// without the flag for it measures nothing, and takes no picture. It must be closed.
func newPipeline(cmd *cobra.Command, c *config, m *models, one bool) (*pipeline.Pipeline, error) {
	timeout, err := duration(c, "timeout")
	if err != nil {
		return nil, err
	}
	pages := c.GetInt("pages")
	if pages < 1 || pages > 500 {
		return nil, usage("--pages is %d; it must be 1 to 500", pages)
	}
	names, err := probing(c)
	if err != nil {
		return nil, err
	}
	f := fetch.Config{UserAgent: userAgent(c), AllowSubmittedPort: true}
	if f.AllowPrivate, err = allowPrivate(cmd, c); err != nil {
		return nil, err
	}
	if f.Header, err = headers(cmd); err != nil {
		return nil, err
	}
	if f.Resolve, err = resolve(cmd); err != nil {
		return nil, err
	}
	var measures speed.Tool
	if cmd.Flags().Lookup("performance") != nil {
		if measures, err = newSpeed(c, f, one); err != nil {
			return nil, err
		}
	}
	config := pipeline.Config{
		Fetch: f, Pages: pages, Timeout: timeout, IgnoreRobots: c.GetBool("ignore-robots"), Probing: names,
		CitedPrivate: f.AllowPrivate && cmd.Flags().Changed("allow-private"), Speed: measures,
	}
	if config.Rendering, err = rendering(c); err != nil {
		return nil, err
	}
	if cmd.Flags().Lookup("screenshot") != nil {
		if config.Screenshots, err = screenshots(c, m.shown); err != nil {
			return nil, err
		}
	}
	noStore := cmd.Flags().Lookup("no-store")
	if config.Evidence, err = keeper(c, noStore == nil || !noStore.Changed); err != nil {
		return nil, err
	}
	if c.GetBool("verbose") {
		config.Log = slog.New(slog.NewTextHandler(cmd.ErrOrStderr(), nil))
	}
	if err := m.set(&config); err != nil {
		return nil, err
	}
	return pipeline.New(config), nil
}

// probing says under whose names sites are asked.
func probing(c *config) (fetch.Probing, error) {
	p := fetch.Probing(c.GetString("probe-agents"))
	switch p {
	case fetch.ProbeSearch, fetch.ProbeAll, fetch.ProbeNone:
		return p, nil
	}
	return "", usage("--probe-agents is %q; it must be search, all or none", audit.Printable(string(p)))
}

// allowPrivate: the flag is stronger than what the file or the environment says of deny-private.
func allowPrivate(cmd *cobra.Command, c *config) (bool, error) {
	allow, err := cmd.Flags().GetBool("allow-private")
	switch {
	case err != nil:
		return false, err
	case !cmd.Flags().Changed("allow-private"):
		return allow && !c.GetBool("deny-private"), nil
	case cmd.Flags().Changed("deny-private"):
		return false, usage("--allow-private and --deny-private exclude each other")
	}
	return allow, nil
}

func duration(c *config, key string) (time.Duration, error) {
	d, err := time.ParseDuration(c.GetString(key))
	if err != nil || d < 0 {
		return 0, usage("--%s %q is no duration; write it like 90s, 5m or 24h", key, audit.Printable(c.GetString(key)))
	}
	return d, nil
}

// repeated gives the values of a flag; none where the command doesn't have it.
func repeated(cmd *cobra.Command, flag string) ([]string, error) {
	if cmd.Flags().Lookup(flag) == nil {
		return nil, nil
	}
	return cmd.Flags().GetStringArray(flag)
}

func headers(cmd *cobra.Command) (http.Header, error) {
	list, err := repeated(cmd, "header")
	if err != nil {
		return nil, err
	}
	h := http.Header{}
	for _, line := range list {
		name, value, ok := strings.Cut(line, ":")
		if !ok || strings.TrimSpace(name) == "" || strings.ContainsAny(line, "\r\n") {
			return nil, usage("--header is not of the form 'Name: value'") // without the line, which may hold a secret
		}
		h.Add(strings.TrimSpace(name), strings.TrimSpace(value))
	}
	return h, nil
}

func resolve(cmd *cobra.Command) (map[string]netip.AddrPort, error) {
	list, err := repeated(cmd, "resolve")
	if err != nil {
		return nil, err
	}
	m := map[string]netip.AddrPort{}
	for _, line := range list {
		parts := strings.SplitN(line, ":", 3)
		if len(parts) != 3 {
			return nil, usage("--resolve %q is not of the form HOST:PORT:ADDR", audit.Printable(line))
		}
		addr, err := netip.ParseAddr(strings.Trim(parts[2], "[]"))
		port, portErr := strconv.ParseUint(parts[1], 10, 16)
		if err := errors.Join(err, portErr); err != nil {
			return nil, usage("--resolve %q is not of the form HOST:PORT:ADDR", audit.Printable(line))
		}
		host, err := weburl.Parse("http://" + parts[0] + "/") // the host is looked for as addresses have it: IDNA, lower case
		if err != nil || host.Host == "" {
			return nil, usage("--resolve %q is not of the form HOST:PORT:ADDR", audit.Printable(line))
		}
		m[host.Host+":"+strconv.FormatUint(port, 10)] = netip.AddrPortFrom(addr, uint16(port))
	}
	return m, nil
}

// openStore opens the store that the settings name, or one in memory that leaves no trace.
func openStore(ctx context.Context, c *config, memory bool) (s store.Store, err error) {
	switch address := c.GetString("store"); {
	case memory:
		s, err = sqlite.Open(ctx, sqlite.Memory)
	case address == "" && c.GetString("db") == "":
		return nil, usage("there is no home folder to keep the history in; name a file with --db")
	case address == "":
		s, err = sqlite.Open(ctx, c.GetString("db"))
	case strings.HasPrefix(address, "postgres://"), strings.HasPrefix(address, "postgresql://"):
		s, err = postgres.Open(ctx, address)
	default:
		return nil, usage("--store is no address such as postgres://USER@HOST/NAME")
	}
	if err != nil {
		return nil, &exitError{exitUsage, err}
	}
	return s, nil
}

// openHistory opens the service for commands that only read what is stored, here or on a server.
func (a *app) openHistory(cmd *cobra.Command) (audit.Service, *config, func() error, error) {
	c, err := a.config(cmd)
	if err != nil {
		return nil, nil, nil, err
	}
	there, err := a.far(cmd, c)
	if err != nil {
		return nil, nil, nil, err
	}
	if there != nil {
		return there, c, func() error { return nil }, nil
	}
	s, err := openStore(cmd.Context(), c, false)
	if err != nil {
		return nil, nil, nil, err
	}
	return service.New(service.Config{Store: s}).For(audit.Caller{}), c, s.Close, nil
}
