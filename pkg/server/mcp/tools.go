package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/auditctl/auditctl/pkg/audit"
)

const (
	// pollAfter is when asking again about a pending audit may tell more.
	pollAfter = 5 * time.Second
	// maxResult and maxWithChecks bound a result's structured content, in bytes of JSON; the readable text beside it has some hundreds more.
	maxResult     = 16_000
	maxWithChecks = 190_000
	// maxCheck bounds one check in a result, in bytes of JSON.
	maxCheck = 6_000
)

// answer is what a tool gives: content for programs, text for a model.
type answer struct {
	content json.RawMessage
	text    string
}

// answered encodes content as an answer, within maxResult.
func answered(content any, text string, measures []measure) (answer, error) {
	encoded, _, err := fit(content, maxResult, measures)
	return answer{encoded, text}, err
}

func (d *Door) addTools() {
	no := jsonschema.Ptr(false)
	// A repeated call may cost again, once the cache is old.
	submits := &sdk.ToolAnnotations{DestructiveHint: no, OpenWorldHint: jsonschema.Ptr(true)}
	reads := &sdk.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true, DestructiveHint: no, OpenWorldHint: no}
	add(d, &sdk.Tool{
		Name: "audit_website", Title: "Audit a website", Annotations: submits,
		Description: "Audits one website for search engines and AI search. Costs one unit of the quota unless the result is cached (cached: true) or the address is refused. " +
			"Returns at once with an audit_id and status pending (a fresh audit takes 30 to 60 seconds) or done; then call get_audit with the audit_id, every 5 seconds while " +
			"it is pending. Where the client asks for progress, this call waits up to 45 seconds for the end. Don't submit again because an audit is pending.",
		OutputSchema: outputOf[websiteResult]("url", "audit_id", "batch_id", "status", "cached", "metered", "quota"),
	}, d.auditWebsite)
	add(d, &sdk.Tool{
		Name: "get_audit", Title: "Get an audit", Annotations: reads,
		Description: "Gives an audit by its audit_id: its status and, once done, overall number, ten scores with their confidence tiers, business, summary and citation passes. Free. " +
			"While the status is pending, wait retry_after_seconds and call again. include_checks adds every check with evidence and remedy (long).",
		OutputSchema: auditOutput(),
	}, d.getAudit)
	add(d, &sdk.Tool{
		Name: "batch_audit", Title: "Audit several websites", Annotations: submits,
		Description: "Audits 1 to 50 websites as one batch. Each costs one unit of the quota unless its result is cached, it is refused, or the quota is used up (status quota_exceeded). " +
			"Returns at once with a batch_id; then call get_batch every 5 to 10 seconds until pending is 0. A fresh audit takes 30 to 60 seconds, a batch of 50 some minutes.",
		OutputSchema: outputOf[receiptResult]("success", "batch_id", "count", "metered", "audits", "quota"),
	}, d.batchAudit)
	add(d, &sdk.Tool{
		Name: "get_batch", Title: "Get a batch", Annotations: reads,
		Description: "Gives the state of a batch by its batch_id: counts, and per audit its id, address, status and score values. Free. While pending is above 0, wait retry_after_seconds " +
			"and call again. get_audit gives one audit's report.",
		OutputSchema: batchOutput(),
	}, d.getBatch)
	add(d, &sdk.Tool{
		Name: "account_usage", Title: "Show plan and quota", Annotations: reads,
		Description:  "Gives the plan behind the key and what is left of its quota, in audits per rolling 30 days. Free. Call it before a large batch.",
		OutputSchema: outputOf[audit.Account]("plan", "quota"),
	}, d.accountUsage)
}

// add makes a tool of a function. Whatever goes wrong, arguments that the schema refuses too, is the tool's error and never the protocol's.
func add[In any](d *Door, t *sdk.Tool, do func(context.Context, *sdk.CallToolRequest, In) (answer, error)) {
	input := schemaOf[In]()
	resolved, err := input.Resolve(nil)
	if err != nil { // as in schemaOf
		panic(err)
	}
	t.InputSchema = input
	if len(input.Properties) == 0 { // the library leaves an empty list out, which some clients miss
		t.InputSchema = json.RawMessage(`{"type":"object","properties":{},"additionalProperties":false}`)
	}
	d.server.AddTool(t, func(ctx context.Context, r *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		in, err := arguments[In](resolved, r.Params.Arguments)
		if err != nil {
			return d.faultOf(ctx, t.Name, err).result(), nil
		}
		a, err := do(ctx, r, in)
		if err != nil {
			return d.faultOf(ctx, t.Name, err).result(), nil
		}
		return &sdk.CallToolResult{StructuredContent: a.content, Content: []sdk.Content{&sdk.TextContent{Text: a.text}}}, nil
	})
}

