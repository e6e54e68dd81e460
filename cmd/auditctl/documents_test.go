package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"github.com/auditctl/auditctl/internal/docs"
	"github.com/auditctl/auditctl/internal/pgtest"
	"github.com/auditctl/auditctl/pkg/audit/render"
)

// documentsShell is what stands before the commands of a document.
const documentsShell = "documents.sh"

// standIns are what a document's addresses become, in this order: servers, PostgreSQL, then sites. An export of "…" is left out: the test has a value.
func standIns(server, site, other string) []func(string) string {
	replace := func(pattern, by string) func(string) string {
		re := regexp.MustCompile(pattern)
		return func(text string) string { return re.ReplaceAllString(text, by) }
	}
	return []func(string) string{
		replace(`(?m)^export( [A-Z_]+=…)+.*$`, ":"),
		replace(`https://audits?\.example(\.com)?|http://127\.0\.0\.1:8080`, server),
		replace(`'?postgres://[^ '"]+'?`, `"$$POSTGRES"`),
		replace(`(^|[^@.\w])(https?://)?example\.(org|fr)`, "${1}"+other),
		replace(`(^|[^@.\w])(https?://)?((www|staging|shop)\.)?example\.com`, "${1}"+site),
	}
}

// TestTheCommandsOfEveryDocumentWork runs the blocks of sh of each page in one shell, in their order, against sites, services and a server on loopback. docs.Reasons
// says which blocks aren't run.
func TestTheCommandsOfEveryDocumentWork(t *testing.T) {
	shell, err := exec.LookPath("bash")
	if err != nil || runtime.GOOS == "windows" {
		t.Skip("bash isn't here")
	}
	if _, err := exec.LookPath("curl"); err != nil {
		t.Skip("curl isn't here")
	}
	pages, err := docs.Pages("../..")
	if err != nil {
		t.Fatal(err)
	}
	prelude, err := filepath.Abs(filepath.Join("testdata", documentsShell))
	if err != nil {
		t.Fatal(err)
	}
	port := 20000 + rand.IntN(8000) // below those that systems give to connections, so that nothing takes one before its server does
	for _, page := range pages {
		var commands strings.Builder
		for _, b := range page.Blocks() {
			if b.Language == "sh" && b.NotRun == "" {
				fmt.Fprintf(&commands, "echo '== %s:%d' >&2\n%s\n", page.Path, b.Line, b.Text)
			}
		}
		if commands.Len() == 0 {
			continue
		}
		api, operator := freeAddress(t, &port), freeAddress(t, &port)
		t.Run(page.Path, func(t *testing.T) {
			t.Parallel()
			postgres := "postgres://nobody@127.0.0.1:1/none"
			if strings.Contains(commands.String(), "postgres://") {
				postgres = pgtest.URL(t)
			}
			runDocument(t, shell, prelude, commands.String(), postgres, api, operator)
		})
	}
}

func runDocument(t *testing.T, shell, prelude, text, postgres, api, operator string) {
	home, sites := t.TempDir(), testSites(t)
	site := sites["BAKERY"].URL
	other := strings.Replace(site, "127.0.0.1", "localhost", 1)
	for _, standIn := range standIns("http://"+api, site, other) {
		text = standIn(text)
	}
	before := "source " + prelude + "\n"
	if !regexp.MustCompile(`(?m)^auditctl serve`).MatchString(text) && regexp.MustCompile(`\$AUDITCTL\b|AUDITCTL_API_KEY|--remote|`+regexp.QuoteMeta(api)).MatchString(text) {
		before += "server\n"
	}
	if regexp.MustCompile(`AUDIT_ID|EARLIER_ID|BATCH_ID|(aud|bat)_|compare|history|auditctl fix`).MatchString(text) {
		before += "past\n"
	}
	config := fmt.Sprintf(`prices:
  openai:MODEL: {input: 1, output: 1, search: 0.01}
  brave: {search: 0.005}
  serpapi: {search: 0.025}
base-urls:
  openai: %s/v1
  ollama: %s/v1
  perplexity: %s
  serpapi: %s
  brave: %s/res/v1
limits:
  brave: {in-flight: 8, per-minute: 6000}
`, sites["MODEL"].URL, sites["MODEL"].URL, sites["ASSISTANT"].URL, sites["AIMODE"].URL, sites["SEARCH"].URL)
	if err := os.MkdirAll(filepath.Join(home, ".config", "auditctl"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(home, ".config", "auditctl", "auditctl.yaml"), []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 8*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, shell, "-c", before+text)
	cmd.WaitDelay = 5 * time.Second
	cmd.Dir = home
	browser := "off"
	if strings.Contains(text, "pdf") {
		var err error
		if browser, err = render.Find(""); err != nil {
			t.Skip(err)
		}
	}
	cmd.Env = []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + home, "LANG=C.UTF-8", "NO_COLOR=1", "SITE=" + site, "OTHER=" + other, "POSTGRES=" + postgres, "AUDITCTL=http://" + api,
		"AUDITCTL_BROWSER=" + browser, "AUDITCTL_PERFORMANCE=estimate", "AUDITCTL_PAGES=2",
		"AUDITCTL_SERVER_LISTEN=" + api, "AUDITCTL_SERVER_OPERATOR_LISTEN=" + operator, "AUDITCTL_SERVER_ALLOW_PRIVATE=true", "AUDITCTL_SERVER_GRACE=1s",
		"OPENAI_API_KEY=" + modelKey, "PERPLEXITY_API_KEY=" + modelKey, "SERPAPI_API_KEY=" + modelKey, "BRAVE_API_KEY=" + modelKey, "OLLAMA_API_KEY=" + modelKey,
	}
	if out, err := cmd.CombinedOutput(); err != nil {
		lines := strings.Split(strings.TrimSpace(string(out)), "\n")
		t.Errorf("%v\n%s", err, strings.Join(lines[max(0, len(lines)-25):], "\n"))
	}
}

