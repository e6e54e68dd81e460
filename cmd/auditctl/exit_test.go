package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
)

func TestEveryCodeHasAnExitCode(t *testing.T) {
	for _, code := range audit.Codes() {
		exit, known := codeExits[code]
		if !known || exit == exitDone {
			t.Errorf("%s: %d, in the table: %t", code, exit, known)
		}
	}
	if len(codeExits) != len(audit.Codes()) {
		t.Errorf("%d codes have an exit code, %d exist", len(codeExits), len(audit.Codes()))
	}
}

func TestExitCode(t *testing.T) {
	for name, c := range map[string]struct {
		err  error
		want int
	}{
		"nothing":              {nil, 0},
		"usage":                {usage("x"), 2},
		"usage, wrapped":       {fmt.Errorf("x: %w", usage("y")), 2},
		"usage and a fault":    {errors.Join(usage("x"), io.ErrShortWrite), 2},
		"a silent code":        {&exitError{code: 3}, 3},
		"a fault":              {io.ErrShortWrite, 1},
		"an address":           {audit.Errorf(audit.CodeURLMalformed, "x"), 2},
		"a site":               {fmt.Errorf("x: %w", audit.Errorf(audit.CodeTimeout, "x")), 1},
		"an interruption":      {audit.Errorf(audit.CodeInterrupted, "x"), 130},
		"a code of the future": {audit.Errorf("brand_new", "x"), 1},
	} {
		if got := exitCode(c.err); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
}

func TestErrorsAreSaidOnce(t *testing.T) {
	err := errors.Join(fmt.Errorf("writing out.json: %w", fs.ErrClosed), fs.ErrClosed, errors.New("and more"))
	if got := oneLine(err); got != "writing out.json: file already closed; and more" {
		t.Error(got)
	}
}

func TestDidYouMean(t *testing.T) {
	for word, want := range map[string]string{
		"audti": "; did you mean audit?", "histroy": "; did you mean history?", "Audit": "; did you mean audit?", "audit": "; did you mean audit?", "xyz": "", "": "", "é": "",
	} {
		if got := didYouMean(word, []string{"audit", "history", "checks"}); got != want {
			t.Errorf("%q: %q, want %q", word, got, want)
		}
	}
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"", "abc", 3}, {"abc", "", 3}, {"abc", "abc", 0}, {"abc", "acb", 2}, {"kitten", "sitting", 3}} {
		if got := distance(c.a, c.b); got != c.want {
			t.Errorf("%q to %q: %d, want %d", c.a, c.b, got, c.want)
		}
	}
}

// full is a device without room.
type full struct{ io.Writer }

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

func TestAResultThatCantBeWrittenIsAFault(t *testing.T) {
	bakery := testSites(t)["BAKERY"].URL
	db := t.TempDir() + "/h.db"
	for _, args := range [][]string{
		{"audit", bakery, "-q", "--pages", "1"},
		{"audit", bakery, "-q", "--pages", "1", "-o", "jsonl"},
		{"audit", bakery, "-q", "--pages", "1", "-o", "csv"},
		{"audit", bakery, "-q", "--pages", "1", "-o", "table"},
		{"audit", bakery, "-q", "--pages", "1", "-o", "markdown"},
		{"inspect", bakery, "-o", "table"},
		{"history"},
		{"history", "-o", "table"},
		{"batches"},
		{"checks"},
		{"checks", "-o", "json"},
		{"checks", "seo.title-present"},
		{"version"},
		{"config", "show"},
	} {
		var said strings.Builder
		code := Main(append(args, "--db", db), Streams{In: strings.NewReader(""), Out: full{}, Err: &said})
		if code != exitFailed || strings.Count(said.String(), "no space left on device") != 1 {
			t.Errorf("%v: exit code %d, said %q", args[:1], code, said.String())
		}
	}
}
