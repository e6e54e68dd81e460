package rooms

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const root = "../.."

// folders gives every folder of the module with Go files in it, and those files.
func folders(t *testing.T) map[string][]string {
	t.Helper()
	found := map[string][]string{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() && path != root && (strings.HasPrefix(name, ".") || name == "testdata" || hasModule(path)) {
			return filepath.SkipDir
		}
		if strings.HasSuffix(name, ".go") {
			dir, err := filepath.Rel(root, filepath.Dir(path))
			if err != nil {
				return err
			}
			found[filepath.ToSlash(dir)] = append(found[filepath.ToSlash(dir)], path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// hasModule says that the folder is a module of its own, such as the build tools'.
func hasModule(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, "go.mod"))
	return err == nil
}

func TestEveryRoomImportsWhatItMay(t *testing.T) {
	byPath := map[string]Room{}
	for _, r := range Table() {
		byPath[r.Path] = r
	}
	for dir, files := range folders(t) {
		room, ok := byPath[dir]
		if !ok {
			t.Errorf("%s has no row in the table of rooms: say who may import it and what it may import", dir)
			continue
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue // tests may look in from outside
			}
			parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
			if err != nil {
				t.Fatal(err)
			}
			for _, spec := range parsed.Imports {
				path, err := strconv.Unquote(spec.Path.Value)
				if err != nil {
					t.Fatal(err)
				}
				if why := refuse(room, path); why != "" {
					t.Errorf("%s imports %s: %s", file, path, why)
				}
			}
		}
	}
}

// refuse says why the room may not import the path; nothing where it may.
func refuse(room Room, path string) string {
	if own, ok := strings.CutPrefix(path, Module); ok {
		if slices.Contains(room.May, own) || slices.Contains(room.May, "*") {
			return ""
		}
		return "the table of rooms doesn't let it"
	}
	if slices.Contains(room.Never, path) {
		return "this room must not do what that package does"
	}
	first, _, _ := strings.Cut(path, "/")
	if !strings.Contains(first, ".") {
		return "" // standard library
	}
	for _, prefix := range slices.Concat(room.Libraries, Shared) {
		if path == prefix || strings.HasPrefix(path, prefix+"/") {
			return ""
		}
	}
	return "the library has no place in this room"
}

func TestTheTableHoldsNoRoomThatIsGone(t *testing.T) {
	there := folders(t)
	for _, r := range Table() {
		if len(there[r.Path]) == 0 {
			t.Errorf("%s has no Go file", r.Path)
		}
	}
}

func TestEveryPackageSaysOnceWhatItIsFor(t *testing.T) {
	for dir, files := range folders(t) {
		comments := 0
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.PackageClauseOnly|parser.ParseComments)
			if err != nil {
				t.Fatal(err)
			}
			if parsed.Doc != nil {
				comments++
			}
		}
		if comments != 1 {
			t.Errorf("%s has %d package comments, want 1", dir, comments)
		}
	}
}

func TestNoInitFunctions(t *testing.T) {
	for _, files := range folders(t) {
		for _, file := range files {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(string(src), "\nfunc "+"init() {") {
				t.Errorf("%s registers itself: lists are visible and in one place", file)
			}
		}
	}
}
