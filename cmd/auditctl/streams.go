package main

import (
	"io"
	"os"

	"github.com/charmbracelet/x/term"
)

// The rules of the terminal: the result, and nothing else, goes to stdout; everything said to a person goes to stderr, in one line where one will do,
// without capital and full stop. Colour, progress and a table's width follow the terminal and vanish in a pipe or with NO_COLOR.

// Streams are what a command reads and writes.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
	InTTY    bool // In is a terminal: keys can be read
	OutTTY   bool
	ErrTTY   bool
	Width    int // of Out, in columns; 0 where it is no terminal
}

// Terminal gives the process's own streams.
func Terminal() Streams {
	s := Streams{
		In: os.Stdin, Out: os.Stdout, Err: os.Stderr,
		InTTY: term.IsTerminal(os.Stdin.Fd()), OutTTY: term.IsTerminal(os.Stdout.Fd()), ErrTTY: term.IsTerminal(os.Stderr.Fd()),
	}
	if s.OutTTY {
		if w, _, err := term.GetSize(os.Stdout.Fd()); err == nil {
			s.Width = w
		}
	}
	return s
}
