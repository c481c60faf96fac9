-- Administrators search recharge requests by their amount.
CREATE INDEX recharge_requests_amount ON recharge_requests (amount, id DESC);
