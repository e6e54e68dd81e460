package engine

import (
	"crypto/sha256"
	"encoding/base32"
	"fmt"
)

// Data puts what strangers wrote between lines that it can't contain: their code is made of the text itself, so that nobody can write a text with its own
// code in it, and what is asked again is asked in the same words.
func Data(text string) string {
	sum := sha256.Sum256([]byte(text))
	code := base32.StdEncoding.EncodeToString(sum[:])[:26]
	return fmt.Sprintf("BEGIN DATA %s\n%sEND DATA %s\n", code, text, code)
}
