package service

import (
	"context"
	"crypto/sha512"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/auditctl/auditctl/internal/pgtest"
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/audittest"
	"github.com/auditctl/auditctl/pkg/store"
	"github.com/auditctl/auditctl/pkg/store/postgres"
	"github.com/auditctl/auditctl/pkg/store/sqlite"
)

const (
	email  = "a@example.com"
	phrase = "correct horse battery"
)

// hasher stands for argon2id, which takes its time, and counts what it is asked.
type hasher struct {
	mu    sync.Mutex
	works []work
}

func (h *hasher) derive(password, salt []byte, rounds, memory uint32, threads uint8, length uint32) []byte {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.works = append(h.works, work{memory, rounds, threads})
	sum := sha512.Sum512(fmt.Appendf(nil, "%q %q %d %d %d %d", password, salt, rounds, memory, threads, length))
	return sum[:length]
}

// asked gives what was asked since the last time.
func (h *hasher) asked() []work {
	h.mu.Lock()
	defer h.mu.Unlock()
	works := h.works
	h.works = nil
	return works
}

// town is some nodes on one store, by one clock and one hasher.
type town struct {
	clock
	hasher
	nodes []*Service
}

// onEveryStore runs a test over two nodes on each kind of store.
func onEveryStore(t *testing.T, test func(t *testing.T, town *town)) {
	t.Helper()
	t.Parallel()
	for name, open := range map[string]func(t *testing.T) func() (store.Store, error){
		"SQLite": func(t *testing.T) func() (store.Store, error) {
			path := filepath.Join(t.TempDir(), "x.db")
			return func() (store.Store, error) { return sqlite.Open(context.Background(), path) }
		},
		"PostgreSQL": func(t *testing.T) func() (store.Store, error) {
			address := pgtest.URL(t)
			return func() (store.Store, error) { return postgres.Open(context.Background(), address) }
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			again := open(t)
			test(t, newTown(t, again, again))
		})
	}
}

func newTown(t *testing.T, opens ...func() (store.Store, error)) *town {
	t.Helper()
	w := new(town)
	for _, open := range opens {
		kept, err := open()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := kept.Close(); err != nil {
				t.Error(err)
			}
		})
		s := New(Config{Store: kept, Runner: audittest.NewSites(w.now), Now: w.now})
		s.passwords.derive = w.derive
		w.nodes = append(w.nodes, s)
	}
	return w
}

func newVillage(t *testing.T) (*town, *Service) {
	t.Helper()
	w := newTown(t, func() (store.Store, error) {
		return sqlite.Open(context.Background(), filepath.Join(t.TempDir(), "x.db"))
	})
	return w, w.nodes[0]
}

func invite(t *testing.T, s *Service, email string) string {
	t.Helper()
	i, err := s.Invite(t.Context(), email)
	if err != nil || len(i.Token) != invitationLength || i.Email != strings.ToLower(email) {
		t.Fatalf("%+v, %v", i, err)
	}
	return i.Token
}

