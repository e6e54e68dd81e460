package reader

import (
	"go/ast"
	goparser "go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"testing"
)

// Words are looked up folded and one by one: a key that folding or splitting never gives is found by nobody.
func TestEverySetHasOnlyKeysThatWordsCanHave(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	keys := 0
	for _, name := range files {
		file, err := goparser.ParseFile(token.NewFileSet(), name, nil, goparser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			if f, ok := call.Fun.(*ast.Ident); !ok || f.Name != "set" {
				return true
			}
			for _, arg := range call.Args {
				literal, ok := arg.(*ast.BasicLit)
				if !ok {
					continue
				}
				key, err := strconv.Unquote(literal.Value)
				if err != nil {
					t.Fatal(err)
				}
				keys++
				words := split(key)
				// Every character of Japanese is a word: what has several is compared with the words joined. The properties of JSON are folded as a whole.
				whole := len(words) == 1 || words[0].script == han || name == "json.go"
				if joined(words) != key || !whole {
					t.Errorf("%s: no word is looked up by %q", name, key)
				}
			}
			return true
		})
	}
	if keys < 300 {
		t.Errorf("%d keys, want 300 at least", keys)
	}
	for key := range twins {
		if joined(split(key)) != key {
			t.Errorf("no word is looked up by %q, which has a twin", key)
		}
	}
}
