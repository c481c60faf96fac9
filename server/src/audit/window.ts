import type { DiscrepancyKind } from './check.ts';
import { type Coverage, type NumberedTable, numberedTables } from './coverage.ts';

/* Restricts an audit to a part of the database: a window of rows, and for each check its tables restricted to the window. */

/** An id is drawn before its row is committed: rows up to so many ids below the mark may have been committed after it. */
export const lateNumbers = 10_000;
/** A change up to so many minutes before the mark may have been committed after it; calls end within seconds. */
const lateMinutes = 10;

type Range = readonly [from: string, to: string];

/** Rows that are audited together: ranges of ids, and a range of accounts whose complete ledgers are read. */
export interface Window {
  readonly ranges: Readonly<Record<NumberedTable, Range>>;
  readonly accounts?: Range;
  /** ISO 8601: includes requests of any id that were changed since. */
  readonly changedSince?: string;
}

const [lowest, highest] = ['-9223372036854775807', '9223372036854775807'];
const lastAccount = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** The rows written since an audit with this coverage, with a margin for late commits. */
export function windowSince({ at, numbers }: Coverage): Window {
  const from = (table: NumberedTable) => String(Math.max(0, Math.trunc(numbers[table])) - lateNumbers);
  const changedSince = new Date(Date.parse(at) - lateMinutes * 60_000).toISOString();
  return { ranges: ranges((table) => [from(table), highest]), changedSince };
}

/** One of `parts` windows, counted from 0, that together contain every row: the first has no lower bound, the last no upper one. */
export function windowOfPart({ numbers }: Coverage, part: number, parts: number): Window {
  const bound = (table: NumberedTable, index: number) => String(Math.floor((numbers[table] / parts) * index));
  const account = (index: number) =>
    `${Math.min(0xffffffff, Math.floor((2 ** 32 / parts) * index))
      .toString(16)
      .padStart(8, '0')}-0000-0000-0000-000000000000`;
  const isLast = part === parts - 1;
  return {
    ranges: ranges((table) => [
      part === 0 ? lowest : bound(table, part),
      isLast ? highest : bound(table, part + 1),
    ]),
    accounts: [account(part), isLast ? lastAccount : account(part + 1)],
  };
}

const ranges = (of: (table: NumberedTable) => Range): Window['ranges'] =>
  Object.fromEntries(numberedTables.map((table) => [table, of(table)])) as Window['ranges'];

/** SQL condition for a half-open range; the highest id and the last account are included. */
export const inRange = (column: string, [from, to]: Range) =>
  `${column} >= '${from}' AND ${column} ${to === highest || to === lastAccount ? '<=' : '<'} '${to}'`;

/** A CTE that replaces a table by the rows that a check needs. */
const rowsOf = (table: string, where: string) =>
  `${table} AS NOT MATERIALIZED (SELECT * FROM public.${table} WHERE ${where})`;

