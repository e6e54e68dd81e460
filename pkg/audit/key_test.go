package audit

import (
	"crypto/rand"
	"regexp"
	"strings"
	"testing"
)

func TestAKeyWithATypoIsToldApartOffline(t *testing.T) {
	key, err := NewKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	if !WellFormedKey(key) || !regexp.MustCompile("^"+KeyPattern+"$").MatchString(key) {
		t.Fatalf("%s is not well formed", KeyPrefix(key))
	}
	for i := len(KeyMarker); i < len(key); i++ {
		other := byte('a')
		if key[i] == other {
			other = 'b'
		}
		if WellFormedKey(key[:i] + string(other) + key[i+1:]) {
			t.Errorf("a typo in character %d passes", i)
		}
	}
	for _, bad := range []string{"", KeyMarker, key[1:], key[:len(key)-1], key + "0", strings.Replace(key, "live", "test", 1), strings.Repeat("é", 20)} {
		if WellFormedKey(bad) {
			t.Errorf("%q passes", bad)
		}
	}
	if strings.Contains(KeyPrefix(key), key[len(KeyMarker)+6:]) || KeyHash(key) == KeyHash(key+"0") {
		t.Error("a prefix shows the secret, or two keys have one hash")
	}
}
