package report

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/auditctl/auditctl/internal/golden"
	"github.com/auditctl/auditctl/pkg/audit"
)

// measuredGate is a gate as CI jobs have it.
func measuredGate() Gate {
	return Gate{Tiers: []audit.Tier{audit.Measured}, Floors: map[audit.Metric]int{audit.SEO: 50, audit.Security: 10}}
}

// hostileAudit is an audit whose every text would do something to a reader that takes it for more than text.
func hostileAudit() audit.Audit {
	const nasty = "]]><a b=\"c'&\x1b[31m\x00\u202e\ufffe<!--"
	a := made()
	a.URL, a.Domain, a.FinalURL = "http://127.0.0.1:9000/?q=<\x1b>&r=é", nasty, "http://127.0.0.1:9000/?q=<\x1b>&r=é"
	for i := range a.Checks {
		c := &a.Checks[i]
		c.Title, c.Detail, c.Remedy, c.Reference = nasty, nasty, nasty, nasty
		c.Evidence = []audit.Evidence{{URL: nasty, Where: nasty, Excerpt: nasty}, {URL: "http://[::1]:80/\n" + nasty, Where: nasty}}
	}
	return a
}

// documents are what the formats of CI systems are tried with.
func documents() map[string]Document {
	all := map[string]Document{}
	for name, b := range map[string]audit.Batch{
		"done": batchOf(made()), "failed": batchOf(madeFailed()), "batch": batchOf(made(), madeFailed()), "hostile": batchOf(hostileAudit()), "empty": batchOf(),
		"pending": batchOf(audit.Audit{AuditID: "aud_3", URL: "https://slow.example/", Status: audit.Pending, CreatedAt: day}),
		"invalid": batchOf(audit.Audit{AuditID: "aud_4", URL: "%%%", Status: audit.Invalid, CreatedAt: day, Error: &audit.Failure{Code: audit.CodeURLMalformed, Message: "no address"}}),
	} {
		for _, lang := range audit.Langs() {
			all[name+" "+string(lang)] = Document{Batch: b, Lang: lang, Gate: measuredGate()}
		}
		all[name+", no gate"] = Document{Batch: b}
	}
	return all
}

func TestReportsForCIMadeByHand(t *testing.T) {
	for file, d := range map[string]struct {
		format string
		Document
	}{
		"batch.junit.xml":  {"junit", Document{Batch: batchOf(made(), madeFailed()), Lang: audit.English, Gate: measuredGate()}},
		"batch.sarif.json": {"sarif", Document{Batch: batchOf(made(), madeFailed()), Lang: audit.English, Gate: measuredGate()}},
	} {
		t.Run(file, func(t *testing.T) { golden.Check(t, "made/"+file, write(t, d.format, d.Document)) })
	}
	var b strings.Builder
	if err := WriteSummary(&b, Document{Batch: batchOf(made(), madeFailed()), Lang: audit.English, Gate: measuredGate()}); err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "made/batch.summary.md", b.String())
}

// TestSARIFHoldsToItsSchema uses a schema of the parts that are written, and the published one as well where SARIF_SCHEMA names a copy.
func TestSARIFHoldsToItsSchema(t *testing.T) {
	schemas := []string{"testdata/sarif.schema.json"}
	if published := os.Getenv("SARIF_SCHEMA"); published != "" {
		schemas = append(schemas, published)
	}
	for _, path := range schemas {
		compiler := jsonschema.NewCompiler()
		compiler.AssertFormat()
		schema, err := compiler.Compile(path)
		if err != nil {
			t.Fatal(err)
		}
		for name, d := range documents() {
			text := write(t, "sarif", d)
			value, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
			if err != nil {
				t.Fatal(err)
			}
			if err := schema.Validate(value); err != nil {
				t.Errorf("%s, %s: %v\n%s", path, name, err, text)
			}
		}
	}
}

func TestSARIFRulesAreNamedByTheirResults(t *testing.T) {
	var log sarifLog
	if err := json.Unmarshal([]byte(write(t, "sarif", Document{Batch: batchOf(made(), made(), madeFailed()), Gate: measuredGate()})), &log); err != nil {
		t.Fatal(err)
	}
	run := log.Runs[0]
	if len(run.Results) != 4 || len(run.Tool.Driver.Rules) != 2 || run.Invocations[0].Successful || len(run.Invocations[0].Notifications) != 1 {
		t.Fatalf("%d results, %d rules, %+v", len(run.Results), len(run.Tool.Driver.Rules), run.Invocations)
	}
	for _, r := range run.Results {
		if run.Tool.Driver.Rules[r.RuleIndex].ID != r.RuleID || r.Locations[0].Logical[0].FullName != "https://bakery.example/" || r.Locations[0].Physical.Artifact.URI != "bakery.example/" {
			t.Errorf("%+v", r)
		}
	}
}

