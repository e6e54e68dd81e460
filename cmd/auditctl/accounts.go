package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/report"
	"github.com/auditctl/auditctl/pkg/service"
	"github.com/auditctl/auditctl/pkg/store"
)

func newAccounts(a *app) *cobra.Command {
	cmd := group(&cobra.Command{
		Use:     "accounts",
		Short:   "make and change accounts of a server",
		Long:    "Makes and changes the accounts that a server meters, in its store (--db or --store).",
		Example: "  auditctl accounts create office@example.com --plan agency --limit 5000\n  auditctl accounts invite office@example.com",
	})
	cmd.AddCommand(newAccountsCreate(a), newAccountsInvite(a), newAccountsList(a), newAccountsPlan(a), newAccountsOperator(a), newAccountsDisable(a), newAccountsEnable(a))
	return cmd
}

// administer runs an operator's command on the store that the settings name.
func (a *app) administer(cmd *cobra.Command, do func(ctx context.Context, s *service.Service) error) (err error) {
	c, err := a.config(cmd)
	if err != nil {
		return err
	}
	s, err := openStore(cmd.Context(), c, false)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	return do(cmd.Context(), service.New(service.Config{Store: s}))
}

func planFlags(cmd *cobra.Command) (plan *string, limit *int) {
	plan = cmd.Flags().String("plan", string(audit.Individual), "individual (100 audits per rolling 30 days), agency (--limit) or unlimited")
	limit = cmd.Flags().Int("limit", 0, "audits per rolling 30 days, of the plan agency")
	return plan, limit
}

func newAccountsCreate(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use: "create EMAIL", Short: "make an account", Args: usageArgs(cobra.ExactArgs(1)),
		Long:    "Makes an account. It has no key and no password yet: auditctl keys create makes a key, auditctl accounts invite lets its owner into the dashboard.",
		Example: "  auditctl accounts create office@example.com --plan agency --limit 5000",
	}
	plan, limit := planFlags(cmd)
	operator := cmd.Flags().Bool("operator", false, "its owner sees every account in the dashboard")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		return a.administer(cmd, func(ctx context.Context, s *service.Service) error {
			account, err := s.CreateAccount(ctx, args[0], audit.Plan(*plan), *limit)
			if err != nil {
				return err
			}
			if *operator {
				if err := s.SetOperator(ctx, account.ID, true); err != nil {
					return fmt.Errorf("the account is made, but is no operator's yet: %w", err)
				}
			}
			_, err = fmt.Fprintln(a.Out, account.ID)
			return err
		})
	}
	return cmd
}

func newAccountsOperator(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use: "set-operator EMAIL", Short: "let an account's owner see every account in the dashboard", Args: usageArgs(cobra.ExactArgs(1)),
		Long: "Lets an account's owner see and change every account, its keys and the queue in the dashboard, or takes that back. It takes effect within a second on " +
			"every server.",
		Example: "  auditctl accounts set-operator office@example.com\n  auditctl accounts set-operator office@example.com --off",
	}
	off := cmd.Flags().Bool("off", false, "take it back")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		return a.administer(cmd, func(ctx context.Context, s *service.Service) error { return s.SetOperator(ctx, args[0], !*off) })
	}
	return cmd
}

func newAccountsPlan(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use: "set-plan EMAIL", Short: "change an account's plan and limit", Args: usageArgs(cobra.ExactArgs(1)),
		Long:    "Changes an account's plan and limit. What was metered stays metered.",
		Example: "  auditctl accounts set-plan office@example.com --plan agency --limit 10000",
	}
	plan, limit := planFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		return a.administer(cmd, func(ctx context.Context, s *service.Service) error {
			return s.SetPlan(ctx, args[0], audit.Plan(*plan), *limit)
		})
	}
	return cmd
}

func newAccountsDisable(a *app) *cobra.Command {
	return a.accountSwitch("disable", "refuse an account's keys and password", (*service.Service).DisableAccount)
}

func newAccountsEnable(a *app) *cobra.Command {
	return a.accountSwitch("enable", "accept a disabled account's keys and password again", (*service.Service).EnableAccount)
}

func (a *app) accountSwitch(name, short string, do func(*service.Service, context.Context, string) error) *cobra.Command {
	cmd := &cobra.Command{
		Use: name + " EMAIL", Short: short, Long: short + ". It takes effect within a second on every server.", Args: usageArgs(cobra.ExactArgs(1)),
		Example: "  auditctl accounts " + name + " office@example.com",
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		return a.administer(cmd, func(ctx context.Context, s *service.Service) error { return do(s, ctx, args[0]) })
	}
	return cmd
}

// accountRow is an account as it is listed.
type accountRow struct {
	ID        string      `json:"account_id"`
	Email     string      `json:"email"`
	Plan      audit.Plan  `json:"plan"`
	Quota     audit.Quota `json:"quota"`
	Operator  bool        `json:"operator"`
	Password  bool        `json:"password_set"`
	CreatedAt time.Time   `json:"created_at"`
	Disabled  *time.Time  `json:"disabled_at,omitempty"`
}

func newAccountsList(a *app) *cobra.Command {
	return a.operatorList("list", "list accounts", "  auditctl accounts list", func(ctx context.Context, s *service.Service) (any, []string, [][]string, error) {
		list, err := s.Accounts(ctx)
		rows, text := []accountRow{}, [][]string{}
		for _, x := range list {
			row := accountRow{x.ID, x.Email, x.Plan, audit.NewQuota(x.Limit, x.Used), x.Operator, x.Password != "", x.CreatedAt, x.DisabledAt}
			rows = append(rows, row)
			text = append(text, []string{
				x.Email, string(x.Plan), limitText(x), strconv.Itoa(x.Used), yesNo(row.Operator), yesNo(row.Password), day(&x.CreatedAt), day(x.DisabledAt), x.ID,
			})
		}
		return rows, []string{"E-mail", "Plan", "Limit", "Used", "Operator", "Password", "Since", "Disabled", "Account"}, text, err
	})
}

func limitText(x store.Account) string {
	if x.Plan == audit.Unlimited {
		return "none"
	}
	return strconv.Itoa(x.Limit)
}

func yesNo(yes bool) string {
	if yes {
		return "yes"
	}
	return "no"
}

func day(t *time.Time) string {
	if t == nil {
		return ""
	}
	return t.Local().Format("2006-01-02 15:04")
}

// operatorList makes a command that lists what load gives, as a table or as JSON.
func (a *app) operatorList(use, short, example string, load func(context.Context, *service.Service) (any, []string, [][]string, error)) *cobra.Command {
	cmd := &cobra.Command{Use: use, Short: short, Long: short + ".", Example: example, Args: usageArgs(cobra.NoArgs)}
	cmd.Flags().StringP("output", "o", "", "`FORMAT`: table (default on a terminal) or json (default in a pipe)")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, err := a.config(cmd)
		if err != nil {
			return err
		}
		format, err := c.format(a.preferred(), "table", "json")
		if err != nil {
			return err
		}
		return a.administer(cmd, func(ctx context.Context, s *service.Service) error {
			all, head, rows, err := load(ctx, s)
			switch {
			case err != nil:
				return err
			case format == "json":
				return report.WriteJSON(a.Out, all)
			}
			return report.WriteRows(a.Out, head, rows)
		})
	}
	return cmd
}
