package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/auditctl/auditctl/pkg/audit"
)

// newHealth asks a process of a service how it is. Containers without a shell have no other program to ask with.
func newHealth(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "health",
		Short: "ask a server or worker of this machine whether it is well",
		Long: `Asks the operator's address (--operator-listen) of a server or worker on this machine whether the process lives, or with --ready whether it takes requests.
Ends with 0 where it does, else with 1.`,
		Example: "  auditctl health\n  auditctl health --ready --operator-listen :9090",
		Args:    cobra.NoArgs,
	}
	addFlags(cmd.Flags(), only(workerSettings(), "server.operator_listen"))
	ready := cmd.Flags().Bool("ready", false, "ask whether it takes requests: its store answers, and it isn't stopping")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, err := a.config(cmd)
		if err != nil {
			return err
		}
		address, err := reachable(c.GetString("server.operator_listen"))
		if err != nil {
			return err
		}
		path := "/healthz"
		if *ready {
			path = "/readyz"
		}
		said, err := askOperator(cmd.Context(), "http://"+address+path)
		if err != nil {
			return &exitError{exitFailed, err}
		}
		_, err = fmt.Fprintln(a.Out, said)
		return err
	}
	return cmd
}

// reachable is the address by which this machine reaches what listens on an address: every address is also loopback.
func reachable(listening string) (string, error) {
	host, port, err := net.SplitHostPort(listening)
	if err != nil {
		return "", usage("--operator-listen: %q is no address such as 127.0.0.1:9090, where a server or worker can be asked", audit.Printable(listening))
	}
	if ip, err := netip.ParseAddr(host); host == "" || err == nil && ip.IsUnspecified() {
		host = "localhost"
	}
	return net.JoinHostPort(host, port), nil
}

// askOperator gives what the process says where it is well. It takes 5 seconds at most.
func askOperator(ctx context.Context, address string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return "", fmt.Errorf("asking %s: %w", address, err)
	}
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}} // without the proxy of the environment
	response, err := client.Do(request)
	if err != nil {
		return "", fmt.Errorf("nobody answers there: %w", err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, 1<<10))
	if err != nil {
		return "", fmt.Errorf("asking %s: %w", address, err)
	}
	said := strings.TrimSpace(string(body))
	if response.StatusCode != http.StatusOK {
		return "", fmt.Errorf("%s answers %s: %s", address, response.Status, said)
	}
	return said, nil
}
