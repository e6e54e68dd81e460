package fakesite

import "slices"

// Fault is one way to spoil a site, and the answer key to it.
type Fault struct {
	Name string
	Site string // the name of the site that it is planted in
	// Expect lists the checks that must then warn or fail.
	Expect []string
	// Allow lists further checks that may, each with the reason why it is no mistake.
	Allow map[string]string
	// Ends is the code that the audit fails with, for what leaves nothing to judge; the checks don't matter then.
	Ends string

	plant func(*Site)
}

// Plant spoils a site of the kind that the fault is for.
func (f Fault) Plant(s *Site) { f.plant(s) }

// Faults lists every fault.
func Faults() []Fault {
	return slices.Concat(headFaults(), indexingFaults(), contentFaults(), articleFaults(), markupFaults(), linkFaults(), useFaults(), speedFaults(),
		trustFaults(), answerFaults(), robotsFaults(), fileFaults(), securityFaults(), certificateFaults(), gateFaults(), lostPageFaults(), bodyFaults())
}
