package speed

import (
	"errors"
	"os"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestReportsOfEveryVersionOfLighthouseSince3AreRead(t *testing.T) {
	for version := 3; version <= 13; version++ {
		t.Run(strconv.Itoa(version), func(t *testing.T) {
			report, err := os.ReadFile("testdata/lighthouse_" + strconv.Itoa(version) + ".json")
			if err != nil {
				t.Fatal(err)
			}
			lab, said, err := Parse(report)
			if err != nil {
				t.Fatal(err)
			}
			want := page.LabSpeed{Score: 64, Scores: []int{64}, FCP: new(2110.5), SI: new(3902.4), Failures: lab.Failures}
			if version >= 5 {
				want.LCP, want.TBT, want.CLS = new(4020.25), new(385.0), new(0.1425)
			}
			if !reflect.DeepEqual(lab, want) || !strings.HasPrefix(said, strconv.Itoa(version)+".") {
				t.Errorf("version %q: %+v", said, lab)
			}
			var ids []string
			for _, a := range lab.Failures {
				ids = append(ids, a.ID)
			}
			failures := []string{"unused-javascript", "uses-long-cache-ttl"}
			switch {
			case version < 6:
				failures[0] = "unused-css-rules"
			case version == 13:
				failures = []string{"render-blocking-insight", "image-delivery-insight", "cls-culprits-insight"}
			}
			if !reflect.DeepEqual(ids, failures) || lab.Failures[0].SavingsMS != 450 {
				t.Errorf("failed audits %+v, want %v", lab.Failures, failures)
			}
		})
	}
}

func TestAReportWithoutANumberIsAReasonAndNeverZero(t *testing.T) {
	const begin = `{"lighthouseVersion":"13.5.0","finalUrl":"https://example.com/","categories":`
	for _, row := range []struct {
		name, report string
		reason       Reason
		code         string
	}{
		{"the page painted nothing", begin + `{"performance":{"score":null}},"runtimeError":{"code":"NO_FCP","message":"…"}}`, NoPage, "NO_FCP"},
		{"a code that isn't one", begin + `{"performance":{"score":null}},"runtimeError":{"code":"<b>no</b>","message":"…"}}`, NoPage, "UNKNOWN_ERROR"},
		{"an error page of the browser's", `{"lighthouseVersion":"9.0.0","finalUrl":"chrome-error://chromewebdata/","categories":{"performance":{"score":0.9}}}`, NoPage, ""},
		{"a score of null", begin + `{"performance":{"score":null}}}`, NoScore, ""},
		{"a score that is no number", begin + `{"performance":{"score":"87"}}}`, NoScore, ""},
		{"a score out of range", begin + `{"performance":{"score":87}}}`, NoScore, ""},
		{"a score below zero", begin + `{"performance":{"score":-0.5}}}`, NoScore, ""},
		{"no score", begin + `{"performance":{}}}`, NoScore, ""},
		{"another category", begin + `{"seo":{"score":1}}}`, Broke, ""},
		{"no version", `{"categories":{"performance":{"score":1}}}`, Broke, ""},
		{"cut off", begin, Broke, ""},
		{"a page in place of JSON", `<!doctype html><title>Sorry</title>`, Broke, ""},
		{"nothing", ``, Broke, ""},
	} {
		lab, _, err := Parse([]byte(row.report))
		var fault *Error
		if !errors.As(err, &fault) || fault.Reason != row.reason || fault.Code != row.code || lab.Scores != nil {
			t.Errorf("%s: %v, %+v", row.name, err, lab)
		}
	}
}

func TestWhatAReportHasInOddFormsIsReadAsFarAsItGoes(t *testing.T) {
	lab, _, err := Parse([]byte(`{"lighthouseVersion":"3.0.0-beta","runtimeError":{"code":"NO_ERROR"},
		"reportCategories":[{"id":"performance","score":0.005,"auditRefs":[{"id":"a"},{"id":"b"},{"id":"a"},{"id":"gone"}]}],
		"audits":{"speed-index":{"rawValue":true},"first-contentful-paint":{"numericValue":-1},"largest-contentful-paint":{"score":null,"scoreDisplayMode":"error","numericValue":5},
			"interaction-to-next-paint":{"numericValue":90},
			"a":{"score":false,"details":{"overallSavingsMs":"much","overallSavingsBytes":4096}},"b":{"score":0,"title":"\u001b[31mred","details":[1]}}}`))
	want := page.LabSpeed{Score: 1, Scores: []int{1}, INP: new(90.0), Failures: []page.SlowAudit{{ID: "a", Title: "a", SavingsBytes: 4096}, {ID: "b", Title: lab.Failures[1].Title}}}
	if err != nil || !reflect.DeepEqual(lab, want) || strings.Contains(lab.Failures[1].Title, "\x1b") {
		t.Errorf("%+v, %v", lab, err)
	}
}

func TestWhatAReportSaysOfItsPageIsAWebAddressOrNothing(t *testing.T) {
	for said, want := range map[string]string{
		"https://example.com/a#b": "https://example.com/a", "javascript:alert(1)": "", "https://user:pass@example.com/": "", `\u001b[2J`: "", "": "",
	} {
		m, err := parse([]byte(`{"lighthouseVersion":"13.5.0\u001b","finalUrl":"` + said + `","categories":{"performance":{"score":1}}}`))
		if err != nil || m.url != want || strings.Contains(m.version, "\x1b") {
			t.Errorf("%q: %+v, %v", said, m, err)
		}
	}
}

func TestTheRunInTheMiddleCounts(t *testing.T) {
	for _, row := range []struct {
		name   string
		runs   []int // scores; -1 fails
		score  int
		scores []int
	}{
		{"one", []int{70}, 70, []int{70}},
		{"three", []int{90, 50, 70}, 70, []int{50, 70, 90}},
		{"the lower of two", []int{90, 50}, 50, []int{50, 90}},
		{"a failure ends them", []int{90, 50, -1, 70}, 50, []int{50, 90}},
	} {
		n := 0
		m, err := repeat(len(row.runs), func() (measured, error) {
			n++
			if row.runs[n-1] < 0 {
				return measured{}, fault(Quota, nil)
			}
			return measured{lab: page.LabSpeed{Score: row.runs[n-1]}}, nil
		})
		if err != nil || m.lab.Score != row.score || !reflect.DeepEqual(m.lab.Scores, row.scores) {
			t.Errorf("%s: %+v, %v", row.name, m.lab, err)
		}
	}
	if _, err := repeat(3, func() (measured, error) { return measured{}, fault(NoPage, nil) }); err == nil {
		t.Error("nothing was measured, and it is no error")
	}
}
