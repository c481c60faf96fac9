import { users } from '@almas/contract/accounts';
import { personName } from '@almas/contract/person-name';
import { fail } from '../../app-error.ts';
import type { UserRecord } from '../../authorization/identity.ts';
import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';
import { parseUuidOrNil } from '../../ids.ts';
import { type Centimes, toCentimes, toDinars } from '../../money/amount.ts';
import { command, nothingChanged } from '../../pipeline/command.ts';
import { accountsStore } from './accounts.store.ts';
import { presentUser, userColumns } from './user-record.ts';

/* The brakes of an account: frozen, or with a ceiling of the day. */

const spent = statement<[id: string], { amount: Centimes }>(
  'accounts.spent-today',
  'SELECT spent_today($1::uuid) AS amount',
);
const setFrozen = statement<[id: string, by: string | null], UserRecord>(
  'accounts.set-frozen',
  `UPDATE users u SET frozen_by = $2, frozen_at = CASE WHEN $2::uuid IS NOT NULL THEN clock_timestamp() END,
     updated_at = clock_timestamp() WHERE u.id = $1 RETURNING ${userColumns}`,
);
const setCeiling = statement<[id: string, ceiling: number | null], UserRecord>(
  'accounts.set-daily-ceiling',
  `UPDATE users u SET daily_ceiling = $2, updated_at = clock_timestamp() WHERE u.id = $1 RETURNING ${userColumns}`,
);

/** @throws AppError USER_NOT_FOUND, ONLY_RESELLERS_LIMITED */
function checkReseller(user: UserRecord | undefined): asserts user is UserRecord {
  if (!user) throw fail('USER_NOT_FOUND');
  if (user.role !== 'reseller') throw fail('ONLY_RESELLERS_LIMITED');
}

/** Of an account that is locked. @throws AppError ACCOUNT_FROZEN */
export function checkNotFrozen({ frozenAt }: Pick<UserRecord, 'frozenAt'>): void {
  if (frozenAt !== null) throw fail('ACCOUNT_FROZEN');
}

/** @throws AppError DAILY_CEILING */
export async function checkDailyCeiling(
  db: Queryable,
  { id, dailyCeiling }: Pick<UserRecord, 'id' | 'dailyCeiling'>,
  amount: Centimes,
): Promise<void> {
  if (dailyCeiling === null) return;
  const { amount: used } = await spent.one(db, id);
  if (used + amount > dailyCeiling)
    throw fail('DAILY_CEILING', { available: Math.max(0, toDinars((dailyCeiling - used) as Centimes)) });
}

/** What an account may spend today, and what it has spent. @throws AppError USER_NOT_FOUND, ONLY_RESELLERS_LIMITED */
export async function readDailyCeiling(db: Queryable, id: string) {
  const user = await accountsStore.byId.first(db, id);
  checkReseller(user);
  const { amount } = await spent.one(db, user.id);
  const { dailyCeiling } = user;
  return {
    ceiling: dailyCeiling === null ? null : toDinars(dailyCeiling),
    spentToday: toDinars(amount),
  };
}

/** A frozen account buys nothing, sends no Free Fire request and takes no advance; it signs in, and its balance stays. */
export const freezeUser = command(users.freeze, {
  run: async ({ tx, actor, params, body: { frozen } }) => {
    const user = await accountsStore.lockById.first(tx, parseUuidOrNil(params.id));
    checkReseller(user);
    if ((user.frozenAt !== null) === frozen)
      return { response: presentUser(user, actor), effects: { audit: nothingChanged } };
    const after = await setFrozen.one(tx, user.id, frozen ? actor.id : null);
    const subject = { type: 'user', id: user.id, name: personName(user) };
    return {
      response: presentUser(after, actor),
      effects: {
        audit: frozen ? { action: 'user.freeze', subject } : { action: 'user.unfreeze', subject },
        events: [
          [{ user: user.id }, { type: 'session' }],
          // Upon it an open dashboard reads again what it may borrow.
          [{ user: user.id }, { type: 'balance' }],
          [{ role: 'admin' }, { type: 'requests' }],
          [{ role: 'admin' }, { type: 'credit' }],
        ],
      },
    };
  },
});

/** Sets what an account may spend in a day; null: no ceiling. What is spent already counts. */
export const setDailyCeiling = command(users.setDailyCeiling, {
  run: async ({ tx, params, body: { ceiling } }) => {
    const user = await accountsStore.lockById.first(tx, parseUuidOrNil(params.id));
    checkReseller(user);
    const before = await readDailyCeiling(tx, user.id);
    await setCeiling.run(tx, user.id, ceiling === null ? null : toCentimes(ceiling));
    const after = await readDailyCeiling(tx, user.id);
    return {
      response: after,
      effects: {
        audit:
          before.ceiling === after.ceiling
            ? nothingChanged
            : {
                action: 'user.set-daily-ceiling',
                subject: { type: 'user', id: user.id, name: personName(user) },
                before: { dailyCeiling: before.ceiling },
                after: { dailyCeiling: after.ceiling },
              },
      },
    };
  },
});
