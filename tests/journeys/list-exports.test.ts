import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { createNamedReseller } from './support/accounts.ts';
import { administrator, type Caller, enterAs } from './support/callers.ts';

let admin: Caller;
test.beforeEach(async ({ almas, page }) => {
  admin = await administrator(almas);
  await enterAs(page, almas, admin);
  await page.setViewportSize({ width: 1280, height: 800 });
});

const button = (page: Page) => page.getByRole('button', { name: /Exporter \(CSV\)|Export en cours/ });

async function exported(page: Page): Promise<{ name: string; text: string }> {
  const downloaded = page.waitForEvent('download');
  await button(page).click();
  const file = await downloaded;
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

test('each list of an administrator exports a CSV file of its own', async ({ page, almas }) => {
  const reseller = await createNamedReseller(almas, admin, { balance: 1_234.5 });
  for (const [address, name, holds] of [
    [`/admin/transactions?search=${encodeURIComponent(reseller.email)}`, /^transactions_/, '1234,50'],
    [`/admin/users?search=${encodeURIComponent(reseller.email)}`, /^comptes_/, '1234,50'],
    ['/admin/recharge', /^demandes-de-recharge_/, 'Méthode'],
    ['/admin/freefire', /^demandes-free-fire_/, 'ID joueur'],
    ['/admin/products', /^offres_/, 'Stock'],
  ] as const) {
    await page.goto(address);
    await expect(button(page)).toBeVisible();
    const file = await exported(page);
    expect(file.name).toMatch(name);
    expect(file.name).toMatch(/_\d{4}-\d\d-\d\d.*\.csv$/);
    expect(file.text.startsWith('\ufeff')).toBe(true);
    expect(file.text).toContain(holds);
  }
});

test('a list is exported as a workbook with the keyboard, under the filters of the screen', async ({
  page,
}) => {
  await page.goto('/admin/transactions?type=recharge');
  const workbook = page.getByRole('button', { name: 'Exporter (XLSX, pour Excel)' });
  const sent = page.waitForRequest('**/api/exports/transactions?format=xlsx');
  const downloaded = page.waitForEvent('download');
  await workbook.focus();
  await page.keyboard.press('Enter');
  expect((await sent).postDataJSON()).toMatchObject({ type: 'recharge' });
  const file = await downloaded;
  expect(file.suggestedFilename()).toMatch(/^transactions_\d{4}-\d\d-\d\d_Recharge\.xlsx$/);
  // The signature of a ZIP archive, which a workbook is.
  expect((await readFile(await file.path())).subarray(0, 2).toString()).toBe('PK');
  await expect(workbook).toBeFocused();
});

test('the journal is exported under its filters', async ({ page, almas }) => {
  const reseller = await createNamedReseller(almas, admin);
  await page.goto('/admin?journal=1');
  const journal = page.getByRole('dialog', { name: 'Journal des actions' });
  await journal.getByRole('searchbox').fill(reseller.name);
  await expect(journal.getByRole('listitem')).toHaveCount(1);
  const file = await exported(page);
  expect(file.name).toMatch(/^journal-des-actions_.*\.csv$|^journal_.*\.csv$/);
  const lines = file.text.trim().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(reseller.name);
});
