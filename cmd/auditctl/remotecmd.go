package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/report"
)

func newRemote(a *app) *cobra.Command {
	cmd := group(&cobra.Command{
		Use:   "remote",
		Short: "name servers, and keep their API keys",
		Long: `Names servers for --remote, and keeps their API keys in the keyring of the operating system, or where there is none in a file that only its owner
can read. AUDITCTL_API_KEY is stronger than a kept key.`,
		Example: `  auditctl remote add work https://audit.example.com
  auditctl audit example.com --remote work`,
	})
	cmd.AddCommand(newRemoteAdd(a), newRemoteUse(a), newRemoteList(a), newRemoteRemove(a))
	return cmd
}

func newRemoteAdd(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use: "add NAME URL", Short: "name a server and keep its key", Args: usageArgs(cobra.ExactArgs(2)),
		Long: `Names a server and keeps its API key, which is asked for on a terminal and read from stdin otherwise; never from an argument, which others on the
machine could see. A server of that name is replaced. The key is tried at the server first.`,
		Example: `  auditctl remote add work https://audit.example.com
  auditctl remote add work https://audit.example.com < key.txt`,
	}
	unchecked := cmd.Flags().Bool("no-check", false, "don't try the key at the server")
	plain := cmd.Flags().Bool("no-keyring", false, "keep the key in the file, whether there is a keyring or not")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		s := remote{Name: args[0], URL: strings.TrimRight(args[1], "/")}
		if !remoteName.MatchString(s.Name) || s.Name == here {
			return usage("%q can't be a server's name: use letters, digits, full stops, underscores and hyphens; %s is this machine", audit.Printable(s.Name), here)
		}
		list, err := loadRemotes()
		if err != nil {
			return err
		}
		key, err := a.readKey(cmd.Context(), s.URL)
		if err != nil {
			return err
		}
		there, err := connect(s.URL, key, -1)
		if err != nil {
			return err
		}
		said := ""
		if !*unchecked {
			me, err := there.Account(cmd.Context())
			if err != nil {
				return fmt.Errorf("%w; nothing was kept (--no-check keeps a key untried)", err)
			}
			said = fmt.Sprintf("; plan %s, %s", audit.Printable(me.Plan), quotaText(me.Quota))
		}
		if old, err := list.find(s.Name); err == nil && *plain {
			old.forget() //nolint:errcheck // there may be no keyring at all, and then nothing in it
		}
		where := s.keep(key, !*plain)
		list.put(s)
		if err := list.save(); err != nil {
			return err
		}
		return a.say("%s is %s, its key in %s%s", s.Name, audit.Printable(s.URL), where, said)
	}
	return cmd
}

// maxKeyLine bounds what is read in the hope of a key, in bytes.
const maxKeyLine = 4 << 10

// readKey asks for a key without showing it, or reads the first line of stdin where nobody can be asked.
func (a *app) readKey(ctx context.Context, address string) (string, error) {
	keyboard, _ := a.In.(*os.File)
	if !a.InTTY || keyboard == nil {
		line, err := bufio.NewReader(io.LimitReader(a.In, maxKeyLine)).ReadString('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return "", usage("the API key can't be read from stdin: %v", err)
		}
		if line = strings.TrimSpace(line); line == "" {
			return "", usage("stdin holds no API key; write: auditctl remote add NAME URL < FILE")
		}
		return line, nil
	}
	fmt.Fprintf(a.Err, "API key for %s (not shown): ", audit.Printable(address))
	defer fmt.Fprintln(a.Err)
	before, err := term.GetState(keyboard.Fd())
	if err != nil {
		return "", fmt.Errorf("asking for the API key: %w", err)
	}
	type typed struct {
		key []byte
		err error
	}
	answer := make(chan typed, 1)
	go func() { // ends with the line, or with the process
		key, err := term.ReadPassword(keyboard.Fd())
		answer <- typed{key, err}
	}()
	select {
	case t := <-answer:
		if t.err != nil {
			return "", usage("the API key can't be read: %v", t.err)
		}
		return strings.TrimSpace(string(t.key)), nil
	case <-ctx.Done():
		// Otherwise the shell would go on without showing what is typed.
		return "", errors.Join(ctx.Err(), term.Restore(keyboard.Fd(), before))
	}
}

