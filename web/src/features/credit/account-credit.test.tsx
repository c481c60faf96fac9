import type { User } from '@almas/contract/accounts';
import type { CreditAccount, PaymentReceipt, ReceivableEntry } from '@almas/contract/credit';
import type { EmployeeScope } from '@almas/contract/route';
import { errors } from '@almas/locale/errors';
import { adminWallet } from '@almas/locale/screens/admin-wallet';
import { amounts } from '@almas/locale/screens/amounts';
import { credit } from '@almas/locale/screens/credit';
import { QueryClientProvider } from '@tanstack/react-query';
import { describe, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { type Answers, fakeApi, lost, refusal } from '../../../tests/api.ts';
import { expectToast, factOf, pressAfter, takesPresses } from '../../../tests/expectations.ts';
import { render } from '../../../tests/render.tsx';
import { administrator, configuration, listOf } from '../../../tests/samples.ts';
import { queryClient } from '../../platform/network/index.ts';
import { SignedInUser } from '../../platform/session/index.ts';
import { setDraftOwner } from '../../platform/session/unsaved.ts';
import { Toasts } from '../../ui/toasts.tsx';
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
  restDueOn: '2026-03-09',
  transactionId: null,
  receiptNumber: 1,
  collectedByName: 'Samir',
  method: 'cash',
  isTakenBack: false,
  note: '',
  recordedByName: 'Samir',
  debtBefore: 1_500,
  debtAfter: 1_000,
  createdAt: '2026-03-02T10:00:00.000Z',
};

const withCredit = (me: User, id: string, key = id) => (
  <QueryClientProvider key={key} client={queryClient}>
    <SignedInUser value={me}>
      <AccountCredit user={{ ...administrator(), id, company: 'Cyber Sétif' }} />
      <Toasts />
    </SignedInUser>
  </QueryClientProvider>
);
function open(scopes?: readonly EmployeeScope[], answers: Answers = {}) {
  queryClient.clear();
  onTestFinished(() => {
    queryClient.clear();
    localStorage.clear();
  });
  const api = fakeApi({
    'configuration.get': { ...configuration, extensions: ['credit', 'admin-scopes'] },
    'credit.account': account(),
    'credit.entries': listOf(payment),
    ...answers,
  });
  const me = administrator(scopes && { scopes: [...scopes] });
  const show = render(withCredit(me, 'r1'));
  return { ...api, showAccount: (id: string, key?: string) => show(withCredit(me, id, key)) };
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

// Turned red by: a receipt of the day on which an advance is due, which a payment has not.
test('the receipt of a payment that is opened again says when the rest is due, as the first one did [TEA-03]', async () => {
  open();
  await button('Voir le reçu').click();
  await expect.element(page.getByTestId('receipt')).toHaveTextContent('Échéance : 9 mars 2026');
});

// Turned red by: an amount that is said to be cash whatever was chosen; a receipt that says « en espèces » of a transfer.
test('a payment that came by CCP is recorded as such: the amount, the receipt and the history say how it was paid [CRE-53]', async () => {
  const byCcp = { ...payment, id: '9', receiptNumber: 2, method: 'ccp', collectedByName: 'Samir' } as const;
  const screen = open(undefined, { 'credit.pay': { ...byCcp, userName: 'Amine', company: '', dueOn: null } });
  await expect
    .element(page.getByTestId('debt-entry'))
    .toHaveTextContent('Encaissement · en espèces · reçu n° 1');
  await button('Encaissement').click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByRole('radio', { name: 'Espèces' })).toBeChecked();
  await expect.element(dialog.getByLabelText('Montant reçu en espèces (DA)')).toBeVisible();
  await dialog.getByText('CCP', { exact: true }).click();
  await dialog.getByLabelText('Montant reçu par CCP (DA)').fill('500');
  screen.answer({ 'credit.entries': listOf(byCcp, payment) });
  await dialog.getByRole('button', { name: 'Encaisser' }).click();
  const receipt = page.getByTestId('receipt');
  await expect.element(receipt).toHaveTextContent('Reçu par CCP : 500 DA');
  await expect.element(receipt).not.toHaveTextContent('espèces');
  expect(screen.sent('credit.pay').map(({ body }) => body)).toEqual([
    { amount: 500, method: 'ccp', note: '' },
  ]);
  await expect
    .element(page.getByTestId('debt-entry').first())
    .toHaveTextContent('Encaissement · par CCP · reçu n° 2');
});

