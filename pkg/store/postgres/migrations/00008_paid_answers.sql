-- +goose Up
-- What services answered to audits that haven't ended: a run that follows one that was interrupted takes it instead of paying again.
CREATE TABLE paid_answers (
  audit_id TEXT COLLATE "C" NOT NULL,
  asked    BYTEA   NOT NULL, -- SHA-256 of the request
  nth      INTEGER NOT NULL, -- of the answers to that request, from 0
  kept_at  BIGINT  NOT NULL,
  answer   BYTEA   NOT NULL,
  PRIMARY KEY (audit_id, asked, nth)
);
