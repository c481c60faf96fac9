/*
 * Some fields of a Free Fire request are known under two names (AMB-38). Records are written under the first; whatever
 * comes in with the second is read as if it had the first. The table has columns for the first names alone: this stands
 * for row ENT-39.
 */
const secondNames = {
  playerId: 'freeFireId',
  transactionId: 'unifiedTransactionId',
  unifiedTransactionId: 'transactionId',
  diamondsValue: 'value',
  resellerName: 'userName',
  note: 'notes',
  imageUrl: 'proofImageUrl',
} as const;

type Fields = Readonly<Record<string, unknown>>;

/** Amount and diamonds may stand in the copy of the offer only. */
const fromOffer = ({ offer }: Fields): Fields => {
  const { price, value, name } = (offer ?? {}) as Fields;
  return { amount: price, diamondsValue: value, offerName: name };
};

/** The record under its first names: a field that is missing is read from its second name, else from the offer. */
export function withFirstNames<Record extends object>(record: Record): Record {
  const fields = record as Fields;
  const found: { [name: string]: unknown } = { ...fields };
  for (const [first, second] of Object.entries(secondNames)) found[first] ??= fields[second] ?? null;
  for (const [name, value] of Object.entries(fromOffer(fields))) found[name] ??= value;
  return found as Record;
}
