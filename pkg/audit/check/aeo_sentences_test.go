package check

import (
	"slices"
	"testing"
)

func TestSentences(t *testing.T) {
	for in, want := range map[string][]string{
		"Dr. Rey opens at 9.30 a.m. on Mondays. We close early!": {"Dr. Rey opens at 9.30 a.m. on Mondays.", "We close early!"},
		"Visit example.com today. It is free.":                   {"Visit example.com today.", "It is free."},
		"Ouvert à 9 h 30. « Très bien ! » dit-elle.":             {"Ouvert à 9 h 30.", "« Très bien ! » dit-elle."},
		"Mme Durand vous reçoit":                                 {"Mme Durand vous reçoit"},
		"":                                                       nil,
	} {
		if got := slices.Collect(sentences(in)); !slices.Equal(got, want) {
			t.Errorf("sentences(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestStartsWithPronoun(t *testing.T) {
	for in, want := range map[string]bool{
		"They also offer cleaning.": true, "This means that you wait.": true, "Elles durent dix ans.": true, "Celui-ci est gratuit.": true,
		"It includes lunch.":    true,
		"This service is free.": false, "It is important to brush.": false, "Il faut attendre.": false, "Il y a un parking.": false,
		"An implant lasts.": false, "": false,
	} {
		if got := startsWithPronoun(in); got != want {
			t.Errorf("startsWithPronoun(%q) = %t", in, got)
		}
	}
}

func FuzzSentences(f *testing.F) {
	f.Add("Dr. Rey. Ouvert à 9 h… Oui ?")
	f.Add("\xff. .")
	f.Fuzz(func(t *testing.T, s string) {
		n := 0
		for said := range sentences(s) {
			n += len(said)
		}
		if n > len(s) {
			t.Errorf("%d bytes of sentences from %d", n, len(s))
		}
		startsWithPronoun(s)
	})
}
