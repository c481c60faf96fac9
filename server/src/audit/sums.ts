import { randomBytes } from 'node:crypto';
import { dayStart } from '../database/sql-text.ts';
import { type Given, type Statement, statement } from '../database/statement.ts';
import { NIL_UUID } from '../ids.ts';
import { monthOf } from '../modules/statements/month-entries.ts';
import { isAdjustment } from '../money/post-entry.ts';
import type { DiscrepancyKind } from './check.ts';

/*
 * Two tables correspond row by row when the hashes of the values that their rows must share have the same sum: one scan of each table
 * instead of a join. Each audit draws a random seed, so that a difference of ids and amounts that cancels out cannot be constructed; by chance one is
 * missed in 1 of 2^56 audits. When sums differ, the check itself runs and reports the rows. NULL has its own value in a hash, so
 * that no row is ignored. The hashes are those of PostgreSQL's hash joins, which are the same within one audit alone.
 */
type Part = (seed: string) => string;
/** Tells all numbers below 2^32 apart, as amounts in centimes and ids are; NULL is none of them. */
const number =
  (column: string): Part =>
  (seed) =>
    `hashint8extended(coalesce(${column}, -1), ${seed})`;
/** NULL leaves its row out of the sum: refunds and corrections have no transaction of their own. */
const kindOf =
  (expression: string): Part =>
  (seed) =>
    `hashint8extended(${expression}, ${seed})`;
const uuid =
  (column: string): Part =>
  (seed) =>
    `uuid_hash_extended(coalesce(${column}, '${NIL_UUID}'), ${seed})`;
const bytes =
  (column: string): Part =>
  (seed) =>
    `hashtextextended(encode(${column}, 'base64'), ${seed})`;
/** The hash of each part is the seed of the next one, and $1 that of the first, so that values which change places do not cancel out. */
const hash = (...parts: readonly Part[]): string => parts.reduce((seed, part) => part(seed), '$1::bigint');

type Sum = string;
const sums = <Row extends object>(table: string, text: string): Statement<[seed: string], Row> =>
  statement(`audit.sums.${table}`, text);

const source = `metadata ->> 'source'`;

/** One scan: the total of each account, and the sums that must match transactions and purchases. */
const ledgerSums = sums<{
  unbalanced: number;
  unknown: number;
  unnamed: number;
  entries: Sum;
  purchases: Sum;
}>(
  'ledger',
  `SELECT count(*) FILTER (WHERE u.id IS NOT NULL AND u.balance <> coalesce(l.total, 0)) AS unbalanced,
          count(*) FILTER (WHERE u.id IS NULL) AS unknown, coalesce(sum(l.unnamed), 0)::bigint AS unnamed,
          coalesce(sum(l.entries), 0)::text AS entries, coalesce(sum(l.purchases), 0)::text AS purchases
     FROM users u
     FULL JOIN (
       SELECT user_id, sum(CASE type WHEN 'credit' THEN amount ELSE -amount END) AS total,
              count(*) FILTER (WHERE ${source} IS NULL) AS unnamed,
              sum(${hash(
                kindOf(
                  `CASE ${source} WHEN 'admin_recharge' THEN 1 WHEN 'purchase' THEN 2 WHEN 'freefire_request' THEN 3 WHEN 'advance' THEN 4 END`,
                ),
                number('transaction_id'),
                uuid('user_id'),
                number('amount'),
                number('balance_before'),
                number('balance_after'),
                number(`(type = 'credit')::int`),
              )}) AS entries,
              sum(CASE WHEN ${source} = 'purchase'
                    THEN ${hash(number('transaction_id'), number('related_transaction_id'))} END) AS purchases
         FROM ledger GROUP BY user_id
     ) l ON l.user_id = u.id`,
);

/** The kind of a transaction, as its hashes have it. */
const transactionKind =
  "CASE type WHEN 'recharge' THEN CASE method WHEN 'advance' THEN 4 ELSE 1 END WHEN 'purchase' THEN 2 ELSE 3 END";

const transactionSums = sums<{ entries: Sum; records: Sum; unfinished: number }>(
  'transactions',
  `SELECT coalesce(sum(${hash(
    kindOf(transactionKind),
    number('id'),
    uuid('user_id'),
    number('amount'),
    number('balance_before'),
    number('balance_after'),
    number(`(type = 'recharge')::int`),
  )}), 0)::text AS entries,
          coalesce(sum(${hash(
            kindOf(transactionKind),
            number('id'),
            uuid('user_id'),
            number('amount'),
          )}), 0)::text AS records,
          count(*) FILTER (WHERE type IN ('recharge', 'purchase') AND status <> 'completed') AS unfinished FROM transactions`,
);

