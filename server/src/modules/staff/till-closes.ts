import type { Output, Parsed } from '@almas/contract/route';
import { staff } from '@almas/contract/staff';
import { fail } from '../../app-error.ts';
import type { Cashier } from '../../authorization/cashiers.ts';
import { pageByNumber } from '../../database/page.ts';
import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';
import { parseUuidOrNil } from '../../ids.ts';
import { type Centimes, toCentimes, toDinars } from '../../money/amount.ts';
import { command } from '../../pipeline/command.ts';
import { retailPriceAt } from '../shop/retail-price-at.ts';

interface CloseRow {
  readonly id: number;
  readonly staffName: string;
  readonly counted: Centimes;
  readonly expected: Centimes;
  readonly sales: number;
  readonly unpriced: number | null;
  readonly openedAt: string;
  readonly createdAt: string;
}
const columns = `c.id, (SELECT t.name FROM staff t WHERE t.id = c.staff_id) AS "staffName", c.counted, c.expected, c.sales,
  c.unpriced, c.opened_at AS "openedAt", c.created_at AS "createdAt"`;
/** Sales and refused top-ups lock the cashier too: they are in the drawer that is closed now, or in the next one. */
const lock = statement<[staffId: string, ownerId: string, isPausedToo: boolean], { till: number }>(
  'staff.lock-till',
  `SELECT till FROM staff WHERE id = $1 AND owner_id = $2 AND (status = 'active' OR $3) FOR NO KEY UPDATE`,
);
/**
 * The purchases of the drawer, at the shop's price of their moment where it had one, and its top-ups that were not refused, at cost; less those of
 * earlier drawers that were refused since this one is open, because the customer has the money back. `unpriced` counts those of
 * both signs that are at cost. The day before the opening only bounds what is read.
 */
const insert = statement<{ ownerId: string; staffId: string; counted: number }, { id: number }>(
  'staff.close-till',
  `WITH open AS (SELECT till, till_opened_at FROM staff WHERE id = :staff_id),
   bought AS (
     SELECT count(*) AS sales, count(*) FILTER (WHERE r.price IS NULL) AS unpriced,
            coalesce(sum(p.quantity * coalesce(r.price, p.unit_price)), 0) AS amount
       FROM open, purchases p
       LEFT JOIN LATERAL (${retailPriceAt('p')}) r ON true
      WHERE p.user_id = :owner_id::uuid AND p.created_at >= open.till_opened_at - interval '1 day'
        AND p.staff_id = :staff_id AND p.till = open.till
   ), topped AS (
     SELECT count(*) FILTER (WHERE q.till = open.till) AS sales,
            count(*) FILTER (WHERE q.till < open.till OR q.status <> 'refused') AS unpriced,
            coalesce(sum(CASE WHEN q.till < open.till THEN -q.amount WHEN q.status <> 'refused' THEN q.amount END), 0) AS amount
       FROM open, free_fire_requests q
      WHERE q.user_id = :owner_id AND q.staff_id = :staff_id
        AND (q.till = open.till OR q.status = 'refused' AND q.refused_at >= open.till_opened_at)
   )
   INSERT INTO till_closes (owner_id, staff_id, till, counted, expected, sales, unpriced, opened_at)
   SELECT :owner_id, :staff_id, open.till, :counted, bought.amount + topped.amount, bought.sales + topped.sales,
          bought.unpriced + topped.unpriced, open.till_opened_at
     FROM open, bought, topped
   RETURNING id`,
);
const openNext = statement<[staffId: string]>(
  'staff.open-next-till',
  'UPDATE staff SET till = till + 1, till_opened_at = clock_timestamp() WHERE id = $1',
);
const byId = statement<[id: number], CloseRow>(
  'staff.till-close',
  `SELECT ${columns} FROM till_closes c WHERE c.id = $1`,
);
const byTill = statement<[staffId: string, till: number], CloseRow>(
  'staff.close-of-till',
  `SELECT ${columns} FROM till_closes c WHERE c.staff_id = $1 AND c.till = $2`,
);
const page = statement<[ownerId: string, before: number, limit: number], CloseRow>(
  'staff.till-closes',
  `SELECT ${columns} FROM till_closes c WHERE c.owner_id = $1 AND c.id < $2::bigint ORDER BY c.id DESC LIMIT $3::int`,
);

const present = ({ id, counted, expected, ...row }: CloseRow) => ({
  ...row,
  id: String(id),
  counted: toDinars(counted),
  expected: toDinars(expected),
  gap: toDinars((counted - expected) as Centimes),
});

/** The drawers that the cashiers of a reseller have counted, the latest first. */
export async function listTillCloses(
  db: Queryable,
  ownerId: string,
  query: Parsed<typeof staff.tillCloses>['query'],
): Promise<Output<typeof staff.tillCloses>> {
  return pageByNumber(query, (before, rows) => page.all(db, ownerId, before, rows), present);
}

/** The cashier whose drawer is counted: of a cashier the own one, of the reseller the one that the body names. */
const staffIdOf = (cashier: Cashier | null, staffId?: string) => staffId ?? cashier?.id;

/**
 * A cashier, or the reseller, says what is in a drawer; only the response says what should be. A body that names the drawer closes that
 * one once, whatever amount it says.
 */
export const closeTill = command(staff.closeTill, {
  key: {
    operation: 'staff.close-till',
    input: ({ actor: { cashier }, body: { counted, till, staffId } }) => ({
      staffId: staffIdOf(cashier, staffId),
      ...(till === undefined ? { counted } : { till }),
    }),
  },
  run: async ({ tx, actor: { cashier }, wallet, body }) => {
    const staffId = staffIdOf(cashier, body.staffId);
    if (staffId === undefined || (cashier && cashier.id !== staffId)) throw fail('FORBIDDEN');
    const id = parseUuidOrNil(staffId);
    const open = await lock.first(tx, id, wallet.id, cashier === null);
    if (!open) throw fail(cashier ? 'UNAUTHENTICATED' : 'STAFF_NOT_FOUND');
    if (body.till !== undefined && body.till !== open.till) {
      const before = await byTill.first(tx, id, body.till);
      if (!before) throw fail('NOT_FOUND');
      return { response: present(before), effects: {} };
    }
    const counted = toCentimes(body.counted);
    const close = await insert.one(tx, { ownerId: wallet.id, staffId: id, counted });
    await openNext.run(tx, id);
    return {
      response: present(await byId.one(tx, close.id)),
      // The screens of the cashier know the next drawer.
      effects: { events: [[{ user: wallet.id }, { type: 'session' }]] },
    };
  },
});
