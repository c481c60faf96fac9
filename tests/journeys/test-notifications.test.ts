import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { administrator, type Caller, enterAs, reseller } from './support/callers.ts';
import { expectAccessible, expectNoSideScroll } from './support/screen-checks.ts';

let me: Caller;
test.beforeEach(async ({ almas, page }) => {
  me = await reseller(almas, await administrator(almas), { balance: 100 });
  await enterAs(page, almas, me);
  await page.goto('/test-notifications');
});

const buttons = (page: Page) => page.getByRole('main').getByRole('button');
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });
const unread = (page: Page) => page.getByTestId('unread-badge');

test('the page of test notifications has three buttons [NTF-13]', async ({ page }) => {
  await expect(buttons(page)).toHaveText([
    'Créditer 5000 DZD',
    'Annoncer la version 2.1.0',
    'Rejeter 3000 DZD',
  ]);
});

test('the test page simulates a credit of 5000 DZD: the bell shows it, and the balance stays [NTF-14]', async ({
  page,
}) => {
  await expect(unread(page)).toHaveText('1');
  await buttons(page).nth(0).click();
  await expect(toast(page, 'Solde crédité – Votre solde a été crédité de 5000 DZD')).toBeVisible();
  await expect(unread(page)).toHaveText('2');
  // Turned red by: a toast that is closed and leaves the focus nowhere.
  await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Fermer' }).press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await expect(page.getByRole('dialog').getByText('Votre solde a été crédité de 5000 DZD')).toBeVisible();
  await expect(page.getByTestId('sidebar-balance').first()).toHaveText('100.0 DA');
  expect((await me.call('GET', '/me')).balance).toBe(100);
});

test('the test page simulates an update to version 2.1.0, which the bell of a reseller does not show [NTF-15]', async ({
  page,
}) => {
  await expect(unread(page)).toHaveText('1');
  await buttons(page).nth(1).click();
  await expect(toast(page, 'Mise à jour du système – La version 2.1.0 est disponible')).toBeVisible();
  const results = page.getByRole('list', { name: 'Notifications simulées' });
  await expect(results).toContainText('La version 2.1.0 est disponible');
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await expect(page.getByRole('dialog').getByText('Solde crédité')).toHaveCount(1);
  await expect(page.getByRole('dialog').getByText('2.1.0')).toHaveCount(0);
  await expect(unread(page)).toHaveText('1');
});

test('the test page simulates the rejection of a recharge of 3000 DZD with its reason [NTF-16]', async ({
  page,
}) => {
  await buttons(page).nth(2).click();
  const message = 'Votre demande de recharge de 3000 DZD a été rejetée : Preuve de paiement illisible';
  await expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Notifications simulées' })).toContainText(message);
  expect((await me.call('GET', '/me')).balance).toBe(100);
});

test('the page of test notifications is accessible and fits a phone', async ({ page }) => {
  await buttons(page).nth(2).click();
  await expect(page.getByRole('list', { name: 'Notifications simulées' })).toBeVisible();
  await expectAccessible(page);
  await expectNoSideScroll(page);
});
