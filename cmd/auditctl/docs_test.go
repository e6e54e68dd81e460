package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/auditctl/auditctl/internal/golden"
	"github.com/auditctl/auditctl/pkg/server"
	"github.com/auditctl/auditctl/pkg/server/mcp"
)

func TestTheCheckDocumentationIsUpToDate(t *testing.T) {
	var out bytes.Buffer
	if code := Main([]string{"checks", "-o", "markdown"}, Streams{Out: &out, Err: os.Stderr}); code != exitDone {
		t.Fatalf("exit code %d", code)
	}
	page, err := os.ReadFile("../../docs/checks.md")
	if err != nil || !bytes.Equal(page, out.Bytes()) {
		t.Errorf("docs/checks.md is not what the checks say (%v); make docs writes it", err)
	}
}

// reference is where the pages stand that are made of the program; make docs writes them.
const reference = "../../docs/reference/"

// cell is text in a table of Markdown.
func cell(text string) string {
	return strings.NewReplacer("|", `\|`, "\n", " ", "<", "&lt;").Replace(text)
}

// code is text in a table of Markdown, as code; nothing where it is empty.
func code(text string) string {
	if text == "" {
		return ""
	}
	return "`" + strings.ReplaceAll(text, "|", `\|`) + "`"
}

func TestReferenceOfCommands(t *testing.T) {
	var b strings.Builder
	b.WriteString("# Commands\n\nThis page is generated from the program by `make docs`; `auditctl help COMMAND` says the same.\n\nExit codes: " + exitCodes + "\n")
	root := newRoot(&app{})
	b.WriteString("\n| Command | |\n|---|---|\n")
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() {
			fmt.Fprintf(&b, "| [`%s`](#auditctl-%s) | %s |\n", c.CommandPath(), c.Name(), cell(c.Short))
		}
	}
	b.WriteString("\n## Flags of every command\n\n")
	writeFlags(&b, root.PersistentFlags())
	for _, c := range root.Commands() {
		writeCommand(&b, c, "##")
	}
	golden.CheckFile(t, reference+"commands.md", b.String())
}

func writeCommand(b *strings.Builder, c *cobra.Command, level string) {
	if !c.IsAvailableCommand() {
		return
	}
	long := c.Long
	if long == "" {
		long = strings.ToUpper(c.Short[:1]) + c.Short[1:] + "."
	}
	if c.Name() == "completion" || c.HasParent() && c.Parent().Name() == "completion" {
		long = strings.ToUpper(c.Short[:1]) + c.Short[1:] + "." // the shells' own instructions are in its help
	}
	fmt.Fprintf(b, "\n%s %s\n\n%s\n\n", level, c.CommandPath(), strings.NewReplacer("<", "&lt;", "_", `\_`, "*", `\*`).Replace(long))
	if c.Example != "" {
		fmt.Fprintf(b, "```text\n%s\n```\n\n", strings.ReplaceAll(strings.TrimPrefix(c.Example, "  "), "\n  ", "\n"))
	}
	if c.Runnable() {
		fmt.Fprintf(b, "Usage: `%s`\n", c.UseLine())
	}
	if c.LocalNonPersistentFlags().HasAvailableFlags() {
		b.WriteString("\n")
		writeFlags(b, c.LocalNonPersistentFlags())
	}
	for _, sub := range c.Commands() {
		writeCommand(b, sub, level+"#")
	}
}

func writeFlags(b *strings.Builder, flags *pflag.FlagSet) {
	header := "| Flag | | Default |\n|---|---|---|\n"
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Hidden || f.Name == "help" {
			return
		}
		name, usage := pflag.UnquoteUsage(f)
		short := ""
		if f.Shorthand != "" {
			short = ", " + code("-"+f.Shorthand)
		}
		value := f.DefValue
		if value == "false" || value == "[]" || f.Name == "db" { // db's depends on the machine
			value = ""
		}
		fmt.Fprintf(b, "%s| %s%s | %s | %s |\n", header, code(strings.TrimSpace("--"+f.Name+" "+name)), short, cell(usage), code(value))
		header = ""
	})
}