// settle makes an account with a password.
func settle(t *testing.T, s *Service, email, password string) store.Account {
	t.Helper()
	if _, err := s.CreateAccount(t.Context(), email, audit.Individual, 0); err != nil {
		t.Fatal(err)
	}
	a, err := s.Accept(t.Context(), invite(t, s, email), password)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func wantCode(t *testing.T, what string, err error, want audit.Code) {
	t.Helper()
	if audit.CodeOf(err) != want {
		t.Errorf("%s: %v (%s), want %s", what, err, audit.CodeOf(err), want)
	}
}

func TestAnInvitationSetsAPasswordOnce(t *testing.T) {
	onEveryStore(t, func(t *testing.T, w *town) {
		ctx, here, there := t.Context(), w.nodes[0], w.nodes[1]
		made, err := here.CreateAccount(ctx, email, audit.Individual, 0)
		if err != nil {
			t.Fatal(err)
		}
		replaced, used := invite(t, here, email), invite(t, here, strings.ToUpper(email))
		if a, err := there.Invited(ctx, used); err != nil || a.ID != made.ID || a.Password != "" {
			t.Fatalf("%+v, %v", a, err)
		}
		_, err = there.Accept(ctx, used, "short")
		wantCode(t, "a short password", err, audit.CodeValidationFailed)
		a, err := there.Accept(ctx, used, phrase)
		if err != nil || a.ID != made.ID || a.Password == "" || strings.Contains(a.Password, phrase) || a.SessionsFrom.IsZero() {
			t.Fatalf("%+v, %v", a, err)
		}
		if in, err := here.SignIn(ctx, "A@Example.com", phrase); err != nil || in.ID != made.ID || !in.SessionsFrom.Equal(a.SessionsFrom) {
			t.Errorf("%+v, %v", in, err)
		}
		w.asked()
		for name, token := range map[string]string{
			"used": used, "replaced": replaced, "guessed": strings.Repeat("A", invitationLength), "too short": used[1:], "malformed": strings.Repeat("\x00", invitationLength), "none": "",
		} {
			_, err := here.Invited(ctx, token)
			wantCode(t, name, err, audit.CodeNotFound)
			_, err2 := here.Accept(ctx, token, "another password")
			wantCode(t, "accepting "+name, err2, audit.CodeNotFound)
			if err.Error() != uninvited().Message || err2.Error() != uninvited().Message {
				t.Errorf("%s: %v, %v", name, err, err2)
			}
		}
		expired := invite(t, here, email)
		w.advance(InvitationAge)
		_, err = here.Accept(ctx, expired, "another password")
		wantCode(t, "expired", err, audit.CodeNotFound)
		disabled := invite(t, here, email)
		if err := here.DisableAccount(ctx, email); err != nil {
			t.Fatal(err)
		}
		_, err = there.Accept(ctx, disabled, "another password")
		wantCode(t, "of a disabled account", err, audit.CodeNotFound)
		_, err = here.Invite(ctx, email)
		wantCode(t, "inviting to a disabled account", err, audit.CodeValidationFailed)
		_, err = here.Invite(ctx, "b@example.com")
		wantCode(t, "inviting nobody", err, audit.CodeNotFound)
		if n := len(w.asked()); n != 0 {
			t.Errorf("%d passwords are hashed for who isn't invited", n)
		}
	})
}

func TestOfManyWhoAcceptOneInvitationOneWins(t *testing.T) {
	onEveryStore(t, func(t *testing.T, w *town) {
		ctx := t.Context()
		if _, err := w.nodes[0].CreateAccount(ctx, email, audit.Individual, 0); err != nil {
			t.Fatal(err)
		}
		token := invite(t, w.nodes[0], email)
		var mu sync.Mutex
		var winners []string
		var wg sync.WaitGroup
		for n := range 12 {
			wg.Go(func() {
				password := fmt.Sprintf("%s %d", phrase, n)
				switch _, err := w.nodes[n%2].Accept(ctx, token, password); audit.CodeOf(err) {
				case "":
					mu.Lock()
					defer mu.Unlock()
					winners = append(winners, password)
				case audit.CodeNotFound:
				default:
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if len(winners) != 1 {
			t.Fatalf("%d passwords were set", len(winners))
		}
		if _, err := w.nodes[0].SignIn(ctx, email, winners[0]); err != nil {
			t.Error(err)
		}
	})
}

func TestEveryRefusedSignInIsTheSameAnswerAfterTheSameWork(t *testing.T) {
	onEveryStore(t, func(t *testing.T, w *town) {
		ctx, s := t.Context(), w.nodes[0]
		a := settle(t, s, email, phrase)
		settle(t, s, "disabled@example.com", phrase)
		if err := s.DisableAccount(ctx, "disabled@example.com"); err != nil {
			t.Fatal(err)
		}
		if _, err := s.CreateAccount(ctx, "new@example.com", audit.Individual, 0); err != nil {
			t.Fatal(err)
		}
		w.asked()
		for name, try := range map[string][2]string{
			"a wrong password":         {email, "wrong horse battery"},
			"no password":              {email, ""},
			"longer than one may be":   {email, phrase + strings.Repeat("x", 2*MaxPassword)},
			"an unknown address":       {"b@example.com", phrase},
			"a disabled account":       {"disabled@example.com", phrase},
			"one without a password":   {"new@example.com", ""},
			"an id for an address":     {a.ID, phrase},
			"an address that can't be": {"a\x00@example.com", phrase},
			"a very long address":      {strings.Repeat("a", 1<<16) + "@example.com", phrase},
			"no address":               {"", ""},
		} {
			got, err := s.SignIn(ctx, try[0], try[1])
			var e *audit.Error
			if !errors.As(err, &e) || e.Code != audit.CodeUnauthorized || e.Message != refused(0).Message || e.RetryAfter != 0 || len(e.Fields) != 0 {
				t.Errorf("%s: %+v, %v", name, got, err)
			}
			if works := w.asked(); len(works) != 1 || works[0] != todaysWork {
				t.Errorf("%s: the work is %v", name, works)
			}
		}
	})
}

func TestAPasswordThatIsKeptBrokenLetsNobodyInAndBreaksNothing(t *testing.T) {
	w, s := newVillage(t)
	ctx := t.Context()
	a := settle(t, s, email, phrase)
	set := func(kept string) {
		t.Helper()
		if err := s.locked(ctx, a.ID, func(tx store.Tx, a store.Account) error { return tx.SetPassword(ctx, a.ID, kept, a.SessionsFrom) }); err != nil {
			t.Fatal(err)
		}
	}
	good := a.Password
	change := func(old, with string) string {
		t.Helper()
		changed := strings.Replace(good, old, with, 1)
		if changed == good {
			t.Fatalf("%q isn't in %q", old, good)
		}
		return changed
	}
	parts := strings.Split(good, "$")
	for _, kept := range []string{
		"$", "$$$$$", phrase, parts[5], good[1:], good + "$", good + "=", good[:len(good)-1], "x" + good,
		change("argon2id", "argon2i"), change("v=19", "v=16"), change("m=19456", "m=0"), change("m=19456", "m=4294967295"), change("m=19456", "m=-1"), change("m=19456", "m=7"),
		change("t=2", "t=0"), change("t=2", "t=1000000"), change("p=1", "p=0"), change("p=1", "p=255"), change("p=1", "p=256"), change("p=1", "p=1,x=1"), change("p=1", "p=01"),
		change(parts[4], ""), change(parts[5], ""), change(parts[5], "AAAA"), change(parts[4], strings.Repeat("A", 4000)), change(parts[5], strings.Repeat("A", len(parts[5]))),
		change(parts[4], parts[4][:10]+"\n"+parts[4][10:]),
	} {
		set(kept)
		s.trials.forget(triedFor("address", email))
		w.asked()
		if got, err := s.SignIn(ctx, email, phrase); audit.CodeOf(err) != audit.CodeUnauthorized {
			t.Errorf("%s: %+v, %v", kept, got, err)
		}
		if works := w.asked(); len(works) != 1 || works[0].memory > 256*1024 {
			t.Errorf("%s: the work is %v", kept, works)
		}
	}
	set(good)
	s.trials.forget(triedFor("address", email))
	if _, err := s.SignIn(ctx, email, phrase); err != nil {
		t.Error(err)
	}
}

// The hash is of the test vectors of the reference implementation of Argon2 (phc-winner-argon2, src/test.c).
func TestAPasswordIsKeptInTheCustomaryForm(t *testing.T) {
	p := newPasswords()
	const vector = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc"
	for password, want := range map[string]bool{"password": true, "Password": false} {
		right, current, err := p.verify(t.Context(), vector, password)
		if right != want || current || err != nil {
			t.Errorf("%s: %v, %v, %v", password, right, current, err)
		}
	}
	one, err := p.set(t.Context(), phrase)
	two, err2 := p.set(t.Context(), phrase)
	right, current, err3 := p.verify(t.Context(), one, phrase)
	if err := errors.Join(err, err2, err3); err != nil || one == two || !right || !current || !strings.HasPrefix(one, "$argon2id$v=19$m=19456,t=2,p=1$") {
		t.Errorf("%s, %s, %v, %v, %v", one, two, right, current, err)
	}
}

func TestAPasswordIsHashedAnewWhereTheWorkHasChanged(t *testing.T) {
	onEveryStore(t, func(t *testing.T, w *town) {
		ctx, s := t.Context(), w.nodes[0]
		a := settle(t, s, email, phrase)
		old := secret{work: work{8 * 1024, 1, 1}, salt: []byte("somesalt")}
		old.hash = w.derive([]byte(phrase), old.salt, old.rounds, old.memory, old.threads, 32)
		err := s.locked(ctx, a.ID, func(tx store.Tx, a store.Account) error {
			return tx.SetPassword(ctx, a.ID, old.String(), a.SessionsFrom)
		})
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if _, err := s.SignIn(ctx, email, phrase); err != nil {
				t.Fatal(err)
			}
			got, err := s.account(ctx, email)
			if kept, ok := parseSecret(got.Password); err != nil || !ok || kept.work != todaysWork || !got.SessionsFrom.Equal(a.SessionsFrom) {
				t.Errorf("%+v, %v", got, err)
			}
		}
	})
}

func TestTooManyWrongPasswordsAreRefusedUnread(t *testing.T) {
	w, s := newVillage(t)
	ctx := t.Context()
	a := settle(t, s, email, phrase)
	settle(t, s, "b@example.com", phrase)
	limited := func(what, email string) {
		t.Helper()
		w.asked()
		_, err := s.SignIn(ctx, email, phrase)
		var e *audit.Error
		if !errors.As(err, &e) || e.Code != audit.CodeUnauthorized || e.RetryAfter <= 0 || e.RetryAfter > attemptsWithin || e.Message != refused(1).Message {
			t.Errorf("%s: %+v", what, err)
		}
		if works := w.asked(); len(works) != 0 {
			t.Errorf("%s: %d passwords are read", what, len(works))
		}
	}
	for range 5 { // what is right isn't counted
		if _, err := s.SignIn(ctx, email, phrase); err != nil {
			t.Fatal(err)
		}
	}
	w.asked()
	var wg sync.WaitGroup
	for n := range 3 * maxAttempts { // at once, so that none is over when the others begin
		wg.Go(func() {
			_, err := s.SignIn(ctx, []string{email, strings.ToUpper(email)}[n%2], "a guess")
			wantCode(t, "a guess", err, audit.CodeUnauthorized)
		})
	}
	wg.Wait()
	if n := len(w.asked()); n != maxAttempts {
		t.Errorf("%d guesses are read", n)
	}
	limited("the right password after too many", email)
	for range maxAttempts {
		_, err := s.SignIn(ctx, "nobody@example.com", "a guess")
		wantCode(t, "a guess at nobody", err, audit.CodeUnauthorized)
	}
	limited("an address without an account", "nobody@example.com")
	if _, err := s.SignIn(ctx, "b@example.com", phrase); err != nil {
		t.Errorf("another address: %v", err)
	}

	if err := s.ChangePassword(ctx, a.ID, phrase, phrase+" 2"); err != nil {
		t.Errorf("strangers' attempts keep who is signed in from changing the password: %v", err)
	}
	if _, err := s.Accept(ctx, invite(t, s, email), phrase); err != nil {
		t.Fatal(err)
	}
	if _, err := s.SignIn(ctx, email, phrase); err != nil {
		t.Errorf("an invitation is no way in: %v", err)
	}
	for range maxAttempts {
		wantCode(t, "a wrong present password", s.ChangePassword(ctx, a.ID, "a guess", phrase+" 3"), audit.CodeUnauthorized)
	}
	w.asked()
	wantCode(t, "changing after too many", s.ChangePassword(ctx, a.ID, phrase, phrase+" 3"), audit.CodeUnauthorized)
	if n := len(w.asked()); n != 0 {
		t.Errorf("%d passwords are read", n)
	}
	w.advance(attemptsWithin)
	for _, email := range []string{email, "nobody@example.com"} {
		w.asked()
		if _, err := s.SignIn(ctx, email, phrase); len(w.asked()) != 1 {
			t.Errorf("%s, when the time is over: %v", email, err)
		}
	}
}

func TestTriedAddressesAreForgottenWhenThereAreTooMany(t *testing.T) {
	var tr trials
	now := time.Now()
	for n := range attemptsKept {
		tr.take(triedFor("address", fmt.Sprint(n)), now)
	}
	tr.take(triedFor("address", "one more"), now)
	if n := len(tr.at); n != attemptsKept {
		t.Errorf("%d are kept", n)
	}
	tr.take(triedFor("address", "later"), now.Add(attemptsWithin))
	if n := len(tr.at); n != 1 {
		t.Errorf("%d are kept for too long", n)
	}
	who := triedFor("address", "set back")
	for range maxAttempts {
		tr.take(who, now.Add(24*time.Hour))
	}
	if _, wait := tr.take(who, now); wait != 0 {
		t.Errorf("a clock that was set back refuses for %s", wait)
	}
}

func TestTwoPasswordsAreHashedAtOnceAndAFewWait(t *testing.T) {
	_, s := newVillage(t)
	let := make(chan struct{})
	s.passwords.patient = 5 * time.Minute
	var mu sync.Mutex
	running, most := 0, 0
	s.passwords.derive = func(_, _ []byte, _, _ uint32, _ uint8, length uint32) []byte {
		mu.Lock()
		running++
		most = max(most, running)
		mu.Unlock()
		<-let
		mu.Lock()
		running--
		mu.Unlock()
		return make([]byte, length)
	}
	var wg sync.WaitGroup
	for n := range hashingAtOnce + hashingWaiting {
		wg.Go(func() {
			_, err := s.SignIn(t.Context(), fmt.Sprintf("a%d@example.com", n), phrase)
			wantCode(t, "who waited", err, audit.CodeUnauthorized)
		})
	}
	for deadline := time.Now().Add(time.Minute); len(s.passwords.waiting) < cap(s.passwords.waiting); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("they don't come")
		}
	}
	for range maxAttempts + 1 { // it isn't held against them
		_, err := s.SignIn(t.Context(), email, phrase)
		wantCode(t, "one too many", err, audit.CodeOverloaded)
	}
	close(let)
	wg.Wait()
	if most != hashingAtOnce {
		t.Errorf("%d were hashed at once", most)
	}
	if len(s.passwords.waiting) != 0 || len(s.passwords.running) != 0 {
		t.Error("places aren't given back")
	}
}

func TestWhoGoesAwayGivesUpThePlace(t *testing.T) {
	_, s := newVillage(t)
	for range hashingAtOnce {
		s.passwords.running <- struct{}{}
	}
	ctx, cancel := context.WithCancel(t.Context())
	left := make(chan error, 1)
	go func() {
		_, _, err := s.passwords.verify(ctx, "", phrase)
		left <- err
	}()
	cancel()
	if err := <-left; !errors.Is(err, context.Canceled) || len(s.passwords.waiting) != 0 {
		t.Errorf("%v, %d wait", err, len(s.passwords.waiting))
	}
}

func TestPasswordsHaveBounds(t *testing.T) {
	_, s := newVillage(t)
	a := settle(t, s, "office@example.com", phrase)
	for password, want := range map[string]audit.Code{
		"éàùçôîâêûœæï":                                            "", // MinPassword characters
		strings.Repeat("é", MinPassword-1):                        audit.CodeValidationFailed,
		strings.Repeat("tuner mango ", MaxPassword)[:MaxPassword]: "",
		strings.Repeat("x", MaxPassword+1):                        audit.CodeValidationFailed,
		strings.Repeat("é", MaxPassword/2) + "x":                  audit.CodeValidationFailed,
		"not UTF-8 at all \xff":                                   audit.CodeValidationFailed,
		"Office@Example.com":                                      audit.CodeValidationFailed,
		"\x00 <script> \u202e x":                                  "",
	} {
		_, err := s.Accept(t.Context(), invite(t, s, "office@example.com"), password)
		wantCode(t, fmt.Sprintf("accepting %.20q", password), err, want)
		if want == "" {
			if _, err := s.SignIn(t.Context(), "office@example.com", password); err != nil {
				t.Errorf("%.20q doesn't let in: %v", password, err)
			}
			if err := s.ChangePassword(t.Context(), a.ID, password, phrase); err != nil {
				t.Error(err)
			}
			continue
		}
		wantCode(t, fmt.Sprintf("changing to %.20q", password), s.ChangePassword(t.Context(), a.ID, phrase, password), want)
	}
}

func TestSessionsEndOnEveryNodeWithinASecond(t *testing.T) {
	onEveryStore(t, func(t *testing.T, w *town) {
		ctx, here, there := t.Context(), w.nodes[0], w.nodes[1]
		a := settle(t, here, email, phrase)
		from := a.SessionsFrom
		for _, step := range []struct {
			name string
			do   func() error
			set  string // the password from then on
		}{
			{"signing out everywhere", func() error { return here.EndSessions(ctx, a.ID) }, phrase},
			{"another password", func() error { return here.ChangePassword(ctx, a.ID, phrase, phrase+" 2") }, phrase + " 2"},
			{"an accepted invitation", func() error {
				_, err := here.Accept(ctx, invite(t, here, email), phrase+" 3")
				return err
			}, phrase + " 3"},
			{"a clock that is behind", func() error { w.advance(-time.Hour); return here.EndSessions(ctx, a.ID) }, phrase + " 3"},
		} {
			w.advance(time.Second)
			if _, err := there.Account(ctx, a.ID); err != nil { // it is read a moment ago
				t.Fatal(err)
			}
			if err := step.do(); err != nil {
				t.Fatalf("%s: %v", step.name, err)
			}
			now, err := here.Account(ctx, a.ID)
			if err != nil || !now.SessionsFrom.After(from) {
				t.Errorf("%s, here: sessions from %v on, before %v, %v", step.name, now.SessionsFrom, from, err)
			}
			w.advance(time.Second)
			if elsewhere, err := there.Account(ctx, a.ID); err != nil || !elsewhere.SessionsFrom.Equal(now.SessionsFrom) {
				t.Errorf("%s, elsewhere: %v, %v", step.name, elsewhere.SessionsFrom, err)
			}
			from = now.SessionsFrom
			if in, err := there.SignIn(ctx, email, step.set); err != nil || !in.SessionsFrom.Equal(from) {
				t.Errorf("%s: signing in again: %v, %v", step.name, in.SessionsFrom, err)
			}
		}
		if _, err := there.SignIn(ctx, email, phrase); audit.CodeOf(err) != audit.CodeUnauthorized {
			t.Errorf("the first password lets in: %v", err)
		}
		if err := here.DisableAccount(ctx, email); err != nil {
			t.Fatal(err)
		}
		w.advance(time.Second)
		for _, s := range w.nodes {
			_, err := s.Account(ctx, a.ID)
			wantCode(t, "a disabled account", err, audit.CodeNotFound)
		}
		wantCode(t, "its password", here.ChangePassword(ctx, a.ID, phrase+" 3", phrase), audit.CodeNotFound)
		for _, id := range []string{"", email, "acc_x", "acc_" + strings.Repeat("0", idLength), "\x00"} {
			_, err := here.Account(ctx, id)
			wantCode(t, fmt.Sprintf("%q", id), err, audit.CodeNotFound)
		}
	})
}

func TestAPasswordThatIsChangedMeanwhileDoesNotLetIn(t *testing.T) {
	w, s := newVillage(t)
	ctx := t.Context()
	a := settle(t, s, email, phrase)
	began := false
	s.passwords.derive = func(password, salt []byte, rounds, memory uint32, threads uint8, length uint32) []byte {
		if !began {
			began = true
			if err := s.ChangePassword(ctx, a.ID, phrase, phrase+" 2"); err != nil {
				t.Error(err)
			}
		}
		return w.derive(password, salt, rounds, memory, threads, length)
	}
	_, err := s.SignIn(ctx, email, phrase)
	wantCode(t, "the password of before", err, audit.CodeUnauthorized)
	if _, err := s.SignIn(ctx, email, phrase+" 2"); err != nil {
		t.Error(err)
	}
}

func TestKeysOfAnotherAccountDoNotExist(t *testing.T) {
	onEveryStore(t, func(t *testing.T, w *town) {
		ctx, s := t.Context(), w.nodes[0]
		_, own := newKey(t, s, email, audit.Individual, 0)
		secret, other := newKey(t, s, "b@example.com", audit.Individual, 0)
		unknown := strings.Replace(other.KeyID, other.KeyID[len(other.KeyID)-4:], "zzzz", 1)
		for _, id := range []string{other.KeyID, unknown, "", "key_x", "' OR 1=1 --", "\x00", other.AccountID} {
			for _, account := range []string{own.AccountID, ""} {
				_, _, err := s.RotateKeyOf(ctx, account, id, 0)
				for what, err := range map[string]error{"revoking": s.RevokeKeyOf(ctx, account, id), "rotating": err} {
					if audit.CodeOf(err) != audit.CodeNotFound || err.Error() != noKey().Message {
						t.Errorf("%s %q for %q: %v", what, id, account, err)
					}
				}
			}
		}
		if _, err := s.Authenticate(ctx, secret); err != nil {
			t.Errorf("another's key: %v", err)
		}
		for account, want := range map[string]int{own.AccountID: 1, "": 0, "acc_x": 0} {
			if list, err := s.KeysOf(ctx, account); err != nil || len(list) != want {
				t.Errorf("keys of %q: %+v, %v", account, list, err)
			}
		}
		rotated, k, err := s.RotateKeyOf(ctx, own.AccountID, own.KeyID, time.Hour)
		if err != nil || k.AccountID != own.AccountID {
			t.Fatalf("%+v, %v", k, err)
		}
		if err := s.RevokeKeyOf(ctx, own.AccountID, k.ID); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Authenticate(ctx, rotated); audit.CodeOf(err) != audit.CodeUnauthorized {
			t.Errorf("a revoked key: %v", err)
		}
	})
}

func TestAnAccountHasRoomForAHundredKeys(t *testing.T) {
	w, s := newVillage(t)
	a, err := s.CreateAccount(t.Context(), email, audit.Individual, 0)
	if err != nil {
		t.Fatal(err)
	}
	for n := range maxKeys {
		if _, _, err := s.CreateKey(t.Context(), a.ID, "", time.Duration(n/(maxKeys-1))*time.Hour); err != nil { // the last one ends
			t.Fatal(err)
		}
	}
	_, _, err = s.CreateKey(t.Context(), a.ID, "", 0)
	wantCode(t, "one more", err, audit.CodeValidationFailed)
	w.advance(time.Hour)
	if _, _, err := s.CreateKey(t.Context(), a.ID, "", 0); err != nil {
		t.Errorf("after one has ended: %v", err)
	}
}

func TestUnitsComeBackOnTheirDay(t *testing.T) {
	onEveryStore(t, func(t *testing.T, w *town) {
		ctx, s := t.Context(), w.nodes[0]
		caller := newCaller(t, s, email, audit.Agency, 100)
		caller.KeyID = ""
		noon := time.Date(2027, 1, 10, 12, 0, 0, 0, time.UTC)
		w.advance(noon.Sub(w.now()))
		for day, sites := range []int{3, 0, 2} {
			for n := range sites {
				if _, err := s.For(caller).Submit(ctx, audit.Submission{URLs: []string{fmt.Sprintf("https://s%d-%d.example/", day, n)}}); err != nil {
					t.Fatal(err)
				}
			}
			w.advance(24 * time.Hour)
		}
		got, err := s.Usage(ctx, caller.AccountID)
		if err != nil || len(got) != 2 || got[0].Units != 3 || got[1].Units != 2 {
			t.Fatalf("%+v, %v", got, err)
		}
		for i, day := range []int{0, 2} {
			if at := noon.Add(time.Duration(day)*24*time.Hour + audit.QuotaWindow); got[i].At.Before(at) || got[i].At.After(at.Add(time.Hour)) {
				t.Errorf("%d units come back at %v, want %v", got[i].Units, got[i].At, at)
			}
		}
		w.advance(audit.QuotaWindow - 48*time.Hour)
		if got, err := s.Usage(ctx, caller.AccountID); err != nil || len(got) != 1 || got[0].Units != 2 {
			t.Errorf("%+v, %v", got, err)
		}
		if got, err := s.Usage(ctx, "acc_x"); err != nil || len(got) != 0 {
			t.Errorf("of nobody: %+v, %v", got, err)
		}
	})
}

func TestTwoWhoChangeAnAccountAtOnceBothSucceed(t *testing.T) {
	onEveryStore(t, func(t *testing.T, w *town) {
		ctx := t.Context()
		settle(t, w.nodes[0], email, phrase)
		var wg sync.WaitGroup
		for n, change := range []func(s *Service) error{
			func(s *Service) error { return s.SetPlan(ctx, email, audit.Agency, 7) },
			func(s *Service) error { return s.SetOperator(ctx, email, true) },
			func(s *Service) error { return s.DisableAccount(ctx, email) },
		} {
			wg.Go(func() {
				if err := change(w.nodes[n%2]); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		list, err := w.nodes[0].Accounts(ctx)
		if err != nil || len(list) != 1 || list[0].Plan != audit.Agency || list[0].Limit != 7 || !list[0].Operator || list[0].DisabledAt == nil || list[0].Password == "" {
			t.Errorf("%+v, %v", list, err)
		}
	})
}

func TestFailuresAreCountedOnTheAccountWhateverTheKey(t *testing.T) {
	r := &runner{sites: map[string]func(context.Context) error{}}
	const limit = 3
	s := newService(t, r, func(c *Config) { c.FailureLimit = limit; c.Now = time.Now })
	ctx := t.Context()
	key := newCaller(t, s, email, audit.Agency, 100)
	bare, other := audit.Caller{AccountID: key.AccountID}, audit.Caller{AccountID: newCaller(t, s, "b@example.com", audit.Agency, 100).AccountID}
	var urls []string
	for n := range limit + 1 {
		host := fmt.Sprintf("gone%d.example", n)
		r.sites[host] = func(context.Context) error {
			if n%2 == 0 {
				return audit.Errorf(audit.CodeAddressNotPublic, "looked up, and not public")
			}
			return audit.Errorf(audit.CodeDNSNotFound, "no such site")
		}
		urls = append(urls, "https://"+host+"/")
	}
	receipt, err := s.For(bare).Submit(ctx, audit.Submission{URLs: urls})
	if err != nil {
		t.Fatal(err)
	}
	working(t, s, "node")
	for deadline := time.Now().Add(5 * time.Minute); ; time.Sleep(5 * time.Millisecond) {
		b, err := s.For(bare).Batch(ctx, receipt.BatchID)
		if err != nil {
			t.Fatal(err)
		}
		if b.Pending == 0 {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("%+v", b)
		}
	}
	secret, _, err := s.CreateKey(ctx, email, "new", 0)
	if err != nil {
		t.Fatal(err)
	}
	fresh, err := s.Authenticate(ctx, secret)
	if err != nil {
		t.Fatal(err)
	}
	for name, row := range map[string]struct {
		caller audit.Caller
		want   audit.Code
	}{
		"the account":     {bare, audit.CodeTooManyFailures},
		"its key":         {key, audit.CodeTooManyFailures},
		"a new key of it": {fresh, audit.CodeTooManyFailures},
		"another account": {other, ""},
	} {
		_, err := s.For(row.caller).Submit(ctx, audit.Submission{URLs: []string{"https://ok.example/"}})
		wantCode(t, name, err, row.want)
	}
}
