package report

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"github.com/auditctl/auditctl/pkg/audit"
)

// wide is an audit whose texts are long, wide or both.
func wide() audit.Audit {
	a := made()
	a.URL = "https://" + strings.Repeat("very-long-", 12) + "name.example/パン屋"
	a.Business.Name = "パン屋さん"
	a.Summary = strings.Repeat("焼きたてのパンを毎朝", 20) + " " + strings.Repeat("x", 300)
	a.Checks[0].Detail = strings.Repeat("パンの題名がありません。", 12)
	a.Checks[1].Detail = "See https://bakery.example/" + strings.Repeat("a", 200) + " 👩‍🍳 🥖"
	return a
}

func TestTablesStayWithinTheirWidth(t *testing.T) {
	for _, width := range []int{60, 80, 100, 160} {
		for name, b := range map[string]audit.Batch{"one": batchOf(wide()), "several": batchOf(wide(), made())} {
			least := width
			if name == "several" {
				least = max(width, 82) // ten metrics beside each other take as much
			}
			frame := 0
			for line := range strings.Lines(write(t, "table", Document{Batch: b, Width: width})) {
				line = strings.TrimSuffix(line, "\n")
				n := ansi.StringWidth(line)
				if n > least {
					t.Errorf("%s at %d: %d columns: %s", name, width, n, line)
				}
				if strings.HasPrefix(line, "┌") {
					frame = n
				}
				if strings.HasPrefix(line, "│") && n != frame {
					t.Errorf("%s at %d: a row of %d columns in a frame of %d: %s", name, width, n, frame, line)
				}
			}
		}
	}
}

func TestTablesLoseNothing(t *testing.T) {
	a := wide()
	column := func(out string, i int) string {
		var b strings.Builder
		for line := range strings.Lines(out) {
			if cells := strings.Split(line, "│"); len(cells) > i {
				b.WriteString(strings.TrimSpace(cells[i]))
			}
		}
		return b.String()
	}
	several := write(t, "table", Document{Batch: batchOf(a, made()), Width: 80})
	if want := strings.TrimPrefix(a.URL, "https://"); !strings.Contains(column(several, 1), want) {
		t.Errorf("the address isn't whole:\n%s", several)
	}
	one := write(t, "table", Document{Batch: batchOf(a), Width: 60})
	if !strings.Contains(column(one, 3), a.Checks[0].Detail) {
		t.Errorf("the finding isn't whole:\n%s", one)
	}
}

func TestLongListsOfFindingsAreCut(t *testing.T) {
	a := made()
	for range 40 {
		a.Checks = append(a.Checks, a.Checks[0])
	}
	if out := write(t, "table", Document{Batch: batchOf(a)}); strings.Count(out, "The page has no title.") != 15 || !strings.Contains(out, "… and 27 more;") {
		t.Error(out)
	}
}

func TestColoursAreThoseAskedFor(t *testing.T) {
	a := made()
	plain := write(t, "table", Document{Batch: batchOf(a), Width: 100})
	coloured := write(t, "table", Document{Batch: batchOf(a), Width: 100, Color: true})
	if strings.Contains(plain, "\x1b") {
		t.Error("colours nobody asked for")
	}
	if ansi.Strip(coloured) != plain {
		t.Error("colours change the text")
	}
	for text, want := range map[string]string{"10": "\x1b[31m10\x1b[0m", "60": "\x1b[33m60\x1b[0m", "90": "\x1b[32m90\x1b[0m", "fail": "\x1b[31mfail\x1b[0m"} {
		if !strings.Contains(coloured, want) {
			t.Errorf("%s isn't coloured", text)
		}
	}
}

// history is audits of one site, newest first.
func history(values ...int) []audit.Audit {
	var list []audit.Audit
	for _, v := range values {
		a := made()
		a.OverallAIReadiness = v
		a.Scores[audit.AIReadiness] = audit.Score{Value: v, Tier: audit.AIEstimate}
		list = append(list, a)
	}
	return list
}

