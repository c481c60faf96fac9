-- Movements of a balance that have no transaction record of their own, for the list of operations: refunds of refused
-- Free Fire requests and corrections. A sale, a recharge or a request is in no part of this index.
CREATE INDEX ledger_user_adjustments ON ledger (user_id, created_at, id)
  WHERE metadata ->> 'source' NOT IN ('admin_recharge', 'purchase', 'freefire_request');
