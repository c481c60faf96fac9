/** SQL: what of the amount of a request no correction has taken back: only for that money has to come in. */
export const keptAmount = (r: string): string =>
  `(${r}.amount - coalesce((SELECT sum(c.amount) FROM ledger c WHERE c.transaction_id = ${r}.transaction_id AND c.metadata ->> 'source' = 'admin_debit'), 0))::bigint`;
