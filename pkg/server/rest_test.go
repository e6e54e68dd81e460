package server

import (
	"context"
	"encoding/base64"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/auditctl/auditctl/pkg/audit"
)

func TestEveryEndpointAnswersAsDescribed(t *testing.T) {
	r := start(t)
	for _, c := range []struct {
		method, path string
		status       int
	}{
		{"GET", "/v1/audits", 200},
		{"GET", "/v1/audits?limit=1&domain=Example.com", 200},
		{"GET", "/v1/audits/" + doneID, 200},
		{"GET", "/v1/audits/" + doneID + "?include=checks", 200},
		{"GET", "/v1/audits/" + pendingID, 200},
		{"GET", "/v1/audits/" + failedID, 200},
		{"HEAD", "/v1/audits/" + doneID, 200},
		{"GET", "/v1/audits/aud_unknown", 404},
		{"GET", "/v1/audits/" + doneID + "/screenshot", 200},
		{"GET", "/v1/audits/" + failedID + "/screenshot", 404},
		{"GET", "/v1/audits/" + doneID + "/report", 200},
		{"GET", "/v1/audits/" + pendingID + "/report", 409},
		{"GET", "/v1/audits/" + doneID + "/report?format=docx", 422},
		{"GET", "/v1/audits/" + doneID + "/report?format=pdf", 501},
		{"GET", "/v1/batches/" + endedID + "/report", 200},
		{"GET", "/v1/batches/" + mixedID + "/report", 409},
		{"GET", "/v1/batches/" + endedID + "/report?format=docx", 422},
		{"GET", "/v1/batches/" + endedID + "/report?format=pdf", 501},
		{"GET", "/v1/batches/bat_unknown/report", 404},
		{"DELETE", "/v1/audits/" + doneID, 204},
		{"DELETE", "/v1/audits/" + pendingID, 409},
		{"DELETE", "/v1/audits/aud_unknown", 404},
		{"GET", "/v1/batches", 200},
		{"GET", "/v1/batches?limit=100", 200},
		{"GET", "/v1/batches/" + mixedID, 200},
		{"GET", "/v1/batches/" + endedID + "?include=checks", 200},
		{"GET", "/v1/batches/bat_unknown", 404},
		{"GET", "/v1/batches/" + mixedID + ".csv", 200},
		{"HEAD", "/v1/batches/" + endedID + ".csv", 200},
		{"GET", "/v1/batches/bat_unknown.csv", 404},
		{"GET", "/v1/me", 200},
		{"GET", "/openapi.json", 200},
		{"GET", "/v1/audits?limit=0", 422},
		{"GET", "/v1/audits?limit=101", 422},
		{"GET", "/v1/audits?limit=x", 422},
		{"GET", "/v1/batches?cursor=%00", 422},
		{"GET", "/v1/audits?domain=%C3%A9", 422},
		{"GET", "/v1/audits/" + doneID + "?include=all", 422},
		{"GET", "/v1/audits/%00", 404},
		{"GET", "/v1/audits/" + doneID + "/", 404},
		{"GET", "/v1/me/", 404},
		{"GET", "/", 404},
		{"GET", "/v1/audits/" + strings.Repeat("a", 65), 404},
	} {
		a := r.ask(c.method, c.path, "")
		if a.StatusCode != c.status {
			t.Errorf("%s %s: %d, want %d: %s", c.method, c.path, a.StatusCode, c.status, a.body)
		}
		if a.Header.Get("X-RateLimit-Limit") != "100" || a.Header.Get("X-RateLimit-Remaining") != "87" {
			t.Errorf("%s %s: no quota in %v", c.method, c.path, a.Header)
		}
		if id := a.Header.Get("X-Request-Id"); len(id) != len("req_")+26 {
			t.Errorf("%s %s: request id %q", c.method, c.path, id)
		}
		if a.Header.Get("X-Content-Type-Options") != "nosniff" || a.Header.Get("X-Frame-Options") != "DENY" || a.Header.Get("Server") != "" || !strings.Contains(a.Header.Get("Content-Security-Policy"), "default-src 'none'") {
			t.Errorf("%s %s: not guarded: %v", c.method, c.path, a.Header)
		}
		if c.method == "HEAD" && a.body != "" {
			t.Errorf("%s %s has a body", c.method, c.path)
		}
		if c.status >= 400 {
			if p := a.problem(t); p.Status != c.status || p.Success || p.RequestID != a.Header.Get("X-Request-Id") || p.Detail == "" || p.Type != "/problems/"+string(p.Code) {
				t.Errorf("%s %s: %+v", c.method, c.path, p)
			}
		}
	}
}

