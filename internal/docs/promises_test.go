package docs

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	testName       = regexp.MustCompile(`^(?:Test|Fuzz)[A-Z]\w*$`)
	testDefinition = regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)\(`)
)

// definedTests returns the names of all tests and fuzz targets of the module.
func definedTests(t *testing.T) []string {
	t.Helper()
	var names []string
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		source, err := os.ReadFile(path)
		for _, m := range testDefinition.FindAllSubmatch(source, -1) {
			names = append(names, string(m[1]))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func TestEveryTestThatADocumentNamesExists(t *testing.T) {
	defined := definedTests(t)
	for name, p := range pages(t) {
		for _, span := range p.CodeSpans() {
			if testName.MatchString(span) && !slices.Contains(defined, span) {
				t.Errorf("%s names the test %s, which doesn't exist", name, span)
			}
		}
	}
}

// The page promises only what a test holds.
func TestEverySecurityPromiseNamesItsTest(t *testing.T) {
	p, ok := pages(t)["docs/security.md"]
	if !ok {
		t.Fatal("docs/security.md isn't there")
	}
	promises, inTable := 0, false
	for i, line := range p.prose() {
		cells := strings.Split(line, "|")
		switch {
		case len(cells) != 4:
			inTable = false
		case strings.TrimSpace(cells[1]) == "Promise":
			inTable = true
		case inTable && !strings.HasPrefix(cells[1], "---"):
			promises++
			if !regexp.MustCompile("`(?:Test|Fuzz)[A-Z]").MatchString(cells[2]) {
				t.Errorf("docs/security.md:%d: no test holds this promise: %s", i+1, cells[1])
			}
		}
	}
	if promises < 40 {
		t.Errorf("%d promises were found; their tables have another form now", promises)
	}
}
