package main

import (
	"errors"
	"fmt"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"
	"github.com/spf13/viper"

	"github.com/auditctl/auditctl/pkg/audit"
)

// A setting is a value with a default that a file, the environment and a flag can change, weakest first. In the file it is written as its key, where a
// full stop opens a section; in the environment as AUDITCTL_ and the key in capitals with underscores.
type setting struct {
	key   string
	value any // default
	help  string
	short string
	list  bool // comma-separated, or a list in the file
}

// flag is the setting's flag: the key without its section, in dashes.
func (s setting) flag() string {
	_, name, sectioned := strings.Cut(s.key, ".")
	if !sectioned {
		return s.key
	}
	return strings.ReplaceAll(name, "_", "-")
}

// The settings of every command, and those of reading sites.
func globalSettings() []setting {
	return []setting{
		{key: "db", value: defaultDB(), help: "SQLite `FILE` of the history"},
		{key: "store", value: "", help: "database `URL` instead of a file: postgres://USER@HOST/NAME"},
		{key: "remote", value: "", help: "work on a server, `NAME|URL`, or here: local (default: what auditctl remote use chose, else here)"},
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
		{key: "probe-agents", value: "search", help: "under whose names a site is asked: search (search and assistant agents, few requests), all (every agent, and what only more requests tell) or none"},
		{key: "deny-private", value: false, help: "refuse private and loopback addresses"},
	}
}

func auditSettings() []setting {
	return []setting{
		{key: "lang", value: "en", help: "language of summary, checks and report: en or fr"},
		{key: "concurrency", value: 50, help: "sites audited at once"},
		{key: "max-age", value: "0s", help: "take a stored audit of the domain younger than this; 0 is always fresh"},
		{key: "gate-tiers", value: "measured", help: "confidence tiers that --fail-under and --baseline look at, comma-separated: measured, estimated, ai_estimate", list: true},
	}
}

// The settings of serve and worker.
func workerSettings() []setting {
	return []setting{
		{key: "server.workers", value: 50, help: "audits run at once; 0 is an API without workers"},
		{key: "server.audit_timeout", value: "90s", help: "for one audit, in all"},
		{key: "server.grace", value: "30s", help: "time that running audits and requests have to finish when the process is stopped"},
		{key: "server.host_running", value: 2, help: "audits of one registrable domain at once, of all accounts; 0 is no limit"},
		{key: "server.host_hourly", value: 30, help: "audits of one registrable domain begun in an hour, of all accounts; 0 is no limit (default with --allow-private: 0)"},
		{key: "server.retention", value: "0s", help: "audits that ended longer ago are deleted; 0 keeps them"},
		{key: "server.cache_scope", value: "shared", help: "whose audits serve a submission: shared (every account's) or account"},
		{key: "server.allow_private", value: false, help: "audit private and loopback addresses, and any port; for one's own network only"},
		{key: "server.operator_listen", value: "127.0.0.1:9090", help: "`ADDRESS` of /healthz, /readyz, /metrics and /debug/pprof; empty is none"},
		{key: "server.operator_hosts", value: "", help: "`NAMES`, comma-separated, that metrics and profiles may be asked by, beside IP addresses and localhost", list: true},
		{key: "server.log", value: "info", help: "least level that is logged: debug, info, warn or error"},
	}
}

// The settings of serve alone.
func apiSettings() []setting {
	return []setting{
		{key: "server.listen", value: "127.0.0.1:8080", help: "`ADDRESS` of the API"},
		{key: "server.base_url", value: "", help: "`URL` that callers know the API by"},
		{key: "server.tls_cert", value: "", help: "PEM `FILE` of the certificate; without it the API speaks plain HTTP, for a proxy that speaks TLS"},
		{key: "server.tls_key", value: "", help: "PEM `FILE` of the certificate's key"},
		{key: "server.trusted_proxies", value: "", help: "`NETWORKS`, comma-separated, whose X-Forwarded-For is believed: 10.0.0.0/8", list: true},
		{key: "server.cors_origins", value: "", help: "`ORIGINS`, comma-separated, whose pages may call the API: https://app.example", list: true},
		{key: "server.dashboard", value: true, help: "serve the dashboard under /dashboard"},
		{key: "server.public_openapi", value: false, help: "serve /openapi.json without a key"},
		{key: "server.cache_age", value: "24h", help: "a finished audit of a domain serves its submissions this long; 0 is never"},
		{key: "server.queue_limit", value: 10000, help: "audits that may wait; beyond it submissions are refused with 503"},
		{key: "server.failures_per_hour", value: 30, help: "audits of an account that may end without a report in an hour; beyond it submissions are refused with 429"},
		{key: "server.rate", value: 20, help: "requests per second and key"},
		{key: "server.burst", value: 40, help: "requests of a key at once"},
		{key: "server.connections_per_address", value: 100, help: "open connections of one client address; 0 is no limit"},
	}
}