func TestASubmissionIsPassedOn(t *testing.T) {
	r := start(t)
	many := strings.TrimSuffix(strings.Repeat(`"example.com",`, audit.MaxURLs), ",")
	for _, c := range []struct {
		body string
		want audit.Submission
	}{
		{`{"url":"https://example.com/"}`, audit.Submission{URLs: []string{"https://example.com/"}}},
		{` {"urls":["a.example","b.example"],"lang":"fr","refresh":true} `, audit.Submission{URLs: []string{"a.example", "b.example"}, Lang: audit.French, Refresh: true}},
		{`{"url":"","lang":"en","refresh":false}`, audit.Submission{URLs: []string{""}, Lang: audit.English}},
		{`{"urls":[` + many + `]}`, audit.Submission{URLs: slices.Repeat([]string{"example.com"}, audit.MaxURLs)}},
	} {
		r.fake.submitted = nil
		a := r.ask("POST", "/v1/audits", c.body, "Idempotency-Key", "once")
		c.want.IdempotencyKey = "once"
		if a.StatusCode != http.StatusAccepted || len(r.fake.submitted) != 1 {
			t.Errorf("%s: %d, %d submitted: %s", c.body, a.StatusCode, len(r.fake.submitted), a.body)
			continue
		}
		if d := cmp.Diff(c.want, r.fake.submitted[0]); d != "" {
			t.Errorf("%s: %s", c.body, d)
		}
		if a.Header.Get("X-RateLimit-Remaining") != "86" {
			t.Errorf("the quota is not the receipt's: %v", a.Header)
		}
	}
}

