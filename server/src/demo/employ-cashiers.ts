import { demoCashiers } from '@almas/locale/demo';
import { todaySql } from '../authorization/cashiers.ts';
import type { Actor, Origin } from '../authorization/identity.ts';
import type { Database } from '../database/pool.ts';
import { dayStart } from '../database/sql-text.ts';
import { transaction } from '../database/transaction.ts';
import { changeFeature } from '../modules/features/change-feature.ts';
import { addStaff } from '../modules/staff/staff-members.ts';
import { callBy, execute } from '../pipeline/command.ts';
import type { Services } from '../services.ts';

/**
 * The first reseller lets cashiers sell: of what the shop sold in the last week each sold a part, and counted the drawer of yesterday. The
 * triggers of the books are off inside the transaction, as where the sales are dated back.
 */
export async function employCashiers(
  services: Services,
  owner: Database,
  admin: Actor,
  origin: Origin,
  reseller: Actor | undefined,
): Promise<void> {
  const feature = { params: { name: 'cashiers' }, body: { enabled: true } };
  await execute(services, changeFeature, callBy(admin, origin, feature));
  if (!reseller) return;
  const midnight = dayStart(todaySql);
  // The prices of the shop are as old as the sales that are counted.
  await transaction(owner, async (tx) => {
    await tx.query({ text: 'ALTER TABLE retail_price_changes DISABLE TRIGGER USER' });
    await tx.query({ text: `UPDATE retail_price_changes SET changed_at = ${midnight} - interval '7 days'` });
    await tx.query({ text: 'ALTER TABLE retail_price_changes ENABLE TRIGGER USER' });
  });
  for (const [index, body] of demoCashiers.entries()) {
    const { response } = await execute(services, addStaff, callBy(reseller, origin, { body }));
    const values = [response.id, reseller.id, demoCashiers.length + 1, index];
    await transaction(owner, async (tx) => {
      await tx.query({ text: 'ALTER TABLE purchases DISABLE TRIGGER USER' });
      await tx.query({
        text: `UPDATE purchases SET staff_id = $1, till = CASE WHEN created_at < ${midnight} THEN 1 ELSE 2 END
                WHERE user_id = $2 AND created_at >= ${midnight} - interval '7 days' AND id % $3::bigint = $4::bigint`,
        values,
      });
      await tx.query({ text: 'ALTER TABLE purchases ENABLE TRIGGER USER' });
      // A note of 200 DA was given out too much.
      await tx.query({
        text: `INSERT INTO till_closes (owner_id, staff_id, till, counted, expected, sales, opened_at, created_at)
               SELECT $2, $1, 1, greatest(sum(amount) - 20000, 0), sum(amount), count(*), ${midnight} - interval '7 days', ${midnight} - interval '2 hours'
                 FROM (SELECT p.quantity * coalesce(r.price, p.unit_price) AS amount
                         FROM purchases p LEFT JOIN retail_prices r ON r.user_id = p.user_id AND r.offer_id = p.offer_id
                        WHERE p.staff_id = $1 AND p.till = 1) sold
               HAVING count(*) > 0`,
        values: [response.id, reseller.id],
      });
      await tx.query({
        text: `UPDATE staff SET till = 2, till_opened_at = ${midnight} - interval '2 hours', spent_on = ${todaySql},
                 created_at = ${midnight} - interval '7 days',
                 spent = (SELECT coalesce(sum(total_cost), 0) FROM purchases WHERE staff_id = $1 AND till = 2)
                WHERE id = $1`,
        values: [response.id],
      });
    });
  }
}
