package main

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/server"
	"github.com/auditctl/auditctl/pkg/service"
	"github.com/auditctl/auditctl/pkg/store"
)

func newServe(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "serve the API, and run what it accepts",
		Long: `Serves the REST API on one address and the operator's pages (health, metrics) on another, and runs what was accepted, until it is stopped.
Its store is a SQLite file, or PostgreSQL for several machines. Accounts and keys are made by auditctl accounts and auditctl keys.`,
		Example: `  auditctl serve
  auditctl serve --listen :443 --tls-cert cert.pem --tls-key key.pem
  auditctl serve --store postgres://auditctl@db/auditctl --workers 0`,
		Args: cobra.NoArgs,
	}
	workerFlags(cmd)
	addFlags(cmd.Flags(), apiSettings())
	addFlags(cmd.Flags(), brandSettings())
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		n, err := a.openNode(cmd)
		if err != nil {
			return err
		}
		return errors.Join(n.serve(cmd.Context()), n.close())
	}
	return cmd
}

// serve answers and works until ctx ends, and for the grace time after it.
func (n *node) serve(ctx context.Context) error {
	public, err := listen(ctx, n.config, "server.listen")
	if err != nil {
		return err
	}
	for _, warning := range exposures(n.config, public.Addr()) {
		n.log.Warn(warning)
	}
	n.log.Info("serving", "api", whereIs(public, n.config.GetString("server.tls_cert") != ""), "operator", whereIs(n.operator, false), "workers", n.workers, "version", buildVersion())
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { return untilStopped(n.server.Run(ctx, public, n.operator)) })
	g.Go(func() error { return n.work(ctx) })
	err = g.Wait()
	n.log.Info("stopped")
	if errors.Is(err, store.ErrHeld) {
		return &exitError{exitUsage, err}
	}
	return err
}

// work runs what is queued, where this process has workers; and writes what is kept in memory for a while.
func (n *node) work(ctx context.Context) error {
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { return untilStopped(n.service.Background(ctx)) })
	if n.workers > 0 {
		g.Go(func() error {
			return untilStopped(n.service.RunQueue(ctx, service.Workers{Node: n.name, Count: n.workers, Grace: n.grace}))
		})
	}
	return g.Wait()
}

// exposures returns what is missing in the settings of a server that others reach at an address: settings that only its operator can know.
func exposures(c *config, at net.Addr) []string {
	var warnings []string
	base, ownTLS := c.GetString("server.base_url"), c.GetString("server.tls_cert") != ""
	local, err := netip.ParseAddrPort(at.String())
	loopback := err == nil && local.Addr().Unmap().IsLoopback()
	if base == "" && !ownTLS && !loopback && c.GetBool("server.dashboard") {
		warnings = append(warnings,
			"server.base_url is missing: the dashboard's session cookie is sent over plain HTTP too, "+
				"and invitations lack the server's address")
	}
	if strings.HasPrefix(base, "https:") && !ownTLS && len(c.list("server.trusted_proxies")) == 0 {
		warnings = append(warnings,
			"server.trusted_proxies is missing: behind the proxy that speaks TLS all clients share one limit on sign-ins and on requests "+
				"without a key")
	}
	return warnings
}

func serverConfig(c *config) (server.Config, error) {
	s := server.Config{
		Version: buildVersion(), BaseURL: c.GetString("server.base_url"), CertFile: c.GetString("server.tls_cert"), KeyFile: c.GetString("server.tls_key"),
		CORSOrigins: c.list("server.cors_origins"), OperatorHosts: operatorHosts(c), PublicOpenAPI: c.GetBool("server.public_openapi"),
		KeyRate: float64(c.GetInt("server.rate")), KeyBurst: c.GetInt("server.burst"), MaxConnectionsPerAddress: c.GetInt("server.connections_per_address"),
	}
	if _, err := publicAddress(c); err != nil {
		return s, err
	}
	if (s.CertFile == "") != (s.KeyFile == "") {
		return s, usage("--tls-cert and --tls-key go together")
	}
	for _, text := range c.list("server.trusted_proxies") {
		network, err := netip.ParsePrefix(text)
		if addr, single := netip.ParseAddr(text); err != nil && single == nil {
			network, err = netip.PrefixFrom(addr, addr.BitLen()), nil
		}
		if err != nil {
			return s, usage("--trusted-proxies: %q is no network such as 10.0.0.0/8", audit.Printable(text))
		}
		s.TrustedProxies = append(s.TrustedProxies, network)
	}
	for _, origin := range s.CORSOrigins {
		if !strings.HasPrefix(origin, "https://") && !strings.HasPrefix(origin, "http://") || strings.Count(origin, "/") != 2 {
			return s, usage("--cors-origins: %q is no origin such as https://app.example", audit.Printable(origin))
		}
	}
	if s.KeyRate <= 0 || s.KeyBurst <= 0 {
		return s, usage("--rate and --burst must be at least 1")
	}
	s.Print = nodePrinter(c)
	var err error
	s.Brand, err = c.brand()
	return s, err
}

// operatorHosts are the configured names, and the name in the operator's own address.
func operatorHosts(c *config) []string {
	names := c.list("server.operator_hosts")
	if host, _, err := net.SplitHostPort(c.GetString("server.operator_listen")); err == nil && host != "" {
		names = append(names, host)
	}
	return names
}