// arguments reads what a tool is called with.
func arguments[In any](schema *jsonschema.Resolved, raw json.RawMessage) (In, error) {
	var in In
	invalid := func(err error) error {
		return &audit.Error{Code: audit.CodeValidationFailed, Message: "The arguments don't fit the tool's input schema: " + audit.Printable(err.Error()) + ". Nothing was done."}
	}
	given := map[string]any{}
	if len(bytes.TrimSpace(raw)) > 0 {
		if err := json.Unmarshal(raw, &given); err != nil {
			return in, invalid(fmt.Errorf("they are no object"))
		}
	}
	if err := schema.Validate(given); err != nil {
		return in, invalid(err)
	}
	if len(given) == 0 {
		return in, nil
	}
	if err := json.Unmarshal(raw, &in); err != nil {
		return in, invalid(err)
	}
	return in, nil
}

func (d *Door) auditWebsite(ctx context.Context, r *sdk.CallToolRequest, in websiteInput) (answer, error) {
	on := callOf(ctx).on
	receipt, err := on.Submit(ctx, audit.Submission{URLs: []string{in.URL}, Lang: in.Lang, Refresh: in.Refresh})
	if err != nil {
		return answer{}, err
	}
	if len(receipt.Audits) != 1 {
		return answer{}, fmt.Errorf("a submission of one address was answered with %d audits", len(receipt.Audits))
	}
	result := websiteResult{Entry: receipt.Audits[0], BatchID: receipt.BatchID, Metered: receipt.Metered, Quota: receipt.Quota}
	text := fmt.Sprintf("Audit %s: %s", result.AuditID, receiptText(receipt, "get_audit with this audit_id"))
	if result.Error != nil { // of the address as it was submitted: no site has been asked yet
		text = fmt.Sprintf("Audit %s ended without a result: %s. %s: %s", result.AuditID, result.Status, result.Error.Code, plain(result.Error.Message))
	}
	if token := r.Params.GetProgressToken(); token != nil && !result.Status.Terminal() {
		if a := d.await(ctx, r.Session, token, result.AuditID); a != nil {
			result.Status, result.Cached, result.Error = a.Status, a.Cached, a.Error
			text = auditText(a)
		}
	}
	if !result.Status.Terminal() {
		result.RetryAfter = seconds(pollAfter)
	}
	return answered(result, text, batchMeasures())
}

// await looks after a pending audit and tells the client, until it ends. It gives the audit that has ended; nil where it has not when the time is over,
// the door closes, the client is gone, or too many wait already.
func (d *Door) await(ctx context.Context, session *sdk.ServerSession, token any, id string) *audit.Audit {
	select {
	case d.waiting <- struct{}{}:
		defer func() { <-d.waiting }()
	default:
		return nil
	}
	began := time.Now()
	ctx, cancel := context.WithTimeout(ctx, d.config.Wait)
	defer cancel()
	tick := time.NewTicker(d.config.Poll)
	defer tick.Stop()
	for {
		progress := &sdk.ProgressNotificationParams{ProgressToken: token, Progress: time.Since(began).Seconds(), Message: "The audit is pending; it takes 30 to 60 s."}
		if err := session.NotifyProgress(ctx, progress); err != nil {
			return nil // who would be told is gone
		}
		select {
		case <-ctx.Done():
			return nil
		case <-d.closing:
			return nil
		case <-tick.C:
		}
		a, err := callOf(ctx).on.Audit(ctx, id)
		if err != nil {
			return nil // the submission stands; get_audit will say what is wrong
		}
		if a.Status.Terminal() {
			return a
		}
	}
}

