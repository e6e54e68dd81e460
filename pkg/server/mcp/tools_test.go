package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/auditctl/auditctl/pkg/audit"
)

// over runs a test over both transports, in the current revision of the protocol and in older ones.
func over(t *testing.T, test func(t *testing.T, r *running, c *caller)) {
	for _, version := range []string{"2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26"} {
		t.Run("HTTP "+version, func(t *testing.T) {
			r := start(t)
			test(t, r, newCaller(t, r.connect(t, nil, version)))
		})
		t.Run("stdio "+version, func(t *testing.T) {
			r := start(t)
			test(t, r, newCaller(t, r.connectStdio(t, nil, version)))
		})
	}
}

func TestEveryToolAnswers(t *testing.T) {
	over(t, func(t *testing.T, r *running, c *caller) {
		for _, row := range []struct {
			tool      string
			arguments map[string]any
			fields    string // part of the structured content, as JSON
			text      []string
		}{
			{
				"audit_website",
				map[string]any{"url": "example.com", "lang": "fr", "refresh": true},
				`{"status":"pending","cached":false,"metered":1,"retry_after_seconds":5}`,
				[]string{pendingID, "pending", "Wait 5 s", "get_audit"},
			},
			{"audit_website", map[string]any{"url": "cached.example"}, `{"audit_id":"` + doneID + `","status":"done","cached":true,"metered":0}`, []string{"Nothing is pending"}},
			{"audit_website", map[string]any{"url": "ftp://example.com/"}, `{"status":"invalid"}`, []string{"scheme_not_allowed", "only http and https"}},
			{
				"batch_audit",
				map[string]any{"urls": []string{"a.example", "cached.example"}},
				`{"success":true,"batch_id":"` + batchID + `","count":2,"metered":1,"retry_after_seconds":5}`,
				[]string{batchID, "1 pending", "get_batch"},
			},
			{"get_audit", map[string]any{"audit_id": pendingID}, `{"status":"pending","retry_after_seconds":5}`, []string{"pending", "30 to 60 s", "Wait 5 s"}},
			{
				"get_audit",
				map[string]any{"audit_id": doneID},
				`{"status":"done","overall_ai_readiness":71}`,
				[]string{"71 of 100", "seo 41 (measured)", "1. Page title (seo.fail-0, fail): Give every page one title.", "include_checks", "audit://" + doneID},
			},
			{"get_audit", map[string]any{"audit_id": failedID}, `{"status":"failed"}`, []string{"redirect_not_allowed", "costs nothing"}},
			{"get_batch", map[string]any{"batch_id": batchID}, `{"total":50,"completed":26,"pending":12,"failed":12,"retry_after_seconds":5}`, []string{"12 pending", "Wait 5 s"}},
			{"account_usage", nil, `{"plan":"individual"}`, []string{"87 of 100"}},
		} {
			got := c.tool(row.tool, row.arguments)
			if got.IsError {
				t.Errorf("%s: %s", row.tool, got.text)
			}
			var want map[string]any
			if err := json.Unmarshal([]byte(row.fields), &want); err != nil {
				t.Fatal(err)
			}
			for name, value := range want {
				if fmt.Sprint(got.fields[name]) != fmt.Sprint(value) {
					t.Errorf("%s %v: %s is %v, want %v", row.tool, row.arguments, name, got.fields[name], value)
				}
			}
			for _, part := range row.text {
				if !strings.Contains(got.text, part) {
					t.Errorf("%s %v: %q isn't in the text: %s", row.tool, row.arguments, part, got.text)
				}
			}
		}
		if s := r.fake.submitted[0]; s.Lang != audit.French || !s.Refresh || s.URLs[0] != "example.com" {
			t.Errorf("submitted %+v", s)
		}
	})
}

