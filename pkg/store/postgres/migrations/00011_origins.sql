-- +goose Up
-- What the cache may serve from a front page: addresses at the origin that was submitted, or that the page came from in the end. Of audits of before only
-- those with a scheme say their origin; the others serve the very same address. A partial report serves its own account alone.
ALTER TABLE audits ADD COLUMN asked TEXT COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE audits ADD COLUMN answered TEXT COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE audits ADD COLUMN partial BOOLEAN NOT NULL DEFAULT false;

UPDATE audits SET asked = lower(substring(url from '^[^:]+://[^/]*'))
  WHERE status = 'done' AND serves = 'domain' AND (url ILIKE 'http://%' OR url ILIKE 'https://%');
