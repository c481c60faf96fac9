import { personName } from '@almas/contract/person-name';
import { type PricesOfUser, prices } from '@almas/contract/prices';
import { fail } from '../../app-error.ts';
import type { UserRecord } from '../../authorization/identity.ts';
import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';
import type { DbTransaction } from '../../database/transaction.ts';
import { parseIdOrZero, parseUuidOrNil } from '../../ids.ts';
import { command, type LiveEffect, nothingChanged } from '../../pipeline/command.ts';
import { listPrices, replacePrices } from './special-prices.ts';

type AccountRow = Pick<UserRecord, 'id' | 'role' | 'email' | 'firstName' | 'lastName' | 'displayName'> & {
  readonly levelId: number | null;
  readonly levelName: string | null;
};
const columns = `u.id, u.role, u.email, u.first_name AS "firstName", u.last_name AS "lastName", u.display_name AS "displayName",
          u.price_level_id AS "levelId", (SELECT l.name FROM price_levels l WHERE l.id = u.price_level_id) AS "levelName"`;
const read = statement<[id: string], AccountRow>(
  'prices.account',
  `SELECT ${columns} FROM users u WHERE u.id = $1`,
);
const lock = statement<[id: string], AccountRow>(
  'prices.lock-account',
  `SELECT ${columns} FROM users u WHERE u.id = $1 FOR NO KEY UPDATE`,
);
// Together with whatever changes the level or the own prices of the account, under the lock of its row.
const mark = statement<[id: string, levelId: number | null]>(
  'prices.mark-account',
  `UPDATE users u SET price_level_id = $2::bigint, updated_at = clock_timestamp(),
          own_prices = $2::bigint IS NOT NULL OR EXISTS (SELECT FROM special_prices WHERE scope = 'user' AND scope_id = u.id::text)
    WHERE u.id = $1`,
);
// The lock waits for the removal of the level, and the removal for it.
const keepLevel = statement<[id: number], { name: string }>(
  'prices.keep-level',
  'SELECT name FROM price_levels WHERE id = $1 FOR KEY SHARE',
);

function resellerOf(account: AccountRow | undefined): AccountRow {
  if (!account) throw fail('USER_NOT_FOUND');
  if (account.role !== 'reseller') throw fail('ONLY_RESELLERS_PRICED');
  return account;
}
const lockReseller = async (tx: DbTransaction, id: string) =>
  resellerOf(await lock.first(tx, parseUuidOrNil(id)));
const ownerOf = ({ id }: AccountRow) => ({ scope: 'user', scopeId: id, levelName: '' }) as const;
const subjectOf = (account: AccountRow) => ({ type: 'user', id: account.id, name: personName(account) });
/** The reseller pays other prices, and the administrators' screens show them. */
const changedFor = ({ id }: AccountRow): LiveEffect[] => [
  [{ user: id }, { type: 'catalogue' }],
  [{ role: 'admin' }, { type: 'catalogue' }],
];

async function present(db: Queryable, account: AccountRow): Promise<PricesOfUser> {
  const { levelId, levelName } = account;
  return {
    level: levelId === null ? null : { id: String(levelId), name: levelName ?? '' },
    items: await listPrices(db, ownerOf(account)),
  };
}

/** The level and the own prices of a reseller. @throws AppError USER_NOT_FOUND, ONLY_RESELLERS_PRICED */
export const readPricesOfUser = async (db: Queryable, id: string): Promise<PricesOfUser> =>
  present(db, resellerOf(await read.first(db, parseUuidOrNil(id))));

/** Replaces the prices of one reseller; a sale that has not begun pays the new ones. */
export const setPricesOfUser = command(prices.setOfUser, {
  long: true,
  run: async ({ tx, actor, params, body }) => {
    const account = await lockReseller(tx, params.id);
    const { confirmBelowCost } = body;
    const { changed, belowCost } = await replacePrices(tx, ownerOf(account), body, {
      actor,
      confirmBelowCost,
    });
    if (changed > 0) await mark.run(tx, account.id, account.levelId);
    return {
      response: await present(tx, account),
      effects: {
        audit:
          changed === 0
            ? nothingChanged
            : {
                action: 'user.set-prices',
                subject: subjectOf(account),
                after: { priceChanges: changed, ...(belowCost > 0 && { belowCost }) },
              },
        events: changed === 0 ? [] : changedFor(account),
      },
    };
  },
});

/** Gives a reseller a level, or none. */
export const setLevelOfUser = command(prices.setLevelOfUser, {
  run: async ({ tx, params, body }) => {
    // The level before the account, in the order of a removal.
    const levelId = body.levelId === null ? null : parseIdOrZero(body.levelId);
    const level = levelId === null ? undefined : await keepLevel.first(tx, levelId);
    if (levelId !== null && !level) throw fail('PRICE_LEVEL_NOT_FOUND');
    const account = await lockReseller(tx, params.id);
    const changed = { ...account, levelId, levelName: level?.name ?? null };
    if (account.levelId === levelId)
      return { response: await present(tx, changed), effects: { audit: nothingChanged } };
    await mark.run(tx, account.id, levelId);
    return {
      response: await present(tx, changed),
      effects: {
        audit: {
          action: 'user.set-price-level',
          subject: subjectOf(account),
          before: { priceLevel: account.levelName },
          after: { priceLevel: changed.levelName },
        },
        events: changedFor(account),
      },
    };
  },
});
