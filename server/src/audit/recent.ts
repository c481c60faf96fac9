import type { Database, Queryable } from '../database/pool.ts';
import { withSnapshot } from '../database/snapshot.ts';
import { auditReader, type Discrepancy } from './audit.ts';
import { type DiscrepancyKind, type Finding, finding } from './check.ts';
import { checks } from './checks/index.ts';
import { type Coverage, readCoverage } from './coverage.ts';
import { inRange, scopeOf, type Window, windowOfPart, windowSince } from './window.ts';

/** The whole database is read once in so many audits with --recent. */
export const partsOfWhole = 60;

export interface RecentAudit {
  readonly found: readonly Discrepancy[];
  readonly coverage: Coverage;
  /** How many rows of the ledger, transactions, purchases, recharges and codes were written since the last clean audit. */
  readonly recentRows: number;
  /** How many of these rows the part has. */
  readonly partRows: number;
}

/** Compares each recent entry with the balance after the previous one, which may be older, and with its own type and amount. */
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

/** Compares the balance of every account with its last entry. */
const lastEntries = finding(`SELECT email AS subject, last AS expected, balance AS found
     FROM (SELECT u.email, u.balance, coalesce((SELECT l.balance_after FROM ledger l WHERE l.user_id = u.id
                    ORDER BY l.id DESC LIMIT 1), 0) AS last FROM users u) accounts
    WHERE balance <> last`);

/** The statements that audit the rows of a window. */
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
/** Checks whose rows are far apart in their tables: a nested loop looks each row up by index. */
const nestedLoopChecks: ReadonlySet<DiscrepancyKind> = new Set([
  'correctionTotal',
  'soldCode',
  'duplicateCode',
  'codeSoldTwice',
  'unclaimedCode',
  'besideCode',
  'caseTwin',
  'disclosureNumber',
  'disclosureAccount',
  'proofContent',
]);

interface Statement {
  readonly kind: DiscrepancyKind;
  readonly text: string;
}

async function findWith(on: Queryable, { kind, text }: Statement): Promise<Discrepancy[]> {
  // The planner would choose nested loops for the other checks too, since it underestimates joins on several columns.
  await on.query({ text: `SET LOCAL enable_nestloop = ${nestedLoopChecks.has(kind) ? 'on' : 'off'}` });
  const { rows } = await on.query<Finding>({ text });
  return rows.map((row) => ({ kind, ...row }));
}

/** Runs the checks on the rows of a window. */
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

/** The ranges are narrow constants, so that indexes are faster than scans. */
export const recentSettings = `SET LOCAL work_mem = '64MB'; SET LOCAL enable_seqscan = off; SET LOCAL random_page_cost = 1.1`;

/** Connections that read concurrently: a statement seldom uses more than one CPU core. */
const readers = 2;

/**
 * Runs the checks on the rows written since a clean audit and on one part of the database, in one snapshot. `partsOfWhole` audits
 * together read every row.
 */
export async function auditRecent(db: Database, since: Coverage, part: number): Promise<RecentAudit> {
  return withSnapshot(db, readers, async (clients) => {
    for (const client of clients) await client.query(recentSettings);
    const [on, ...others] = clients.map(auditReader) as [Queryable, ...Queryable[]];
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
