package main

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/audittest"
	"github.com/auditctl/auditctl/pkg/service"
	"github.com/auditctl/auditctl/pkg/store/sqlite"
)

func TestTheDashboardActsForItsAccountAlone(t *testing.T) {
	ctx := t.Context()
	kept, err := sqlite.Open(ctx, filepath.Join(t.TempDir(), "x.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := kept.Close(); err != nil {
			t.Error(err)
		}
	})
	s := service.New(service.Config{Store: kept, Runner: audittest.NewSites(time.Now)})
	b := dashboardBackend{s}
	const password = "correct horse battery"
	made := map[string]string{} // ids by address
	for _, email := range []string{"own@example.com", "other@example.com"} {
		a, err := s.CreateAccount(ctx, email, audit.Individual, 0)
		if err != nil {
			t.Fatal(err)
		}
		i, err := s.Invite(ctx, email)
		if err != nil {
			t.Fatal(err)
		}
		if who, err := b.Invited(ctx, i.Token); err != nil || who.ID != a.ID || who.HasPassword {
			t.Fatalf("%+v, %v", who, err)
		}
		if _, err := b.Accept(ctx, i.Token, password); err != nil {
			t.Fatal(err)
		}
		made[email] = a.ID
	}
	own, other := made["own@example.com"], made["other@example.com"]
	in, err := b.SignIn(ctx, "own@example.com", password)
	if err != nil || in.ID != own || !in.HasPassword || in.Operator || in.SessionsFrom.IsZero() || in.Quota.Limit != audit.IndividualLimit || in.CreatedAt.IsZero() {
		t.Fatalf("%+v, %v", in, err)
	}
	if _, err := b.For(audit.Caller{AccountID: own}).Submit(ctx, audit.Submission{URLs: []string{"https://a.example/", "https://b.example/"}}); err != nil {
		t.Fatal(err)
	}
	if days, err := b.Usage(ctx, own); err != nil || len(days) != 1 || days[0].Units != 2 || time.Until(days[0].At) < 29*24*time.Hour {
		t.Errorf("%+v, %v", days, err)
	}

	secret, k, err := b.CreateKey(ctx, other, "theirs", time.Hour)
	if err != nil || !strings.HasPrefix(secret, k.Prefix) || k.AccountID != other || k.Name != "theirs" || k.ExpiresAt == nil {
		t.Fatalf("%+v, %v", k, err)
	}
	_, _, err = b.RotateKey(ctx, own, k.ID, 0)
	for what, err := range map[string]error{"revoking": b.RevokeKey(ctx, own, k.ID), "rotating": err} {
		if audit.CodeOf(err) != audit.CodeNotFound || strings.Contains(err.Error(), "auditctl") {
			t.Errorf("%s another's key: %v", what, err)
		}
	}
	for account, want := range map[string]int{own: 0, other: 1} {
		if list, err := b.Keys(ctx, account); err != nil || len(list) != want {
			t.Errorf("%+v, %v", list, err)
		}
	}
	if list, err := b.AllKeys(ctx); err != nil || len(list) != 1 || list[0].ID != k.ID {
		t.Errorf("%+v, %v", list, err)
	}
	if err := b.RevokeAnyKey(ctx, k.ID); err != nil {
		t.Fatal(err)
	}
	if list, err := b.Keys(ctx, other); err != nil || len(list) != 1 || list[0].RevokedAt == nil || !list[0].Ended(time.Now()) {
		t.Errorf("%+v, %v", list, err)
	}

	if err := b.SetDisabled(ctx, other, true); err != nil {
		t.Fatal(err)
	}
	if _, err := b.SignIn(ctx, "other@example.com", password); audit.CodeOf(err) != audit.CodeUnauthorized {
		t.Errorf("a disabled account signs in: %v", err)
	}
	if err := b.SetDisabled(ctx, other, false); err != nil {
		t.Fatal(err)
	}
	if err := b.SetPlan(ctx, other, audit.Agency, 7); err != nil {
		t.Fatal(err)
	}
	if list, err := b.Accounts(ctx); err != nil || len(list) != 2 || list[0].ID != other || list[0].Quota.Limit != 7 || list[0].DisabledAt != nil {
		t.Errorf("%+v, %v", list, err)
	}
	if pending, _, oldest, err := b.Backlog(ctx); err != nil || pending != 2 || oldest.IsZero() {
		t.Errorf("%d since %v, %v", pending, oldest, err)
	}
	if err := b.ChangePassword(ctx, own, password, password+" 2"); err != nil {
		t.Fatal(err)
	}
	if err := b.EndSessions(ctx, own); err != nil {
		t.Fatal(err)
	}
	if a, err := b.Account(ctx, own); err != nil || !a.SessionsFrom.After(in.SessionsFrom) {
		t.Errorf("%+v, %v", a, err)
	}

	open := b.Sessions()
	if err := open.Commit("a token's hash", []byte("kept"), time.Now().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	if data, found, err := open.Find("a token's hash"); err != nil || !found || string(data) != "kept" {
		t.Errorf("%q, %v, %v", data, found, err)
	}
	if err := open.Delete("a token's hash"); err != nil {
		t.Fatal(err)
	}
	if data, found, err := open.Find("a token's hash"); err != nil || found {
		t.Errorf("after its end: %q, %v", data, err)
	}
}
