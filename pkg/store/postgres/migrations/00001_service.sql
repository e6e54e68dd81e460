-- +goose Up
-- Times are microseconds since 1970, UTC. Texts are ordered by their bytes: ids by time.
CREATE TABLE accounts (
  id          TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  email       TEXT COLLATE "C" NOT NULL UNIQUE,
  plan        TEXT COLLATE "C" NOT NULL,
  quota_limit BIGINT NOT NULL,
  used        BIGINT NOT NULL, -- as many as the account has rows in usage, so that nobody has to count them
  created_at  BIGINT NOT NULL,
  disabled_at BIGINT
);

CREATE TABLE api_keys (
  id           TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  account_id   TEXT COLLATE "C" NOT NULL REFERENCES accounts (id),
  name         TEXT COLLATE "C" NOT NULL,
  prefix       TEXT COLLATE "C" NOT NULL,
  hash         BYTEA  NOT NULL UNIQUE, -- SHA-256
  created_at   BIGINT NOT NULL,
  expires_at   BIGINT,
  revoked_at   BIGINT,
  last_used_at BIGINT
);

CREATE INDEX api_keys_by_account ON api_keys (account_id, created_at, id);

-- Units in the window. An audit that is deleted was metered all the same.
CREATE TABLE usage (
  account_id TEXT COLLATE "C" NOT NULL REFERENCES accounts (id),
  audit_id   TEXT COLLATE "C" NOT NULL,
  metered_at BIGINT NOT NULL,
  PRIMARY KEY (account_id, audit_id)
);

CREATE INDEX usage_by_time ON usage (account_id, metered_at);

CREATE TABLE failures (
  key_id   TEXT COLLATE "C" NOT NULL,
  at       BIGINT NOT NULL,
  audit_id TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (key_id, at, audit_id)
);

CREATE INDEX failures_by_time ON failures (at);

CREATE TABLE idempotency (
  account_id  TEXT COLLATE "C" NOT NULL,
  key         TEXT COLLATE "C" NOT NULL,
  fingerprint BYTEA  NOT NULL, -- SHA-256 of the submission
  batch_id    TEXT COLLATE "C" NOT NULL,
  answer      BYTEA  NOT NULL,
  at          BIGINT NOT NULL,
  PRIMARY KEY (account_id, key)
);

CREATE INDEX idempotency_by_time ON idempotency (at);

-- What runs, and which audit runs it; others that ask for the same wait for that one.
CREATE TABLE flights (
  flight TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  leader TEXT COLLATE "C" NOT NULL
);

CREATE INDEX flights_by_leader ON flights (leader);

-- Processes that work, and what one of them does for all.
CREATE TABLE nodes (
  id      TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  seen_at BIGINT NOT NULL
);

CREATE TABLE leases (
  name     TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  taken_at BIGINT NOT NULL
);

CREATE TABLE batches (
  id         TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  account_id TEXT COLLATE "C" NOT NULL, -- empty: the operator's own command
  key_id     TEXT COLLATE "C" NOT NULL,
  lang       TEXT COLLATE "C" NOT NULL CHECK (lang IN ('en', 'fr')),
  created_at BIGINT NOT NULL
);

CREATE INDEX batches_by_account ON batches (account_id, id);

-- Finished results stand as the bytes that are sent, the checks apart since most readers don't ask for them. A report may outlive the audit that made
-- it: those that were served from it rest on it.
CREATE TABLE reports (
  audit_id TEXT COLLATE "C" NOT NULL PRIMARY KEY, -- that made it
  report   BYTEA NOT NULL,
  checks   BYTEA NOT NULL
);

CREATE TABLE audits (
  id            TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  batch_id      TEXT COLLATE "C" NOT NULL REFERENCES batches (id),
  position      INTEGER NOT NULL, -- in the batch, from 0
  account_id    TEXT COLLATE "C" NOT NULL,
  url           TEXT COLLATE "C" NOT NULL,
  domain        TEXT COLLATE "C" NOT NULL,
  lang          TEXT COLLATE "C" NOT NULL CHECK (lang IN ('en', 'fr')),
  status        TEXT COLLATE "C" NOT NULL CHECK (status IN ('done', 'pending', 'failed', 'invalid', 'quota_exceeded')),
  cached        BOOLEAN NOT NULL,
  created_at    BIGINT NOT NULL,
  started_at    BIGINT,
  finished_at   BIGINT,
  audited_at    BIGINT, -- of the report
  rules_version TEXT COLLATE "C" NOT NULL,
  serves        TEXT COLLATE "C" NOT NULL, -- 'domain' from the front page, 'url' from another page, '' where the report may serve nobody
  leader        TEXT COLLATE "C" NOT NULL, -- the audit that it finishes with
  report_of     TEXT COLLATE "C" REFERENCES reports (audit_id),
  turn          BIGINT NOT NULL, -- of its job; 0 where it has none
  error_code    TEXT COLLATE "C" NOT NULL,
  error_message TEXT COLLATE "C" NOT NULL,
  UNIQUE (batch_id, position)
);

CREATE INDEX audits_by_account ON audits (account_id, id);
CREATE INDEX audits_by_domain ON audits (account_id, domain, id);
CREATE INDEX audits_by_report ON audits (report_of);
CREATE INDEX audits_fresh ON audits (domain, lang, rules_version, audited_at, id) WHERE status = 'done' AND serves <> '' AND account_id <> '';
CREATE INDEX audits_fresh_own ON audits (account_id, domain, lang, rules_version, audited_at, id) WHERE status = 'done' AND serves <> '';
CREATE INDEX audits_waiting ON audits (turn, created_at, started_at) WHERE status = 'pending' AND turn > 0;
CREATE INDEX audits_waiting_own ON audits (account_id, turn) WHERE status = 'pending' AND turn > 0;
CREATE INDEX audits_following ON audits (leader) WHERE status = 'pending' AND leader <> '';
CREATE INDEX audits_running ON audits (domain) WHERE status = 'pending' AND started_at IS NOT NULL;
CREATE INDEX audits_started ON audits (domain, started_at) WHERE started_at > 0;
CREATE INDEX audits_ended ON audits (finished_at) WHERE status <> 'pending';
