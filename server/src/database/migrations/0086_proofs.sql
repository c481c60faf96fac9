-- The picture that shows a Free Fire top-up as done, encoded again by the server: replaced while its request is pending.
CREATE TABLE free_fire_proofs (
  request_id bigint PRIMARY KEY REFERENCES free_fire_requests (id),
  content bytea NOT NULL,
  width integer NOT NULL CHECK (width > 0),
  height integer NOT NULL CHECK (height > 0),
  sent_by uuid NOT NULL REFERENCES users (id),
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);
-- Already compressed.
ALTER TABLE free_fire_proofs ALTER COLUMN content SET STORAGE EXTERNAL;

-- The photo of a receipt as the lists show it. It belongs to one number of the photo, which its owner may replace.
CREATE TABLE recharge_thumbnails (
  request_id bigint PRIMARY KEY REFERENCES recharge_requests (id),
  photo_number smallint NOT NULL,
  content bytea NOT NULL
);
ALTER TABLE recharge_thumbnails ALTER COLUMN content SET STORAGE EXTERNAL;
