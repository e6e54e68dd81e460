package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"
	"github.com/spf13/viper"
)

// A setting is a value with a default that files, the environment and a flag can change, weakest first. In a file it is written as its key,
// where a full stop opens a section; in the environment as AUDITCTL_ and the key in capitals with underscores. The table trust says which
// of them may set it.
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

// defaultPages is how many pages of a site are read unless a setting says otherwise.
const defaultPages = 10

func siteSettings() []setting {
	return []setting{
		{key: "pages", value: defaultPages, help: "pages read per site, the submitted one included; 1 is that page alone"},
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
		{key: "server.audit_timeout", value: "90s", help: "for one audit, its waits for a parser not counted; ten times as long in all"},
		{key: "server.grace", value: "30s", help: "time that running audits and requests have to finish when the process is stopped"},
		{key: "server.host_running", value: 2, help: "audits of one registrable domain at once, of all accounts; 0 means no limit"},
		{
			key: "server.host_hourly", value: 30,
			help: "audits of one registrable domain begun in an hour, of all accounts; 0 means no limit (default with --allow-private: 0)",
		},
		{key: "server.retention", value: "0s", help: "audits that ended longer ago are deleted; 0 keeps them"},
		{key: "server.cache_scope", value: "shared", help: "whose audits serve a submission: shared (every account's) or account"},
		{key: "server.allow_private", value: false, help: "audit private and loopback addresses, and any port; for one's own network only"},
		{key: "server.operator_listen", value: "127.0.0.1:9090", help: "`ADDRESS` of /healthz, /readyz, /metrics and /debug/pprof; empty is none"},
		{
			key: "server.operator_hosts", value: "",
			help: "`NAMES`, comma-separated, that metrics and profiles may be asked by, beside IP addresses and localhost", list: true,
		},
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
		{
			key: "server.failures_per_hour", value: 30,
			help: "audits of an account that may end without a report in an hour; beyond it submissions are refused with 429",
		},
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
	return slices.Concat(globalSettings(), auditSettings(), siteSettings(), evidenceSettings(), browserSettings(), screenshotSettings(),
		modelSettings(), citationSettings(), speedSettings(), brandSettings(), workerSettings(), apiSettings(), mailSettings(), []setting{
			{key: "output", value: "", help: "format of the result"},
			{
				key: "fail-under", value: "",
				help: "thresholds, comma-separated: seo=80, security=60; an audit that scores below ends with exit code 3", list: true,
			},
		})
}

// defaultDB returns the path of auditctl.db in the user's data folder: XDG_DATA_HOME if it is set, else the system's. It returns nothing if
// the environment names no absolute path: a history in the working directory could be somebody else's.
func defaultDB() string {
	if dir := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "auditctl", "auditctl.db")
	}
	if dir := os.Getenv("LocalAppData"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "auditctl", "auditctl.db")
	}
	home, err := os.UserHomeDir()
	if err != nil || !filepath.IsAbs(home) {
		return ""
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
	files    []*configFile // that were read, weakest first
	sections sections
	flags    *pflag.FlagSet
}

// loadConfig reads defaults, files, environment and flags.
func loadConfig(flags *pflag.FlagSet, named string) (*config, error) {
	v := viper.New()
	for _, s := range allSettings() {
		v.SetDefault(s.key, s.value)
		if fromEnvironment.may(s.key) {
			if err := v.BindEnv(s.key, environmentName(s.key)); err != nil {
				return nil, err
			}
		}
	}
	c := &config{Viper: v, flags: flags, sections: newSections()}
	var err error
	if c.files, err = readConfigFiles(named); err != nil {
		return nil, err
	}
	for _, f := range c.files {
		if err := v.MergeConfigMap(f.values.AllSettings()); err != nil {
			return nil, usage("reading %s: %v", f.path, err)
		}
		if err := c.sections.read(f.path, f.text); err != nil {
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

// environmentName is the variable of a setting.
func environmentName(key string) string {
	return "AUDITCTL_" + strings.ToUpper(strings.NewReplacer("-", "_", ".", "_").Replace(key))
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
			return usage("%s, from %s: %q %s", s.key, c.origin(s.key), shownSetting(s.key, given), isNot[fmt.Sprintf("%T", s.value)])
		}
	}
	return nil
}

// isNot says, by a setting's type, what a value isn't.
var isNot = map[string]string{"int": "is no whole number", "bool": "is neither true nor false", "string": "is no text"}

// knownKeys lists the settings and sections that a file may have.
func knownKeys() []string {
	var known []string
	for _, s := range allSettings() {
		known = append(known, s.key)
	}
	return slices.AppendSeq(known, maps.Keys(sectionNames))
}

// origin says where a setting's value came from.
func (c *config) origin(key string) string {
	if f := c.flags.Lookup(setting{key: key}.flag()); f != nil && f.Changed {
		return "flag"
	}
	if env := environmentName(key); os.Getenv(env) != "" {
		return env
	}
	if f := c.fileOf(key); f != nil {
		return f.path
	}
	return "default"
}

// fileOf returns the strongest file that sets a setting; nil if none does.
func (c *config) fileOf(key string) *configFile {
	for _, f := range slices.Backward(c.files) {
		if f.sets(key) {
			return f
		}
	}
	return nil
}

// untrusted returns the file of the working directory if a setting's value comes from it and nobody trusts it; else nil.
func (c *config) untrusted(key string) *configFile {
	if f := c.fileOf(key); f != nil && f.from == fromWorkingDirectory && c.origin(key) == f.path {
		return f
	}
	return nil
}

// list reads a comma-separated setting, which in the file may be a list.
func (c *config) list(key string) []string { return splitList(c.text(key)) }

// text is a setting as a flag would give it.
func (c *config) text(key string) string {
	if _, several := c.Get(key).([]any); several {
		return strings.Join(c.GetStringSlice(key), ",")
	}
	return c.GetString(key)
}
