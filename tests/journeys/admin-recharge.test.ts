import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { createNamedReseller, requestRecharge } from './support/accounts.ts';
import { administrator, type Caller, enterAs, newAdministratorSession } from './support/callers.ts';
import { sendTogether } from './support/send-together.ts';
import { sql } from './support/sql.ts';

let admin: Caller;
test.beforeEach(async ({ almas, page }) => {
  admin = await administrator(almas);
  await enterAs(page, almas, admin);
  await page.setViewportSize({ width: 1280, height: 800 });
});

const rows = (page: Page) => page.getByRole('row');
const row = (page: Page, text: string | RegExp) => rows(page).filter({ hasText: text });
const button = (page: Page, text: string | RegExp, name: string) =>
  row(page, text).getByRole('button', { name, exact: true });
const open = (page: Page, text = '') => page.goto(`/admin/recharge?search=${encodeURIComponent(text)}`);

for (const [hours, wrong] of [
  [30, 'ahead'],
  [-30, 'behind'],
] as const)
  test(`on a device whose clock is ${Math.abs(hours)} hours ${wrong}, the period filter and the ages of recharge requests follow the server’s clock [ADR-08]`, async ({
    page,
    almas,
  }) => {
    const reseller = await createNamedReseller(almas, admin);
    await requestRecharge(reseller, 455);
    const { id } = await requestRecharge(reseller, 466);
    await sql(almas, "UPDATE recharge_requests SET created_at = now() - interval '25 hours' WHERE id = $1", [
      id,
    ]);
    await page.clock.install({ time: Date.now() + hours * 3_600_000 });
    await open(page, reseller.name);
    await expect(rows(page)).toHaveCount(3);
    await page.getByLabel('Période').selectOption('Aujourd’hui');
    await expect(rows(page)).toHaveCount(2);
    await expect(row(page, '455')).toBeVisible();
    await page.goto('/admin/recharges');
    const waiting = page.getByRole('listitem').filter({ hasText: reseller.name });
    await expect(waiting.filter({ hasText: '455' })).toContainText("À l'instant");
    await expect(waiting.filter({ hasText: '466' })).toContainText('Il y a 1j');
  });

test('two administrators approve the same request at the same time: one credit, and both see the outcome', async ({
  page,
  almas,
  anotherPage,
}) => {
  const reseller = await createNamedReseller(almas, admin);
  await requestRecharge(reseller, 1_010);
  const other = await anotherPage();
  await other.setViewportSize({ width: 1280, height: 800 });
  await enterAs(other, almas, await newAdministratorSession(almas));
  for (const screen of [page, other]) {
    await open(screen, reseller.name);
    await button(screen, '1\u00a0010', 'Approuver').click();
  }
  await sendTogether([page, other], '**/approve');
  const confirm = (screen: Page) =>
    screen.getByRole('dialog').getByRole('button', { name: 'Approuver' }).click();
  await Promise.all([confirm(page), confirm(other)]);
  const toastText = async (screen: Page) => {
    const toasts = screen.getByRole('region', { name: 'Messages' });
    const text = /Demande approuvée avec succès|Cette demande a déjà été traitée/;
    await expect(toasts.getByText(text)).toBeVisible();
    return toasts.getByText(text).textContent();
  };
  expect((await Promise.all([page, other].map(toastText))).sort()).toEqual([
    'Cette demande a déjà été traitée',
    'Demande approuvée avec succès',
  ]);
  expect(await admin.call('GET', `/users/${reseller.id}`)).toMatchObject({ balance: 1_010 });
  for (const screen of [page, other]) {
    await expect(row(screen, '1\u00a0010')).toContainText('Approuvée');
    await expect(button(screen, '1\u00a0010', 'Approuver')).toHaveCount(0);
  }
});
