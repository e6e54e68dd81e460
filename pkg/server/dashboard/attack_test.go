package dashboard

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
)

func TestWhoSignsInGetsATokenThatNobodyHasSeen(t *testing.T) {
	s := newSite(t)
	at, _ := url.Parse(s.URL + "/dashboard")
	b := s.browser(t)
	b.Jar.SetCookies(at, []*http.Cookie{{Name: "auditctl", Value: "planted-by-somebody", Path: "/dashboard"}})
	b.in("ours@example.com")
	first := b.token()
	if first == "planted-by-somebody" || first == "" {
		t.Fatalf("the session has the token %q", first)
	}
	b.in("ours@example.com")
	if b.token() == first {
		t.Error("who signs in again keeps the token")
	}
	thief := s.browser(t)
	thief.Jar.SetCookies(at, []*http.Cookie{{Name: "auditctl", Value: first, Path: "/dashboard"}})
	if got := thief.get("/dashboard"); got.StatusCode != http.StatusSeeOther {
		t.Errorf("the token of before the second sign-in opens the dashboard: %d", got.StatusCode)
	}
	for token := range s.sessions {
		if token == b.token() {
			t.Error("the store holds the token itself")
		}
	}
}

func TestASessionCannotBeReplayedAfterSignOut(t *testing.T) {
	s := newSite(t)
	at, _ := url.Parse(s.URL + "/dashboard")
	b := s.browser(t).in("ours@example.com")
	stolen := b.token()
	if got := b.post("/dashboard/sign-out"); got.Header.Get("Location") != "/dashboard/sign-in" {
		t.Fatalf("%d", got.StatusCode)
	}
	if got := b.get("/dashboard/sign-in"); !strings.Contains(got.text, "You are signed out.") {
		t.Error("the page doesn't say that one is signed out")
	}
	thief := s.browser(t)
	thief.Jar.SetCookies(at, []*http.Cookie{{Name: "auditctl", Value: stolen, Path: "/dashboard"}})
	if got := thief.get("/dashboard/keys"); got.StatusCode != http.StatusSeeOther || !strings.HasPrefix(got.Header.Get("Location"), "/dashboard/sign-in?next=") {
		t.Errorf("%d %s", got.StatusCode, got.Header.Get("Location"))
	}
}

func TestSessionsEndWithTheAccountAndEverywhere(t *testing.T) {
	for name, end := range map[string]func(*site, *browser){
		"disabled":            func(s *site, _ *browser) { s.SetDisabled(t.Context(), ourID, true) },
		"signed out anywhere": func(s *site, _ *browser) { s.EndSessions(t.Context(), ourID) },
		"signed out everywhere": func(s *site, _ *browser) {
			s.browser(t).in("ours@example.com").post("/dashboard/settings/sign-out-everywhere")
		},
	} {
		s := newSite(t)
		b := s.browser(t).in("ours@example.com")
		end(s, b)
		if got := b.get("/dashboard"); got.StatusCode != http.StatusSeeOther {
			t.Errorf("%s: %d", name, got.StatusCode)
		}
		if got := b.get("/dashboard/batches/" + batchID + "/progress"); got.StatusCode != http.StatusUnauthorized {
			t.Errorf("%s: a script is answered %d", name, got.StatusCode)
		}
	}
}

func TestSessionsAreBoundedInTimeAndPollingKeepsNoneAlive(t *testing.T) {
	s := newSite(t)
	b := s.browser(t).in("ours@example.com")
	for _, k := range s.sessions {
		if left := time.Until(k.expires); left > sessionIdle+time.Minute {
			t.Errorf("an idle session lasts %s", left)
		}
		s.sessions = map[string]kept{"x": k}
	}
	s.later(10 * time.Minute)
	before := len(s.sessions)
	b.get("/dashboard/batches/" + batchID + "/progress")
	if len(s.sessions) != before {
		t.Error("a page that asks by itself wrote the session")
	}
}

