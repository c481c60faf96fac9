import type pg from 'pg';
import { atOneMoment } from '../database/one-moment.ts';
import type { Database, Queryable } from '../database/pool.ts';
import { runQuery } from '../database/run-query.ts';
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
 * A check reads whole tables and joins them: one table walked for each row of another never ends. The planner would, when
 * it underrates a join on several columns at once (seen: 4 minutes and no end where a hash takes 1 s).
 */
export const auditSettings = `SET LOCAL statement_timeout = 0; SET LOCAL work_mem = '64MB'; SET LOCAL enable_nestloop = off; SET LOCAL enable_seqscan = on`;
/** Of one statement of an audit: a check reads whole tables. */
const query_timeout = 3_600_000;

/** A connection on which a statement may take as long as an audit needs. */
export const auditReader = (client: pg.PoolClient): Queryable => ({
  query: (config) => runQuery(client, { ...config, query_timeout }),
});

/**
 * Proves the books: every invariant of the money and of the codes, over one and the same moment, beside a running
 * server if need be; nothing is locked and nothing written. @returns what is wrong, at most 1,000 of each kind.
 */
export async function audit(
  db: Database,
  onProgress: (progress: AuditProgress) => void = () => {},
): Promise<Discrepancy[]> {
  return (await auditAll(db, onProgress)).found;
}

/** The same, with up to where it read. */
export async function auditAll(
  db: Database,
  onProgress: (progress: AuditProgress) => void,
): Promise<{ found: Discrepancy[]; coverage: Coverage }> {
  return atOneMoment(db, 1, async ([client]) => {
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
