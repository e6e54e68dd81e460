//go:build !linux

package costfuzz

import "errors"

type usage struct{}

func newUsage() (usage, error) {
	return usage{}, errors.New("what a process uses is read on Linux only")
}

func (usage) since() Cost { return Cost{} }

// Supported reports whether this system says what a process uses.
const Supported = false
