import { backupTexts as texts } from '@almas/locale/operator';
import type { Database } from '../database/pool.ts';
import { transaction } from '../database/transaction.ts';
import { endEveryPendingSignIn } from '../modules/accounts/pending-sign-ins.ts';
import { endEverySession } from '../modules/accounts/sessions.ts';
import { pauseRestored } from '../modules/supplier-orders/pause-restored.ts';
import { say } from './say.ts';

/** Before anything else in a restored database: a server that starts on it would order again. */
export async function pauseSuppliers(db: Database): Promise<void> {
  const { connections, orders } = await pauseRestored(db);
  if (connections > 0) say(texts.suppliersPaused);
  if (orders > 0) say(texts.plannedEnded(orders));
}

/** The sessions of the restored moment, too: one that was ended since, on a stolen phone, would be valid again. */
export async function prepareRestored(db: Database): Promise<void> {
  await pauseSuppliers(db);
  await transaction(db, async (tx) => {
    await endEverySession(tx);
    await endEveryPendingSignIn(tx);
  });
  warnOfLaterWork();
}

/** What a person puts right in any restored database before resellers reach it. */
export function warnOfLaterWork(): void {
  say(texts.sessionsEnded);
  say(texts.soldSince);
}
