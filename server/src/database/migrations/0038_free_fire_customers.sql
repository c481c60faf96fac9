-- A reseller's own customers of Free Fire: written with each request, named and deleted by the reseller alone.
CREATE TABLE free_fire_customers (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  player_id text NOT NULL CHECK (player_id ~ '^[0-9]{8,12}$'),
  label text NOT NULL DEFAULT '' CHECK (length(label) <= 60),
  last_offer_id text NOT NULL,
  last_offer_name text NOT NULL,
  -- To the millisecond, as a cursor carries it.
  last_sent_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  UNIQUE (user_id, player_id)
);
CREATE INDEX free_fire_customers_recent ON free_fire_customers (user_id, last_sent_at DESC, id DESC);

-- The book begins with the players of the last 90 days.
INSERT INTO free_fire_customers (user_id, player_id, last_offer_id, last_offer_name, last_sent_at)
SELECT DISTINCT ON (user_id, player_id) user_id, player_id, offer ->> 'id', offer_name, created_at
  FROM free_fire_requests
 WHERE created_at > now() - interval '90 days' AND player_id ~ '^[0-9]{8,12}$' AND offer ->> 'id' IS NOT NULL
 ORDER BY user_id, player_id, id DESC;
