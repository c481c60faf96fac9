import type pg from 'pg';
import type { Database, Queryable } from '../database/pool.ts';
import { runQuery } from '../database/run-query.ts';
import { withSnapshot } from '../database/snapshot.ts';
import type { DiscrepancyKind, Finding } from './check.ts';
import { checks } from './checks/index.ts';
import { type Coverage, readCoverage } from './coverage.ts';
import { openSums } from './sums.ts';

export interface Discrepancy extends Finding {
  readonly kind: DiscrepancyKind;
}

export interface AuditProgress {
  readonly kind: DiscrepancyKind;
  readonly done: number;
  readonly of: number;
}

/**
 * Nested loops are off: the checks join whole tables, and the planner underestimates joins on several columns (measured: not finished
 * after 4 minutes where a hash join takes 1 s).
 */
export const auditSettings = `SET LOCAL statement_timeout = 0; SET LOCAL work_mem = '64MB'; SET LOCAL enable_nestloop = off; SET LOCAL enable_seqscan = on`;
/** In milliseconds, for each statement. */
const query_timeout = 3_600_000;

/** Queries on this connection with a timeout of an hour. */
export const auditReader = (client: pg.PoolClient): Queryable => ({
  query: (config) => runQuery(client, { ...config, query_timeout }),
});

/**
 * Checks every invariant of the money and of the codes in one snapshot. It locks and writes nothing, and can run while servers sell.
 * @returns the discrepancies, at most 1,000 of each kind
 */
export async function audit(
  db: Database,
  onProgress: (progress: AuditProgress) => void = () => {},
): Promise<Discrepancy[]> {
  return (await auditAll(db, onProgress)).found;
}

/** The same, with the coverage. */
export async function auditAll(
  db: Database,
  onProgress: (progress: AuditProgress) => void,
): Promise<{ found: Discrepancy[]; coverage: Coverage }> {
  return withSnapshot(db, 1, async ([client]) => {
    await client.query(auditSettings);
    const on = auditReader(client);
    const coverage = await readCoverage(on);
    const proved = openSums((wanted, ...params) => wanted.one(on, ...params));
    const found: Discrepancy[] = [];
    for (const [index, { kind, query }] of checks.entries()) {
      onProgress({ kind, done: index, of: checks.length });
      if (await proved(kind)) continue;
      const rows = await query.all(on);
      found.push(...rows.map((row) => ({ kind, ...row })));
    }
    return { found, coverage };
  });
}
