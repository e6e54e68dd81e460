package docs

import (
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const root = "../.."

func pages(t *testing.T) map[string]Page {
	t.Helper()
	list, err := Pages(root)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]Page{}
	for _, p := range list {
		found[p.Path] = p
	}
	return found
}

func TestEveryLinkLeadsSomewhere(t *testing.T) {
	all := pages(t)
	anchors := map[string][]string{}
	for name, p := range all {
		anchors[name] = p.Anchors()
	}
	for name, p := range all {
		for _, link := range p.Links() {
			u, err := url.Parse(link.Target)
			switch {
			case err != nil || link.Target == "":
				t.Errorf("%s:%d: %q is no address", name, link.Line, link.Target)
				continue
			case u.Scheme == "mailto":
				continue
			case u.Scheme != "" || u.Host != "":
				if u.Scheme != "https" || !strings.Contains(u.Host, ".") {
					t.Errorf("%s:%d: %s is no https address of a host", name, link.Line, link.Target)
				}
				continue
			}
			to := name
			if u.Path != "" {
				to = path.Join(path.Dir(name), u.Path)
			}
			if strings.HasPrefix(to, "../") || path.IsAbs(u.Path) {
				t.Errorf("%s:%d: %s leads out of the repository", name, link.Line, link.Target)
			} else if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(to))); err != nil {
				t.Errorf("%s:%d: %s leads nowhere", name, link.Line, link.Target)
			} else if u.Fragment != "" && !slices.Contains(anchors[to], u.Fragment) {
				t.Errorf("%s:%d: %s has no heading #%s", name, link.Line, to, u.Fragment)
			}
		}
	}
}

// TestEveryPageIsReachedFromTheFrontPage follows links from docs/README.md.
func TestEveryPageIsReachedFromTheFrontPage(t *testing.T) {
	all := pages(t)
	reached := map[string]bool{}
	var follow func(string)
	follow = func(name string) {
		if reached[name] {
			return
		}
		reached[name] = true
		for _, link := range all[name].Links() {
			target, _, _ := strings.Cut(link.Target, "#")
			to := path.Join(path.Dir(name), target)
			if to == "docs/decisions" { // the folder is its own list
				for other := range all {
					if strings.HasPrefix(other, "docs/decisions/") {
						follow(other)
					}
				}
			}
			if _, is := all[to]; is {
				follow(to)
			}
		}
	}
	follow("docs/README.md")
	for name := range all {
		if strings.HasPrefix(name, "docs/") && !reached[name] {
			t.Errorf("no way leads from docs/README.md to %s", name)
		}
	}
}

// command is a line of prose that is a command to type: it belongs into a fence, where a test runs it.
var command = regexp.MustCompile(`^(?:    |\t)(?:auditctl|make|go|curl) `)

// elsewhere is a file or folder outside of the one that a block is run in.
var elsewhere = regexp.MustCompile(`(?m)(?:^|[\s=:>"'])(?:/(?:etc|home|opt|root|srv|tmp|usr|var)\b|~/|\.\./)\S*|\bsudo\b`)

func TestEveryBlockSaysWhatItIs(t *testing.T) {
	reasons, counted := Reasons(), map[string]int{}
	for name, p := range pages(t) {
		for _, b := range p.Blocks() {
			switch {
			case b.Language == "":
				t.Errorf("%s:%d: the block doesn't say its language: sh (a test runs it), text, json, …", name, b.Line)
			case b.Language == "bash" || b.Language == "shell" || b.Language == "console":
				t.Errorf("%s:%d: commands are sh here", name, b.Line)
			case b.NotRun != "" && reasons[b.NotRun] == "":
				t.Errorf("%s:%d: %q is no reason not to be run", name, b.Line, b.NotRun)
			}
			if b.Language == "sh" {
				counted[b.NotRun]++
			}
			if m := elsewhere.FindString(b.Text); b.Language == "sh" && b.NotRun == "" && m != "" {
				t.Errorf("%s:%d: %s: what a test runs keeps to its folder", name, b.Line, strings.TrimSpace(m))
			}
		}
		for i, line := range p.prose() {
			if command.MatchString(line) {
				t.Errorf("%s:%d: commands stand in a fence, where a test runs them", name, i+1)
			}
		}
	}
	t.Logf("%d blocks of commands are run", counted[""])
	for reason, why := range reasons {
		t.Logf("%d are not, %s: it %s", counted[reason], reason, why)
	}
	if counted[""] < 40 {
		t.Errorf("%d blocks of commands are run; they can't all be gone", counted[""])
	}
}

func TestEveryTargetOfMakeThatIsNamedExists(t *testing.T) {
	makefile, err := os.ReadFile(filepath.Join(root, "Makefile"))
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile(`\bmake ([a-z][a-z-]*)`)
	for name, p := range pages(t) {
		texts := p.CodeSpans()
		for _, b := range p.Blocks() {
			if b.Language == "sh" {
				texts = append(texts, b.Text)
			}
		}
		for _, text := range texts {
			for _, m := range named.FindAllStringSubmatch(text, -1) {
				if !strings.Contains(string(makefile), "\n"+m[1]+":") {
					t.Errorf("%s: there is no make %s", name, m[1])
				}
			}
		}
	}
}

// foreign are words that have no place in documents that others read: paths of one machine, and hosts of registries.
var foreign = regexp.MustCompile(`(?:^|[\s("'` + "`" + `])/(?:home|root|Users|work|tmp/tmp)[/\s]|registry\.npmjs|proxy\.golang|pypi\.org|goproxy\.|sum\.golang`)

func TestDocumentsKnowNoMachine(t *testing.T) {
	for name, p := range pages(t) {
		for i, line := range strings.Split(p.Text, "\n") {
			if m := foreign.FindString(line); m != "" {
				t.Errorf("%s:%d: %s", name, i+1, strings.TrimSpace(m))
			}
		}
	}
}

func TestAnchorsAreThoseOfCodeHosts(t *testing.T) {
	p := Page{Text: "# A b\n## `x.y` and [z](y.md)!\n## A b\n```sh\n# no heading\n```\n### Passwords, sessions, invitations\n"}
	want := []string{"a-b", "xy-and-z", "a-b-1", "passwords-sessions-invitations"}
	if got := p.Anchors(); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
