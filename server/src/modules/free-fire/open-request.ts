import type { freeFire } from '@almas/contract/free-fire';
import type { Output } from '@almas/contract/route';
import { stored } from '@almas/locale';
import type { UserRecord } from '../../actor.ts';
import type { DbTransaction } from '../../database/transaction.ts';
import { toDinars } from '../../money/amount.ts';
import { recordTransaction } from '../../money/record-transaction.ts';
import type { Services } from '../../services.ts';
import { administratorIds } from '../accounts/find-user.ts';
import { personName } from '../accounts/user-record.ts';
import { notify } from '../notifications/notify.ts';
import type { FreeFireOfferRow } from './offers.store.ts';
import { balanceShort } from './request-rules.ts';
import { freeFireRequestsStore } from './requests.store.ts';

/**
 * Writes a pending request with its debit: ledger entry, transaction and request, linked to each other both ways, and
 * the notification. The rules have been checked. @throws AppError FREE_FIRE_BALANCE_SHORT
 */
export async function openRequest(
  services: Services,
  tx: DbTransaction,
  user: UserRecord,
  offer: FreeFireOfferRow,
  playerId: string,
): Promise<Output<typeof freeFire.createRequest>> {
  const { id } = await freeFireRequestsStore.nextNumber.one(tx);
  const requestId = String(id);
  const posted = await recordTransaction(tx, {
    userId: user.id,
    direction: 'debit',
    transactionType: 'freefire_request',
    status: 'pending',
    amount: offer.price,
    description: stored.freeFire.description(offer.name, playerId),
    source: 'freefire_request',
    relatedTransactionId: id,
    freeFire: {
      playerId,
      offerId: offer.id,
      offerName: offer.name,
      diamondsValue: offer.value,
      requestId,
    },
  });
  if (!posted) throw balanceShort(user.balance, offer.price);
  const price = toDinars(offer.price);
  await freeFireRequestsStore.insert.run(
    tx,
    id,
    user.id,
    playerId,
    JSON.stringify({ id: offer.id, name: offer.name, value: offer.value, price }),
    offer.name,
    offer.value,
    offer.price,
    personName(user),
    user.email,
    posted.balanceBefore,
    posted.balanceAfter,
    posted.transactionId,
  );
  await notify(services, tx, {
    userId: user.id,
    type: 'balance_debited',
    ...stored.notifications.freeFireRequest(offer.name, price),
    data: { amount: price, requestId, transactionId: String(posted.transactionId) },
  });
  const waiting = stored.notifications.topUpRequested(personName(user), offer.name, price);
  const data = { requestId, userId: user.id, amount: price };
  const administrators = await administratorIds(tx);
  await notify(
    services,
    tx,
    ...administrators.map((userId) => ({ userId, type: 'free_fire_request', ...waiting, data }) as const),
  );
  const newBalance = toDinars(posted.balanceAfter);
  tx.afterCommit(() => {
    services.live.publish({ user: user.id }, { type: 'balance', balance: newBalance });
    services.live.publish({ user: user.id }, { type: 'requests' });
    services.live.publish({ role: 'admin' }, { type: 'requests' });
  });
  return { success: true, requestId, status: 'pending', newBalance, debitedAmount: price };
}
