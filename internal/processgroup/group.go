// Package processgroup runs a program with all processes that it starts. It limits their memory and disk space, and kills all of them
// together, even if this process is killed. On Windows it kills the program alone and limits nothing.
package processgroup

import (
	"fmt"
	"os"
	"os/exec"
	"sync"
	"sync/atomic"
	"time"
)

// Limit bounds a group.
type Limit struct {
	// Memory bounds the RAM of all processes together, in bytes. Shared memory counts once. 0 means unlimited. The group is killed before
	// it reaches the limit: the faster it grows, the earlier.
	Memory int64
	// Data bounds the private writable memory of each process, in bytes, by RLIMIT_DATA. The kernel enforces it, so it holds even if the
	// machine is too busy to watch the group. Memory that is mapped but not used counts too. 0 means unlimited. Linux only.
	Data int64
	// Folder belongs to the group. It is removed when the group has ended, even if this process is killed. It may be empty.
	Folder string
	// Disk bounds the space of all files in Folder together, in bytes. 0 means unlimited.
	Disk int64
}

// Excess is the limit that a group was killed for.
type Excess struct {
	Disk  bool  // else memory
	Limit int64 // bytes
}

func (e *Excess) Error() string {
	what := "memory"
	if e.Disk {
		what = "disk space"
	}
	return fmt.Sprintf("it needs more than %d MiB of %s", e.Limit>>20, what)
}

// Group is a running program with all that it starts.
type Group struct {
	cmd    *exec.Cmd
	limit  Limit
	sentry *sentry // ends the group if this process is killed; nil without a shell
	tree   *tree
	excess atomic.Pointer[Excess]

	exited chan struct{}
	err    error // how the program ended; known once exited is closed
	stop   chan struct{}
	watch  sync.WaitGroup
	once   sync.Once
}

// Start starts the program in a group of its own, and watches it. Stop must be called. On an error, nothing runs, and the folder is
// removed.
func Start(cmd *exec.Cmd, l Limit) (*Group, error) {
	own(cmd)
	if err := cmd.Start(); err != nil {
		removeFolder(l.Folder)
		return nil, err
	}
	pid := cmd.Process.Pid
	if l.Data > 0 {
		limitData(pid, l.Data)
	}
	g := &Group{cmd: cmd, limit: l, sentry: post(pid, l.Folder), tree: newTree(pid), exited: make(chan struct{}), stop: make(chan struct{})}
	go func() { // it ends with the program, which Stop waits for
		defer close(g.exited)
		g.err = cmd.Wait()
	}()
	g.watch.Go(g.guard)
	return g, nil
}

// Pid returns the process id of the program, which is also the id of the group.
func (g *Group) Pid() int { return g.cmd.Process.Pid }

// Exited is closed when the program itself has ended; what it started may run on until Stop.
func (g *Group) Exited() <-chan struct{} { return g.exited }

// Err returns the result of exec.Cmd.Wait. Call it after Exited is closed.
func (g *Group) Err() error { return g.err }

// Excess returns the limit that the group was killed for, or nil.
func (g *Group) Excess() *Excess { return g.excess.Load() }

// Stop kills the program and all that it started, waits for them, and removes their folder.
func (g *Group) Stop() {
	g.once.Do(func() {
		close(g.stop)
		g.watch.Wait()
		g.kill()
		<-g.exited
		reap(g.Pid())
		g.sentry.dismiss()
		removeFolder(g.limit.Folder)
	})
}

// kill ends every process that is known to be of the group, also one that began a group of its own.
func (g *Group) kill() {
	for _, pid := range g.tree.strays() {
		killOne(pid)
	}
	killGroup(g.Pid())
}

// diskEvery is how many looks at the memory there are for one at the disk.
const diskEvery = 10

// guard checks the limits until Stop, and kills the group if it exceeds one.
func (g *Group) guard() {
	if g.limit.Memory <= 0 && g.limit.Disk <= 0 {
		return
	}
	tick := time.NewTicker(interval)
	defer tick.Stop()
	for looks := 0; ; looks++ {
		var excess *Excess
		switch {
		case g.limit.Memory > 0 && g.tree.exceeds(g.limit.Memory):
			excess = &Excess{Limit: g.limit.Memory}
		case g.limit.Disk > 0 && looks%diskEvery == 0 && occupied(g.limit.Folder) > g.limit.Disk:
			excess = &Excess{Limit: g.limit.Disk, Disk: true}
		}
		if excess != nil {
			g.excess.Store(excess)
			g.kill()
			return
		}
		select {
		case <-g.stop:
			return
		case <-tick.C:
		}
	}
}

// ceiling is what a group that may have limit bytes, and grew by growth bytes since the last look, may have now: between 3/4 and 15/16 of
// the limit. It grows on until the next look, and until it is killed.
func ceiling(limit, growth int64) int64 {
	const looks = 3
	return limit - min(limit/4, max(limit/16, looks*growth))
}

// removeFolder removes a folder that dying processes may still write to.
func removeFolder(folder string) {
	if folder == "" {
		return
	}
	for range 20 {
		if os.RemoveAll(folder) == nil {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
}
