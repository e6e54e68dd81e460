package main

import (
	"bytes"
	"os"
	"testing"

	"github.com/auditctl/auditctl/internal/citationscore"
	"github.com/auditctl/auditctl/pkg/citation/reader"
)

// The floors stand just under what was seen when they were set. `make citation-accuracy` prints the whole table.
func TestOurOwnCasesAreReadAtLeastThisWell(t *testing.T) {
	labels, err := os.ReadFile("../reader/testdata/cases.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var written bytes.Buffer
	if err := evaluate(t.Context(), reader.Structural{}, bytes.NewReader(labels), &written); err != nil {
		t.Fatal(err)
	}
	cases, err := citationscore.Read[citationscore.Case](bytes.NewReader(labels))
	if err != nil {
		t.Fatal(err)
	}
	predictions, err := citationscore.Read[citationscore.Prediction](&written)
	if err != nil {
		t.Fatal(err)
	}
	scores := citationscore.Of(cases, predictions)
	missed := false
	for _, f := range []struct {
		name       string
		got, floor float64
	}{
		{"named F1", scores.All.Named.F1(), 0.98},
		{"rank", scores.All.Rank(), 0.98},
		{"rivals F1", scores.All.Rivals.F1(), 0.98},
		{"unverified F1", scores.All.Unverified.F1(), 0.96},
		{"hosts F1", scores.All.Hosts.F1(), 0.99},
	} {
		if f.got < f.floor {
			t.Errorf("%s is %.3f, less than %.3f", f.name, f.got, f.floor)
			missed = true
		}
	}
	if missed {
		for _, d := range scores.Differences {
			t.Logf("%s %s: %s", d.Case, d.Field, d.Detail)
		}
	}
}
