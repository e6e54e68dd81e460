package tui

import (
	"context"
	"strings"
	"time"

	"github.com/charmbracelet/bubbles/spinner"
	tea "github.com/charmbracelet/bubbletea"

	"github.com/auditctl/auditctl/pkg/audit"
)

// line is one site.
type line struct {
	url            string
	stage          audit.Stage
	detail         string
	status         audit.Status
	ended          *audit.Audit // nil until the audit has ended
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
	remote   bool
	notice   string
	quota    string
	stopping bool
	over     bool
	width    int
	height   int

	// Until a key moves the cursor the view follows the work by itself.
	moved  bool
	cursor int // among the lines that the filter leaves
	top    int // the first of them on the screen
	filter string
	typing bool // the filter
	open   bool // one site in detail
	scroll int  // of its lines
}

func newModel(c Config, cancel context.CancelFunc, now func() time.Time) *model {
	m := &model{
		index: map[string]int{}, spinner: spinner.New(spinner.WithSpinner(spinner.MiniDot)), styles: newStyles(c.Out, c.Color), cancel: cancel, now: now, began: now(),
		remote: c.Remote, width: 80, height: 24,
	}
	for i := range c.Audits {
		a := &c.Audits[i]
		m.index[a.AuditID] = i
		l := line{url: audit.Printable(a.URL), stage: audit.StageQueued, status: a.Status}
		if a.Status.Terminal() {
			l.finish(a)
		}
		m.lines = append(m.lines, l)
	}
	return m
}

func (l *line) finish(a *audit.Audit) { l.stage, l.status, l.ended = audit.StageDone, a.Status, a }

// score gives the overall number of a finished audit.
func (l *line) score() int {
	if l.status != audit.Done || l.ended == nil || l.ended.Report == nil {
		return 0
	}
	return l.ended.OverallAIReadiness
}

// failure is the code of an audit that ended without a report.
func (l *line) failure() string {
	if l.ended == nil || l.ended.Error == nil {
		return ""
	}
	return audit.Printable(string(l.ended.Error.Code))
}

// Init implements tea.Model.
func (m *model) Init() tea.Cmd { return m.spinner.Tick }

// Update implements tea.Model.
func (m *model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyMsg:
		for _, one := range separate(msg) {
			m.key(one)
		}
	case tea.WindowSizeMsg:
		if msg.Width > 0 && msg.Height > 0 { // some terminals don't know
			m.width, m.height = msg.Width, msg.Height
		}
	case audit.Event:
		m.step(msg)
	case notice:
		m.notice = audit.Printable(string(msg))
	case quota:
		m.quota = audit.Printable(string(msg))
	case finished:
		m.over, m.open, m.notice = true, false, ""
		return m, tea.Quit
	case spinner.TickMsg:
		var cmd tea.Cmd
		m.spinner, cmd = m.spinner.Update(msg)
		return m, cmd
	}
	return m, nil
}

// separate gives keys one by one: over a slow line several come together.
func separate(k tea.KeyMsg) []tea.KeyMsg {
	if k.Type != tea.KeyRunes || len(k.Runes) < 2 {
		return []tea.KeyMsg{k}
	}
	var all []tea.KeyMsg
	for _, r := range k.Runes {
		all = append(all, tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}})
	}
	return all
}

func (m *model) key(k tea.KeyMsg) {
	name := k.String()
	switch {
	case name == "ctrl+c", name == "q" && !m.typing:
		m.stopping = true
		m.cancel()
	case m.typing:
		m.edit(k)
	case m.open:
		m.read(name)
	default:
		m.browse(name)
	}
}

// maxFilter bounds the filter, in characters.
const maxFilter = 60

// edit writes the filter.
func (m *model) edit(k tea.KeyMsg) {
	text := []rune(m.filter)
	switch k.Type {
	case tea.KeyEsc:
		m.filter, m.typing = "", false
	case tea.KeyEnter, tea.KeyUp, tea.KeyDown:
		m.typing = false
	case tea.KeyBackspace:
		m.filter = string(text[:max(len(text)-1, 0)])
	case tea.KeyCtrlU:
		m.filter = ""
	case tea.KeyRunes, tea.KeySpace:
		m.filter = audit.Printable(string(append(text, k.Runes...)[:min(len(text)+len(k.Runes), maxFilter)]))
	}
	m.cursor, m.top = 0, 0
}

// browse moves in the list.
func (m *model) browse(name string) {
	by, moves := m.steps()[name]
	switch {
	case moves:
		m.moved = true
		m.cursor += by
	case name == "/":
		m.typing = true
	case name == "enter" && len(m.shown()) > 0:
		m.moved, m.open, m.scroll = true, true, 0
	case name == "esc": // back to following
		m.moved, m.cursor, m.top, m.filter = false, 0, 0, ""
	}
	m.cursor = min(max(m.cursor, 0), max(len(m.shown())-1, 0))
}

// read moves in the detail of a site, and from one to the next.
func (m *model) read(name string) {
	switch name {
	case "esc", "enter", "backspace":
		m.open = false
	case "left", "p":
		m.cursor, m.scroll = max(m.cursor-1, 0), 0
	case "right", "n":
		m.cursor, m.scroll = min(m.cursor+1, max(len(m.shown())-1, 0)), 0
	default:
		m.scroll = max(m.scroll+m.steps()[name], 0)
	}
}

// steps is how far keys move.
func (m *model) steps() map[string]int {
	page, all := m.room(), 1<<20
	return map[string]int{"up": -1, "k": -1, "down": 1, "j": 1, "pgup": -page, "b": -page, "pgdown": page, " ": page, "home": -all, "g": -all, "end": all, "G": all}
}

// shown gives the lines that the filter leaves, in the batch's order.
func (m *model) shown() []int {
	want := strings.ToLower(strings.TrimSpace(m.filter))
	var list []int
	for i := range m.lines {
		l := &m.lines[i]
		if said := strings.ToLower(l.url + " " + string(l.status) + " " + string(l.stage) + " " + l.failure()); strings.Contains(said, want) {
			list = append(list, i)
		}
	}
	return list
}

func (m *model) step(e audit.Event) {
	i, ok := m.index[e.AuditID]
	if !ok {
		return
	}
	l := &m.lines[i]
	if l.began.IsZero() && !m.remote { // of a server it isn't known when it began
		l.began = m.now()
	}
	l.stage, l.detail = e.Stage, audit.Printable(e.Detail)
	if e.Audit != nil {
		l.endedAt = m.now()
		l.finish(e.Audit)
	}
}
