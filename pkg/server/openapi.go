package server

import (
	"bytes"
	"cmp"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/auditctl/auditctl/pkg/audit"
)

// operation is a row of the API: how it is described, and what answers.
type operation struct {
	huma.Operation
	handle handler
	// refusals are the codes that it may answer with, besides those that every operation may.
	refusals []audit.Code
	// open lets those in who show no key.
	open bool
	// final answers have an ETag, those that may still change a Retry-After where polled.
	final, polled bool
}

const (
	tagAudits  = "audits"
	tagBatches = "batches"
	tagAccount = "account"
)

// operations lists the API.
func (s *Server) operations() []operation {
	unfound := []audit.Code{audit.CodeNotFound}
	badQuery := []audit.Code{audit.CodeValidationFailed}
	unwritten := []audit.Code{audit.CodeNotFound, audit.CodeAuditPending, audit.CodeValidationFailed, audit.CodeNoBrowser}
	return []operation{
		{
			Operation: huma.Operation{
				Method: http.MethodPost, Path: "/v1/audits", OperationID: "submitAudits", Tags: []string{tagAudits}, Summary: "Submit one address or a batch",
				Description: "Accepts 1 to 50 addresses as one batch, and answers at once. An address that a stored audit answers (of the same domain and language, 24 hours old at most " +
					"unless the operator chose otherwise) is done already and not metered. The others are pending and take about 30 to 60 seconds each: poll the batch every few seconds.\n\n" +
					"An address that can't be audited is an entry with status invalid, and one that the allowance doesn't reach an entry with status quota_exceeded: neither refuses the others.",
				Parameters: []*huma.Param{{
					Name: "Idempotency-Key", In: "header",
					Description: "Makes a repeated request the first one, for 24 hours: it gets the first answer again and submits nothing. At most 255 printable ASCII characters.",
					Schema:      &huma.Schema{Type: huma.TypeString, MaxLength: number(audit.MaxIdempotencyKey)}, Example: "order-4711",
				}},
				RequestBody: &huma.RequestBody{
					Required: true, Description: "Either url or urls; at most 256 KiB.",
					Content: map[string]*huma.MediaType{"application/json": {Schema: ref("Submission"), Examples: map[string]*huma.Example{
						"one":   {Summary: "One address", Value: map[string]any{"url": "https://www.example.com/", "lang": "fr"}},
						"batch": {Summary: "A batch, past the cache", Value: map[string]any{"urls": []string{"example.com", "https://example.org/shop"}, "refresh": true}},
					}}},
				},
				Responses: map[string]*huma.Response{"202": jsonResponse("Accepted.", "Receipt", exampleReceipt())},
			},
			handle: s.submit,
			refusals: []audit.Code{
				audit.CodeMalformedBody, audit.CodePayloadTooLarge, audit.CodeUnsupportedMediaType, audit.CodeValidationFailed, audit.CodeIdempotencyKeyReused,
				audit.CodeIdempotencyInProgress, audit.CodeTooManyFailures,
			},
		},
		{
			Operation: huma.Operation{
				Method: http.MethodGet, Path: "/v1/audits", OperationID: "listAudits", Tags: []string{tagAudits}, Summary: "List audits",
				Description: "Lists the account's audits without their checks, newest first.",
				Parameters: append(pageParameters(), &huma.Param{
					Name: "domain", In: "query", Description: "Only audits of this domain, written as an audit's domain is: without www.", Schema: text(259), Example: "example.com",
				}),
				Responses: map[string]*huma.Response{"200": jsonResponse("A page of the list.", "AuditPage", audit.AuditPage{
					Success: true, Audits: []audit.Audit{exampleDone(false), examplePending()}, NextCursor: exampleAuditID,
				})},
			},
			handle: s.audits, refusals: badQuery,
		},
		{
			Operation: huma.Operation{
				Method: http.MethodGet, Path: "/v1/audits/{audit_id}", OperationID: "getAudit", Tags: []string{tagAudits}, Summary: "Get an audit",
				Description: "Gives one audit in the state that it is in. A pending one is answered with Retry-After; one that has ended with an ETag.",
				Parameters:  []*huma.Param{idParameter("audit_id", "audit", exampleAuditID), includeParameter()},
				Responses: map[string]*huma.Response{"200": {
					Description: "The audit.", Content: map[string]*huma.MediaType{"application/json": {Schema: ref("Audit"), Examples: map[string]*huma.Example{
						"done":    {Summary: "Finished, with include=checks", Value: exampleDone(true)},
						"pending": {Summary: "Pending", Value: examplePending()},
						"failed":  {Summary: "Failed", Value: exampleFailed()},
					}}},
				}},
			},
			final: true, polled: true, handle: s.audit, refusals: slices.Concat(unfound, badQuery),
		},
		{
			Operation: huma.Operation{
				Method: http.MethodDelete, Path: "/v1/audits/{audit_id}", OperationID: "deleteAudit", Tags: []string{tagAudits}, Summary: "Delete an audit",
				Description: "Removes an audit that has ended, and its batch with the last of its audits. Nothing metered is given back.",
				Parameters:  []*huma.Param{idParameter("audit_id", "audit", exampleAuditID)},
				Responses:   map[string]*huma.Response{"204": {Description: "Deleted."}},
			},
			handle: s.deleteAudit, refusals: []audit.Code{audit.CodeNotFound, audit.CodeAuditPending},
		},
		{
			Operation: huma.Operation{
				Method: http.MethodGet, Path: "/v1/audits/{audit_id}/report", OperationID: "getReport", Tags: []string{tagAudits}, Summary: "Get an audit's report",
				Description: "Gives an audit that has ended as a document, in the audit's language, its checks with it. The documents for people tell what changed since the audit " +
					"before, and show how the page looked.",
				Parameters: []*huma.Param{idParameter("audit_id", "audit", exampleAuditID), formatParameter()},
				Responses:  map[string]*huma.Response{"200": reportResponse("Audit", exampleDone(true))},
			},
			final: true, handle: s.report, refusals: unwritten,
		},
		{
			Operation: huma.Operation{
				Method: http.MethodGet, Path: "/v1/audits/{audit_id}/screenshot", OperationID: "getScreenshot", Tags: []string{tagAudits}, Summary: "Get the page's picture",
				Description: "Gives the submitted page as a browser showed it, on a desktop's and a telephone's screen side by side. There is none where no browser opened the page.",
				Parameters:  []*huma.Param{idParameter("audit_id", "audit", exampleAuditID)},
				Responses: map[string]*huma.Response{"200": {Description: "The picture.", Content: map[string]*huma.MediaType{
					"image/jpeg": {Schema: &huma.Schema{Type: huma.TypeString, Format: "binary", Description: "A JPEG of at most 256 KiB."}},
				}}},
			},
			final: true, handle: s.screenshot, refusals: unfound,
		},
		{
			Operation: huma.Operation{
				Method: http.MethodGet, Path: "/v1/batches", OperationID: "listBatches", Tags: []string{tagBatches}, Summary: "List batches",
				Description: "Lists the account's batches without their audits, newest first.",
				Parameters:  pageParameters(),
				Responses:   map[string]*huma.Response{"200": jsonResponse("A page of the list.", "BatchPage", exampleBatchPage())},
			},
			handle: s.batches, refusals: badQuery,
		},
		{
			Operation: huma.Operation{
				Method: http.MethodGet, Path: "/v1/batches/{batch_id}", OperationID: "getBatch", Tags: []string{tagBatches}, Summary: "Get a batch",
				Description: "Gives every audit of a batch in the state that it is in, in the order of the submission. The batch is complete when pending is 0: until then it is " +
					"answered with Retry-After, from then on with an ETag.",
				Parameters: []*huma.Param{idParameter("batch_id", "batch", exampleBatchID), includeParameter()},
				Responses: map[string]*huma.Response{"200": jsonResponse(
					"The batch.", "Batch", audit.NewBatch(exampleBatchID, []audit.Audit{exampleDone(false), examplePending(), exampleFailed()}),
				)},
			},
			final: true, polled: true, handle: s.batch, refusals: slices.Concat(unfound, badQuery),
		},
		{
			Operation: huma.Operation{
				Method: http.MethodGet, Path: "/v1/batches/{batch_id}.csv", OperationID: "getBatchTable", Tags: []string{tagBatches}, Summary: "Get a batch as a table",
				Description: "Gives a batch as CSV (RFC 4180, UTF-8, CRLF): a header row, then one row per address, one column per metric. What isn't there is an empty cell, never 0. " +
					"A cell that a spreadsheet would take for a formula begins with an apostrophe.",
				Parameters: []*huma.Param{idParameter("batch_id", "batch", exampleBatchID)},
				Responses: map[string]*huma.Response{"200": {Description: "The table.", Content: map[string]*huma.MediaType{
					"text/csv": {Schema: document("The columns, in order: url, domain, audit_id, status, cached, the ten metrics, industry, type, named_in and questions_answered of each pass, summary, error."), Example: exampleCSV()},
				}}},
			},
			final: true, polled: true, handle: s.batchCSV, refusals: unfound,
		},
		{
			Operation: huma.Operation{
				Method: http.MethodGet, Path: "/v1/batches/{batch_id}/report", OperationID: "getBatchReport", Tags: []string{tagBatches}, Summary: "Get a batch's report",
				Description: "Gives a batch that has ended as one document, in its language: the sites side by side, then each with its checks.",
				Parameters:  []*huma.Param{idParameter("batch_id", "batch", exampleBatchID), formatParameter()},
				Responses: map[string]*huma.Response{"200": reportResponse(
					"Batch", audit.NewBatch(exampleBatchID, []audit.Audit{exampleDone(true), exampleFailed()}),
				)},
			},
			final: true, handle: s.batchReport, refusals: unwritten,
		},
		{
			Operation: huma.Operation{
				Method: http.MethodGet, Path: "/v1/me", OperationID: "getAccount", Tags: []string{tagAccount}, Summary: "Get the account",
				Description: "Gives the plan of the calling key's account and what is left of its allowance.",
				Responses:   map[string]*huma.Response{"200": jsonResponse("The account.", "Account", audit.Account{Plan: string(audit.Individual), Quota: audit.NewQuota(audit.IndividualLimit, 13)})},
			},
			handle: s.me,
		},
		{
			Operation: huma.Operation{
				Method: http.MethodGet, Path: "/openapi.json", OperationID: "getOpenAPI", Tags: []string{tagAccount}, Summary: "Get this description",
				Description: "Gives the OpenAPI 3.1.0 description of the REST API. Some servers give it to those without a key too.",
				Responses: map[string]*huma.Response{"200": {Description: "The description.", Content: map[string]*huma.MediaType{
					"application/json": {Schema: &huma.Schema{Type: huma.TypeObject, Description: "An OpenAPI 3.1.0 document."}, Example: map[string]any{"openapi": "3.1.0"}},
				}}},
			},
			final: true, handle: s.openAPI, open: s.config.PublicOpenAPI,
		},
	}
}

