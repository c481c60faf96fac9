import type { Queryable } from './pool.ts';
import type { Statement } from './statement.ts';

interface Plan {
  readonly Plan: { readonly 'Plan Rows': number };
}

/**
 * Estimates how many rows a statement returns, from the planner's statistics, without reading a row. The statement is planned with its
 * actual parameters. The result has two significant digits, because it is no more precise.
 */
export async function estimateRows<Params extends readonly unknown[]>(
  on: Queryable,
  { text }: Statement<Params, object>,
  ...values: Params
): Promise<number> {
  const { rows } = await on.query<{ 'QUERY PLAN': Plan[] }>({
    text: `EXPLAIN (FORMAT JSON) ${text}`,
    values,
  });
  return Number((rows[0]?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0).toPrecision(2));
}
