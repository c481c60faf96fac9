import type { User } from '@almas/contract/accounts';
import type { CreditAccount, ReceivableEntry } from '@almas/contract/credit';
import type { EmployeeScope } from '@almas/contract/route';
import { QueryClientProvider } from '@tanstack/react-query';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { fakeApi } from '../../../tests/api.ts';
import { render } from '../../../tests/render.tsx';
import { administrator, configuration, listOf } from '../../../tests/samples.ts';
import { queryClient } from '../../platform/network/index.ts';
import { SignedInUser } from '../../platform/session/index.ts';
import AccountCredit from './account-credit.tsx';

/* The credit part of an account, as an administrator sees it. */
const terms = { limit: 5_000, days: 7, suspended: false };
const account = (fields: Partial<CreditAccount> = {}): CreditAccount => ({
  terms,
  debt: 1_000,
  available: 4_000,
  dueOn: '2026-03-09',
  overdue: 0,
  ageing: { days7: 1_000, days15: 0, days30: 0, older: 0 },
  ...fields,
});
const payment: ReceivableEntry = {
  id: '8',
  userId: 'r1',
  kind: 'payment',
  amount: 500,
  dueOn: null,
  transactionId: null,
  receiptNumber: 1,
  collectedByName: 'Samir',
  isTakenBack: false,
  note: '',
  recordedByName: 'Samir',
  debtBefore: 1_500,
  debtAfter: 1_000,
  createdAt: '2026-03-02T10:00:00.000Z',
};

const withCredit = (me: User, id: string) => (
  <QueryClientProvider client={queryClient}>
    <SignedInUser value={me}>
      <AccountCredit user={{ ...administrator(), id, company: 'Cyber Sétif' }} />
    </SignedInUser>
  </QueryClientProvider>
);
function open(scopes?: readonly EmployeeScope[]) {
  queryClient.clear();
  onTestFinished(() => queryClient.clear());
  fakeApi({
    'configuration.get': { ...configuration, extensions: ['credit', 'admin-scopes'] },
    'credit.account': account(),
    'credit.entries': listOf(payment),
  });
  const me = administrator(scopes && { scopes: [...scopes] });
  render(withCredit(me, 'r1'));
}
const button = (name: string) => page.getByRole('button', { name, exact: true });
const actions = [
  'Régler le crédit',
  'Avance',
  'Encaissement',
  'Passer en perte',
  'Voir le reçu',
  'Annuler l’encaissement',
];

// Turned red by: buttons that are shown whatever the person may do.
test.each([
  [['collect'], ['Encaissement', 'Voir le reçu']],
  [['collect', 'accounts'], actions.filter((name) => name !== 'Passer en perte')],
  [undefined, actions],
] as const)(
  'an administrator with the scopes %j is offered in the credit part of an account what the server accepts: %j [TEA-14]',
  async (scopes, offered) => {
    open(scopes);
    await expect.element(button('Voir le reçu')).toBeVisible();
    await expect
      .poll(() => actions.filter((name) => button(name).elements().length > 0))
      .toEqual([...offered]);
  },
);
