package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/auditctl/auditctl/pkg/server"
)

func newOpenAPI(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "openapi",
		Short:   "print the OpenAPI description of the API",
		Long:    "Prints the OpenAPI 3.1 description that auditctl serve gives under /openapi.json.",
		Example: "  auditctl openapi > openapi.json",
		Args:    cobra.NoArgs,
	}
	cmd.RunE = func(*cobra.Command, []string) error {
		s, err := server.New(server.Config{Backend: backend{}})
		if err != nil {
			return err
		}
		if _, err := a.Out.Write(s.OpenAPI()); err != nil {
			return fmt.Errorf("writing the description: %w", err)
		}
		return nil
	}
	return cmd
}
