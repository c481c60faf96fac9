import { wallet } from '@almas/contract/wallet';
import { type ServedGroup, serveGroup } from '../../http/serve.ts';
import type { Services } from '../../services.ts';
import { rechargeUser } from './recharge-user.ts';

const notYet = async (): Promise<never> => {
  throw new Error('not served');
};

export function walletRoutes(services: Services): ServedGroup {
  return serveGroup(wallet, {
    recharge: async ({ actor, origin, key, params, body }) =>
      rechargeUser(services, actor, origin, key, { userId: params.id, amount: body.amount, note: body.note }),
    debit: notYet,
    userTransactions: notYet,
    transactions: notYet,
    validate: notYet,
    operations: notYet,
    ledger: notYet,
    recharges: notYet,
  });
}
