// Package postgres keeps audits in PostgreSQL: the store of servers and workers on many machines.
package postgres

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/url"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"

	"github.com/auditctl/auditctl/pkg/store"
	"github.com/auditctl/auditctl/pkg/store/sqlstore"
)

//go:embed migrations/*.sql
var migrations embed.FS

const (
	// schema is the newest migration's version, riverTables that of the one that makes River's tables, which River itself counts as riverSchema.
	schema      = 11
	riverTables = 2
	riverSchema = 7

	// migrating is the advisory lock around migrations: "auditctl" in ASCII.
	migrating = 0x617564697463746c

	// maxConns is how many connections a process opens where the address doesn't say pool_max_conns.
	maxConns       = 16
	connectTimeout = 5 * time.Second
)

// ErrNewerSchema: the database was written by a newer version of this program.
var ErrNewerSchema = sqlstore.ErrNewerSchema

// Store is a PostgreSQL database.
type Store struct {
	*sqlstore.Store[pgx.Tx]
	pool *pgxpool.Pool
}

var _ store.Store = (*Store)(nil)

// Open connects to the database of an address, postgres://USER:PASSWORD@HOST:PORT/NAME?sslmode=verify-full, with what else libpq and pgxpool understand,
// and brings its schema up to date under a lock.
func Open(ctx context.Context, address string) (*Store, error) {
	config, err := parseAddress(address)
	if err != nil {
		return nil, fmt.Errorf("reading the address of the database: %w", err)
	}
	if u, err := url.Parse(address); err == nil && !u.Query().Has("pool_max_conns") {
		config.MaxConns = maxConns
	}
	if config.ConnConfig.ConnectTimeout == 0 {
		config.ConnConfig.ConnectTimeout = connectTimeout
	}
	for name, value := range map[string]string{
		"application_name": "auditctl",
		// A process that stands still must not hold others up for ever.
		"idle_in_transaction_session_timeout": "30s",
		"lock_timeout":                        "15s",
	} {
		if _, ok := config.ConnConfig.RuntimeParams[name]; !ok {
			config.ConnConfig.RuntimeParams[name] = value
		}
	}
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, fmt.Errorf("opening the database: %w", explain(err))
	}
	if err := prepare(ctx, pool); err != nil {
		pool.Close()
		return nil, fmt.Errorf("opening the database: %w", explain(err))
	}
	return &Store{pool: pool, Store: sqlstore.New(sqlstore.Database[pgx.Tx]{
		Read:      reader{pool},
		Begin:     begin(pool),
		Again:     again,
		Explain:   explain,
		River:     riverpgxv5.New(pool),
		ForUpdate: ` FOR UPDATE`,
		Lock:      `SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`,
		Clock:     `(extract(epoch FROM clock_timestamp()) * 1000000)::bigint`,
		Worker:    `attempted_by[array_upper(attempted_by, 1)]`,
	})}, nil
}

// parseAddress parses an address. Its error quotes no more of the address than the name of a file: in an address that can't be parsed, the
// end of a password is uncertain.
func parseAddress(address string) (*pgxpool.Config, error) {
	config, err := pgxpool.ParseConfig(address)
	file := (*fs.PathError)(nil)
	switch {
	case errors.As(err, &file):
		return nil, file
	// An @ there is the end of a password with a slash, or there is a slash too many.
	case err != nil, strings.Contains(config.ConnConfig.Host+config.ConnConfig.Database, "@"):
		return nil, errors.New("it can't be parsed; write it like postgres://USER@HOST/NAME?sslmode=verify-full, " +
			"with %-escapes for special characters")
	}
	return config, nil
}

// Close ends every connection.
func (s *Store) Close() error {
	s.pool.Close()
	return nil
}

// prepare looks at the schema, and brings it up to date under a lock where it isn't.
func prepare(ctx context.Context, pool *pgxpool.Pool) (err error) {
	var made bool
	if err := pool.QueryRow(ctx, `SELECT to_regclass('goose_db_version') IS NOT NULL`).Scan(&made); err != nil {
		return err
	}
	if made {
		var have int64
		if err := pool.QueryRow(ctx, `SELECT coalesce(max(version_id), 0) FROM goose_db_version`).Scan(&have); err != nil {
			return err
		}
		if have == schema {
			return nil
		}
	}
	lock, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer lock.Release()
	if _, err := lock.Exec(ctx, `SET lock_timeout = 0`); err != nil {
		return err
	}
	if _, err := lock.Exec(ctx, `SELECT pg_advisory_lock($1)`, migrating); err != nil {
		return fmt.Errorf("locking the database: %w", err)
	}
	defer func() {
		// The lock and the setting end with the connection.
		err = errors.Join(err, lock.Conn().Close(context.WithoutCancel(ctx)))
	}()
	db := stdlib.OpenDBFromPool(pool)
	defer db.Close()
	return migrate(ctx, pool, db)
}

func migrate(ctx context.Context, pool *pgxpool.Pool, db *sql.DB) error {
	// River's own migrations need a transaction each. Where the process dies between them, they go on from there.
	river := goose.NewGoMigration(riverTables, &goose.GoFunc{RunDB: func(ctx context.Context, _ *sql.DB) error {
		m, err := rivermigrate.New(riverpgxv5.New(pool), &rivermigrate.Config{Logger: slog.New(slog.DiscardHandler)})
		if err != nil {
			return err
		}
		_, err = m.Migrate(ctx, rivermigrate.DirectionUp, &rivermigrate.MigrateOpts{TargetVersion: riverSchema})
		return err
	}}, nil)
	return sqlstore.Migrate(ctx, goose.DialectPostgres, db, migrations, river)
}
