import { credit } from '@almas/contract/credit';
import type { Output, Parsed } from '@almas/contract/route';
import { fail } from '../../app-error.ts';
import type { Actor } from '../../authorization/identity.ts';
import { isUuid, nextCursor, sortValuesAfter } from '../../database/page.ts';
import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';
import { NIL_UUID } from '../../ids.ts';
import { toCentimes, toDinars } from '../../money/amount.ts';
import { command, nothingChanged } from '../../pipeline/command.ts';
import { type CollectorRow, collectorColumns, findCollector, presentCollectors } from './cash.store.ts';

/** The own account first, then by id: there are few. */
const page = statement<
  { own: string; scopesForced: boolean; isRest: number; after: string; limit: number },
  CollectorRow
>(
  'credit.collectors',
  `SELECT ${collectorColumns(':scopes_forced')} FROM users u LEFT JOIN collectors c ON c.user_id = u.id
    WHERE u.role = 'admin' AND (u.status = 'active' OR c.held > 0)
      AND ((u.id <> :own::uuid)::int, u.id) > (:is_rest::int, :after::uuid)
    ORDER BY (u.id <> :own::uuid)::int, u.id LIMIT :limit::int`,
);

/** Administrators with the cash that they hold. */
export async function listCollectors(
  db: Queryable,
  { id: own, scopesForced }: Pick<Actor, 'id' | 'scopesForced'>,
  { limit, cursor }: Parsed<typeof credit.collectors>['query'],
): Promise<Output<typeof credit.collectors>> {
  const isFlag = (value: unknown) => value === 0 || value === 1;
  const [isRest, after] = sortValuesAfter<[number, string]>(cursor, [isFlag, isUuid], [0, NIL_UUID]);
  const rows = await page.all(db, { own, scopesForced, isRest, after, limit: limit + 1 });
  return {
    items: await presentCollectors(db, rows.slice(0, limit)),
    nextCursor: nextCursor(rows, limit, ({ id }) => [id === own ? 0 : 1, id]),
  };
}

const write = statement<[id: string, ceiling: number]>(
  'credit.set-ceiling',
  `INSERT INTO collectors (user_id, ceiling) VALUES ($1, $2) ON CONFLICT (user_id) DO UPDATE SET ceiling = $2`,
);

/** What is already held may exceed a lower ceiling: then nothing more is collected. */
export const setCeiling = command(credit.setCeiling, {
  run: async ({ tx, actor, params, body }) => {
    const before = await findCollector(tx, params.id, actor);
    const ceiling = toCentimes(body.ceiling);
    const isSame = before.ceiling === ceiling;
    if (!isSame) await write.run(tx, before.id, ceiling);
    const [response] = await presentCollectors(tx, [await findCollector(tx, before.id, actor)]);
    if (!response) throw fail('USER_NOT_FOUND');
    return {
      response,
      effects: {
        audit: isSame
          ? nothingChanged
          : {
              action: 'credit.set-ceiling',
              subject: { type: 'user', id: before.id, name: response.name },
              before: { ceiling: toDinars(before.ceiling) },
              after: { ceiling: toDinars(ceiling) },
            },
      },
    };
  },
});
