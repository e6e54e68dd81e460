package costfuzz

import (
	"fmt"
	"os"
	"strings"
	"sync/atomic"
	"syscall"
	"time"
)

// usage is what this process had used at a moment.
type usage struct {
	at     time.Time
	cpu    time.Duration
	memory int64
	read   int64
	own    *atomic.Int64 // bytes that were read of /proc, which rchar counts too
}

// newUsage makes the memory of now the highest so far.
func newUsage() (usage, error) {
	if err := os.WriteFile("/proc/self/clear_refs", []byte("5"), 0); err != nil {
		return usage{}, fmt.Errorf("forgetting the highest memory: %w", err)
	}
	u := usage{at: time.Now(), cpu: processorTime(), own: new(atomic.Int64)}
	var err error
	if u.memory, err = u.number("/proc/self/status", "VmRSS"); err != nil {
		return usage{}, err
	}
	u.memory *= 1024
	u.own.Store(0)
	u.read, err = u.number("/proc/self/io", "rchar")
	return u, err
}

func (u usage) since() Cost {
	highest, _ := u.number("/proc/self/status", "VmHWM")
	own := u.own.Load() // before rchar is read, which doesn't count its own reading yet
	read, _ := u.number("/proc/self/io", "rchar")
	return Cost{CPU: processorTime() - u.cpu, Memory: highest*1024 - u.memory, Wire: read - u.read - own, Wall: time.Since(u.at)}
}

func processorTime() time.Duration {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		return 0
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}

// number reads a line "NAME: NUMBER" of a file under /proc.
func (u usage) number(path, name string) (int64, error) {
	text, err := os.ReadFile(path)
	u.own.Add(int64(len(text)))
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