// Turned red by: a key that is kept under the number of the receipt alone.
test('taking back a receipt whose answer was lost, then the one of the same number of another account, are two calls with two keys [CRE-14]', async () => {
  const screen = open(undefined, { 'credit.takePaymentBack': lost });
  const takeBack = async () => {
    await button('Annuler l’encaissement').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabelText('Raison').fill('Zéro de trop');
    await dialog.getByRole('button', { name: 'Annuler l’encaissement' }).click();
  };
  await takeBack();
  await expectToast(adminWallet.lost);
  screen.showAccount('r2');
  await takeBack();
  await expect.poll(() => screen.sent('credit.takePaymentBack')).toHaveLength(2);
  const [first, second] = screen.sent('credit.takePaymentBack');
  expect([first?.params.id, second?.params.id]).toEqual(['r1', 'r2']);
  expect(second?.key).not.toBe(first?.key);
});

// Turned red by: a key of a payment that was taken back which is kept after the server has refused it.
test('a payment whose answer was lost, that was taken back and is then made, is refused under the old key and has a key of its own after that [CRE-14]', async () => {
  const screen = open(undefined, { 'credit.pay': lost });
  const pay = async (times: number) => {
    const submit = page.getByRole('dialog').getByRole('button', { name: 'Encaisser' });
    // Each at another spot, so that none is the second press of a double press (P29).
    await submit.click({ position: { x: times * 30 - 26, y: 4 } });
    await expect.poll(() => screen.sent('credit.pay')).toHaveLength(times);
    await expect.element(submit).not.toHaveAttribute('aria-busy');
  };
  const openPayment = async () => {
    await button('Encaissement').click();
    await page.getByLabelText('Montant reçu en espèces (DA)').fill('500');
  };
  await openPayment();
  await pay(1);
  screen.showAccount('r1', 'opened again');
  screen.answer({ 'credit.pay': refusal(409, 'KEY_REUSED', errors.KEY_REUSED) });
  await openPayment();
  await pay(2);
  await pay(3);
  const keys = screen.sent('credit.pay').map(({ key }) => key);
  expect([keys[1] === keys[0], keys[2] === keys[0]]).toEqual([true, false]);
});

