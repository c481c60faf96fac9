import { createHash } from 'node:crypto';
import type { Database } from '../../server/src/database/pool.ts';

/**
 * A fingerprint of each table, by its name: two equal results mean that nothing was written in between. Excluded are tables that
 * refused calls write too (counters of attempts, last use of a session), those of jobs (seals of the audit trail), and the given ones.
 */
export async function tableFingerprints(db: Database, ...leftOut: string[]): Promise<Record<string, string>> {
  const { rows: tables } = await db.query<{ name: string }>({
    name: 'tables',
    text: `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
           AND relname <> ALL ($1) ORDER BY 1`,
    values: [['rate_limits', 'migrations', 'audit_trail_seals', ...leftOut]],
  });
  const rowOf = (name: string) =>
    name === 'sessions' ? `(to_jsonb(x) - 'last_used_at' - 'expires_at')::text` : 'x::text';
  const sums = tables.map(
    ({ name }) =>
      `SELECT '${name}' AS name, count(*) || ' ' || coalesce(sum(hashtext(${rowOf(name)})), 0) AS sum FROM ${name} x`,
  );
  const text = sums.join(' UNION ALL ');
  // Prepared under a name: planning takes six times as long as execution, and some tests run it thousands of times.
  const name = createHash('sha256').update(text).digest('hex').slice(0, 32);
  const { rows } = await db.query<{ name: string; sum: string }>({ name, text });
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]));
}