func TestReferenceOfTheConfiguration(t *testing.T) {
	var b strings.Builder
	b.WriteString(`# Configuration

This page is generated from the program by ` + "`make docs`" + `. Settings come, weakest first, from defaults, ` + "`auditctl.yaml`" + ` in
the user's configuration folder, ` + "`auditctl.yaml`" + ` in the working directory, the environment and flags.
` + "`--config FILE`" + ` takes the place of both files. ` + "`auditctl config init`" + ` writes a file with all settings,
` + "`auditctl config show`" + ` prints what is in force and where it came from.

In the file a full stop opens a section: ` + "`server.listen`" + ` is ` + "`listen`" + ` under ` + "`server:`" + `. Times are written as 90s, 24h. An unknown setting is an error.
`)
	b.WriteString("\n## Who may set what\n\n" +
		"Flags, the environment, the user's file and the file of `--config` may set everything.\n" +
		"`auditctl.yaml` in the working directory may set only `" +
		strings.Join(settableBy(fromWorkingDirectory), "`, `") + "`: it may have come with a repository that somebody else wrote.\n" +
		"With anything else in it every command stops and says so. If you know what it does, name it with `--config auditctl.yaml`, " +
		"or trust it:\n" +
		"`auditctl config trust` remembers its path and a hash of its content, " +
		"so that it has to be trusted again after a change; `--revoke` forgets it.\n\n" +
		"It lets no gate pass: its `fail-under` only raises the thresholds of the user's file, its `gate-tiers` only add tiers, " +
		"and its `pages` are refused while `--fail-under`, `--baseline`, a variable or the user's file sets a gate.\n" +
		"[Decision 34](../decisions/0034-who-may-set-what.md) says why.\n")
	groups := []struct {
		title    string
		settings []setting
	}{
		{"Every command", globalSettings()},
		{"Reading sites", siteSettings()},
		{"Auditing", auditSettings()},
		{"What is kept", evidenceSettings()},
		{"A browser", slices.Concat(browserSettings(), screenshotSettings())},
		{"Language models", modelSettings()},
		{"Citation passes", citationSettings()},
		{"Page speed", speedSettings()},
		{"Reports", brandSettings()},
		{"Serve and worker", workerSettings()},
		{"Serve", apiSettings()},
		{"Mail", mailSettings()},
	}
	written := map[string]bool{}
	table := func(title string, settings []setting) {
		fmt.Fprintf(&b, "\n## %s\n\n| In the file | In the environment | | Default |\n|---|---|---|---|\n", title)
		for _, s := range settings {
			value := fmt.Sprint(s.value)
			if s.key == "db" {
				value = "auditctl.db in the user's data folder"
			}
			env := environmentName(s.key)
			fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", code(s.key), code(env), cell(strings.ReplaceAll(s.help, "`", "")), code(value))
			written[s.key] = true
		}
	}
	for _, g := range groups {
		table(g.title, g.settings)
	}
	var others []setting
	for _, s := range allSettings() {
		if !written[s.key] {
			others = append(others, s)
		}
	}
	table("Others", others)
	b.WriteString("\n## Sections of the file alone\n\n```yaml" + strings.ReplaceAll(sectionsExample, "\n# ", "\n") + "```\n\n")
	b.WriteString("The variables of services' keys are listed in [providers.md](../providers.md), what operators set in [operate.md](../operate.md).\n")
	golden.CheckFile(t, reference+"configuration.md", b.String())
}

func TestReferenceOfTheAPI(t *testing.T) {
	s, err := server.New(server.Config{Backend: backend{}})
	if err != nil {
		t.Fatal(err)
	}
	var document struct {
		Paths map[string]map[string]struct {
			Summary    string
			Parameters []struct {
				Name, In string
				Ref      string `json:"$ref"`
			}
			Responses map[string]any
		}
	}
	if err := json.Unmarshal(s.OpenAPI(), &document); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	b.WriteString("# Operations of the API\n\nThis page is generated from the program by `make docs`. `auditctl openapi` prints the whole description (OpenAPI 3.1), which a server gives under `/openapi.json`;\n[api.md](../api.md) explains it field by field, with examples.\n\n| Operation | | Parameters | Answers |\n|---|---|---|---|\n")
	for _, path := range slices.Sorted(maps.Keys(document.Paths)) {
		for _, method := range slices.Sorted(maps.Keys(document.Paths[path])) {
			operation := document.Paths[path][method]
			var parameters []string
			for _, p := range operation.Parameters {
				if p.Name != "" {
					parameters = append(parameters, fmt.Sprintf("`%s` (%s)", p.Name, p.In))
				}
			}
			fmt.Fprintf(&b, "| `%s %s` | %s | %s | %s |\n", strings.ToUpper(method), path, cell(operation.Summary), strings.Join(parameters, ", "), strings.Join(slices.Sorted(maps.Keys(operation.Responses)), ", "))
		}
	}
	golden.CheckFile(t, reference+"api.md", b.String())
}

func TestReferenceOfTheToolsOfAgents(t *testing.T) {
	door := mcp.New(mcp.Config{Version: "0"})
	defer door.Close()
	ask := func(method string, into any) {
		t.Helper()
		r := httptest.NewRequest(http.MethodPost, "http://127.0.0.1/mcp", strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"`+method+`"}`))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json, text/event-stream")
		w := httptest.NewRecorder()
		door.Serve(w, r, nil)
		body := w.Body.String()
		if _, data, event := strings.Cut(body, "data: "); event {
			body = data
		}
		var answer struct{ Result json.RawMessage }
		if err := json.Unmarshal([]byte(strings.TrimSpace(body)), &answer); err != nil {
			t.Fatalf("%s: %d %v %s", method, w.Code, err, w.Body)
		}
		if err := json.Unmarshal(answer.Result, into); err != nil {
			t.Fatal(err)
		}
	}
	var tools struct {
		Tools []struct {
			Name, Description string
			InputSchema       struct {
				Required   []string
				Properties map[string]struct{ Description string }
			}
		}
	}
	var resources struct {
		ResourceTemplates []struct{ URITemplate, Description string }
	}
	var prompts struct {
		Prompts []struct{ Name, Description string }
	}
	ask("tools/list", &tools)
	ask("resources/templates/list", &resources)
	ask("prompts/list", &prompts)
	if len(tools.Tools) == 0 || len(resources.ResourceTemplates) == 0 || len(prompts.Prompts) == 0 {
		t.Fatal("the door lists nothing")
	}
	var b strings.Builder
	b.WriteString("# Tools for AI agents\n\nThis page is generated from the program by `make docs`: what an agent is told. [mcp.md](../mcp.md) says how clients are set up, and what results hold.\n")
	for _, tool := range tools.Tools {
		fmt.Fprintf(&b, "\n## %s\n\n%s\n\n", tool.Name, tool.Description)
		header := "| Argument | | |\n|---|---|---|\n"
		for _, name := range slices.Sorted(maps.Keys(tool.InputSchema.Properties)) {
			required := ""
			if slices.Contains(tool.InputSchema.Required, name) {
				required = "required"
			}
			fmt.Fprintf(&b, "%s| `%s` | %s | %s |\n", header, name, required, cell(tool.InputSchema.Properties[name].Description))
			header = ""
		}
		if header != "" {
			b.WriteString("No arguments.\n")
		}
	}
	b.WriteString("\n## Resources and prompts\n\n| | |\n|---|---|\n")
	for _, r := range resources.ResourceTemplates {
		fmt.Fprintf(&b, "| `%s` | %s |\n", r.URITemplate, cell(r.Description))
	}
	for _, p := range prompts.Prompts {
		fmt.Fprintf(&b, "| prompt `%s` | %s |\n", p.Name, cell(p.Description))
	}
	golden.CheckFile(t, reference+"mcp.md", b.String())
}
