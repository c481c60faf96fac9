import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { createNamedReseller, decideAllPending, requestRecharge } from './support/accounts.ts';
import { administrator, type Caller, enterAs } from './support/callers.ts';
import { createProductWithCodes, newCode } from './support/products.ts';
import { expectNoSideScroll } from './support/screen-checks.ts';
import { openAllDay, refusePendingTopUps, requestTopUp } from './support/top-up.ts';
import { spaced } from './support/words.ts';

/* Pending requests are listed from the oldest on; products that run out are found by sorting by stock. */
let admin: Caller;
test.beforeEach(async ({ almas, page }) => {
  admin = await administrator(almas);
  await decideAllPending(admin);
  await enterAs(page, almas, admin);
  await page.setViewportSize({ width: 1280, height: 900 });
});

const order = (page: Page, label: string) =>
  page.getByRole('group', { name: 'Ordre' }).getByText(label, { exact: true }).click();

test('pending recharge requests begin with the oldest; the other order is a choice that the address keeps', async ({
  page,
  almas,
}) => {
  const reseller = await createNamedReseller(almas, admin);
  for (const amount of [100, 200, 300]) await requestRecharge(reseller, amount);
  const rows = page.getByRole('list', { name: 'Demandes de recharge en attente' }).getByRole('listitem');
  const amounts = async (...expected: string[]) => {
    for (const [index, text] of expected.entries())
      await expect(rows.nth(index)).toContainText(spaced(`${text} DA`));
  };
  await page.goto('/admin/recharges');
  await amounts('100', '200', '300');
  await order(page, 'Plus récentes');
  await expect(page).toHaveURL(/order=desc/);
  await amounts('300', '200', '100');
  await page.reload();
  await amounts('300', '200', '100');
  await order(page, 'Plus anciennes');
  await amounts('100', '200', '300');
  await rows.nth(1).getByRole('button', { name: 'Approuver' }).click();
  await expect(rows.nth(1)).toContainText('Demande de recharge approuvée');
  await amounts('100', '200', '300');
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSideScroll(page);
  }
});

test('the screen of pending recharge requests exports them alone', async ({ page, almas }) => {
  const reseller = await createNamedReseller(almas, admin);
  const { id } = await requestRecharge(reseller, 111);
  await admin.call('POST', `/recharge-requests/${id}/approve`, {});
  await requestRecharge(reseller, 222);
  await page.goto('/admin/recharges');
  const downloaded = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exporter (CSV)' }).click();
  const file = await downloaded;
  expect(file.suggestedFilename()).toMatch(/^demandes-de-recharge_\d{4}-\d\d-\d\d_En-attente\.csv$/);
  const text = await readFile(await file.path(), 'utf8');
  expect(text).toContain('222');
  expect(text).not.toContain('111,00');
});

test('pending Free Fire requests begin with the oldest; the other order is a choice', async ({
  page,
  almas,
}) => {
  await openAllDay(admin);
  await refusePendingTopUps(admin);
  const reseller = await createNamedReseller(almas, admin, { balance: 1_000 });
  for (const player of ['1110000001', '1110000002']) await requestTopUp(reseller, player);
  await page.goto('/admin/freefire');
  const rows = page.getByTestId('pending-item');
  await expect(rows.first()).toContainText('1110000001');
  await order(page, 'Plus récentes');
  await expect(rows.first()).toContainText('1110000002');
  await expect(page).toHaveURL(/order=desc/);
  await refusePendingTopUps(admin);
});

test('a Free Fire request opened by its address is decided from its details, which then offer no action', async ({
  page,
  almas,
}) => {
  await openAllDay(admin);
  const reseller = await createNamedReseller(almas, admin, { balance: 1_000 });
  for (const [player, action, decide, status] of [
    ['2220000001', 'Valider', 'Validé', 'validated'],
    ['2220000002', 'Refuser', 'Refusé', 'refused'],
  ] as const) {
    const id = await requestTopUp(reseller, player);
    await page.goto(`/admin/freefire?request=${id}`);
    const details = page.getByRole('dialog', { name: 'Détails de la demande' });
    await expect(details).toContainText(player);
    await details.getByRole('button', { name: action, exact: true }).click();
    const dialog = page.getByRole('dialog', { name: `${action} la demande` });
    await expect(dialog).toBeVisible();
    // The decision closes, and the details stay open.
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(details).toBeVisible();
    await details.getByRole('button', { name: action, exact: true }).click();
    if (status === 'validated')
      await dialog.getByLabel(/Lien de l’image/).fill('https://exemple.dz/preuve.png');
    else await dialog.getByLabel('Raison').fill('Identifiant faux');
    await dialog.getByRole('button', { name: action, exact: true }).click();
    await expect(dialog).toHaveCount(0);
    await expect(details).toContainText(decide);
    await expect(details.getByRole('button', { name: action, exact: true })).toHaveCount(0);
    expect((await admin.call('GET', `/free-fire/requests/${id}`)).status).toBe(status);
  }
});

test('games and products are sorted by their stock of codes, and the address keeps the order', async ({
  page,
}) => {
  const uniqueName = newCode().slice(0, 8);
  for (const [name, stock] of [
    ['Beaucoup', 9],
    ['Rien', 0],
    ['Peu', 2],
  ] as const)
    await createProductWithCodes(admin, {
      name: `${name} ${uniqueName}`,
      game: `${name} ${uniqueName}`,
      offers: [{ name: 'Offre', price: 100, stock }],
    });
  await page.goto(`/admin/products?search=${uniqueName}`);
  const cards = page.getByRole('article');
  const games = page.getByRole('main').getByRole('link').filter({ hasText: '1 produit' });
  const named = (...names: string[]) => names.map((name) => new RegExp(`${name} ${uniqueName}`));
  await expect(cards).toHaveText(named('Beaucoup', 'Peu', 'Rien'));
  await page.getByLabel('Trier par').selectOption({ label: 'Stock, croissant' });
  await expect(cards).toHaveText(named('Rien', 'Peu', 'Beaucoup'));
  await expect(games).toHaveText(named('Rien', 'Peu', 'Beaucoup'));
  await page.getByLabel('Trier par').selectOption({ label: 'Stock, décroissant' });
  await expect(cards).toHaveText(named('Beaucoup', 'Peu', 'Rien'));
  await page.reload();
  await expect(games).toHaveText(named('Beaucoup', 'Peu', 'Rien'));
  await games.first().click();
  await expect(page).toHaveURL(/sort=stock&order=desc/);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSideScroll(page);
});