func TestABadSubmissionIsRefusedWhole(t *testing.T) {
	r := start(t)
	many := strings.TrimSuffix(strings.Repeat(`"example.com",`, audit.MaxURLs+1), ",")
	for name, c := range map[string]struct {
		body   string
		status int
		code   audit.Code
		fields string // pointer code, …
	}{
		"both":               {`{"url":"a","urls":["b"]}`, 422, audit.CodeValidationFailed, "/urls conflict"},
		"both, one wrong":    {`{"url":"a","urls":3}`, 422, audit.CodeValidationFailed, "/urls conflict"},
		"neither":            {`{"lang":"en"}`, 422, audit.CodeValidationFailed, " required"},
		"empty list":         {`{"urls":[]}`, 422, audit.CodeValidationFailed, "/urls too_few"},
		"too many":           {`{"urls":[` + many + `]}`, 422, audit.CodeValidationFailed, "/urls too_many"},
		"language":           {`{"url":"a","lang":"de"}`, 422, audit.CodeValidationFailed, "/lang not_allowed"},
		"types":              {`{"url":1,"lang":[],"refresh":"yes"}`, 422, audit.CodeValidationFailed, "/lang wrong_type, /refresh wrong_type, /url wrong_type"},
		"nulls":              {`{"urls":null,"lang":null,"refresh":null}`, 422, audit.CodeValidationFailed, "/lang wrong_type, /refresh wrong_type, /urls wrong_type"},
		"an item":            {`{"urls":["a",null,{}]}`, 422, audit.CodeValidationFailed, "/urls/1 wrong_type, /urls/2 wrong_type"},
		"unknown field":      {`{"url":"a","a/b~":1}`, 422, audit.CodeValidationFailed, "/a~1b~0 unknown_field"},
		"long unknown field": {`{"url":"a","` + strings.Repeat("x", 65) + `":1}`, 422, audit.CodeValidationFailed, " unknown_field"},
		"other case":         {`{"URL":"a"}`, 422, audit.CodeValidationFailed, " required, /URL unknown_field"},
		"twice":              {`{"url":"a","url":"b"}`, 422, audit.CodeValidationFailed, "/url duplicate_field"},
		"twice, escaped":     {`{"url":"a","\u0075rl":"b"}`, 422, audit.CodeValidationFailed, "/url duplicate_field"},
		"no object":          {`["a"]`, 422, audit.CodeValidationFailed, " wrong_type"},
		"null":               {`null`, 422, audit.CodeValidationFailed, " wrong_type"},
		"no JSON":            {`{"url":`, 400, audit.CodeMalformedBody, ""},
		"more behind":        {`{"url":"a"}{}`, 400, audit.CodeMalformedBody, ""},
		"not UTF-8":          {"{\"url\":\"\xff\"}", 400, audit.CodeMalformedBody, ""},
		"deep":               {`{"url":` + strings.Repeat("[", 100_000) + `}`, 400, audit.CodeMalformedBody, ""},
		"too large":          {`{"url":"` + strings.Repeat("a", maxBody) + `"}`, 413, audit.CodePayloadTooLarge, ""},
	} {
		a := r.ask("POST", "/v1/audits", c.body)
		p := a.problem(t)
		var fields []string
		for _, f := range p.Errors {
			fields = append(fields, f.Pointer+" "+f.Code)
			if f.Detail == "" {
				t.Errorf("%s: no detail", name)
			}
		}
		if a.StatusCode != c.status || p.Code != c.code || strings.Join(fields, ", ") != c.fields {
			t.Errorf("%s: %d %s %v: %s", name, a.StatusCode, p.Code, fields, a.body)
		}
	}
	for name, headers := range map[string][]string{
		"form": {"Content-Type", "application/x-www-form-urlencoded"}, "none": {"Content-Type", ""}, "charset": {"Content-Type", "application/json; charset=latin1"},
		"encoded": {"Content-Encoding", "gzip"},
	} {
		if a := r.ask("POST", "/v1/audits", `{"url":"a"}`, headers...); a.StatusCode != 415 || a.problem(t).Code != audit.CodeUnsupportedMediaType {
			t.Errorf("%s: %d %s", name, a.StatusCode, a.body)
		}
	}
	if a := r.ask("POST", "/v1/audits", `{"url":"a"}`, "Idempotency-Key", strings.Repeat("a", 256)); a.StatusCode != 422 || a.problem(t).Errors[0].Pointer != "Idempotency-Key" {
		t.Errorf("idempotency key: %d %s", a.StatusCode, a.body)
	}
	if len(r.fake.submitted) > 0 {
		t.Errorf("submitted: %v", r.fake.submitted)
	}
}

func TestAChunkedBodyIsBounded(t *testing.T) {
	r := start(t)
	request, err := http.NewRequestWithContext(t.Context(), "POST", r.url+"/v1/audits", struct{ *strings.Reader }{strings.NewReader(`{"url":"` + strings.Repeat("a", 2*maxBody) + `"}`)})
	if err != nil {
		t.Fatal(err)
	}
	request.ContentLength = -1
	request.Header.Set("X-API-Key", ours)
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusRequestEntityTooLarge {
		t.Errorf("%d", response.StatusCode)
	}
}

