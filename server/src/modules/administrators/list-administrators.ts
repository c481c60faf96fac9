import type { administrators } from '@almas/contract/administrators';
import type { Output, Parsed } from '@almas/contract/route';
import { isUuid, presentPage, sortValuesAfter } from '../../database/page.ts';
import type { Queryable } from '../../database/pool.ts';
import { NIL_UUID } from '../../ids.ts';
import { administratorsStore, presentAdministrator } from './administrators.store.ts';

/** Every administrator, by id: there are few. */
export async function listAdministrators(
  db: Queryable,
  { limit, cursor }: Parsed<typeof administrators.list>['query'],
): Promise<Output<typeof administrators.list>> {
  const [after] = sortValuesAfter<[string]>(cursor, [isUuid], [NIL_UUID]);
  const rows = await administratorsStore.page.all(db, after, limit + 1);
  return presentPage(rows, limit, presentAdministrator, ({ id }) => [id]);
}