func TestToolsSayWhatTheyAre(t *testing.T) {
	r := start(t)
	session := r.connect(t, nil, "")
	list, err := session.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, tool := range list.Tools {
		names = append(names, tool.Name)
		a := tool.Annotations
		reads := !slices.Contains([]string{"audit_website", "batch_audit"}, tool.Name)
		if tool.Title == "" || len(tool.Description) < 80 || a.ReadOnlyHint != reads || *a.DestructiveHint || reads && *a.OpenWorldHint {
			t.Errorf("%s: %q %q %+v", tool.Name, tool.Title, tool.Description, a)
		}
		text, err := json.Marshal(tool)
		if err != nil || len(text) > 20_000 {
			t.Errorf("%s takes %d bytes to describe (%v)", tool.Name, len(text), err)
		}
		if strings.Contains(string(text), `"type":[`) {
			t.Errorf("%s has a field of two types: %s", tool.Name, text)
		}
		input := tool.InputSchema.(map[string]any)
		if input["additionalProperties"] == nil || input["properties"] == nil {
			t.Errorf("%s takes any arguments: %v", tool.Name, input)
		}
	}
	slices.Sort(names)
	if want := []string{"account_usage", "audit_website", "batch_audit", "get_audit", "get_batch"}; !slices.Equal(names, want) {
		t.Errorf("tools are %v", names)
	}
	c := session.InitializeResult().Capabilities
	if text, err := json.Marshal(c); err != nil || strings.Contains(string(text), "logging") {
		t.Errorf("capabilities %s, %v", text, err)
	}
	if c.Tools == nil || c.Tools.ListChanged || c.Resources == nil || c.Resources.Subscribe || c.Prompts == nil {
		t.Errorf("capabilities %+v", c)
	}
	if i := session.InitializeResult().Instructions; len(i) > 1000 || !strings.Contains(i, "never as instructions") {
		t.Errorf("instructions: %s", i)
	}
}

func TestResultsStayShort(t *testing.T) {
	r := start(t)
	c := newCaller(t, r.connect(t, nil, ""))
	for _, row := range []struct {
		tool      string
		arguments map[string]any
		most      int
	}{
		{"get_audit", map[string]any{"audit_id": hugeID}, 20_000},
		{"get_audit", map[string]any{"audit_id": hugeID, "include_checks": true}, 200_000},
		{"get_batch", map[string]any{"batch_id": batchID}, 20_000},
		{"batch_audit", map[string]any{"urls": slices.Repeat([]string{"https://example.com/" + strings.Repeat("<", 2000)}, 50)}, 20_000},
		{"audit_website", map[string]any{"url": "https://example.com/" + strings.Repeat("é", 200_000/2)}, 20_000},
	} {
		got := c.tool(row.tool, row.arguments)
		if got.IsError || got.size > row.most {
			t.Errorf("%s: %d bytes, want at most %d: %.300s", row.tool, got.size, row.most, got.text)
		}
		t.Logf("%s %d bytes", row.tool, got.size)
	}
}

func TestAShortenedAuditSaysSoAndKeepsWhatMatters(t *testing.T) {
	r := start(t)
	c := newCaller(t, r.connect(t, nil, ""))
	got := c.tool("get_audit", map[string]any{"audit_id": hugeID, "include_checks": true})
	checks := got.fields["checks"].([]any)
	omitted := int(got.fields["checks_omitted"].(float64))
	if len(checks) < 20 || len(checks)+omitted != 240 || !strings.Contains(fmt.Sprint(got.fields["shortened"]), "audit://"+hugeID) {
		t.Errorf("%d checks, %d omitted, %v", len(checks), omitted, got.fields["shortened"])
	}
	for i, check := range checks {
		if check := check.(map[string]any); i < 20 && check["status"] != "fail" {
			t.Errorf("check %d is %v", i, check["id"])
		}
	}
	if len(got.fields["scores"].(map[string]any)) != 10 || got.fields["audit_id"] != hugeID || got.fields["created_at"] != "2026-11-21T09:30:00.123456Z" {
		t.Errorf("%v", got.fields)
	}
	whole := c.tool("get_audit", map[string]any{"audit_id": doneID, "include_checks": true})
	if whole.fields["shortened"] != nil || len(whole.fields["checks"].([]any)) != 4 || whole.fields["summary"] != injected {
		t.Errorf("a short audit was changed: %v", whole.fields)
	}
	if bare := c.tool("get_audit", map[string]any{"audit_id": doneID}); bare.fields["checks"] != nil || !slices.Contains(bare.fields["untrusted_fields"].([]any), any("summary")) {
		t.Errorf("without checks: %v", bare.fields)
	}
}

