package reader

import (
	"bufio"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"

	"github.com/auditctl/auditctl/pkg/citation"
	"github.com/auditctl/auditctl/pkg/engine"
)

// sample is a labelled case's part that a reader may see.
func samples(t testing.TB) []Case {
	t.Helper()
	f, err := os.Open("testdata/cases.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var all []Case
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 4<<20)
	for lines.Scan() {
		var s struct {
			Lang, Industry, Question, Answer string
			Pass                             citation.Basis
			Business                         citation.Business
			Sources                          []struct {
				engine.Source
				Snippet string
			}
		}
		if err := json.Unmarshal(lines.Bytes(), &s); err != nil {
			t.Fatal(err)
		}
		s.Business.Industry = s.Industry
		c := Case{Lang: s.Lang, Basis: s.Pass, Business: s.Business, Question: s.Question, Answer: s.Answer}
		for _, src := range s.Sources {
			c.Sources = append(c.Sources, engine.Excerpt{Source: src.Source, Text: src.Snippet})
		}
		if c.Basis == citation.ModelRecall || c.Basis == citation.GroundedAnswer {
			all = append(all, c)
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	if len(all) < 30 {
		t.Fatalf("%d answers, want 30 at least", len(all))
	}
	return all
}

func read(t testing.TB, c Case) Reading {
	t.Helper()
	r, err := Structural{}.Read(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// sound fails where a reading contradicts itself.
func sound(t testing.TB, c Case, r Reading) {
	t.Helper()
	switch {
	case r.Named && !r.Answered:
		t.Errorf("named in an answer that answers nothing: %q", c.Answer)
	case r.Named != (r.Rank != nil):
		t.Errorf("named %v with rank %v: %q", r.Named, r.Rank, c.Answer)
	case r.Rank != nil && (*r.Rank < 1 || *r.Rank > len(r.Rivals)+1):
		t.Errorf("rank %d among %d rivals: %q", *r.Rank, len(r.Rivals), c.Answer)
	case r.Named && r.MentionedNotRecommended:
		t.Errorf("named and not recommended: %q", c.Answer)
	case !r.Answered && len(r.Rivals) > 0:
		t.Errorf("rivals %q in an answer that answers nothing: %q", r.Rivals, c.Answer)
	}
	for _, name := range r.Unverified {
		if !slices.Contains(r.Rivals, name) {
			t.Errorf("%q is unverified and no rival: %q", name, c.Answer)
		}
	}
	seen := map[string]bool{}
	for _, name := range r.Rivals {
		if fold(name, false) == fold(c.Business.Name, false) || slices.Contains(c.Business.Aliases, name) {
			t.Errorf("the business %q is its own rival: %q", name, c.Answer)
		}
		if seen[name] || strings.TrimSpace(name) == "" {
			t.Errorf("rival %q is there twice or empty: %q", name, c.Answer)
		}
		seen[name] = true
	}
}

func TestReadingsDoNotContradictThemselves(t *testing.T) {
	for _, c := range samples(t) {
		sound(t, c, read(t, c))
	}
}

func TestTheBusinessIsNeverItsOwnRival(t *testing.T) {
	for _, c := range samples(t) {
		for _, name := range append([]string{c.Business.Name}, c.Business.Aliases...) {
			c.Answer = "Here are some options:\n\n- **" + name + "**: a good choice\n- **Quillmoor Haddix**: another\n"
			r := read(t, c)
			if !r.Named || slices.Contains(r.Rivals, name) {
				t.Errorf("%q as the head of an item: named %v, rivals %q", name, r.Named, r.Rivals)
			}
		}
	}
}

// The same answer as other services and systems send it.
var variants = map[string]func(string) string{
	"CRLF":                                func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") },
	"NFD":                                 norm.NFD.String,
	"NFC":                                 norm.NFC.String,
	"underscores":                         func(s string) string { return strings.ReplaceAll(s, "**", "__") },
	"stars":                               func(s string) string { return strings.ReplaceAll("\n"+s, "\n- ", "\n* ") },
	"plus signs":                          func(s string) string { return strings.ReplaceAll("\n"+s, "\n- ", "\n+ ") },
	"bullets":                             func(s string) string { return strings.ReplaceAll("\n"+s, "\n- ", "\n• ") },
	"numbers":                             func(s string) string { return strings.ReplaceAll("\n"+s, "\n- ", "\n1. ") },
	"a zero-width space before each line": func(s string) string { return strings.ReplaceAll("\n"+s, "\n", "\n\u200b") },
	"non-breaking spaces":                 func(s string) string { return strings.ReplaceAll(s, " ", "\u00a0") },
}

func TestOtherSpellingsOfAnAnswerReadTheSame(t *testing.T) {
	for _, c := range samples(t) {
		want := read(t, c)
		for name, vary := range variants {
			// Underscores mark only where spaces divide words.
			if name == "underscores" && (c.Lang == "ja" || c.Lang == "ar") || name == "non-breaking spaces" && strings.Contains(c.Answer, "](") {
				continue
			}
			v := c
			v.Answer = vary(c.Answer)
			got := read(t, v)
			if got.Named != want.Named || got.Answered != want.Answered || rankOf(got) != rankOf(want) || !slices.Equal(got.Rivals, want.Rivals) {
				t.Errorf("%s: named %v %d, rivals %q; want %v %d, %q\n%s", name, got.Named, rankOf(got), got.Rivals,
					want.Named, rankOf(want), want.Rivals, c.Answer)
			}
		}
	}
}

func rankOf(r Reading) int {
	if r.Rank == nil {
		return 0
	}
	return *r.Rank
}

func TestTheSameAnswerReadsTheSameWay(t *testing.T) {
	shortened := Case{ // its last name is short for both of the first
		Lang: "en", Basis: citation.ModelRecall, Business: citation.Business{Name: "Petalworth Oak", City: "Bath"}, Question: "Who repairs bikes in Bath?",
		Answer: "- **Haddix Quillmoor**\n- **Haddix Tolman**\n- **Petalworth Oak**\n- **Haddix** – permanently closed",
	}
	for _, c := range append(samples(t)[:20], shortened) {
		first, _ := json.Marshal(read(t, c))
		for range 20 {
			if again, _ := json.Marshal(read(t, c)); string(again) != string(first) {
				t.Fatalf("%s\nand then\n%s", first, again)
			}
		}
	}
}

func TestEveryListIsWellFormed(t *testing.T) {
	files, err := wordFiles.ReadDir("words")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		raw, err := wordFiles.ReadFile("words/" + f.Name())
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(string(raw), "# ") {
			t.Errorf("%s doesn't say what it is and where it comes from", f.Name())
		}
		for n, l := range strings.Split(strings.TrimSpace(string(raw)), "\n") {
			if key, rest, ok := strings.Cut(l, ": "); !strings.HasPrefix(l, "#") && (!ok || len(key) > 6 || strings.TrimSpace(rest) == "") {
				t.Errorf("%s:%d is neither a comment nor a language with words: %.60s", f.Name(), n+1, l)
			}
		}
	}
}

// FuzzRead holds any answer to the promises: no panic, no contradiction.
func FuzzRead(f *testing.F) {
	for _, c := range samples(f)[:40] {
		f.Add(c.Answer, c.Business.Name, c.Lang)
	}
	f.Add("| a | b |\n|---|---|\n| **x", "x", "en")
	f.Add("{\"name\": [[[{\"name\":\"X Y\"}]]]}", "X Y", "ja")
	f.Fuzz(func(t *testing.T, answer, name, lang string) {
		c := Case{Lang: lang, Basis: citation.GroundedAnswer, Business: citation.Business{Name: name, Domain: "x.example", City: "Leeds"}, Answer: answer}
		sound(t, c, read(t, c))
	})
}

// Answers that make a careless reader slow: one long line, deep nesting, unclosed marks, many names.
func TestLongAnswersAreReadInTheirTurn(t *testing.T) {
	for name, piece := range map[string]string{
		"names": "Quillmoor Haddix and ", "bold": "**a", "brackets": "[", "brackets and bold": "**[x](", "items": "- **Quill Haddix**: good\n", "nested": "  - a\n",
		"quotes": "«„“", "commas": "Quill, ", "cells": "| Quill Haddix ", "stars": "*", "japanese": "、札幌のラーメン店「月」が", "headings": "## Quill Haddix\n", "tags": "<b>",
		"bold names": "**Quill Haddix** makes ", "labels": "Mason: Quill Haddix\n", "groups": "Soho\n- Quill: good\n", "emoji": "🏄 **Quill Haddix** – good\n",
		"breaks": "but closed avoid ", "own": "Petalworth and **Petalworth** ", "slips": "Petalwerth ", "own links": "[a](https://x.example) ", "sentences": "Avoid Quill. ",
	} {
		t.Run(name, func(t *testing.T) {
			c := Case{Lang: "en", Basis: citation.GroundedAnswer, Business: citation.Business{Name: "Petalworth", Domain: "x.example"}, Answer: strings.Repeat(piece, maxAnswer/len(piece))}
			sound(t, c, read(t, c))
		})
	}
}
