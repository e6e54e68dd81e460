package check

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// Texts that are given up for their bits must not resemble each other after all, however few or common their words are.
func TestShinglesThatDifferInManyBitsDoNotResemble(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	given, kept := 0, 0
	for range 2000 {
		vocabulary := 1 << (1 + r.IntN(12))
		words := make([]string, 5+r.IntN(400))
		for i := range words {
			words[i] = strings.Repeat("a", 1+r.IntN(2)) + string(rune('a'+r.IntN(vocabulary)))
		}
		first := shinglesOf(strings.Join(words, " "))
		for range r.IntN(1 + len(words)/20) {
			words[r.IntN(len(words))] = "other"
		}
		second := shinglesOf(strings.Join(words, " "))
		switch share := first.resemblance(&second); {
		case first.mayResemble(&second, nearDuplicate):
			kept++
		case share >= nearDuplicate:
			t.Fatalf("texts that share %.3f of their runs were given up", share)
		default:
			given++
		}
	}
	if given < 100 || kept < 100 {
		t.Errorf("%d pairs were given up, %d compared: this proves little", given, kept)
	}
}
