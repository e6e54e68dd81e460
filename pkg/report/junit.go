package report

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
)

// The elements of a JUnit report, as CI systems read it (Ant's <testsuites>, with the order of elements that its schemas ask for).
type (
	junitSuites struct {
		XMLName  xml.Name     `xml:"testsuites"`
		Name     string       `xml:"name,attr"`
		Tests    int          `xml:"tests,attr"`
		Failures int          `xml:"failures,attr"`
		Errors   int          `xml:"errors,attr"`
		Time     string       `xml:"time,attr"` // seconds
		Suites   []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name      string          `xml:"name,attr"`
		Tests     int             `xml:"tests,attr"`
		Failures  int             `xml:"failures,attr"`
		Errors    int             `xml:"errors,attr"`
		Skipped   int             `xml:"skipped,attr"`
		Time      string          `xml:"time,attr"`      // seconds
		Timestamp string          `xml:"timestamp,attr"` // ISO 8601 in UTC, without a zone
		Hostname  string          `xml:"hostname,attr,omitempty"`
		Property  []junitProperty `xml:"properties>property"`
		Cases     []junitCase     `xml:"testcase"`
	}
	junitProperty struct {
		Name  string `xml:"name,attr"`
		Value string `xml:"value,attr"`
	}
	junitCase struct {
		Name      string       `xml:"name,attr"`
		ClassName string       `xml:"classname,attr"`
		Time      string       `xml:"time,attr"`
		Skipped   *junitReason `xml:"skipped"`
		Error     *junitReason `xml:"error"`
		Failure   *junitReason `xml:"failure"`
		Output    string       `xml:"system-out,omitempty"`
	}
	junitReason struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr,omitempty"`
		Text    string `xml:",chardata"`
	}
)

// writeJUnit writes a test suite per site: a case per threshold and per check. What the gate would stop is a failure; a site that could not be audited is
// an error; a check that was not assessed is skipped, and so is one that fails where the gate doesn't look.
func writeJUnit(w io.Writer, d Document) error {
	all := junitSuites{Name: "auditctl"}
	var total time.Duration
	for _, a := range d.Batch.Audits {
		s := junitSite(a, d)
		all.Tests, all.Failures, all.Errors = all.Tests+s.Tests, all.Failures+s.Failures, all.Errors+s.Errors
		total += took(a)
		all.Suites = append(all.Suites, s)
	}
	all.Time = seconds(total)
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	if err := e.Encode(all); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

func junitSite(a audit.Audit, d Document) junitSuite {
	s := junitSuite{
		Name: Visible(a.URL), Time: seconds(took(a)), Timestamp: a.CreatedAt.UTC().Format("2006-01-02T15:04:05"), Hostname: Visible(a.Domain),
		Property: []junitProperty{{"audit_id", a.AuditID}, {"batch_id", a.BatchID}, {"lang", string(a.Lang)}},
	}
	if a.Status != audit.Done || a.Report == nil {
		c := junitCase{Name: labelAuditable.In(d.Lang), ClassName: "audit", Time: seconds(0), Error: &junitReason{Message: Visible(reason(a)), Type: string(a.Status)}}
		if a.Status == audit.Pending {
			c.Error, c.Skipped = nil, &junitReason{Message: statusNames[a.Status].In(d.Lang)}
		}
		s.Cases = append(s.Cases, c)
		return s.counted()
	}
	s.Property = append(s.Property, junitProperty{"rules_version", a.RulesVersion})
	for _, m := range audit.Metrics() {
		s.Property = append(s.Property, junitProperty{"score." + string(m), fmt.Sprintf("%d", a.Scores[m].Value)})
		if floor, set := d.Gate.Floors[m]; set && d.Gate.trusts(a, m) {
			c := junitCase{Name: fmt.Sprintf("%s ≥ %d", MetricName(m, d.Lang), floor), ClassName: "threshold." + string(m), Time: seconds(0)}
			if value := a.Scores[m].Value; value < floor {
				c.Failure = &junitReason{Message: fmt.Sprintf("%d < %d", value, floor), Type: "threshold", Text: Visible(a.Scores[m].Source)}
			}
			s.Cases = append(s.Cases, c)
		}
	}
	for _, check := range a.Checks {
		s.Cases = append(s.Cases, junitCheck(a, check, d))
	}
	return s.counted()
}

func junitCheck(a audit.Audit, c audit.Check, d Document) junitCase {
	out := junitCase{Name: c.ID + ": " + Visible(c.Title), ClassName: "check." + string(c.Metric), Time: seconds(0)}
	detail := Visible(c.Detail)
	switch {
	case d.Gate.fails(a, c):
		out.Failure = &junitReason{Message: detail, Type: "fail", Text: junitFinding(c, d.Lang)}
	case c.Status == audit.Fail:
		out.Skipped = &junitReason{Message: outcomeNames[c.Status].In(d.Lang) + semicolon.In(d.Lang) + labelUngated.In(d.Lang) + colon.In(d.Lang) + detail}
	case c.Status == audit.NotAssessed:
		out.Skipped = &junitReason{Message: detail}
	case c.Status == audit.Warn:
		out.Output = outcomeNames[c.Status].In(d.Lang) + colon.In(d.Lang) + detail + "\n" + junitFinding(c, d.Lang)
	}
	return out
}

// junitFinding is what a person needs to mend a finding.
func junitFinding(c audit.Check, lang audit.Lang) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s%s%s\n", labelRemedy.In(lang), colon.In(lang), c.Remedy)
	for _, e := range c.Evidence {
		fmt.Fprintf(&b, "%s, %s%s%s\n", e.URL, e.Where, colon.In(lang), e.Excerpt)
	}
	fmt.Fprintf(&b, "%s%s%s\n", labelReference.In(lang), colon.In(lang), c.Reference)
	return Visible(b.String())
}

func (s junitSuite) counted() junitSuite {
	s.Tests = len(s.Cases)
	for _, c := range s.Cases {
		switch {
		case c.Failure != nil:
			s.Failures++
		case c.Error != nil:
			s.Errors++
		case c.Skipped != nil:
			s.Skipped++
		}
	}
	return s
}

// took is how long an audit took, from its submission to its end.
func took(a audit.Audit) time.Duration {
	if a.FinishedAt == nil {
		return 0
	}
	return max(0, a.FinishedAt.Sub(a.CreatedAt))
}

func seconds(d time.Duration) string { return fmt.Sprintf("%.3f", d.Seconds()) }
