// Package docs reads the project's own documents, for the tests that hold them to what they say.
package docs

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Page is a Markdown file.
type Page struct {
	Path string // from the repository's root, with slashes
	Text string
}

// Block is a fenced block of a page.
type Block struct {
	Line     int    // of the fence, from 1
	Language string // the first word behind the fence; empty where there is none
	// NotRun is why a test doesn't run it: the word behind not-run, which is the second behind the fence. Empty where a test runs it.
	NotRun string
	Text   string
}

// Link is a target that a page points to, as written.
type Link struct {
	Line   int // from 1
	Target string
}

// Reasons are the kinds of commands that no test runs, and why. A block says its kind behind the fence: sh not-run KIND.
func Reasons() map[string]string {
	return map[string]string{
		"install":   "installs programs or services on the machine; packages are installed by make package-test",
		"container": "needs a container engine or a cluster; manifests are read by tools/packaging",
		"suite":     "builds, tests or measures the repository itself, which CI does as a step of its own; the targets are checked to exist",
		"release":   "needs the files of a release, or a maintainer's key",
		"service":   "asks services that cost money or time; tests play them",
		"program":   "is the command of another program, which a test can't count on",
	}
}

// passed are folders that hold no documents of the project: what is built, brought or played.
var passed = []string{".git", "bin", "dist", "bench-out", "node_modules", "testdata"}

// Pages gives every Markdown file of the repository by path.
func Pages(root string) ([]Page, error) {
	var pages []Page
	err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && slices.Contains(passed, entry.Name()):
			return filepath.SkipDir
		case entry.IsDir() || path.Ext(entry.Name()) != ".md":
			return nil
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(root, name)
		pages = append(pages, Page{Path: filepath.ToSlash(relative), Text: string(text)})
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("reading the documents: %w", err)
	}
	return pages, nil
}

// Blocks gives the fenced blocks. A fence is three backticks at a line's beginning, or further in within a list.
func (p Page) Blocks() []Block {
	var blocks []Block
	open := false
	for i, line := range strings.Split(p.Text, "\n") {
		info, fence := strings.CutPrefix(strings.TrimLeft(line, " "), "```")
		switch {
		case fence && open:
			open = false
		case fence:
			open = true
			words := strings.Fields(info)
			words = append(words, "", "", "")
			b := Block{Line: i + 1, Language: words[0]}
			if words[1] == "not-run" {
				b.NotRun = words[2]
				if b.NotRun == "" {
					b.NotRun = "unsaid"
				}
			}
			blocks = append(blocks, b)
		case open:
			last := &blocks[len(blocks)-1]
			last.Text += line + "\n"
		}
	}
	return blocks
}

// prose is the page's lines with blocks emptied, so that lines keep their numbers.
func (p Page) prose() []string {
	lines := strings.Split(p.Text, "\n")
	open := false
	for i, line := range lines {
		fence := strings.HasPrefix(strings.TrimLeft(line, " "), "```")
		if open || fence {
			lines[i] = ""
		}
		if fence {
			open = !open
		}
	}
	return lines
}

var (
	codeSpan = regexp.MustCompile("``[^`]+(?:`[^`]+)*``|`[^`]*`")
	linkTo   = regexp.MustCompile(`\]\(([^()\s]*(?:\([^()\s]*\)[^()\s]*)*)(?:\s+"[^"]*")?\)`)
	heading  = regexp.MustCompile(`^#{1,6} +(.*?) *#*$`)
	marks    = regexp.MustCompile(`[^\p{L}\p{N}\p{M}_ -]`)
	linkText = regexp.MustCompile(`\[([^\]]*)\]\([^)]*\)`)
)

// Links gives what the page's prose points to; links in code are none.
func (p Page) Links() []Link {
	var links []Link
	for i, line := range p.prose() {
		for _, m := range linkTo.FindAllStringSubmatch(codeSpan.ReplaceAllString(line, "``"), -1) {
			links = append(links, Link{Line: i + 1, Target: m[1]})
		}
	}
	return links
}

// CodeSpans gives the inline code of the page's prose, without its backticks.
func (p Page) CodeSpans() []string {
	var spans []string
	for _, line := range p.prose() {
		for _, m := range codeSpan.FindAllString(line, -1) {
			spans = append(spans, strings.TrimSpace(strings.Trim(m, "`")))
		}
	}
	return spans
}

// Anchors gives the fragments that code hosts make of the page's headings: lower case, marks gone, spaces as dashes, repeated ones numbered.
func (p Page) Anchors() []string {
	var anchors []string
	seen := map[string]int{}
	for _, line := range p.prose() {
		m := heading.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		text := strings.NewReplacer("`", "", "*", "").Replace(linkText.ReplaceAllString(m[1], "$1"))
		anchor := strings.ReplaceAll(marks.ReplaceAllString(strings.ToLower(text), ""), " ", "-")
		if n := seen[anchor]; n > 0 {
			anchors = append(anchors, fmt.Sprintf("%s-%d", anchor, n))
		} else {
			anchors = append(anchors, anchor)
		}
		seen[anchor]++
	}
	return anchors
}