func TestEveryWayOfHavingNoKeyIsOneAnswer(t *testing.T) {
	r := start(t)
	unknown := newKey("c")
	var bodies []string
	for name, c := range map[string]struct {
		path    string
		headers []string
	}{
		"none":              {"/v1/me", []string{"X-API-Key", ""}},
		"empty":             {"/v1/me", []string{"X-API-Key", "", "Authorization", "Bearer"}},
		"unknown":           {"/v1/me", []string{"X-API-Key", unknown}},
		"malformed":         {"/v1/me", []string{"X-API-Key", "auk_live_x"}},
		"two":               {"/v1/me", []string{"Authorization", "Bearer " + theirs}},
		"in the query":      {"/v1/me?api_key=" + ours, []string{"X-API-Key", ""}},
		"in the query too":  {"/v1/me?key=" + ours, nil},
		"another scheme":    {"/v1/me", []string{"X-API-Key", "", "Authorization", "Basic " + ours}},
		"an unknown path":   {"/v2/nothing", []string{"X-API-Key", ""}},
		"somebody's audit":  {"/v1/audits/" + doneID, []string{"X-API-Key", ""}},
		"an unknown method": {"/v1/me", []string{"X-API-Key", ""}},
	} {
		method := "GET"
		if name == "an unknown method" {
			method = "TRACE"
		}
		a := r.ask(method, c.path, "", c.headers...)
		if a.StatusCode != 401 || a.Header.Get("WWW-Authenticate") != `Bearer realm="auditctl"` || a.Header.Get("X-RateLimit-Limit") != "" {
			t.Errorf("%s: %d %v", name, a.StatusCode, a.Header)
		}
		bodies = append(bodies, strings.Replace(a.body, a.Header.Get("X-Request-Id"), "", 1))
	}
	slices.Sort(bodies)
	if len(slices.Compact(bodies)) != 1 {
		t.Errorf("the bodies differ: %q", bodies)
	}
	for name, headers := range map[string][]string{
		"bearer": {"X-API-Key", "", "Authorization", "bearer " + ours}, "the same twice": {"Authorization", "Bearer " + ours}, "beside another scheme": {"Authorization", "Basic x"},
	} {
		if a := r.ask("GET", "/v1/me", "", headers...); a.StatusCode != 200 {
			t.Errorf("%s: %d", name, a.StatusCode)
		}
	}
}

func TestWhatIsAnothersIsUnknown(t *testing.T) {
	r := start(t)
	for _, c := range []struct{ method, foreign, unknown string }{
		{"GET", "/v1/audits/" + foreignID, "/v1/audits/aud_unknown"},
		{"GET", "/v1/audits/" + foreignID + "/report", "/v1/audits/aud_unknown/report"},
		{"GET", "/v1/audits/" + foreignID + "/screenshot", "/v1/audits/aud_unknown/screenshot"},
		{"DELETE", "/v1/audits/" + foreignID, "/v1/audits/aud_unknown"},
		{"GET", "/v1/batches/bat_foreign", "/v1/batches/bat_unknown"},
		{"GET", "/v1/batches/bat_foreign.csv", "/v1/batches/bat_unknown.csv"},
		{"GET", "/v1/batches/bat_foreign/report", "/v1/batches/bat_unknown/report"},
	} {
		a, b := r.ask(c.method, c.foreign, ""), r.ask(c.method, c.unknown, "")
		same := strings.ReplaceAll(a.body, a.problem(t).RequestID, "") == strings.ReplaceAll(b.body, b.problem(t).RequestID, "")
		if a.StatusCode != 404 || b.StatusCode != 404 || !same {
			t.Errorf("%s %s: %d %s, %d %s", c.method, c.foreign, a.StatusCode, a.body, b.StatusCode, b.body)
		}
	}
	if a := r.ask("GET", "/v1/audits/"+foreignID, "", "X-API-Key", theirs); a.StatusCode != 200 {
		t.Errorf("to its owner: %d", a.StatusCode)
	}
}

func TestAudit(t *testing.T) {
	r := start(t)
	a := r.ask("GET", "/v1/audits/"+doneID+"?include=checks", "")
	want, err := r.fake.audits[0].MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	if a.body != string(want) {
		t.Errorf("not the stored bytes: %s", cmp.Diff(string(want), a.body))
	}
	if a = r.ask("GET", "/v1/audits/"+doneID, ""); strings.Contains(a.body, `"checks"`) || !strings.Contains(a.body, `"live_citation":null`) {
		t.Errorf("without checks: %s", a.body)
	}
	a = r.ask("GET", "/v1/audits/"+pendingID, "")
	if a.Header.Get("Retry-After") != "2" || a.Header.Get("ETag") != "" || a.Header.Get("Cache-Control") != "private, no-store" || strings.Contains(a.body, "overall_ai_readiness") {
		t.Errorf("pending: %v %s", a.Header, a.body)
	}
}

