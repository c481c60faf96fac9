import { errors } from '@almas/locale/errors';
import { adminWallet } from '@almas/locale/screens/admin-wallet';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import {
  createNamedReseller,
  dropResponses,
  expectToast,
  pressRowAction,
  requestRecharge,
} from './support/accounts.ts';
import { pressAnew } from './support/boxes.ts';
import { administratorAtDesk, type Caller, enterAs } from './support/callers.ts';
import { holdRequests } from './support/hold-requests.ts';
import { spaced } from './support/words.ts';

let admin: Caller;
test.beforeEach(async ({ almas, page }) => {
  admin = await administratorAtDesk(page, almas);
});

/** The form that corrects the latest transaction of an account. */
async function openCorrection(page: Page, email: string) {
  await page.goto(`/admin/transactions?search=${encodeURIComponent(email)}`);
  await page.getByRole('row').nth(1).click();
  const dialog = page.getByRole('dialog', { name: 'Détail de la transaction' });
  await dialog.getByRole('button', { name: 'Corriger' }).click();
  return {
    dialog,
    amount: dialog.getByLabel('Montant à reprendre (DA)'),
    submit: dialog.getByRole('button', { name: 'Débiter' }),
  };
}

test('a wrong recharge is corrected from its details, at most by what is left, and both lists show the correction', async ({
  page,
  almas,
}) => {
  const reseller = await createNamedReseller(almas, admin, { balance: 15_000 });
  const { amount, dialog, submit } = await openCorrection(page, reseller.email);
  await amount.fill('15 000,01');
  await submit.click();
  await expect(amount).toHaveAccessibleDescription(/La correction dépasse ce qui reste de la transaction/);
  await expect(dialog.getByLabel('Raison')).toHaveAccessibleDescription(/Veuillez saisir une raison/);
  await amount.fill('13 500');
  await dialog.getByLabel('Raison').fill('Un zéro de trop');
  await expect(dialog.getByTestId('balance-after')).toHaveText(spaced('1 500 DA'));
  await submit.click();
  await expectToast(page, 'Correction enregistrée');
  await expect(dialog).toHaveCount(0);
  expect(await admin.call('GET', `/users/${reseller.id}`)).toMatchObject({ balance: 1_500 });

  const row = page.getByRole('row').nth(1);
  await expect(row).toContainText(spaced('Corrigée : −13 500 DA'));
  await row.click();
  await expect(dialog).toContainText('Un zéro de trop');
  await expect(dialog).toContainText(spaced('15 000 DA → 1 500 DA'));
  await dialog.getByRole('button', { name: 'Corriger' }).click();
  await expect(dialog).toContainText(spaced('1 500 DA au plus'));
  await page.keyboard.press('Escape');

  await enterAs(page, almas, reseller);
  await page.goto('/operations');
  const lines = page.getByRole('main').getByRole('listitem');
  await expect(
    lines.filter({ hasText: /Correction de la transaction #\d+ : Un zéro de trop/ }),
  ).toContainText(spaced('-13 500 DA'));
  await expect(lines.filter({ hasText: spaced('+15 000 DA') })).toBeVisible();
});

test('a recharge is corrected from its account’s transactions, and a large one after one more confirmation', async ({
  page,
  almas,
}) => {
  const reseller = await createNamedReseller(almas, admin, { balance: 80_000 });
  await page.goto(`/admin/users?search=${encodeURIComponent(reseller.email)}`);
  await pressRowAction(page.getByRole('row').nth(1), 'Transactions');
  const dialog = page.getByRole('dialog', { name: `Transactions de ${reseller.name}` });
  await dialog.getByRole('row').nth(1).click();
  await dialog.getByRole('button', { name: 'Corriger' }).click();
  await dialog.getByLabel('Montant à reprendre (DA)').fill('80000');
  await dialog.getByLabel('Raison').fill('Mauvais compte');
  await dialog.getByRole('button', { name: 'Débiter' }).click();
  const question = dialog.getByRole('group', { name: 'Vérifiez le montant' });
  await expect(question).toContainText(spaced('80 000 DA'));
  expect(await admin.call('GET', `/users/${reseller.id}`)).toMatchObject({ balance: 80_000 });
  const deliverList = await holdRequests(page, '**/api/users/*/transactions*');
  await question.getByRole('button', { name: 'Débiter' }).click();
  await expectToast(page, 'Correction enregistrée');
  expect(await admin.call('GET', `/users/${reseller.id}`)).toMatchObject({ balance: 0 });
  // Opened from the former list: the details follow the list when it arrives.
  await dialog.getByRole('row').nth(1).click();
  await expect(dialog.getByRole('button', { name: 'Corriger' })).toBeVisible();
  deliverList();
  await expect(dialog.getByRole('button', { name: 'Entièrement corrigée' })).toBeDisabled();
});

test('a request of a deactivated account says so, and the account is reactivated from its details', async ({
  page,
  almas,
}) => {
  const reseller = await createNamedReseller(almas, admin);
  await requestRecharge(reseller, 400);
  await admin.call('POST', `/users/${reseller.id}/deactivate`, {});
  const sentence = 'Compte non actif : à réactiver dans ses détails avant d’approuver.';
  await page.goto('/admin/recharges');
  await expect(page.getByRole('listitem').filter({ hasText: reseller.name })).toContainText(sentence);
  await page.goto(`/admin/recharge?search=${encodeURIComponent(reseller.name)}`);
  await page.getByRole('row').getByRole('button', { name: 'Approuver' }).click();
  await expect(page.getByRole('dialog')).toContainText(sentence);

  await page.goto(`/admin/users?search=${encodeURIComponent(reseller.email)}`);
  await page.getByRole('button', { name: 'Détails', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: `Compte de ${reseller.name}` });
  await dialog.getByRole('button', { name: 'Réactiver' }).click();
  await expectToast(page, 'Utilisateur activé');
  await expect(dialog.getByRole('button', { name: 'Réactiver' })).toHaveCount(0);
  expect(await admin.call('GET', `/users/${reseller.id}`)).toMatchObject({ status: 'active' });
  await page.goto('/admin/recharges');
  const request = page.getByRole('listitem').filter({ hasText: reseller.name });
  await expect(request).toContainText(spaced('Solde : 0 DA → 400 DA'));
  await request.getByRole('button', { name: 'Approuver' }).click();
  await expectToast(page, 'Demande approuvée');
});

test.describe('after a lost response', () => {
  test.use({ allowed: [/net::ERR_FAILED/] });

  test('a correction whose response was lost is made once, and another amount sent after it is a correction of its own', async ({
    page,
    almas,
  }) => {
    const reseller = await createNamedReseller(almas, admin, { balance: 10_000 });
    const { amount, dialog, submit } = await openCorrection(page, reseller.email);
    const balance = async () => (await admin.call('GET', `/users/${reseller.id}`)).balance;
    const stopDropping = await dropResponses(page, '**/api/users/*/debit');
    await amount.fill('1000');
    await dialog.getByLabel('Raison').fill('Un zéro de trop');
    await submit.click();
    await expectToast(page, adminWallet.lost);
    await stopDropping();
    await amount.fill('1500');
    await submit.click();
    await expectToast(page, errors.KEY_REUSED);
    expect(await balance()).toBe(9_000);
    await pressAnew(submit);
    await expectToast(page, 'Correction enregistrée');
    expect(await balance()).toBe(7_500);
  });
});
