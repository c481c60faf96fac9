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

/**
 * Sets the next value of each sequence, and at least one more than the maximum of its column: before 1.1.0, backups of a restored
 * database recorded 1.
 */
export async function setSequences(db: Queryable, next: Readonly<Record<string, number>>): Promise<void> {
  const { rows: owned } = await db.query<{ name: string; table: string; column: string }>({
    text: `SELECT s.relname::text AS name, t.relname::text AS table, a.attname::text AS column
             FROM pg_class s
             JOIN pg_depend d ON d.classid = 'pg_class'::regclass AND d.objid = s.oid AND d.deptype IN ('a', 'i')
             JOIN pg_class t ON t.oid = d.refobjid
             JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = d.refobjsubid
            WHERE s.relkind = 'S' AND s.relnamespace = 'public'::regnamespace`,
  });
  for (const [name, value] of Object.entries(next)) {
    const column = owned.find((each) => each.name === name);
    const above = column
      ? `greatest($2::bigint, (SELECT max(${quoted(column.column)}) + 1 FROM ${quoted(column.table)}))`
      : '$2::bigint';
    await db.query({ text: `SELECT setval($1::regclass, ${above}, false)`, values: [quoted(name), value] });
  }
}

export async function readMigrations(db: Queryable): Promise<{ name: string; checksum: string }[]> {
  const { rows } = await db.query<{ name: string; checksum: string }>({
    text: 'SELECT name, checksum FROM migrations ORDER BY name',
  });
  return rows;
}
