import type { Request } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { administrator, enterAs, reseller } from './support/callers.ts';
import { hasStarted } from './support/page-data.ts';
import { createProductWithCodes, newCode, purchase } from './support/products.ts';
import { sql } from './support/sql.ts';

test.use({ allowed: [/net::ERR_INTERNET_DISCONNECTED/] });

test('the bought cards say at once that they are not available without a network; with one they are found by game and day of Algiers after a reload too, and by a code, and their codes are copied [CRD-08][CRD-11]', async ({
  page,
  almas,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const admin = await administrator(almas);
  const buyer = await reseller(almas, admin, { balance: 5_000 });
  const roblox = await createProductWithCodes(admin, { game: `Éclat ${newCode()}`, name: 'Robux' });
  const { id } = await purchase(buyer, roblox, { quantity: 2 });
  await purchase(buyer, await createProductWithCodes(admin, { name: 'Diamants' }));
  await sql(
    almas,
    `ALTER TABLE purchases DISABLE TRIGGER purchases_append_only;
     UPDATE purchases SET created_at = '2026-01-05T22:30:00Z' WHERE product_id = '${roblox.id}';
     ALTER TABLE purchases ENABLE TRIGGER purchases_append_only;`,
  );
  await enterAs(page, almas, buyer);
  await page.goto('/operations');
  await expect(page.getByTestId('operation').first()).toBeVisible();
  // The first view from the server does not react to a pointer.
  await hasStarted(page);
  // Hovering loads the screen's files before the network is cut. The hash in a file name may contain dashes.
  const [requested, pending] = [new Set<string>(), new Set<Request>()];
  page.on('request', (request) => {
    requested.add(new URL(request.url()).pathname.replace(/-.{8}\.\w+$/, ''));
    if (!request.url().includes('/api/events')) pending.add(request);
  });
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('requestfailed', (request) => pending.delete(request));
  await page.getByRole('link', { name: 'Mes cartes et opérations' }).hover();
  await expect.poll(() => requested.has('/assets/card-history') && pending.size === 0).toBe(true);
  await page.clock.install();
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Mes cartes et opérations' }).click();
  // The clock is stopped: no attempt has timed out yet.
  await expect(page.getByText('Les codes ne sont pas disponibles hors ligne')).toBeVisible();
  await context.setOffline(false);
  await page.clock.resume();

  const cards = page.getByTestId('purchase');
  await expect(cards).toHaveCount(2);
  const search = page.getByRole('searchbox', { name: 'Rechercher' });
  await search.fill(roblox.game.toLowerCase().replace('é', 'e'));
  await expect(cards).toHaveCount(1);
  await expect(cards).toContainText('Robux');
  await page.reload();
  await expect(cards).toHaveCount(1);
  await search.fill('');
  await expect(cards).toHaveCount(2);
  // 23:30 in Algiers is still the 5th.
  await page.getByLabel('Du', { exact: true }).fill('2026-01-05');
  await page.getByLabel('Au', { exact: true }).fill('2026-01-05');
  await expect(cards).toHaveCount(1);
  await expect(cards).toContainText('Robux');

  await cards.getByRole('button', { name: 'Voir les codes' }).click();
  const codes = page.getByRole('dialog').getByTestId('code');
  const [first = '', second = ''] = roblox.offers[0]?.codes ?? [];
  for (const [at, code] of [first, second].entries())
    await expect(codes.nth(at)).toHaveAttribute('data-code', code);
  await page.getByRole('dialog').getByRole('button', { name: 'Copier', exact: true }).nth(1).click();
  await expect(page.getByText('Code copié dans le presse-papiers')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(second);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Retrouver un code' }).click();
  const find = page.getByRole('dialog', { name: 'Retrouver un code' });
  await find.getByLabel('Code ou numéro de série').fill(first);
  await find.getByRole('button', { name: 'Rechercher' }).click();
  await expect(find.getByTestId('purchase')).toContainText(`Achat n° ${id}`);
  expect(page.url()).not.toContain(first);
});
