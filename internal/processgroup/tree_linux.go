package processgroup

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

// interval is between two looks. A look reads some kilobytes of /proc.
const interval = 50 * time.Millisecond

// tree is what is known of the processes of a group. It is for one goroutine at a time.
type tree struct {
	leader    int
	members   map[int]*member
	strangers map[int]bool // processes that are not of the group
}

type member struct {
	started  string // by the kernel's clock; another process that gets the same number has another start
	resident int64  // bytes that the last look found; 0 before one did
	shared   int64  // bytes of them that others were found to answer for
}

func newTree(leader int) *tree {
	return &tree{leader: leader, members: map[int]*member{}, strangers: map[int]bool{}}
}

// look finds the processes of the group: those with its number, and what they start. One that leaves the group, or loses its parent,
// stays known.
func (t *tree) look() {
	proc, err := os.Open("/proc")
	if err != nil {
		return
	}
	defer proc.Close()
	names, _ := proc.Readdirnames(-1)
	there := make(map[int]bool, len(names))
	for _, name := range names {
		pid, err := strconv.Atoi(name)
		if err != nil {
			continue
		}
		there[pid] = true
		if t.members[pid] != nil || t.strangers[pid] {
			continue
		}
		parent, group, started, ok := kin(pid)
		if !ok {
			continue
		}
		if t.members[parent] != nil || group == t.leader {
			t.members[pid] = &member{started: started}
		} else {
			t.strangers[pid] = true
		}
	}
	for pid := range t.strangers {
		if !there[pid] {
			delete(t.strangers, pid)
		}
	}
	for pid := range t.members {
		if there[pid] {
			continue
		}
		delete(t.members, pid)
		for _, other := range t.members { // what the process shared is theirs alone now
			other.shared = 0
		}
	}
}

// strays are the members that left the group.
func (t *tree) strays() (pids []int) {
	t.look()
	for pid, m := range t.members {
		if _, group, started, ok := kin(pid); ok && started == m.started && group != t.leader {
			pids = append(pids, pid)
		}
	}
	return pids
}

// exceeds reports whether the group is about to occupy more than limit bytes. Adding up what is resident counts shared memory several
// times, as the program's own code; the kernel's proportional count is exact, but takes milliseconds for each process, so that it is
// asked only where the sum is over the limit.
func (t *tree) exceeds(limit int64) bool {
	t.look()
	var private, common, resident, growth int64
	for pid, m := range t.members {
		p, r := residentOf(pid)
		private += p
		common = max(common, r-p) // what one process shares counts once at least
		resident += max(p, r-m.shared)
		if m.resident > 0 {
			growth += r - m.resident
		}
		m.resident = r
	}
	limit = ceiling(limit, growth)
	if private+common > limit || resident <= limit {
		return private+common > limit
	}
	var sum int64
	for pid, m := range t.members {
		p, r := residentOf(pid)
		proportional, ok := proportionalOf(pid)
		if !ok {
			proportional = p
		}
		sum += proportional
		m.shared = max(0, r-proportional)
	}
	return sum > limit
}

// kin reads a process's parent, group and start.
func kin(pid int) (parent, group int, started string, ok bool) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, 0, "", false
	}
	const first, atParent, atGroup, atStart = 3, 4, 5, 22 // fields as proc(5) numbers them; the name before them may hold anything
	fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
	if len(fields) <= atStart-first {
		return 0, 0, "", false
	}
	parent, _ = strconv.Atoi(fields[atParent-first])
	group, _ = strconv.Atoi(fields[atGroup-first])
	return parent, group, fields[atStart-first], true
}

// residentOf returns the resident memory of a process and the anonymous part of it, in bytes, or 0 if it has ended.
func residentOf(pid int) (private, resident int64) {
	statm, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	if err != nil {
		return 0, 0
	}
	var size, pages, shared int64
	if n, _ := fmt.Sscan(string(statm), &size, &pages, &shared); n != 3 {
		return 0, 0
	}
	unit := int64(os.Getpagesize())
	return (pages - shared) * unit, pages * unit
}

// proportionalOf reads how much memory a process occupies where each shared page is divided by those who share it, in bytes.
func proportionalOf(pid int) (n int64, ok bool) {
	rollup, err := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", pid))
	if err != nil {
		return 0, false
	}
	_, after, found := bytes.Cut(rollup, []byte("\nPss:"))
	if !found {
		return 0, false
	}
	if k, _ := fmt.Sscan(string(after), &n); k != 1 {
		return 0, false
	}
	return n << 10, true
}