func TestFormsOfOtherSitesAreRefused(t *testing.T) {
	s := newSite(t)
	b := s.browser(t).in("ours@example.com")
	posts := []string{
		"/dashboard/sign-in", "/dashboard/sign-out", "/dashboard/language", "/dashboard/invitation/open-sesame", "/dashboard/submit", "/dashboard/keys", "/dashboard/keys/" + ourKey + "/revoke",
		"/dashboard/keys/" + ourKey + "/rotate", "/dashboard/audits/" + doneID + "/delete", "/dashboard/settings/password", "/dashboard/settings/sign-out-everywhere",
	}
	for _, from := range []string{"cross-site", "same-site"} {
		b.from = from
		for _, path := range posts {
			if got := b.post(path, "urls", "example.com", "password", "a long enough password"); got.StatusCode != http.StatusForbidden || !strings.Contains(got.text, "was not sent from a page of this service") {
				t.Errorf("%s from %q: %d", path, from, got.StatusCode)
			}
		}
	}
	if len(s.submitted) != 0 || s.list[0].RevokedAt != nil || len(s.list) != 2 || s.invitations["open-sesame"] == "" {
		t.Error("a forged form did something")
	}
	b.from = "same-origin"
	if got := b.get("/dashboard"); got.StatusCode != http.StatusOK {
		t.Errorf("a forged form has signed its victim out: %d", got.StatusCode)
	}
}

// A program says neither where a form comes from nor holds anybody's cookie but its own.
func TestAProgramFillsInForms(t *testing.T) {
	s := newSite(t)
	b := s.browser(t)
	b.from = ""
	b.in("ours@example.com")
	if got := b.get("/dashboard"); got.StatusCode != http.StatusOK {
		t.Errorf("%d", got.StatusCode)
	}
}

