-- A batch that its supplier took back was recalled by no administrator.
ALTER TABLE code_batches DROP CONSTRAINT code_batches_recalled;
ALTER TABLE code_batches ADD CONSTRAINT code_batches_recalled
  CHECK ((recalled_at IS NULL) = (recall_reason IS NULL) AND (recalled_by IS NULL OR recalled_at IS NOT NULL));
