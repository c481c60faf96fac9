import type { Database } from '../../server/src/database/pool.ts';

/** Tables that refused calls write too (counters of attempts), and those of jobs (seals of the audit trail). */
const leftOut = ['rate_limits', 'migrations', 'audit_trail_seals'];

/** The columns that refused calls change: the last use of a session or a key. */
const uses: Readonly<Record<string, readonly string[]>> = {
  sessions: ['last_used_at', 'expires_at'],
  api_keys: ['last_used_at', 'last_used_from'],
};
const comparedRow = (table: string, row: 'OLD' | 'NEW') =>
  uses[table] ? `(to_jsonb(${row})${uses[table].map((column) => ` - '${column}'`).join('')})` : `${row}.*`;

/**
 * Records by triggers the tables in which a row is inserted, updated or deleted, for a test that checks this after each of thousands of
 * calls: reading all tables (tableFingerprints) would take longer than the call. Writes that are rolled back do not count.
 * @returns a function that returns the tables written since its last call
 */
export async function watchWrites(db: Database): Promise<() => Promise<string[]>> {
  const { rows: tables } = await db.query<{ name: string }>({
    text: `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
           AND relname <> ALL ($1) ORDER BY 1`,
    values: [leftOut],
  });
  // The serving role has no right to the schema: the function runs as its owner.
  const statements = [
    'CREATE SCHEMA watched',
    'CREATE TABLE watched.writes (name text NOT NULL)',
    `CREATE FUNCTION watched.note() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS
     $$ BEGIN INSERT INTO watched.writes VALUES (TG_TABLE_NAME); RETURN NULL; END $$`,
    ...tables.flatMap(({ name }) => [
      `CREATE TRIGGER zz_watched AFTER INSERT OR DELETE ON ${name} FOR EACH ROW EXECUTE FUNCTION watched.note()`,
      `CREATE TRIGGER zz_watched_changes AFTER UPDATE ON ${name} FOR EACH ROW
       WHEN (${comparedRow(name, 'OLD')} IS DISTINCT FROM ${comparedRow(name, 'NEW')}) EXECUTE FUNCTION watched.note()`,
      `CREATE TRIGGER zz_watched_truncation AFTER TRUNCATE ON ${name} EXECUTE FUNCTION watched.note()`,
    ]),
  ];
  for (const text of statements) await db.query({ text });
  return async () => {
    const look = { name: 'watched-writes', text: 'SELECT FROM watched.writes LIMIT 1' };
    if ((await db.query(look)).rows.length === 0) return [];
    const { rows } = await db.query<{ name: string }>({ text: 'DELETE FROM watched.writes RETURNING name' });
    return [...new Set(rows.map(({ name }) => name))];
  };
}
