import type { Database } from '../../server/src/database/pool.ts';
import { declaredStatements } from '../../server/src/database/statement.ts';

/** A node of a query plan; the actual figures are known after an execution. */
export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Loops'?: number;
  /** Per loop. */
  readonly 'Actual Rows'?: number;
  readonly 'Shared Hit Blocks'?: number;
  readonly 'Shared Read Blocks'?: number;
  readonly Plans?: readonly PlanNode[];
}

const stepsOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(stepsOf)];

/** The nodes of the generic plan of a declared statement. `values`: its parameters as SQL; null: it has none. */
export const planOf = (db: Database, name: string, values: string | null): Promise<PlanNode[]> =>
  explain(db, 'FORMAT JSON', name, values);

/** The same with an execution, which is rolled back. */
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
    // The connection has a prepared statement: it is closed instead of returned to the pool.
    client.release(true);
  }
}
