import type { Database } from '../../server/src/database/pool.ts';
import { declaredStatements } from '../../server/src/database/statement.ts';

/** One step of a plan; what it read and how often is known once it was carried out. */
export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Loops'?: number;
  /** Of one loop. */
  readonly 'Actual Rows'?: number;
  readonly 'Shared Hit Blocks'?: number;
  readonly 'Shared Read Blocks'?: number;
  readonly Plans?: readonly PlanNode[];
}

const stepsOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(stepsOf)];

/** The steps of the one plan that a declared statement keeps. `values` are its parameters, as SQL; null: it has none. */
export const planOf = (db: Database, name: string, values: string | null): Promise<PlanNode[]> =>
  explain(db, 'FORMAT JSON', name, values);

/** The same, carried out and taken back. */
export const executedPlanOf = (db: Database, name: string, values: string | null): Promise<PlanNode[]> =>
  explain(db, 'ANALYZE, BUFFERS, FORMAT JSON', name, values);

async function explain(db: Database, how: string, name: string, values: string | null): Promise<PlanNode[]> {
  const client = await db.pool.connect();
  try {
    await client.query(`PREPARE planned AS ${declaredStatements().get(name)}`);
    await client.query('BEGIN');
    const { rows } = await client.query(
      `EXPLAIN (${how}) EXECUTE planned${values === null ? '' : ` (${values})`}`,
    );
    await client.query('ROLLBACK');
    return stepsOf(rows[0]['QUERY PLAN'][0].Plan);
  } finally {
    // It keeps the prepared statement: the pool should not hand it out again.
    client.release(true);
  }
}
