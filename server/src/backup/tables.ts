import type { Queryable } from '../database/pool.ts';
import type { TableHeader } from './frames.ts';

const schemaTable = 'migrations';

/** Quotes a name that comes from the catalogue of the database. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Every table with its stored columns, referenced tables first, so that rows can be put back in this order. */
export async function readTables(db: Queryable): Promise<TableHeader[]> {
  const { rows } = await db.query<{ name: string; columns: string[]; references: string[] }>({
    text: `SELECT c.relname AS name,
        (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
          WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
        ARRAY(SELECT DISTINCT r.relname::text FROM pg_constraint k JOIN pg_class r ON r.oid = k.confrelid
          WHERE k.conrelid = c.oid AND k.contype = 'f' AND k.confrelid <> c.oid) AS "references"
      FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND c.relname <> $1
      ORDER BY c.relname`,
    values: [schemaTable],
  });
  const ordered: typeof rows = [];
  while (ordered.length < rows.length) {
    const done = new Set(ordered.map(({ name }) => name));
    const ready = rows.filter((row) => !done.has(row.name) && row.references.every((name) => done.has(name)));
    if (ready.length === 0) throw new Error('the tables refer to one another in a circle');
    ordered.push(...ready);
  }
  return ordered.map(({ name, columns }) => ({ name, columns }));
}

export async function readSequences(db: Queryable): Promise<Record<string, number>> {
  const { rows } = await db.query<{ name: string; next: number }>({
    text: `SELECT sequencename AS name, coalesce(last_value + 1, start_value) AS next
           FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1`,
  });
  return Object.fromEntries(rows.map(({ name, next }) => [name, next]));
}

export async function readMigrations(db: Queryable): Promise<{ name: string; checksum: string }[]> {
  const { rows } = await db.query<{ name: string; checksum: string }>({
    text: 'SELECT name, checksum FROM migrations ORDER BY name',
  });
  return rows;
}
