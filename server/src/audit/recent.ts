import { atOneMoment } from '../database/one-moment.ts';
import type { Database, Queryable } from '../database/pool.ts';
import { runQuery } from '../database/run-query.ts';
import type { Discrepancy } from './audit.ts';
import { type DiscrepancyKind, type Finding, finding } from './check.ts';
import { checks } from './checks/index.ts';
import { type Coverage, type NumberedTable, numberedTables, readCoverage } from './coverage.ts';

/** The whole is read once in so many audits of what is recent. */
export const partsOfWhole = 60;
/** A number is drawn before its row is committed: rows so far below the mark may have come after it. */
const lateNumbers = 10_000;
/** A call ends within seconds; so much before the mark a row may have been changed without being seen. */
const lateMinutes = 10;

type Range = readonly [from: string, to: string];

/** Rows that are audited together: ranges of numbers, and of accounts whose complete ledgers are read. */
export interface Window {
  readonly ranges: Readonly<Record<NumberedTable, Range>>;
  readonly accounts?: Range;
  /** Requests that were changed since, whatever their number. */
  readonly changedSince?: string;
}

export interface RecentAudit {
  readonly found: readonly Discrepancy[];
  readonly coverage: Coverage;
  /** Rows of the ledger, transactions, purchases, recharges and codes that were written since the mark. */
  readonly recentRows: number;
  /** The same of the part of the whole. */
  readonly partRows: number;
}

const [lowest, highest] = ['-9223372036854775807', '9223372036854775807'];
const lastAccount = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

export function windowSince({ at, numbers }: Coverage): Window {
  const from = (table: NumberedTable) => String(Math.max(0, Math.trunc(numbers[table])) - lateNumbers);
  const changedSince = new Date(Date.parse(at) - lateMinutes * 60_000).toISOString();
  return { ranges: ranges((table) => [from(table), highest]), changedSince };
}

/** The first part begins below every number, the last one ends above: no row is in none. */
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

/** From a bound to below the next one; the last number and the last account are within. */
const inRange = (column: string, [from, to]: Range) =>
  `${column} >= '${from}' AND ${column} ${to === highest || to === lastAccount ? '<=' : '<'} '${to}'`;

/** In place of a table, the rows of it that a check needs. */
const rowsOf = (table: string, where: string) =>
  `${table} AS NOT MATERIALIZED (SELECT * FROM public.${table} WHERE ${where})`;

