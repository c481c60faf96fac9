import type { Queryable } from './pool.ts';
import type { Statement } from './statement.ts';

interface Plan {
  readonly Plan: { readonly 'Plan Rows': number };
}

/**
 * About how many rows a statement answers: what the planner expects from its statistics, without reading a row. It is
 * planned with its parameters as they are. To two digits, because it is no better than that.
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
