package main

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/client"
	"github.com/auditctl/auditctl/pkg/report"
)

// far is a server that a command works on.
type far struct {
	*client.Client
	once *client.Client // repeats nothing by itself, for who tells a person of every failure
	name string         // as it is written after --remote
}

// farAware marks the commands that work alike here and on a server.
const farAware = "remote"

// readsHere marks the commands that read sites or print on this machine even where the audit is a server's: what is said of that is theirs to obey.
const readsHere = "reads"

// eitherPlace marks a command as working here and on a server.
func eitherPlace(cmd *cobra.Command) *cobra.Command {
	cmd.Annotations = map[string]string{farAware: ""}
	return cmd
}

// refuseRemote refuses --remote where a command works on this machine whatever happens.
func refuseRemote(cmd *cobra.Command, _ []string) error {
	if _, knows := cmd.Annotations[farAware]; !knows && cmd.Flags().Changed("remote") {
		return usage("%s works on this machine; leave --remote out", cmd.CommandPath())
	}
	return nil
}

// hereOnly gives the flags of work on this machine; a server has its own settings.
func hereOnly() []string {
	names := []string{
		"db", "store", "allow-private", "header", "resolve", "no-store", "concurrency", "max-age", "plan", "questions", "new-questions",
	}
	for _, s := range slices.Concat(siteSettings(), evidenceSettings(), browserSettings(), screenshotSettings(), modelSettings(), citationSettings(), speedSettings()) {
		names = append(names, s.flag())
	}
	return names
}

// far gives the server that the settings name, or that is in use; nil where the command works here.
func (a *app) far(cmd *cobra.Command, c *config) (*far, error) {
	named := c.GetString("remote")
	if named == here {
		return nil, nil
	}
	list, err := loadRemotes()
	if err != nil {
		return nil, err
	}
	if named = cmp.Or(named, list.Use); named == "" || named == here {
		return nil, nil
	}
	// The key of the environment goes to the server: a file that the user trusts may choose among the servers that they know, and no other.
	if f := c.fileOf("remote"); strings.Contains(named, "://") && f != nil && c.origin("remote") == f.path {
		return nil, usage("%s: remote is an address; a file may only name a server that auditctl remote add made known, "+
			"an address comes from --remote or AUDITCTL_REMOTE", f.path)
	}
	s, err := list.find(named)
	if err != nil {
		return nil, err
	}
	_, reads := cmd.Annotations[readsHere]
	for _, name := range hereOnly() {
		if f := cmd.Flags().Lookup(name); f != nil && f.Changed && (!reads || name == "db" || name == "store") {
			return nil, usage("--%s: the server %s decides that itself; leave it out, or work on this machine with --remote %s",
				name, shownAddress(named), here)
		}
	}
	key, err := s.kept()
	if err != nil {
		return nil, err
	}
	there, err := connect(s.URL, key, 0)
	if err != nil {
		return nil, err
	}
	once, err := connect(s.URL, key, -1)
	if err != nil {
		return nil, err
	}
	if c.origin("remote") != "flag" && !c.GetBool("quiet") {
		fmt.Fprintf(a.Err, "auditctl: on the server %s\n", shownAddress(named))
	}
	return &far{Client: there, once: once, name: named}, nil
}

// connect makes the client of a server; retries is as in client.Config.
func connect(address, key string, retries int) (*client.Client, error) {
	there, err := client.New(client.Config{BaseURL: address, Key: key, Retries: retries, UserAgent: "auditctl/" + buildVersion()})
	if key == "" && audit.CodeOf(err) == audit.CodeUnauthorized {
		return nil, fmt.Errorf("%w; then set %s, or keep it with: auditctl remote add NAME %s", err, keyVariable, shownAddress(address))
	}
	return there, err
}

func newMe(a *app) *cobra.Command {
	cmd := eitherPlace(&cobra.Command{
		Use:     "me",
		Short:   "show the plan and the quota of a server's key",
		Long:    "Shows the plan behind the API key of a server, and what is left of its quota.",
		Example: "  auditctl me --remote https://audit.example.com",
		Args:    cobra.NoArgs,
	})
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, err := a.config(cmd)
		if err != nil {
			return err
		}
		format, err := c.format(a.preferred(), "table", "json")
		if err != nil {
			return err
		}
		there, err := a.far(cmd, c)
		switch {
		case err != nil:
			return err
		case there == nil:
			return usage("on this machine there is neither plan nor quota; name a server with --remote NAME|URL")
		}
		me, err := there.Account(cmd.Context())
		switch {
		case err != nil:
			return err
		case format == "json":
			return report.WriteJSON(a.Out, me)
		}
		limit, left := strconv.Itoa(me.Quota.Limit), strconv.Itoa(me.Quota.Remaining)
		if me.Quota.Limit >= audit.UnlimitedLimit {
			limit, left = "none", ""
		}
		return report.WriteRows(a.Out, []string{"Server", "Plan", "Limit", "Left", "Window"}, [][]string{{there.name, me.Plan, limit, left, me.Quota.Window}})
	}
	listFormat(cmd)
	return cmd
}

// quotaText says what is left of an allowance.
func quotaText(q audit.Quota) string {
	if q.Limit >= audit.UnlimitedLimit {
		return "no limit"
	}
	return fmt.Sprintf("%d of %d audits left", q.Remaining, q.Limit)
}
