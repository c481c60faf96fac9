import { type PriceLevel, prices } from '@almas/contract/prices';
import type { Output, Parsed } from '@almas/contract/route';
import { fail } from '../../app-error.ts';
import { underFreeName } from '../../database/failures.ts';
import { isNumberId, presentPage, sortValuesAfter } from '../../database/page.ts';
import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';
import { parseIdOrZero } from '../../ids.ts';
import { command, type LiveEffect, nothingChanged } from '../../pipeline/command.ts';
import { listPrices, type PriceOwner, replacePrices } from './special-prices.ts';

interface LevelRow extends Omit<PriceLevel, 'id'> {
  id: number;
}

// No index leads from a level to its accounts, since sales write their rows: the accounts are counted in one scan.
const columns = `
  l.id, l.name, l.position,
  (SELECT count(*) FROM users u WHERE u.price_level_id = l.id) AS accounts,
  (SELECT count(*) FROM special_prices s WHERE s.scope = 'level' AND s.scope_id = l.id::text) AS prices`;
const page = statement<[position: number, id: number, limit: number], LevelRow>(
  'prices.levels',
  `SELECT ${columns} FROM price_levels l WHERE (l.position, l.id) > ($1::bigint, $2::bigint) ORDER BY l.position, l.id LIMIT $3::int`,
);
const byId = statement<[id: number], LevelRow>(
  'prices.level',
  `SELECT ${columns} FROM price_levels l WHERE l.id = $1`,
);
const present = (row: LevelRow): PriceLevel => ({ ...row, id: String(row.id) });

/** The levels in the administrator's order. */
export async function listLevels(
  db: Queryable,
  { limit, cursor }: Parsed<typeof prices.levels>['query'],
): Promise<Output<typeof prices.levels>> {
  const [position, id] = sortValuesAfter<[number, number]>(cursor, [isNumberId, isNumberId], [-1, 0]);
  const rows = await page.all(db, position, id, limit + 1);
  return presentPage(rows, limit, present, (row) => [row.position, row.id]);
}

/** @throws AppError PRICE_LEVEL_NOT_FOUND */
async function findLevel(db: Queryable, id: number): Promise<LevelRow> {
  const level = await byId.first(db, id);
  if (!level) throw fail('PRICE_LEVEL_NOT_FOUND');
  return level;
}

const subjectOf = ({ id, name }: Pick<LevelRow, 'id' | 'name'>) => ({
  type: 'price-level',
  id: String(id),
  name,
});
const ownerOf = ({ id, name }: Pick<LevelRow, 'id' | 'name'>): PriceOwner => ({
  scope: 'level',
  scopeId: String(id),
  levelName: name,
});
/** Makes every screen that shows prices read them again. */
export const pricesChanged: LiveEffect = ['everyone', { type: 'catalogue' }];

const insert = statement<[name: string, position: number | null], { id: number; position: number }>(
  'prices.insert-level',
  `INSERT INTO price_levels (name, position) VALUES ($1, coalesce($2::int, (SELECT coalesce(max(position) + 1, 0) FROM price_levels)))
   ON CONFLICT (lower(name)) DO NOTHING RETURNING id, position`,
);

export const createLevel = command(prices.createLevel, {
  run: async ({ tx, body: { name, position } }) => {
    const written = await insert.first(tx, name, position ?? null);
    if (!written) throw fail('PRICE_LEVEL_NAME_TAKEN');
    return {
      response: present(await findLevel(tx, written.id)),
      effects: {
        audit: {
          action: 'price-level.create',
          subject: subjectOf({ id: written.id, name }),
          after: { name, position: written.position },
        },
      },
    };
  },
});

const lock = statement<[id: number], { id: number }>(
  'prices.lock-level',
  'SELECT id FROM price_levels WHERE id = $1 FOR NO KEY UPDATE',
);
const update = statement<[id: number, name: string, position: number]>(
  'prices.update-level',
  'UPDATE price_levels SET name = $2, position = $3 WHERE id = $1',
);

