package service

import (
	"errors"
	"strings"
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
)

func TestPasswordsThatAttackersTryFirstAreRefused(t *testing.T) {
	for _, password := range []string{
		"aaaaaaaaaaaa", "abababababab", "121212121212", "123456789012", "abcdefghijkl", "zyxwvutsrqpo", "qwertyuiopas", "azertyuiop123",
		"Password1234", "P@ssw0rd2026!", "motdepasse123", "auditctl2026!!", "hunterhunter", "office12345678", "Office@Example.com!",
		"letmeinletmein", "correcthorsebatterystaple", "éééééééééééé",
		"1qaz2wsx3edc", "            ", "password password", strings.Repeat("x", 1000),
	} {
		err := fit(password, "office@example.com")
		var fault *audit.Error
		if !errors.As(err, &fault) || len(fault.Fields) != 1 || fault.Fields[0].Code != "guessable" {
			t.Errorf("%.40q: %v", password, err)
		}
	}
	for _, password := range []string{
		"a long enough password", "tuner mango cloud fjord", "k3Xq9-vB2.mWz", "une phrase assez longue", "83920174651", "пароль-дом-река",
		"東京大阪名古屋札幌福岡仙台", "mississippi steamboat", "officeKv92.xTq", "8302174965128",
	} {
		if err := fit(password, "office@example.com"); err != nil && len(password) >= MinPassword {
			t.Errorf("%q: %v", password, err)
		}
	}
}

func FuzzGuessable(f *testing.F) {
	f.Add("aaaaaaaaaaaa", "office@example.com")
	f.Add("İİİİİİİİİİİİ", "@")
	f.Fuzz(func(_ *testing.T, password, email string) { _ = fit(password, email) })
}
