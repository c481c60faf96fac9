import type { Transaction } from '@almas/contract/wallet';
import { errors } from '@almas/locale/errors';
import { adminWallet } from '@almas/locale/screens/admin-wallet';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { deferred } from '../../../../tests/support/deferred.ts';
import { type Answers, lost, refusal } from '../../../tests/api.ts';
import { deskOf } from '../../../tests/desk.ts';
import { exactly, expectToast } from '../../../tests/expectations.ts';
import {
  administrator,
  configuration,
  countedListOf,
  reseller,
  transaction,
} from '../../../tests/samples.ts';
import { openScreen } from '../../../tests/screen.tsx';

/** What the API answers about an account with one recharge, which corrections take back. */
function recharged(amount: number): Answers {
  const user = reseller({ balance: amount });
  const desk = deskOf({ accounts: [user] });
  let entry: Transaction = transaction({ id: '9', amount, balanceAfter: amount });
  return {
    ...desk.answers,
    'configuration.get': { ...configuration, confirmAmountAbove: 50_000 },
    'wallet.transactions': () => countedListOf(entry),
    'wallet.transaction': () => entry,
    'wallet.userTransactions': () => countedListOf(entry),
    'wallet.debit': ({ body }) => {
      const before = desk.users.get(user.id).balance;
      const { balance } = desk.users.change(user.id, { balance: before - body.amount });
      const correction = {
        amount: body.amount,
        balanceBefore: before,
        balanceAfter: balance,
        createdAt: new Date().toISOString(),
        description: body.description,
      };
      entry = { ...entry, corrections: [...(entry.corrections ?? []), correction] };
      return { success: true, newBalance: balance, debitedAmount: body.amount };
    },
  };
}

const dialog = () => page.getByRole('dialog', { name: 'Détail de la transaction' });
const row = () => page.getByRole('row').nth(1);
const correct = () => page.getByRole('dialog').getByRole('button', { name: 'Corriger' });
const amount = () => page.getByLabelText('Montant à reprendre (DA)');
const reason = () => page.getByLabelText('Raison', { exact: true });
const submit = () => page.getByRole('dialog').getByRole('button', { name: 'Débiter' });

async function openCorrection(answers: Answers) {
  const screen = await openScreen('/admin/transactions', administrator(), answers);
  await row().getByText('Recharge du solde').click();
  await correct().click();
  return screen;
}

test('a wrong recharge is corrected from its details with a reason, at most by what is left, and the list shows the correction', async () => {
  const screen = await openCorrection(recharged(15_000));
  await amount().fill('15 000,01');
  await submit().click();
  await expect
    .element(amount())
    .toHaveAccessibleDescription(/La correction dépasse ce qui reste de la transaction/);
  await expect.element(reason()).toHaveAccessibleDescription(/Veuillez saisir une raison/);
  await amount().fill('13 500');
  await reason().fill('Un zéro de trop');
  await expect.element(page.getByTestId('balance-after')).toHaveTextContent(exactly('1 500 DA'));
  expect(screen.sent('wallet.debit')).toEqual([]);
  await submit().click();
  await expectToast('Correction enregistrée');
  await expect.element(dialog()).toHaveLength(0);
  expect(screen.sent('wallet.debit')).toMatchObject([
    {
      params: { id: 'r1' },
      body: {
        transactionId: '9',
        amount: 13_500,
        description: 'Correction de la transaction #9 : Un zéro de trop',
      },
    },
  ]);
  await expect.element(row()).toHaveTextContent('Corrigée : −13 500 DA');
  await row().getByText('Recharge du solde').click();
  await expect.element(dialog()).toHaveTextContent('15 000 DA → 1 500 DA');
  await expect.element(dialog()).toHaveTextContent('Un zéro de trop');
  await correct().click();
  await expect.element(dialog()).toHaveTextContent('1 500 DA au plus');
});

