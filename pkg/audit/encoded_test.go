package audit

import (
	"encoding/base64"
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/auditctl/auditctl/pkg/citation"
)

func TestAnEncodedAuditIsTheSameObject(t *testing.T) {
	whole := Audit{
		AuditID: "aud_1", BatchID: "bat_1", URL: "https://a.example/", Domain: "a.example", Status: Done, Lang: French, CreatedAt: time.Unix(1, 0).UTC(),
		Report: &Report{Summary: "<b> & \u2028", Scores: map[Metric]Score{SEO: {Value: 7}}, Notes: []string{}, Checks: []Check{{ID: "seo.x"}}},
	}
	report, checks, err := Encode(*whole.Report)
	if err != nil {
		t.Fatal(err)
	}
	head := whole
	head.Report = nil
	for name, e := range map[string]Encoded{"with checks": {Audit: head, Report: report, Checks: checks}, "without": {Audit: head, Report: report}} {
		want := whole
		if name == "without" {
			r := *whole.Report
			r.Checks = nil
			want.Report = &r
		}
		got, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		decoded, err := e.Decode()
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range []any{want, decoded} {
			if text, err := json.Marshal(a); err != nil || !sameJSON(t, text, got) {
				t.Errorf("%s: %s\nis not %s (%v)", name, got, text, err)
			}
		}
	}
}

func TestTheHeadOfAReportIsWhatTablesShow(t *testing.T) {
	named := citation.Pass{NamedIn: 2, QuestionsAnswered: 8, Questions: []citation.Question{}}
	want := Report{
		OverallAIReadiness: 100, Scores: map[Metric]Score{SEO: {Value: 7}, AIReadiness: {Value: 100}}, Business: Business{Industry: "Plumber", Type: "local", SameAs: []string{"https://b.example/?a=1&b=[2]"}},
		Summary: `Good, "quoted", {braced} \ and \" more: <b>`, AICitation: &citation.Recall{Pass: named}, LiveCitation: &citation.Live{Pass: named},
	}
	full := want
	full.Scores = map[Metric]Score{SEO: {Value: 7, Source: `by "rubric", {1}`, Tier: Measured}, AIReadiness: {Value: 100, Assessed: 3}}
	full.Notes, full.Steps, full.Pages = []string{"cut"}, []Step{{Title: "Mend"}}, []PageRead{{URL: "https://a.example/"}}
	for name, r := range map[string]struct{ full, want Report }{"full": {full, want}, "empty": {Report{}, Report{Scores: map[Metric]Score{}}}} {
		report, checks, err := Encode(r.full)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Encoded{Audit: Audit{Status: Done}, Report: report, Checks: checks}.DecodeHead()
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(*got.Report, r.want) {
			t.Errorf("%s: %+v\nis not %+v", name, *got.Report, r.want)
		}
	}
	for _, broken := range []string{"", "[]", `{"scores":{"seo":{"value":"x"}}}`, `{"scores":{"seo"`, `{"summary":"`, `{"summary":1}`, `{"summary":"a"]`, `{"pages":[`} {
		if a, err := (Encoded{Audit: Audit{Status: Done}, Report: []byte(broken)}).DecodeHead(); err == nil {
			t.Errorf("%s decodes as %+v", broken, a.Report)
		}
	}
}

// The head holds what strangers write about themselves: it must read as the whole does, and end on any bytes.
func FuzzDecodeHead(f *testing.F) {
	f.Add("Bakery", `Good, "quoted", {braced} \ and \" more: <b>`, []byte(`{"summary":"a","scores":{"seo":{"value":7}}}`))
	f.Add("\u2028\x00\xff", `"}],"pages":[`, []byte(`{"scores":{"seo"`))
	f.Fuzz(func(t *testing.T, name, summary string, stored []byte) {
		full := Report{
			OverallAIReadiness: len(name), Scores: map[Metric]Score{SEO: {Value: 7, Source: summary}}, Business: Business{Name: name, SameAs: []string{summary, name}}, Summary: summary,
			AICitation: &citation.Recall{Pass: citation.Pass{NamedIn: 1, Questions: []citation.Question{{Question: name, NamedInstead: []string{summary}}}}}, Notes: []string{summary},
		}
		report, _, err := Encode(full)
		if err != nil {
			t.Fatal(err)
		}
		e := Encoded{Audit: Audit{Status: Done}, Report: report}
		head, err := e.DecodeHead()
		if err != nil {
			t.Fatal(err)
		}
		whole, err := e.Decode()
		if err != nil {
			t.Fatal(err)
		}
		got, want := head.Report, whole.Report
		if got.Summary != want.Summary || got.OverallAIReadiness != want.OverallAIReadiness || got.Scores[SEO].Value != 7 || !reflect.DeepEqual(got.Business, want.Business) || !reflect.DeepEqual(got.AICitation, want.AICitation) {
			t.Errorf("%+v\nis not %+v", got, want)
		}
		e.Report = stored
		_, _ = e.DecodeHead() //nolint:errcheck // it is to end
	})
}

func TestWhatIsKeptBesideAReportIsNeverSent(t *testing.T) {
	r := &Report{Questions: []string{"What was asked?"}, Kept: Kept{Questions: []string{"kept for later"}, Answers: []byte("kept for later"), Screenshot: []byte("kept for later")}}
	report, _, err := Encode(*r)
	if err != nil {
		t.Fatal(err)
	}
	whole, err := json.Marshal(Audit{Status: Done, Report: r})
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{string(report), string(whole)} {
		if !strings.Contains(text, "What was asked?") || strings.Contains(text, "kept") || strings.Contains(text, base64.StdEncoding.EncodeToString(r.Kept.Answers)) {
			t.Error(text)
		}
	}
}

func TestAnUnfinishedAuditHasNoReport(t *testing.T) {
	e := Encoded{Audit: Audit{AuditID: "aud_1", Status: Pending}}
	a, err := e.Decode()
	if err != nil || a.Report != nil {
		t.Errorf("%+v, %v", a, err)
	}
	if got, err := json.Marshal(e); err != nil || !json.Valid(got) {
		t.Errorf("%s, %v", got, err)
	}
}

func TestABrokenStoredReportIsAnError(t *testing.T) {
	for _, e := range []Encoded{{Audit: Audit{Status: Done}, Report: []byte("{")}, {Audit: Audit{Status: Done}}, {Audit: Audit{Status: Done}, Report: []byte("{}"), Checks: []byte("{")}} {
		if _, err := e.Decode(); err == nil {
			t.Errorf("%s %s decodes", e.Report, e.Checks)
		}
	}
}

func sameJSON(t *testing.T, a, b []byte) bool {
	t.Helper()
	var x, y any
	if err := json.Unmarshal(a, &x); err != nil {
		t.Fatalf("%v: %s", err, a)
	}
	if err := json.Unmarshal(b, &y); err != nil {
		t.Fatalf("%v: %s", err, b)
	}
	ja, _ := json.Marshal(x)
	jb, _ := json.Marshal(y)
	return string(ja) == string(jb)
}
