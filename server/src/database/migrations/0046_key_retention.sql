-- One row: idempotency keys from before `forget_before` may be forgotten. `seen_at` is the clock at the last look.
CREATE TABLE key_retention (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  forget_before timestamptz NOT NULL,
  seen_at timestamptz NOT NULL
);
