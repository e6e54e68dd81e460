package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
)

func newConfig(a *app) *cobra.Command {
	cmd := group(&cobra.Command{
		Use:     "config",
		Short:   "show, locate, begin or trust the configuration",
		Example: "  auditctl config show",
		Long: "Settings come, weakest first, from defaults, auditctl.yaml in the user's configuration folder, auditctl.yaml here, " +
			"the environment (AUDITCTL_…) and flags.\n" +
			"The file here sets presentation and thresholds alone, since it may have come with a repository, " +
			"until auditctl config trust trusts it.",
	})
	show := eitherPlace(&cobra.Command{Use: "show", Short: "print the effective settings and where each came from", Example: "  auditctl config show", Args: usageArgs(cobra.NoArgs)})
	show.RunE = func(cmd *cobra.Command, _ []string) error {
		c, err := a.config(cmd)
		if err != nil {
			return err
		}
		_, err = io.WriteString(a.Out, c.show())
		return err
	}
	path := &cobra.Command{
		Use: "path", Short: "print which files are read, the strongest last", Example: "  auditctl config path",
		Args: usageArgs(cobra.NoArgs),
	}
	path.RunE = func(cmd *cobra.Command, _ []string) error {
		c, err := a.config(cmd)
		if err != nil {
			return err
		}
		for _, f := range c.files {
			if _, err := fmt.Fprintln(a.Out, f.path); err != nil {
				return err
			}
		}
		if user, _ := userFile(); len(c.files) == 0 {
			fmt.Fprintf(a.Err, "no configuration file; auditctl looks for %s\n", strings.TrimSuffix(configName+", then "+user, ", then "))
		}
		return nil
	}
	begin := &cobra.Command{Use: "init", Short: "write auditctl.yaml here, with every setting and its default as a comment", Example: "  auditctl config init", Args: usageArgs(cobra.NoArgs)}
	begin.RunE = func(*cobra.Command, []string) error { return a.initConfig() }
	cmd.AddCommand(show, path, begin, newTrust(a))
	return cmd
}

func (a *app) initConfig() error {
	path := configName
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600) // it is for keys, too
	if err != nil {
		return usage("%s is there already, or can't be written", path)
	}
	var b strings.Builder
	b.WriteString("# Settings of auditctl; every line shows its default. " +
		"Environment (AUDITCTL_PAGES=20) and flags (--pages 20) are stronger.\n" +
		"# Here this file sets only " + strings.Join(settableBy(fromWorkingDirectory), ", ") + ".\n" +
		"# For everything else run auditctl config trust after each change, name it with --config, " +
		"or move it into the user's configuration folder.\n")
	for _, s := range allSettings() {
		value := s.value
		if s.key == "db" {
			value = "auditctl.db"
		}
		fmt.Fprintf(&b, "\n# %s\n# %s: %v\n", strings.ReplaceAll(s.help, "`", ""), s.key, value)
	}
	b.WriteString(sectionsExample)
	if _, err := f.WriteString(b.String()); err != nil {
		return fmt.Errorf("writing %s: %w", path, err)
	}
	if err := f.Close(); err != nil {
		return fmt.Errorf("writing %s: %w", path, err)
	}
	_, err = fmt.Fprintf(a.Err, "wrote %s\n", path)
	return err
}

// sectionsExample shows the sections of the file, which have no defaults.
const sectionsExample = `
# API keys of language models; better in the environment: OPENAI_API_KEY, ANTHROPIC_API_KEY, GEMINI_API_KEY, PERPLEXITY_API_KEY, …
# keys:
#   openai: KEY

# addresses of language models that are not where they are by default
# base-urls:
#   vllm: http://gpu:8000/v1

# what models cost, in USD: per million tokens read and written, and per search
# prices:
#   openai:MODEL: {input: 1.25, output: 10, search: 0.01}
`