func TestWhatTheClientHasIsNotSentAgain(t *testing.T) {
	r := start(t, func(c *Config) { c.Print = printed })
	tags := map[string]string{}
	for _, path := range []string{
		"/v1/audits/" + doneID, "/v1/audits/" + doneID + "?include=checks", "/v1/audits/" + failedID, "/v1/audits/" + doneID + "/report?format=json",
		"/v1/audits/" + doneID + "/screenshot", "/v1/audits/" + doneID + "/report", "/v1/audits/" + doneID + "/report?format=pdf",
		"/v1/batches/" + endedID + "/report", "/v1/batches/" + endedID + "/report?format=json",
		"/v1/batches/" + endedID, "/v1/batches/" + endedID + ".csv", "/openapi.json",
	} {
		tag := r.ask("GET", path, "").Header.Get("ETag")
		if len(tag) < 10 || tags[tag] != "" {
			t.Errorf("%s: ETag %q, which is %s's too", path, tag, tags[tag])
		}
		tags[tag] = path
		for header, status := range map[string]int{tag: 304, `"x", W/` + tag: 304, "*": 304, `"x"`: 200} {
			a := r.ask("GET", path, "", "If-None-Match", header)
			if a.StatusCode != status || a.Header.Get("ETag") != tag || a.Header.Get("Cache-Control") != "private, no-cache" || (status == 304) != (a.body == "") {
				t.Errorf("%s, If-None-Match %s: %d %v", path, header, a.StatusCode, a.Header)
			}
		}
	}
	for _, path := range []string{"/v1/batches/" + mixedID, "/v1/batches/" + mixedID + ".csv", "/v1/me"} {
		if a := r.ask("GET", path, "", "If-None-Match", "*"); a.StatusCode != 200 || a.Header.Get("ETag") != "" || a.Header.Get("Cache-Control") != "private, no-store" {
			t.Errorf("%s: %d %v", path, a.StatusCode, a.Header)
		}
	}
}

func TestBatch(t *testing.T) {
	r := start(t)
	a := r.ask("GET", "/v1/batches/"+mixedID, "")
	var b audit.Batch
	if err := json.Unmarshal([]byte(a.body), &b); err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, one := range b.Audits {
		ids = append(ids, one.AuditID)
	}
	if !b.Success || b.BatchID != mixedID || b.Total != 3 || b.Completed != 1 || b.Pending != 1 || b.Failed != 1 || fmt.Sprint(ids) != fmt.Sprint([]string{doneID, pendingID, failedID}) {
		t.Errorf("%+v", b)
	}
	if a.Header.Get("Retry-After") != "2" {
		t.Errorf("%v", a.Header)
	}
	if a = r.ask("GET", "/v1/batches/"+endedID, ""); a.Header.Get("Retry-After") != "" {
		t.Errorf("complete: %v", a.Header)
	}
}

func TestALargeBatchArrivesWhole(t *testing.T) {
	r := start(t)
	large := exampleDone(true)
	large.BatchID, large.Summary = "bat_large", strings.Repeat("é", 10_000)
	for i := range audit.MaxURLs {
		large.AuditID = fmt.Sprintf("aud_large%d", i)
		r.fake.add(t, "acc_ours", large)
	}
	a := r.ask("GET", "/v1/batches/bat_large?include=checks", "")
	var b audit.Batch
	if err := json.Unmarshal([]byte(a.body), &b); err != nil || b.Completed != audit.MaxURLs || b.Audits[49].Summary != large.Summary || a.ContentLength != int64(len(a.body)) {
		t.Errorf("%d done, %d bytes, %v", b.Completed, len(a.body), err)
	}
	a = r.ask("GET", "/v1/batches/bat_large.csv", "")
	rows, err := csv.NewReader(strings.NewReader(a.body)).ReadAll()
	if err != nil || len(rows) != audit.MaxURLs+1 {
		t.Errorf("%d rows, %v", len(rows), err)
	}
}

