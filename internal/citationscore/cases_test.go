package citationscore

import (
	"html"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// labelled is a case with what its labels are held against.
type labelled struct {
	Case
	Business struct {
		Name    string   `json:"name"`
		Aliases []string `json:"aliases"`
	} `json:"business"`
	Answer  string `json:"answer"`
	Sources []struct{ URL, Title, Snippet string }
	Raw     struct {
		Blocks     any                                     `json:"text_blocks"`
		References []struct{ Link, Title, Snippet string } `json:"references"`
		Cards      []struct {
			Title string `json:"title"`
		} `json:"local_results"`
	} `json:"raw"`
}

func ownCases(t *testing.T) []labelled {
	t.Helper()
	files, err := filepath.Glob("../../pkg/citation/reader/testdata/cases*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	var all []labelled
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		cases, err := Read[labelled](f)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		all = append(all, cases...)
	}
	return all
}

func TestLabelsOfOurOwnCasesFitTheirTexts(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range ownCases(t) {
		if seen[c.ID] {
			t.Errorf("%s stands there twice", c.ID)
		}
		seen[c.ID] = true
		e := c.Expected
		if e.Named != (e.Rank != nil) || e.Named && (!e.Answered || e.MentionedNotRecommended || *e.Rank < 1) ||
			!e.Answered && len(e.Rivals) > 0 || e.Unreadable && e.Answered {
			t.Errorf("%s: the labels contradict each other: %+v", c.ID, e)
		}
		if c.Pass == "web-retrieval" {
			continue
		}
		if e.Named && *e.Rank > len(e.Rivals)+1 {
			t.Errorf("%s: rank %d among %d businesses", c.ID, *e.Rank, len(e.Rivals)+1)
		}
		places := c.places(t)
		c.checkRank(t, places)
		c.checkSources(t)
	}
	if len(seen) < 80 {
		t.Errorf("%d cases, want 80 or more", len(seen))
	}
}

// places gives where each rival is first named in the text, and complains about one that isn't or comes too early.
func (c *labelled) places(t *testing.T) []int {
	text, last := plain(c.text()), -1
	var places []int
	for _, name := range c.Expected.Rivals {
		at := strings.Index(text, plain(name))
		if at < 0 {
			t.Errorf("%s: %q is not in the text", c.ID, name)
		} else if at < last {
			t.Errorf("%s: %q comes before the rival that is listed before it", c.ID, name)
		}
		last = max(last, at)
		places = append(places, at)
	}
	return places
}

// checkRank compares the rank with the places, where the business stands in the text once: a name that is also an ordinary word may stand there before.
func (c *labelled) checkRank(t *testing.T, rivals []int) {
	text, name := plain(c.text()), plain(c.Business.Name)
	if !c.Expected.Named || strings.Count(text, name) != 1 {
		return
	}
	at := strings.Index(text, name)
	for _, alias := range c.Business.Aliases {
		if i := strings.Index(text, plain(alias)); i >= 0 && i < at {
			return
		}
	}
	before := 0
	for _, p := range rivals {
		if p < at {
			before++
		}
	}
	if *c.Expected.Rank != before+1 && c.Pass != "search-ai-mode" {
		t.Errorf("%s: rank %d after %d rivals", c.ID, *c.Expected.Rank, before)
	}
}

// checkSources sees that of the rivals exactly those that are labelled so are in no source.
func (c *labelled) checkSources(t *testing.T) {
	if c.Pass == "model-recall" {
		if len(c.Expected.NamedUnverified) > 0 {
			t.Errorf("%s: sources don't matter in this pass", c.ID)
		}
		return
	}
	for _, name := range c.Expected.NamedUnverified {
		if !slices.Contains(c.Expected.Rivals, name) {
			t.Errorf("%s: %q is unverified and no rival", c.ID, name)
		}
	}
	for _, name := range c.Expected.Rivals {
		backed := false
		for _, form := range append([]string{name}, c.Expected.RivalsAccept[name]...) {
			backed = backed || c.backs(form)
		}
		if backed == slices.Contains(c.Expected.NamedUnverified, name) {
			t.Errorf("%s: %q stands in a source: %v, and is labelled otherwise", c.ID, name, backed)
		}
	}
}

// backs says whether a source has the name, in words or in its address.
func (c *labelled) backs(name string) bool {
	var texts, addresses []string
	for _, s := range c.Sources {
		texts, addresses = append(texts, s.Title, s.Snippet), append(addresses, s.URL)
	}
	for _, s := range c.Raw.References {
		texts, addresses = append(texts, s.Title, s.Snippet), append(addresses, s.Link)
	}
	for _, card := range c.Raw.Cards {
		texts = append(texts, card.Title)
	}
	for _, k := range keys(name) {
		unspaced := strings.IndexFunc(k, func(r rune) bool { return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) }) >= 0
		for _, text := range texts {
			for _, words := range []string{key(text), key(umlauts.Replace(text))} {
				if strings.Contains(" "+words+" ", " "+k+" ") || unspaced && strings.Contains(words, k) || inArabic(words, k) {
					return true
				}
			}
		}
		if slices.ContainsFunc(addresses, func(address string) bool {
			return inAddress(address, k) || inAddress(address, strings.ToLower(name)) ||
				inAddress(address, withoutMarks(strings.ToLower(name)))
		}) {
			return true
		}
	}
	return false
}

// inArabic says whether a text has an Arabic name without the word for its trade, perhaps behind a preposition that is written with it.
func inArabic(text, name string) bool {
	trade, rest, ok := strings.Cut(name, " ")
	return ok && strings.Contains(rest, " ") && strings.IndexFunc(trade, func(r rune) bool { return !unicode.Is(unicode.Arabic, r) }) < 0 && strings.Contains(text, rest)
}

// inAddress says whether a name is a whole label of a host, or stands in the words of a path.
func inAddress(address, name string) bool {
	_, rest, _ := strings.Cut(address, "://")
	host, path, _ := strings.Cut(rest, "/")
	for segment := range strings.SplitSeq(path, "/") {
		if strings.Contains(" "+key(segment)+" ", " "+name+" ") {
			return true
		}
	}
	for label := range strings.SplitSeq(host, ".") {
		for conjunction := range conjunctions {
			if letters(label) == letters(strings.ReplaceAll(name, "&", conjunction)) {
				return true
			}
		}
		if letters(label) == letters(name) {
			return true
		}
	}
	return false
}

func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsNumber(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}

// text is the answer, or the engine's text in reading order with the cards behind it.
func (c *labelled) text() string {
	if c.Pass != "search-ai-mode" {
		return c.Answer
	}
	var b strings.Builder
	spell(&b, c.Raw.Blocks)
	for _, card := range c.Raw.Cards {
		b.WriteString(card.Title + "\n")
	}
	return b.String()
}

// spell writes every text of the blocks.
func spell(b *strings.Builder, v any) {
	switch v := v.(type) {
	case string:
		b.WriteString(v + "\n")
	case []any:
		for _, e := range v {
			spell(b, e)
		}
	case map[string]any:
		for _, k := range []string{"title", "snippet", "list", "table", "text_blocks"} {
			spell(b, v[k])
		}
	}
}

var tags = regexp.MustCompile(`<[^>]+>`)

// plain makes two spellings of a name comparable without moving them.
func plain(s string) string {
	s = html.UnescapeString(tags.ReplaceAllString(s, ""))
	return strings.ToLower(strings.ReplaceAll(markup.ReplaceAllString(invisible.ReplaceAllString(s, ""), ""), "’", "'"))
}
