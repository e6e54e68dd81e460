package check

import (
	"strings"
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
)

func TestSeoURLHygiene(t *testing.T) {
	verdicts(t, seoURLHygiene(), []verdict{
		{"plain", site(further("/our-services/roofing")), audit.Pass, "", ""},
		{"an escaped accent is one lower-case letter", site(further("/caf%C3%A9")), audit.Pass, "", ""},
		{"upper case", site(further("/Our-Services")), audit.Warn, "", "upper case"},
		{"an underscore", site(further("/our_services")), audit.Warn, "", "underscore"},
		{"a space", site(further("/our%20services")), audit.Warn, "", "space"},
		{"a double slash", site(further("/a//b")), audit.Warn, "", "double slash"},
		{"long", site(further("/" + strings.Repeat("x", 100))), audit.Warn, "", "characters"},
		{"three parameters", site(further("/a?x=1&y=2&z=3")), audit.Pass, "", ""},
		{"four parameters", site(further("/a?w=0&x=1&y=2&z=3")), audit.Warn, "", "4 parameters"},
		{"a session", site(further("/a;jsessionid=0a1b")), audit.Warn, "", "session id"},
	})
}
