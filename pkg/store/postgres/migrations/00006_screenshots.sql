-- +goose Up
ALTER TABLE reports ADD COLUMN screenshot BYTEA; -- of the page, a JPEG; NULL where none was taken

-- It is packed already.
ALTER TABLE reports ALTER COLUMN screenshot SET STORAGE EXTERNAL;