describe('an amount that is no longer owed or available once it is booked, and whose answer was lost', () => {
  const { advance, payment: pay } = credit;
  const noLimit = { debt: 5_000, available: 0 };
  const receipt = {
    id: '9',
    userId: 'r1',
    userName: 'Amine Benali',
    company: 'Cyber Sétif',
    amount: 3_000,
    receiptNumber: 2,
    collectedByName: 'Samir',
    note: '',
    debtBefore: 5_000,
    debtAfter: 2_000,
    dueOn: null,
    createdAt: '2026-03-02T11:00:00.000Z',
  } satisfies PaymentReceipt;
  const dialog = () => page.getByRole('dialog');
  /** Each at another spot, so that none is the second press of a double press (P29). */
  const press = (name: string, left = 4) =>
    dialog()
      .getByRole('button', { name, exact: true })
      .click({ position: { x: left, y: 4 } });

  // Turned red by: a bound that follows the debt, which the payment has made smaller.
  test('is sent again by the next press of the same payment, which shows its receipt [CRE-39]', async () => {
    const screen = open(undefined, { 'credit.account': account({ debt: 5_000 }), 'credit.pay': lost });
    await button('Encaissement').click();
    await dialog().getByLabelText(pay.amount('cash')).fill('3000');
    screen.answer({ 'credit.account': account({ debt: 2_000 }) });
    await press(pay.submit);
    await expectToast(pay.lost);
    await expect.element(dialog().getByText(pay.owes(5_000), { exact: true })).toBeVisible();
    screen.answer({ 'credit.pay': receipt });
    await press(pay.submit, 40);
    await expect.element(page.getByTestId('receipt')).toBeVisible();
    const keys = screen.sent('credit.pay').map(({ key }) => key);
    expect(keys).toEqual([keys[0], keys[0]]);
  });

  // Turned red by: a figure from before the payment beside a second one.
  test('is shown as it is now once the server has said that another amount was booked', async () => {
    const screen = open(undefined, { 'credit.account': account({ debt: 5_000 }), 'credit.pay': lost });
    await button('Encaissement').click();
    await dialog().getByLabelText(pay.amount('cash')).fill('3000');
    screen.answer({ 'credit.account': account({ debt: 2_000 }) });
    await press(pay.submit);
    await expectToast(pay.lost);
    screen.answer({ 'credit.pay': refusal(409, 'KEY_REUSED', errors.KEY_REUSED) });
    await dialog().getByLabelText(pay.amount('cash')).fill('2500');
    await press(pay.submit, 40);
    await expectToast(errors.KEY_REUSED);
    await expect.element(dialog().getByText(pay.owes(2_000), { exact: true })).toBeVisible();
    await press(pay.submit, 80);
    await expect.element(dialog().getByText(errors.PAYMENT_EXCEEDS_DEBT({ debt: 2_000 }))).toBeVisible();
    expect(screen.sent('credit.pay')).toHaveLength(2);
  });

  test('is sent again in a dialog that was closed and opened, which names no bound [CRE-39]', async () => {
    const screen = open(undefined, { 'credit.account': account({ debt: 5_000 }), 'credit.pay': lost });
    await button('Encaissement').click();
    await dialog().getByLabelText(pay.amount('cash')).fill('3000');
    await press(pay.submit);
    await expectToast(pay.lost);
    screen.answer({ 'credit.account': account({ debt: 2_000 }), 'credit.pay': receipt });
    queryClient.clear();
    screen.showAccount('r1', 'opened again');
    await button('Encaissement').click();
    await expect.element(dialog().getByText(amounts.atMost(2_000))).not.toBeInTheDocument();
    await dialog().getByLabelText(pay.amount('cash')).fill('3000');
    await press(pay.submit, 40);
    await expect.element(page.getByTestId('receipt')).toBeVisible();
    const keys = screen.sent('credit.pay').map(({ key }) => key);
    expect(keys).toEqual([keys[0], keys[0]]);
  });

  test('is sent again by the next press of the same advance [CRE-39]', async () => {
    const screen = open(undefined, { 'credit.advance': lost });
    await button('Avance').click();
    await dialog().getByLabelText(advance.amount).fill('4000');
    screen.answer({ 'credit.account': account(noLimit) });
    await press(advance.give);
    await expectToast(adminWallet.lost);
    await expect.element(button('Avance')).not.toBeInTheDocument();
    screen.answer({
      'credit.advance': {
        transactionId: '7',
        amount: 4_000,
        newBalance: 4_000,
        debt: 5_000,
        dueOn: '2026-03-09',
      },
    });
    await press(advance.give, 40);
    await expect.element(dialog()).not.toBeInTheDocument();
    const keys = screen.sent('credit.advance').map(({ key }) => key);
    expect(keys).toEqual([keys[0], keys[0]]);
  });

  test('is sent again by the next press of the same write-off, also in a dialog that was opened again [CRE-39]', async () => {
    const { writeOff } = credit;
    const screen = open(undefined, { 'credit.writeOff': lost });
    const fill = async () => {
      await button('Passer en perte').click();
      await dialog().getByLabelText(writeOff.amount).fill('900');
      await dialog().getByLabelText(writeOff.reason).fill('Fermé');
    };
    await fill();
    await press(writeOff.submit);
    await expectToast(adminWallet.lost);
    screen.answer({ 'credit.account': account({ debt: 100 }) });
    queryClient.clear();
    screen.showAccount('r1', 'opened again');
    await fill();
    await press(writeOff.submit, 40);
    await expect.poll(() => screen.sent('credit.writeOff')).toHaveLength(2);
    const keys = screen.sent('credit.writeOff').map(({ key }) => key);
    expect(keys[1]).toBe(keys[0]);
  });
});

