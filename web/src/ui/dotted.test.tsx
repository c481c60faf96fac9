import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { deskOf } from '../../tests/desk.ts';
import {
  administrator,
  freeFireOffers,
  freeFireRequest,
  freeFireService,
  listOf,
  rechargeRequest,
  reseller,
} from '../../tests/samples.ts';
import { openScreen } from '../../tests/screen.tsx';

const main = page.getByRole('main');
/** Expects no line that begins or ends with the dot between two parts, or has two dots side by side. */
const expectWhole = () =>
  expect(
    document.body.innerText
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => /^·|·$|·\s*·/.test(line)),
  ).toEqual([]);

// Turned red by: parts that are joined although one of them is empty.
test('no line of the screens begins or ends with « · » when an account has no company and a request no name', async () => {
  const buyer = reseller({ company: '' });
  const waiting = reseller({ id: '12', email: 'lina@exemple.dz', company: '', status: 'pending' });
  const desk = deskOf({
    accounts: [buyer, waiting],
    requests: [rechargeRequest({ userCompany: '', amount: 400 })],
  });
  const nameless = { resellerName: '', userEmail: '' };
  const decided = freeFireRequest({ ...nameless, status: 'validated' });
  const freeFire = {
    'freeFire.stats': { total: 2, totalAmount: 300, today: 2, pending: 1 },
    'freeFire.service': freeFireService(),
    'freeFire.offers': listOf(...freeFireOffers),
    'freeFire.requests': listOf(freeFireRequest(nameless), decided),
  };
  await openScreen('/admin', administrator(), desk.answers);
  await expect.element(main.getByText(waiting.email)).toBeVisible();
  await main.getByRole('combobox', { name: 'Rechercher' }).fill(buyer.email);
  await expect.element(page.getByRole('option').filter({ hasText: buyer.email })).toBeVisible();
  expectWhole();
  await page.getByRole('option').filter({ hasText: buyer.email }).click();
  await expect.element(main.getByRole('button', { name: 'Changer' })).toBeVisible();
  expectWhole();
  await openScreen('/admin/recharges', administrator(), desk.answers);
  await expect.element(main.getByText('Amine Benali').first()).toBeVisible();
  expectWhole();
  await openScreen('/admin/freefire', administrator(), { ...desk.answers, ...freeFire });
  await expect.element(main.getByText('12345678').first()).toBeVisible();
  expectWhole();
  await openScreen('/freefire', buyer, {
    ...freeFire,
    'freeFire.customers': listOf({
      id: '1',
      playerId: '12345678',
      label: '',
      lastOfferId: 'ff_100_10',
      lastOfferName: '',
      lastSentAt: '2026-03-02T10:00:00.000Z',
    }),
  });
  await page.getByRole('button', { name: 'Mes clients' }).click();
  await expect.element(page.getByRole('dialog').getByText('123 456 78').first()).toBeVisible();
  expectWhole();
  await openScreen('/profile', buyer);
  await expect.element(main.getByText(buyer.email)).toBeVisible();
  expectWhole();
});
