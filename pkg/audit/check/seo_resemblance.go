package check

import "strings"

const (
	shingleWords  = 5    // Broder, On the resemblance and containment of documents (1997), has shingles of this size in its examples
	comparedWords = 3000 // of each text
)

// resemblance is the share of five-word runs that two texts have in common, 0 to 1 (Jaccard over shingles, Broder 1997). A fingerprint only names
// candidates: pages that draw on the same few words have close fingerprints and still say different things.
func resemblance(a, b string) float64 {
	first, second := shingles(a), shingles(b)
	if len(first) == 0 || len(second) == 0 {
		return 0
	}
	common := 0
	for s := range first {
		if second[s] {
			common++
		}
	}
	return float64(common) / float64(len(first)+len(second)-common)
}

// shingles gives the runs of words as hashes (FNV-1a).
func shingles(text string) map[uint64]bool {
	words := strings.Fields(strings.ToLower(text))
	words = words[:min(len(words), comparedWords)]
	set := make(map[uint64]bool, len(words))
	for i := 0; i+shingleWords <= len(words); i++ {
		hash := uint64(14695981039346656037)
		for _, w := range words[i : i+shingleWords] {
			for _, c := range []byte(w) {
				hash = (hash ^ uint64(c)) * 1099511628211
			}
			hash = (hash ^ ' ') * 1099511628211
		}
		set[hash] = true
	}
	return set
}
