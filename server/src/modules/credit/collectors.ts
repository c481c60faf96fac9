import { credit } from '@almas/contract/credit';
import type { Output, Parsed } from '@almas/contract/route';
import { fail } from '../../app-error.ts';
import { isUuid, nextCursor, sortValuesAfter } from '../../database/page.ts';
import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';
import { NIL_UUID } from '../../ids.ts';
import { toCentimes, toDinars } from '../../money/amount.ts';
import { command, nothingChanged } from '../../pipeline/command.ts';
import { type CollectorRow, collectorColumns, presentCollectors } from './cash.store.ts';
import { findDebtor } from './credit.store.ts';

/** The own account first, then by id: there are few. */
const page = statement<{ own: string; isRest: number; after: string; limit: number }, CollectorRow>(
  'credit.collectors',
  `SELECT ${collectorColumns} FROM users u LEFT JOIN collectors c ON c.user_id = u.id
    WHERE u.role = 'admin' AND (u.status = 'active' OR c.held > 0)
      AND ((u.id <> :own::uuid)::int, u.id) > (:is_rest::int, :after::uuid)
    ORDER BY (u.id <> :own::uuid)::int, u.id LIMIT :limit::int`,
);

/** Administrators with the cash that they hold. */
export async function listCollectors(
  db: Queryable,
  own: string,
  { limit, cursor }: Parsed<typeof credit.collectors>['query'],
): Promise<Output<typeof credit.collectors>> {
  const isFlag = (value: unknown) => value === 0 || value === 1;
  const [isRest, after] = sortValuesAfter<[number, string]>(cursor, [isFlag, isUuid], [0, NIL_UUID]);
  const rows = await page.all(db, { own, isRest, after, limit: limit + 1 });
  return {
    items: await presentCollectors(db, rows.slice(0, limit)),
    nextCursor: nextCursor(rows, limit, ({ id }) => [id === own ? 0 : 1, id]),
  };
}

const one = statement<[id: string], CollectorRow>(
  'credit.collector',
  `SELECT ${collectorColumns} FROM users u LEFT JOIN collectors c ON c.user_id = u.id WHERE u.id = $1`,
);
const write = statement<[id: string, ceiling: number]>(
  'credit.set-ceiling',
  `INSERT INTO collectors (user_id, ceiling) VALUES ($1, $2) ON CONFLICT (user_id) DO UPDATE SET ceiling = $2`,
);

/** What is already held may exceed a lower ceiling: then nothing more is collected. @throws AppError USER_NOT_FOUND, ONLY_ADMINS_COLLECT */
export const setCeiling = command(credit.setCeiling, {
  run: async ({ tx, params, body }) => {
    const user = await findDebtor(tx, params.id);
    if (user.role !== 'admin') throw fail('ONLY_ADMINS_COLLECT');
    const before = await one.one(tx, user.id);
    const ceiling = toCentimes(body.ceiling);
    const isSame = before.ceiling === ceiling;
    if (!isSame) await write.run(tx, user.id, ceiling);
    const [response] = await presentCollectors(tx, [await one.one(tx, user.id)]);
    if (!response) throw fail('USER_NOT_FOUND');
    return {
      response,
      effects: {
        audit: isSame
          ? nothingChanged
          : {
              action: 'credit.set-ceiling',
              subject: { type: 'user', id: user.id, name: response.name },
              before: { ceiling: toDinars(before.ceiling) },
              after: { ceiling: toDinars(ceiling) },
            },
      },
    };
  },
});
