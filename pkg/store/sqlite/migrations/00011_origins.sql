-- +goose Up
-- What the cache may serve from a front page: addresses at the origin that was submitted, or that the page came from in the end. Of audits of before only
-- those with a scheme say their origin; the others serve the very same address. A partial report serves its own account alone.
ALTER TABLE audits ADD COLUMN asked TEXT NOT NULL DEFAULT '';
ALTER TABLE audits ADD COLUMN answered TEXT NOT NULL DEFAULT '';
ALTER TABLE audits ADD COLUMN partial INTEGER NOT NULL DEFAULT 0;

UPDATE audits SET asked = lower(substr(url, 1, instr(url, '://') + 2 + instr(substr(url, instr(url, '://') + 3) || '/', '/') - 1))
  WHERE status = 'done' AND serves = 'domain' AND (url LIKE 'http://%' OR url LIKE 'https://%');