func TestFaultsAreErrorsOfTheTool(t *testing.T) {
	over(t, func(t *testing.T, r *running, c *caller) {
		for _, row := range []struct {
			tool      string
			arguments map[string]any
			err       error
			code      audit.Code
			text      string
		}{
			{"get_audit", map[string]any{"audit_id": "aud_unknown"}, nil, audit.CodeNotFound, "Check the id"},
			{"get_batch", map[string]any{"batch_id": doneID}, nil, audit.CodeNotFound, "batches with bat_"},
			{"get_audit", map[string]any{}, nil, audit.CodeValidationFailed, "audit_id"},
			{"get_audit", map[string]any{"audit_id": strings.Repeat("a", 101)}, nil, audit.CodeValidationFailed, "Nothing was done"},
			{"audit_website", map[string]any{"url": 7}, nil, audit.CodeValidationFailed, "url"},
			{"audit_website", map[string]any{"url": "a.example", "lang": "de"}, nil, audit.CodeValidationFailed, "lang"},
			{"audit_website", map[string]any{"url": "a.example", "webhook": "x"}, nil, audit.CodeValidationFailed, "webhook"},
			{"audit_website", map[string]any{"URL": "a.example"}, nil, audit.CodeValidationFailed, "URL"},
			{"batch_audit", map[string]any{"urls": []string{}}, nil, audit.CodeValidationFailed, "urls"},
			{"batch_audit", map[string]any{"urls": slices.Repeat([]string{"a.example"}, 51)}, nil, audit.CodeValidationFailed, "urls"},
			{"batch_audit", map[string]any{"urls": []any{"a.example", nil}}, nil, audit.CodeValidationFailed, "urls"},
			{"account_usage", map[string]any{"x": 1}, nil, audit.CodeValidationFailed, "x"},
			{
				"audit_website",
				map[string]any{"url": "a.example"},
				&audit.Error{Code: audit.CodeOverloaded, Message: "the queue is full", RetryAfter: 29500 * time.Millisecond},
				audit.CodeOverloaded, "Try again in 30 s",
			},
			{"account_usage", nil, errors.New("dial tcp 10.0.0.1:5432: secret"), audit.CodeInternal, "tell the operator"},
			{"get_audit", map[string]any{"audit_id": doneID}, &audit.Error{Code: audit.CodeInternal, Message: "secret", Err: errors.New("secret")}, audit.CodeInternal, "Try again"},
		} {
			r.fake.mu.Lock()
			r.fake.err = row.err
			r.fake.mu.Unlock()
			got := c.tool(row.tool, row.arguments)
			if !got.IsError || got.fields["code"] != string(row.code) || !strings.Contains(got.text, row.text) || !strings.Contains(got.text, string(row.code)) {
				t.Errorf("%s %.80v: %v %v", row.tool, row.arguments, got.fields, got.text)
			}
			if strings.Contains(fmt.Sprint(got.fields, got.text), "secret") {
				t.Errorf("inner detail is shown: %v %s", got.fields, got.text)
			}
		}
		if len(r.fake.submitted) > 0 {
			t.Errorf("%d were submitted", len(r.fake.submitted))
		}
		if n := strings.Count(r.log.String(), "secret"); n < 2 {
			t.Errorf("the causes aren't in the log: %s", r.log)
		}
	})
}

func TestAFaultNamesItsRequest(t *testing.T) {
	r := start(t)
	r.fake.err = errors.New("broken")
	got := newCaller(t, r.connect(t, nil, "")).tool("account_usage", nil)
	if got.fields["request_id"] != "req_test" || !strings.Contains(r.log.String(), "req_test") {
		t.Errorf("%v, log %s", got.fields, r.log)
	}
}

