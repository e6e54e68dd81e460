package main

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/auditctl/auditctl/pkg/citation/reader"
)

// keep is a reader that keeps what it was given.
type keep struct {
	cases []reader.Case
	gives reader.Reading
}

func (k *keep) Read(_ context.Context, c reader.Case) (reader.Reading, error) {
	k.cases = append(k.cases, c)
	return k.gives, nil
}

func TestACaseReachesTheReaderWithoutItsLabels(t *testing.T) {
	line := `{"id":"a","lang":"fr","pass":"grounded-answer","industry":"notaire","business":{"name":"Étude X","aliases":["X"],"domain":"x.example","city":null,` +
		`"country":"FR"},"question":"Qui ?","answer":"Étude X","sources":[{"url":"https://s.example/","title":"S","snippet":"texte"}],"results":[],` +
		`"tags":["trap"],"expected":{"named":true},"note":"trap"}` + "\n\n"
	rank := 3
	k := keep{gives: reader.Reading{Answered: true, Named: true, Rank: &rank, Rivals: []string{"B & C"}}}
	var out bytes.Buffer
	if err := evaluate(t.Context(), &k, strings.NewReader(line), &out); err != nil {
		t.Fatal(err)
	}
	want := `{"id":"a","answered":true,"named":true,"mentioned_not_recommended":false,"rank":3,"rivals":["B & C"],"named_unverified":[],"hosts_instead":[],` +
		`"unreadable":false}` + "\n"
	if out.String() != want {
		t.Errorf("wrote %s, want %s", &out, want)
	}
	if len(k.cases) != 1 {
		t.Fatalf("read %d cases, want 1: blank lines are none", len(k.cases))
	}
	c := k.cases[0]
	if c.Business.Name != "Étude X" || c.Business.Industry != "notaire" || c.Business.City != "" || c.Sources[0].Text != "texte" || c.Sources[0].Title != "S" {
		t.Errorf("the reader was given %+v", c)
	}
	given, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(given, []byte("trap")) {
		t.Errorf("tags or note reached the reader: %s", given)
	}
}

func TestAnEnginesAnswerReachesTheReaderInBlocks(t *testing.T) {
	line := `{"id":"a","pass":"search-ai-mode","business":{"name":"X"},"raw":{"text_blocks":[{"type":"paragraph","snippet":"Yarra Stem"}],` +
		`"local_results":[{"title":"Wattle Cart"}]}}`
	var k keep
	if err := evaluate(t.Context(), &k, strings.NewReader(line), &bytes.Buffer{}); err != nil {
		t.Fatal(err)
	}
	o := k.cases[0].Overview
	if o == nil || len(o.Blocks) != 1 || o.Blocks[0].Text != "Yarra Stem" || len(o.Cards) != 1 || o.Cards[0].Name != "Wattle Cart" {
		t.Errorf("the reader was given %+v", o)
	}
}

func TestAnEngineThatShowedNothingIsNoError(t *testing.T) {
	for _, raw := range []string{`{"error":"Google AI Mode hasn't returned any results for this query."}`, `{"text_blocks":[]}`, `null`} {
		var k keep
		line := `{"id":"a","pass":"search-ai-mode","business":{"name":"X"},"raw":` + raw + `}`
		if err := evaluate(t.Context(), &k, strings.NewReader(line), &bytes.Buffer{}); err != nil {
			t.Errorf("%s: %v", raw, err)
		} else if o := k.cases[0].Overview; o == nil || len(o.Blocks)+len(o.Cards) != 0 {
			t.Errorf("%s: the reader was given %+v", raw, o)
		}
	}
}

func TestAnUnusableLineIsNamed(t *testing.T) {
	good := `{"id":"a","pass":"model-recall","business":{"name":"X"}}` + "\n"
	for name, bad := range map[string]string{
		"no JSON":      `{"id":`,
		"no object":    `[]`,
		"no id":        `{"pass":"model-recall"}`,
		"unknown pass": `{"id":"b","pass":"guess"}`,
		"wrong type":   `{"id":"b","pass":"model-recall","answer":7}`,
		"too long":     `{"id":"b","pass":"model-recall","answer":"` + strings.Repeat("x", maxLine) + `"}`,
	} {
		var out bytes.Buffer
		err := evaluate(t.Context(), &keep{}, strings.NewReader(good+bad), &out)
		if err == nil || !strings.Contains(err.Error(), "line 2: ") {
			t.Errorf("%s: got error %v, want one that names line 2", name, err)
		}
		if strings.Count(out.String(), "\n") != 1 {
			t.Errorf("%s: wrote %q, want the good line's prediction all the same", name, &out)
		}
	}
}

func TestALineOfFourMebibytesIsRead(t *testing.T) {
	head, tail := `{"id":"a","pass":"model-recall","answer":"`, `"}`
	line := head + strings.Repeat("x", maxLine-len(head)-len(tail)) + tail
	if err := evaluate(t.Context(), &keep{}, strings.NewReader(line), &bytes.Buffer{}); err != nil {
		t.Fatal(err)
	}
}
