package page

import "strings"

// containsWord says whether the space-divided list has the word, both lower-cased.
func containsWord(list, word string) bool {
	for list != "" {
		var w string
		w, list, _ = strings.Cut(list, " ")
		if w == word {
			return true
		}
	}
	return false
}
