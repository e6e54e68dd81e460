package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
)

func TestDesignAutoRefresh(t *testing.T) {
	verdicts(t, designAutoRefresh(), []verdict{
		{name: "none", facts: home(manual), want: audit.Pass},
		{name: "every 30 seconds", facts: home(`<meta http-equiv=refresh content="30"><p>x</p>`), want: audit.Warn, says: "30"},
		{name: "moves on after 5 seconds", facts: home(`<meta http-equiv=refresh content="5; url=/new"><p>x</p>`), want: audit.Warn},
		{name: "at once is a redirect", facts: home(`<meta http-equiv=refresh content="0; url=/new"><p>x</p>`), want: audit.Pass},
	})
}
