package storetest

import (
	"bufio"
	"context"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/auditctl/auditctl/pkg/store"
)

// victim names the environment variable with the address of the store that a process works on which is to be killed.
const victim = "AUDITCTL_STORETEST_VICTIM"

// Killed kills a process that has taken a job, and wants the job to be given to another. The process is the test binary itself, which runs the same test.
func Killed(t *testing.T, fresh func() string, open func(t *testing.T, address string) store.Store) {
	if address := os.Getenv(victim); address != "" {
		s := open(t, address)
		t.Error(s.Work(t.Context(), store.Worker{Node: "victim", Count: 1, Timeout: time.Hour, TendEvery: time.Hour, Run: func(context.Context, store.Running) error {
			os.Stdout.WriteString("taken\n")
			select {}
		}}))
		return
	}
	address := fresh()
	s := open(t, address)
	defer s.Close()
	ids := enqueue(t, s, "acc_1", "bat_1", 2)
	process := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^"+t.Name()+"$")
	process.Env = append(os.Environ(), victim+"="+address)
	out, err := process.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for lines.Scan() && lines.Text() != "taken" {
	}
	if err := process.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	process.Wait() //nolint:errcheck // it was killed
	attempts := make(chan store.Running, 9)
	w := workFor(t, s, func(_ context.Context, r store.Running) error { attempts <- r; return nil })
	eventually(t, "both jobs ended", nothingWaits(t, s))
	w.stop()
	close(attempts)
	got := map[string]int{}
	for r := range attempts {
		got[r.AuditID] = r.Attempt
	}
	same(t, got, map[string]int{ids[0]: 2, ids[1]: 1})
}
