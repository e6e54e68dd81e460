// Package tui draws a running batch on a terminal: a line per site with its stage, time and score, and the totals.
package tui

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/charmbracelet/bubbles/spinner"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"

	"github.com/auditctl/auditctl/pkg/audit"
)

// View draws one batch. Event may be called from any goroutine, also before Run and after its end.
type View struct {
	program *tea.Program
	cancel  context.CancelFunc
	done    chan struct{}
}

// Run draws the audits on out while work runs, and ends with work. Keys are read from in; q, Escape or Ctrl-C cancel work's context and wait for it to
// stop cleanly. in may be nil. started is called with the view before work begins.
func Run(ctx context.Context, in io.Reader, out io.Writer, color bool, audits []audit.Audit, started func(*View), work func(context.Context) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	v := &View{cancel: cancel, done: make(chan struct{})}
	v.program = tea.NewProgram(newModel(audits, cancel, time.Now, newStyles(out, color)), tea.WithInput(in), tea.WithOutput(out), tea.WithoutSignalHandler())
	started(v)
	result := make(chan error, 1)
	go func() {
		result <- work(ctx)
		v.program.Send(finished{})
	}()
	_, err := v.program.Run()
	close(v.done)
	if err != nil {
		cancel() // the terminal is gone; so is who wanted the result
	}
	return <-result
}

// Event shows a step.
func (v *View) Event(e audit.Event) {
	select {
	case <-v.done:
	default:
		v.program.Send(e)
	}
}

type finished struct{}

// line is one site.
type line struct {
	url            string
	stage          audit.Stage
	detail         string
	status         audit.Status
	score          int
	failure        string
	began, endedAt time.Time
}

type model struct {
	lines    []line
	index    map[string]int // audit id -> line
	spinner  spinner.Model
	styles   styles
	cancel   context.CancelFunc
	now      func() time.Time
	began    time.Time
	stopping bool
	over     bool
	width    int
	height   int
}

func newModel(audits []audit.Audit, cancel context.CancelFunc, now func() time.Time, s styles) *model {
	m := &model{index: map[string]int{}, spinner: spinner.New(spinner.WithSpinner(spinner.MiniDot)), styles: s, cancel: cancel, now: now, began: now(), width: 80, height: 24}
	for i, a := range audits {
		m.index[a.AuditID] = i
		l := line{url: audit.Printable(a.URL), stage: audit.StageQueued, status: a.Status}
		if a.Status.Terminal() {
			l.finish(&a)
		}
		m.lines = append(m.lines, l)
	}
	return m
}

func (l *line) finish(a *audit.Audit) {
	l.stage, l.status = audit.StageDone, a.Status
	if a.Status == audit.Done && a.Report != nil {
		l.score = a.OverallAIReadiness
	}
	if a.Error != nil {
		l.failure = string(a.Error.Code)
	}
}

// Init implements tea.Model.
func (m *model) Init() tea.Cmd { return m.spinner.Tick }

// Update implements tea.Model.
func (m *model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyMsg:
		switch msg.String() {
		case "q", "esc", "ctrl+c":
			m.stopping = true
			m.cancel()
		}
	case tea.WindowSizeMsg:
		if msg.Width > 0 && msg.Height > 0 { // some terminals don't know
			m.width, m.height = msg.Width, msg.Height
		}
	case audit.Event:
		m.step(msg)
	case finished:
		m.over = true
		return m, tea.Quit
	case spinner.TickMsg:
		var cmd tea.Cmd
		m.spinner, cmd = m.spinner.Update(msg)
		return m, cmd
	}
	return m, nil
}

func (m *model) step(e audit.Event) {
	i, ok := m.index[e.AuditID]
	if !ok {
		return
	}
	l := &m.lines[i]
	if l.began.IsZero() {
		l.began = m.now()
	}
	l.stage, l.detail = e.Stage, audit.Printable(e.Detail)
	if e.Audit != nil {
		l.endedAt = m.now()
		l.finish(e.Audit)
	}
}

type styles struct{ faint, good, bad lipgloss.Style }

func newStyles(out io.Writer, color bool) styles {
	if !color {
		out = io.Discard // which is no terminal
	}
	r := lipgloss.NewRenderer(out)
	return styles{faint: r.NewStyle().Faint(true), good: r.NewStyle().Foreground(lipgloss.Color("2")), bad: r.NewStyle().Foreground(lipgloss.Color("1"))}
}

// View implements tea.Model: the sites at work first where not all fit, then those that finished last, then the totals.
func (m *model) View() string {
	var b strings.Builder
	room := max(m.height-2, 1)
	shown := m.pick(room)
	for _, i := range shown {
		b.WriteString(ansi.Truncate(m.draw(&m.lines[i]), m.width, "…") + "\n")
	}
	b.WriteString(ansi.Truncate(m.totals(len(shown)), m.width, "…") + "\n")
	return b.String()
}

// pick gives at most room lines in the batch's order: the running ones, then the rest as far as they fit.
func (m *model) pick(room int) []int {
	if len(m.lines) <= room {
		room = len(m.lines)
	}
	chosen := make([]bool, len(m.lines))
	left := room
	for _, want := range []func(*line) bool{
		func(l *line) bool { return l.stage == audit.StageReading || l.stage == audit.StageJudging },
		func(l *line) bool { return l.stage == audit.StageDone },
		func(l *line) bool { return true },
	} {
		for i := range m.lines {
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
		return fmt.Sprintf("%s %s  %s", m.styles.good.Render("✓"), url, m.styles.faint.Render(strings.TrimRight(fmt.Sprintf("%d/100  %s", l.score, l.elapsed(l.endedAt)), " ")))
	case l.stage == audit.StageDone:
		return fmt.Sprintf("%s %s  %s", m.styles.bad.Render("✗"), url, m.styles.bad.Render(l.failure))
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

func (m *model) totals(shown int) string {
	var done, failed, sum int
	for _, l := range m.lines {
		switch {
		case l.status == audit.Done:
			done++
			sum += l.score
		case l.stage == audit.StageDone:
			failed++
		}
	}
	text := fmt.Sprintf("%d of %d done", done, len(m.lines))
	if failed > 0 {
		text += fmt.Sprintf(", %d failed", failed)
	}
	if done > 1 {
		text += fmt.Sprintf(", mean %d/100", sum/done)
	}
	text += ", " + m.now().Sub(m.began).Round(time.Second).String()
	if hidden := len(m.lines) - shown; hidden > 0 {
		text += fmt.Sprintf(", %d more sites not shown", hidden)
	}
	switch {
	case m.over:
	case m.stopping:
		text += "; stopping"
	default:
		text += "; q stops"
	}
	return m.styles.faint.Render(text)
}
