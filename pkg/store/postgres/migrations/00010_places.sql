-- +goose Up
-- Where audits send requests: registrable domains and addresses. The limits of a host count its rows, whatever name or redirect led there.
CREATE TABLE visits (
  audit_id   TEXT COLLATE "C" NOT NULL,
  place      TEXT COLLATE "C" NOT NULL,
  account_id TEXT COLLATE "C" NOT NULL,
  at         BIGINT NOT NULL, -- when the audit came there; 0: it waits for the place
  present    BOOLEAN NOT NULL, -- the audit is run and may send requests there
  PRIMARY KEY (audit_id, place)
);

CREATE INDEX visits_present ON visits (place) WHERE present;
CREATE INDEX visits_by_time ON visits (place, at, account_id);
CREATE INDEX visits_old ON visits (at);

INSERT INTO visits (audit_id, place, account_id, at, present)
  SELECT id, domain, account_id, started_at, status = 'pending' FROM audits
  WHERE started_at > (extract(epoch FROM now())::bigint - 3600) * 1000000;

DROP INDEX audits_running;
DROP INDEX audits_started;

-- Failures count on the account, so that a new key begins no new count.
ALTER TABLE failures RENAME COLUMN key_id TO account_id;
UPDATE failures SET account_id = k.account_id FROM api_keys k WHERE k.id = failures.account_id;