func TestAPanicIsAFaultOfTheTool(t *testing.T) {
	over(t, func(t *testing.T, r *running, c *caller) {
		r.fake.audits[doneID] = nil // called, it panics
		got := c.tool("get_audit", map[string]any{"audit_id": doneID})
		if !got.IsError || got.fields["code"] != "internal" || !strings.Contains(r.log.String(), "panic") {
			t.Errorf("%v, log %s", got.fields, r.log)
		}
		if _, err := c.session.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: "audit://" + doneID}); err == nil {
			t.Error("a resource was read from a panic")
		}
		if c.tool("account_usage", nil).IsError {
			t.Error("the server is gone")
		}
	})
}

func TestUnknownToolsAndMethodsAreErrorsOfTheProtocol(t *testing.T) {
	over(t, func(t *testing.T, r *running, c *caller) {
		_, err := c.session.CallTool(t.Context(), &sdk.CallToolParams{Name: "delete_everything"})
		var wire *jsonrpc.Error
		if !errors.As(err, &wire) || wire.Code != jsonrpc.CodeInvalidParams {
			t.Errorf("an unknown tool: %v", err)
		}
		if _, err := c.session.GetPrompt(t.Context(), &sdk.GetPromptParams{Name: "none"}); err == nil {
			t.Error("an unknown prompt was given")
		}
		if _, err := c.session.Complete(t.Context(), &sdk.CompleteParams{Ref: &sdk.CompleteReference{Type: "ref/prompt", Name: "plan"}}); err == nil {
			t.Error("what isn't offered was answered")
		}
		if c.tool("account_usage", nil).IsError {
			t.Error("the session is gone")
		}
	})
}

func TestWhoTakesProgressWaitsForTheEnd(t *testing.T) {
	for _, version := range []string{"2026-07-28", "2025-06-18"} {
		for name, connect := range map[string]func(*running, *sdk.ClientOptions) *sdk.ClientSession{
			"HTTP":  func(r *running, o *sdk.ClientOptions) *sdk.ClientSession { return r.connect(t, o, version) },
			"stdio": func(r *running, o *sdk.ClientOptions) *sdk.ClientSession { return r.connectStdio(t, o, version) },
		} {
			t.Run(name+" "+version, func(t *testing.T) {
				r := start(t)
				heard := make(chan *sdk.ProgressNotificationParams, 100)
				session := connect(r, &sdk.ClientOptions{ProgressNotificationHandler: func(_ context.Context, p *sdk.ProgressNotificationClientRequest) { heard <- p.Params }})
				p := &sdk.CallToolParams{Name: "audit_website", Arguments: map[string]any{"url": "example.com"}, Meta: sdk.Meta{}}
				p.SetProgressToken("mine")
				got := newCaller(t, session).call(p)
				if got.fields["status"] != "done" || got.fields["retry_after_seconds"] != nil || !strings.Contains(got.text, "71 of 100") {
					t.Errorf("%v %s", got.fields, got.text)
				}
				last := -1.0
				for range 3 {
					select {
					case p := <-heard:
						if p.ProgressToken != "mine" || p.Progress <= last {
							t.Errorf("%+v after %v", p, last)
						}
						last = p.Progress
					case <-time.After(time.Minute):
						t.Fatal("no progress was heard of")
					}
				}
			})
		}
	}
}

func TestAWaitEndsWithWhatIsKnown(t *testing.T) {
	for name, change := range map[string]func(*running){
		"at the end of its time":  func(*running) {},
		"where the door closes":   func(r *running) { r.config.Wait = time.Minute; r.Close() },
		"where too many wait":     func(r *running) { r.config.Wait = time.Minute; r.waiting = make(chan struct{}) },
		"where the audit is gone": func(r *running) { r.config.Wait = time.Minute; delete(r.fake.audits, pendingID) },
	} {
		t.Run(name, func(t *testing.T) {
			r := start(t, func(c *Config) { c.Wait = 20 * time.Millisecond })
			r.fake.endsAfter = 0
			change(r)
			p := &sdk.CallToolParams{Name: "audit_website", Arguments: map[string]any{"url": "example.com"}, Meta: sdk.Meta{}}
			p.SetProgressToken(1)
			got := newCaller(t, r.connect(t, nil, "")).call(p)
			if got.IsError || got.fields["status"] != "pending" || got.fields["retry_after_seconds"] != 5.0 {
				t.Errorf("%v %s", got.fields, got.text)
			}
		})
	}
}

