package main

import (
	"bytes"
	"fmt"
	"os"
	"runtime"
	"strings"
	"syscall"
	"time"
)

// peakMemory is the highest resident set of a process that ended, in MB. The system counts what this process held when it started it as well: that is
// a few MB, less than any of ours.
func peakMemory(s *os.ProcessState) float64 {
	usage, ok := s.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	return float64(usage.Maxrss) / 1024
}

// memory gives the resident set of a running process in MB, now and at its highest since forgetPeak.
func memory(pid int) (now, highest float64, err error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0, 0, err
	}
	for line := range strings.Lines(string(text)) {
		name, value, _ := strings.Cut(line, ":")
		into := map[string]*float64{"VmRSS": &now, "VmHWM": &highest}[name]
		if into == nil {
			continue
		}
		if _, err := fmt.Sscan(value, into); err != nil {
			return 0, 0, fmt.Errorf("reading the memory of process %d: %w", pid, err)
		}
		*into /= 1024
	}
	return now, highest, nil
}

// forgetPeak makes a process's memory now the highest so far.
func forgetPeak(pid int) error {
	return os.WriteFile(fmt.Sprintf("/proc/%d/clear_refs", pid), []byte("5"), 0)
}

// load counts what other programs took of the processors while ours were measured. Those that serve meanwhile are ours.
type load struct {
	serving     map[int]bool // by process id
	began       time.Time
	busy, own   float64
	total, rest float64 // seconds of processor, all and others'
}

func newLoad() *load { return &load{serving: map[int]bool{}} }

func (l *load) count(pid int)  { l.serving[pid] = true }
func (l *load) forget(pid int) { delete(l.serving, pid) }

// ticks are how the system counts processor time in /proc.
const ticks = 100

func (l *load) begin() { l.began, l.busy, l.own = time.Now(), busy(), l.ours() }

func (l *load) end(measured time.Duration) {
	l.total += time.Since(l.began).Seconds() * float64(runtime.NumCPU())
	l.rest += max(0, busy()-l.busy-(l.ours()-l.own)-measured.Seconds())
}

func (l *load) others() float64 {
	if l.total == 0 {
		return 0
	}
	return l.rest / l.total
}

// ours is what this process and those that serve have used so far.
func (l *load) ours() float64 {
	sum := processTime(os.Getpid())
	for pid := range l.serving {
		sum += processTime(pid)
	}
	return sum
}

// busy is the time that all processors were not idle.
func busy() float64 {
	text, err := os.ReadFile("/proc/stat")
	if err != nil {
		return 0
	}
	var user, nice, system, idle, wait, irq, soft float64
	if _, err := fmt.Sscanf(string(text), "cpu %f %f %f %f %f %f %f", &user, &nice, &system, &idle, &wait, &irq, &soft); err != nil {
		return 0
	}
	return (user + nice + system + irq + soft) / ticks
}

func processTime(pid int) float64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	fields := bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:]) // the name may hold spaces
	var user, system float64
	if _, err := fmt.Sscan(string(fields[11])+" "+string(fields[12]), &user, &system); err != nil {
		return 0
	}
	return (user + system) / ticks
}

// processor is the name of the machine's processor.
func processor() string {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err == nil {
		for line := range strings.Lines(string(text)) {
			if name, value, _ := strings.Cut(line, ":"); strings.TrimSpace(name) == "model name" {
				return strings.TrimSpace(value)
			}
		}
	}
	return runtime.GOARCH
}

// adoptOrphans makes this process the parent of what its children leave running: Chromium's processes outlive the program that started them, and what they
// used would be nobody's.
func adoptOrphans() error {
	const setChildSubreaper = 36
	if _, _, errno := syscall.RawSyscall6(syscall.SYS_PRCTL, setChildSubreaper, 1, 0, 0, 0, 0); errno != 0 {
		return fmt.Errorf("adopting what children leave running: %w", errno)
	}
	return nil
}

// orphans gives the processor time of adopted processes that have ended within a second.
func orphans() (sum time.Duration) {
	for range 20 {
		for {
			var usage syscall.Rusage
			pid, err := syscall.Wait4(-1, nil, syscall.WNOHANG, &usage)
			if err != nil || pid <= 0 {
				break
			}
			sum += time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
		}
		time.Sleep(50 * time.Millisecond)
	}
	return sum
}
