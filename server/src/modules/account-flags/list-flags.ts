import type { accountFlags } from '@almas/contract/account-flags';
import type { Output, Parsed } from '@almas/contract/route';
import { decodeCursorNumber, presentPage } from '../../database/page.ts';
import type { Queryable } from '../../database/pool.ts';
import { parseUuidOrNil } from '../../ids.ts';
import { flagsStore, presentFlag } from './account-flags.store.ts';

/** Flags of all accounts or of one, the newest first. */
export async function listFlags(
  db: Queryable,
  { state, userId, limit, cursor }: Parsed<typeof accountFlags.list>['query'],
): Promise<Output<typeof accountFlags.list>> {
  const rows = await flagsStore.page.all(db, {
    isUnseen: state === 'unseen',
    userId: userId ? parseUuidOrNil(userId) : null,
    before: decodeCursorNumber(cursor),
    limit: limit + 1,
  });
  return presentPage(rows, limit, presentFlag, ({ id }) => [id]);
}
