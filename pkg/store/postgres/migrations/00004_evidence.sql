-- +goose Up
-- What audits read of their sites. It goes with the report, or before it where there is too much of it.
CREATE TABLE evidence (
  audit_id TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES reports (audit_id) ON DELETE CASCADE,
  kept_at  BIGINT NOT NULL,
  size     BIGINT NOT NULL, -- of content, in bytes
  content  BYTEA  NOT NULL
);

-- It is packed already.
ALTER TABLE evidence ALTER COLUMN content SET STORAGE EXTERNAL;

CREATE INDEX evidence_by_age ON evidence (kept_at, audit_id, size);
