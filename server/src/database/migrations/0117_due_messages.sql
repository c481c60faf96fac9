-- What is due is found by kind: the events that wait for one receiver of webhooks are read neither for the others nor for devices and chats.
CREATE INDEX outbox_webhooks_due ON outbox (webhook_id, not_before, id)
  WHERE webhook_id IS NOT NULL AND done_at IS NULL AND dead_at IS NULL;
DROP INDEX outbox_due;
CREATE INDEX outbox_due ON outbox (not_before, id) WHERE kind <> 'webhook' AND done_at IS NULL AND dead_at IS NULL;

-- So is what is old.
DROP INDEX outbox_done;
CREATE INDEX outbox_done ON outbox (done_at) WHERE kind <> 'webhook' AND done_at IS NOT NULL;
CREATE INDEX outbox_webhooks_done ON outbox ((coalesce(done_at, dead_at))) WHERE kind = 'webhook';

-- A balance or an offer that changed several times before the first event about it was sent is one event (webhooks.write).
DELETE FROM outbox o USING (
  SELECT id, row_number() OVER (PARTITION BY webhook_id, object, payload ORDER BY id DESC) AS number FROM outbox
   WHERE kind = 'webhook' AND done_at IS NULL AND dead_at IS NULL AND attempts = 0 AND lease_until IS NULL) w
 WHERE o.id = w.id AND w.number > 1;
