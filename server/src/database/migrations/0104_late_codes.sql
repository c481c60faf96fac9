-- The codes of an order that a person closed without any, and that its supplier serves later, enter the stock. An order that was closed with
-- some of its codes keeps its figures; that more were served is written beside them.
CREATE OR REPLACE FUNCTION post_supplier_order_entry() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  o supplier_orders;
BEGIN
  SELECT * INTO o FROM supplier_orders WHERE id = NEW.order_id FOR NO KEY UPDATE;
  IF NOT FOUND OR NOT (CASE o.status
    WHEN 'planned' THEN NEW.status IN ('sending', 'failed')
    WHEN 'sending' THEN NEW.status IN ('accepted', 'delivered', 'partial', 'failed', 'unknown')
    WHEN 'accepted' THEN NEW.status IN ('delivered', 'partial', 'failed')
    WHEN 'unknown' THEN NEW.status IN ('accepted', 'delivered', 'partial') OR (NEW.status = 'failed' AND NEW.evidence <> '')
    -- What was taken for lost is delivered late.
    WHEN 'failed' THEN NEW.status IN ('delivered', 'partial') AND o.sent_at IS NOT NULL AND o.reversed_at IS NULL
    WHEN 'partial' THEN (NEW.status = 'failed' AND NEW.reversed)
      OR (NEW.status IN ('delivered', 'partial') AND o.batch_id IS NULL)
      OR (NEW.status = 'partial' AND num_nonnulls(NEW.cost, NEW.delivered, NEW.batch_id) = 0)
    -- The supplier takes its codes back.
    ELSE NEW.status = 'failed' AND NEW.reversed
  END) THEN
    RETURN NULL;
  END IF;
  NEW.status_before := o.status;
  NEW.created_at := clock_timestamp();
  UPDATE supplier_orders
     SET status = NEW.status, status_at = NEW.created_at, cost = coalesce(NEW.cost, cost),
         delivered = coalesce(NEW.delivered, delivered), batch_id = coalesce(NEW.batch_id, batch_id),
         number = coalesce(nullif(NEW.number, ''), number), evidence = coalesce(nullif(NEW.evidence, ''), evidence),
         sent_at = CASE WHEN NEW.status = 'sending' THEN NEW.created_at ELSE sent_at END,
         reversed_at = CASE WHEN NEW.reversed THEN NEW.created_at ELSE reversed_at END
   WHERE id = NEW.order_id;
  RETURN NEW;
END $$;