const recordHash = (kind: 1 | 2 | 3 | 4, amount: string) =>
  hash(kindOf(String(kind)), number('transaction_id'), uuid('user_id'), number(amount));

const rechargeSums = sums<{ records: Sum }>(
  'recharges',
  `SELECT coalesce(sum(${recordHash(1, 'amount')}), 0)::text AS records FROM recharges`,
);

const requestSums = sums<{ records: Sum }>(
  'free-fire-requests',
  `SELECT coalesce(sum(${recordHash(3, 'amount')}), 0)::text AS records FROM free_fire_requests`,
);

const advanceSums = sums<{ records: Sum }>(
  'advances',
  `SELECT coalesce(sum(${recordHash(4, 'amount')}), 0)::text AS records FROM receivable_entries WHERE kind = 'advance'`,
);

/** A purchase of n codes counts n times. The hash is shifted, so that 100 times its value is still a bigint. */
const purchaseSums = sums<{ records: Sum; entries: Sum; codes: Sum; wrongTotals: number }>(
  'purchases',
  `SELECT coalesce(sum(${recordHash(2, 'total_cost')}), 0)::text AS records,
          coalesce(sum(${hash(number('transaction_id'), number('id'))}), 0)::text AS entries,
          coalesce(sum(CASE WHEN quantity BETWEEN 1 AND 100 THEN quantity
            * (${hash(number('id'), uuid('offer_id'), uuid('user_id'), number('unit_price'))} >> 8) END), 0)::text AS codes,
          count(*) FILTER (WHERE total_cost <> quantity * unit_price) AS "wrongTotals" FROM purchases`,
);

/** Each replacement of a refused code is one more code of its purchase. */
const replacementSums = sums<{ codes: Sum }>(
  'replacements',
  `SELECT coalesce(sum(${hash(number('p.id'), uuid('p.offer_id'), uuid('p.user_id'), number('p.unit_price'))} >> 8), 0)::text AS codes
     FROM claims c JOIN purchases p ON p.id = c.purchase_id WHERE c.replacement_code_id IS NOT NULL`,
);

const claimHash = (id: string, fingerprint: string) => hash(number(id), bytes(fingerprint));

const codeSums = sums<{ codes: Sum; claims: Sum; wrong: number; alike: number }>(
  'codes',
  `SELECT coalesce(sum(CASE WHEN status = 'sold' THEN
            ${hash(number('purchase_id'), uuid('offer_id'), uuid('sold_to'), number('sale_price'))} >> 8 END), 0)::text AS codes,
          coalesce(sum(CASE WHEN canonical_fingerprint IS NOT NULL AND duplicate_of IS NULL
            THEN ${claimHash('id', 'canonical_fingerprint')} END), 0)::text AS claims,
          count(*) FILTER (WHERE status <> 'sold' AND purchase_id IS NOT NULL) AS wrong,
          count(*) FILTER (WHERE canonical_fingerprint IS NOT NULL AND duplicate_of IS NOT NULL) AS alike FROM codes`,
);

const fingerprintSums = sums<{ claims: Sum; unique: boolean }>(
  'code-fingerprints',
  `SELECT coalesce(sum(${claimHash('code_id', 'fingerprint')}), 0)::text AS claims,
          EXISTS (SELECT FROM pg_constraint WHERE conrelid = 'code_fingerprints'::regclass
                     AND pg_get_constraintdef(oid) = 'PRIMARY KEY (fingerprint)') AS "unique" FROM code_fingerprints`,
);

/** Refunds and corrections refer to their transaction. They are few, so a join is quick. */
const orphanAdjustments = statement<[], { orphans: number }>(
  'audit.orphan-adjustments',
  `SELECT count(*) AS orphans
     FROM ledger l LEFT JOIN transactions t ON t.id = l.transaction_id AND t.user_id = l.user_id
    WHERE l.${isAdjustment} AND t.id IS NULL`,
);

/**
 * Entries lie in the month in which they were written, but for those that were written around its end: grouped by that month, most ledgers
 * have exactly the closed ones. No sums of hashes: the months are few.
 */
