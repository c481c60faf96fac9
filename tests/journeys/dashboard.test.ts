import { expect, test } from '../support/browser.ts';
import { administrator, enterAs, reseller } from './support/callers.ts';
import { withoutPageData } from './support/page-data.ts';
import { createProductWithCodes, purchase } from './support/products.ts';
import { openAllDay } from './support/top-up.ts';
import { spaced } from './support/words.ts';

test('a reseller’s dashboard follows recharges, the service, requests and sales while it is open, and warns below the threshold that was set on it [RDB-10][RDB-13][WRK-61][WRK-66][WRK-67]', async ({
  page,
  almas,
}) => {
  const admin = await administrator(almas);
  await openAllDay(admin);
  const product = await createProductWithCodes(admin, {
    offers: Array.from({ length: 6 }, (_, index) => ({ name: `Offre ${index}`, price: 150, stock: 2 })),
  });
  const buyer = await reseller(almas, admin);
  await enterAs(page, almas, buyer);
  await page.goto('/dashboard');
  await expect(page.getByTestId('dashboard-balance')).toHaveText(spaced('0 DA'));
  await admin.call('POST', `/users/${buyer.id}/recharge`, { amount: 1_200.5 });
  await expect(page.getByTestId('dashboard-balance')).toHaveText(spaced('1 200,50 DA'));

  const tile = page.getByTestId('shortcut').nth(1);
  await expect(tile).toContainText('Recharge directe');
  await admin.call('PATCH', '/free-fire/service', { maintenanceMode: true });
  await expect(tile).toBeDisabled();
  await admin.call('PATCH', '/free-fire/service', { maintenanceMode: false });
  await expect(tile).toContainText('Recharge directe');

  const main = page.getByRole('main');
  const { id } = await buyer.call('POST', '/recharge-requests', {
    userId: buyer.id,
    amount: 4_000,
    method: 'ccp',
  });
  await page.reload();
  const last = main.getByRole('button', { name: /^Dernière demande/ });
  await expect(last).toHaveText(/4\s000\sDAEn attente, à l/);
  await admin.call('POST', `/recharge-requests/${id}/reject`, { reason: 'Reçu illisible' });
  await expect(last).toContainText('Rejetée');

  await main.getByRole('button', { name: 'Recharger', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Demandes de recharge' });
  await dialog.getByLabel('Me prévenir au-dessous de (DA)').fill('1 000');
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page.getByText('Seuil enregistré')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  for (const offer of [0, 1, 2, 3, 4, 5]) await purchase(buyer, product, { offer });
  await expect(page.getByTestId('today')).toHaveText(/^6 codes, 900\sDA$/);
  await expect(main.getByText('Solde bas : moins de')).toHaveText(/moins de 1\s000\sDA$/);
  const lines = page.getByTestId('recent-purchase');
  await expect(lines).toHaveCount(5);
  await expect(lines.first()).toContainText('Offre 5');
  await expect(lines.last()).toContainText('Offre 1');
  await lines.first().click();
  await expect(page.getByRole('dialog').getByTestId('code')).toHaveAttribute(
    'data-code',
    product.offers[5]?.codes[0] ?? '',
  );
});

// Turned red by: an age that is computed from the server's time of the purchase and the device's clock.
test('a device whose clock is hours wrong shows how long ago a purchase was by the server’s clock, from the responses of the API and from the data of the page', async ({
  page,
  almas,
}) => {
  const admin = await administrator(almas);
  const buyer = await reseller(almas, admin, { balance: 1_000 });
  const { createdAt } = await purchase(buyer, await createProductWithCodes(admin));
  // The time of a response is in whole seconds: exactly three hours could be shown as two.
  const earlier = new Date(Date.now() - 3.5 * 3_600_000).toISOString();
  const dateBack = (path: string) =>
    page.route(path, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replaceAll(createdAt, earlier) });
    });
  const expectAge = async (source: string) => {
    for (const hours of [5, -5]) {
      await page.clock.setFixedTime(Date.now() + hours * 3_600_000);
      await page.goto('/dashboard');
      await expect(page.getByTestId('recent-purchase').locator('time'), `${source}, ${hours} h`).toHaveText(
        'Il y a 3h',
      );
    }
  };
  await enterAs(page, almas, buyer);
  await page.clock.install();
  await withoutPageData(page);
  await dateBack('**/api/purchases?*');
  await expectAge('the API');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await dateBack('**/dashboard');
  await page.route('**/api/**', () => {});
  await expectAge('the page');
});
