package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/report"
)

// app is what every command shares.
type app struct {
	Streams
}

// Main runs the command line and gives the exit code.
func Main(args []string, streams Streams) (code int) {
	defer func() {
		if p := recover(); p != nil {
			first, _, _ := strings.Cut(fmt.Sprint(p), "\n")
			fmt.Fprintf(streams.Err, "auditctl: a fault of auditctl itself: %s; please report it, with what GOTRACEBACK=all shows\n", report.PrintableLines(first))
			if os.Getenv("GOTRACEBACK") != "" {
				panic(p)
			}
			code = exitFailed
		}
	}()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // the first signal ends cleanly, the second at once
	root := newRoot(&app{Streams: streams})
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	var exit *exitError
	if ctx.Err() != nil && errors.Is(err, context.Canceled) && !errors.As(err, &exit) {
		err = &exitError{exitInterrupted, errors.New("interrupted")}
	}
	if err != nil && err.Error() != "" {
		fmt.Fprintf(streams.Err, "auditctl: %s\n", report.PrintableLines(oneLine(err)+particulars(err)))
	}
	return exitCode(err)
}

// oneLine joins what errors.Join divides, without saying anything twice.
func oneLine(err error) string {
	var said []string
	for line := range strings.Lines(err.Error()) {
		if line = strings.TrimSpace(line); line != "" && !contains(said, line) {
			said = append(said, line)
		}
	}
	return strings.Join(said, "; ")
}

// particulars are what a server says of a refusal beside its message: the parts that it is about, and the request to ask its operator about.
func particulars(err error) string {
	var fault *audit.Error
	if !errors.As(err, &fault) {
		return ""
	}
	var b strings.Builder
	for _, f := range fault.Fields {
		fmt.Fprintf(&b, "; %s: %s", f.Pointer, f.Detail)
	}
	if fault.RequestID != "" {
		fmt.Fprintf(&b, " (request %s)", fault.RequestID)
	}
	return b.String()
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if strings.Contains(x, s) {
			return true
		}
	}
	return false
}

func newRoot(a *app) *cobra.Command {
	root := &cobra.Command{
		Use:   "auditctl",
		Short: "audit websites for search and for AI search",
		Long:  "auditctl audits websites for search engines (SEO) and for AI search (GEO, AEO, GSO). Every number says where it comes from.",
		Example: `  auditctl audit https://example.com          audit a site, here and now
  auditctl inspect https://example.com        what was read, unscored
  auditctl checks seo.title-present           what a check looks at, and who says so`,
		PersistentPreRunE: refuseRemote,
		SilenceErrors:     true,
		SilenceUsage:      true,
		Version:           thisBuild().line(),
	}
	group(root)
	root.SetVersionTemplate("{{.Version}}\n")
	root.SetHelpTemplate(helpTemplate)
	root.SetHelpCommand(newHelp())
	root.SetIn(a.In)
	root.SetOut(a.Out)
	root.SetErr(a.Err)
	root.PersistentFlags().String("config", "", "configuration `FILE` (default: auditctl.yaml here, else in the user's configuration folder)")
	addFlags(root.PersistentFlags(), globalSettings())
	root.SetFlagErrorFunc(flagError)
	root.AddCommand(newAudit(a), newInspect(a), newCitations(a), newGet(a), newBatch(a), newBatches(a), newHistory(a), newCompare(a), newReplay(a), newExportEvidence(a), newFix(a), newMe(a), newRemote(a), newChecks(a), newServe(a), newWorker(a), newMCP(a), newAccounts(a), newKeys(a),
		newMigrate(a), newBackup(a), newOpenAPI(a), newConfig(a), newDoctor(a), newHealth(a), newMan(), newVersion(a))
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		c.Args = usageArgs(c.Args)
		if c.Name() == "completion" {
			c.Short, c.Example = "write a completion script for a shell", "  source <(auditctl completion bash)"
			group(c)
		}
	}
	return root
}

// usageArgs gives complaints about arguments the exit code of usage.
func usageArgs(check cobra.PositionalArgs) cobra.PositionalArgs {
	if check == nil {
		return nil
	}
	return func(cmd *cobra.Command, args []string) error {
		if err := check(cmd, args); err != nil {
			return usage("wrong number of arguments, %d; write: %s", len(args), cmd.UseLine())
		}
		return nil
	}
}

// flagError names the flag that was probably meant.
func flagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var invalid *pflag.InvalidValueError
	switch {
	case errors.As(err, &invalid):
		f := invalid.GetFlag()
		return usage("--%s: %q %s; see %s --help", f.Name, audit.Printable(invalid.GetValue()), isNot[f.Value.Type()], cmd.CommandPath())
	case !errors.As(err, &unknown):
		return usage("%v; see %s --help", err, cmd.CommandPath())
	case unknown.GetSpecifiedShortnames() != "":
		return usage("unknown flag -%s; see %s --help", audit.Printable(unknown.GetSpecifiedName()), cmd.CommandPath())
	}
	var names []string
	collect := func(f *pflag.Flag) { names = append(names, "--"+f.Name) }
	cmd.Flags().VisitAll(collect)
	cmd.InheritedFlags().VisitAll(collect)
	name := "--" + unknown.GetSpecifiedName()
	return usage("unknown flag %s%s", audit.Printable(name), didYouMean(name, names))
}

// config reads the effective settings of a command.
func (a *app) config(cmd *cobra.Command) (*config, error) {
	named, err := cmd.Flags().GetString("config")
	if err != nil {
		return nil, err
	}
	return loadConfig(cmd.Flags(), named)
}

// color says whether colours are wanted on a terminal.
func (c *config) color() bool {
	return !c.GetBool("no-color") && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}
