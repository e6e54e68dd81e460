package main

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/auditctl/auditctl/pkg/service"
	"github.com/auditctl/auditctl/pkg/store"
)

func newKeys(a *app) *cobra.Command {
	cmd := group(&cobra.Command{
		Use:     "keys",
		Short:   "make and revoke API keys of a server",
		Long:    "Makes and revokes API keys, in the store of a server (--db or --store). A key is shown once, when it is made; the store holds only its SHA-256.",
		Example: "  auditctl keys create --account office@example.com --name ci",
	})
	cmd.AddCommand(newKeysCreate(a), newKeysList(a), newKeysRevoke(a), newKeysRotate(a))
	return cmd
}

func newKeysCreate(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use: "create", Short: "make a key and print it, once", Args: usageArgs(cobra.NoArgs),
		Long:    "Makes a key for an account and prints it to stdout. It can't be shown again.",
		Example: "  auditctl keys create --account office@example.com --name ci --expires 2160h",
	}
	account := cmd.Flags().String("account", "", "`EMAIL` of the account (required)")
	name := cmd.Flags().String("name", "", "what the key is for")
	expires := cmd.Flags().Duration("expires", 0, "the key ends after this `TIME`, such as 2160h; 0 is never")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if *account == "" {
			return usage("--account is missing; write: auditctl keys create --account EMAIL")
		}
		if *expires < 0 {
			return usage("--expires is %s; it must not be negative", *expires)
		}
		return a.administer(cmd, func(ctx context.Context, s *service.Service) error {
			secret, key, err := s.CreateKey(ctx, *account, *name, *expires)
			if err != nil {
				return err
			}
			return a.showKey(secret, key)
		})
	}
	return cmd
}

// showKey prints a secret where programs read, and the rest where people do.
func (a *app) showKey(secret string, key store.Key) error {
	if _, err := fmt.Fprintln(a.Out, secret); err != nil {
		return err
	}
	until := "until it is revoked"
	if key.ExpiresAt != nil {
		until = "until " + day(key.ExpiresAt)
	}
	_, err := fmt.Fprintf(a.Err, "%s is valid %s; this is the only time that the key is shown\n", key.ID, until)
	return err
}

func newKeysRevoke(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use: "revoke KEY_ID", Short: "end a key now", Args: usageArgs(cobra.ExactArgs(1)),
		Long:    "Ends a key. It takes effect within a second on every server.",
		Example: "  auditctl keys revoke key_01kx…",
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		return a.administer(cmd, func(ctx context.Context, s *service.Service) error { return s.RevokeKey(ctx, args[0]) })
	}
	return cmd
}

func newKeysRotate(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use: "rotate KEY_ID", Short: "make a key that replaces another", Args: usageArgs(cobra.ExactArgs(1)),
		Long:    "Makes a key with the name of another and prints it, once. The old one ends after the overlap.",
		Example: "  auditctl keys rotate key_01kx… --overlap 24h",
	}
	overlap := cmd.Flags().Duration("overlap", 24*time.Hour, "`TIME` for which both keys are valid")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if *overlap < 0 {
			return usage("--overlap is %s; it must not be negative", *overlap)
		}
		return a.administer(cmd, func(ctx context.Context, s *service.Service) error {
			secret, key, err := s.RotateKey(ctx, args[0], *overlap)
			if err != nil {
				return err
			}
			return a.showKey(secret, key)
		})
	}
	return cmd
}

// keyRow is a key as it is listed.
type keyRow struct {
	ID         string     `json:"key_id"`
	AccountID  string     `json:"account_id"`
	Name       string     `json:"name"`
	Prefix     string     `json:"prefix"`
	CreatedAt  time.Time  `json:"created_at"`
	ExpiresAt  *time.Time `json:"expires_at,omitempty"`
	RevokedAt  *time.Time `json:"revoked_at,omitempty"`
	LastUsedAt *time.Time `json:"last_used_at,omitempty"`
}

func newKeysList(a *app) *cobra.Command {
	var account string
	cmd := a.operatorList("list", "list keys", "  auditctl keys list --account office@example.com", func(ctx context.Context, s *service.Service) (any, []string, [][]string, error) {
		list, err := s.Keys(ctx, account)
		rows, text := []keyRow{}, [][]string{}
		for _, k := range list {
			rows = append(rows, keyRow{k.ID, k.AccountID, k.Name, k.Prefix, k.CreatedAt, k.ExpiresAt, k.RevokedAt, k.LastUsedAt})
			text = append(text, []string{k.Prefix + "…", k.Name, day(&k.CreatedAt), cmp.Or(day(k.LastUsedAt), "never"), day(k.ExpiresAt), day(k.RevokedAt), k.ID, k.AccountID})
		}
		return rows, []string{"Key", "Name", "Since", "Last used", "Expires", "Revoked", "Id", "Account"}, text, err
	})
	cmd.Flags().StringVar(&account, "account", "", "`EMAIL` of the account; every account's keys where it is missing")
	return cmd
}
