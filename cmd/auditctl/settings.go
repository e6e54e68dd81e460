package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"
	"github.com/spf13/viper"

	"github.com/auditctl/auditctl/pkg/audit"
)

// A setting is a value with a default that a file, the environment and a flag can change, weakest first. The key is the flag's name; in the file it
// is written the same, in the environment AUDITCTL_ and the key in capitals with underscores.
type setting struct {
	key   string
	value any // default
	help  string
	short string
}

// The settings of every command, and those of reading sites.
func globalSettings() []setting {
	return []setting{
		{key: "db", value: defaultDB(), help: "SQLite `FILE` of the history"},
		{key: "quiet", value: false, help: "say nothing but the result and errors", short: "q"},
		{key: "verbose", value: false, help: "say more about what is being done", short: "v"},
		{key: "no-color", value: false, help: "no colours"},
	}
}

func siteSettings() []setting {
	return []setting{
		{key: "pages", value: 10, help: "pages read per site, the submitted one included; 1 is that page alone"},
		{key: "timeout", value: "60s", help: "for one site"},
		{key: "user-agent", value: "", help: "user agent header (default: auditctl/VERSION with the project's address)"},
		{key: "ignore-robots", value: false, help: "read further pages that robots.txt forbids; for one's own site"},
		{key: "deny-private", value: false, help: "refuse private and loopback addresses"},
	}
}

func auditSettings() []setting {
	return []setting{
		{key: "lang", value: "en", help: "language of summary, checks and report: en or fr"},
		{key: "concurrency", value: 50, help: "sites audited at once"},
		{key: "max-age", value: "0s", help: "take a stored audit of the domain younger than this; 0 is always fresh"},
		{key: "gate-tiers", value: "measured", help: "confidence tiers that --fail-under and --baseline look at, comma-separated: measured, estimated, ai_estimate"},
	}
}

func allSettings() []setting {
	return slices.Concat(globalSettings(), auditSettings(), siteSettings(), []setting{{key: "output", value: "", help: "format of the result"}})
}

// defaultDB is auditctl.db in the user's data folder: XDG_DATA_HOME where it is set, else what the system has for it.
func defaultDB() string {
	if dir := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "auditctl", "auditctl.db")
	}
	if dir := os.Getenv("LocalAppData"); dir != "" {
		return filepath.Join(dir, "auditctl", "auditctl.db")
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "auditctl.db"
	}
	if mac := filepath.Join(home, "Library", "Application Support"); isFolder(mac) {
		return filepath.Join(mac, "auditctl", "auditctl.db")
	}
	return filepath.Join(home, ".local", "share", "auditctl", "auditctl.db")
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// addFlags gives a command the flags of settings.
func addFlags(flags *pflag.FlagSet, settings []setting) {
	for _, s := range settings {
		switch v := s.value.(type) {
		case bool:
			flags.BoolP(s.key, s.short, v, s.help)
		case int:
			flags.IntP(s.key, s.short, v, s.help)
		case string:
			flags.StringP(s.key, s.short, v, s.help)
		}
	}
}

// config is the effective settings and where each came from.
type config struct {
	*viper.Viper
	file  string // the file that was read; empty where there is none
	flags *pflag.FlagSet
}

// loadConfig reads defaults, file, environment and flags. An unknown key in the file is an error.
func loadConfig(flags *pflag.FlagSet, named string) (*config, error) {
	v := viper.New()
	v.SetEnvPrefix("auditctl")
	v.SetEnvKeyReplacer(strings.NewReplacer("-", "_"))
	v.AutomaticEnv()
	for _, s := range allSettings() {
		v.SetDefault(s.key, s.value)
	}
	c := &config{Viper: v, flags: flags}
	file, err := configFile(named)
	if err != nil {
		return nil, err
	}
	if file != "" {
		v.SetConfigFile(file)
		v.SetConfigType("yaml")
		if err := v.ReadInConfig(); err != nil {
			return nil, usage("reading %s: %v", file, err)
		}
		c.file = file
		if err := c.checkKeys(); err != nil {
			return nil, err
		}
	}
	if err := v.BindPFlags(flags); err != nil {
		return nil, err
	}
	return c, c.checkValues()
}

// checkValues refuses what the file or the environment says and can't be meant; it would be read as 0, false or nothing.
func (c *config) checkValues() error {
	for _, s := range allSettings() {
		given := c.Get(s.key)
		_, several := given.([]any)
		var err error
		switch s.value.(type) {
		case int:
			_, err = strconv.Atoi(fmt.Sprint(given))
		case bool:
			_, err = strconv.ParseBool(fmt.Sprint(given))
		}
		if _, nested := given.(map[string]any); err != nil || nested || several && s.key != "gate-tiers" {
			return usage("%s, from %s: %q %s", s.key, c.origin(s.key), audit.Printable(fmt.Sprint(given)), isNot[fmt.Sprintf("%T", s.value)])
		}
	}
	return nil
}

// isNot says, by a setting's type, what a value isn't.
var isNot = map[string]string{"int": "is no whole number", "bool": "is neither true nor false", "string": "is no text"}

// checkKeys refuses keys that mean nothing; a misspelt setting would be silently the default.
func (c *config) checkKeys() error {
	var known []string
	for _, s := range allSettings() {
		known = append(known, s.key)
	}
	own := viper.New()
	own.SetConfigFile(c.file)
	own.SetConfigType("yaml")
	if err := own.ReadInConfig(); err != nil {
		return usage("reading %s: %v", c.file, err)
	}
	for _, key := range own.AllKeys() {
		if !slices.Contains(known, key) {
			return usage("%s: unknown setting %q%s", c.file, key, didYouMean(key, known))
		}
	}
	return nil
}

// configFile is the named file, else auditctl.yaml here, else in the user's configuration folder; empty where there is none.
func configFile(named string) (string, error) {
	if named != "" {
		if _, err := os.Stat(named); err != nil {
			return "", usage("the configuration file %s can't be read: %v", named, errors.Unwrap(err))
		}
		return named, nil
	}
	for _, path := range configPaths() {
		if _, err := os.Stat(path); err == nil {
			return path, nil
		}
	}
	return "", nil
}

func configPaths() []string {
	paths := []string{"auditctl.yaml"}
	if dir, err := os.UserConfigDir(); err == nil {
		paths = append(paths, filepath.Join(dir, "auditctl", "auditctl.yaml"))
	}
	return paths
}

// origin says where a setting's value came from.
func (c *config) origin(key string) string {
	if f := c.flags.Lookup(key); f != nil && f.Changed {
		return "flag"
	}
	env := "AUDITCTL_" + strings.ToUpper(strings.ReplaceAll(key, "-", "_"))
	if os.Getenv(env) != "" {
		return env
	}
	if c.file != "" && c.InConfig(key) {
		return c.file
	}
	return "default"
}

// list reads a comma-separated setting, which in the file may be a list.
func (c *config) list(key string) []string {
	var out []string
	for part := range strings.SplitSeq(c.text(key), ",") {
		if part = strings.TrimSpace(part); part != "" {
			out = append(out, part)
		}
	}
	return out
}

// text is a setting as a flag would give it.
func (c *config) text(key string) string {
	if _, several := c.Get(key).([]any); several {
		return strings.Join(c.GetStringSlice(key), ",")
	}
	return c.GetString(key)
}

func (c *config) show() string {
	var b strings.Builder
	for _, s := range allSettings() {
		fmt.Fprintf(&b, "%s: %v  # %s\n", s.key, c.text(s.key), c.origin(s.key))
	}
	return b.String()
}
