import { type Purchase, purchases } from '@almas/contract/purchases';
import type { Output } from '@almas/contract/route';
import type { Actor } from '../../actor.ts';
import { fail } from '../../app-error.ts';
import type { Queryable } from '../../database/pool.ts';
import { numberOrZero } from '../../ids.ts';
import { command } from '../../pipeline/command.ts';
import type { CodeVault } from '../../vault/code-vault.ts';
import { checkStepUp } from '../accounts/second-factor.ts';
import { recordDisclosure } from './disclosures.ts';
import { type PurchaseRow, presentPurchase, presentSummary, purchasesStore } from './purchases.store.ts';

/** What a purchase is read with. */
export interface PurchaseReader {
  readonly db: Queryable;
  readonly vault: CodeVault;
}

/** One's own purchase with its codes. @throws AppError PURCHASE_NOT_FOUND, also for another account's */
export async function findPurchase(services: PurchaseReader, buyerId: string, id: number): Promise<Purchase> {
  const row = await purchasesStore.byId.first(services.db, id);
  if (row?.userId !== buyerId) throw fail('PURCHASE_NOT_FOUND');
  return withCodes(services, row);
}

/** A purchase for its owner, and for an administrator without its codes (PRM-31). @throws AppError PURCHASE_NOT_FOUND */
export async function readPurchase(
  services: PurchaseReader,
  actor: Actor,
  id: number,
): Promise<Output<typeof purchases.get>> {
  if (!actor.administers) return findPurchase(services, actor.id, id);
  return presentSummary(await existing(services.db, id));
}

/**
 * The codes of any purchase, for an administrator (PRM-31). Who reads which purchase, and why, is in the audit trail
 * before the codes leave. @throws AppError STEP_UP_REQUIRED, REVEAL_REASON_REQUIRED, PURCHASE_NOT_FOUND
 */
export const revealCodes = command(purchases.reveal, {
  prepare: ({ actor }) => checkStepUp(actor),
  run: async ({ services: { vault }, tx, actor, params, body: { reason } }) => {
    const row = await existing(tx, numberOrZero(params.id));
    await recordDisclosure(tx, row.id, 'reveal', actor.id);
    const purchase = await withCodes({ db: tx, vault }, row);
    return {
      response: purchase,
      effects: {
        audit: {
          action: 'purchase.reveal-codes',
          subject: {
            type: 'purchase',
            id: String(row.id),
            name: `${row.productName} - ${row.offerName}`,
          },
          after: { userId: row.userId, revealed: purchase.codes.length, reason },
        },
      },
    };
  },
});

async function existing(db: Queryable, id: number): Promise<PurchaseRow> {
  const row = await purchasesStore.byId.first(db, id);
  if (!row) throw fail('PURCHASE_NOT_FOUND');
  return row;
}

async function withCodes({ db, vault }: PurchaseReader, row: PurchaseRow): Promise<Purchase> {
  const codes = await purchasesStore.codesOf.all(db, row.id);
  await vault.learn(codes.map(({ keyId }) => keyId));
  return presentPurchase(row, codes, vault);
}
