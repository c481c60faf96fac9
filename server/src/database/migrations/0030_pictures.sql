-- Uploaded pictures, re-encoded by the server in two sizes. Named by the SHA-256 of the larger one: the same picture
-- uploaded twice is one row, and its address never shows another content.
CREATE TABLE pictures (
  hash text PRIMARY KEY CHECK (hash ~ '^[0-9a-f]{64}$'),
  width integer NOT NULL CHECK (width > 0),
  height integer NOT NULL CHECK (height > 0),
  small bytea NOT NULL,
  large bytea NOT NULL,
  uploaded_by uuid NOT NULL REFERENCES users (id),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Uploaded or put to use: one that nothing uses is removed a day later.
  used_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
-- Compressed already.
ALTER TABLE pictures ALTER COLUMN small SET STORAGE EXTERNAL, ALTER COLUMN large SET STORAGE EXTERNAL;
CREATE INDEX pictures_used_at ON pictures (used_at);
