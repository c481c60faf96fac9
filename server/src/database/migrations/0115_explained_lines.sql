-- A line of a statement that is no recharge: the owner's own deposit, a supplier's refund, a debt paid by transfer. An administrator says why,
-- and it is money without a request no more.
ALTER TABLE bank_lines
  ADD COLUMN explanation text CHECK (length(explanation) BETWEEN 1 AND 200),
  ADD COLUMN explained_at timestamptz(3),
  ADD COLUMN explained_by uuid REFERENCES users (id),
  ADD CHECK ((explanation IS NULL) = (explained_at IS NULL)),
  ADD CHECK ((explanation IS NULL) = (explained_by IS NULL)),
  ADD CHECK (explanation IS NULL OR matched_request IS NULL);
