-- What a reseller's tickets say of the shop. Without a row it is what the account says.
CREATE TABLE shop_profiles (
  user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  name text NOT NULL CHECK (length(name) <= 60),
  phone text NOT NULL CHECK (length(phone) <= 40),
  footer text NOT NULL CHECK (length(footer) <= 120),
  paper_width smallint NOT NULL CHECK (paper_width IN (58, 80)),
  show_price boolean NOT NULL
);

-- A reseller's own prices, for tickets alone: the ledger never reads them.
CREATE TABLE retail_prices (
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  offer_id uuid NOT NULL REFERENCES offers (id) ON DELETE CASCADE,
  price centimes NOT NULL CHECK (price > 0),
  PRIMARY KEY (user_id, offer_id)
);
