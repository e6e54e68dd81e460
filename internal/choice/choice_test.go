package choice

import (
	"math"
	"testing"
)

func TestTrainLearnsWhatTellsCandidatesApart(t *testing.T) {
	examples := []Example{
		{Candidates: [][]string{{"title", "long"}, {"footer"}, {"link"}}, Right: []int{0}},
		{Candidates: [][]string{{"link"}, {"title"}}, Right: []int{1}},
		{Candidates: [][]string{{"footer"}, {"link", "long"}}, Right: []int{0}},
		{Candidates: [][]string{{"link"}, {"link"}}, Right: nil},
	}
	w := Train(examples, 0.1)
	if !(w["title"] > w["footer"] && w["footer"] > w["link"]) {
		t.Errorf("weights %v, want title over footer over link", w)
	}
	p := w.Probabilities([][]string{{"title"}, {"link"}, {"unknown"}})
	if sum := p[0] + p[1] + p[2]; math.Abs(sum-1) > 1e-9 || p[0] < p[1] || p[0] < p[2] {
		t.Errorf("probabilities %v", p)
	}
	again, err := Parse(w.Format())
	if err != nil || again.Format() != w.Format() {
		t.Errorf("read again: %v, %v", again, err)
	}
	if other := Train(examples, 0.1); other.Format() != w.Format() {
		t.Errorf("trained twice: %v and %v", w, other)
	}
}

func TestParseRefusesWhatHasNoWeight(t *testing.T) {
	for _, file := range []string{"title\n", "title heavy\n"} {
		if _, err := Parse(file); err == nil {
			t.Errorf("%q was read", file)
		}
	}
}
