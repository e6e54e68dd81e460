package main

import (
	"fmt"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// inFolder runs the command line in the current folder, without the flags that run adds.
func inFolder(t testing.TB, args ...string) (code int, out, said string) {
	t.Helper()
	var stdout, stderr strings.Builder
	code = Main(args, Streams{In: strings.NewReader(""), Out: &stdout, Err: &stderr})
	return code, stdout.String(), stderr.String()
}

// enterFolder moves the test into an empty folder, with an empty configuration and history of its own.
func enterFolder(t *testing.T) {
	t.Helper()
	t.Chdir(t.TempDir())
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	t.Setenv("AUDITCTL_BROWSER", "")
	t.Setenv("AUDITCTL_PERFORMANCE", "estimate")
	t.Setenv("AUDITCTL_FAIL_UNDER", "")
}

func plant(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// contacts starts a listener on loopback that counts who connects, and answers nobody.
func contacts(t *testing.T) (address string, count *atomic.Int32) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	count = new(atomic.Int32)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			count.Add(1)
			c.Close()
		}
	}()
	t.Cleanup(func() { l.Close(); <-ended })
	return l.Addr().String(), count
}

// titled starts a site whose pages have titles until it is told otherwise, and counts what it is asked.
func titled(t *testing.T) (site *httptest.Server, untitled *atomic.Bool, asked *atomic.Int32) {
	t.Helper()
	untitled, asked = new(atomic.Bool), new(atomic.Int32)
	site = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked.Add(1)
		title := "<title>Bread from a wood-fired oven in Bath</title>"
		if untitled.Load() {
			title = ""
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprintf(w, `<!doctype html><html lang="en"><head>%s</head><body><h1>Bread</h1><p>We bake bread in Bath.</p></body></html>`,
			title)
	}))
	t.Cleanup(site.Close)
	return site, untitled, asked
}

// refused runs a command that the planted file has to stop, with a sentence that names the file, what it sets, and the ways out.
func refused(t *testing.T, args ...string) {
	t.Helper()
	code, out, said := inFolder(t, args...)
	if code != exitUsage || out != "" || !strings.HasPrefix(said, "auditctl: auditctl.yaml sets ") ||
		!strings.Contains(said, "--config auditctl.yaml") || !strings.Contains(said, "auditctl config trust") {
		t.Errorf("%q: exit code %d: %s%s", args, code, out, said)
	}
}

