package service

import (
	"encoding/base32"

	"github.com/google/uuid"
)

// crockford is Crockford's base32 in lower case: no i, l, o, u.
var crockford = base32.NewEncoding("0123456789abcdefghjkmnpqrstvwxyz").WithPadding(base32.NoPadding)

// newID gives a prefix and 26 characters over a UUIDv7: ordered by time, 74 random bits, never an authority.
func newID(prefix string) (string, error) {
	u, err := uuid.NewV7()
	if err != nil {
		return "", err
	}
	return prefix + "_" + crockford.EncodeToString(u[:]), nil
}
