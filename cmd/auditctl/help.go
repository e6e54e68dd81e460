package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/auditctl/auditctl/pkg/audit"
)

// exitCodes is what the help and the man page of every command end with.
const exitCodes = "0 done; 1 an audit failed, or a fault of auditctl; 2 usage or configuration; 3 a threshold or baseline missed; 4 not authorised or out of quota; 130 interrupted."

// helpTemplate shows what a command is for, examples before anything else, and the exit codes last.
const helpTemplate = `{{or .Long .Short | trimTrailingWhitespaces}}
{{if .HasExample}}
Examples:
{{.Example}}
{{end}}
Usage:{{if .Runnable}}
  {{.UseLine}}{{end}}{{if .HasAvailableSubCommands}}
  {{.CommandPath}} [command]

Commands:{{range .Commands}}{{if .IsAvailableCommand}}
  {{rpad .Name .NamePadding}} {{.Short}}{{end}}{{end}}{{end}}
{{if .HasAvailableLocalFlags}}
Flags:
{{.LocalFlags.FlagUsages | trimTrailingWhitespaces}}
{{end}}{{if .HasAvailableInheritedFlags}}
Global flags:
{{.InheritedFlags.FlagUsages | trimTrailingWhitespaces}}
{{end}}
Exit codes: ` + exitCodes + "\n"

// newHelp replaces cobra's, which gives 0 for a command that there isn't.
func newHelp() *cobra.Command {
	return &cobra.Command{
		Use: "help [COMMAND]", Short: "show the help of a command", Example: "  auditctl help audit",
		RunE: func(cmd *cobra.Command, args []string) error {
			found, rest, err := cmd.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return unknownCommand(found, rest)
			}
			return found.Help()
		},
	}
}

// group makes a command that does nothing itself show its help, and refuse commands that it doesn't have.
func group(cmd *cobra.Command) *cobra.Command {
	cmd.Args = cobra.ArbitraryArgs
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) > 0 {
			return unknownCommand(cmd, args)
		}
		return cmd.Help()
	}
	return cmd
}

// unknownCommand names the command that was probably meant.
func unknownCommand(cmd *cobra.Command, args []string) error {
	var names []string
	for _, c := range cmd.Commands() {
		names = append(names, c.Name())
	}
	hint := didYouMean(args[0], names)
	if _, fault := audit.ParseTarget(args[0]); hint == "" && fault == nil && strings.Contains(args[0], ".") {
		hint = "; to audit a site, write: auditctl audit " + audit.Printable(args[0])
	}
	return usage("unknown command %q%s", audit.Printable(audit.WithoutCredentials(args[0])), hint)
}