func TestTableOfABatch(t *testing.T) {
	r := start(t)
	a := r.ask("GET", "/v1/batches/"+mixedID+".csv", "")
	if a.Header.Get("Content-Type") != "text/csv; charset=utf-8" || a.Header.Get("Content-Disposition") != `attachment; filename="`+mixedID+`.csv"` {
		t.Errorf("%v", a.Header)
	}
	rows, err := csv.NewReader(strings.NewReader(a.body)).ReadAll()
	if err != nil || len(rows) != 4 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	for i, want := range []string{"status ai_readiness", "done 71", "pending ", "failed "} {
		if got := rows[i][3] + " " + rows[i][5]; got != want {
			t.Errorf("row %d: %q, want %q", i, got, want)
		}
	}
}

func TestAStoredReportThatCannotBeReadIsNoHalfTable(t *testing.T) {
	r := start(t)
	r.fake.audits[0].Report = []byte(`{"scores":"broken"}`)
	if a := r.ask("GET", "/v1/batches/"+mixedID+".csv", ""); a.StatusCode != 500 || a.problem(t).Code != audit.CodeInternal {
		t.Errorf("%d %s", a.StatusCode, a.body)
	}
}

// printed is a PDF as far as a test can tell.
func printed(_ context.Context, html []byte) ([]byte, error) {
	return append([]byte("%PDF-1.4 "), html...), nil
}

func TestReport(t *testing.T) {
	r := start(t, func(c *Config) { c.Print = printed })
	for format, c := range map[string]struct{ contentType, one, several, extension string }{
		"":         {"text/html; charset=utf-8", "<html", "<html", ""},
		"html":     {"text/html; charset=utf-8", "<html", "<html", ""},
		"pdf":      {"application/pdf", "%PDF-1.4 <!DOCTYPE html>", "%PDF-1.4 <!DOCTYPE html>", "pdf"},
		"markdown": {"text/markdown; charset=utf-8", "71/100", "check its spelling", "md"},
		"table":    {"text/plain; charset=utf-8", "71", "check its spelling", ""},
		"csv":      {"text/csv; charset=utf-8", "url,domain,", "check its spelling", "csv"},
		"json":     {"application/json", `"checks"`, `"completed"`, ""},
		"jsonl":    {"application/jsonl", `{"audit_id":"` + doneID, `{"audit_id":"aud_ended2"`, "jsonl"},
		"junit":    {"application/xml; charset=utf-8", "<testsuites", "<testsuites", "xml"},
		"sarif":    {"application/sarif+json", `"version": "2.1.0"`, `"version": "2.1.0"`, "sarif"},
	} {
		for id, text := range map[string]string{doneID: c.one, endedID: c.several} {
			path := "/v1/audits/" + id + "/report"
			if id == endedID {
				path = "/v1/batches/" + id + "/report"
			}
			if format != "" {
				path += "?format=" + format
			}
			a := r.ask("GET", path, "")
			if a.StatusCode != 200 || a.Header.Get("Content-Type") != c.contentType || !strings.Contains(a.body, text) {
				t.Errorf("%s: %d %v %.200s", path, a.StatusCode, a.Header, a.body)
			}
			if policy := a.Header.Get("Content-Security-Policy"); strings.Contains(c.contentType, "html") != strings.Contains(policy, "style-src 'sha256-") || strings.Contains(policy, "script") {
				t.Errorf("%s: policy %s", path, policy)
			}
			name := ""
			if c.extension != "" {
				name = `attachment; filename="` + id + `.` + c.extension + `"`
			}
			if got := a.Header.Get("Content-Disposition"); got != name {
				t.Errorf("%s: saved as %s", path, got)
			}
			if head := r.ask("HEAD", path, ""); head.StatusCode != 200 || head.Header.Get("Content-Type") != c.contentType || head.Header.Get("ETag") != a.Header.Get("ETag") {
				t.Errorf("HEAD %s: %d %v", path, head.StatusCode, head.Header)
			}
		}
	}
	if a := r.ask("GET", "/v1/audits/"+failedID+"/report?format=markdown", ""); a.StatusCode != 200 || !strings.Contains(a.body, "check its spelling") {
		t.Errorf("of a failed audit: %d %s", a.StatusCode, a.body)
	}
	for _, path := range []string{"/v1/audits/" + pendingID + "/report", "/v1/batches/" + mixedID + "/report"} {
		if a := r.ask("GET", path, ""); a.Header.Get("Retry-After") != "2" || a.problem(t).Code != audit.CodeAuditPending {
			t.Errorf("%s, pending: %v %s", path, a.Header, a.body)
		}
	}
}