func newRemoteUse(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use: "use NAME|local", Short: "choose where commands go that aren't told", Args: usageArgs(cobra.ExactArgs(1)),
		Long:    "Makes commands that read or make audits go to a named server, until use local. --remote on the line is stronger.",
		Example: "  auditctl remote use work\n  auditctl remote use local",
	}
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		list, err := loadRemotes()
		if err != nil {
			return err
		}
		if args[0] == here {
			list.Use = ""
			return errors.Join(list.save(), a.say("commands work on this machine"))
		}
		s, err := list.find(args[0])
		switch {
		case err != nil:
			return err
		case s.Name == "":
			return usage("give the server a name first: auditctl remote add NAME %s", audit.Printable(s.URL))
		}
		list.Use = s.Name
		if err := list.save(); err != nil {
			return err
		}
		return a.say("commands go to %s, %s; back with: auditctl remote use %s", s.Name, audit.Printable(s.URL), here)
	}
	return cmd
}

// remoteRow is a server as it is listed.
type remoteRow struct {
	Name  string `json:"name"`
	URL   string `json:"url"`
	Key   string `json:"key"` // where it is kept, never the key
	InUse bool   `json:"in_use"`
}

func newRemoteList(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use: "list", Short: "list the named servers", Args: usageArgs(cobra.NoArgs),
		Long: "Lists the named servers and where their keys are kept. Keys are not shown.", Example: "  auditctl remote list",
	}
	listFormat(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, err := a.config(cmd)
		if err != nil {
			return err
		}
		format, err := c.format(a.preferred(), "table", "json")
		if err != nil {
			return err
		}
		list, err := loadRemotes()
		if err != nil {
			return err
		}
		var rows []remoteRow
		var text [][]string
		for _, s := range list.Servers {
			row := remoteRow{Name: s.Name, URL: s.URL, Key: "keyring", InUse: s.Name == list.Use}
			if s.Key != "" {
				row.Key = "file"
			}
			used := ""
			if row.InUse {
				used = "yes"
			}
			rows, text = append(rows, row), append(text, []string{row.Name, row.URL, row.Key, used})
		}
		switch {
		case format == "json":
			return writeList(a.Out, rows)
		case len(rows) == 0:
			return a.nothing("no server has a name yet; auditctl remote add NAME URL gives one")
		}
		return report.WriteRows(a.Out, []string{"Name", "URL", "Key in", "In use"}, text)
	}
	return cmd
}

func newRemoteRemove(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use: "remove NAME", Short: "forget a server and its key", Args: usageArgs(cobra.ExactArgs(1)),
		Long:    "Forgets a named server and its key on this machine. At the server the key stays valid until it is revoked there.",
		Example: "  auditctl remote remove work",
	}
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		list, err := loadRemotes()
		if err != nil {
			return err
		}
		s, err := list.find(args[0])
		switch {
		case err != nil:
			return err
		case s.Name == "":
			return usage("no server has that address")
		}
		if err := s.forget(); err != nil {
			return err
		}
		list.Servers = slices.DeleteFunc(list.Servers, func(x remote) bool { return x.Name == s.Name })
		if list.Use == s.Name {
			list.Use = ""
		}
		if err := list.save(); err != nil {
			return err
		}
		return a.say("%s and its key are forgotten here; the key stays valid until it is revoked at the server", s.Name)
	}
	return cmd
}

// say tells a person, on stderr, what was done.
func (a *app) say(format string, args ...any) error {
	_, err := fmt.Fprintf(a.Err, format+"\n", args...)
	return err
}

// listFormat is the flag of commands that write a list.
func listFormat(cmd *cobra.Command) {
	cmd.Flags().StringP("output", "o", "", "`FORMAT`: table (default on a terminal) or json (default in a pipe)")
}
