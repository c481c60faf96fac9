-- When an account was last reminded of its debt: its notifications are many, and an index on them would stop the sales while it is made.
CREATE TABLE debt_reminders (
  user_id uuid PRIMARY KEY REFERENCES users,
  reminded_at timestamptz NOT NULL
);
INSERT INTO debt_reminders
SELECT r.user_id, max(n.created_at) FROM receivables r JOIN notifications n ON n.user_id = r.user_id AND n.type = 'debt_due'
 WHERE r.debt > 0 GROUP BY 1;
