package faults

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
)

// How much is tried. `make faults` raises them.
var (
	kills      = flag.Int("kills", 2, "processes killed in each test")
	restarts   = flag.Int("restarts", 1, "restarts of PostgreSQL, and kills of a server with much stored")
	failures   = flag.Int("failures", 1, "times that the disk fails to write")
	cuts       = flag.Int("cuts", 8, "connections to PostgreSQL cut in the middle of a transaction")
	audits     = flag.Int("audits", 1, "audits in each storm of a provider")
	addresses  = flag.Int("addresses", 500, "addresses inside, in some spelling")
	abuses     = flag.Int("abuses", 60, "random requests at the API")
	races      = flag.Int("races", 1, "times that many submit at once for more than there is")
	stored     = flag.String("stored", "1000", "`NUMBERS` of audits in a database that a server starts on again")
	overload   = flag.Duration("overload", time.Second, "how long more is submitted than can be audited")
	neighbours = flag.Int("neighbours", 3, "plain audits alone, and as many beside hostile ones")
	names      = flag.Int("names", 300, "random names in tables")
	goals      = flag.Bool("goals", false, "tell where what is measured misses its goals, which asks for a quiet machine")
	watched    = flag.Bool("watched", false, "build auditctl with the race detector (needs a C compiler)")
	table      = flag.String("table", "", "Markdown `FILE` that a table of what was tried is written to")
)

// outcomes is the table, in the order in which tests end.
var outcomes struct {
	sync.Mutex
	rows []string
}

func TestMain(m *testing.M) {
	code := m.Run()
	if path, err := program(); err == nil {
		os.RemoveAll(filepath.Dir(path))
	}
	if *table != "" {
		text := "| Promise | Tried | Seen | Took | Held |\n|---|---|---|---|---|\n" + strings.Join(outcomes.rows, "")
		if err := os.WriteFile(*table, []byte(text), 0o644); err != nil {
			fmt.Fprintln(os.Stderr, err)
			code = 1
		}
	}
	os.Exit(code)
}

// begun holds when tests prepared their first process, by name; recorded, which of them are in the table.
var begun, recorded sync.Map

// begin notes that a test begins, so that one that fails before it has counted anything is in the table as well.
func begin(t *testing.T) {
	t.Helper()
	if _, known := begun.LoadOrStore(t.Name(), time.Now()); known {
		return
	}
	t.Cleanup(func() {
		if _, there := recorded.Load(t.Name()); t.Failed() && !there {
			row(t, "", "it ended before anything was counted")
		}
	})
}

// record puts a test into the table when it has ended.
func record(t *testing.T, tried, seen string) {
	t.Helper()
	t.Logf("%s: %s", tried, seen)
	recorded.Store(t.Name(), true)
	t.Cleanup(func() { row(t, tried, seen) })
}

func row(t *testing.T, tried, seen string) {
	held := "yes"
	if t.Failed() {
		held = "**no**"
	}
	if what, ok := missed.Load(t.Name()); ok {
		held += fmt.Sprint(", but ", what)
	}
	at, ok := begun.Load(t.Name())
	if !ok {
		at = time.Now()
	}
	took := time.Since(at.(time.Time)).Round(time.Second) //nolint:errcheck // nothing else is stored
	outcomes.Lock()
	defer outcomes.Unlock()
	outcomes.rows = append(outcomes.rows, fmt.Sprintf("| %s | %s | %s | %s | %s |\n", promise(t.Name()), tried, seen, took, held))
}

// words begin with a capital; PostgreSQL, SQLite and API stay whole.
var words = regexp.MustCompile(`PostgreSQL|SQLite|API|[A-Z][a-z]*`)

// promise is a test's name in words, with that of its part.
func promise(name string) string {
	name, part, parted := strings.Cut(strings.TrimPrefix(name, "Test"), "/")
	list := words.FindAllString(name, -1)
	for i, w := range list {
		if i > 0 && strings.ToLower(w[1:]) == w[1:] {
			list[i] = strings.ToLower(w)
		}
	}
	text := strings.Join(list, " ")
	if parted {
		text += ": " + strings.ReplaceAll(part, "_", " ")
	}
	return text
}
