package service

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/crypto/argon2"

	"github.com/auditctl/auditctl/pkg/audit"
)

// How long a password is.
const (
	MinPassword = 12   // characters
	MaxPassword = 1000 // bytes
)

const (
	hashingAtOnce  = 2  // each holds 19 MiB and a core
	hashingWaiting = 30 // about a second's work of one core
	hashingPatient = 5 * time.Second

	saltLength = 16 // bytes
	hashLength = 32 // bytes
)

// work is what argon2id is asked to spend on a password: KiB, rounds and threads.
type work struct {
	memory, rounds uint32
	threads        uint8
}

// todaysWork is OWASP's minimum for argon2id (Password Storage Cheat Sheet, looked at in November 2026).
var todaysWork = work{memory: 19 * 1024, rounds: 2, threads: 1}

// secret is what is kept of a password.
type secret struct {
	work
	salt, hash []byte
}

// nobodys is a secret that no password opens, for the work that an unknown address must cost too.
func nobodys() secret {
	return secret{work: todaysWork, salt: make([]byte, saltLength), hash: make([]byte, hashLength)}
}

// String is the PHC form: $argon2id$v=19$m=19456,t=2,p=1$salt$hash.
func (s secret) String() string {
	encode := base64.RawStdEncoding.EncodeToString
	return fmt.Sprintf("$argon2id$v=%d$%s$%s$%s", argon2.Version, s.work, encode(s.salt), encode(s.hash))
}

func (w work) String() string { return fmt.Sprintf("m=%d,t=%d,p=%d", w.memory, w.rounds, w.threads) }

// parseSecret reads the PHC form. It says false for what isn't it, or would cost more than a password may.
func parseSecret(text string) (secret, bool) {
	parts := strings.Split(text, "$")
	if len(parts) != 6 || parts[0] != "" || parts[1] != "argon2id" || parts[2] != fmt.Sprintf("v=%d", argon2.Version) {
		return secret{}, false
	}
	var s secret
	if _, err := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &s.memory, &s.rounds, &s.threads); err != nil {
		return secret{}, false
	}
	if s.memory > 256*1024 || s.rounds < 1 || s.rounds > 16 || s.threads < 1 || s.threads > 16 || s.memory < 8*uint32(s.threads) {
		return secret{}, false
	}
	decode := base64.RawStdEncoding.DecodeString
	var err1, err2 error
	s.salt, err1 = decode(parts[4])
	s.hash, err2 = decode(parts[5])
	within := len(s.salt) >= 8 && len(s.salt) <= 64 && len(s.hash) >= 16 && len(s.hash) <= 64
	return s, err1 == nil && err2 == nil && within && s.String() == text
}

// passwords makes secrets of passwords, and holds passwords against them: a few at once, since each takes memory and a core.
type passwords struct {
	derive  func(password, salt []byte, rounds, memory uint32, threads uint8, length uint32) []byte
	waiting chan struct{} // one for each that waits or runs
	running chan struct{}
	patient time.Duration // how long one waits for a place
}

func newPasswords() passwords {
	return passwords{
		derive: argon2.IDKey, waiting: make(chan struct{}, hashingAtOnce+hashingWaiting), running: make(chan struct{}, hashingAtOnce),
		patient: hashingPatient,
	}
}

// hash derives when there is a place. Errors: CodeOverloaded, and ctx's.
func (p *passwords) hash(ctx context.Context, password string, salt []byte, w work, length int) ([]byte, error) {
	busy := &audit.Error{Code: audit.CodeOverloaded, Message: "too many people are signing in at the moment; try again in a few seconds", RetryAfter: retryAfter}
	select {
	case p.waiting <- struct{}{}:
		defer func() { <-p.waiting }()
	default:
		return nil, busy
	}
	patient := time.NewTimer(p.patient)
	defer patient.Stop()
	select {
	case p.running <- struct{}{}:
		defer func() { <-p.running }()
	case <-patient.C:
		return nil, busy
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	return p.derive([]byte(password), salt, w.rounds, w.memory, w.threads, uint32(length)), nil
}

// set gives what is kept of a new password.
func (p *passwords) set(ctx context.Context, password string) (string, error) {
	s := secret{work: todaysWork, salt: make([]byte, saltLength)}
	if _, err := rand.Read(s.salt); err != nil {
		return "", fmt.Errorf("making a salt: %w", err)
	}
	var err error
	s.hash, err = p.hash(ctx, password, s.salt, s.work, hashLength)
	return s.String(), err
}

// verify says that a password is the one that kept was made of, and whether that is made as it would be today. It works as hard where kept is empty or
// can't be read.
func (p *passwords) verify(ctx context.Context, kept, password string) (right, current bool, err error) {
	s, ok := parseSecret(kept)
	if !ok {
		s = nobodys()
	}
	hash, err := p.hash(ctx, password[:min(len(password), MaxPassword)], s.salt, s.work, len(s.hash))
	if err != nil {
		return false, false, err
	}
	right = ok && len(password) <= MaxPassword && subtle.ConstantTimeCompare(hash, s.hash) == 1
	return right, s.work == todaysWork && len(s.salt) == saltLength && len(s.hash) == hashLength, nil
}

// fit refuses a password that nobody should have.
func fit(password, email string) error {
	switch {
	case !utf8.ValidString(password):
		return invalid("password", "malformed", "the password isn't written in UTF-8")
	case utf8.RuneCountInString(password) < MinPassword:
		return invalid("password", "too_short", "the password is too short; use at least %d characters, such as four words", MinPassword)
	case len(password) > MaxPassword:
		return invalid("password", "too_long", "the password is too long; at most %d bytes are allowed", MaxPassword)
	case strings.EqualFold(password, email):
		return invalid("password", "known", "the password is the e-mail address; use another")
	case guessable(password, email):
		return invalid("password", "guessable",
			"the password is mostly a common word, a part of the e-mail address, a repetition or a sequence; use several unrelated words")
	}
	return nil
}
