package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/pflag"
)

// load reads the settings in a folder of its own, with a file that is trusted there, an environment and flags.
func load(t *testing.T, file string, env map[string]string, flags ...string) (*config, error) {
	t.Helper()
	t.Chdir(t.TempDir())
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	if file != "" {
		if err := os.WriteFile("auditctl.yaml", []byte(file), 0o600); err != nil {
			t.Fatal(err)
		}
		run(t, "config", "trust") // which refuses a broken file
	}
	for key, value := range env {
		t.Setenv(key, value)
	}
	set := pflag.NewFlagSet("auditctl", pflag.ContinueOnError)
	addFlags(set, allSettings())
	if err := set.Parse(flags); err != nil {
		t.Fatal(err)
	}
	return loadConfig(set, "")
}

func TestTheStrongerSettingWins(t *testing.T) {
	env := map[string]string{"AUDITCTL_PAGES": "3"}
	for name, c := range map[string]struct {
		file   string
		env    map[string]string
		flags  []string
		want   int
		origin string
	}{
		"default":          {"", nil, nil, 10, "default"},
		"file":             {"pages: 2", nil, nil, 2, "auditctl.yaml"},
		"environment":      {"pages: 2", env, nil, 3, "AUDITCTL_PAGES"},
		"flag":             {"pages: 2", env, []string{"--pages", "4"}, 4, "flag"},
		"flag, as default": {"pages: 2", env, []string{"--pages", "10"}, 10, "flag"},
		"an empty file":    {"# nothing\n", nil, nil, 10, "default"},
		"capitals":         {"Pages: 2", nil, nil, 2, "auditctl.yaml"},
	} {
		t.Run(name, func(t *testing.T) {
			config, err := load(t, c.file, c.env, c.flags...)
			if err != nil {
				t.Fatal(err)
			}
			if got, origin := config.GetInt("pages"), config.origin("pages"); got != c.want || origin != c.origin {
				t.Errorf("%d from %s, want %d from %s", got, origin, c.want, c.origin)
			}
		})
	}
}

func TestSettingsThatCantBeMeant(t *testing.T) {
	for name, c := range map[string]struct {
		file string
		env  map[string]string
		want string
	}{
		"an unknown key":        {"tiemout: 5s", nil, `auditctl.yaml: unknown setting "tiemout"; did you mean timeout?`},
		"without a value":       {"pagse:", nil, `unknown setting "pagse"; did you mean pages?`},
		"nested":                {"audit:\n  pages: 3", nil, `unknown setting "audit.pages"`},
		"no number":             {"pages: many", nil, `pages, from auditctl.yaml: "many" is no whole number`},
		"a fraction":            {"pages: 1.5", nil, `"1.5" is no whole number`},
		"no truth":              {"quiet: loud", nil, `quiet, from auditctl.yaml: "loud" is neither true nor false`},
		"a list":                {"timeout: [5s]", nil, `timeout, from auditctl.yaml: "[5s]" is no text`},
		"no YAML":               {"pages: [", nil, "reading auditctl.yaml: "},
		"from the environment":  {"", map[string]string{"AUDITCTL_CONCURRENCY": "x\x1b"}, `concurrency, from AUDITCTL_CONCURRENCY: "x` + "\ufffd" + `" is no whole number`},
		"truth, from elsewhere": {"", map[string]string{"AUDITCTL_DENY_PRIVATE": "perhaps"}, `"perhaps" is neither true nor false`},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := load(t, c.file, c.env)
			if err == nil || exitCode(err) != exitUsage || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, want %s", err, c.want)
			}
		})
	}
}

func TestTiersAreAListOrCommaSeparated(t *testing.T) {
	for name, file := range map[string]string{"commas": "gate-tiers: measured, estimated", "list": "gate-tiers: [measured, estimated]"} {
		t.Run(name, func(t *testing.T) {
			c, err := load(t, file, nil)
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(c.list("gate-tiers"), "|"); got != "measured|estimated" {
				t.Error(got)
			}
		})
	}
}

// TestTheFileOfInitSaysTheDefaults takes the comment marks away and reads it.
func TestTheFileOfInitSaysTheDefaults(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	if code, _, said := run(t, "config", "init"); code != exitDone {
		t.Fatal(said)
	}
	data, err := os.ReadFile("auditctl.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var active strings.Builder
	for line := range strings.Lines(string(data)) {
		key, value, isSetting := strings.Cut(strings.TrimPrefix(line, "# "), ": ")
		for _, s := range allSettings() {
			if isSetting && key == s.key {
				active.WriteString(key + ": " + value)
			}
		}
	}
	c, err := load(t, active.String(), nil)
	if err != nil {
		t.Fatalf("%v:\n%s", err, active.String())
	}
	for _, s := range allSettings() {
		if c.origin(s.key) != "auditctl.yaml" && s.value != "" {
			t.Errorf("%s is not in the file", s.key)
		}
		if s.key != "db" && c.Get(s.key) != s.value && c.GetString(s.key) != s.value {
			t.Errorf("%s: %v, default %v", s.key, c.Get(s.key), s.value)
		}
	}
}

func TestTheHistoryIsInTheDataFolder(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("XDG_DATA_HOME", dir)
	if got := defaultDB(); got != filepath.Join(dir, "auditctl", "auditctl.db") {
		t.Error(got)
	}
	t.Setenv("XDG_DATA_HOME", "relative")
	if got := defaultDB(); strings.HasPrefix(got, "relative") {
		t.Errorf("a relative folder is followed: %s", got)
	}
}
