package main

import (
	"context"
	"net/http"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/server"
	"github.com/auditctl/auditctl/pkg/server/dashboard"
	"github.com/auditctl/auditctl/pkg/service"
	"github.com/auditctl/auditctl/pkg/store"
)

// newDashboard makes the pages of a server that has them; nil where it has none.
func (n *node) newDashboard(web server.Config) (http.Handler, error) {
	if n.config.flags.Lookup("dashboard") == nil || !n.config.GetBool("server.dashboard") { // a worker has no such flag, and no pages
		return nil, nil
	}
	return dashboard.New(dashboard.Config{
		Backend: dashboardBackend{n.service}, Log: n.log, BaseURL: web.BaseURL, TLS: web.CertFile != "", Brand: web.Brand, Print: web.Print,
		Submitted: func(r audit.Receipt) { n.server.Submitted(r) },
	})
}

// dashboardBackend shows the dashboard the service.
type dashboardBackend struct{ service *service.Service }

var _ dashboard.Backend = dashboardBackend{}

// For implements dashboard.Backend.
func (b dashboardBackend) For(c audit.Caller) dashboard.Service { return b.service.For(c) }

// SignIn implements dashboard.Backend.
func (b dashboardBackend) SignIn(ctx context.Context, email, password string) (dashboard.Account, error) {
	return shownAccount(b.service.SignIn(ctx, email, password))
}

// Account implements dashboard.Backend.
func (b dashboardBackend) Account(ctx context.Context, id string) (dashboard.Account, error) {
	return shownAccount(b.service.Account(ctx, id))
}

// Invited implements dashboard.Backend.
func (b dashboardBackend) Invited(ctx context.Context, invitation string) (dashboard.Account, error) {
	return shownAccount(b.service.Invited(ctx, invitation))
}

// Accept implements dashboard.Backend.
func (b dashboardBackend) Accept(ctx context.Context, invitation, password string) (dashboard.Account, error) {
	return shownAccount(b.service.Accept(ctx, invitation, password))
}

// ChangePassword implements dashboard.Backend.
func (b dashboardBackend) ChangePassword(ctx context.Context, account, present, next string) error {
	return b.service.ChangePassword(ctx, account, present, next)
}

// Confirm implements dashboard.Backend.
func (b dashboardBackend) Confirm(ctx context.Context, account, password string) error {
	return b.service.Confirm(ctx, account, password)
}

// EndSessions implements dashboard.Backend.
func (b dashboardBackend) EndSessions(ctx context.Context, account string) error {
	return b.service.EndSessions(ctx, account)
}

// Keys implements dashboard.Backend.
func (b dashboardBackend) Keys(ctx context.Context, account string) ([]dashboard.Key, error) {
	return shownKeys(b.service.KeysOf(ctx, account))
}

// CreateKey implements dashboard.Backend.
func (b dashboardBackend) CreateKey(ctx context.Context, account, name string, expires time.Duration) (string, dashboard.Key, error) {
	secret, k, err := b.service.CreateKey(ctx, account, name, expires)
	return secret, shownKey(k), service.Untold(err)
}

// RevokeKey implements dashboard.Backend.
func (b dashboardBackend) RevokeKey(ctx context.Context, account, id string) error {
	return b.service.RevokeKeyOf(ctx, account, id)
}

// RotateKey implements dashboard.Backend.
func (b dashboardBackend) RotateKey(ctx context.Context, account, id string, overlap time.Duration) (string, dashboard.Key, error) {
	secret, k, err := b.service.RotateKeyOf(ctx, account, id, overlap)
	return secret, shownKey(k), err
}

// Usage implements dashboard.Backend.
func (b dashboardBackend) Usage(ctx context.Context, account string) ([]dashboard.Returning, error) {
	list, err := b.service.Usage(ctx, account)
	var days []dashboard.Returning
	for _, r := range list {
		days = append(days, dashboard.Returning(r))
	}
	return days, err
}

