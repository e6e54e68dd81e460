package main

import (
	"strings"
	"testing"
)

// TestNoOutputShowsACredential puts a secret into every place of an address and asks every command that shows settings.
func TestNoOutputShowsACredential(t *testing.T) {
	for name, c := range map[string]struct{ key, value, shown string }{
		"password":           {"store", "postgres://u:s3cret@127.0.0.1:9/d?sslmode=disable", "postgres://…@127.0.0.1:9/d?sslmode=disable"},
		"parameter":          {"store", "postgres://u@127.0.0.1:9/d?password=s3cret&sslmode=disable", "postgres://…@127.0.0.1:9/d?password=xxxxx&sslmode=disable"},
		"escaped parameter":  {"store", "postgres://u@127.0.0.1:9/d?p%61ssword=s3cret", "postgres://…@127.0.0.1:9/d?p%61ssword=xxxxx"},
		"key's password":     {"store", "postgres://u@127.0.0.1:9/d?sslpassword=s3cret", "postgres://…@127.0.0.1:9/d?sslpassword=xxxxx"},
		"in another's value": {"store", "postgres://u@127.0.0.1:9/d?sslmode=a;password=s3cret", "postgres://…@127.0.0.1:9/d?sslmode=xxxxx"},
		"DSN":                {"store", "host=127.0.0.1 user=u password=s3cret", "xxxxx"},
		"quoted DSN":         {"store", "host=127.0.0.1 password = 'a s3cret'", "xxxxx"},
		"broken escape":      {"store", "postgres://u:s3cret%zz@127.0.0.1/d", "xxxxx"},
		"stray slash":        {"store", "postgres://u:a/s3cret?x@127.0.0.1/d", "xxxxx"},
		"many hosts":         {"store", "postgres://u:s3cret@127.0.0.1:9,127.0.0.1:8/d?password=s3cret", "postgres://…@127.0.0.1:9,127.0.0.1:8/d?password=xxxxx"},
		"stray port":         {"store", "postgres://a@u:b:s3cret@127.0.0.1", "postgres://…@127.0.0.1"},
		"three slashes":      {"store", "postgres:///u:s3cret@127.0.0.1/d", "xxxxx"},
		"other scheme":       {"store", "mysql://u:s3cret@127.0.0.1/d", "mysql://…@127.0.0.1/d"},
		"a key as user":      {"pagespeed-url", "http://s3cret@127.0.0.1:9", "http://…@127.0.0.1:9"},
		"a key in a query":   {"pagespeed-url", "http://127.0.0.1:9/?key=s3cret", "http://127.0.0.1:9/?key=xxxxx"},
		"a bare query":       {"pagespeed-url", "http://127.0.0.1:9/?s3cret", "http://127.0.0.1:9/?xxxxx"},
		"a fragment":         {"pagespeed-url", "http://127.0.0.1:9/#s3cret", "http://127.0.0.1:9/#xxxxx"},
		"server":             {"remote", "http://u:s3cret@127.0.0.1:9", "http://…@127.0.0.1:9"},
		"server, one slash":  {"remote", "http:/u:s3cret@127.0.0.1:9", "xxxxx"},
		"own address":        {"server.base_url", "https://u:s3cret@127.0.0.1", "https://…@127.0.0.1"},
		"origins":            {"server.cors_origins", "https://a.example,https://u:s3cret@b.example", "https://a.example,https://…@b.example"},
		"base URL":           {"base-urls.openai", "http://u:s3cret@127.0.0.1:9/v1?k=s3cret", "http://…@127.0.0.1:9/v1?k=xxxxx"},
		"the wrong setting":  {"db", "postgres://u:s3cret@127.0.0.1/d", "postgres://…@127.0.0.1/d"},
		"nothing to hide":    {"store", "postgres://127.0.0.1/d", "postgres://127.0.0.1/d"},
		"a known server":     {"remote", "work", "work"},
	} {
		t.Run(name, func(t *testing.T) {
			enterFolder(t)
			t.Setenv("PAGESPEED_API_KEY", "")
			t.Setenv("AUDITCTL_BROWSER", "off")
			variable := environmentName(c.key)
			if c.key == "base-urls.openai" {
				variable = "OPENAI_BASE_URL"
			}
			t.Setenv(variable, c.value)
			code, out, said := inFolder(t, "config", "show")
			if line := c.key + ": " + c.shown + "  # " + variable + "\n"; code != exitDone || !strings.Contains(out, line) {
				t.Errorf("exit code %d: %q is not in %s%s", code, line, out, said)
			}
			for _, args := range [][]string{
				{"config", "show"},
				{"doctor"},
				{"history"},
				{"me"},
				{"audit", "--performance", "psi", "--judge", "openai:m", "http://127.0.0.1:1"},
				{"serve", "--listen", "nowhere"},
				{"accounts", "invite", "a@example.com"},
			} {
				if _, out, said := inFolder(t, args...); strings.Contains(out+said, "s3cret") {
					t.Errorf("%q shows it: %s%s", args, out, said)
				}
			}
		})
	}
}

func TestAFaultInAFileQuotesNothing(t *testing.T) {
	for name, text := range map[string]string{
		"text":     "s3cret",
		"brackets": "keys:\n  openai: [s3cret",
		"twice":    "s3cret: 1\ns3cret: 2",
		"a list":   "- s3cret",
		"a tag":    "keys: !!int s3cret",
		"store":    "store: ['postgres://u:s3cret@h/d']",
	} {
		t.Run(name, func(t *testing.T) {
			enterFolder(t)
			plant(t, "named.yaml", text+"\n")
			for _, args := range [][]string{{"--config", "named.yaml", "config", "show"}} {
				if code, out, said := inFolder(t, args...); code != exitUsage || strings.Contains(out+said, "s3cret") {
					t.Errorf("exit code %d: %s%s", code, out, said)
				}
			}
		})
	}
}