// The settings of mail, which invitations are sent by. They have no flags, and the password no setting: it is read from the environment alone.
func mailSettings() []setting {
	return []setting{
		{key: "smtp.host", value: "", help: "`HOST` of the mail server that sends invitations; empty is none"},
		{key: "smtp.port", value: 587, help: "its port (default with tls: 465)"},
		{key: "smtp.username", value: "", help: "who signs in there, with the password in " + smtpPassword + "; empty is nobody"},
		{key: "smtp.from", value: "", help: "`ADDRESS` that mail comes from"},
		{key: "smtp.tls", value: "starttls", help: "starttls (the server has to offer it), tls (from the first byte) or off (a server on this machine or network)"},
	}
}

func allSettings() []setting {
	return slices.Concat(globalSettings(), auditSettings(), siteSettings(), evidenceSettings(), browserSettings(), screenshotSettings(), modelSettings(), citationSettings(), speedSettings(), brandSettings(), workerSettings(), apiSettings(), mailSettings(), []setting{{key: "output", value: "", help: "format of the result"}})
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
			flags.BoolP(s.flag(), s.short, v, s.help)
		case int:
			flags.IntP(s.flag(), s.short, v, s.help)
		case string:
			flags.StringP(s.flag(), s.short, v, s.help)
		}
	}
}

// only gives the settings of these keys.
func only(settings []setting, keys ...string) []setting {
	return slices.DeleteFunc(settings, func(s setting) bool { return !slices.Contains(keys, s.key) })
}

// config is the effective settings and where each came from.
type config struct {
	*viper.Viper
	file     string // the file that was read; empty where there is none
	lying    bool   // nobody named the file, it lies in the working folder
	sections sections
	flags    *pflag.FlagSet
}

// loadConfig reads defaults, file, environment and flags. An unknown key in the file is an error.
func loadConfig(flags *pflag.FlagSet, named string) (*config, error) {
	v := viper.New()
	v.SetEnvPrefix("auditctl")
	v.SetEnvKeyReplacer(strings.NewReplacer("-", "_", ".", "_"))
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
		c.file, c.lying = file, named == "" && file == configPaths()[0]
		if err := c.checkKeys(); err != nil {
			return nil, err
		}
		if c.sections, err = readSections(file); err != nil {
			return nil, err
		}
	}
	if err := v.BindPFlags(flags); err != nil {
		return nil, err
	}
	for _, s := range slices.Concat(workerSettings(), apiSettings()) {
		if f := flags.Lookup(s.flag()); f != nil {
			if err := v.BindPFlag(s.key, f); err != nil {
				return nil, err
			}
		}
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
		if _, nested := given.(map[string]any); err != nil || nested || several && !s.list {
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
	known = slices.AppendSeq(known, maps.Keys(sectionNames))
	own := viper.New()
	own.SetConfigFile(c.file)
	own.SetConfigType("yaml")
	if err := own.ReadInConfig(); err != nil {
		return usage("reading %s: %v", c.file, err)
	}
	for _, key := range own.AllKeys() {
		if !slices.Contains(known, key) && !inSection(key) {
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
	if f := c.flags.Lookup(setting{key: key}.flag()); f != nil && f.Changed {
		return "flag"
	}
	env := "AUDITCTL_" + strings.ToUpper(strings.NewReplacer("-", "_", ".", "_").Replace(key))
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

// withoutPassword hides what a database's address may hold.
func withoutPassword(value string) string {
	if u, err := url.Parse(value); err == nil && u.User != nil {
		return u.Redacted()
	}
	return value
}

func (c *config) show() string {
	var b strings.Builder
	for _, s := range allSettings() {
		fmt.Fprintf(&b, "%s: %v  # %s\n", s.key, withoutPassword(c.text(s.key)), c.origin(s.key))
	}
	c.showModels(&b)
	return b.String()
}
