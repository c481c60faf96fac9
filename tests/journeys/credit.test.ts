import { expect, test } from '../support/browser.ts';
import { administrator, type Caller, enterAs, reseller } from './support/callers.ts';
import { expectAccessible, expectNoSideScroll } from './support/screen-checks.ts';

/*
 * A shop takes an advance, and an agent collects it on a phone. Turned red by: a payment that is sent without a network; a receipt without
 * its number; an advance above what is available.
 */
test.use({ environment: { EXTENSIONS: 'credit' } });

let admin: Caller;
test.beforeEach(async ({ almas }) => {
  admin ??= await administrator(almas);
});

test('a reseller takes an advance within the limit and sees the debt with its due day [CRE-01]', async ({
  page,
  almas,
}) => {
  const shop = await reseller(almas, admin);
  await admin.call('PUT', `/users/${shop.id}/credit-terms`, { limit: 5_000, days: 7, suspended: false });
  await enterAs(page, almas, shop);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/dashboard');
  await expect(page.getByText('Vous ne devez rien')).toBeVisible();
  await page.getByRole('button', { name: 'Avance', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Avance' });
  await dialog.getByLabel('Montant de l’avance (DA)').fill('5001');
  await dialog.getByRole('button', { name: 'Prendre l’avance' }).click();
  await expect(dialog.getByText(/Plafond de crédit atteint/).first()).toBeVisible();
  await dialog.getByLabel('Montant de l’avance (DA)').fill('3000');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Prendre l’avance' }).click();
  await expect(page.getByText(/À payer avant le/)).toBeVisible();
  await expectAccessible(page);
  await expectNoSideScroll(page);
});

test('an agent sees the round by city, takes a payment in three taps with a receipt, and none without a network [CRE-11] [CRE-30]', async ({
  page,
  almas,
  context,
}) => {
  const shop = await reseller(almas, admin);
  await admin.call('PUT', `/users/${shop.id}/credit-terms`, { limit: 9_000, days: 7, suspended: false });
  await shop.call('POST', '/advances', { amount: 9_000 });
  await enterAs(page, almas, admin);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/admin?credit=round');
  const dialog = page.getByRole('dialog', { name: 'Crédit et tournées' });
  await dialog.getByText('Tous', { exact: true }).click();
  const visit = dialog.getByTestId('visit').filter({ hasText: /9\s?000/ });
  await expect(visit).toHaveCount(1);
  await expect(visit.getByRole('link', { name: 'Appeler' })).toHaveAttribute('href', /^tel:/);
  await expectAccessible(page);
  await expectNoSideScroll(page);
  await visit.getByRole('button', { name: 'Encaisser' }).click();
  const payment = page.getByRole('dialog', { name: /^Encaissement/ });
  await context.setOffline(true);
  await expect(payment.getByText('Pas de réseau : rien n’est encaissé')).toBeVisible();
  await expect(payment.getByRole('button', { name: 'Encaisser' })).toBeDisabled();
  await context.setOffline(false);
  await payment.getByRole('button', { name: /^Toute la dette/ }).click();
  await expectAccessible(page);
  await payment.getByRole('button', { name: 'Encaisser' }).click();
  const receipt = page.getByRole('dialog', { name: 'Reçu n° 1' });
  await expect(receipt.getByTestId('receipt')).toContainText('REÇU D’ENCAISSEMENT');
  await expect(receipt.getByTestId('receipt')).toContainText('Reçu n° 1');
  await expectAccessible(page);
});