func TestChangeSinceTheAuditBefore(t *testing.T) {
	list := history(70, 65, 65, 80)
	for i, want := range []string{"70 (+5)", "65", "65 (-15)", "80"} {
		if got := change(list[i], doneBefore(list[i+1:], "bakery.example"), audit.AIReadiness); got != want {
			t.Errorf("audit %d: %s, want %s", i, got, want)
		}
	}
	list[1].RulesVersion = "0"
	if got := change(list[0], list[1:], audit.AIReadiness); got != "70" {
		t.Errorf("by other rules: %s", got)
	}
}

func TestHistoryTellsDomainsApart(t *testing.T) {
	other := made()
	other.Domain, other.Scores[audit.AIReadiness] = "other.example", audit.Score{Value: 99}
	list := append(history(70), other, madeFailed())
	list = append(list, history(60)...)
	var b strings.Builder
	if err := WriteHistory(&b, list, len(list)); err != nil {
		t.Fatal(err)
	}
	out := b.String()
	if !strings.Contains(out, "70 (+10)") || strings.Contains(out, "(-29)") || !strings.Contains(out, "failed dns_not_found: the host name") {
		t.Error(out)
	}
	if row := regexp.MustCompile(`aud_2 .*gone.example/ +│( +│){11}`); !row.MatchString(out) {
		t.Errorf("a failed audit has scores:\n%s", out)
	}
}

func TestSparkline(t *testing.T) {
	list := history(100, 50, 0, -5, 120)
	if got := spark(list[0], list[1:], audit.AIReadiness); got != "█▁▁▄█" {
		t.Errorf("oldest first: %s", got)
	}
	if got := spark(list[0], nil, audit.AIReadiness); got != "█" {
		t.Errorf("a first audit: %s", got)
	}
	old := *list[2].Report
	old.RulesVersion = "0"
	list[2].Report, list[3].Report, list[4].Report = &old, &old, &old
	if got := spark(list[0], list[1:], audit.AIReadiness); got != "▁▁▁|▄█" {
		t.Errorf("other rules: %s", got)
	}
}

func TestHistoryComparesItsLastRowWithWhatIsNotShown(t *testing.T) {
	list := history(70, 65, 50)
	var b strings.Builder
	if err := WriteHistory(&b, list, 2); err != nil {
		t.Fatal(err)
	}
	if out := b.String(); !strings.Contains(out, "65 (+15)") || strings.Count(out, "aud_1") != 2 {
		t.Error(out)
	}
}

func TestTrendsAreALineOverTimeForEachMetric(t *testing.T) {
	list := history(70, 70, 65, 50)
	for i, day := range []int{9, 9, 5, 1} { // the newest was served from the history
		list[i].AuditedAt = time.Date(2026, 5, day, 12, 0, 0, 0, time.UTC)
	}
	write := func() string {
		var b strings.Builder
		if err := WriteTrends(&b, list, "bakery.example"); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	if out := write(); !regexp.MustCompile(`AI readiness +│ ▄▅▅ +│ +50 │ +70 │ +\+20 │`).MatchString(out) || strings.Contains(out, "other rules") || !strings.Contains(out, "2026-05-01") {
		t.Error(out)
	}
	list[3].RulesVersion = "0"
	if out := write(); !regexp.MustCompile(`AI readiness +│ ▄\|▅▅ +│ +50 │ +70 │ +│`).MatchString(out) || !strings.Contains(out, "judged by other rules") {
		t.Error(out)
	}
	list = list[:1]
	if out := write(); out != "" {
		t.Errorf("of one audit: %s", out)
	}
}

func TestBatchesAreListed(t *testing.T) {
	var b strings.Builder
	heads := []audit.BatchHead{{BatchID: "bat_1", CreatedAt: day, Total: 3, Completed: 1, Pending: 1, Failed: 1, FirstURL: "https://bakery.example/\x1b[31m"}}
	if err := WriteBatches(&b, heads); err != nil {
		t.Fatal(err)
	}
	if !regexp.MustCompile(`│ bat_1 │ .* │ +3 │ +1 │ +1 │ +1 │ https://bakery.example/�\[31m │`).MatchString(b.String()) {
		t.Error(b.String())
	}
}