describe('terms that a colleague has changed since the form was opened', () => {
  const stored = { limit: 5_000, days: 10, suspended: true };
  const stale = {
    'credit.setTerms': refusal(409, 'CREDIT_TERMS_CHANGED', 'Ces conditions ont été modifiées entre-temps'),
  };
  const save = () => page.getByRole('dialog').getByRole('button', { name: 'Enregistrer' }).click();
  const limit = () => page.getByLabelText('Plafond (DA)');
  const suspension = () => page.getByRole('switch', { name: 'Suspendre le crédit' });

  // Turned red by: a form that sends what it was opened on where nothing was typed; one that does not say what it was opened on.
  test('are refused and shown; what was typed stays, the rest takes over what is stored, and the next press saves it [CRE-06]', async () => {
    const screen = open(undefined, stale);
    await button('Régler le crédit').click();
    await limit().fill('9000');
    screen.answer({ 'credit.account': account({ terms: stored, available: 0 }) });
    await save();
    const notice = page.getByRole('status').filter({ hasText: 'entre-temps' });
    await expect.element(factOf(notice, 'Délai')).toHaveTextContent('10 jours');
    await expect.element(factOf(notice, 'Crédit')).toHaveTextContent('Suspendu');
    await expect.element(factOf(notice, 'Plafond')).not.toBeInTheDocument();
    await expect.element(limit()).toHaveValue('9000');
    await expect.element(page.getByLabelText('Délai (jours)')).toHaveValue('10');
    await expect.element(suspension()).toBeChecked();
    expect(screen.sent('credit.setTerms').map(({ body }) => body)).toEqual([
      { limit: 9_000, days: 7, suspended: false, expected: terms },
    ]);
    screen.answer({ 'credit.setTerms': account({ terms: { ...stored, limit: 9_000 } }) });
    await save();
    await expect.element(limit()).not.toBeInTheDocument();
    expect(screen.sent('credit.setTerms').at(-1)?.body).toEqual({
      limit: 9_000,
      days: 10,
      suspended: true,
      expected: stored,
    });
  });

  // Turned red by: a form that takes a press as soon as it has taken over what is stored.
  test('are not saved over by the second press of a double press, before they are read (P29) [CRE-06]', async () => {
    const screen = open(undefined, stale);
    await button('Régler le crédit').click();
    await limit().fill('9000');
    screen.answer({ 'credit.account': account({ terms: { ...stored, limit: 3_000 } }) });
    const notice = page.getByRole('status').filter({ hasText: 'entre-temps' });
    const submit = page.getByRole('dialog').getByRole('button', { name: 'Enregistrer' });
    const secondPress = pressAfter(
      document.body,
      () => notice.query() !== null,
      () => (submit.element() as HTMLElement).click(),
    );
    await save();
    await secondPress;
    await expect.element(factOf(notice, 'Plafond')).toHaveTextContent('3 000 DA');
    await takesPresses(submit);
    await expect.element(submit).not.toHaveAttribute('aria-busy');
    expect(screen.sent('credit.setTerms')).toHaveLength(1);
  });

  // Turned red by: a draft without what its form was opened on.
  test('are noticed also by a form that is there again after the end of the session [CRE-06]', async () => {
    setDraftOwner('a1');
    const screen = open(undefined, stale);
    await button('Régler le crédit').click();
    await limit().fill('9000');
    await expect.element(limit()).toHaveValue('9000');
    setDraftOwner('');
    setDraftOwner('a1');
    screen.answer({ 'credit.account': account({ terms: stored }) });
    queryClient.clear();
    screen.showAccount('r1', 'after the sign-in');
    onTestFinished(() => setDraftOwner(''));
    await button('Régler le crédit').click();
    await save();
    await expect.poll(() => screen.sent('credit.setTerms')).toHaveLength(1);
    expect(screen.sent('credit.setTerms')[0]?.body.expected).toEqual(terms);
  });
});