// freeAddress is one on loopback, at the next port that nobody listens at.
func freeAddress(t *testing.T, port *int) string {
	for range 1000 {
		*port++
		address := fmt.Sprintf("127.0.0.1:%d", *port)
		if l, err := net.Listen("tcp", address); err == nil {
			l.Close()
			return address
		}
	}
	t.Fatal("there is no free port")
	return ""
}

var (
	separator = regexp.MustCompile(`\|\||&&|[|;()<>]|\s#`)
	flagName  = regexp.MustCompile(`^--([a-z][a-z-]*)`)
	plainWord = regexp.MustCompile(`^[a-z][a-z-]*$`)
)

// TestEveryCommandInADocumentExists holds inline code and the blocks that aren't run to the commands and flags that there are.
func TestEveryCommandInADocumentExists(t *testing.T) {
	pages, err := docs.Pages("../..")
	if err != nil {
		t.Fatal(err)
	}
	root := newRoot(&app{})
	root.InitDefaultHelpCmd()
	for _, page := range pages {
		if page.Path == "CHANGELOG.md" { // says what was, too
			continue
		}
		texts := page.CodeSpans()
		for _, b := range page.Blocks() {
			if b.Language == "sh" || b.Language == "yaml" || b.Language == "groovy" || b.Language == "text" {
				texts = append(texts, strings.Split(strings.ReplaceAll(b.Text, "\\\n", " "), "\n")...)
			}
		}
		for _, text := range texts {
			for _, part := range separator.Split(text, -1) {
				if problem := misspelt(root, part); problem != "" {
					t.Errorf("%s: %s: %s", page.Path, strings.TrimSpace(part), problem)
				}
			}
		}
	}
}

// misspelt says what is wrong with a call of auditctl; empty where the text has none or nothing is.
func misspelt(root *cobra.Command, text string) string {
	text = " " + text + " "
	at := strings.LastIndex(text, " auditctl ")
	before := strings.Fields(text[:max(at, 0)])
	if at < 0 || len(before) > 0 && strings.HasPrefix(before[len(before)-1], "--") {
		return "" // --name auditctl
	}
	words := strings.Fields(text[at+len(" auditctl "):])
	if len(words) == 0 || strings.Contains(words[0], "://") { // a name that another program gives it
		return ""
	}
	cmd := root
	for len(words) > 0 && plainWord.MatchString(words[0]) {
		next, _, err := cmd.Find(words[:1])
		if err != nil || next == cmd {
			break
		}
		cmd, words = next, words[1:]
	}
	if cmd.HasSubCommands() && len(words) > 0 && plainWord.MatchString(words[0]) && (cmd != root || strings.HasPrefix(strings.TrimSpace(text), "auditctl")) {
		return fmt.Sprintf("%s has no command %s", cmd.CommandPath(), words[0])
	}
	for _, word := range words {
		m := flagName.FindStringSubmatch(word)
		if m != nil && m[1] != "help" && m[1] != "version" && cmd.Flags().Lookup(m[1]) == nil && cmd.InheritedFlags().Lookup(m[1]) == nil {
			return fmt.Sprintf("%s has no --%s", cmd.CommandPath(), m[1])
		}
	}
	return ""
}

func TestAMisspeltCommandIsFound(t *testing.T) {
	root := newRoot(&app{})
	for text, wrong := range map[string]bool{
		"auditctl audit example.com --fail-under seo=80": false,
		"auditctl audit example.com --fail-udner seo=80": true,
		"auditctl serv":                                                   true,
		"auditctl accounts crate a@example.com":                           true,
		"docker exec auditctl auditctl keys create --account a":           false,
		"docker exec auditctl auditctl keys create --acount a":            true,
		"claude mcp add auditctl https://example.com/mcp --header 'X: y'": false,
		"the program auditctl reads":                                      false,
	} {
		if got := misspelt(root, text); (got != "") != wrong {
			t.Errorf("%s: %q", text, got)
		}
	}
}