func TestAPlantedBrowserIsNotRun(t *testing.T) {
	site, _, _ := titled(t)
	enterFolder(t)
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(here, "chromium")
	if err := os.WriteFile(program, []byte("#!/bin/sh\n> '"+here+"/harm'\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{program, "./chromium"} {
		plant(t, "auditctl.yaml", "render: on\nbrowser: "+path+"\n")
		for _, args := range [][]string{{"audit", site.URL}, {"inspect", site.URL}, {"mcp"}, {"doctor"}} {
			refused(t, args...)
		}
	}
	if err := os.Remove("auditctl.yaml"); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", ".") // a relative folder of PATH is the working directory's
	inFolder(t, "audit", site.URL, "--no-store", "--render", "on")
	if _, err := os.Stat("harm"); err == nil {
		t.Error("the planted program was run")
	}
}

func TestAPlantedFileContactsNobody(t *testing.T) {
	site, _, _ := titled(t)
	address, count := contacts(t)
	for name, c := range map[string]struct {
		file     string
		commands [][]string
	}{
		"database": {
			"store: postgres://u@" + address + "/x?sslmode=disable\n",
			[][]string{
				{"audit", site.URL},
				{"history"},
				{"serve"},
				{"worker"},
				{"mcp"},
				{"migrate"},
				{"doctor"},
				{"accounts", "list"},
				{"keys", "list"},
				{"backup", "b.db"},
			},
		},
		"model": {
			"judge: ollama:m\nbase-urls:\n  ollama: http://" + address + "/v1\n", [][]string{{"audit", site.URL}, {"mcp"}, {"doctor"}},
		},
		"address alone": {"BASE-URLS: {ollama: 'http://" + address + "/v1'}\n", [][]string{{"audit", site.URL, "--judge", "ollama:m"}}},
		"server":        {"remote: http://" + address + "\n", [][]string{{"me"}, {"audit", site.URL}}},
		"page speed":    {"performance: psi\npagespeed-url: http://" + address + "\n", [][]string{{"audit", site.URL}}},
		"mail": {
			"smtp: {host: 127.0.0.1, from: a@example.com, tls: 'off'}\n", [][]string{{"accounts", "invite", "a@example.com"}},
		},
		"operator":       {"server:\n  operator_listen: " + address + "\n", [][]string{{"health"}}},
		"flat and alias": {"x: &a postgres://u@" + address + "/x\nstore: *a\n", nil},
	} {
		t.Run(name, func(t *testing.T) {
			enterFolder(t)
			t.Setenv("PGPASSWORD", "secret")
			t.Setenv("PAGESPEED_API_KEY", "secret")
			t.Setenv(keyVariable, "auk_live_0000000000000000000000000000003eNZyU")
			plant(t, "auditctl.yaml", c.file)
			for _, args := range c.commands {
				refused(t, args...)
			}
			if code, _, said := inFolder(t, "config", "show"); code != exitUsage {
				t.Error(said)
			}
			if n := count.Load(); n > 0 {
				t.Errorf("%s was asked %d times", address, n)
			}
		})
	}
}

func TestAPlantedFileOpensNoGate(t *testing.T) {
	site, untitled, asked := titled(t)
	enterFolder(t)
	if code, _, said := inFolder(t, "audit", site.URL, "-q", "--db", "planted.db", "--pages", "1"); code != exitDone {
		t.Fatal(said)
	}
	untitled.Store(true)
	for name, c := range map[string]struct {
		user, planted string
		env           map[string]string
		flags         []string
		code          int
		said          string
	}{
		"an old result": {
			"", "db: planted.db\nmax-age: 1000h", nil, []string{"--fail-under", "seo=100"}, exitUsage, "sets db, max-age",
		},
		"tiers left out": {
			"", "gate-tiers: estimated", nil, []string{"--fail-under", "performance=50"}, exitUsage, "may only add tiers",
		},
		"tiers the user added": {
			"gate-tiers: measured, ai_estimate", "gate-tiers: measured", nil,
			[]string{"--fail-under", "seo=1"},
			exitUsage,
			"leaves ai_estimate out",
		},
		"fewer pages":              {"", "pages: 1", nil, []string{"--fail-under", "seo=1"}, exitUsage, "sets pages"},
		"fewer pages, a variable":  {"", "pages: 1", map[string]string{"AUDITCTL_FAIL_UNDER": "seo=1"}, nil, exitUsage, "sets pages"},
		"fewer pages, user's file": {"fail-under: seo=1", "pages: 1", nil, nil, exitUsage, "sets pages"},
		"more pages":               {"", "pages: 20", nil, []string{"--fail-under", "seo=1"}, exitDone, ""},
		"pages of the flag":        {"", "pages: 1", nil, []string{"--fail-under", "seo=1", "--pages", "2"}, exitDone, ""},
		"the file's own gate":      {"", "pages: 1\nfail-under: [seo=100]", nil, nil, exitThreshold, "below 100"},
		"a gate that passes":       {"", "pages: 1\nfail-under: seo=1, security=1", nil, nil, exitDone, ""},
		"a lower threshold, flag":  {"", "fail-under: seo=0", nil, []string{"--fail-under", "seo=100"}, exitThreshold, "below 100"},
		"a lower threshold, user":  {"fail-under: seo=100", "fail-under: seo=0", nil, nil, exitThreshold, "below 100"},
		"a lower threshold, env": {
			"", "fail-under: seo=0", map[string]string{"AUDITCTL_FAIL_UNDER": "seo=100"}, nil, exitThreshold, "below 100",
		},
		"a higher threshold": {"fail-under: seo=1", "fail-under: seo=100", nil, nil, exitThreshold, "below 100"},
		"another metric": {
			"", "fail-under: security=100", nil, []string{"--fail-under", "seo=1"}, exitThreshold, "security is ",
		},
		"the flag is the strongest": {
			"fail-under: seo=100", "", map[string]string{"AUDITCTL_FAIL_UNDER": "seo=100"}, []string{"--fail-under", "seo=1"}, exitDone, "",
		},
		"the user's file counts on": {"deny-private: true", "lang: fr", nil, nil, exitFailed, "address_not_public"},
		"no threshold": {
			"", "fail-under: seo=101", nil, nil, exitUsage, "auditctl.yaml: fail-under \"seo=101\" is not of the form",
		},
	} {
		t.Run(name, func(t *testing.T) {
			db, err := filepath.Abs("planted.db")
			if err != nil {
				t.Fatal(err)
			}
			enterFolder(t)
			if err := os.Link(db, "planted.db"); err != nil {
				t.Fatal(err)
			}
			plant(t, filepath.Join(os.Getenv("XDG_CONFIG_HOME"), "auditctl", "auditctl.yaml"), c.user)
			plant(t, "auditctl.yaml", c.planted)
			for key, value := range c.env {
				t.Setenv(key, value)
			}
			asked.Store(0)
			code, _, said := inFolder(t, append([]string{"audit", site.URL, "-q"}, c.flags...)...)
			if code != c.code || !strings.Contains(said, c.said) {
				t.Errorf("exit code %d, want %d with %q: %s", code, c.code, c.said, said)
			}
			if code == exitUsage && asked.Load() > 0 {
				t.Error("the site was asked")
			}
		})
	}
}

// TestEverySettingHasItsTrust holds the table to the settings, the commands' flags, and what loading does.
func TestEverySettingHasItsTrust(t *testing.T) {
	keys := slices.Collect(maps.Keys(sectionNames))
	for _, s := range allSettings() {
		keys = append(keys, s.key)
	}
	slices.Sort(keys)
	if declared := slices.Sorted(maps.Keys(trust)); !slices.Equal(declared, keys) {
		t.Errorf("trust is declared for\n%q, there are\n%q", declared, keys)
	}
	want := []string{"brand-color", "brand-name", "fail-under", "gate-tiers", "lang", "output", "pages"}
	if harmless := settableBy(fromWorkingDirectory); !slices.Equal(harmless, want) {
		t.Errorf("a planted file may set %q, want %q", harmless, want)
	}
	flags := map[string]bool{}
	var walk func(*cobra.Command)
	walk = func(c *cobra.Command) {
		for _, set := range []*pflag.FlagSet{c.Flags(), c.PersistentFlags()} {
			set.VisitAll(func(f *pflag.Flag) { flags[f.Name] = true })
		}
		for _, sub := range c.Commands() {
			walk(sub)
		}
	}
	walk(newRoot(&app{}))
	for _, s := range allSettings() {
		if fromFlag.may(s.key) != flags[s.flag()] {
			t.Errorf("%s: by flag %t, and there is one: %t", s.key, fromFlag.may(s.key), flags[s.flag()])
		}
	}
	for _, key := range keys {
		text := strings.ReplaceAll(key, ".", ": {") + ": x" + strings.Repeat("}", strings.Count(key, "."))
		if _, section := sectionNames[key]; section {
			text = key + ": {openai: x}"
		}
		for _, from := range []sources{fromUserFile, fromNamedFile, fromWorkingDirectory} {
			f, err := newConfigFile("auditctl.yaml", from, []byte(text))
			if err != nil {
				t.Fatal(err)
			}
			if refused := f.checkTrust() != nil; refused == from.may(key) {
				t.Errorf("%q from %d: refused %t", text, from, refused)
			}
		}
	}
}

func TestASettingWithoutTrustIsRefusedEverywhere(t *testing.T) {
	for _, from := range []sources{fromFlag, fromEnvironment, fromUserFile, fromNamedFile, fromWorkingDirectory} {
		if from.may("forgotten") || from.may("server.forgotten") {
			t.Errorf("%d may set what the table doesn't have", from)
		}
	}
}

func TestConfigTrust(t *testing.T) {
	enterFolder(t)
	shows := func(want int, contains string) {
		t.Helper()
		if code, out, said := inFolder(t, "config", "show"); code != want || !strings.Contains(out+said, contains) {
			t.Errorf("exit code %d, want %d with %q: %s%s", code, want, contains, out, said)
		}
	}
	trusting := func(want int, contains string, flags ...string) {
		t.Helper()
		if code, out, said := inFolder(t, append([]string{"config", "trust"}, flags...)...); code != want ||
			!strings.Contains(said, contains) {
			t.Errorf("exit code %d, want %d with %q: %s%s", code, want, contains, out, said)
		}
	}
	trusting(exitUsage, "there is no regular file")
	plant(t, "auditctl.yaml", "votes: 5\nlang: fr\n")
	shows(exitUsage, "auditctl.yaml sets votes: a file that merely lies")
	trusting(exitDone, "which sets votes;")
	shows(exitDone, "votes: 5  # auditctl.yaml\n")
	plant(t, "auditctl.yaml", "votes: 7\n")
	shows(exitUsage, "auditctl.yaml sets votes, and has changed since it was trusted: ")
	trusting(exitDone, "which sets votes;")
	shows(exitDone, "votes: 7  # auditctl.yaml\n")
	trusting(exitDone, "is not trusted", "--revoke")
	shows(exitUsage, "auditctl.yaml sets votes: ")
	trusting(exitDone, "")
	text, err := os.ReadFile("auditctl.yaml")
	if err != nil {
		t.Fatal(err)
	}
	folder, err := trustFolder()
	if err != nil {
		t.Fatal(err)
	}
	marks, err := os.ReadDir(folder)
	if err != nil || len(marks) != 1 {
		t.Fatalf("%d marks, want 1: %v", len(marks), err)
	}
	if info, err := marks[0].Info(); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, want 0600: %v", info.Mode(), err)
	}
	t.Chdir(t.TempDir())
	plant(t, "auditctl.yaml", string(text))
	shows(exitUsage, "auditctl.yaml sets votes: ") // another path
	plant(t, "auditctl.yaml", "pagse: 1\n")
	trusting(exitUsage, `unknown setting "pagse"`)
}

