-- How many purchases an hour an administrator allows this reseller; NULL: the configured number (RATE_LIMIT_PURCHASE).
ALTER TABLE users ADD COLUMN purchases_per_hour integer CHECK (purchases_per_hour BETWEEN 1 AND 1000);
