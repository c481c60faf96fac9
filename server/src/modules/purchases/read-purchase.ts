import type { Purchase, purchases } from '@almas/contract/purchases';
import type { Output } from '@almas/contract/route';
import type { Actor, Origin } from '../../actor.ts';
import { fail } from '../../app-error.ts';
import { transaction } from '../../database/transaction.ts';
import type { Services } from '../../services.ts';
import { checkStepUp } from '../accounts/second-factor.ts';
import { recordAction } from '../audit-trail/record-action.ts';
import { type PurchaseRow, presentPurchase, presentSummary, purchasesStore } from './purchases.store.ts';

/** One's own purchase with its codes. @throws AppError PURCHASE_NOT_FOUND, also for another account's */
export async function findPurchase(services: Services, buyerId: string, id: number): Promise<Purchase> {
  const row = await purchasesStore.byId.first(services.db, id);
  if (row?.userId !== buyerId) throw fail('PURCHASE_NOT_FOUND');
  return withCodes(services, row);
}

/** A purchase for its owner, and for an administrator without its codes (PRM-31). @throws AppError PURCHASE_NOT_FOUND */
export async function readPurchase(
  services: Services,
  actor: Actor,
  id: number,
): Promise<Output<typeof purchases.get>> {
  if (!actor.administers) return findPurchase(services, actor.id, id);
  return presentSummary(await existing(services, id));
}

/**
 * The codes of any purchase, for an administrator (PRM-31). Who reads which purchase is in the audit trail before the
 * codes leave. @throws AppError STEP_UP_REQUIRED, PURCHASE_NOT_FOUND
 */
export async function revealCodes(
  services: Services,
  admin: Actor,
  origin: Origin,
  id: number,
): Promise<Purchase> {
  checkStepUp(admin);
  const row = await existing(services, id);
  const purchase = await withCodes(services, row);
  await transaction(services.db, (tx) =>
    recordAction(tx, admin, origin, {
      action: 'purchase.reveal-codes',
      subject: { type: 'purchase', id: String(id), name: `${row.productName} - ${row.offerName}` },
      after: { userId: row.userId, revealed: purchase.codes.length },
    }),
  );
  return purchase;
}

async function existing({ db }: Services, id: number): Promise<PurchaseRow> {
  const row = await purchasesStore.byId.first(db, id);
  if (!row) throw fail('PURCHASE_NOT_FOUND');
  return row;
}

async function withCodes({ db, vault }: Services, row: PurchaseRow): Promise<Purchase> {
  const codes = await purchasesStore.codesOf.all(db, row.id);
  await vault.learn(codes.map(({ keyId }) => keyId));
  return presentPurchase(row, codes, vault);
}