export const updateLevel = command(prices.updateLevel, {
  run: async ({ tx, params, body }) => {
    const id = parseIdOrZero(params.id);
    await lock.first(tx, id);
    const level = await findLevel(tx, id);
    const before = { name: level.name, position: level.position };
    const after = { name: body.name ?? before.name, position: body.position ?? before.position };
    if (after.name === before.name && after.position === before.position)
      return { response: present(level), effects: { audit: nothingChanged } };
    await underFreeName(update.run(tx, id, after.name, after.position), 'price_levels_name', () =>
      fail('PRICE_LEVEL_NAME_TAKEN'),
    );
    return {
      response: present({ ...level, ...after }),
      effects: {
        audit: { action: 'price-level.update', subject: subjectOf({ id, name: after.name }), before, after },
      },
    };
  },
});

const lockToRemove = statement<[id: number], { id: number }>(
  'prices.lock-level-to-remove',
  'SELECT id FROM price_levels WHERE id = $1 FOR UPDATE',
);
// In the order of their ids, like every statement that locks several accounts.
const lockAccounts = statement<[levelId: number], { id: string }>(
  'prices.lock-accounts-of-level',
  'SELECT id FROM users WHERE price_level_id = $1 ORDER BY id FOR NO KEY UPDATE',
);
const release = statement<[ids: readonly string[]]>(
  'prices.release-accounts',
  `UPDATE users u SET price_level_id = NULL, updated_at = clock_timestamp(),
          own_prices = EXISTS (SELECT FROM special_prices WHERE scope = 'user' AND scope_id = u.id::text)
    WHERE u.id = ANY ($1::uuid[])`,
);
const removeRow = statement<[id: number]>('prices.remove-level', 'DELETE FROM price_levels WHERE id = $1');

/**
 * Deletes a level and its prices. Its accounts pay the price of the offer again, or their own, from the same commit on. @throws AppError
 * PRICE_LEVEL_HAS_ACCOUNTS when it has more than the caller was shown
 */
export const removeLevel = command(prices.removeLevel, {
  long: true,
  run: async ({ tx, actor, params, query }) => {
    const id = parseIdOrZero(params.id);
    await lockToRemove.first(tx, id);
    const level = await findLevel(tx, id);
    const accounts = await lockAccounts.all(tx, id);
    if (query.accounts !== undefined && accounts.length > query.accounts)
      throw fail('PRICE_LEVEL_HAS_ACCOUNTS', { accounts: accounts.length });
    const { changed } = await replacePrices(tx, ownerOf(level), { prices: [] }, { actor });
    await release.run(
      tx,
      accounts.map((account) => account.id),
    );
    await removeRow.run(tx, id);
    return {
      response: undefined,
      effects: {
        audit: {
          action: 'price-level.delete',
          subject: subjectOf(level),
          before: { name: level.name },
          after: { accounts: accounts.length, priceChanges: changed },
        },
        events: [pricesChanged],
      },
    };
  },
});

/** @throws AppError PRICE_LEVEL_NOT_FOUND */
export async function readPricesOfLevel(db: Queryable, id: string): Promise<Output<typeof prices.ofLevel>> {
  return { items: await listPrices(db, ownerOf(await findLevel(db, parseIdOrZero(id)))) };
}

export const setPricesOfLevel = command(prices.setOfLevel, {
  long: true,
  run: async ({ tx, actor, params, body }) => {
    const id = parseIdOrZero(params.id);
    await lock.first(tx, id);
    const level = await findLevel(tx, id);
    const { confirmBelowCost } = body;
    const { changed, belowCost } = await replacePrices(tx, ownerOf(level), body, { actor, confirmBelowCost });
    return {
      response: { items: await listPrices(tx, ownerOf(level)) },
      effects: {
        audit:
          changed === 0
            ? nothingChanged
            : {
                action: 'price-level.set-prices',
                subject: subjectOf(level),
                after: { priceChanges: changed, ...(belowCost > 0 && { belowCost }) },
              },
        events: changed === 0 ? [] : [pricesChanged],
      },
    };
  },
});
