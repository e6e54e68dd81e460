package main

import "fmt"

// didYouMean names the candidate next to a mistyped word, in a form to append to an error; nothing where none is near.
func didYouMean(word string, candidates []string) string {
	best, near := "", len(word)/2+1
	for _, c := range candidates {
		if d := distance(word, c); d < near {
			best, near = c, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf("; did you mean %s?", best)
}

// distance is Levenshtein's.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
