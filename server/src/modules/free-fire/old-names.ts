/*
 * Some fields of a Free Fire request have two names in the specification (AMB-38). Records are written with the first name and read with
 * either. The table has columns for the first names only; this code exists for ENT-39.
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

/** Old records may have these fields in the copy of the offer only. */
const fromOffer = ({ offer }: Fields): Fields => {
  const { price, value, name } = (offer ?? {}) as Fields;
  return { amount: price, diamondsValue: value, offerName: name };
};

/** The record with first names; a missing field has the value of its second name, else that of the offer. */
export function withFirstNames<Record extends object>(record: Record): Record {
  const fields = record as Fields;
  const found: { [name: string]: unknown } = { ...fields };
  for (const [first, second] of Object.entries(secondNames)) found[first] ??= fields[second] ?? null;
  for (const [name, value] of Object.entries(fromOffer(fields))) found[name] ??= value;
  return found as Record;
}
