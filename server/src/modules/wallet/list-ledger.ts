import type { LedgerEntry } from '@almas/contract/wallet';
import type { Actor } from '../../actor.ts';
import { fail } from '../../app-error.ts';
import { decodeCursorNumber, nextCursor } from '../../database/page.ts';
import type { Queryable } from '../../database/pool.ts';
import { mayAccess } from '../../http/access.ts';
import { parseUuidOrNil } from '../../ids.ts';
import { ledgerOf, presentEntry } from './ledger.store.ts';

interface LedgerQuery {
  readonly userId?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** The ledger entries of an account, newest first: the own one, any one for an administrator (PRM-31). @throws AppError FORBIDDEN */
export async function listLedger(
  db: Queryable,
  actor: Actor,
  query: LedgerQuery,
): Promise<{ items: LedgerEntry[]; nextCursor: string | null }> {
  const userId = query.userId || actor.id;
  if (!mayAccess(actor, userId)) throw fail('FORBIDDEN');
  const rows = await ledgerOf.all(
    db,
    parseUuidOrNil(userId),
    decodeCursorNumber(query.cursor),
    query.limit + 1,
  );
  return {
    items: rows.slice(0, query.limit).map(presentEntry),
    nextCursor: nextCursor(rows, query.limit, ({ id }) => [id]),
  };
}
