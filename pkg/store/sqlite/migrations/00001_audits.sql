-- +goose Up
CREATE TABLE batches (
  id         TEXT    NOT NULL PRIMARY KEY,
  lang       TEXT    NOT NULL CHECK (lang IN ('en', 'fr')),
  created_at INTEGER NOT NULL -- microseconds since 1970, UTC, as every time here
) WITHOUT ROWID;

CREATE TABLE audits (
  id            TEXT    NOT NULL PRIMARY KEY,
  batch_id      TEXT    NOT NULL REFERENCES batches (id) ON DELETE CASCADE,
  position      INTEGER NOT NULL, -- in the batch, from 0
  url           TEXT    NOT NULL,
  domain        TEXT    NOT NULL,
  lang          TEXT    NOT NULL CHECK (lang IN ('en', 'fr')),
  status        TEXT    NOT NULL CHECK (status IN ('done', 'pending', 'failed', 'invalid', 'quota_exceeded')),
  cached        INTEGER NOT NULL,
  created_at    INTEGER NOT NULL,
  finished_at   INTEGER,
  audited_at    INTEGER, -- of the report, which is older than finished_at where it came from the cache
  rules_version TEXT    NOT NULL,
  serves        TEXT    NOT NULL, -- 'domain' from the front page, 'url' from another page, '' where the report may serve nobody
  error_code    TEXT    NOT NULL,
  error_message TEXT    NOT NULL,
  UNIQUE (batch_id, position)
) WITHOUT ROWID;

CREATE INDEX audits_by_domain ON audits (domain, id);
CREATE INDEX audits_fresh ON audits (domain, lang, rules_version, audited_at) WHERE status = 'done' AND serves <> '';

-- Finished results stand as the bytes that are sent, the checks apart since most readers don't ask for them.
CREATE TABLE reports (
  audit_id TEXT NOT NULL PRIMARY KEY REFERENCES audits (id) ON DELETE CASCADE,
  report   BLOB NOT NULL,
  checks   BLOB NOT NULL
);
