package costfuzz

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"time"
)

// Limits end a child process that uses more.
type Limits struct {
	CPU    time.Duration
	Memory int64         // bytes
	Wire   int64         // bytes
	Wall   time.Duration // bounds the whole evaluation; a process that waits is killed
	// Profile is a file that a CPU profile of the audit is written to; empty: none.
	Profile string
}

// plain is a site without faults.
var plain = Genome{Pages: 1, Routes: []Route{{
	Path:   "/",
	Header: []Field{{Name: "Content-Type", Value: "text/html; charset=utf-8"}},
	Body:   []Part{{Text: "<!doctype html><html lang=en><title>Plain</title><h1>Plain</h1><p>A <a href=/about>link</a>."}},
}}}

// Evaluate serves a genome's site, has a child process audit it and returns what that cost. The program must call RunChild before anything
// else.
func Evaluate(ctx context.Context, g Genome, l Limits) (Cost, error) {
	ctx, cancel := context.WithTimeout(ctx, l.Wall)
	defer cancel()
	warm, err := Serve(ctx, plain)
	if err != nil {
		return Cost{}, err
	}
	defer warm.Close()
	origin, err := Serve(ctx, g)
	if err != nil {
		return Cost{}, err
	}
	defer origin.Close()
	j, err := json.Marshal(job{
		Plain: warm.Address, Address: origin.Address, Authority: origin.Authority, Pages: g.Pages,
		MaxCPU: l.CPU, MaxMemory: l.Memory, MaxWire: l.Wire, Profile: l.Profile,
	})
	if err != nil {
		return Cost{}, fmt.Errorf("encoding the child's job: %w", err)
	}
	self, err := os.Executable()
	if err != nil {
		return Cost{}, fmt.Errorf("finding this program: %w", err)
	}
	began := time.Now()
	cmd := exec.CommandContext(ctx, self)
	cmd.Env = append(os.Environ(), childVariable+"="+string(j))
	var out, complaint bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &complaint
	err = cmd.Run()
	requests := origin.Requests()
	if ctx.Err() != nil {
		c := Cost{Requests: requests, Wire: origin.Wire(), Wall: time.Since(began), Outcome: "stopped", Stopped: "wall"}
		if cmd.ProcessState != nil {
			c.CPU = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
		}
		return c, nil
	}
	if err != nil {
		return Cost{}, &CrashError{Output: complaint.String(), Err: err}
	}
	var c Cost
	if err := json.Unmarshal(out.Bytes(), &c); err != nil {
		return Cost{}, fmt.Errorf("reading what the audit cost: %w", err)
	}
	c.Requests = requests
	return c, nil
}

// CrashError is an audit that ended its process.
type CrashError struct {
	Output string // of the process
	Err    error
}

func (e *CrashError) Error() string {
	return fmt.Sprintf("the process that audits ended: %v\n%s", e.Err, e.Output[:min(len(e.Output), 4000)])
}

func (e *CrashError) Unwrap() error { return e.Err }
