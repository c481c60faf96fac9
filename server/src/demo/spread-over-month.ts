import type { Database } from '../database/pool.ts';
import { transaction } from '../database/transaction.ts';

/** Tables whose rows happened one after the other, with the columns that say when. */
const dated: readonly (readonly [table: string, ...columns: string[]])[] = [
  ['transactions', 'created_at', 'processed_at', 'completed_at'],
  ['ledger', 'created_at'],
  ['purchases', 'created_at'],
  ['recharges', 'created_at'],
  ['recharge_requests', 'created_at', 'updated_at', 'processed_at'],
  ['recharge_history', 'timestamp'],
  ['free_fire_requests', 'created_at', 'updated_at', 'validated_at', 'refused_at', 'processed_at'],
  ['free_fire_entries', 'created_at'],
  ['free_fire_history', 'created_at'],
  ['free_fire_customers', 'last_sent_at'],
  ['notifications', 'created_at', 'updated_at'],
  ['audit_trail', 'created_at'],
  ['credit_terms', 'changed_at'],
  ['receivable_entries', 'created_at'],
  ['cash_entries', 'created_at'],
  ['cash_remittances', 'created_at', 'confirmed_at'],
  ['products', 'created_at', 'updated_at'],
  ['offers', 'created_at'],
  ['code_batches', 'created_at', 'recalled_at'],
  ['announcements', 'created_at'],
  ['price_levels', 'created_at'],
  ['price_changes', 'created_at'],
  ['users', 'created_at', 'activated_at', 'deactivated_at', 'last_recharge', 'last_purchase'],
  ['codes', 'created_at', 'sold_at'],
  ['offer_stock', 'last_sale'],
];

/** What jobs have counted by day or month. */
const countedByDay = [
  'sales_days',
  'sales_hours',
  'sales_resellers',
  'sales_days_until',
  'days_without_stock',
  'ledger_days',
  'ledger_days_until',
  'ledger_months_until',
];

/**
 * Stretches the seconds in which the demonstration sold over the last 30 days, order kept: what was prepared before is older, what
 * was made after the last sale is of the same minute. Sales of before `monthBegan` are those of the eleven months before. Books are append-only:
 * their triggers are off inside this one transaction, which an installation with real accounts never reaches.
 */
export async function spreadOverMonth(db: Database, monthBegan = '-infinity'): Promise<void> {
  await transaction(db, async (tx) => {
    const { rows } = await tx.query<{ first: string; seconds: number; lastBefore: string; before: number }>({
      text: `SELECT coalesce(min(p.created_at), min(t.created_at), clock_timestamp()) AS first,
                    coalesce(extract(epoch FROM max(p.created_at) - min(p.created_at)), 0)::float8 AS seconds,
                    coalesce(max(b.last), min(p.created_at), min(t.created_at), clock_timestamp()) AS "lastBefore",
                    coalesce(max(b.seconds), 0)::float8 AS before
               FROM (SELECT min(created_at) AS created_at FROM audit_trail) t
               LEFT JOIN purchases p ON p.created_at >= $1::timestamptz
              CROSS JOIN (SELECT max(created_at) AS last, extract(epoch FROM max(created_at) - min(created_at)) AS seconds
                            FROM purchases WHERE created_at < $1::timestamptz) b`,
      values: [monthBegan],
    });
    const { first, seconds = 0, lastBefore, before = 0 } = rows[0] ?? {};
    const factor = (30 * 86_400 - 600) / Math.max(seconds, 1);
    const factorBefore = before > 0 ? (335 * 86_400) / before : factor;
    // Rows that are sealed already get another date: the chain begins anew, and the audit of what is recent with the whole one.
    await tx.query({
      text: `ALTER TABLE audit_trail_seals DISABLE TRIGGER USER; DELETE FROM audit_trail_seals;
             ALTER TABLE audit_trail_seals ENABLE TRIGGER USER;
             UPDATE maintenance_runs SET figures = figures - 'trail'`,
    });
    // Codes become older than the times that a running server has set; its job leaves locked rows alone.
    await tx.query({ text: `UPDATE offers SET oldest_sellable_at = '-infinity'` });
    // Counted by their days: counted anew.
    await tx.query({ text: 'DELETE FROM transaction_counts' });
    await tx.query({ text: 'DELETE FROM transaction_counts_until' });
    for (const table of countedByDay) await tx.query({ text: `DELETE FROM ${table}` });
    await tx.query({
      text: `ALTER TABLE ledger_months DISABLE TRIGGER USER; DELETE FROM ledger_months;
             ALTER TABLE ledger_months ENABLE TRIGGER USER`,
    });
    const stretched = (column: string) =>
      `"${column}" = CASE WHEN "${column}" IS NOT NULL THEN
         least(now() - interval '10 minutes', now() - interval '30 days'
           + CASE WHEN "${column}" >= $1::timestamptz THEN ("${column}" - $1::timestamptz) * $2::float8
                  ELSE least("${column}" - $4::timestamptz, interval '0') * $3::float8 END) END`;
    for (const [table, ...columns] of dated) {
      await tx.query({ text: `ALTER TABLE ${table} DISABLE TRIGGER USER` });
      await tx.query({
        text: `UPDATE ${table} SET ${columns.map(stretched).join(', ')}`,
        values: [first, factor, factorBefore, lastBefore],
      });
      await tx.query({ text: `ALTER TABLE ${table} ENABLE TRIGGER USER` });
    }
    // The month's attempts were counted in this hour: without this no reseller could buy in the next one.
    await tx.query({
      text: `DELETE FROM rate_limits WHERE subject IN (SELECT id::text FROM users WHERE role = 'reseller')`,
    });
  });
}
