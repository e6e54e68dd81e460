-- +goose Up
ALTER TABLE accounts ADD COLUMN operator BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE accounts ADD COLUMN password TEXT COLLATE "C" NOT NULL DEFAULT ''; -- what argon2id makes of it, in the PHC form; empty: none was set
ALTER TABLE accounts ADD COLUMN sessions_from BIGINT NOT NULL DEFAULT 0; -- sessions that began before are over

-- An account has one invitation at most. It goes when it is used.
CREATE TABLE invitations (
  account_id TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES accounts (id),
  hash       BYTEA  NOT NULL UNIQUE, -- SHA-256
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL
);

CREATE INDEX invitations_by_end ON invitations (expires_at);

CREATE TABLE sessions (
  token      TEXT COLLATE "C" NOT NULL PRIMARY KEY, -- a hash of it
  data       BYTEA, -- NULL: it was ended, and no request that still runs brings it back
  expires_at BIGINT NOT NULL
);

CREATE INDEX sessions_by_end ON sessions (expires_at);