/** The CTEs that restrict the tables of a check to a window; undefined for a quick check, which reads whole tables. */
export function scopeOf(
  kind: DiscrepancyKind,
  window: Window,
  hasUniqueClaims: boolean,
): string[] | undefined {
  const within = (table: NumberedTable, column = 'id') => inRange(column, window.ranges[table]);
  const numbers = (table: string, column: string, where: string) =>
    `(SELECT ${column} FROM public.${table} WHERE ${where})`;
  /**
   * The range from the lowest to the highest id that these rows refer to, which are close together. `+ 0` keeps the planner from
   * scanning the index of the column from its end to find them.
   */
  const named = (own: string, table: string, column: string, where: string) =>
    `${own} >= ${numbers(table, `min(${column} + 0)`, where)} AND ${own} <= ${numbers(table, `max(${column} + 0)`, where)}`;
  const own = (table: NumberedTable) => rowsOf(table, within(table));
  const changed = (table: 'recharge_requests' | 'free_fire_requests') =>
    window.changedSince === undefined
      ? within(table)
      : `(${within(table)} OR updated_at >= '${window.changedSince}')`;
  const accounts = (column: string) => inRange(column, window.accounts ?? [lastAccount, lastAccount]);
  // Includes old codes that were sold within the window.
  const codes = `(${within('codes')} OR ${within('purchases', 'purchase_id')})`;
  // With a primary key on the claims, only codes that do not claim their fingerprint can repeat one. They are compared with the code
  // that they refer to and with the one that claims the fingerprint.
  const isClaimed = `c.duplicate_of IS NULL AND EXISTS (
    SELECT FROM public.code_fingerprints f WHERE f.code_id = c.id AND f.fingerprint = c.canonical_fingerprint)`;
  const unclaimed = `unclaimed AS MATERIALIZED (
    SELECT c.id, c.canonical_fingerprint, c.duplicate_of FROM public.codes c
     WHERE ${codes} AND c.canonical_fingerprint IS NOT NULL AND NOT (${hasUniqueClaims ? isClaimed : 'false'}))`;
  const repeated = rowsOf(
    'codes',
    `id IN (SELECT id FROM unclaimed UNION SELECT duplicate_of FROM unclaimed UNION
            SELECT f.code_id FROM public.code_fingerprints f JOIN unclaimed u ON u.canonical_fingerprint = f.fingerprint)`,
  );
  const unsold = `codes AS NOT MATERIALIZED (SELECT * FROM public.codes WHERE status = 'available'
      UNION ALL SELECT * FROM public.codes WHERE status = 'reserved')`;
  const ofTransactions = within('transactions', 'transaction_id');
  const requestTables = (table: 'recharge_requests' | 'free_fire_requests') => {
    const transactions = (column: string) => named(column, table, 'transaction_id', changed(table));
    return [
      rowsOf(table, changed(table)),
      rowsOf('ledger', transactions('transaction_id')),
      rowsOf('transactions', transactions('id')),
    ];
  };

  switch (kind) {
    case 'balance':
      return [rowsOf('users', accounts('id')), rowsOf('ledger', accounts('user_id'))];
    case 'ledgerChain':
      return [rowsOf('ledger', accounts('user_id'))];
    case 'ledgerOrphan':
      return [
        own('ledger'),
        rowsOf('transactions', named('id', 'ledger', 'transaction_id', within('ledger'))),
      ];
    case 'adjustmentEntry':
      return [
        own('ledger'),
        rowsOf('free_fire_requests', named('transaction_id', 'ledger', 'transaction_id', within('ledger'))),
      ];
    case 'correctionTotal': {
      const corrected = numbers(
        'ledger',
        'transaction_id',
        `${within('ledger')} AND metadata ->> 'source' = 'admin_debit'`,
      );
      return [
        rowsOf('ledger', `transaction_id IN ${corrected}`),
        rowsOf('transactions', `id IN ${corrected}`),
      ];
    }
    case 'transactionEntry':
      return [own('transactions'), rowsOf('ledger', ofTransactions)];
    case 'transactionRecord':
      // purchases has no index on transaction_id; the ledger refers to both.
      return [
        own('transactions'),
        rowsOf('recharges', ofTransactions),
        rowsOf('free_fire_requests', ofTransactions),
        rowsOf(
          'purchases',
          named(
            'id',
            'ledger',
            'related_transaction_id',
            `${ofTransactions} AND metadata ->> 'source' = 'purchase'`,
          ),
        ),
      ];
    case 'rechargeTransaction':
      return [
        own('recharges'),
        rowsOf('transactions', named('id', 'recharges', 'transaction_id', within('recharges'))),
      ];
    case 'purchaseTransaction': {
      const transactions = (column: string) =>
        named(column, 'purchases', 'transaction_id', within('purchases'));
      return [
        own('purchases'),
        rowsOf('transactions', transactions('id')),
        rowsOf('ledger', transactions('transaction_id')),
      ];
    }
    case 'purchaseTotal':
      return [own('purchases')];
    case 'purchaseCodes':
      return [own('purchases'), rowsOf('codes', within('purchases', 'purchase_id'))];
    case 'disclosureNumber':
      return [
        rowsOf(
          'disclosures',
          `purchase_id IN ${numbers('disclosures', 'purchase_id', within('disclosures'))}`,
        ),
      ];
    case 'disclosureAccount':
      return [
        own('disclosures'),
        rowsOf('purchases', `id IN ${numbers('disclosures', 'purchase_id', within('disclosures'))}`),
      ];
    case 'soldCode':
      return [rowsOf('codes', codes), rowsOf('purchases', `id IN ${numbers('codes', 'purchase_id', codes)}`)];
    case 'duplicateCode':
    case 'codeSoldTwice':
      return [unclaimed, repeated];
    case 'unclaimedCode':
      return [
        rowsOf('codes', codes),
        rowsOf('code_fingerprints', `code_id IN ${numbers('codes', 'id', codes)}`),
      ];
    case 'claimWithoutCode':
      return [own('codes'), rowsOf('code_fingerprints', within('codes', 'code_id'))];
    // Each import with all its codes.
    case 'importRange': {
      const imports = within('codes', 'last_id');
      const ofImports = `id >= ${numbers('code_imports', 'min(first_id)', imports)} AND id <= ${numbers('code_imports', 'max(last_id)', imports)}`;
      return [
        rowsOf('code_imports', imports),
        rowsOf('codes', ofImports),
        rowsOf('withheld_codes', ofImports),
      ];
    }
    case 'besideCode':
      return ['serial_fingerprints', 'folded_fingerprints'].map((table) =>
        rowsOf(table, within('codes', 'code_id')),
      );
    case 'caseTwin':
      return [own('codes'), rowsOf('folded_fingerprints', within('codes', 'code_id'))];
    case 'stock':
    case 'retiredOffer':
      return window.accounts ? undefined : [unsold];
    case 'approvedRequest':
      return requestTables('recharge_requests');
    case 'proofContent':
      return [
        rowsOf(
          'recharge_proofs',
          `request_id IN ${numbers('recharge_requests', 'id', changed('recharge_requests'))}`,
        ),
      ];
    case 'freeFireDebit':
    case 'freeFireRefund':
      return requestTables('free_fire_requests');
    case 'freeFireHistory':
      return [
        ...requestTables('free_fire_requests'),
        rowsOf(
          'free_fire_history',
          `request_id IN ${numbers('free_fire_requests', 'id', changed('free_fire_requests'))}`,
        ),
      ];
    case 'missingWarning':
    case 'warningRequest':
    case 'freeFireTotals':
    case 'undeliverableMessage':
    case 'foreignDevice':
      return undefined;
  }
}