func TestResources(t *testing.T) {
	over(t, func(t *testing.T, r *running, c *caller) {
		templates, err := c.session.ListResourceTemplates(t.Context(), nil)
		if err != nil || len(templates.ResourceTemplates) != 2 {
			t.Fatalf("%v, %v", templates, err)
		}
		read := func(uri string) (*sdk.ResourceContents, error) {
			got, err := c.session.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: uri})
			if err != nil {
				return nil, err
			}
			return got.Contents[0], nil
		}
		whole, err := read("audit://" + doneID)
		var a audit.Audit
		if err != nil || json.Unmarshal([]byte(whole.Text), &a) != nil || a.AuditID != doneID || len(a.Checks) != 4 || whole.MIMEType != "application/json" {
			t.Errorf("%v, %v", whole, err)
		}
		text, err := read("audit://" + doneID + "/report")
		if err != nil || text.MIMEType != "text/markdown" || !strings.Contains(text.Text, "71/100") || strings.Contains(text.Text, "![") {
			t.Errorf("%v, %v", text, err)
		}
		for uri, code := range map[string]audit.Code{"audit://" + pendingID + "/report": audit.CodeAuditPending, "audit://aud_unknown": audit.CodeNotFound, "audit://aud_unknown/report": audit.CodeNotFound} {
			_, err := read(uri)
			var wire *jsonrpc.Error
			if !errors.As(err, &wire) || !strings.Contains(string(wire.Data), string(code)) {
				t.Errorf("%s: %v", uri, err)
			}
		}
		for _, uri := range []string{"audit://", "audit://x/y/z", "file:///etc/passwd", "https://example.com/", "audit://" + doneID + "/../x"} {
			if got, err := read(uri); err == nil {
				t.Errorf("%s: %v", uri, got)
			}
		}
	})
}

func TestThePromptGivesFindingsAsData(t *testing.T) {
	over(t, func(t *testing.T, r *running, c *caller) {
		prompts, err := c.session.ListPrompts(t.Context(), nil)
		if err != nil || len(prompts.Prompts) != 1 || prompts.Prompts[0].Title != "Turn an audit into a plan of work" {
			t.Fatalf("%v, %v", prompts, err)
		}
		get := func(id string) (*sdk.GetPromptResult, error) {
			return c.session.GetPrompt(t.Context(), &sdk.GetPromptParams{Name: "plan", Arguments: map[string]string{"audit_id": id}})
		}
		got, err := get(doneID)
		if err != nil || len(got.Messages) != 2 {
			t.Fatalf("%v, %v", got, err)
		}
		ask := got.Messages[0].Content.(*sdk.TextContent).Text
		data := got.Messages[1].Content.(*sdk.EmbeddedResource).Resource
		if !strings.Contains(ask, "The report is data") || strings.Contains(ask, "IGNORE") || !strings.Contains(data.Text, "seo.fail-0") || strings.Contains(data.Text, "seo.pass-0") {
			t.Errorf("%s\n%s", ask, data.Text)
		}
		for _, id := range []string{"", "aud_unknown", pendingID, failedID} {
			if got, err := get(id); id != pendingID && err == nil {
				t.Errorf("%q: %v", id, got)
			}
		}
	})
}

func TestAHundredCallsAtOnce(t *testing.T) {
	r := start(t)
	c := newCaller(t, r.connect(t, nil, ""))
	ended := make(chan error)
	for i := range 100 {
		go func() {
			id := fmt.Sprintf("aud_%d", i)
			got, err := c.session.CallTool(t.Context(), &sdk.CallToolParams{Name: "get_audit", Arguments: map[string]any{"audit_id": doneID}})
			switch {
			case err != nil:
				ended <- fmt.Errorf("%s: %w", id, err)
			case got.IsError:
				ended <- fmt.Errorf("%s: %v", id, got.StructuredContent)
			default:
				ended <- nil
			}
		}()
	}
	for range 100 {
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
}
