import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, test } from '../support/browser.ts';
import { takesPresses } from './support/boxes.ts';
import { administrator, enterAs, reseller } from './support/callers.ts';
import { createProductWithCodes, purchase } from './support/products.ts';
import { expectAccessible, expectNoSideScroll } from './support/screen-checks.ts';

const outputs = (page: Page) =>
  page.evaluate(() => (window as unknown as { outputs: { printed: number; shared: string[] } }).outputs);

// Turned red by: a ticket that opens from the full screen only; a message of success over the code.
test('a sale with its ticket takes four taps; the result of the sale prints and shares, no message covers the code, and an offer that was pinned is the first quick sale after a reload [CNT-05][WRK-62][WRK-65]', async ({
  page,
  almas,
}) => {
  await page.addInitScript(() => {
    const outputs = { printed: 0, shared: [] as string[] };
    Object.assign(window, { outputs });
    window.print = () => {
      outputs.printed += 1;
    };
    Object.defineProperty(navigator, 'share', {
      value: async ({ text }: { text: string }) => void outputs.shared.push(text),
    });
  });
  const admin = await administrator(almas);
  const product = await createProductWithCodes(admin, {
    offers: [
      { name: 'Souvent', price: 100, stock: 9 },
      { name: 'Rarement', price: 200, stock: 9 },
    ],
  });
  const buyer = await reseller(almas, admin, { balance: 2_000 });
  await purchase(buyer, product, { quantity: 2 });
  await purchase(buyer, product, { offer: 1 });
  await page.setViewportSize({ width: 390, height: 844 });
  await enterAs(page, almas, buyer);
  await page.goto('/dashboard');
  const tiles = page.getByTestId('quick-sales').getByRole('button');
  await expect(tiles).toContainText(['Souvent', 'Rarement']);
  let taps = 0;
  const tap = async (button: Locator) => {
    await takesPresses(button);
    await button.click();
    taps += 1;
  };
  const bought = page.getByRole('dialog', { name: 'Votre code' });
  const ticket = page.getByRole('dialog', { name: 'Aperçu du ticket' });
  await tap(tiles.first());
  await tap(page.getByRole('dialog').getByRole('button', { name: /^Acheter/ }));
  const code = product.offers[0]?.codes[2] ?? '';
  await expect(bought.getByTestId('code')).toHaveAttribute('data-code', code);
  await expect(bought.getByRole('status')).toHaveText('Achat effectué avec succès !');
  await expect(page.getByRole('region', { name: 'Messages' }).locator('p')).toHaveCount(0);
  await expectAccessible(page);
  await tap(bought.getByRole('button', { name: 'Imprimer' }));
  await tap(ticket.getByRole('button', { name: 'Imprimer' }));
  await expect(ticket.getByTestId('print-state')).toHaveText('Envoyé à l’impression : ORIGINAL');
  expect(taps).toBe(4);
  expect((await outputs(page)).printed).toBe(1);
  await page.keyboard.press('Escape');
  await expect(ticket).toHaveCount(0);
  await tap(bought.getByRole('button', { name: 'Partager' }));
  await expect
    .poll(async () => (await outputs(page)).shared)
    .toEqual([expect.stringContaining(`Code : ${code}`)]);
  await expectNoSideScroll(page);
  await page.keyboard.press('Escape');
  await expect(bought).toHaveCount(0);

  await expect(tiles.first()).toContainText('Stock : 6');
  await tiles.last().click();
  await page.getByRole('dialog').getByText('Garder dans les ventes rapides').click();
  await expect(page.getByRole('switch', { name: 'Garder dans les ventes rapides' })).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(tiles).toContainText(['Rarement', 'Souvent']);
  await page.reload();
  await expect(tiles).toContainText(['Rarement', 'Souvent']);
});

test('the manifest has an id and screenshots of the sizes that it states [CNT-26]', async ({ page }) => {
  const manifest = await (await page.request.get('/manifest.webmanifest')).json();
  expect(manifest.id).toBe('/');
  const shapes = manifest.screenshots.map((shot: { form_factor: string }) => shot.form_factor);
  expect(shapes.sort()).toEqual(['narrow', 'wide']);
  for (const { src, sizes, type } of manifest.screenshots) {
    const picture = await page.request.get(src);
    expect([picture.status(), picture.headers()['content-type']]).toEqual([200, type]);
    const { width, height } = await sharp(await picture.body()).metadata();
    expect(`${width}x${height}`).toBe(sizes);
  }
});
