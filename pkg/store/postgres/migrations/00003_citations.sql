-- +goose Up
-- What a site's customers ask, so that next month's audit asks the same. It outlives the audit that made it.
CREATE TABLE questions (
  account_id TEXT COLLATE "C" NOT NULL, -- empty: the operator's own command
  domain     TEXT COLLATE "C" NOT NULL,
  questions  BYTEA NOT NULL, -- JSON: an array of strings
  PRIMARY KEY (account_id, domain)
);

ALTER TABLE reports ADD COLUMN answers BYTEA; -- that the report rests on; NULL where no service was asked
