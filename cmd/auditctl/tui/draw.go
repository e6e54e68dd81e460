package tui

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"

	"github.com/auditctl/auditctl/pkg/audit"
)

type styles struct{ faint, good, bad, chosen lipgloss.Style }

func newStyles(out io.Writer, color bool) styles {
	if !color {
		out = io.Discard // which is no terminal
	}
	r := lipgloss.NewRenderer(out)
	return styles{
		faint: r.NewStyle().Faint(true), good: r.NewStyle().Foreground(lipgloss.Color("2")), bad: r.NewStyle().Foreground(lipgloss.Color("1")), chosen: r.NewStyle().Bold(true),
	}
}

// room is how many lines there are above the totals and the line of keys, with one left free, which keeps some terminals from scrolling.
func (m *model) room() int { return max(m.height-3, 1) }

// View implements tea.Model: the sites, or one of them, then the totals, then what the person should know or can press.
func (m *model) View() string {
	var body []string
	hidden := 0
	if m.open {
		body = m.detail()
	} else {
		body, hidden = m.list()
	}
	lines := append(body, m.styles.faint.Render(m.totals(hidden)))
	if foot := m.foot(); foot != "" && m.height > 3 {
		lines = append(lines, foot)
	}
	for i, l := range lines {
		lines[i] = ansi.Truncate(l, m.width, "…")
	}
	return strings.Join(lines, "\n") + "\n"
}

// list gives the lines of sites that fit, and how many don't.
func (m *model) list() (body []string, hidden int) {
	shown := m.shown()
	picked := m.pick(shown)
	mark := m.moved && !m.over
	if mark {
		m.top = min(max(m.top, m.cursor-m.room()+1), m.cursor) // the cursor stays on the screen
		m.top = max(min(m.top, len(shown)-m.room()), 0)
		picked = shown[m.top:min(m.top+m.room(), len(shown))]
	}
	for _, i := range picked {
		text := m.draw(&m.lines[i])
		switch {
		case mark && i == shown[min(m.cursor, len(shown)-1)]:
			text = m.styles.chosen.Render("> ") + text
		case mark:
			text = "  " + text
		}
		body = append(body, text)
	}
	if len(shown) == 0 {
		body = append(body, m.styles.faint.Render("no site is like that"))
	}
	return body, len(m.lines) - len(picked)
}

// pick gives as many lines as fit, in the batch's order: the running ones, then those that ended, then the rest.
func (m *model) pick(shown []int) []int {
	left := m.room()
	chosen := make([]bool, len(m.lines))
	for _, want := range []func(*line) bool{
		func(l *line) bool { return l.stage == audit.StageReading || l.stage == audit.StageJudging },
		func(l *line) bool { return l.stage == audit.StageDone && l.status != audit.Done },
		func(l *line) bool { return l.stage == audit.StageDone },
		func(*line) bool { return true },
	} {
		for _, i := range shown {
			if left > 0 && !chosen[i] && want(&m.lines[i]) {
				chosen[i] = true
				left--
			}
		}
	}
	var list []int
	for i, c := range chosen {
		if c {
			list = append(list, i)
		}
	}
	return list
}

func (m *model) draw(l *line) string {
	url := ansi.Truncate(l.url, max(m.width-40, 20), "…") // so that what is said of it shows
	switch {
	case l.status == audit.Done:
		return fmt.Sprintf("%s %s  %s", m.styles.good.Render("✓"), url, m.styles.faint.Render(strings.TrimRight(fmt.Sprintf("%d/100  %s", l.score(), l.elapsed(l.endedAt)), " ")))
	case l.stage == audit.StageDone:
		return fmt.Sprintf("%s %s  %s", m.styles.bad.Render("✗"), url, m.styles.bad.Render(l.failure()))
	case l.stage == audit.StageQueued && m.remote:
		return m.styles.faint.Render("· " + url + "  at the server")
	case l.stage == audit.StageQueued:
		return m.styles.faint.Render("· " + url + "  queued")
	default:
		return fmt.Sprintf("%s %s  %s", m.spinner.View(), url, m.styles.faint.Render(strings.TrimRight(fmt.Sprintf("%s  %s  %s", l.stage, l.elapsed(m.now()), l.detail), " ")))
	}
}

func (l *line) elapsed(until time.Time) string {
	if l.began.IsZero() || until.IsZero() {
		return ""
	}
	return until.Sub(l.began).Round(100 * time.Millisecond).String()
}

