package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// newMan writes the man pages that packages hold. It is hidden: whoever has the program has its help.
func newMan() *cobra.Command {
	return &cobra.Command{
		Use:     "man FOLDER",
		Short:   "write the man pages of all commands",
		Long:    "Writes a man page for every command into FOLDER, which is made where it isn't there.",
		Example: "  auditctl man man/",
		Hidden:  true,
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o755); err != nil {
				return fmt.Errorf("writing man pages: %w", err)
			}
			return writeManPages(args[0], cmd.Root(), thisBuild())
		},
	}
}

func writeManPages(folder string, cmd *cobra.Command, b build) error {
	if cmd.Hidden || cmd.Name() == "help" {
		return nil
	}
	name := strings.ReplaceAll(cmd.CommandPath(), " ", "-")
	err := writeWhole(filepath.Join(folder, name+".1"), openMode, func(w io.Writer) error {
		_, err := io.WriteString(w, manPage(cmd, name, b))
		return err
	})
	if err != nil {
		return err
	}
	for _, c := range cmd.Commands() {
		if err := writeManPages(folder, c, b); err != nil {
			return err
		}
	}
	return nil
}

// manPage is a command's page in the macros of man(7). It has nothing of the machine or the time that it was made at.
func manPage(cmd *cobra.Command, name string, b build) string {
	var s strings.Builder
	day := ""
	if at, err := time.Parse(time.RFC3339, b.Date); err == nil {
		day = at.UTC().Format(time.DateOnly)
	}
	fmt.Fprintf(&s, ".TH \"%s\" 1 \"%s\" \"auditctl %s\" \"auditctl\"\n.nh\n.ad l\n", roff(strings.ToUpper(name)), day, roff(b.Version))
	fmt.Fprintf(&s, ".SH NAME\n%s \\- %s\n.SH SYNOPSIS\n\\fB%s\\fR%s\n", roff(name), roff(cmd.Short), roff(cmd.CommandPath()), roff(strings.TrimPrefix(cmd.UseLine(), cmd.CommandPath())))
	if cmd.Long != "" {
		fmt.Fprintf(&s, ".SH DESCRIPTION\n%s\n", roffLines(cmd.Long))
	}
	if cmd.HasAvailableSubCommands() {
		s.WriteString(".SH COMMANDS\n")
		for _, c := range cmd.Commands() {
			if c.IsAvailableCommand() {
				fmt.Fprintf(&s, ".TP\n\\fB%s\\fR(1)\n%s\n", roff(name+"-"+c.Name()), roff(c.Short))
			}
		}
	}
	manFlags(&s, "OPTIONS", cmd.LocalFlags())
	manFlags(&s, "GLOBAL OPTIONS", cmd.InheritedFlags())
	if cmd.Example != "" {
		fmt.Fprintf(&s, ".SH EXAMPLES\n.nf\n%s\n.fi\n", roffLines(cmd.Example))
	}
	fmt.Fprintf(&s, ".SH EXIT STATUS\n%s\n", roff(exitCodes))
	if cmd.HasParent() {
		fmt.Fprintf(&s, ".SH SEE ALSO\n\\fB%s\\fR(1)\n", roff(strings.ReplaceAll(cmd.Parent().CommandPath(), " ", "-")))
	}
	return s.String()
}

func manFlags(s *strings.Builder, title string, flags *pflag.FlagSet) {
	if !flags.HasAvailableFlags() {
		return
	}
	fmt.Fprintf(s, ".SH %s\n", title)
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		s.WriteString(".TP\n")
		if f.Shorthand != "" {
			fmt.Fprintf(s, "\\fB\\-%s\\fR, ", f.Shorthand)
		}
		argument, usage := pflag.UnquoteUsage(f)
		fmt.Fprintf(s, "\\fB%s\\fR", roff("--"+f.Name))
		if argument != "" {
			fmt.Fprintf(s, " \\fI%s\\fR", roff(argument))
		}
		if f.DefValue != "" && f.DefValue != "false" && f.DefValue != "[]" && f.Name != "db" { // db's depends on the machine
			usage += " (default " + f.DefValue + ")"
		}
		fmt.Fprintf(s, "\n%s\n", roff(usage))
	})
}

// roff keeps what the formatter would take for its own.
func roff(text string) string {
	return strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "`", `\(ga`, "^", `\(ha`, "~", `\(ti`).Replace(text)
}

// roffLines is roff for several lines, of which none may begin a request.
func roffLines(text string) string {
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		line = roff(strings.ReplaceAll(line, "\t", "    "))
		if strings.HasPrefix(line, ".") {
			line = `\&` + line
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}
