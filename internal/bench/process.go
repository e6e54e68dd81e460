package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// programs are what is built, by name, and where from.
var programs = [][2]string{
	{"auditctl", "./cmd/auditctl"},
	{"F", "./internal/bench/anchors/fetchparse"},
	{"B", "./internal/bench/anchors/readsite"},
	{"skeleton", "./internal/bench/anchors/skeleton"},
	{"P", "./internal/bench/anchors/plain"},
	{"D", "./internal/bench/anchors/durable"},
	{"reader", "./pkg/citation/evaluate"},
}

// build builds every program as releases are built.
func (b *bench) build(ctx context.Context) error {
	for _, p := range programs {
		cmd := exec.CommandContext(ctx, "go", "build", "-trimpath", "-ldflags", "-s -w", "-o", b.binary(p[0]), p[1])
		cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
		cmd.Stdout, cmd.Stderr = os.Stderr, os.Stderr
		if err := cmd.Run(); err != nil {
			return fmt.Errorf("building %s from the top of the project: %w", p[1], err)
		}
	}
	return nil
}

func (b *bench) binary(name string) string { return filepath.Join(b.dir, name+".exe") }

// environment holds nothing that changes what a program does.
func (b *bench) environment() []string { return []string{"HOME=" + b.dir, "XDG_DATA_HOME=" + b.dir} }

// used is what one process took.
type used struct {
	cpu, wall float64 // seconds; cpu is user and system
	peak      float64 // MB of memory at its highest; 0 where the system doesn't say
}

// longest is how long one process may take before the measurement is given up.
const longest = 5 * time.Minute

// run runs a program that must succeed.
func (b *bench) run(ctx context.Context, stdin, name string, args ...string) (used, error) {
	u, code, err := b.try(ctx, stdin, nil, name, args...)
	if err == nil && code != 0 {
		err = fmt.Errorf("%s %s: exit code %d", name, strings.Join(args, " "), code)
	}
	return u, err
}

// try runs a program and gives its exit code.
func (b *bench) try(ctx context.Context, stdin string, stdout io.Writer, name string, args ...string) (used, int, error) {
	return b.execute(ctx, stdin, stdout, b.environment(), b.binary(name), args...)
}

// execute runs a program by its path.
func (b *bench) execute(ctx context.Context, stdin string, stdout io.Writer, env []string, path string, args ...string) (used, int, error) {
	ctx, cancel := context.WithTimeout(ctx, longest)
	defer cancel()
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.Stdin, cmd.Stdout, cmd.Env = strings.NewReader(stdin), stdout, env
	b.load.begin()
	began := time.Now()
	err := cmd.Run()
	wall := time.Since(began)
	var exit *exec.ExitError
	if err != nil && (ctx.Err() != nil || !errors.As(err, &exit)) {
		return used{}, 0, fmt.Errorf("running %s: %w", filepath.Base(path), errors.Join(ctx.Err(), err))
	}
	s := cmd.ProcessState
	b.load.end(s.UserTime() + s.SystemTime())
	return used{cpu: (s.UserTime() + s.SystemTime()).Seconds(), wall: wall.Seconds(), peak: peakMemory(s)}, s.ExitCode(), nil
}

// series runs programs in turn, n times after one time that isn't counted and makes the history and warms the disk's cache.
func series[T any](n int, programs ...func() (T, error)) ([][]T, error) {
	all := make([][]T, len(programs))
	for round := range n + 1 {
		for i, run := range programs {
			u, err := run()
			if err != nil {
				return nil, err
			}
			if round > 0 {
				all[i] = append(all[i], u)
			}
		}
	}
	return all, nil
}

// take gives one figure of each run.
func take[T any](runs []T, figure func(T) float64) []float64 {
	var out []float64
	for _, u := range runs {
		out = append(out, figure(u))
	}
	return out
}

// child is a program that serves until its stdin ends, and prints where.
type child struct {
	load  *load
	cmd   *exec.Cmd
	stdin io.Closer
	url   string
}

func (b *bench) child(ctx context.Context, path string, args ...string) (*child, error) {
	c := &child{load: b.load, cmd: exec.CommandContext(ctx, path, args...)}
	c.cmd.Stderr = os.Stderr
	stdin, err := c.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	c.stdin = stdin
	stdout, err := c.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := c.cmd.Start(); err != nil {
		return nil, err
	}
	b.load.count(c.cmd.Process.Pid)
	line, err := bufio.NewReader(stdout).ReadString('\n')
	if err != nil {
		c.stop()
		return nil, fmt.Errorf("%s %s did not start: %w", filepath.Base(path), strings.Join(args, " "), err)
	}
	c.url = "http://" + strings.TrimSpace(line)
	return c, nil
}

func (c *child) stop() {
	c.load.forget(c.cmd.Process.Pid)
	c.stdin.Close()
	if err := c.cmd.Wait(); err != nil {
		fmt.Fprintf(os.Stderr, "bench: %s: %v\n", filepath.Base(c.cmd.Path), err)
	}
}

func cpu(u used) float64  { return u.cpu }
func wall(u used) float64 { return u.wall }
func peak(u used) float64 { return u.peak }
