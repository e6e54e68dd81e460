package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// module writes a module with tests that pass, fail and skip, and goes there.
func module(t *testing.T, files map[string]string) {
	t.Helper()
	folder := t.TempDir()
	files["go.mod"] = "module example.com/owner/tried\n\ngo 1.26\n"
	for name, text := range files {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(folder)
	t.Setenv("GOFLAGS", "")
}

func TestSkippedTestsAreListedWithTheirReasons(t *testing.T) {
	module(t, map[string]string{
		"a/a_test.go": `package a
import "testing"
func TestPasses(t *testing.T) { t.Log("secret of a test that passes") }
func TestSkips(t *testing.T) { t.Skip("no database here") }
func TestTable(t *testing.T) { t.Run("one case", func(t *testing.T) { t.Skip("no browser here") }) }
`,
		"b/b_test.go": `package b
import "testing"
func TestSkipsToo(t *testing.T) { t.Skip("no database here") }
func TestSaysNothing(t *testing.T) { t.SkipNow() }
`,
		"none/none.go": "package none\n",
	})
	var out, complaints strings.Builder
	status, err := run(t.Context(), []string{"./..."}, &out, &complaints)
	if err != nil || status != 0 {
		t.Fatalf("status %d, %v: %s%s", status, err, &out, &complaints)
	}
	results, skipped, _ := strings.Cut(out.String(), "\nskipped:\n")
	const path = "\texample.com/owner/tried/"
	for _, want := range []string{"ok  " + path + "a\t", "ok  " + path + "b\t", "?   " + path + "none\t[no test files]"} {
		if !strings.Contains(results, want) {
			t.Errorf("no line %q in:\n%s", want, results)
		}
	}
	if strings.Contains(results, "secret") || strings.Contains(results, "=== ") {
		t.Errorf("output of tests that pass is shown:\n%s", results)
	}
	want := "  no database here\n    a: TestSkips\n    b: TestSkipsToo\n" +
		"  no browser here\n    a: TestTable/one_case\n  no reason given\n    b: TestSaysNothing\n"
	if skipped != want {
		t.Errorf("skipped:\n%s\nwanted:\n%s", skipped, want)
	}
}

func TestFailuresAreShownAndDecideTheStatus(t *testing.T) {
	tests := map[string]struct{ text, shown string }{
		"a test fails":          {"func TestFails(t *testing.T) { t.Error(`the reason`) }", "a_test.go:3: the reason"},
		"a test panics":         {"func TestPanics(t *testing.T) { panic(`the reason`) }", "panic: the reason"},
		"a file doesn't build":  {"func TestTypo(t *testing.T) { undefined() }", "undefined: undefined"},
		"a process ends itself": {"func TestExits(t *testing.T) { println(`the reason`); os.Exit(3) }\nvar _ = os.Args", "the reason"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			imports := `import "testing"`
			if strings.Contains(test.text, "os.") {
				imports = `import ("os"; "testing")`
			}
			module(t, map[string]string{"a/a_test.go": "package a\n" + imports + "\n" + test.text + "\n"})
			var out, complaints strings.Builder
			status, err := run(t.Context(), []string{"./..."}, &out, &complaints)
			if err != nil || status == 0 {
				t.Errorf("status %d, %v", status, err)
			}
			if !strings.Contains(out.String(), test.shown) || !strings.Contains(out.String(), "FAIL\texample.com/owner/tried/a") {
				t.Errorf("output:\n%s%s", &out, &complaints)
			}
		})
	}
}

func TestAFolderWithoutAModuleFails(t *testing.T) {
	t.Chdir(t.TempDir())
	var out, complaints strings.Builder
	status, err := run(t.Context(), []string{"./..."}, &out, &complaints)
	if err != nil || status == 0 || !strings.Contains(out.String()+complaints.String(), "main module") {
		t.Errorf("status %d, %v, %q, %q", status, err, &out, &complaints)
	}
}
