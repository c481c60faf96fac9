import type { Outcome } from '@almas/contract/outcomes';
import { failUntil } from '../../app-error.ts';
import { closeKey, findOutcome, type Settled } from '../../idempotency/idempotent.ts';
import { attempt } from '../../limits/rate-limit.ts';
import type { Services } from '../../services.ts';
import { findPurchase } from '../purchases/read-purchase.ts';

/** Each closed key is a row that stays for two days: a bound on how many one account can make. */
const rate = { attempts: 300, windowSeconds: 3_600 };

const nothing = { purchase: null, freeFireRequest: null, rechargeRequest: null };

/**
 * What became of the call that the account made with `key`. An unknown key is closed, so that the call is refused when
 * it arrives later (docs/decisions/0010).
 * @throws AppError TOO_MANY_OUTCOMES
 */
export async function settle(services: Services, userId: string, key: string): Promise<Outcome> {
  const known = await findOutcome(services.db, userId, key);
  if (known) return present(services, userId, known);
  const wait = await attempt(services.db, 'close_key', userId, rate);
  if (wait !== undefined) throw failUntil('TOO_MANY_OUTCOMES', wait);
  return present(services, userId, await closeKey(services.db, userId, key));
}

async function present(services: Services, userId: string, settled: Settled): Promise<Outcome> {
  if (settled.state === 'closed') return { outcome: settled.justNow ? 'closed' : 'refused', ...nothing };
  const executed = { outcome: 'executed' as const, ...nothing };
  const { operation, answer } = settled;
  if (operation === 'purchases.create') {
    const { purchaseId } = answer as { purchaseId: number };
    return { ...executed, purchase: await findPurchase(services, userId, purchaseId) };
  }
  if (operation === 'freefire_request')
    return { ...executed, freeFireRequest: answer as Outcome['freeFireRequest'] };
  if (operation === 'recharge-requests.create')
    return { ...executed, rechargeRequest: answer as Outcome['rechargeRequest'] };
  return executed;
}
