-- +goose Up
-- What audits read of their sites. It goes with the report, or before it where there is too much of it.
CREATE TABLE evidence (
  audit_id TEXT    NOT NULL PRIMARY KEY REFERENCES reports (audit_id) ON DELETE CASCADE,
  kept_at  INTEGER NOT NULL,
  size     INTEGER NOT NULL, -- of content, in bytes
  content  BLOB    NOT NULL
);

CREATE INDEX evidence_by_age ON evidence (kept_at, audit_id, size);
