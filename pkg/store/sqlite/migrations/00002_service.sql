-- +goose Up
CREATE TABLE accounts (
  id          TEXT    NOT NULL PRIMARY KEY,
  email       TEXT    NOT NULL UNIQUE,
  plan        TEXT    NOT NULL,
  quota_limit INTEGER NOT NULL,
  used        INTEGER NOT NULL, -- as many as the account has rows in usage, so that nobody has to count them
  created_at  INTEGER NOT NULL,
  disabled_at INTEGER
) WITHOUT ROWID;

CREATE TABLE api_keys (
  id           TEXT    NOT NULL PRIMARY KEY,
  account_id   TEXT    NOT NULL REFERENCES accounts (id),
  name         TEXT    NOT NULL,
  prefix       TEXT    NOT NULL,
  hash         BLOB    NOT NULL UNIQUE, -- SHA-256
  created_at   INTEGER NOT NULL,
  expires_at   INTEGER,
  revoked_at   INTEGER,
  last_used_at INTEGER
) WITHOUT ROWID;

CREATE INDEX api_keys_by_account ON api_keys (account_id, created_at, id);

-- Units in the window. An audit that is deleted was metered all the same.
CREATE TABLE usage (
  account_id TEXT    NOT NULL REFERENCES accounts (id),
  audit_id   TEXT    NOT NULL,
  metered_at INTEGER NOT NULL,
  PRIMARY KEY (account_id, audit_id)
) WITHOUT ROWID;

CREATE INDEX usage_by_time ON usage (account_id, metered_at);

CREATE TABLE failures (
  key_id   TEXT    NOT NULL,
  at       INTEGER NOT NULL,
  audit_id TEXT    NOT NULL,
  PRIMARY KEY (key_id, at, audit_id)
) WITHOUT ROWID;

CREATE INDEX failures_by_time ON failures (at);

CREATE TABLE idempotency (
  account_id  TEXT    NOT NULL,
  key         TEXT    NOT NULL,
  fingerprint BLOB    NOT NULL, -- SHA-256 of the submission
  batch_id    TEXT    NOT NULL,
  answer      BLOB    NOT NULL,
  at          INTEGER NOT NULL,
  PRIMARY KEY (account_id, key)
) WITHOUT ROWID;

CREATE INDEX idempotency_by_time ON idempotency (at);

-- What runs, and which audit runs it; others that ask for the same wait for that one.
CREATE TABLE flights (
  flight TEXT NOT NULL PRIMARY KEY,
  leader TEXT NOT NULL
) WITHOUT ROWID;

CREATE INDEX flights_by_leader ON flights (leader);

-- Processes that work, and what one of them does for all.
CREATE TABLE nodes (
  id      TEXT    NOT NULL PRIMARY KEY,
  seen_at INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE leases (
  name     TEXT    NOT NULL PRIMARY KEY,
  taken_at INTEGER NOT NULL
) WITHOUT ROWID;

-- A report may outlive the audit that made it: those that were served from it rest on it.
CREATE TABLE kept_reports (
  audit_id TEXT NOT NULL PRIMARY KEY, -- that made it
  report   BLOB NOT NULL,
  checks   BLOB NOT NULL
);

INSERT INTO kept_reports (audit_id, report, checks) SELECT audit_id, report, checks FROM reports;
DROP TABLE reports;
ALTER TABLE kept_reports RENAME TO reports;

ALTER TABLE batches ADD COLUMN account_id TEXT NOT NULL DEFAULT ''; -- empty: the operator's own command
ALTER TABLE batches ADD COLUMN key_id TEXT NOT NULL DEFAULT '';

CREATE INDEX batches_by_account ON batches (account_id, id);

ALTER TABLE audits ADD COLUMN account_id TEXT NOT NULL DEFAULT '';
ALTER TABLE audits ADD COLUMN leader TEXT NOT NULL DEFAULT ''; -- the audit that it finishes with
ALTER TABLE audits ADD COLUMN report_of TEXT REFERENCES reports (audit_id);
ALTER TABLE audits ADD COLUMN turn INTEGER NOT NULL DEFAULT 0; -- of its job; 0 where it has none
ALTER TABLE audits ADD COLUMN started_at INTEGER;

UPDATE audits SET report_of = id WHERE id IN (SELECT audit_id FROM reports);

DROP INDEX audits_by_domain;
DROP INDEX audits_fresh;
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
