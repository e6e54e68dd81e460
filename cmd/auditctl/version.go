package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/auditctl/auditctl/pkg/audit/check"
)

// version is set by the linker in releases.
var version = ""

// buildVersion is the release, else the module's version, else what was built from source.
func buildVersion() string {
	if version != "" {
		return version
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return "devel"
}

func versionLine() string {
	return fmt.Sprintf("auditctl %s, rules %s, %s %s/%s", buildVersion(), check.Version, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

func newVersion(app *app) *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "print the version of the program and of its rules",
		Example: "  auditctl version",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintln(app.Out, versionLine())
			return err
		},
	}
}
