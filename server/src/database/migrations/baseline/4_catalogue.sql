-- Products, offers, their stock and their pictures.

CREATE TABLE products (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL,
  game text NOT NULL,
  category text NOT NULL DEFAULT '',
  description text NOT NULL DEFAULT '',
  image_url text NOT NULL DEFAULT '',
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'inactive', 'draft')),
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  -- A deleted product leaves every list and keeps its row, so that its purchases and sold codes have a name (AMB-11).
  deleted_at timestamptz(3)
);
CREATE INDEX products_by_name ON products (name, id) WHERE deleted_at IS NULL;

CREATE TABLE offers (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  product_id uuid NOT NULL REFERENCES products (id),
  position int NOT NULL,
  name text NOT NULL,
  value text NOT NULL,
  price centimes NOT NULL,
  region text NOT NULL DEFAULT 'DZ',
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  deleted_at timestamptz(3),
  -- No server since 1.1.0 reads it; backups of 1.1.0 contain it.
  shelf_front timestamptz(3) NOT NULL DEFAULT '-infinity',
  -- No code added before this time is for sale, nor will one be. A sale looks for codes from here on, instead of reading all index
  -- entries of sold codes that no vacuum has removed yet. A job advances it, never a sale: buyers share no row.
  oldest_sellable_at timestamptz(3) NOT NULL DEFAULT '-infinity'
);
-- Deleted offers too: the last sale of a product may be of one.
CREATE INDEX offers_of_product ON offers (product_id, position);

-- The stock of an offer is the sum of its 16 slots. Buyers of one offer write different slots, so that they do not wait for one row;
-- the sum is exact in every transaction.
CREATE TABLE offer_stock (
  offer_id uuid NOT NULL REFERENCES offers (id),
  slot int NOT NULL CHECK (slot BETWEEN 0 AND 15),
  quantity bigint NOT NULL DEFAULT 0,
  last_sale timestamptz(3),
  PRIMARY KEY (offer_id, slot)
) WITH (fillfactor = 30);

-- The slot that this connection writes.
CREATE FUNCTION stock_slot() RETURNS int LANGUAGE sql STABLE
  RETURN pg_backend_pid() % 16;

CREATE FUNCTION open_offer_stock() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO offer_stock (offer_id, slot) SELECT NEW.id, slot FROM generate_series(0, 15) slot;
  RETURN NULL;
END $$;
CREATE TRIGGER offers_open_stock AFTER INSERT ON offers
  FOR EACH ROW EXECUTE FUNCTION open_offer_stock();

-- Offers whose low stock was announced, until they are restocked: one message each time.
CREATE TABLE low_stock_notices (
  offer_id uuid PRIMARY KEY REFERENCES offers (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- Every wording that a purchase can have, one for each pair of names that a product and its offer have ever had. The search of
-- transactions looks for the text here. Triggers write it when names change, so that a sale pays nothing; wordings of renamed and
-- deleted offers stay, because their purchases do.
CREATE TABLE purchase_wordings (
  wording text PRIMARY KEY,
  search_text text NOT NULL GENERATED ALWAYS AS (search_fold(wording)) STORED
);
CREATE INDEX purchase_wordings_search ON purchase_wordings USING gin (search_text gin_trgm_ops);

CREATE FUNCTION remember_purchase_wordings() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_TABLE_NAME = 'offers' THEN
    INSERT INTO purchase_wordings (wording)
    SELECT format('Achat %s - %s', name, NEW.name) FROM products WHERE id = NEW.product_id ON CONFLICT DO NOTHING;
  ELSE
    INSERT INTO purchase_wordings (wording)
    SELECT format('Achat %s - %s', NEW.name, name) FROM offers WHERE product_id = NEW.id ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER offers_wordings AFTER INSERT OR UPDATE OF name ON offers
  FOR EACH ROW EXECUTE FUNCTION remember_purchase_wordings();
CREATE TRIGGER products_wordings AFTER UPDATE OF name ON products
  FOR EACH ROW EXECUTE FUNCTION remember_purchase_wordings();

-- Uploaded pictures, encoded again by the server in two sizes. The SHA-256 of the larger one is the name: the same picture is stored
-- once, and the content behind an address never changes.
CREATE TABLE pictures (
  hash text PRIMARY KEY CHECK (hash ~ '^[0-9a-f]{64}$'),
  width integer NOT NULL CHECK (width > 0),
  height integer NOT NULL CHECK (height > 0),
  small bytea NOT NULL,
  large bytea NOT NULL,
  uploaded_by uuid NOT NULL REFERENCES users (id),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Last uploaded or used: an unused picture is deleted a day later.
  used_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
-- Already compressed.
ALTER TABLE pictures ALTER COLUMN small SET STORAGE EXTERNAL, ALTER COLUMN large SET STORAGE EXTERNAL;
CREATE INDEX pictures_used_at ON pictures (used_at);

REVOKE EXECUTE ON FUNCTION open_offer_stock(), remember_purchase_wordings() FROM PUBLIC;
