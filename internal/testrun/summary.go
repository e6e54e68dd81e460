package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// event is a line of `go test -json` (go doc test2json).
type event struct {
	Action, Package, Test, Output string
}

// summary prints the results of packages as go test without -v does, and collects the tests that were skipped.
type summary struct {
	out io.Writer
	// output is what tests have printed that haven't passed, by package and test; "" is the package itself.
	output  map[string]map[string][]string
	order   map[string][]string // tests with output, by package
	skipped map[string][]string // "package: test", by reason
}

func newSummary(out io.Writer) *summary {
	return &summary{out: out, output: map[string]map[string][]string{}, order: map[string][]string{}, skipped: map[string][]string{}}
}

// read follows the events to their end.
func (s *summary) read(events io.Reader) error {
	lines := bufio.NewReader(events)
	for {
		line, err := lines.ReadBytes('\n')
		if len(line) > 0 {
			var e event
			if json.Unmarshal(line, &e) != nil {
				e = event{Action: "build-output", Output: string(line)} // what go itself says
			}
			if err := s.add(e); err != nil {
				return fmt.Errorf("printing the results: %w", err)
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("reading the output of go test: %w", err)
		}
	}
}

func (s *summary) add(e event) error {
	switch e.Action {
	case "build-output":
		_, err := io.WriteString(s.out, e.Output)
		return err
	case "output":
		s.keep(e)
	case "pass", "fail", "skip":
		if e.Test == "" {
			return s.endPackage(e)
		}
		s.endTest(e)
	}
	return nil
}

func (s *summary) keep(e event) {
	tests := s.output[e.Package]
	if tests == nil {
		tests = map[string][]string{}
		s.output[e.Package] = tests
	}
	if _, ok := tests[e.Test]; !ok {
		s.order[e.Package] = append(s.order[e.Package], e.Test)
	}
	tests[e.Test] = append(tests[e.Test], e.Output)
}

func (s *summary) endTest(e event) {
	if e.Action == "skip" {
		reason := reasonOf(s.output[e.Package][e.Test])
		s.skipped[reason] = append(s.skipped[reason], short(e.Package)+": "+e.Test)
	}
	if e.Action != "fail" && s.output[e.Package] != nil {
		s.output[e.Package][e.Test] = nil
	}
}

// endPackage prints a package's result; where it failed, after what its tests printed that didn't pass.
func (s *summary) endPackage(e event) error {
	var text strings.Builder
	own := s.output[e.Package][""]
	if e.Action == "fail" {
		for _, test := range s.order[e.Package] {
			if test == "" {
				continue
			}
			for _, line := range s.output[e.Package][test] {
				if !strings.HasPrefix(line, "=== ") {
					text.WriteString(line)
				}
			}
		}
		text.WriteString(strings.Join(own, ""))
	} else if len(own) > 0 {
		text.WriteString(own[len(own)-1]) // "ok" and the package; what comes before is shown with -v only
	}
	delete(s.output, e.Package)
	delete(s.order, e.Package)
	_, err := io.WriteString(s.out, text.String())
	return err
}

// place is where a test said why it skips.
var place = regexp.MustCompile(`^\s*[\w.-]+\.go:\d+: `)

// reasonOf returns what a skipped test printed last.
func reasonOf(output []string) string {
	var lines []string
	for _, line := range output {
		trimmed := strings.TrimSpace(line)
		switch {
		case trimmed == "", strings.HasPrefix(trimmed, "=== "), strings.HasPrefix(trimmed, "--- "):
		case place.MatchString(line):
			lines = []string{strings.TrimSpace(place.ReplaceAllString(line, ""))}
		default:
			lines = append(lines, trimmed)
		}
	}
	if len(lines) == 0 {
		return "no reason given"
	}
	return strings.Join(lines, " ")
}

// short drops the module's host and owner from a package path.
func short(path string) string {
	parts := strings.Split(path, "/")
	if len(parts) > 3 && strings.Contains(parts[0], ".") {
		parts = parts[3:]
	}
	return strings.Join(parts, "/")
}

// printSkipped lists the skipped tests by reason, the reason of most tests first.
func (s *summary) printSkipped() error {
	if len(s.skipped) == 0 {
		_, err := fmt.Fprintln(s.out, "\nskipped: no test")
		return err
	}
	reasons := slices.SortedFunc(maps.Keys(s.skipped), func(a, b string) int {
		return cmp.Or(cmp.Compare(len(s.skipped[b]), len(s.skipped[a])), strings.Compare(a, b))
	})
	var text strings.Builder
	text.WriteString("\nskipped:\n")
	for _, reason := range reasons {
		fmt.Fprintf(&text, "  %s\n", reason)
		slices.Sort(s.skipped[reason])
		for _, test := range s.skipped[reason] {
			fmt.Fprintf(&text, "    %s\n", test)
		}
	}
	_, err := io.WriteString(s.out, text.String())
	return err
}
