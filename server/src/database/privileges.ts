import pg from 'pg';
import type { Database, Queryable } from './pool.ts';

/** The rights of the serving role on the rows of a table, in addition to reading. */
interface TablePrivileges {
  /** `true`: every column; a list: every column but these; absent: none. */
  readonly insert?: true | readonly string[];
  readonly update?: true | readonly string[];
  readonly delete?: true;
}

/** The words of a text: a long list of names is not one a line. */
const namesIn = (text: string): readonly string[] => text.trim().split(/\s+/);

const appended: TablePrivileges = { insert: true };
const working: TablePrivileges = { insert: true, update: true, delete: true };

/**
 * The rights of the serving role on the books and records. Tables that are not listed hold transient state (sessions, limits, keys,
 * notifications, settings) and may be written freely; a convention test requires a decision for each new table. No table may be
 * truncated or altered.
 */
export const protectedTables: Readonly<Record<string, TablePrivileges>> = {
  // Insert only. The ledger's trigger, which runs as the owner, writes the balance.
  ledger: appended,
  purchases: appended,
  ledger_months: appended,
  disclosures: appended,
  recharges: appended,
  recharge_history: appended,
  free_fire_history: appended,
  audit_trail: appended,
  audit_trail_seals: appended,
  users: { insert: ['balance'], update: ['id', 'balance', 'role', 'created_at'] },
  transactions: {
    insert: true,
    update: ['id', 'user_id', 'type', 'amount', 'balance_before', 'balance_after', 'created_at'],
  },
  recharge_requests: {
    insert: true,
    update: ['id', 'user_id', 'amount', 'method', 'reference', 'photo_announced', 'created_at'],
  },
  // A trigger allows to remove the photo, and to replace it while its request is pending.
  recharge_proofs: { insert: true, update: ['request_id'] },
  recharge_thumbnails: { insert: true, update: ['request_id'], delete: true },
  recharge_proof_lines: { insert: true, update: ['request_id'] },
  recharge_warnings: appended,
  free_fire_proofs: { insert: true, update: ['request_id'] },
  free_fire_requests: {
    insert: true,
    update: ['id', 'user_id', 'amount', 'offer', 'balance_before', 'balance_after', 'created_at'],
  },
  // Update only to keep the columns of the last statement.
  bank_accounts: { insert: true, update: ['id', 'name', 'method', 'created_by', 'created_at'] },
  // The owner takes a statement back with its lines.
  bank_statements: { insert: true, delete: true },
  // Update only to match or to explain a line.
  bank_lines: {
    insert: true,
    delete: true,
    update: namesIn(`
      id account_id day amount reference reference_keys hash occurrence imported_by statement_id created_at`),
  },
  price_levels: { insert: true, update: ['id', 'created_at'], delete: true },
  special_prices: { insert: true, update: ['scope', 'scope_id', 'offer_id', 'min_quantity'], delete: true },
  price_changes: appended,
  price_lists: appended,
  business: { insert: true, update: ['only_row'] },
  payment_accounts: working,
  announcements: appended,
  announcement_reads: { insert: true, update: ['user_id'] },
  credit_terms: { insert: true, update: ['user_id'] },
  debt_reminders: { insert: true, update: ['user_id'] },
  // The triggers of receivable_entries and cash_entries, which run as the owner, write debts and what collectors hold.
  receivables: {},
  receivable_entries: appended,
  collectors: { insert: ['held'], update: ['user_id', 'held'] },
  cash_entries: appended,
  // Update only to confirm or to withdraw.
  cash_remittances: { insert: true, update: ['id', 'collector', 'amount', 'note', 'created_at', 'lost'] },
  // Open at first; then decided once, which a trigger holds too.
  claims: {
    insert: ['status', 'replacement_code_id', 'ledger_id', 'decision_note', 'decided_by', 'decided_at'],
    update: ['id', 'purchase_id', 'code_id', 'user_id', 'reason', 'note', 'picture_id', 'created_at'],
  },
  supplier_settlements: appended,
  settled_claims: appended,
  supplier_connections: { insert: true, update: ['id', 'supplier_id', 'kind', 'created_at'] },
  // The trigger of supplier_order_entries, which runs as the owner, writes what became of an order.
  supplier_orders: {
    insert: namesIn('status cost delivered number evidence batch_id sent_at reversed_at status_at'),
    update: namesIn(`
      id connection_id offer_id free_fire_request_id article reference quantity max_cost status cost
      delivered number evidence batch_id sent_at reversed_at status_at is_restock ordered_by created_at`),
  },
  supplier_order_entries: appended,
  // Deleted by the import that stores them.
  supplier_deliveries: { insert: true, delete: true },
  claim_pictures: { insert: true, update: ['id', 'user_id', 'sent_hash'], delete: true },
  // Update only to say who has looked.
  account_flags: { insert: true, update: ['id', 'user_id', 'kind', 'day', 'amount', 'usual', 'created_at'] },
  manual_credits: { insert: true, update: ['admin_id', 'day'] },
  // Update only to decide.
  credit_proposals: {
    insert: true,
    update: ['id', 'user_id', 'amount', 'note', 'proposed_by', 'created_at'],
  },
  // Update only to note the last use and to revoke.
  api_keys: {
    insert: true,
    update: ['id', 'user_id', 'key_hash', 'name', 'scopes', 'networks', 'is_test', 'created_at'],
  },
  api_orders: appended,
  webhooks: { insert: true, update: ['id', 'user_id', 'sealed_secret', 'created_at'], delete: true },
  staff: { insert: true, update: ['id', 'owner_id', 'created_at'] },
  // Update only to revoke.
  enrolled_devices: { insert: true, update: ['id', 'owner_id', 'label', 'token_hash', 'created_at'] },
  till_closes: appended,
  retail_price_changes: appended,
  features: { insert: true, update: ['name'] },
  products: { insert: true, update: ['id', 'created_at'] },
  offers: { insert: true, update: ['id', 'product_id', 'created_at'] },
  // A trigger prevents the deletion of sold codes.
  codes: { insert: true, update: ['id', 'product_id', 'offer_id', 'created_at'], delete: true },
  // Servers of version 1.1.0 read it.
  unreadable_sold_codes: {},
  // Which codes it has never changes; what is said of them does.
  code_batches: {
    insert: true,
    update: namesIn('id offer_id source imported_by created_at first_id last_id codes duplicates invalid'),
  },
  // What was paid for codes that are sold.
  code_batch_costs: appended,
  suppliers: { insert: true, update: ['id', 'created_at'] },
  missed_sales: { insert: true, update: ['offer_id', 'day'] },
  offer_thresholds: { insert: true, update: ['offer_id'] },
  serial_fingerprints: { insert: true, delete: true },
  folded_fingerprints: { insert: true, update: ['code_id'], delete: true },
  withheld_codes: { insert: true, update: ['id', 'product_id', 'offer_id', 'created_at'] },
  // Its key is the hash of its content, so the content never changes.
  pictures: {
    insert: true,
    update: ['hash', 'width', 'height', 'small', 'large', 'uploaded_by', 'created_at'],
    delete: true,
  },
  code_keys: { insert: true, update: ['id', 'purpose', 'created_at'], delete: true },
  // Written by triggers.
  offer_stock: { update: ['offer_id', 'slot'] },
  free_fire_totals: {},
  free_fire_entries: {},
  code_fingerprints: {},
  account_counts: {},
  purchase_wordings: {},
  migrations: {},
};

