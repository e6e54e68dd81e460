package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os/exec"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/rogpeppe/go-internal/testscript"
)

// agent plays an AI agent's client with a command over stdin and stdout: it submits the site, asks until the audit has ended, and asks for the quota. The
// results are stdout.
func agent(ts *testscript.TestScript, _ bool, args []string) {
	path, err := exec.LookPath(args[1])
	ts.Check(err)
	cmd := exec.Command(path, args[2:]...)
	cmd.Dir, cmd.Env, cmd.Stderr = ts.MkAbs("."), ts.Value("vars").([]string), ts.Stderr()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	session, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil).Connect(ctx, &sdk.CommandTransport{Command: cmd}, nil)
	ts.Check(err)
	defer func() { ts.Check(session.Close()) }()
	call := func(tool string, arguments map[string]any) (status, id string) {
		result, err := session.CallTool(ctx, &sdk.CallToolParams{Name: tool, Arguments: arguments})
		ts.Check(err)
		text, err := json.Marshal(result.StructuredContent)
		ts.Check(err)
		fmt.Fprintf(ts.Stdout(), "%s\n", text)
		var a struct {
			Status  string
			AuditID string `json:"audit_id"`
		}
		ts.Check(json.Unmarshal(text, &a))
		return a.Status, a.AuditID
	}
	status, id := call("audit_website", map[string]any{"url": ts.Getenv(args[0])})
	for status == "pending" {
		select {
		case <-ctx.Done():
			ts.Fatalf("audit %s doesn't end", id)
		case <-time.After(100 * time.Millisecond):
		}
		status, _ = call("get_audit", map[string]any{"audit_id": id})
	}
	call("account_usage", map[string]any{})
}
