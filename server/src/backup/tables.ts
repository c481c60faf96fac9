import type { Queryable } from '../database/pool.ts';
import type { TableHeader } from './frames.ts';

const schemaTable = 'migrations';

/** Quotes a name that comes from the catalogue of the database. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Every table but `migrations` with its stored columns; referenced tables first, so that rows can be restored in this order. */
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
    if (ready.length === 0) throw new Error('circular foreign keys');
    ordered.push(...ready);
  }
  return ordered.map(({ name, columns }) => ({ name, columns }));
}

/**
 * The next value of each sequence. Read from the sequences, because `pg_sequences.last_value` is NULL for a sequence that was set and
 * not used since, as after a restore.
 */
export async function readSequences(db: Queryable): Promise<Record<string, number>> {
  const { rows: known } = await db.query<{ name: string }>({
    text: `SELECT sequencename::text AS name FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1`,
  });
  const next: Record<string, number> = {};
  for (const { name } of known) {
    const { rows } = await db.query<{ next: number }>({
      text: `SELECT last_value + is_called::int AS next FROM ${quoted(name)}`,
    });
    next[name] = rows[0]?.next ?? 1;
  }
  return next;
}

/** Sets the next value of each sequence. */
export async function setSequences(db: Queryable, next: Readonly<Record<string, number>>): Promise<void> {
  for (const [name, value] of Object.entries(next))
    await db.query({ text: 'SELECT setval($1::regclass, $2::bigint, false)', values: [quoted(name), value] });
}

export async function readMigrations(db: Queryable): Promise<{ name: string; checksum: string }[]> {
  const { rows } = await db.query<{ name: string; checksum: string }>({
    text: 'SELECT name, checksum FROM migrations ORDER BY name',
  });
  return rows;
}
