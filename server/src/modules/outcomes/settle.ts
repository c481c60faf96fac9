import { type Outcome, outcomes } from '@almas/contract/outcomes';
import type { Caller } from '../../authorization/identity.ts';
import { checkActingId } from '../../authorization/rights.ts';
import { checkKey, closeKey, findOutcome, type Settled } from '../../idempotency/idempotent.ts';
import { command } from '../../pipeline/command.ts';
import { findPurchase, type PurchaseReader } from '../purchases/read-purchase.ts';

const nothing = { purchase: null, freeFireRequest: null, rechargeRequest: null, advance: null };

/**
 * What became of the call that the account made with a key. An unknown key is closed, so that the call is refused when
 * it arrives later (docs/decisions/0010).
 */
export const settle = command(outcomes.settle, {
  prepare: async ({ services, wallet, params, body }) => {
    checkActingId(wallet, body.userId);
    const key = checkKey(params.key) ?? '';
    return { key, known: await findOutcome(services.db, wallet.id, key) };
  },
  // Each closed key is a row that stays for two days: a bound on how many one account can make.
  limit: {
    action: 'close_key',
    exceeded: 'TOO_MANY_OUTCOMES',
    rate: { attempts: 300, windowSeconds: 3_600 },
    when: ({ prepared }) => prepared.known === undefined,
  },
  run: async ({ services: { vault, log }, tx, actor, wallet, prepared: { key, known } }) => {
    const settled = known ?? (await closeKey(tx, wallet.id, key));
    return { response: await present({ db: tx, vault, log }, { actor, wallet }, settled), effects: {} };
  },
});

async function present(reader: PurchaseReader, caller: Caller, settled: Settled): Promise<Outcome> {
  if (settled.state === 'closed') return { outcome: settled.justNow ? 'closed' : 'refused', ...nothing };
  const executed = { outcome: 'executed' as const, ...nothing };
  const { operation, result } = settled;
  if (operation === 'purchases.create') {
    const { purchaseId } = result as { purchaseId: number };
    return { ...executed, purchase: await findPurchase(reader, caller, purchaseId) };
  }
  if (operation === 'freefire_request')
    return { ...executed, freeFireRequest: result as Outcome['freeFireRequest'] };
  if (operation === 'recharge-requests.create')
    return { ...executed, rechargeRequest: result as Outcome['rechargeRequest'] };
  if (operation === 'credit.advance') return { ...executed, advance: result as Outcome['advance'] };
  return executed;
}