func TestConfigShowHasTheThresholdsInForce(t *testing.T) {
	enterFolder(t)
	plant(t, filepath.Join(os.Getenv("XDG_CONFIG_HOME"), "auditctl", "auditctl.yaml"), "fail-under: [seo=80, geo=5]")
	plant(t, "auditctl.yaml", "fail-under: [seo=0, security=60]")
	t.Setenv("AUDITCTL_FAIL_UNDER", "geo=7")
	if _, out, said := inFolder(t, "config", "show"); !strings.Contains(out, "fail-under: geo=7,security=60,seo=80  # ") {
		t.Error(out, said)
	}
}

// TestARelativeHomeIsNobodys holds the user's files out of the working directory.
func TestARelativeHomeIsNobodys(t *testing.T) {
	for name, home := range map[string]string{"none": "", "here": ".", "relative": "home"} {
		t.Run(name, func(t *testing.T) {
			enterFolder(t)
			for _, v := range []string{"XDG_CONFIG_HOME", "XDG_DATA_HOME", "LocalAppData", "AppData"} {
				t.Setenv(v, "")
			}
			t.Setenv("HOME", home)
			for _, folder := range []string{".config/auditctl", "home/.config/auditctl"} {
				plant(t, folder+"/auditctl.yaml", "votes: 5\n")
				plant(t, folder+"/remotes.yaml", "use: planted\nservers: [{name: planted, url: 'http://127.0.0.1:9', key: k}]\n")
			}
			if code, out, said := inFolder(t, "config", "show"); code != exitDone || !strings.Contains(out, "votes: 3  # default") {
				t.Errorf("exit code %d: %s%s", code, out, said)
			}
			if code, _, said := inFolder(t, "history"); code != exitUsage || !strings.Contains(said, "name a file with --db") {
				t.Errorf("exit code %d: %s", code, said)
			}
		})
	}
}
