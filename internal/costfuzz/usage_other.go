//go:build !linux

package costfuzz

import "errors"

type usage struct{}

func newUsage() (usage, error) {
	return usage{}, errors.New("what a process uses is read on Linux only")
}

func (usage) since() Cost { return Cost{} }

// Supported is true if the cost of a process can be measured on this system.
const Supported = false
