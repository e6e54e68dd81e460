package audit

import (
	"crypto/sha256"
	"fmt"
	"hash/crc32"
	"io"
	"strings"
)

// An API key is KeyMarker, 30 random base62 characters (178 bits) and 6 of checksum, CRC-32 (IEEE) over all that stands before it in base62: a typo is
// told apart offline, and a scanner for secrets can find keys by KeyPattern.
const (
	KeyMarker  = "auk_live_"
	KeyPattern = `auk_live_[0-9A-Za-z]{36}`

	keyRandom   = 30
	keyChecksum = 6
	base62      = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
)

// NewKey makes a key from random bytes, rand being crypto/rand.Reader.
func NewKey(rand io.Reader) (string, error) {
	var b strings.Builder
	b.WriteString(KeyMarker)
	for b.Len() < len(KeyMarker)+keyRandom {
		var one [1]byte
		if _, err := io.ReadFull(rand, one[:]); err != nil {
			return "", fmt.Errorf("making a key: %w", err)
		}
		if one[0] < 4*62 { // the rest would make some characters likelier than others
			b.WriteByte(base62[one[0]%62])
		}
	}
	return b.String() + checksum(b.String()), nil
}

// WellFormedKey says that a key can exist: its form and its checksum are right.
func WellFormedKey(key string) bool {
	body, sum := key, ""
	if len(key) == len(KeyMarker)+keyRandom+keyChecksum {
		body, sum = key[:len(key)-keyChecksum], key[len(key)-keyChecksum:]
	}
	random, ok := strings.CutPrefix(body, KeyMarker)
	return ok && len(random) == keyRandom && strings.Trim(random, base62) == "" && sum == checksum(body)
}

// KeyPrefix is what of a key may be shown: the marker and the first 6 characters.
func KeyPrefix(key string) string { return key[:min(len(key), len(KeyMarker)+6)] }

// KeyHash is what of a key is stored.
func KeyHash(key string) [sha256.Size]byte { return sha256.Sum256([]byte(key)) }

func checksum(s string) string {
	n := crc32.ChecksumIEEE([]byte(s))
	var out [keyChecksum]byte
	for i := keyChecksum - 1; i >= 0; i-- {
		out[i] = base62[n%62]
		n /= 62
	}
	return string(out[:])
}