func TestAReportShowsThePageAndWhatCameBefore(t *testing.T) {
	r := start(t)
	earlier := exampleDone(true)
	earlier.AuditID, earlier.AuditedAt = "aud_00", earlier.AuditedAt.AddDate(0, -1, 0)
	alone := html.UnescapeString(r.ask("GET", "/v1/audits/"+doneID+"/report", "").body)
	r.fake.add(t, "acc_ours", earlier)
	both := html.UnescapeString(r.ask("GET", "/v1/audits/"+doneID+"/report", "").body)
	shown := base64.StdEncoding.EncodeToString(picture())
	if !strings.Contains(alone, shown) || !strings.Contains(both, shown) {
		t.Error("the page isn't shown")
	}
	since := earlier.AuditedAt.Format("2 January 2006")
	if strings.Contains(alone, since) || !strings.Contains(both, since) {
		t.Errorf("nothing is said of the audit before, of %s", since)
	}
}

func TestAPrinterThatFailsIsAFaultOfTheServer(t *testing.T) {
	path := "/v1/audits/" + doneID + "/report?format=pdf"
	for code, err := range map[audit.Code]error{
		audit.CodeInternal: errors.New("a secret path"), audit.CodeOverloaded: &audit.Error{Code: audit.CodeOverloaded, Message: "Too many.", RetryAfter: 7 * time.Second},
	} {
		r := start(t, func(c *Config) { c.Print = func(context.Context, []byte) ([]byte, error) { return nil, err } })
		a := r.ask("GET", path, "")
		if p := a.problem(t); p.Code != code || strings.Contains(a.body, "secret") || a.Header.Get("ETag") != "" || a.Header.Get("Content-Disposition") != "" || a.Header.Get("Cache-Control") != "private, no-store" {
			t.Errorf("%d %v %s", a.StatusCode, a.Header, a.body)
		}
		if code == audit.CodeOverloaded && a.Header.Get("Retry-After") != "7" {
			t.Errorf("retry after %s", a.Header.Get("Retry-After"))
		}
	}
	asked := 0
	r := start(t, func(c *Config) {
		c.Print = func(context.Context, []byte) ([]byte, error) { asked++; return []byte("%PDF"), nil }
	})
	tag := r.ask("GET", path, "").Header.Get("ETag")
	r.ask("GET", path, "", "If-None-Match", tag)
	r.ask("HEAD", path, "")
	if asked != 1 {
		t.Errorf("it was printed %d times", asked)
	}
}

func TestPagesOfAudits(t *testing.T) {
	r := start(t)
	var p audit.AuditPage
	if err := json.Unmarshal([]byte(r.ask("GET", "/v1/audits?limit=2", "").body), &p); err != nil {
		t.Fatal(err)
	}
	if !p.Success || len(p.Audits) != 2 || p.Audits[0].AuditID != "aud_ended2" || p.NextCursor != "aud_ended1" {
		t.Errorf("%+v", p)
	}
	if a := r.ask("GET", "/v1/audits?domain=nothing.example", ""); !strings.Contains(a.body, `"audits":[]`) {
		t.Errorf("no audits: %s", a.body)
	}
}

