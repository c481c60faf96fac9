import type { Database } from '../../server/src/database/pool.ts';
import { composed, declaredStatements } from '../../server/src/database/statement.ts';

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

const declaredText = (name: string): string => declaredStatements().get(name) ?? '';

/** The nodes of the generic plan of a declared statement. `values`: its parameters as SQL; null: it has none. */
export const planOf = (db: Database, name: string, values: string | null): Promise<PlanNode[]> =>
  explain(db, 'FORMAT JSON', declaredText(name), values);

/** The same with an execution, which is rolled back. */
export const executedPlanOf = (db: Database, name: string, values: string | null): Promise<PlanNode[]> =>
  explain(db, 'ANALYZE, BUFFERS, FORMAT JSON', declaredText(name), values);

/** The same for a composed statement. `params`: SQL by the name that the statement has for it, `user_id`. */
export function executedComposedPlan(
  db: Database,
  sql: string,
  params: Readonly<Record<string, string>>,
): Promise<PlanNode[]> {
  const names = new Set([...sql.matchAll(/(?<![:\w]):([a-z_]+)/g)].map(([, name = '']) => name));
  const values = [...names].map((name) => params[name]).join(', ');
  return explain(db, 'ANALYZE, BUFFERS, FORMAT JSON', composed(sql).text, values);
}

async function explain(db: Database, how: string, text: string, values: string | null): Promise<PlanNode[]> {
  const client = await db.pool.connect();
  try {
    await client.query(`PREPARE planned AS ${text}`);
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
