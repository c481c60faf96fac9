import type { LedgerEntry } from '@almas/contract/wallet';
import { fail } from '../../app-error.ts';
import type { Caller } from '../../authorization/identity.ts';
import { mayAccess } from '../../authorization/rights.ts';
import { pageByNumber } from '../../database/page.ts';
import type { Queryable } from '../../database/pool.ts';
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
  caller: Caller,
  query: LedgerQuery,
): Promise<{ items: LedgerEntry[]; nextCursor: string | null }> {
  const userId = query.userId || caller.wallet.id;
  if (!mayAccess(caller, userId)) throw fail('FORBIDDEN');
  return pageByNumber(
    query,
    (before, rows) => ledgerOf.all(db, parseUuidOrNil(userId), before, rows),
    presentEntry,
  );
}
