package mcp

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// npmClients gives a folder with the clients that testdata/npm names, installed once for all runs. The test is skipped where they can't be had.
func npmClients(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("skipped: -short runs no clients of npm")
	}
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("skipped: the clients of npm need Node.js 20 or newer")
	}
	lock, err := os.ReadFile("testdata/npm/package-lock.json")
	if err != nil {
		t.Fatal(err)
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Skipf("skipped: there is no folder to install the clients of npm in: %v", err)
	}
	sum := sha256.Sum256(lock)
	dir := filepath.Join(cache, "auditctl", "mcp-clients-"+hex.EncodeToString(sum[:8]))
	if _, err := os.Stat(filepath.Join(dir, "node_modules")); err != nil {
		install(t, dir)
	}
	script, err := os.ReadFile("testdata/npm/client.mjs")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "client.mjs"), script, 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

// install makes dir whole or not at all, so that a test that runs at the same time finds no half of it.
func install(t *testing.T, dir string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(dir), 0o700); err != nil {
		t.Skipf("skipped: the clients of npm can't be installed: %v", err)
	}
	made, err := os.MkdirTemp(filepath.Dir(dir), "installing-") //nolint:usetesting // a folder can be renamed within one file system alone
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(made)
	for _, name := range []string{"package.json", "package-lock.json"} {
		text, err := os.ReadFile(filepath.Join("testdata/npm", name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(made, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	npm := exec.CommandContext(t.Context(), "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
	npm.Dir = made
	if out, err := npm.CombinedOutput(); err != nil {
		t.Skipf("skipped: npm can't install the clients: %v\n%.500s", err, out)
	}
	if err := os.Rename(made, dir); err != nil {
		if _, there := os.Stat(filepath.Join(dir, "node_modules")); there != nil {
			t.Fatal(err)
		}
	}
}

// node runs a script of the folder and gives what it wrote.
func node(t *testing.T, dir string, env []string, arguments ...string) []byte {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "node", arguments...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	var faults strings.Builder
	cmd.Stderr = &faults
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("node %s: %v\n%s\n%s", strings.Join(arguments, " "), err, faults.String(), out)
	}
	return out
}

func self(t *testing.T) string {
	t.Helper()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func TestTheTypeScriptClientFindsEverything(t *testing.T) {
	dir := npmClients(t)
	for kind, where := range map[string]string{"http": start(t).url, "stdio": self(t)} {
		t.Run(kind, func(t *testing.T) {
			type result struct {
				IsError           bool
				StructuredContent map[string]any
				Content           []struct{ Text string }
			}
			var got struct {
				Server                                                    struct{ Name, Version string }
				Capabilities                                              map[string]any
				Instructions                                              string
				Tools, Templates                                          []string
				Website, Audit, Batched, Batch, Account, Missing, Refused result
				Progress                                                  int
				Resource                                                  struct {
					AuditID string `json:"audit_id"`
				}
				Report string
				Prompt struct{ Messages []json.RawMessage }
			}
			out := node(t, dir, []string{asStdio + "=1", "AUDIT_ID=" + doneID}, "client.mjs", kind, where)
			if err := json.Unmarshal(out, &got); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			for name, ok := range map[string]bool{
				"server":       got.Server.Name == "auditctl" && got.Server.Version == "test" && got.Instructions == instructions,
				"capabilities": len(got.Capabilities) == 3 && got.Capabilities["logging"] == nil,
				"tools":        slices.Equal(got.Tools, []string{"account_usage", "audit_website", "batch_audit", "get_audit", "get_batch"}),
				"website":      got.Website.StructuredContent["status"] == "done" && strings.Contains(got.Website.Content[0].Text, "71 of 100"),
				"progress":     got.Progress > 0,
				"audit":        len(got.Audit.StructuredContent["checks"].([]any)) == 4,
				"batched":      got.Batched.StructuredContent["count"] == 2.0,
				"batch":        got.Batch.StructuredContent["total"] == 50.0,
				"account":      got.Account.StructuredContent["plan"] == "individual",
				"missing":      got.Missing.IsError && got.Missing.StructuredContent["code"] == "not_found",
				"refused":      got.Refused.IsError && got.Refused.StructuredContent["code"] == "validation_failed",
				"templates":    slices.Equal(got.Templates, []string{"audit://{audit_id}", "audit://{audit_id}/report"}),
				"resource":     got.Resource.AuditID == doneID,
				"report":       strings.Contains(got.Report, "71/100"),
				"prompt":       len(got.Prompt.Messages) == 2,
			} {
				if !ok {
					t.Errorf("%s: %s", name, out)
				}
			}
		})
	}
}

func TestTheInspectorCallsTools(t *testing.T) {
	dir := npmClients(t)
	const cli = "node_modules/@modelcontextprotocol/inspector/cli/build/cli.js"
	for kind, server := range map[string][]string{
		"http": {start(t).url, "--transport", "http", "--header", "X-API-Key: key"}, "stdio": {self(t), "-e", asStdio + "=1"},
	} {
		t.Run(kind, func(t *testing.T) {
			inspect := func(arguments ...string) string {
				return string(node(t, dir, nil, slices.Concat([]string{cli, "--cli"}, server, arguments)...))
			}
			if out := inspect("--method", "tools/list"); strings.Count(out, `"outputSchema"`) != 5 {
				t.Errorf("tools: %s", out)
			}
			if out := inspect("--method", "tools/call", "--tool-name", "audit_website", "--tool-arg", "url=example.com"); !strings.Contains(out, `"audit_id": "`+pendingID) {
				t.Errorf("audit_website: %s", out)
			}
			if out := inspect("--method", "tools/call", "--tool-name", "get_audit", "--tool-arg", "audit_id="+doneID, "--tool-arg", "include_checks=true"); !strings.Contains(out, `"overall_ai_readiness": 71`) {
				t.Errorf("get_audit: %s", out)
			}
			if out := inspect("--method", "prompts/get", "--prompt-name", "plan", "--prompt-args", "audit_id="+doneID); !strings.Contains(out, "plan of work") {
				t.Errorf("plan: %s", out)
			}
		})
	}
}
