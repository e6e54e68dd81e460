-- +goose Up
ALTER TABLE reports ADD COLUMN screenshot BLOB; -- of the page, a JPEG; NULL where none was taken