/** Sequences that only triggers use. */
const ownSequences = ['ledger_number', 'receivable_entry_number', 'cash_entry_number'];

interface Schema {
  readonly tables: readonly { readonly name: string; readonly columns: readonly string[] }[];
  readonly sequences: readonly string[];
}

async function readSchema(db: Queryable): Promise<Schema> {
  const { rows } = await db.query<{ name: string; kind: string; columns: string[] | null }>({
    text: `SELECT c.relname AS name, c.relkind::text AS kind,
             (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
               WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped) AS columns
           FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'S') ORDER BY 1`,
  });
  return {
    tables: rows
      .filter(({ kind }) => kind === 'r')
      .map(({ name, columns }) => ({ name, columns: columns ?? [] })),
    sequences: rows.filter(({ kind }) => kind === 'S').map(({ name }) => name),
  };
}

const { escapeIdentifier: quoted } = pg;

function grantsOf({ tables, sequences }: Schema, role: string): string[] {
  const grants: string[] = [];
  for (const { name, columns } of tables) {
    const rule = protectedTables[name] ?? working;
    const allowed = (except: true | readonly string[]) =>
      except === true
        ? ''
        : ` (${columns
            .filter((column) => !except.includes(column))
            .map(quoted)
            .join(', ')})`;
    const privileges = [
      'SELECT',
      ...(rule.insert ? [`INSERT${allowed(rule.insert)}`] : []),
      ...(rule.update ? [`UPDATE${allowed(rule.update)}`] : []),
      ...(rule.delete ? ['DELETE'] : []),
    ];
    grants.push(`GRANT ${privileges.join(', ')} ON ${quoted(name)} TO ${role}`);
  }
  // SELECT: a backup records the position of each sequence.
  for (const name of sequences)
    grants.push(
      `GRANT SELECT${ownSequences.includes(name) ? '' : ', USAGE'} ON SEQUENCE ${quoted(name)} TO ${role}`,
    );
  return grants;
}

