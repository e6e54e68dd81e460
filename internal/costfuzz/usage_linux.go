package costfuzz

import (
	"fmt"
	"os"
	"strings"
	"syscall"
	"time"
)

// usage is what this process had used at a moment.
type usage struct {
	at     time.Time
	cpu    time.Duration
	memory int64
	read   int64
}

// newUsage makes the memory of now the highest so far.
func newUsage() (usage, error) {
	if err := os.WriteFile("/proc/self/clear_refs", []byte("5"), 0); err != nil {
		return usage{}, fmt.Errorf("forgetting the highest memory: %w", err)
	}
	u := usage{at: time.Now(), cpu: processorTime()}
	var err error
	if u.memory, err = number("/proc/self/status", "VmRSS"); err != nil {
		return usage{}, err
	}
	u.memory *= 1024
	u.read, err = number("/proc/self/io", "rchar")
	return u, err
}

func (u usage) since() Cost {
	highest, _ := number("/proc/self/status", "VmHWM")
	read, _ := number("/proc/self/io", "rchar")
	return Cost{CPU: processorTime() - u.cpu, Memory: highest*1024 - u.memory, Wire: read - u.read, Wall: time.Since(u.at)}
}

func processorTime() time.Duration {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		return 0
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}

// number reads a line "NAME: NUMBER" of a file under /proc.
func number(path, name string) (int64, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return 0, fmt.Errorf("reading what this process uses: %w", err)
	}
	for line := range strings.Lines(string(text)) {
		if key, value, _ := strings.Cut(line, ":"); key == name {
			var n int64
			if _, err := fmt.Sscan(value, &n); err != nil {
				return 0, fmt.Errorf("reading %s of %s: %w", name, path, err)
			}
			return n, nil
		}
	}
	return 0, fmt.Errorf("%s has no line %s", path, name)
}

// Supported is true if the cost of a process can be measured on this system.
const Supported = true
