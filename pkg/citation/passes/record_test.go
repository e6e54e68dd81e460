package passes

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"os"
	"testing"

	"github.com/auditctl/auditctl/internal/golden"
	"github.com/auditctl/auditctl/pkg/citation"
	"github.com/auditctl/auditctl/pkg/engine"
)

func unpacked(t *testing.T, kept []byte) []byte {
	t.Helper()
	zip, err := gzip.NewReader(bytes.NewReader(kept))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(zip)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func packed(t *testing.T, text []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	zip := gzip.NewWriter(&b)
	if _, err := zip.Write(text); err != nil {
		t.Fatal(err)
	}
	if err := zip.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// all runs the four passes, with something amiss in each.
func all(t *testing.T) (Config, Outcome) {
	t.Helper()
	recall, _ := says(map[string]string{"1": "A, Ours|Ours", "2": "!refused|declined", "3": "B\xff, A|Ours"})
	grounded, _ := grounds(map[string]engine.Grounding{
		"1": cites("A, Ours, Made Up", source("https://ours.example/", "A", "A")), "3": cites("Ours", source("https://a.example/", "Ours", "")),
	})
	mode, _ := overviews(map[string]engine.Overview{
		"1": {Text: "Ours, B", Sources: []engine.Excerpt{{Source: engine.Source{URL: "https://guide.example/"}}}}, "2": {Cards: []engine.Card{{}}},
	})
	live, _ := finds(map[string][]string{"1": {"https://a.example/", "https://ours.example/"}, "2": {"https://a.example/"}})
	c := Config{Recall: recall, Grounded: grounded, AIMode: mode, Live: live, Reader: plainReader{}, Repeats: 2, InFlight: 1}
	return c, run(t, c, "1", "2", "3")
}

func results(t *testing.T, o Outcome) string {
	t.Helper()
	text, err := json.MarshalIndent([]any{o.Recall, o.Grounded, o.AIMode, o.Live, o.Failed, Diagnose(o, "fr")}, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestAnswersThatAreReadAgainGiveTheSameToTheByte(t *testing.T) {
	_, o := all(t)
	again, err := Config{Reader: plainReader{}}.Replay(t.Context(), o.Kept)
	if err != nil {
		t.Fatal(err)
	}
	if a, b := results(t, o), results(t, again); a != b {
		t.Errorf("first\n%s\nthen\n%s", a, b)
	}
	if o.Recall == nil || o.Grounded == nil || o.AIMode == nil || o.Live == nil {
		t.Error("a pass is missing")
	}
	if again.Usage != (engine.Usage{}) || !bytes.Equal(again.Kept, o.Kept) {
		t.Error("reading again used something, or kept something else")
	}
	if _, same := all(t); !bytes.Equal(same.Kept, o.Kept) {
		t.Error("the same answers are kept otherwise")
	}
}

// bare is the least that can be kept, and a pass that this auditctl doesn't know.
const bare = `{"format":1,"repeats":1,"questions":["1"],"passes":{"search-ai-mode":{"replies":[[{}]]},"unheard-of":{"replies":[[{}]]}}}`

func TestAnswersOfTheFirstFormatCanStillBeRead(t *testing.T) {
	first, err := os.ReadFile("testdata/format1.json")
	if err != nil {
		t.Fatal(err)
	}
	o, err := Config{Reader: plainReader{}}.Replay(t.Context(), packed(t, first))
	if err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "format1.results.json", results(t, o)+"\n")
}

func FuzzReplay(f *testing.F) {
	first, err := os.ReadFile("testdata/format1.json")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(first)
	f.Add([]byte(bare))
	f.Fuzz(func(t *testing.T, text []byte) {
		o, err := Config{Reader: plainReader{}}.Replay(t.Context(), packed(t, text))
		if err == nil {
			Diagnose(o, "en")
		}
	})
}

func TestBytesThatAreNoKeptAnswersAreRefused(t *testing.T) {
	_, o := all(t)
	for name, c := range map[string]struct {
		kept []byte
		want error
	}{
		"nothing":            {nil, ErrKept},
		"text":               {[]byte("answers"), ErrKept},
		"other JSON":         {packed(t, []byte(`{"a":1}`)), ErrKept},
		"a list":             {packed(t, []byte(`[]`)), ErrKept},
		"cut off":            {o.Kept[:len(o.Kept)/2], ErrKept},
		"a later format":     {packed(t, []byte(`{"format":2,"questions":{"now":"otherwise"}}`)), ErrFormat},
		"a reply too few":    {packed(t, []byte(`{"format":1,"repeats":2,"questions":["1"],"passes":{"model-recall":{"replies":[[{}]]}}}`)), ErrKept},
		"a question too few": {packed(t, []byte(`{"format":1,"repeats":1,"questions":["1","2"],"passes":{"model-recall":{"replies":[[{}]]}}}`)), ErrKept},
		"a bomb":             {packed(t, append([]byte(bare), bytes.Repeat([]byte(" "), maxRecord)...)), ErrKept},
	} {
		if _, err := (Config{Reader: plainReader{}}).Replay(t.Context(), c.kept); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if o, err := (Config{Reader: plainReader{}}).Replay(t.Context(), packed(t, []byte(bare))); err != nil || o.Failed[citation.SearchAIMode].Unanswered != 1 {
		t.Errorf("a bare record: %+v, %v", o, err)
	}
}