// describe writes the OpenAPI document of the operations.
func describe(baseURL string, list []operation) ([]byte, error) {
	registry, err := schemas()
	if err != nil {
		return nil, err
	}
	doc := &huma.OpenAPI{
		OpenAPI: "3.1.0",
		Info: &huma.Info{
			Title: "auditctl", Version: "1.0.0",
			Description: "Audits websites for search and AI search: submit addresses, poll until they are done, read scores with their confidence and source, and what to do.\n\n" +
				"Every request carries an API key. Within /v1 fields, endpoints, codes and values are only added: ignore what you don't know. " +
				"Times are UTC, RFC 3339. Every refusal is a problem (RFC 9457) with a stable code.",
			Contact:    &huma.Contact{Name: "The operator of this server"},
			License:    &huma.License{Name: "Apache-2.0", Identifier: "Apache-2.0"},
			Extensions: map[string]any{"summary": "Website audits for search and AI search"},
		},
		Servers:  []*huma.Server{{URL: cmp.Or(strings.TrimRight(baseURL, "/"), "/"), Description: "This server"}},
		Security: []map[string][]string{{"apiKey": {}}, {"bearer": {}}},
		Tags: []*huma.Tag{
			{Name: tagAudits, Description: "Audits of single addresses: submitting, reading, listing, deleting."},
			{Name: tagBatches, Description: "The audits of one submission together."},
			{Name: tagAccount, Description: "The calling key's account, and this description."},
		},
		Components: &huma.Components{
			Schemas: registry, Headers: headers(), Responses: map[string]*huma.Response{},
			SecuritySchemes: map[string]*huma.SecurityScheme{
				"apiKey": {Type: "apiKey", Name: "X-API-Key", In: "header", Description: "An API key: " + audit.KeyMarker + " and 36 letters and digits."},
				"bearer": {Type: "http", Scheme: "bearer", Description: "The same API key as a bearer token."},
			},
		},
	}
	for _, op := range list {
		describeOperation(doc.Components, &op)
		doc.AddOperation(&op.Operation)
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(doc); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// describeOperation completes an operation with what its fields say: the headers of its successes, and its refusals.
func describeOperation(c *huma.Components, op *operation) {
	for status, response := range op.Responses {
		names := []string{"X-Request-Id"}
		if !op.open {
			names = append(names, "X-RateLimit-Limit", "X-RateLimit-Remaining")
		}
		if status == "200" {
			names = append(names, "Cache-Control")
		}
		if op.polled {
			names = append(names, "Retry-After")
		}
		if op.final {
			names = append(names, "ETag")
		}
		if response.Content["text/csv"] != nil {
			names = append(names, "Content-Disposition")
		}
		response.Headers = headerRefs(names...)
	}
	if op.final {
		op.Parameters = append(op.Parameters, &huma.Param{
			Name: "If-None-Match", In: "header", Description: "The ETag of the answer that the client has: where it still holds, 304 is all that comes back.",
			Schema: text(maxHeaderText), Example: `"9ae0daaf8d2f3c5b00001307"`,
		})
		op.Responses["304"] = &huma.Response{Description: "Unchanged: the client has it already.", Headers: headerRefs("X-Request-Id", "ETag", "Cache-Control")}
	}
	if op.open {
		op.Security = []map[string][]string{{"apiKey": {}}, {"bearer": {}}, {}}
	}

	table, byStatus := refusals(), map[int][]audit.Code{}
	for _, code := range slices.Concat(op.refusals, []audit.Code{
		audit.CodeUnauthorized, audit.CodeRateLimited, audit.CodeInternal, audit.CodeOverloaded, audit.CodeInterrupted,
	}) {
		byStatus[table[code].status] = append(byStatus[table[code].status], code)
	}
	for status, codes := range byStatus {
		slices.Sort(codes)
		name := responseName(codes)
		c.Responses[name] = problemResponse(status, codes)
		op.Responses[strconv.Itoa(status)] = &huma.Response{Ref: "#/components/responses/" + name}
	}
}

// responseName names the refusal that is one of codes: RateLimitedOrTooManyFailures.
func responseName(codes []audit.Code) string {
	var names []string
	for _, code := range codes {
		var name strings.Builder
		for word := range strings.SplitSeq(string(code), "_") {
			name.WriteString(strings.ToUpper(word[:1]) + word[1:])
		}
		names = append(names, name.String())
	}
	return strings.Join(names, "Or")
}

// problemResponse describes the refusals of one status; its examples are named by their codes.
func problemResponse(status int, codes []audit.Code) *huma.Response {
	table := refusals()
	examples := map[string]*huma.Example{}
	var lines []string
	for _, code := range codes {
		shown := table[code]
		lines = append(lines, "`"+string(code)+"`: "+shown.title+".")
		p := problem{Type: problemType(code), Title: shown.title, Status: status, Detail: cmp.Or(shown.detail, shown.title+"."), Code: code, RequestID: exampleRequestID}
		if code == audit.CodeValidationFailed {
			p.Errors = []audit.FieldError{{Pointer: "/lang", Code: fieldNotAllowed, Detail: "expected one of: en, fr"}}
		}
		examples[string(code)] = &huma.Example{Summary: shown.title, Value: p}
	}
	names := []string{"X-Request-Id"}
	switch status {
	case http.StatusUnauthorized:
		names = append(names, "WWW-Authenticate")
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		names = append(names, "Retry-After-Always")
	case http.StatusInternalServerError:
	default: // the others are for those with a key
		names = append(names, "X-RateLimit-Limit", "X-RateLimit-Remaining")
	}
	if slices.Contains(codes, audit.CodeAuditPending) || slices.Contains(codes, audit.CodeIdempotencyInProgress) {
		names = append(names, "Retry-After")
	}
	return &huma.Response{
		Description: strings.Join(lines, "\n"), Headers: headerRefs(names...),
		Content: map[string]*huma.MediaType{"application/problem+json": {Schema: ref("Problem"), Examples: examples}},
	}
}

// headers are the headers of answers. Those that are required are in every answer that lists them.
func headers() map[string]*huma.Header {
	integer := func(most float64) *huma.Schema {
		return &huma.Schema{Type: huma.TypeInteger, Minimum: number(0.0), Maximum: &most}
	}
	return map[string]*huma.Header{
		"X-Request-Id": {
			Required: true, Description: "Names the request in the server's log. The server makes it; a client's own is ignored.",
			Schema: &huma.Schema{Type: huma.TypeString, Pattern: "^req_[0-9a-z]{26}$"}, Example: exampleRequestID,
		},
		"X-RateLimit-Limit": {
			Required: true, Description: "The allowance of the account, in audits per rolling 30 days.", Schema: integer(audit.UnlimitedLimit), Example: 100,
		},
		"X-RateLimit-Remaining": {Required: true, Description: "What is left of the allowance, in audits.", Schema: integer(audit.UnlimitedLimit), Example: 87},
		"Retry-After":           {Description: "When to ask again, in seconds; only where that may help.", Schema: integer(86400), Example: 2},
		"Retry-After-Always":    {Required: true, Description: "When to try again, in seconds.", Schema: integer(86400), Example: 1},
		"ETag":                  {Description: "Validator of what won't change any more; missing while it may.", Schema: text(maxHeaderText), Example: `"9ae0daaf8d2f3c5b00001307"`},
		"Cache-Control":         {Required: true, Description: "private, no-cache with an ETag; private, no-store otherwise.", Schema: text(maxHeaderText), Example: "private, no-cache"},
		"WWW-Authenticate":      {Required: true, Description: "How to authenticate.", Schema: text(maxHeaderText), Example: `Bearer realm="auditctl"`},
		"Content-Disposition":   {Description: "The name to save a table or a document by.", Schema: text(maxHeaderText), Example: `attachment; filename="` + exampleBatchID + `.csv"`},
	}
}

// maxHeaderText is the longest text of a header, in characters.
const maxHeaderText = 4096

func headerRefs(names ...string) map[string]*huma.Param {
	list := map[string]*huma.Param{}
	for _, name := range names {
		list[strings.TrimSuffix(name, "-Always")] = &huma.Param{Ref: "#/components/headers/" + name}
	}
	return list
}

func ref(name string) *huma.Schema { return &huma.Schema{Ref: schemaPrefix + name} }

func jsonResponse(description, schema string, example any) *huma.Response {
	return &huma.Response{Description: description, Content: map[string]*huma.MediaType{"application/json": {Schema: ref(schema), Example: example}}}
}

func document(description string) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Description: description}
}

