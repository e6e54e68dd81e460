package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"github.com/auditctl/auditctl/pkg/audit/check"
	"github.com/auditctl/auditctl/pkg/report"
)

// What the linker sets in releases, so that they don't depend on the state of a repository.
var (
	version = ""
	commit  = "" // ends with -dirty where the source was changed after it
	date    = "" // of the commit, RFC 3339
)

// build says which program this is.
type build struct {
	Version  string `json:"version"`
	Rules    string `json:"rules"`
	Commit   string `json:"commit"`   // empty where it isn't known
	Modified bool   `json:"modified"` // the source was changed after the commit
	Date     string `json:"date"`     // of the commit, RFC 3339; empty where it isn't known
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

// thisBuild takes what the linker was told, else what the Go toolchain wrote down by itself.
func thisBuild() build {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	return newBuild(version, commit, date, info)
}

func newBuild(version, commit, date string, info *debug.BuildInfo) build {
	b := build{Version: version, Rules: check.Version, Date: date, Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	b.Commit, b.Modified = strings.CutSuffix(commit, "-dirty")
	if b.Version == "" {
		b.Version = "devel"
		if made := info.Main.Version; made != "" && made != "(devel)" {
			b.Version = made
		}
	}
	if b.Commit != "" {
		return b
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Commit = s.Value
		case "vcs.time":
			b.Date = s.Value
		case "vcs.modified":
			b.Modified = s.Value == "true"
		}
	}
	return b
}

// buildVersion is the release, else the module's version, else what was built from source.
func buildVersion() string { return thisBuild().Version }

// line is what --version prints.
func (b build) line() string {
	return fmt.Sprintf("auditctl %s, rules %s, %s %s", b.Version, b.Rules, b.Go, b.Platform)
}

// String is the line, and where the program comes from.
func (b build) String() string {
	if b.Commit == "" {
		return b.line()
	}
	var s strings.Builder
	s.WriteString(b.line())
	fmt.Fprintf(&s, "\ncommit %s", b.Commit)
	if b.Date != "" {
		fmt.Fprintf(&s, " of %s", b.Date)
	}
	if b.Modified {
		s.WriteString(", modified")
	}
	return s.String()
}

func newVersion(app *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "version",
		Short:   "print the version of the program and of its rules",
		Long:    "Prints the version of the program and of its rules, and where they are known the commit it was built from and the commit's date.",
		Example: "  auditctl version\n  auditctl version --json",
		Args:    cobra.NoArgs,
	}
	asJSON := cmd.Flags().Bool("json", false, "print JSON")
	cmd.RunE = func(*cobra.Command, []string) error {
		if *asJSON {
			return report.WriteJSON(app.Out, thisBuild())
		}
		_, err := fmt.Fprintln(app.Out, thisBuild())
		return err
	}
	return cmd
}
