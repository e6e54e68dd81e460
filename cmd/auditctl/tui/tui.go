// Package tui draws a running batch on a terminal: a line per site with its stage, time and score, the totals, and one site in detail.
package tui

import (
	"context"
	"io"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"github.com/auditctl/auditctl/pkg/audit"
)

// Config says what is drawn, and where.
type Config struct {
	In     io.Reader // keys; nil where nobody can press any
	Out    io.Writer
	Color  bool
	Audits []audit.Audit // in the order they are listed
	// Remote: the batch goes on at a server when the view is left.
	Remote bool
}

// View draws one batch. Its methods may be called from any goroutine, also before Run and after its end.
type View struct {
	program *tea.Program
	done    chan struct{}
}

// Run draws the audits while work runs, and ends with work. q or Ctrl-C cancel work's context and wait for it to stop cleanly. started is called with the
// view before work begins.
func Run(ctx context.Context, c Config, started func(*View), work func(context.Context) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	v := &View{done: make(chan struct{})}
	v.program = tea.NewProgram(newModel(c, cancel, time.Now), tea.WithInput(c.In), tea.WithOutput(c.Out), tea.WithoutSignalHandler())
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
func (v *View) Event(e audit.Event) { v.send(e) }

// Notice shows what the person should know of the connection to a server, until it is replaced; nothing where it is empty.
func (v *View) Notice(text string) { v.send(notice(text)) }

// Quota shows what is left of an allowance, in words.
func (v *View) Quota(text string) { v.send(quota(text)) }

func (v *View) send(m tea.Msg) {
	select {
	case <-v.done:
	default:
		v.program.Send(m)
	}
}

type (
	finished struct{}
	notice   string
	quota    string
)
