-- No code of the offer that was added before this time is for sale, nor will one be: the code lookup starts there.
-- It takes the place of shelf_front, which servers of the version before still read and advance; a later version drops that
-- column.
ALTER TABLE offers ADD COLUMN oldest_sellable_at timestamptz(3) NOT NULL DEFAULT '-infinity';
UPDATE offers SET oldest_sellable_at = shelf_front;

-- The slot of offer_stock that this connection writes.
CREATE FUNCTION stock_slot() RETURNS int LANGUAGE sql STABLE
  RETURN pg_backend_pid() % 16;

-- Who may buy what, once: the purchase sells where each of these is null, and the explanation of a refusal answers with the
-- first that is not. The planner puts their bodies in place of the calls.
CREATE FUNCTION buyer_refusal(role text, status text, disabled boolean) RETURNS text LANGUAGE sql IMMUTABLE
  RETURN CASE WHEN role <> 'reseller' THEN 'ONLY_RESELLERS_BUY'
              WHEN status <> 'active' OR disabled THEN 'ACCOUNT_NOT_ACTIVE' END;

CREATE FUNCTION product_refusal(status text, deleted_at timestamptz) RETURNS text LANGUAGE sql IMMUTABLE
  RETURN CASE WHEN deleted_at IS NOT NULL THEN 'PRODUCT_NOT_FOUND'
              WHEN status <> 'active' THEN 'PRODUCT_NOT_AVAILABLE' END;

-- shown, expected: name of the product; name, value and region of the offer. expected is null when the caller names none.
CREATE FUNCTION offer_refusal(deleted_at timestamptz, shown text[], expected text[]) RETURNS text LANGUAGE sql IMMUTABLE
  RETURN CASE WHEN deleted_at IS NOT NULL THEN 'OFFER_NOT_FOUND'
              WHEN shown <> expected THEN 'OFFER_CHANGED' END;

-- In centimes. expected is null when the caller names none.
CREATE FUNCTION price_refusal(price bigint, expected bigint) RETURNS text LANGUAGE sql IMMUTABLE
  RETURN CASE WHEN price <= 0 THEN 'PRICE_INVALID'
              WHEN price <> expected THEN 'PRICE_CHANGED' END;
