package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
)

func TestServerBanner(t *testing.T) {
	verdicts(t, secServerBanner(), []verdict{
		{name: "name only", facts: site(sends("Server", "nginx")), want: audit.Pass},
		{name: "versions", facts: site(sends("Server", "Apache/2.4.57"), sends("X-Powered-By", "PHP/8.1")), want: audit.Warn, says: "2 headers give"},
	})
}