// detail gives what is known of the chosen site, as far as it fits.
func (m *model) detail() []string {
	shown := m.shown()
	if len(shown) == 0 {
		return []string{m.styles.faint.Render("no site is like that")}
	}
	m.cursor = min(m.cursor, len(shown)-1) // the filter may hold fewer by now
	l := &m.lines[shown[m.cursor]]
	body := []string{m.draw(l), ""}
	switch {
	case l.ended == nil:
		body = append(body, "its scores come when it has ended")
	case l.status != audit.Done || l.ended.Report == nil:
		body = append(body, string(l.status)+": "+l.failure())
		if l.ended.Error != nil {
			body = append(body, m.wrap(l.ended.Error.Message)...)
		}
	default:
		body = append(body, m.report(l.ended)...)
	}
	m.scroll = min(m.scroll, max(len(body)-m.room(), 0))
	return body[m.scroll:min(m.scroll+m.room(), len(body))]
}

// report gives the scores of a finished audit, its summary, and the checks that fail, where they are known.
func (m *model) report(a *audit.Audit) []string {
	var body []string
	for _, metric := range audit.Metrics() {
		s := a.Scores[metric]
		style := m.styles.good
		if s.Value < 50 {
			style = m.styles.bad
		}
		filled := min(max(s.Value, 0), 100) / 5
		body = append(body, fmt.Sprintf("%-16s %3d  %s%s  %s", metric, s.Value, style.Render(strings.Repeat("█", filled)), m.styles.faint.Render(strings.Repeat("░", 20-filled)),
			m.styles.faint.Render(string(s.Tier))))
	}
	if a.Cached {
		body = append(body, "", m.styles.faint.Render("from an audit before, of "+a.AuditedAt.Local().Format("2006-01-02 15:04")))
	}
	body = append(body, "")
	body = append(body, m.wrap(a.Summary)...)
	for _, c := range a.Checks {
		if c.Status == audit.Fail {
			lines := m.wrap("✗ " + c.ID + ": " + c.Detail)
			lines[0] = m.styles.bad.Render("✗") + strings.TrimPrefix(lines[0], "✗")
			body = append(body, lines...)
		}
	}
	return body
}

// wrap breaks a stranger's text into lines that fit.
func (m *model) wrap(text string) []string {
	var lines []string
	for part := range strings.SplitSeq(strings.TrimSpace(text), "\n") {
		for wrapped := range strings.SplitSeq(ansi.Wrap(part, m.width, ""), "\n") {
			lines = append(lines, audit.Printable(wrapped))
		}
	}
	return lines
}

func (m *model) totals(hidden int) string {
	var done, failed, sum, waiting int
	var ended int // since the view began
	for i := range m.lines {
		l := &m.lines[i]
		switch {
		case l.status == audit.Done:
			done++
			sum += l.score()
		case l.stage == audit.StageDone:
			failed++
		default:
			waiting++
		}
		if !l.endedAt.IsZero() {
			ended++
		}
	}
	elapsed := m.now().Sub(m.began)
	text := fmt.Sprintf("%d of %d done", done, len(m.lines))
	if failed > 0 {
		text += fmt.Sprintf(", %d failed", failed)
	}
	if done > 1 {
		text += fmt.Sprintf(", mean %d/100", sum/done)
	}
	text += ", " + elapsed.Round(time.Second).String()
	if waiting > 0 && ended > 1 && !m.stopping {
		if left := (elapsed * time.Duration(waiting) / time.Duration(ended)).Round(time.Second); left > 0 {
			text += ", about " + left.String() + " to go"
		}
	}
	if m.quota != "" {
		text += ", " + m.quota
	}
	if hidden > 0 && !m.open {
		text += fmt.Sprintf(", %d more sites not shown", hidden)
	}
	return text
}

// foot is what the person should know, else what they can press.
func (m *model) foot() string {
	switch {
	case m.over:
		return ""
	case m.stopping && m.remote:
		return "leaving; the batch goes on at the server"
	case m.stopping:
		return "stopping"
	case m.notice != "":
		return m.styles.bad.Render(m.notice)
	case m.typing:
		return "/" + m.filter + "▏"
	}
	leave := "q stops"
	if m.remote {
		leave = "q leaves"
	}
	keys := "↑↓ moves, enter shows a site, / filters, " + leave
	switch {
	case m.open:
		keys = "↑↓ scrolls, ←→ other sites, esc goes back, " + leave
	case m.filter != "":
		keys = "only those with " + m.filter + ": esc shows all, enter one, " + leave
	}
	return m.styles.faint.Render(keys)
}
