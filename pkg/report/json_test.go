package report

import (
	"bytes"
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
)

// Audits are written one by one; a reader sees one object all the same.
func TestABatchIsTheJSONOfItsObject(t *testing.T) {
	for _, audits := range [][]audit.Audit{
		{},
		{{AuditID: "aud_1", URL: "https://example.com/\u200f[]"}, {AuditID: "aud_2", Error: &audit.Failure{Message: "\x1b[31m"}}, {AuditID: "aud_3"}},
	} {
		b := audit.NewBatch("bat_1", audits)
		var whole, parts bytes.Buffer
		if err := WriteJSON(&whole, b); err != nil {
			t.Fatal(err)
		}
		if err := writeBatch(&parts, b); err != nil {
			t.Fatal(err)
		}
		if whole.String() != parts.String() {
			t.Errorf("%s\nis not\n%s", parts.String(), whole.String())
		}
	}
}