const differingMonths = statement<[], { differing: number }>(
  'audit.differing-months',
  `WITH e AS (
     SELECT user_id, ${monthOf('created_at')} AS month, count(*) AS entries, min(id) AS first, max(id) AS last,
            coalesce(sum(amount) FILTER (WHERE type = 'credit'), 0) AS credits,
            coalesce(sum(amount) FILTER (WHERE type = 'debit'), 0) AS debits
       FROM ledger WHERE created_at < ${dayStart('SELECT month FROM ledger_months_until WHERE after_user IS NULL')}
      GROUP BY 1, 2
   ), m AS (
     SELECT *, lag(closing::bigint, 1, 0::bigint) OVER months AS start, lag(last_entry_id, 1, 0::bigint) OVER months AS after
       FROM ledger_months WINDOW months AS (PARTITION BY user_id ORDER BY month)
   )
   SELECT count(*) AS differing
     FROM e FULL JOIN m ON m.user_id = e.user_id AND m.month = e.month
     LEFT JOIN ledger l ON l.id = m.last_entry_id AND l.user_id = m.user_id
    WHERE (e.entries, e.credits, e.debits, e.last) IS DISTINCT FROM (m.entries, m.credits, m.debits, m.last_entry_id)
       OR e.first <= m.after OR m.opening <> m.start OR l.balance_after IS DISTINCT FROM m.closing`,
);

/** Exported for the test of their query plans. */
export const sumStatements = [
  ledgerSums,
  transactionSums,
  rechargeSums,
  requestSums,
  advanceSums,
  purchaseSums,
  replacementSums,
  codeSums,
  fingerprintSums,
  orphanAdjustments,
  differingMonths,
] as const;

/** Runs a statement of an audit that returns one row. */
export type ReadRow = <Params extends object, Row>(
  statement: Statement<Params, Row>,
  ...params: Given<Params>
) => Promise<Row>;

/**
 * Returns a function that tells whether the sums prove that a check finds nothing; false for a check without sums. Each table is read
 * once, when the first check needs it.
 */
export function openSums(read: ReadRow): (kind: DiscrepancyKind) => Promise<boolean> {
  const seed = String(randomBytes(8).readBigInt64BE());
  const once = <Row>(work: () => Promise<Row>) => {
    let row: Promise<Row> | undefined;
    return () => (row ??= work());
  };
  const ledger = once(() => read(ledgerSums, seed));
  const transactions = once(() => read(transactionSums, seed));
  const recharges = once(() => read(rechargeSums, seed));
  const requests = once(() => read(requestSums, seed));
  const advances = once(() => read(advanceSums, seed));
  const purchases = once(() => read(purchaseSums, seed));
  const replacements = once(() => read(replacementSums, seed));
  const codes = once(() => read(codeSums, seed));
  const fingerprints = once(() => read(fingerprintSums, seed));

  const entriesHaveTransactions = async () => (await ledger()).entries === (await transactions()).entries;
  const recordsHaveTransactions = async () => {
    const [wanted, ...records] = await Promise.all([
      transactions(),
      recharges(),
      requests(),
      advances(),
      purchases(),
    ]);
    return records.reduce((total, table) => total + BigInt(table.records), 0n) === BigInt(wanted.records);
  };
  const allCompleted = async () => (await transactions()).unfinished === 0;
  const codesHavePurchases = async () => {
    if ((await codes()).wrong > 0) return false;
    const bought = BigInt((await purchases()).codes) + BigInt((await replacements()).codes);
    return BigInt((await codes()).codes) === bought;
  };
  const codesHaveClaims = async () => (await codes()).claims === (await fingerprints()).claims;
  // The fingerprint is the key of the claims: where each code has one of its own, no two codes have the same fingerprint.
  const fingerprintsAreUnique = async () =>
    (await codesHaveClaims()) && (await fingerprints()).unique && (await codes()).alike === 0;

  const proofs: Partial<Record<DiscrepancyKind, () => Promise<boolean>>> = {
    balance: async () => (await ledger()).unbalanced === 0,
    ledgerOrphan: async () => {
      const { unknown, unnamed } = await ledger();
      if (unknown + unnamed > 0 || !(await entriesHaveTransactions())) return false;
      return (await read(orphanAdjustments)).orphans === 0;
    },
    monthClosing: async () => (await read(differingMonths)).differing === 0,
    transactionEntry: entriesHaveTransactions,
    transactionRecord: recordsHaveTransactions,
    rechargeTransaction: async () => (await recordsHaveTransactions()) && (await allCompleted()),
    purchaseTransaction: async () =>
      (await recordsHaveTransactions()) &&
      (await allCompleted()) &&
      (await ledger()).purchases === (await purchases()).entries,
    purchaseTotal: async () => (await purchases()).wrongTotals === 0,
    purchaseCodes: codesHavePurchases,
    soldCode: codesHavePurchases,
    duplicateCode: fingerprintsAreUnique,
    codeSoldTwice: fingerprintsAreUnique,
    unclaimedCode: codesHaveClaims,
    claimWithoutCode: codesHaveClaims,
  };
  return async (kind) => (await proofs[kind]?.()) ?? false;
}