// Accounts implements dashboard.Backend.
func (b dashboardBackend) Accounts(ctx context.Context) ([]dashboard.Account, error) {
	list, err := b.service.Accounts(ctx)
	var accounts []dashboard.Account
	for _, a := range list {
		shown, _ := shownAccount(a, nil)
		accounts = append(accounts, shown)
	}
	return accounts, service.Untold(err)
}

// AllKeys implements dashboard.Backend.
func (b dashboardBackend) AllKeys(ctx context.Context) ([]dashboard.Key, error) {
	list, err := b.service.Keys(ctx, "")
	return shownKeys(list, service.Untold(err))
}

// SetPlan implements dashboard.Backend.
func (b dashboardBackend) SetPlan(ctx context.Context, account string, plan audit.Plan, limit int) error {
	return service.Untold(b.service.SetPlan(ctx, account, plan, limit))
}

// SetDisabled implements dashboard.Backend.
func (b dashboardBackend) SetDisabled(ctx context.Context, account string, disabled bool) error {
	if disabled {
		return service.Untold(b.service.DisableAccount(ctx, account))
	}
	return service.Untold(b.service.EnableAccount(ctx, account))
}

// RevokeAnyKey implements dashboard.Backend.
func (b dashboardBackend) RevokeAnyKey(ctx context.Context, id string) error {
	return service.Untold(b.service.RevokeKey(ctx, id))
}

// Backlog implements dashboard.Backend.
func (b dashboardBackend) Backlog(ctx context.Context) (pending, running int, oldest time.Time, err error) {
	return b.service.Backlog(ctx)
}

// Sessions implements dashboard.Backend.
func (b dashboardBackend) Sessions() dashboard.Sessions { return sessions(b) }

// sessions keeps the dashboard's sessions in the service's store.
type sessions struct{ service *service.Service }

// FindCtx implements dashboard.Sessions.
func (s sessions) FindCtx(ctx context.Context, token string) (data []byte, found bool, err error) {
	data, found, err = s.service.Store.Session(ctx, token, s.service.Now())
	return data, found, service.Untold(err)
}

// CommitCtx implements dashboard.Sessions.
func (s sessions) CommitCtx(ctx context.Context, token string, data []byte, expiry time.Time) error {
	return service.Untold(s.service.Store.KeepSession(ctx, token, data, expiry))
}

// DeleteCtx implements dashboard.Sessions.
func (s sessions) DeleteCtx(ctx context.Context, token string) error {
	return service.Untold(s.service.Store.EndSession(ctx, token))
}

// Find implements dashboard.Sessions.
func (s sessions) Find(token string) (data []byte, found bool, err error) {
	return s.FindCtx(context.Background(), token)
}

// Commit implements dashboard.Sessions.
func (s sessions) Commit(token string, data []byte, expiry time.Time) error {
	return s.CommitCtx(context.Background(), token, data, expiry)
}

// Delete implements dashboard.Sessions.
func (s sessions) Delete(token string) error { return s.DeleteCtx(context.Background(), token) }

func shownAccount(a store.Account, err error) (dashboard.Account, error) {
	if err != nil {
		return dashboard.Account{}, err
	}
	return dashboard.Account{
		ID: a.ID, Email: a.Email, Plan: a.Plan, Quota: audit.NewQuota(a.Limit, a.Used), Operator: a.Operator, HasPassword: a.Password != "",
		CreatedAt: a.CreatedAt, DisabledAt: a.DisabledAt, SessionsFrom: a.SessionsFrom,
	}, nil
}

func shownKey(k store.Key) dashboard.Key {
	return dashboard.Key{
		ID: k.ID, AccountID: k.AccountID, Name: k.Name, Prefix: k.Prefix,
		CreatedAt: k.CreatedAt, ExpiresAt: k.ExpiresAt, RevokedAt: k.RevokedAt, LastUsedAt: k.LastUsedAt,
	}
}

func shownKeys(list []store.Key, err error) ([]dashboard.Key, error) {
	var keys []dashboard.Key
	for _, k := range list {
		keys = append(keys, shownKey(k))
	}
	return keys, err
}
