import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { createNamedReseller, createPendingReseller, requestRecharge } from './support/accounts.ts';
import { administrator, enterAs } from './support/callers.ts';
import { sql } from './support/sql.ts';
import { openAllDay, requestTopUp } from './support/top-up.ts';

/*
 * A missing part of a line leaves no separator: an account without a company, a request without a name. Turned red by: parts that
 * are joined although one of them is empty.
 */

/** Lines that begin or end with the dot between two parts, or have two dots side by side. */
const danglingLines = (page: Page) =>
  page.evaluate(() =>
    document.body.innerText
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => /^·|·$|·\s*·/.test(line)),
  );

test('no line of the screens begins or ends with « · » when an account has no company and a request no name', async ({
  page,
  almas,
}) => {
  const admin = await administrator(almas);
  await openAllDay(admin);
  const waiting = await createPendingReseller(almas);
  const buyer = await createNamedReseller(almas, admin, { balance: 2_000 });
  await requestRecharge(buyer, 400);
  const validated = await requestTopUp(buyer, '12345678');
  const imageUrl = 'https://exemple.dz/preuve.png';
  await admin.call('POST', `/free-fire/requests/${validated}/validate`, { imageUrl });
  await sql(almas, `UPDATE users SET company = '' WHERE id = ANY ($1)`, [[waiting.id, buyer.id]]);
  await sql(almas, `UPDATE recharge_requests SET user_company = '' WHERE user_id = $1`, [buyer.id]);
  await sql(almas, `UPDATE free_fire_requests SET reseller_name = '', user_email = '' WHERE user_id = $1`, [
    buyer.id,
  ]);
  await sql(almas, `UPDATE free_fire_customers SET last_offer_name = '' WHERE user_id = $1`, [buyer.id]);
  await enterAs(page, almas, admin);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('/admin');
  const main = page.getByRole('main');
  await expect(main.getByText(waiting.email)).toBeVisible();
  await main.getByRole('combobox', { name: 'Rechercher' }).fill(buyer.email);
  await expect(page.getByRole('option')).toHaveCount(1);
  expect(await danglingLines(page)).toEqual([]);
  await page.getByRole('option').click();
  await expect(main.getByRole('button', { name: 'Changer' })).toBeVisible();
  expect(await danglingLines(page)).toEqual([]);
  await page.goto('/admin/recharges');
  await expect(main.getByText(buyer.name)).toBeVisible();
  expect(await danglingLines(page)).toEqual([]);
  await page.goto('/admin/freefire');
  await expect(main.getByText('12345678').first()).toBeVisible();
  expect(await danglingLines(page)).toEqual([]);
  await enterAs(page, almas, buyer);
  await page.goto('/freefire');
  await page.getByRole('button', { name: 'Mes clients' }).click();
  await expect(page.getByRole('dialog').getByText('123 456 78').first()).toBeVisible();
  expect(await danglingLines(page)).toEqual([]);
  await page.goto('/profile');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await danglingLines(page)).toEqual([]);
});
