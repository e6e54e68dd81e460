//go:build linux

// Package observe watches the processes that a test starts: their memory, their listening sockets, and whether they end. It reads /proc
// on its own and shares no code with what it tests.
package observe

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// Observer looks until Stop.
type Observer struct {
	stop chan struct{}
	once sync.Once
	done sync.WaitGroup

	mu        sync.Mutex
	known     map[int]string // start by process
	peak      int64
	listening map[string]bool
}

// Start begins to look at the descendants of the test's process. The test must not run beside others.
func Start(t testing.TB) *Observer {
	o := &Observer{stop: make(chan struct{}), known: map[int]string{}, listening: map[string]bool{}}
	o.done.Go(func() {
		for {
			o.look()
			select {
			case <-o.stop:
				return
			case <-time.After(10 * time.Millisecond):
			}
		}
	})
	t.Cleanup(o.Stop)
	return o
}

// Stop ends it.
func (o *Observer) Stop() {
	o.once.Do(func() { close(o.stop) })
	o.done.Wait()
}

// Peak returns the most memory that all processes occupied at one time, in bytes. Shared memory counts once.
func (o *Observer) Peak() int64 {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.peak
}

// Listening returns the TCP addresses, as in /proc/net, at which a process listened at some time.
func (o *Observer) Listening() (all []string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for at := range o.listening {
		all = append(all, at)
	}
	return all
}

// Seen returns how many processes there were.
func (o *Observer) Seen() int {
	o.mu.Lock()
	defer o.mu.Unlock()
	return len(o.known)
}

// Left waits up to 5 s for all processes to end and returns those still running. Zombies have ended.
func (o *Observer) Left() (left []string) {
	for until := time.Now().Add(5 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		left = nil
		o.mu.Lock()
		for pid, started := range o.known {
			if p := read(pid); p.started == started && p.state != "Z" {
				left = append(left, fmt.Sprint(pid, " ", p.command))
			}
		}
		o.mu.Unlock()
		if len(left) == 0 || time.Now().After(until) {
			return left
		}
	}
}

type process struct {
	parent                  int
	state, started, command string
}

func read(pid int) process {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return process{}
	}
	head, rest, _ := strings.Cut(string(stat), ") ")
	fields := strings.Fields(rest)
	if len(fields) < 20 {
		return process{}
	}
	parent, _ := strconv.Atoi(fields[1])
	return process{parent: parent, state: fields[0], started: fields[19], command: head}
}

func (o *Observer) look() {
	folders, _ := filepath.Glob("/proc/[0-9]*")
	all := map[int]process{}
	for _, folder := range folders {
		pid, _ := strconv.Atoi(filepath.Base(folder))
		all[pid] = read(pid)
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	for pid, p := range all {
		for up := p.parent; up > 0; up = all[up].parent {
			if up == os.Getpid() || o.known[up] != "" && o.known[up] == all[up].started {
				o.known[pid] = p.started
				break
			}
		}
	}
	var sum int64
	sockets := map[string]bool{}
	for pid, started := range o.known {
		if all[pid].started == started {
			sum += proportional(pid)
			ownSockets(pid, sockets)
		}
	}
	o.peak = max(o.peak, sum)
	inherited := map[string]bool{} // a child has the test's own sockets until it runs its program
	ownSockets(os.Getpid(), inherited)
	for socket := range inherited {
		delete(sockets, socket)
	}
	for _, table := range []string{"tcp", "tcp6"} {
		o.listeners("/proc/self/net/"+table, sockets)
	}
}

func proportional(pid int) (bytes int64) {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", pid))
	if _, after, found := strings.Cut(string(text), "\nPss:"); found {
		_, _ = fmt.Sscan(after, &bytes)
	}
	return bytes << 10
}

func ownSockets(pid int, into map[string]bool) {
	files, _ := filepath.Glob(fmt.Sprintf("/proc/%d/fd/*", pid))
	for _, file := range files {
		if target, err := os.Readlink(file); err == nil && strings.HasPrefix(target, "socket:[") {
			into[strings.Trim(target[len("socket:"):], "[]")] = true
		}
	}
}

func (o *Observer) listeners(table string, sockets map[string]bool) {
	text, _ := os.ReadFile(table)
	for line := range strings.Lines(string(text)) {
		const listens = "0A"
		if fields := strings.Fields(line); len(fields) > 9 && fields[3] == listens && sockets[fields[9]] {
			o.listening[fields[1]] = true
		}
	}
}