test('a large correction from an account’s transactions is made after one more confirmation, and the open details follow the list', async () => {
  const answers = recharged(80_000);
  const screen = await openScreen('/admin/users', administrator(), answers);
  await page
    .getByRole('button', { name: /^Autres actions/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Transactions', exact: true }).click();
  const list = page.getByRole('dialog', { name: 'Transactions de Amine Benali' });
  const entry = list.getByRole('row').nth(1).getByText('Recharge du solde');
  await entry.click();
  await correct().click();
  await amount().fill('80000');
  await reason().fill('Mauvais compte');
  await submit().click();
  const question = list.getByRole('group', { name: 'Vérifiez le montant' });
  await expect.element(question).toHaveTextContent('80 000 DA');
  expect(screen.sent('wallet.debit')).toEqual([]);
  const held = deferred();
  const read = answers['wallet.userTransactions'];
  screen.answer({
    'wallet.userTransactions': async (sent) => {
      await held.promise;
      return typeof read === 'function' ? read(sent) : lost;
    },
  });
  await question.getByRole('button', { name: 'Débiter' }).click();
  await expectToast('Correction enregistrée');
  expect(screen.sent('wallet.debit')).toMatchObject([{ body: { amount: 80_000 } }]);
  // Opened from the former list: the details follow the list when it arrives.
  await entry.click();
  await expect.element(correct()).toBeVisible();
  held.resolve();
  await expect.element(list.getByRole('button', { name: 'Entièrement corrigée' })).toBeDisabled();
});

// Turned red by: the correction of a colleague, repeated because the remainder that was shown is not sent.
test('a correction after a colleague’s is refused once, with what is left now, and then sent with it', async () => {
  const corrected = errors.TRANSACTION_CORRECTED({ available: 7_500 });
  const screen = await openCorrection({
    ...recharged(10_000),
    'wallet.debit': refusal(409, 'TRANSACTION_CORRECTED', corrected, { available: 7_500 }),
  });
  await amount().fill('2500');
  await reason().fill('Un zéro de trop');
  await submit().click();
  await expectToast(corrected);
  await expect.element(dialog()).toHaveTextContent(/7.500.DA/);
  await submit().click({ position: { x: 4, y: 4 } });
  await expect.poll(() => screen.sent('wallet.debit').map(({ body }) => body.left)).toEqual([10_000, 7_500]);
});

// Turned red by: a preview from the balance that the lost correction has changed already; a bound by what it has left.
test('a correction whose response was lost is not previewed a second time, and passes the form that was opened again', async () => {
  const answers = recharged(10_000);
  const { 'wallet.debit': debit } = answers;
  const screen = await openCorrection({
    ...answers,
    'wallet.debit': (sent) => {
      if (typeof debit === 'function') void debit(sent);
      return lost;
    },
  });
  const fill = async () => {
    await amount().fill('8000');
    await reason().fill('Un zéro de trop');
  };
  await fill();
  await expect.element(page.getByTestId('balance-after')).toHaveTextContent(exactly('2 000 DA'));
  await submit().click();
  await expectToast(adminWallet.lost);
  await expect.element(page.getByTestId('balance-after')).not.toBeInTheDocument();
  await page.getByRole('dialog').getByRole('button', { name: 'Annuler' }).click();
  await correct().click();
  await fill();
  screen.answer({ 'wallet.debit': { success: true, newBalance: 2_000, debitedAmount: 8_000 } });
  await submit().click({ position: { x: 4, y: 4 } });
  await expectToast(/^Correction enregistrée – une seule fois/);
  const [first, second] = screen.sent('wallet.debit').map(({ key }) => key);
  expect(second).toBe(first);
});

test('a correction whose response was lost is the same call, and another amount sent after it is a correction of its own', async () => {
  const screen = await openCorrection({ ...recharged(10_000), 'wallet.debit': lost });
  await amount().fill('1000');
  await reason().fill('Un zéro de trop');
  await submit().click();
  await expectToast(adminWallet.lost);
  screen.answer({ 'wallet.debit': refusal(409, 'KEY_REUSED', errors.KEY_REUSED) });
  await amount().fill('1500');
  await submit().click();
  await expectToast(errors.KEY_REUSED);
  screen.answer({ 'wallet.debit': { success: true, newBalance: 7_500, debitedAmount: 1_500 } });
  // At another spot, so that it is not the second press of a double press (P29).
  await submit().click({ position: { x: 4, y: 4 } });
  await expectToast('Correction enregistrée');
  const keys = screen.sent('wallet.debit').map(({ key }) => key);
  expect(keys).toHaveLength(3);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});
