import { isDeepStrictEqual } from 'node:util';
import { business } from '@almas/contract/business';
import type { PaymentAccount } from '@almas/contract/forms';
import { fail } from '../../app-error.ts';
import { checkStepUp } from '../../authorization/rights.ts';
import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';
import { command } from '../../pipeline/command.ts';
import { usePicture } from '../pictures/used-pictures.ts';

const read = statement<[], PaymentAccount>(
  'business.payment-accounts',
  'SELECT method, holder, number, bank, qr_code AS "qrCode" FROM payment_accounts ORDER BY position',
);
/** Two administrators replace the list one after the other. */
const lock = statement<[]>(
  'business.lock',
  `INSERT INTO business DEFAULT VALUES ON CONFLICT (only_row) DO UPDATE SET contact_phone = business.contact_phone`,
);
const clear = statement<[]>('business.clear-payment-accounts', 'DELETE FROM payment_accounts');
const insert = statement<PaymentAccount & { position: number }>(
  'business.insert-payment-account',
  `INSERT INTO payment_accounts (position, method, holder, number, bank, qr_code)
   VALUES (:position, :method, :holder, :number, :bank, :qr_code)`,
);

/** The accounts to which resellers pay, in the owner's order. */
export const readPaymentAccounts = (db: Queryable): Promise<PaymentAccount[]> => read.all(db);

/** How many accounts have the method and the number of another one. */
const repeats = (accounts: readonly PaymentAccount[]): number =>
  accounts.length - new Set(accounts.map(({ method, number }) => `${method} ${number}`)).size;

/** As the journal names an account. */
const inWords = ({ method, holder, number, bank }: PaymentAccount): string =>
  [method, bank, number, holder].filter(Boolean).join(', ');

/** Replaces the accounts to which resellers pay: money of every reseller follows them, so that the second factor is asked for. */
export const changePaymentAccounts = command(business.changePaymentAccounts, {
  prepare: ({ actor }) => checkStepUp(actor),
  run: async ({ tx, body: { items, expected } }) => {
    await lock.run(tx);
    const before = await read.all(tx);
    if (expected && !isDeepStrictEqual(before, expected)) throw fail('PAYMENT_ACCOUNTS_CHANGED');
    // A list that was stored with a repeated account can still be saved.
    if (repeats(items) > repeats(before)) throw fail('PAYMENT_ACCOUNT_REPEATED');
    await clear.run(tx);
    for (const [index, account] of items.entries()) {
      await usePicture(tx, account.qrCode);
      await insert.run(tx, { ...account, position: index + 1 });
    }
    return {
      response: { items },
      effects: {
        audit: {
          action: 'business.change-payment-accounts',
          subject: { type: 'business', id: 'payment-accounts' },
          before: { paymentAccounts: before.map(inWords) },
          after: { paymentAccounts: items.map(inWords) },
        },
        events: [['everyone', { type: 'features' }]],
      },
    };
  },
});
