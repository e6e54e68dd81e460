package service

import (
	"strings"
	"unicode/utf8"
)

// The least that a password needs beside words and patterns that attackers try first (NIST SP 800-63B, 3.1.1.2).
const (
	leastUnpredictable = 6 // characters
	leastDistinct      = 5 // different ones
	leastRepeated      = 8 // characters of what is repeated from the first to the last
)

// commonParts are words of the most used passwords in English and French. Rows of keyboards are tried in parts of rowPart characters,
// forwards and backwards.
const (
	commonParts = "password passwort passw0rd passe motdepasse secret letmein welcome bienvenue bonjour iloveyou jetaime monkey dragon " +
		"football baseball soleil doudou princess princesse sunshine master admin administrator administrateur login changeme changemoi " +
		"default trustno1 starwars superman batman shadow michael charlie jordan ashley michelle hello whatever freedom computer " +
		"ordinateur internet google facebook summer winter spring autumn " +
		"january february march april june july august september october november december janvier fevrier mars avril juin juillet aout " +
		"septembre octobre novembre decembre " +
		"marseille paris london france azerty qwerty qwertz correcthorsebatterystaple auditctl audit test demo user guest root pass " +
		"2019 2020 2021 2022 2023 2024 2025 2026 2027 2028 2029 2030"
	keyboardRows = "1234567890 qwertyuiop asdfghjkl zxcvbnm azertyuiop qsdfghjklm wxcvbn qwertzuiop yxcvbnm 1qaz2wsx3edc4rfv qazwsxedcrfv"
	rowPart      = 4
)

// unleet reads the usual substitutions of letters.
var unleet = strings.NewReplacer("0", "o", "1", "i", "3", "e", "4", "a", "5", "s", "7", "t", "@", "a", "$", "s", "!", "i")

// guessable reports whether a password is mostly common words, parts of the account's e-mail address, repetitions and sequences.
func guessable(password, email string) bool {
	text := []rune(strings.ToLower(password))
	if n := period(string(text)); n < len(text) && n < leastRepeated {
		return true
	}
	read := []rune(unleet.Replace(string(text))) // as long as text
	known := make([]bool, len(text))
	for _, word := range knownParts(email) {
		cover(known, text, []rune(word))
		cover(known, read, []rune(word))
	}
	unpredictable, distinct := 0, map[rune]bool{}
	for i, r := range text {
		if known[i] || i > 0 && r-text[i-1] >= -1 && r-text[i-1] <= 1 { // the same character, or the next of a sequence
			continue
		}
		unpredictable++
		distinct[r] = true
	}
	return unpredictable < leastUnpredictable || len(distinct) < leastDistinct
}

// knownParts are the parts of a password that an attacker knows.
func knownParts(email string) []string {
	parts := strings.Fields(commonParts)
	for _, part := range strings.FieldsFunc(strings.ToLower(email), func(r rune) bool { return strings.ContainsRune("@.+-_", r) }) {
		if utf8.RuneCountInString(part) >= 3 {
			parts = append(parts, part)
		}
	}
	for row := range strings.FieldsSeq(keyboardRows) {
		for i := range len(row) - rowPart + 1 {
			part := []byte(row[i : i+rowPart])
			parts = append(parts, string(part), string([]byte{part[3], part[2], part[1], part[0]}))
		}
	}
	return parts
}

// cover marks each place where word is in text.
func cover(known []bool, text, word []rune) {
	for i := range len(text) - len(word) + 1 {
		if string(text[i:i+len(word)]) == string(word) {
			for j := range word {
				known[i+j] = true
			}
		}
	}
}

// period returns how many characters are repeated from the first to the last, or the length of the text if nothing repeats.
func period(text string) int {
	return utf8.RuneCountInString(text[:strings.Index(text[1:]+text, text)+1])
}