func text(longest int) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, MaxLength: &longest}
}

func number[N int | float64](n N) *N { return &n }

func idParameter(name, of, example string) *huma.Param {
	return &huma.Param{Name: name, In: "path", Required: true, Description: "Identifier of the " + of + ".", Schema: text(64), Example: example}
}

func includeParameter() *huma.Param {
	return &huma.Param{
		Name: "include", In: "query", Description: "checks adds every check with its verdict, evidence and remedy to finished audits.",
		Schema: &huma.Schema{Type: huma.TypeString, Enum: []any{"checks"}}, Example: "checks",
	}
}

func formatParameter() *huma.Param {
	schema := &huma.Schema{Type: huma.TypeString, Default: documents()[0].format}
	for _, name := range documentNames() {
		schema.Enum = append(schema.Enum, name)
	}
	return &huma.Param{Name: "format", In: "query", Description: "The kind of document.", Schema: schema, Example: "markdown"}
}

// reportResponse describes a report in every format; as JSON it is of the schema.
func reportResponse(schema string, example any) *huma.Response {
	response := &huma.Response{Description: "The report.", Content: map[string]*huma.MediaType{}}
	for _, d := range documents() {
		kind, _, _ := strings.Cut(d.contentType, ";")
		response.Content[kind] = &huma.MediaType{Schema: document(d.says)}
	}
	response.Content["application/pdf"].Schema.Format = "binary"
	response.Content["text/csv"].Example = exampleCSV()
	response.Content["application/json"] = &huma.MediaType{Schema: ref(schema), Example: example}
	return response
}

func pageParameters() []*huma.Param {
	return []*huma.Param{
		{
			Name: "limit", In: "query", Description: "How many at most.",
			Schema: &huma.Schema{Type: huma.TypeInteger, Minimum: number(1.0), Maximum: number(float64(maxLimit)), Default: defaultLimit}, Example: 50,
		},
		{Name: "cursor", In: "query", Description: "The next_cursor of the page before; the first page without it.", Schema: text(255), Example: exampleAuditID},
	}
}
