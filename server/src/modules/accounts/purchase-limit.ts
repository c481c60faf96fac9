import { type PurchaseLimit, users } from '@almas/contract/accounts';
import { rateLimits } from '@almas/contract/limits';
import { personName } from '@almas/contract/person-name';
import { fail } from '../../app-error.ts';
import type { Config } from '../../config.ts';
import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';
import { parseUuidOrNil } from '../../ids.ts';
import { isOpenWindow } from '../../limits/rate-limit.ts';
import { command } from '../../pipeline/command.ts';
import { accountsStore } from './accounts.store.ts';

interface LimitRow {
  readonly role: string;
  readonly own: number | null;
  /** null: no attempt within the hour. */
  readonly attempts: number | null;
  readonly windowEnds: string | null;
}

const read = statement<[string], LimitRow>(
  'accounts.purchase-limit',
  `SELECT u.role, u.purchases_per_hour AS own, l.attempts, l.window_ends AS "windowEnds"
     FROM users u LEFT JOIN rate_limits l
       ON l.action = 'purchase' AND l.subject = u.id::text
      AND ${isOpenWindow(`clock_timestamp() + interval '${rateLimits.purchase.windowSeconds} seconds'`)}
    WHERE u.id = $1`,
);
const save = statement<[id: string, perHour: number | null]>(
  'accounts.set-purchase-limit',
  'UPDATE users SET purchases_per_hour = $2, updated_at = clock_timestamp() WHERE id = $1',
);

/** The hourly purchase limit of a reseller and how much of it is used. @throws AppError USER_NOT_FOUND, ONLY_RESELLERS_LIMITED */
export async function readPurchaseLimit(
  { config, db }: { readonly config: Pick<Config, 'rateLimits'>; readonly db: Queryable },
  userId: string,
): Promise<PurchaseLimit> {
  const row = await read.first(db, userId);
  if (!row) throw fail('USER_NOT_FOUND');
  if (row.role !== 'reseller') throw fail('ONLY_RESELLERS_LIMITED');
  const byDefault = config.rateLimits.purchase;
  const perHour = row.own ?? byDefault;
  // Refused attempts count too, so `attempts` can exceed the limit.
  return {
    perHour,
    isOwn: row.own !== null,
    byDefault,
    used: Math.min(row.attempts ?? 0, perHour),
    until: row.windowEnds,
  };
}

/**
 * Sets the number of purchases per hour that a reseller may make; null restores the configured one. It applies from the next purchase
 * on and keeps the attempts already counted in this hour.
 */
export const setPurchaseLimit = command(users.setPurchaseLimit, {
  run: async ({ services, tx, params, body }) => {
    const user = await accountsStore.lockById.first(tx, parseUuidOrNil(params.id));
    if (!user) throw fail('USER_NOT_FOUND');
    const context = { ...services, db: tx };
    const before = await readPurchaseLimit(context, user.id);
    await save.run(tx, user.id, body.perHour);
    const after = await readPurchaseLimit(context, user.id);
    return {
      response: after,
      effects: {
        audit: {
          action: 'user.set-purchase-limit',
          subject: { type: 'user', id: user.id, name: personName(user) },
          before: { purchasesPerHour: before.perHour, isOwnLimit: before.isOwn },
          after: { purchasesPerHour: after.perHour, isOwnLimit: after.isOwn },
        },
        events: [[{ user: user.id }, { type: 'session' }]],
      },
    };
  },
});
