import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { createNamedReseller, requestRecharge } from './support/accounts.ts';
import { administrator, type Caller, enterAs, newAdministratorSession } from './support/callers.ts';
import { sendTogether } from './support/send-together.ts';

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
