package check

import (
	"math/bits"
	"slices"
	"strings"
)

const (
	shingleWords  = 5    // Broder, On the resemblance and containment of documents (1997), has shingles of this size in its examples
	comparedWords = 3000 // of each text
)

// resemblance is the share of five-word runs that two texts have in common, 0 to 1 (Jaccard over shingles, Broder 1997). A fingerprint only names
// candidates: pages that draw on the same few words have close fingerprints and still say different things.
func resemblance(a, b string) float64 {
	first, second := shinglesOf(a), shinglesOf(b)
	return first.resemblance(&second)
}

// shingles are the five-word runs of a text.
type shingles struct {
	hashes []uint64 // FNV-1a, ascending, each once
	// present has a bit for each hash, by its lowest bits. Texts differ in at least as many runs as their bits do, which costs a fraction
	// of comparing the runs themselves.
	present [256]uint64
}

func shinglesOf(text string) shingles {
	words := strings.Fields(strings.ToLower(text))
	words = words[:min(len(words), comparedWords)]
	s := shingles{hashes: make([]uint64, 0, max(0, len(words)+1-shingleWords))}
	for i := 0; i+shingleWords <= len(words); i++ {
		hash := uint64(14695981039346656037)
		for _, w := range words[i : i+shingleWords] {
			for _, c := range []byte(w) {
				hash = (hash ^ uint64(c)) * 1099511628211
			}
			hash = (hash ^ ' ') * 1099511628211
		}
		s.hashes = append(s.hashes, hash)
		s.present[hash>>6%uint64(len(s.present))] |= 1 << (hash % 64)
	}
	slices.Sort(s.hashes)
	s.hashes = slices.Compact(s.hashes)
	return s
}

// resemblance is 0 where either text has no run of five words.
func (s *shingles) resemblance(other *shingles) float64 {
	if len(s.hashes) == 0 || len(other.hashes) == 0 {
		return 0
	}
	common, a, b := 0, s.hashes, other.hashes
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] == b[0]:
			common, a, b = common+1, a[1:], b[1:]
		case a[0] < b[0]:
			a = a[1:]
		default:
			b = b[1:]
		}
	}
	return float64(common) / float64(len(s.hashes)+len(other.hashes)-common)
}

// mayResemble returns false only if the resemblance is below the share.
func (s *shingles) mayResemble(other *shingles, share float64) bool {
	both := len(s.hashes) + len(other.hashes)
	// Of two sets with c elements in common and d in one of them only, c = (both-d)/2, and c/(c+d) is at least the share where d is at
	// most this.
	most := int(float64(both)*(1-share)/(1+share)) + 1
	differing := 0
	for i := 0; i < len(s.present) && differing <= most; i++ {
		differing += bits.OnesCount64(s.present[i] ^ other.present[i])
	}
	return differing <= most
}
