import type { Output } from '@almas/contract/route';
import type { statistics } from '@almas/contract/statistics';
import type { Actor } from '../../authorization/identity.ts';
import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';
import { type Centimes, toDinars } from '../../money/amount.ts';
import { shownTypes } from '../notifications/notification-record.ts';

type Summary = Output<typeof statistics.summary>;

interface SummaryRow extends Omit<Summary, 'recharges'> {
  readonly recharges: Summary['recharges'] & {
    readonly totalAmount: Centimes;
    readonly pendingAmount: Centimes;
  };
}

/*
 * Exact totals over all records (AMB-77), in one statement so that they are of one moment. Every count reads an index
 * and no table: users_newest_by_role, recharge_requests_status (which carries the amount), free_fire_requests_status
 * and notifications_unread, both from the pending or unread ones alone; products are few.
 */
const read = statement<[administratorId: string, types: readonly string[] | null], SummaryRow>(
  'statistics.summary',
  `SELECT
     (SELECT json_build_object(
        'total', coalesce(sum(n), 0),
        'admins', coalesce(sum(n) FILTER (WHERE role = 'admin'), 0),
        'resellers', coalesce(sum(n) FILTER (WHERE role = 'reseller'), 0),
        'active', coalesce(sum(n) FILTER (WHERE status = 'active'), 0),
        'pending', coalesce(sum(n) FILTER (WHERE status = 'pending'), 0),
        'inactive', coalesce(sum(n) FILTER (WHERE status NOT IN ('active', 'pending')), 0))
      FROM (SELECT role, status, count(*) AS n FROM users GROUP BY role, status) u) AS users,
     (SELECT json_build_object('total', count(*), 'active', count(*) FILTER (WHERE status = 'active'))
      FROM products WHERE deleted_at IS NULL) AS products,
     (SELECT json_build_object(
        'total', coalesce(sum(n), 0),
        'pending', coalesce(sum(n) FILTER (WHERE status = 'pending'), 0),
        'approved', coalesce(sum(n) FILTER (WHERE status = 'approved'), 0),
        'rejected', coalesce(sum(n) FILTER (WHERE status = 'rejected'), 0),
        'cancelled', coalesce(sum(n) FILTER (WHERE status = 'cancelled'), 0),
        'totalAmount', coalesce(sum(amount) FILTER (WHERE status = 'approved'), 0),
        'pendingAmount', coalesce(sum(amount) FILTER (WHERE status = 'pending'), 0))
      FROM (SELECT status, count(*) AS n, sum(amount) AS amount FROM recharge_requests GROUP BY status) r) AS recharges,
     (SELECT json_build_object('pending', count(*)) FROM free_fire_requests WHERE status = 'pending') AS "freeFire",
     (SELECT count(*) FROM notifications WHERE user_id = $1 AND NOT read
        AND ($2::text[] IS NULL OR type = ANY ($2))) AS "unreadNotifications"`,
);

/** The totals of the administrator's dashboard, amounts in DA (ENT-47, ENT-48), and the unread notifications that the actor is shown. */
export async function readSummary(db: Queryable, actor: Actor): Promise<Summary> {
  const { recharges, ...counts } = await read.one(db, actor.id, shownTypes(actor));
  return {
    ...counts,
    recharges: {
      ...recharges,
      totalAmount: toDinars(recharges.totalAmount),
      pendingAmount: toDinars(recharges.pendingAmount),
    },
  };
}
