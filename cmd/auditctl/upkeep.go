package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/auditctl/auditctl/pkg/store/sqlite"
)

func newMigrate(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "migrate",
		Short:   "bring the store's schema up to date",
		Long:    "Brings the schema of the store (--db or --store) up to date, under a lock. Every command does that when it opens the store; migrate does it alone, before servers are updated.",
		Example: "  auditctl migrate --store postgres://auditctl@db/auditctl",
		Args:    cobra.NoArgs,
	}
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, err := a.config(cmd)
		if err != nil {
			return err
		}
		s, err := openStore(cmd.Context(), c, false)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintln(a.Err, "the schema is up to date")
		return errors.Join(err, s.Close())
	}
	return cmd
}

func newBackup(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "backup FILE",
		Short: "copy the SQLite store while it is in use",
		Long: `Copies the SQLite store (--db) to FILE, whole and consistent, while servers and commands use it. To restore, stop the server and put the copy in the
store's place. PostgreSQL is backed up by its own pg_dump.`,
		Example: "  auditctl backup audits-2026-11-21.db",
		Args:    cobra.ExactArgs(1),
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) (err error) {
		c, err := a.config(cmd)
		if err != nil {
			return err
		}
		if c.GetString("store") != "" {
			return usage("backup copies a SQLite store; PostgreSQL is backed up by pg_dump --format=custom")
		}
		s, err := sqlite.Open(cmd.Context(), c.GetString("db"))
		if err != nil {
			return &exitError{exitUsage, err}
		}
		defer func() { err = errors.Join(err, s.Close()) }()
		return s.Backup(cmd.Context(), args[0])
	}
	return cmd
}
