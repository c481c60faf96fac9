import type { PaymentAccount } from '@almas/contract/forms';
import { business } from '@almas/locale/screens/business';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type Answers, lost, refusal } from '../../../tests/api.ts';
import { deskOf } from '../../../tests/desk.ts';
import { expectToast } from '../../../tests/expectations.ts';
import { administrator } from '../../../tests/samples.ts';
import { openScreen } from '../../../tests/screen.tsx';

const accountOf = (number: string): PaymentAccount => ({
  method: 'ccp',
  holder: 'Amine Haddad',
  number,
  bank: '',
  qrCode: '',
});
const [first, second] = [accountOf('0011'), accountOf('0022')];
const words = business.accounts;
const dialog = () => page.getByRole('dialog', { name: business.title });

/** Opens the accounts of the dashboard. */
async function open(answers: Answers) {
  const screen = await openScreen('/admin', administrator(), { ...deskOf({}).answers, ...answers });
  await page.getByRole('button', { name: business.title }).click();
  await expect.element(dialog().getByText(first.number)).toBeVisible();
  return screen;
}

// Turned red by: a bin that removes at once.
test('an account to pay to is removed after a question that shows it, and says in which list it was seen', async () => {
  const screen = await open({
    'business.paymentAccounts': { items: [first, second] },
    'business.changePaymentAccounts': { items: [second] },
  });
  await dialog()
    .getByRole('button', { name: words.remove(first.number) })
    .click();
  const question = page.getByRole('dialog', { name: words.removeTitle });
  await expect.element(question.getByText(first.number)).toBeVisible();
  expect(screen.sent('business.changePaymentAccounts')).toEqual([]);
  await question.getByRole('button', { name: words.removeConfirm }).click();
  await expectToast(business.saved);
  expect(screen.sent('business.changePaymentAccounts').map(({ body }) => body)).toEqual([
    { items: [second], expected: [first, second] },
  ]);
});

// Turned red by: an account that is saved at its place in the list instead of by its number.
test('an account whose list a colleague has changed replaces itself alone', async () => {
  let known = [first, second];
  const screen = await open({
    'business.paymentAccounts': () => ({ items: known }),
    'business.changePaymentAccounts': ({ body: { items, expected } }) =>
      expected.length === known.length
        ? { items }
        : refusal(409, 'PAYMENT_ACCOUNTS_CHANGED', 'Les comptes ont été modifiés entre-temps : vérifiez-les'),
  });
  await dialog()
    .getByRole('button', { name: words.edit(second.number) })
    .click();
  await dialog().getByLabelText(words.holder).fill('Nadia Haddad');
  known = [second];
  await dialog().getByRole('button', { name: business.save }).click();
  await expectToast(/modifiés entre-temps/);
  await expect.element(dialog().getByLabelText(words.holder)).toHaveValue('Nadia Haddad');
  await dialog().getByRole('button', { name: business.save }).click();
  await expectToast(business.saved);
  expect(screen.sent('business.changePaymentAccounts').at(-1)?.body).toEqual({
    items: [{ ...second, holder: 'Nadia Haddad' }],
    expected: [second],
  });
});

// Turned red by: an account that is appended when the list has it no more, which publishes it again.
test('an account that a colleague has removed while it was edited is not published again by a second press', async () => {
  let known = [first, second];
  const screen = await open({
    'business.paymentAccounts': () => ({ items: known }),
    'business.changePaymentAccounts': ({ body: { items, expected } }) =>
      expected.length === known.length
        ? { items }
        : refusal(409, 'PAYMENT_ACCOUNTS_CHANGED', 'Les comptes ont été modifiés entre-temps : vérifiez-les'),
  });
  await dialog()
    .getByRole('button', { name: words.edit(second.number) })
    .click();
  await dialog().getByLabelText(words.holder).fill('Nadia Haddad');
  known = [first];
  await dialog().getByRole('button', { name: business.save }).click();
  await expectToast(/modifiés entre-temps/);
  await dialog().getByRole('button', { name: business.save }).click();
  await expectToast(words.gone);
  await expect.element(dialog().getByRole('list', { name: words.list })).not.toHaveTextContent(second.number);
  expect(screen.sent('business.changePaymentAccounts')).toHaveLength(1);
});

// Turned red by: a new account that is appended to a list that has it since the press whose answer was lost.
test('an account whose answer was lost is saved once, however often it is pressed', async () => {
  let known = [first];
  const screen = await open({
    'business.paymentAccounts': () => ({ items: known }),
    'business.changePaymentAccounts': ({ body: { items } }) => {
      known = items;
      return lost;
    },
  });
  await dialog().getByRole('button', { name: words.add }).click();
  await dialog().getByLabelText(words.number).fill(second.number);
  await dialog().getByLabelText(words.holder).fill(second.holder);
  await dialog().getByRole('button', { name: business.save }).click();
  await expect.poll(() => known).toHaveLength(2);
  await expect
    .element(dialog().getByRole('button', { name: business.save }))
    .not.toHaveAttribute('aria-busy');
  screen.answer({ 'business.changePaymentAccounts': ({ body: { items } }) => ({ items }) });
  await dialog().getByRole('button', { name: business.save }).click();
  await expectToast(business.saved);
  expect(screen.sent('business.changePaymentAccounts').at(-1)?.body).toEqual({
    items: [first, second],
    expected: [first, second],
  });
});
