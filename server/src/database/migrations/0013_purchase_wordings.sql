-- What the search of transactions looks through to find purchases: every wording that a purchase can bear, one for each
-- name that an offer and its product have ever had together. Kept where names change, which is rarely, so that a sale
-- pays nothing for it. A product or an offer that is renamed or deleted leaves its wording behind, with its purchases.
CREATE TABLE purchase_wordings (
  wording text PRIMARY KEY,
  search_text text NOT NULL GENERATED ALWAYS AS (search_fold(wording)) STORED
);
CREATE INDEX purchase_wordings_search ON purchase_wordings USING gin (search_text gin_trgm_ops);

CREATE FUNCTION remember_purchase_wordings() RETURNS trigger LANGUAGE plpgsql AS $$
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

INSERT INTO purchase_wordings (wording)
SELECT DISTINCT description FROM transactions WHERE type = 'purchase'
UNION SELECT format('Achat %s - %s', p.name, o.name) FROM offers o JOIN products p ON p.id = o.product_id;