func TestOtherMethodsAreRefused(t *testing.T) {
	r := start(t)
	for path, allow := range map[string]string{
		"/v1/audits": "GET, HEAD, POST", "/v1/audits/" + doneID: "GET, HEAD, DELETE", "/v1/batches/" + mixedID + ".csv": "GET, HEAD", "/v1/me": "GET, HEAD",
	} {
		for _, method := range []string{"PUT", "PATCH", "OPTIONS", "TRACE", "BREW"} {
			a := r.ask(method, path, "")
			if a.StatusCode != 405 || strings.Join(a.Header.Values("Allow"), ", ") != allow || a.problem(t).Code != audit.CodeMethodNotAllowed {
				t.Errorf("%s %s: %d %v", method, path, a.StatusCode, a.Header)
			}
		}
	}
	if a := r.ask("BREW", "/coffee", ""); a.StatusCode != 404 {
		t.Errorf("nothing there: %d", a.StatusCode)
	}
}

func TestErrorsOfTheServiceAreAnswered(t *testing.T) {
	for _, c := range []struct {
		err        error
		status     int
		code       audit.Code
		retryAfter string
	}{
		{&audit.Error{Code: audit.CodeOverloaded, Message: "the queue is full", RetryAfter: 2500 * time.Millisecond, Err: errors.New("secret cause")}, 503, audit.CodeOverloaded, "3"},
		{&audit.Error{Code: audit.CodeTooManyFailures, Message: "too many", RetryAfter: time.Minute}, 429, audit.CodeTooManyFailures, "60"},
		{fmt.Errorf("around: %w", audit.Errorf(audit.CodeIdempotencyKeyReused, "reused")), 422, audit.CodeIdempotencyKeyReused, ""},
		{&audit.Error{Code: audit.CodeIdempotencyInProgress, Message: "in progress", RetryAfter: time.Millisecond}, 409, audit.CodeIdempotencyInProgress, "1"},
		{errors.New("secret cause"), 500, audit.CodeInternal, ""},
		{audit.Errorf(audit.CodeInternal, "secret cause"), 500, audit.CodeInternal, ""},
		{audit.Errorf(audit.CodeDNSNotFound, "secret cause"), 500, audit.CodeInternal, ""},
	} {
		r := start(t)
		r.fake.err = c.err
		a := r.ask("POST", "/v1/audits", `{"url":"a.example"}`)
		p := problem{}
		if err := json.Unmarshal([]byte(a.body), &p); err != nil || a.StatusCode != c.status || p.Code != c.code || a.Header.Get("Retry-After") != c.retryAfter {
			t.Errorf("%v: %d %s, Retry-After %q", c.err, a.StatusCode, a.body, a.Header.Get("Retry-After"))
		}
		if strings.Contains(a.body, "secret") {
			t.Errorf("%v is shown: %s", c.err, a.body)
		}
		if strings.Contains(fmt.Sprint(c.err)+fmt.Sprint(errors.Unwrap(c.err)), "secret") && !strings.Contains(r.log.String(), "secret cause") {
			t.Errorf("%v is not in the log: %s", c.err, r.log)
		}
	}
}

func TestAnAccountThatCannotBeReadIsNoGuess(t *testing.T) {
	r := start(t)
	r.fake.noAccount = &audit.Error{Code: audit.CodeOverloaded, Message: "the store can't be reached now"}
	if a := r.ask("GET", "/v1/me", ""); a.StatusCode != 503 || a.Header.Get("X-RateLimit-Limit") != "" || a.Header.Get("Retry-After") != "1" {
		t.Errorf("%d %v", a.StatusCode, a.Header)
	}
}

func TestAPanicIsAFaultWithoutItsWords(t *testing.T) {
	r := start(t)
	r.fake.during = func(context.Context) { panic("secret state") }
	a := r.ask("POST", "/v1/audits", `{"url":"a.example"}`)
	if a.StatusCode != 500 || a.problem(t).Code != audit.CodeInternal || strings.Contains(a.body, "secret") {
		t.Errorf("%d %s", a.StatusCode, a.body)
	}
	if text := r.log.String(); !strings.Contains(text, "secret state") || !strings.Contains(text, "rest_test.go") || !strings.Contains(text, a.Header.Get("X-Request-Id")) {
		t.Errorf("log: %s", text)
	}
}
