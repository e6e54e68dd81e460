package service

import (
	"encoding/base32"

	"github.com/google/uuid"
)

// An id is a prefix and 26 characters of Crockford's base32 in lower case: no i, l, o, u.
const (
	idAlphabet = "0123456789abcdefghjkmnpqrstvwxyz"
	idLength   = 26
)

var crockford = base32.NewEncoding(idAlphabet).WithPadding(base32.NoPadding)

// newID gives a prefix and 26 characters over a UUIDv7: ordered by time, 74 random bits, never an authority.
func newID(prefix string) (string, error) {
	u, err := uuid.NewV7()
	if err != nil {
		return "", err
	}
	return prefix + "_" + crockford.EncodeToString(u[:]), nil
}