func (d *Door) batchAudit(ctx context.Context, _ *sdk.CallToolRequest, in batchInput) (answer, error) {
	receipt, err := callOf(ctx).on.Submit(ctx, audit.Submission{URLs: in.URLs, Lang: in.Lang, Refresh: in.Refresh})
	if err != nil {
		return answer{}, err
	}
	result := receiptResult{Receipt: receipt}
	if pendingOf(receipt) > 0 {
		result.RetryAfter = seconds(pollAfter)
	}
	return answered(result, fmt.Sprintf("Batch %s: %s", receipt.BatchID, receiptText(receipt, "get_batch with this batch_id")), batchMeasures())
}

func (d *Door) getAudit(ctx context.Context, _ *sdk.CallToolRequest, in getAuditInput) (answer, error) {
	a, err := callOf(ctx).on.Audit(ctx, string(in.AuditID))
	if err != nil {
		return answer{}, err
	}
	text := auditText(a)
	result := auditResult{Audit: *a}
	if !a.Status.Terminal() {
		result.RetryAfter = seconds(pollAfter)
	}
	var checks []json.RawMessage
	if a.Report != nil {
		result.Untrusted = untrusted()
		bare := *a.Report
		bare.Checks, result.Report = nil, &bare
		if in.IncludeChecks {
			if checks, err = shortChecks(a.Checks); err != nil {
				return answer{}, err
			}
			result.ChecksOmitted = len(a.Checks) - len(checks)
		}
	}
	content, cut, err := fit(result, maxResult, auditMeasures())
	if cut || result.ChecksOmitted > 0 {
		result.Shortened = scheme + a.AuditID + " holds what was cut"
		content, _, err = fit(result, maxResult, auditMeasures())
	}
	if err != nil {
		return answer{}, err
	}
	if len(checks) > 0 {
		if content, err = withChecks(content, checks); err != nil {
			return answer{}, err
		}
	}
	return answer{content, text}, nil
}

// shortChecks encodes as many checks as a result may hold, what costs most first.
func shortChecks(checks []audit.Check) ([]json.RawMessage, error) {
	var list []json.RawMessage
	size := maxResult
	for _, c := range ranked(checks) {
		encoded, _, err := fit(c, maxCheck, auditMeasures())
		if err != nil {
			return nil, err
		}
		if size += len(encoded) + 1; size > maxWithChecks {
			break
		}
		list = append(list, encoded)
	}
	return list, nil
}

// withChecks puts the checks at the end of an encoded audit.
func withChecks(content json.RawMessage, checks []json.RawMessage) (json.RawMessage, error) {
	list, err := json.Marshal(checks)
	if err != nil {
		return nil, fmt.Errorf("encoding checks: %w", err)
	}
	return json.RawMessage(strings.TrimSuffix(string(content), "}") + `,"checks":` + string(list) + "}"), nil
}

func (d *Door) getBatch(ctx context.Context, _ *sdk.CallToolRequest, in getBatchInput) (answer, error) {
	b, err := callOf(ctx).on.Batch(ctx, string(in.BatchID))
	if err != nil {
		return answer{}, err
	}
	result := batchResult{
		Success: b.Success, BatchID: b.BatchID, Total: b.Total, Completed: b.Completed, Pending: b.Pending, Failed: b.Failed, Audits: make([]batchEntry, len(b.Audits)),
	}
	for i, a := range b.Audits {
		result.Audits[i] = entryOf(a)
	}
	if b.Pending > 0 {
		result.RetryAfter = seconds(pollAfter)
	}
	return answered(result, batchText(b), batchMeasures())
}

func entryOf(a audit.Audit) batchEntry {
	e := batchEntry{AuditID: a.AuditID, URL: a.URL, Status: a.Status, Cached: a.Cached, Error: a.Error}
	if a.Status == audit.Done && a.Report != nil {
		e.Readiness, e.Scores = &a.OverallAIReadiness, map[audit.Metric]int{}
		for _, m := range audit.Metrics() {
			e.Scores[m] = a.Scores[m].Value
		}
	}
	return e
}

func (d *Door) accountUsage(ctx context.Context, _ *sdk.CallToolRequest, _ noInput) (answer, error) {
	account, err := callOf(ctx).on.Account(ctx)
	if err != nil {
		return answer{}, err
	}
	text := fmt.Sprintf("Plan %s: %s. Cached audits cost nothing.", plain(account.Plan), quotaText(account.Quota))
	return answered(account, text, batchMeasures())
}