func TestABrowserThatOnlySaysItsOriginIsBelieved(t *testing.T) {
	h, err := New(Config{Backend: newFake(t), BaseURL: "https://audits.example"})
	if err != nil {
		t.Fatal(err)
	}
	for origin, want := range map[string]int{"https://audits.example": 303, "http://inside:8080": 303, "https://evil.example": 403, "null": 403} {
		r := httptest.NewRequest(http.MethodPost, "http://inside:8080/dashboard/sign-in", strings.NewReader(url.Values{"email": {"ours@example.com"}, "password": {password}}.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Origin", origin)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code != want {
			t.Errorf("%s: %d, not %d", origin, w.Code, want)
		}
		if cookie := w.Header().Get("Set-Cookie"); want == 303 && (!strings.HasPrefix(cookie, "__Host-auditctl=") || !strings.Contains(cookie, "Path=/;") || !strings.Contains(cookie, "HttpOnly; Secure; SameSite=Lax")) {
			t.Errorf("the cookie is %q", cookie)
		}
	}
}

func TestAWrongPasswordAndAnUnknownAddressAreAnsweredTheSame(t *testing.T) {
	s := newSite(t)
	normal := func(a answer, email string) string { return strings.ReplaceAll(a.text, email, "EMAIL") }
	wrong := s.browser(t).post("/dashboard/sign-in", "email", "ours@example.com", "password", "not the password")
	unknown := s.browser(t).post("/dashboard/sign-in", "email", "nobody@example.com", "password", "not the password")
	if wrong.StatusCode != http.StatusUnauthorized || unknown.StatusCode != wrong.StatusCode || normal(wrong, "ours@example.com") != normal(unknown, "nobody@example.com") {
		t.Errorf("%d and %d, or they differ", wrong.StatusCode, unknown.StatusCode)
	}
	if !strings.Contains(wrong.text, `role="alert"`) || wrong.Header.Get("Set-Cookie") != "" {
		t.Error("the page says nothing, or begins a session")
	}
}

func TestGuessingIsSlowedDownAndGoesOnLater(t *testing.T) {
	s := newSite(t)
	b := s.browser(t)
	for i := range 10 {
		if got := b.post("/dashboard/sign-in", "email", "ours@example.com", "password", "guess"); got.StatusCode != http.StatusUnauthorized {
			t.Fatalf("attempt %d: %d", i, got.StatusCode)
		}
	}
	got := b.post("/dashboard/sign-in", "email", "ours@example.com", "password", password)
	if got.StatusCode != http.StatusTooManyRequests || got.Header.Get("Retry-After") != "10" || !strings.Contains(got.text, "Too many attempts") || s.guesses != 10 {
		t.Errorf("%d, Retry-After %q, %d guesses", got.StatusCode, got.Header.Get("Retry-After"), s.guesses)
	}
	if got := b.get("/dashboard/invitation/guessed"); got.StatusCode != http.StatusTooManyRequests {
		t.Errorf("invitations may be guessed instead: %d", got.StatusCode)
	}
	s.later(10 * time.Second)
	b.in("ours@example.com")
	for range 20 {
		b.in("ours@example.com") // what succeeds doesn't count
	}
}

func TestAnAccountThatIsGuessedAtHasToWait(t *testing.T) {
	s := newSite(t)
	s.wait = 90 * time.Second
	got := s.browser(t).post("/dashboard/sign-in", "email", "ours@example.com", "password", password)
	if got.StatusCode != http.StatusTooManyRequests || got.Header.Get("Retry-After") != "90" {
		t.Errorf("%d, Retry-After %q", got.StatusCode, got.Header.Get("Retry-After"))
	}
}

func TestWhatBelongsToAnotherIsAsUnknown(t *testing.T) {
	s := newSite(t)
	b := s.browser(t).in("ours@example.com")
	for _, path := range []string{"audits/%s", "audits/%s/report", "audits/%s/changes", "audits/%s/progress", "batches/%s", "batches/%s/report", "batches/%s/report?format=csv", "batches/%s/progress", "keys/%s"} {
		theirs := map[string]string{"a": foreign, "b": "bat_foreign", "k": theirKey}[path[:1]]
		if strings.HasPrefix(path, "batches") {
			theirs = "bat_foreign"
		}
		one := b.get("/dashboard/" + strings.Replace(path, "%s", theirs, 1))
		none := b.get("/dashboard/" + strings.Replace(path, "%s", "aud_nothing", 1))
		if one.StatusCode != http.StatusNotFound || none.StatusCode != http.StatusNotFound || strings.ReplaceAll(one.text, theirs, "ID") != strings.ReplaceAll(none.text, "aud_nothing", "ID") {
			t.Errorf("%s: %d and %d, or they differ", path, one.StatusCode, none.StatusCode)
		}
	}
	for _, path := range []string{"keys/" + theirKey + "/revoke", "keys/" + theirKey + "/rotate", "audits/" + foreign + "/delete"} {
		if got := b.post("/dashboard/" + path); got.StatusCode != http.StatusNotFound {
			t.Errorf("%s: %d", path, got.StatusCode)
		}
	}
	if s.list[1].RevokedAt != nil || len(s.list) != 2 {
		t.Error("another's key was changed")
	}
	for _, id := range []string{"..", "%2e%2e", "%00", strings.Repeat("a", 100), "A", "aud done"} {
		if got := b.get("/dashboard/audits/" + url.PathEscape(id)); got.StatusCode != http.StatusNotFound && got.StatusCode != http.StatusMovedPermanently && got.StatusCode != http.StatusTemporaryRedirect {
			t.Errorf("%q: %d", id, got.StatusCode)
		}
	}
}

func TestOnlyOperatorsSeeTheirPages(t *testing.T) {
	s := newSite(t)
	ours, boss, nobody := s.browser(t).in("ours@example.com"), s.browser(t).in("boss@example.com"), s.browser(t)
	for _, path := range []string{"accounts", "accounts/" + theirID, "keys", "queue", "queue/progress"} {
		if got := ours.get("/dashboard/operator/" + path); got.StatusCode != http.StatusNotFound {
			t.Errorf("%s for a subscriber: %d", path, got.StatusCode)
		}
		if got := nobody.get("/dashboard/operator/" + path); got.StatusCode != http.StatusSeeOther && got.StatusCode != http.StatusUnauthorized {
			t.Errorf("%s for nobody: %d", path, got.StatusCode)
		}
		if got := boss.get("/dashboard/operator/" + path); got.StatusCode != http.StatusOK {
			t.Errorf("%s for an operator: %d", path, got.StatusCode)
		}
	}
	for _, path := range []string{"accounts/" + theirID + "/plan", "accounts/" + theirID + "/disable", "accounts/" + theirID + "/enable", "keys/" + theirKey + "/revoke"} {
		if got := ours.post("/dashboard/operator/"+path, "plan", "unlimited"); got.StatusCode != http.StatusNotFound {
			t.Errorf("%s by a subscriber: %d", path, got.StatusCode)
		}
	}
	if a, err := s.Account(t.Context(), theirID); err != nil || a.Plan != audit.Agency || s.list[1].RevokedAt != nil {
		t.Errorf("a subscriber changed something: %+v %v", a, err)
	}
	boss.post("/dashboard/operator/accounts/"+theirID+"/plan", "plan", "unlimited")
	boss.post("/dashboard/operator/keys/" + theirKey + "/revoke")
	if a, _ := s.Account(t.Context(), theirID); a.Plan != audit.Unlimited || s.list[1].RevokedAt == nil {
		t.Error("an operator can't set a plan or revoke a key")
	}
	if got := boss.post("/dashboard/operator/accounts/"+theirID+"/plan", "plan", "agency", "limit", "many"); got.StatusCode != http.StatusUnprocessableEntity {
		t.Errorf("a limit that is none: %d", got.StatusCode)
	}
	boss.post("/dashboard/operator/accounts/" + theirID + "/disable")
	if _, err := s.Account(t.Context(), theirID); err == nil {
		t.Error("an operator can't disable an account")
	}
	boss.post("/dashboard/operator/accounts/" + theirID + "/enable")
	if got := boss.post("/dashboard/operator/accounts/" + bossID + "/disable"); got.StatusCode != http.StatusUnprocessableEntity {
		t.Errorf("an operator locked themselves out: %d", got.StatusCode)
	}
}

func TestAKeyIsShownOnceAndAsksForThePasswordAfterAWhile(t *testing.T) {
	s := newSite(t)
	b := s.browser(t).in("ours@example.com")
	got := b.post("/dashboard/keys", "name", "<b>ci</b>", "expires", "720h")
	if got.StatusCode != http.StatusOK || !strings.Contains(got.text, "auk_live_secret") || !strings.Contains(got.text, "&lt;b&gt;ci&lt;/b&gt;") || got.Header.Get("Cache-Control") != "private, no-store" {
		t.Errorf("%d %v", got.StatusCode, got.Header)
	}
	if k := s.list[2]; k.ExpiresAt == nil || !k.ExpiresAt.Equal(began.Add(720*time.Hour)) {
		t.Errorf("%+v", k)
	}
	for _, path := range []string{"/dashboard/keys", "/dashboard/keys/" + s.list[2].ID} {
		if strings.Contains(b.get(path).text, "auk_live_secret") {
			t.Errorf("%s shows the secret again", path)
		}
	}
	if got := b.post("/dashboard/keys", "name", "a\x01b"); got.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(got.text, "no control characters") {
		t.Errorf("a name with control characters: %d", got.StatusCode)
	}
	s.later(16 * time.Minute)
	made := len(s.list)
	for _, attempt := range [][]string{{"name", "late"}, {"name", "late", "password", "wrong"}} {
		if got := b.post("/dashboard/keys", attempt...); got.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(got.text, `autocomplete="current-password"`) || !strings.Contains(got.text, `value="late"`) {
			t.Errorf("%v: %d", attempt, got.StatusCode)
		}
		if got := b.post("/dashboard/keys/"+ourKey+"/rotate", attempt...); got.StatusCode != http.StatusUnprocessableEntity {
			t.Errorf("rotating, %v: %d", attempt, got.StatusCode)
		}
	}
	if len(s.list) != made {
		t.Error("a key was made without the password")
	}
	if got := b.post("/dashboard/keys", "name", "late", "password", password); got.StatusCode != http.StatusOK {
		t.Errorf("with the password: %d", got.StatusCode)
	}
	if got := b.post("/dashboard/keys/" + ourKey + "/rotate"); got.StatusCode != http.StatusOK { // it was given a moment ago
		t.Errorf("rotating then: %d", got.StatusCode)
	}
	for range 9 {
		got = b.post("/dashboard/keys", "name", "another")
	}
	if got.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(got.text, "as many keys as it can have") {
		t.Errorf("one key too many: %d", got.StatusCode)
	}
	if got := b.post("/dashboard/keys/" + s.list[2].ID + "/revoke"); got.Header.Get("Location") != "/dashboard/keys" || s.list[2].RevokedAt == nil {
		t.Errorf("revoking: %d", got.StatusCode)
	}
	if got := b.get("/dashboard/keys"); !strings.Contains(got.text, "The key is revoked.") {
		t.Error("the page doesn't say what was done")
	}
	if got := b.get("/dashboard/keys"); strings.Contains(got.text, "The key is revoked.") {
		t.Error("the page says it again")
	}
}

func TestAnInvitationIsAcceptedOnce(t *testing.T) {
	s := newSite(t)
	b := s.browser(t)
	if got := b.get("/dashboard/invitation/open-sesame"); got.StatusCode != http.StatusOK || !strings.Contains(got.text, "new@example.com") {
		t.Fatalf("%d", got.StatusCode)
	}
	if got := b.post("/dashboard/invitation/open-sesame", "password", "short"); got.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(got.text, `aria-describedby="error-password hint-password"`) {
		t.Errorf("a short password: %d", got.StatusCode)
	}
	if got := b.post("/dashboard/invitation/open-sesame", "password", password); got.Header.Get("Location") != "/dashboard" {
		t.Fatalf("%d", got.StatusCode)
	}
	if got := b.get("/dashboard"); got.StatusCode != http.StatusOK || !strings.Contains(got.text, "you are signed in") {
		t.Errorf("%d", got.StatusCode)
	}
	if got := s.browser(t).post("/dashboard/invitation/open-sesame", "password", password); got.StatusCode != http.StatusNotFound {
		t.Errorf("a second time: %d", got.StatusCode)
	}
}

func TestAPasswordIsChangedByWhoKnowsIt(t *testing.T) {
	s := newSite(t)
	b := s.browser(t).in("ours@example.com")
	if got := b.post("/dashboard/settings/password", "present", "wrong", "password", "another long one"); got.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(got.text, "not your present password") {
		t.Errorf("%d", got.StatusCode)
	}
	if got := b.post("/dashboard/settings/password", "present", password, "password", "short"); got.StatusCode != http.StatusUnprocessableEntity {
		t.Errorf("%d", got.StatusCode)
	}
	before := b.token()
	if got := b.post("/dashboard/settings/password", "present", password, "password", "another long one"); got.StatusCode != http.StatusSeeOther {
		t.Fatalf("%d", got.StatusCode)
	}
	if b.token() == before {
		t.Error("the session goes on under the old token")
	}
	if got := b.get("/dashboard/settings"); got.StatusCode != http.StatusOK {
		t.Errorf("who changed it is signed out: %d", got.StatusCode)
	}
}

func TestSigningInLeadsBackHereAndNowhereElse(t *testing.T) {
	s := newSite(t)
	for next, want := range map[string]string{
		"/dashboard/keys?x=1": "/dashboard/keys?x=1", "": "/dashboard", "https://evil.example/": "/dashboard", "//evil.example/": "/dashboard", "/dashboardevil": "/dashboard",
		"/\\evil.example": "/dashboard", "/dashboard\r\nX: y": "/dashboard", "/v1/me": "/dashboard",
	} {
		if got := s.browser(t).post("/dashboard/sign-in", "email", "ours@example.com", "password", password, "next", next); got.Header.Get("Location") != want {
			t.Errorf("%q leads to %q", next, got.Header.Get("Location"))
		}
	}
}

func TestAnAuditIsDeletedByItsOwnerOnceItHasEnded(t *testing.T) {
	s := newSite(t)
	b := s.browser(t).in("ours@example.com")
	if got := b.post("/dashboard/audits/" + waitID + "/delete"); got.StatusCode != http.StatusConflict {
		t.Errorf("one that runs: %d", got.StatusCode)
	}
	if got := b.post("/dashboard/audits/" + doneID + "/delete"); got.Header.Get("Location") != "/dashboard/audits" {
		t.Errorf("%d", got.StatusCode)
	}
	if got := b.get("/dashboard/audits/" + doneID); got.StatusCode != http.StatusNotFound {
		t.Errorf("afterwards: %d", got.StatusCode)
	}
}

func TestPagesAreHeldToAPace(t *testing.T) {
	s := newSite(t)
	b := s.browser(t).in("ours@example.com")
	limited := false
	for range 60 {
		limited = limited || b.get("/dashboard/usage").StatusCode == http.StatusTooManyRequests
	}
	if !limited {
		t.Error("60 pages at once were served")
	}
	s.later(time.Minute)
	if got := b.get("/dashboard/usage"); got.StatusCode != http.StatusOK {
		t.Errorf("a minute later: %d", got.StatusCode)
	}
}

func TestLimitsForgetRatherThanGrow(t *testing.T) {
	l := newLimits(1, 1)
	for i := range maxLimits + 10 {
		l.take(strings.Repeat("x", i%7)+time.Duration(i).String(), began)
	}
	if len(l.byName) > maxLimits {
		t.Errorf("%d names", len(l.byName))
	}
}
