-- +goose Up
-- What a site's customers ask, so that next month's audit asks the same. It outlives the audit that made it.
CREATE TABLE questions (
  account_id TEXT NOT NULL, -- empty: the operator's own command
  domain     TEXT NOT NULL,
  questions  BLOB NOT NULL, -- JSON: an array of strings
  PRIMARY KEY (account_id, domain)
) WITHOUT ROWID;

ALTER TABLE reports ADD COLUMN answers BLOB; -- that the report rests on; NULL where no service was asked