/** What each check reads of its tables instead of all; undefined: it is quick, and reads all with the recent rows. */
function scopeOf(kind: DiscrepancyKind, window: Window, hasUniqueClaims: boolean): string[] | undefined {
  const within = (table: NumberedTable, column = 'id') => inRange(column, window.ranges[table]);
  const numbers = (table: string, column: string, where: string) =>
    `(SELECT ${column} FROM public.${table} WHERE ${where})`;
  /**
   * From the lowest to the highest number that these rows name: such numbers lie close together. `+ 0`: the planner would walk
   * the index of the column from its end to look for the rows.
   */
  const named = (own: string, table: string, column: string, where: string) =>
    `${own} >= ${numbers(table, `min(${column} + 0)`, where)} AND ${own} <= ${numbers(table, `max(${column} + 0)`, where)}`;
  const own = (table: NumberedTable) => rowsOf(table, within(table));
  const changed = (table: 'recharge_requests' | 'free_fire_requests') =>
    window.changedSince === undefined
      ? within(table)
      : `(${within(table)} OR updated_at >= '${window.changedSince}')`;
  const accounts = (column: string) => inRange(column, window.accounts ?? [lastAccount, lastAccount]);
  // An old code is sold today.
  const codes = `(${within('codes')} OR ${within('purchases', 'purchase_id')})`;
  // Where the primary key gives a fingerprint one claim, only codes without their own can repeat one: they are compared with the
  // code that they name and with the holder.
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
    case 'transactionEntry':
      return [own('transactions'), rowsOf('ledger', ofTransactions)];
    case 'transactionRecord':
      // Purchases have no index of their transactions: the ledger names both.
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

/** Of recent entries: where the one before ended, which may be older, and what type and amount make of it. */
const recentChain = (ledger: string) =>
  finding(`SELECT id AS subject, CASE WHEN balance_before <> start THEN start ELSE moved END AS expected,
            CASE WHEN balance_before <> start THEN balance_before ELSE balance_after END AS found
       FROM (SELECT l.id, l.balance_before, l.balance_after,
                    l.balance_before + CASE l.type WHEN 'credit' THEN l.amount ELSE -l.amount END AS moved,
                    coalesce(l.previous, (SELECT p.balance_after FROM ledger p
                       WHERE p.user_id = l.user_id AND p.id < l.id ORDER BY p.id DESC LIMIT 1), 0) AS start
               FROM (SELECT *, lag(balance_after) OVER (PARTITION BY user_id ORDER BY id) AS previous
                       FROM ledger WHERE ${ledger}) l) entries
      WHERE balance_before <> start OR balance_after <> moved`);

/** Of every account: its balance is what its last entry left. */
const lastEntries = finding(`SELECT email AS subject, last AS expected, balance AS found
     FROM (SELECT u.email, u.balance, coalesce((SELECT l.balance_after FROM ledger l WHERE l.user_id = u.id
                    ORDER BY l.id DESC LIMIT 1), 0) AS last FROM users u) accounts
    WHERE balance <> last`);

/** The statements of an audit of these rows, by kind. */
function statementsOf(window: Window, hasUniqueClaims: boolean): Statement[] {
  const isPart = window.accounts !== undefined;
  return checks.flatMap(({ kind, query }) => {
    if (!isPart && kind === 'balance') return [{ kind, text: lastEntries }];
    if (!isPart && kind === 'ledgerChain') {
      const [from] = window.ranges.ledger;
      return [{ kind, text: recentChain(`id >= ${from}`) }];
    }
    const scope = scopeOf(kind, window, hasUniqueClaims);
    if (scope) return [{ kind, text: `WITH ${scope.join(', ')} ${query.text}` }];
    return isPart ? [] : [{ kind, text: query.text }];
  });
}

const uniqueClaims = `SELECT indisunique AND indisvalid AS unique FROM pg_index
                       WHERE indexrelid = to_regclass('public.code_fingerprints_pkey')`;
const scattered: ReadonlySet<DiscrepancyKind> = new Set([
  'soldCode',
  'duplicateCode',
  'codeSoldTwice',
  'unclaimedCode',
  'disclosureNumber',
  'disclosureAccount',
  'proofContent',
]);

interface Statement {
  readonly kind: DiscrepancyKind;
  readonly text: string;
}

async function findWith(on: Queryable, { kind, text }: Statement): Promise<Discrepancy[]> {
  // Only rows that lie apart are looked up one by one: the planner underrates joins on several columns.
  await on.query({ text: `SET LOCAL enable_nestloop = ${scattered.has(kind) ? 'on' : 'off'}` });
  const { rows } = await on.query<Finding>({ text });
  return rows.map((row) => ({ kind, ...row }));
}

/** Runs the checks on these rows. */
export async function auditWindow(on: Queryable, window: Window): Promise<Discrepancy[]> {
  const found: Discrepancy[] = [];
  for (const statement of statementsOf(window, await claimsAreUnique(on)))
    found.push(...(await findWith(on, statement)));
  return found;
}

async function claimsAreUnique(on: Queryable): Promise<boolean> {
  const { rows } = await on.query<{ unique: boolean }>({ text: uniqueClaims });
  return rows[0]?.unique ?? false;
}

/** Ranges are narrow, and known when a statement is planned: indexes lead to their rows. */
export const recentSettings = `SET LOCAL work_mem = '64MB'; SET LOCAL enable_seqscan = off; SET LOCAL random_page_cost = 1.1`;

/** So many connections read side by side: one statement seldom keeps more than one processor busy. */
const readers = 2;

/**
 * Audits what was written since a clean audit, and one part of the whole, over one moment: the same checks on fewer rows. In
 * `partsOfWhole` audits every row is read again.
 */
export async function auditRecent(db: Database, since: Coverage, part: number): Promise<RecentAudit> {
  return atOneMoment(db, readers, async (clients) => {
    for (const client of clients) await client.query(recentSettings);
    const [on, ...others] = clients.map(
      (client): Queryable => ({
        query: (question) => runQuery(client, { ...question, query_timeout: 3_600_000 }),
      }),
    ) as [Queryable, ...Queryable[]];
    const [coverage, isUnique] = [await readCoverage(on), await claimsAreUnique(on)];
    const [recent, whole] = [windowSince(since), windowOfPart(coverage, part, partsOfWhole)];
    const work = [recent, whole].flatMap((window) =>
      statementsOf(window, isUnique).map((statement) => ({ window, statement, found: [] as Discrepancy[] })),
    );
    const waiting = work.values();
    const read = async (reader: Queryable) => {
      for (const each of waiting) each.found = await findWith(reader, each.statement);
    };
    await Promise.all([on, ...others].map(read));
    const foundIn = (window: Window) =>
      work.filter((each) => each.window === window).flatMap((each) => each.found);
    const found = foundIn(recent);
    const names = new Set(found.map(({ kind, subject }) => `${kind} ${subject}`));
    for (const each of foundIn(whole)) if (!names.has(`${each.kind} ${each.subject}`)) found.push(each);
    const [recentRows, partRows] = [await countRows(on, recent), await countRows(on, whole)];
    return { found, coverage, recentRows, partRows };
  });
}

export async function countRows(on: Queryable, { ranges: counted }: Window): Promise<number> {
  const counts = (['ledger', 'transactions', 'purchases', 'recharges', 'codes'] as const).map(
    (table) => `(SELECT count(*) FROM ${table} WHERE ${inRange('id', counted[table])})`,
  );
  const { rows } = await on.query<{ count: number }>({ text: `SELECT ${counts.join(' + ')} AS count` });
  return rows[0]?.count ?? 0;
}
