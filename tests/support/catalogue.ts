import type { Queryable } from '../../server/src/database/pool.ts';

/** Each query returns one JSON value per object of the schema `public`. Object ids are left out: they differ from database to database. */
const queries: Readonly<Record<string, string>> = {
  relations: `
    SELECT jsonb_build_object('name', c.relname, 'kind', c.relkind, 'persistence', c.relpersistence, 'options', c.reloptions,
             'toastOptions', t.reloptions, 'identity', c.relreplident, 'method', m.amname, 'owner', c.relowner::regrole,
             'rowSecurity', c.relrowsecurity, 'rights', c.relacl::text, 'comment', obj_description(c.oid, 'pg_class'))
      FROM pg_class c LEFT JOIN pg_class t ON t.oid = c.reltoastrelid LEFT JOIN pg_am m ON m.oid = c.relam
     WHERE c.relnamespace = 'public'::regnamespace`,
  columns: `
    SELECT jsonb_build_object('relation', c.relname, 'position', a.attnum, 'name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
             'required', a.attnotnull, 'default', pg_get_expr(d.adbin, d.adrelid), 'identity', a.attidentity, 'generated', a.attgenerated,
             'collation', a.attcollation::regcollation, 'storage', a.attstorage, 'compression', a.attcompression,
             'statistics', a.attstattarget, 'options', a.attoptions, 'rights', a.attacl::text, 'dropped', a.attisdropped,
             'comment', col_description(c.oid, a.attnum))
      FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
     WHERE c.relnamespace = 'public'::regnamespace AND a.attnum > 0`,
  constraints: `
    SELECT jsonb_build_object('on', coalesce(conrelid::regclass::text, contypid::regtype::text), 'name', conname,
             'definition', pg_get_constraintdef(oid), 'validated', convalidated, 'comment', obj_description(oid, 'pg_constraint'))
      FROM pg_constraint WHERE connamespace = 'public'::regnamespace`,
  indexes: `
    SELECT jsonb_build_object('definition', pg_get_indexdef(i.indexrelid), 'valid', i.indisvalid, 'clustered', i.indisclustered,
             'identity', i.indisreplident)
      FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE c.relnamespace = 'public'::regnamespace`,
  triggers: `
    SELECT jsonb_build_object('definition', pg_get_triggerdef(t.oid), 'enabled', t.tgenabled, 'comment', obj_description(t.oid, 'pg_trigger'))
      FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid WHERE c.relnamespace = 'public'::regnamespace AND NOT t.tgisinternal`,
  functions: `
    SELECT jsonb_build_object('definition', pg_get_functiondef(p.oid), 'owner', p.proowner::regrole, 'rights', p.proacl::text,
             'comment', obj_description(p.oid, 'pg_proc'))
      FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace
       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')`,
  sequences: `
    SELECT jsonb_build_object('name', s.seqrelid::regclass, 'type', s.seqtypid::regtype, 'start', s.seqstart, 'by', s.seqincrement,
             'min', s.seqmin, 'max', s.seqmax, 'cache', s.seqcache, 'cycles', s.seqcycle,
             'ownedBy', (SELECT d.refobjid::regclass || '.' || d.refobjsubid || ' ' || d.deptype::text FROM pg_depend d
                          WHERE d.classid = 'pg_class'::regclass AND d.objid = s.seqrelid AND d.deptype IN ('a', 'i')))
      FROM pg_sequence s JOIN pg_class c ON c.oid = s.seqrelid WHERE c.relnamespace = 'public'::regnamespace`,
  domains: `
    SELECT jsonb_build_object('name', typname, 'base', format_type(typbasetype, typtypmod), 'required', typnotnull, 'default', typdefault,
             'owner', typowner::regrole, 'rights', typacl::text, 'comment', obj_description(oid, 'pg_type'))
      FROM pg_type WHERE typnamespace = 'public'::regnamespace AND typtype IN ('d', 'e')`,
  extensions: `SELECT jsonb_build_object('name', extname, 'schema', extnamespace::regnamespace) FROM pg_extension`,
  others: `
    SELECT jsonb_build_object('statistics', (SELECT count(*) FROM pg_statistic_ext), 'policies', (SELECT count(*) FROM pg_policy),
             'rules', (SELECT count(*) FROM pg_rules WHERE schemaname = 'public'), 'eventTriggers', (SELECT count(*) FROM pg_event_trigger),
             'schema', (SELECT obj_description(oid, 'pg_namespace') FROM pg_namespace WHERE nspname = 'public'))`,
};

/** Every object of a database with all its properties, by kind, in an order of its own. */
export async function catalogueOf(db: Queryable): Promise<Record<string, unknown[]>> {
  const catalogue: Record<string, unknown[]> = {};
  for (const [kind, text] of Object.entries(queries)) {
    const { rows } = await db.query<{ object: unknown }>({
      text: `SELECT object FROM (${text}) AS found (object) ORDER BY object::text COLLATE "C"`,
    });
    catalogue[kind] = rows.map(({ object }) => object);
  }
  return catalogue;
}

/** The rows of every table but `migrations`, without the times at which they were written, and the position of each sequence. */
export async function contentOf(db: Queryable): Promise<Record<string, unknown>> {
  const { rows } = await db.query<{ name: string; kind: string }>({
    text: `SELECT relname AS name, relkind::text AS kind FROM pg_class
            WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'S') AND relname <> 'migrations' ORDER BY 1`,
  });
  const content: Record<string, unknown> = {};
  for (const { name, kind } of rows) {
    const text =
      kind === 'r'
        ? `SELECT to_jsonb(t) - 'checked_at' - 'finished_at' AS row FROM "${name}" t ORDER BY 1`
        : `SELECT last_value, is_called FROM "${name}"`;
    content[name] = (await db.query({ text })).rows;
  }
  return content;
}
