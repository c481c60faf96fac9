-- What an offer costs its account from a larger quantity on, as a webhook knows it: '10:46800,50:46500'.
ALTER TABLE webhook_offers ADD COLUMN breaks text NOT NULL DEFAULT '';