func TestTheGateDecidesWhatFails(t *testing.T) {
	ai := []audit.Tier{audit.Measured, audit.AIEstimate}
	for name, c := range map[string]struct {
		gate     Gate
		failures int    // in the JUnit report
		level    string // of seo.title, which fails, in the SARIF log
	}{
		"measured":             {Gate{Tiers: []audit.Tier{audit.Measured}}, 1, sarifError},
		"no tier":              {Gate{}, 0, sarifWarning},
		"failed in baseline":   {Gate{Tiers: ai, Passed: map[string]map[string]bool{"bakery.example": {"seo.title": false}}}, 0, sarifWarning},
		"passed in baseline":   {Gate{Tiers: ai, Passed: map[string]map[string]bool{"bakery.example": {"seo.title": true}}}, 1, sarifError},
		"another's baseline":   {Gate{Tiers: ai, Passed: map[string]map[string]bool{"x.example": {}}}, 1, sarifError},
		"a threshold as well":  {Gate{Tiers: ai, Floors: map[audit.Metric]int{audit.SEO: 100, audit.GEO: 1}}, 2, sarifError},
		"a threshold untested": {Gate{Tiers: []audit.Tier{audit.Estimated}, Floors: map[audit.Metric]int{audit.SEO: 100}}, 0, sarifWarning},
	} {
		d := Document{Batch: batchOf(made()), Gate: c.gate}
		var suites struct {
			Failures int `xml:"failures,attr"`
		}
		if err := xml.Unmarshal([]byte(write(t, "junit", d)), &suites); err != nil || suites.Failures != c.failures {
			t.Errorf("%s: %d failures, %v", name, suites.Failures, err)
		}
		var log sarifLog
		if err := json.Unmarshal([]byte(write(t, "sarif", d)), &log); err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(log.Runs[0].Results, func(r sarifResult) bool { return r.RuleID == "seo.title" })
		if got := log.Runs[0].Results[i].Level; got != c.level {
			t.Errorf("%s: level %s", name, got)
		}
	}
}

// junitElements is what Jenkins' schema (junit-10.xsd) lets each element hold; an attribute with ! is required.
var junitElements = map[string]struct{ children, attributes string }{
	"testsuites": {"testsuite", "name time tests failures errors"},
	"testsuite":  {"properties testcase", "name! tests! failures! errors! skipped time timestamp hostname"},
	"properties": {"property", ""},
	"property":   {"", "name! value!"},
	"testcase":   {"skipped error failure system-out", "name! time classname"},
	"skipped":    {"", "type message"},
	"error":      {"", "type message"},
	"failure":    {"", "type message"},
	"system-out": {"", ""},
}

func TestJUnitHoldsToItsSchema(t *testing.T) {
	for name, d := range documents() {
		text := write(t, "junit", d)
		var open []string
		counted := map[string]int{}
		for in := xml.NewDecoder(strings.NewReader(text)); ; {
			token, err := in.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%s: %v\n%s", name, err, text)
			}
			switch token := token.(type) {
			case xml.StartElement:
				at := token.Name.Local
				parent := "testsuites"
				if len(open) > 0 {
					parent = open[len(open)-1]
					if !slices.Contains(strings.Fields(junitElements[parent].children), at) {
						t.Errorf("%s: %s in %s", name, at, parent)
					}
				} else if at != parent {
					t.Errorf("%s: it begins with %s", name, at)
				}
				junitAttributes(t, name, token)
				counted[at]++
				open = append(open, at)
			case xml.EndElement:
				open = open[:len(open)-1]
			}
		}
		var all junitSuites
		if err := xml.Unmarshal([]byte(text), &all); err != nil {
			t.Fatal(err)
		}
		if all.Tests != counted["testcase"] || all.Failures != counted["failure"] || all.Errors != counted["error"] {
			t.Errorf("%s: it counts %d, %d, %d and holds %v", name, all.Tests, all.Failures, all.Errors, counted)
		}
	}
}

func junitAttributes(t *testing.T, name string, e xml.StartElement) {
	t.Helper()
	may := strings.Fields(strings.ReplaceAll(junitElements[e.Name.Local].attributes, "!", ""))
	given := map[string]string{}
	for _, a := range e.Attr {
		given[a.Name.Local] = a.Value
		if !slices.Contains(may, a.Name.Local) {
			t.Errorf("%s: %s has %s", name, e.Name.Local, a.Name.Local)
		}
	}
	for want := range strings.FieldsSeq(junitElements[e.Name.Local].attributes) {
		if want, required := strings.CutSuffix(want, "!"); required && given[want] == "" && want != "value" {
			t.Errorf("%s: %s lacks %s", name, e.Name.Local, want)
		}
	}
	if seconds, timed := given["time"]; timed {
		if _, err := strconv.ParseFloat(seconds, 64); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestASummaryStaysShort(t *testing.T) {
	var many []audit.Audit
	for range 2000 {
		many = append(many, made())
	}
	var b strings.Builder
	if err := WriteSummary(&b, Document{Batch: batchOf(many...), Gate: measuredGate()}); err != nil {
		t.Fatal(err)
	}
	if b.Len() > 1<<18 || !strings.Contains(b.String(), "1800") {
		t.Errorf("%d bytes", b.Len())
	}
}
