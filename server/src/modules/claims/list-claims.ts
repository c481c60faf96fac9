import type { claims } from '@almas/contract/claims';
import type { Output, Parsed } from '@almas/contract/route';
import { fail } from '../../app-error.ts';
import type { Caller } from '../../authorization/identity.ts';
import { mayAccess } from '../../authorization/rights.ts';
import { isNumberId, nextCursor, sortValuesAfter } from '../../database/page.ts';
import type { Queryable } from '../../database/pool.ts';
import { composed, type Statement } from '../../database/statement.ts';
import { parseIdOrZero, parseUuidOrNil } from '../../ids.ts';
import { type ClaimRow, presentClaims, selectClaims } from './claims.store.ts';

type Query = Parsed<typeof claims.list>['query'];

const statuses: Readonly<Record<Query['status'], string>> = {
  all: 'true',
  decided: `c.status <> 'open'`,
  open: `c.status = 'open'`,
  replaced: `c.status = 'replaced'`,
  credited: `c.status = 'credited'`,
  refused: `c.status = 'refused'`,
};

function statementOf(
  { status, purchaseId, order }: Query,
  userId: string | undefined,
): Statement<Readonly<Record<string, unknown>>, ClaimRow> {
  const where = [
    statuses[status],
    ...(userId === undefined ? [] : ['c.user_id = :user_id::uuid']),
    ...(purchaseId === undefined ? [] : ['c.purchase_id = :purchase_id::bigint']),
    order === 'asc' ? 'c.id > :after::bigint' : 'c.id < :after::bigint',
  ];
  return composed(selectClaims(`WHERE ${where.join(' AND ')} ORDER BY c.id ${order} LIMIT :limit::int`));
}

/** Claims, the newest or the oldest first: a reseller's own; for an administrator everybody's, or one account's. @throws AppError FORBIDDEN */
export async function listClaims(
  db: Queryable,
  caller: Caller,
  query: Query,
): Promise<Output<typeof claims.list>> {
  const { actor, wallet } = caller;
  const userId = query.userId || (actor.administers ? undefined : wallet.id);
  if (userId !== undefined && !mayAccess(caller, userId)) throw fail('FORBIDDEN');
  const { limit, purchaseId } = query;
  const start = query.order === 'asc' ? 0 : Number.MAX_SAFE_INTEGER;
  const [after] = sortValuesAfter<[number]>(query.cursor, [isNumberId], [start]);
  const rows = await statementOf(query, userId).all(db, {
    ...(userId !== undefined && { userId: parseUuidOrNil(userId) }),
    ...(purchaseId !== undefined && { purchaseId: parseIdOrZero(purchaseId) }),
    after,
    limit: limit + 1,
  });
  return {
    items: await presentClaims(db, rows.slice(0, limit), { forAdministrator: actor.administers }),
    nextCursor: nextCursor(rows, limit, ({ id }) => [id]),
  };
}
