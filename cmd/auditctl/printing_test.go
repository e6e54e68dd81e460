package main

import (
	"context"
	"errors"
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/render"
)

func TestAReportThatIsNotPrintedInTimeMayBeAskedForAgain(t *testing.T) {
	for reason, want := range map[render.Reason]audit.Code{render.TooSlow: audit.CodeOverloaded, render.NoTurn: audit.CodeOverloaded, render.Broke: audit.CodeInternal} {
		print := unhurried(func(context.Context, []byte) ([]byte, error) {
			return nil, &render.Error{Reason: reason, Err: errors.New("in the browser")}
		})
		if _, err := print(t.Context(), nil); audit.CodeOf(err) != want {
			t.Errorf("%s: %v", reason, err)
		}
	}
}
