package server

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/auditctl/auditctl/internal/golden"
)

// described reads what a description of Prometheus' library prints; it has no other door.
var described = regexp.MustCompile(`fqName: "(auditctl_[a-z_]+)", help: "([^"]*)", unit: "[^"]*", constLabels: {}, variableLabels: {([a-z,]*)}`)

// TestReferenceOfMetrics holds docs/reference/metrics.md to the registry; make docs writes it.
func TestReferenceOfMetrics(t *testing.T) {
	all := make(chan *prometheus.Desc)
	go func() {
		newMetrics(nil).registry.Describe(all)
		close(all)
	}()
	rows := map[string]string{}
	for d := range all {
		m := described.FindStringSubmatch(d.String())
		if m == nil {
			continue // of Go's runtime and the process
		}
		kind := "gauge"
		switch {
		case strings.HasSuffix(m[1], "_total"):
			kind = "counter"
		case strings.HasSuffix(m[1], "_duration_seconds"):
			kind = "histogram"
		}
		labels := ""
		if m[3] != "" {
			labels = "`" + strings.ReplaceAll(m[3], ",", "`, `") + "`"
		}
		rows[m[1]] = fmt.Sprintf("| `%s` | %s | %s | %s |\n", m[1], kind, labels, m[2])
	}
	var b strings.Builder
	b.WriteString("# Metrics\n\nThis page is generated from the program by `make docs`. `/metrics` on the operator's address is in Prometheus' format; beside these it has those of Go's runtime (`go_…`) and of the\nprocess (`process_…`). [operate.md](../operate.md#metrics-and-alerts) says what to be alerted by.\n\n| Metric | Type | Labels | |\n|---|---|---|---|\n")
	for _, name := range slices.Sorted(maps.Keys(rows)) {
		b.WriteString(rows[name])
	}
	golden.CheckFile(t, "../../docs/reference/metrics.md", b.String())
}