/**
 * Takes the right to create temporary tables from everybody, to whom PostgreSQL gives it in a new database, such as one that `createdb` made
 * for a restore (docs/decisions/0013). Only the owner of the database can.
 */
async function refuseTemporaryTables(owner: Queryable, role: string): Promise<void> {
  const { rows } = await owner.query<{ name: string }>({
    text: `SELECT datname AS name FROM pg_database WHERE datname = current_database()
              AND pg_has_role(datdba, 'USAGE') AND has_database_privilege($1, oid, 'TEMPORARY')`,
    values: [role],
  });
  for (const { name } of rows)
    await owner.query({
      text: `REVOKE TEMPORARY ON DATABASE ${quoted(name)} FROM PUBLIC, ${quoted(role)}`,
    });
}

/**
 * Grants the serving role the rights above and revokes all others, if they differ from what was granted last (first start, migration).
 * Run as the owner of the tables, under the lock of the migrations.
 */
export async function grantPrivileges(owner: Queryable, role: string): Promise<boolean> {
  await refuseTemporaryTables(owner, role);
  const name = quoted(role);
  const { rows: columnGrants } = await owner.query<{ table: string }>({
    text: `SELECT DISTINCT c.relname AS table FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
            WHERE a.attacl IS NOT NULL AND c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace`,
  });
  const schema = await readSchema(owner);
  const grants = grantsOf(schema, name);
  const { rows } = await owner.query<{ given: string | null; wanted: string }>({
    text: `SELECT obj_description('public.migrations'::regclass, 'pg_class') AS given, 'privileges ' || md5($1) AS wanted`,
    values: [grants.join('\n')],
  });
  const [{ given, wanted } = { given: null, wanted: '' }] = rows;
  if (given === wanted) return false;
  const revokes = columnGrants
    .map(({ table }) => schema.tables.find(({ name: one }) => one === table))
    .flatMap((table) =>
      table
        ? [`REVOKE ALL (${table.columns.map(quoted).join(', ')}) ON ${quoted(table.name)} FROM ${name}`]
        : [],
    );
  const statements = [
    `REVOKE ALL ON ALL TABLES IN SCHEMA public FROM ${name}`,
    `REVOKE ALL ON ALL SEQUENCES IN SCHEMA public FROM ${name}`,
    ...revokes,
    `GRANT USAGE ON SCHEMA public TO ${name}`,
    ...grants,
    `COMMENT ON TABLE migrations IS ${pg.escapeLiteral(wanted)}`,
  ];
  // Sent as one text, which is one transaction: another running server never loses its privileges in between.
  await owner.query({ text: statements.join(';\n') });
  return true;
}

/** Whether the role of this connection could rewrite the books: it owns them, or has more rights than it needs. */
export async function isRoleTooStrong(db: Database): Promise<boolean> {
  const books = namesIn(`
    ledger ledger_months purchases disclosures recharges recharge_history free_fire_history audit_trail
    audit_trail_seals price_changes receivables receivable_entries cash_entries supplier_order_entries`);
  const { rows } = await db.query<{ strong: boolean }>({
    text: `SELECT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user)
               OR has_column_privilege('users', 'balance', 'UPDATE')
               OR bool_or(has_table_privilege(c.oid, 'UPDATE, DELETE, TRUNCATE, TRIGGER')
                          OR pg_has_role(c.relowner, 'MEMBER')) AS strong
           FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relname = ANY ($1)`,
    values: [books],
  });
  return rows[0]?.strong ?? false;
}
