-- Whether an account was reminded of its debt today, without its other notifications. No sale writes one of these.
CREATE INDEX notifications_debt_due ON notifications (user_id, created_at) WHERE type = 'debt_due';
