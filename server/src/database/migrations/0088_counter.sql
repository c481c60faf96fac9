-- The offers that a reseller keeps among the quick sales, in the order of pinning.
CREATE TABLE pinned_offers (
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  offer_id uuid NOT NULL REFERENCES offers (id) ON DELETE CASCADE,
  pinned_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (user_id, offer_id)
);

-- The balance below which a reseller is warned; without a row, never.
CREATE TABLE balance_thresholds (
  user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  threshold centimes NOT NULL CHECK (threshold > 0)
);
