// Command testrun runs `go test` with its own arguments, prints what go test prints, and at the end lists the tests that were skipped and
// why. Its exit status is not 0 if that of go test isn't.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
)

func main() {
	signal.Ignore(os.Interrupt) // go test gets it too, ends, and is summed up
	status, err := run(context.Background(), os.Args[1:], os.Stdout, os.Stderr)
	if err != nil {
		fmt.Fprintln(os.Stderr, "testrun:", err)
		status = max(1, status)
	}
	os.Exit(status)
}

// run returns the exit status of go test.
func run(ctx context.Context, args []string, out, complaints io.Writer) (status int, err error) {
	tool := os.Getenv("GO")
	if tool == "" {
		tool = "go"
	}
	cmd := exec.CommandContext(ctx, tool, append([]string{"test", "-json"}, args...)...)
	cmd.Stderr = complaints
	events, err := cmd.StdoutPipe()
	if err != nil {
		return 0, fmt.Errorf("reading the output of go test: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return 0, fmt.Errorf("starting go test: %w", err)
	}
	s := newSummary(out)
	read := s.read(events)
	if read != nil {
		_, _ = io.Copy(io.Discard, events) // so that go test doesn't wait for us
	}
	err = cmd.Wait()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		status, err = max(1, exit.ExitCode()), nil
	}
	return status, errors.Join(read, err, s.printSkipped())
}
