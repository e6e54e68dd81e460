-- +goose Up
ALTER TABLE accounts ADD COLUMN operator INTEGER NOT NULL DEFAULT 0;
ALTER TABLE accounts ADD COLUMN password TEXT NOT NULL DEFAULT ''; -- what argon2id makes of it, in the PHC form; empty: none was set
ALTER TABLE accounts ADD COLUMN sessions_from INTEGER NOT NULL DEFAULT 0; -- sessions that began before are over

-- An account has one invitation at most. It goes when it is used.
CREATE TABLE invitations (
  account_id TEXT    NOT NULL PRIMARY KEY REFERENCES accounts (id),
  hash       BLOB    NOT NULL UNIQUE, -- SHA-256
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) WITHOUT ROWID;

CREATE INDEX invitations_by_end ON invitations (expires_at);

CREATE TABLE sessions (
  token      TEXT    NOT NULL PRIMARY KEY, -- a hash of it
  data       BLOB, -- NULL: it was ended, and no request that still runs brings it back
  expires_at INTEGER NOT NULL
) WITHOUT ROWID;

CREATE INDEX sessions_by_end ON sessions (expires_at);
