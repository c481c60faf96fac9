import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { administrator, enterAs, reseller } from './support/callers.ts';
import { createProductWithCodes, purchase } from './support/products.ts';

declare global {
  interface Window {
    outputs: { readonly copied: string[]; printed: number };
  }
}

/** Records what the page copies and prints, instead of doing it, in a browser without access to printers. */
const recordOutputs = (page: Page) =>
  page.addInitScript(() => {
    window.outputs = { copied: [], printed: 0 };
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: async (text: string) => void window.outputs.copied.push(text) },
    });
    window.print = () => {
      window.outputs.printed += 1;
    };
    for (const name of ['serial', 'usb', 'bluetooth'])
      delete (Navigator.prototype as unknown as Record<string, unknown>)[name];
  });

// Turned red by: the rule that hides the screen; the size of the page left out; the code of printers loaded without one.
test('a bought code is copied, then printed on a paper of 58 or 80 mm that holds the ticket alone; both are recorded, and the chosen width is kept [CNT-16][CNT-18][CNT-19][CNT-30]', async ({
  page,
  almas,
}) => {
  await recordOutputs(page);
  const admin = await administrator(almas);
  const product = await createProductWithCodes(admin, {
    offers: [{ name: 'Pack 100', price: 100, stock: 2 }],
  });
  const buyer = await reseller(almas, admin, { balance: 5_000 });
  const { id } = await purchase(buyer, product, { quantity: 2 });
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await enterAs(page, almas, buyer);
  await page.goto('/card-history');
  await page.getByRole('button', { name: 'Voir les codes' }).click();
  await page.getByRole('button', { name: 'Plein écran' }).click();
  // The server's permissions policy allows the page to reach a printer.
  expect(
    await page.evaluate(() =>
      ['serial', 'usb'].map((name) =>
        (
          document as unknown as { featurePolicy: { allowsFeature(name: string): boolean } }
        ).featurePolicy.allowsFeature(name),
      ),
    ),
  ).toEqual([true, true]);
  const sheet = page.getByRole('dialog', { name: 'Codes à montrer au client' });
  const ticket = page.getByRole('dialog', { name: 'Aperçu du ticket' });
  const press = (name: string) => sheet.getByRole('button', { name, exact: true }).click();
  await press('Copier');
  await expect(page.getByText('Code copié dans le presse-papiers')).toBeVisible();
  expect((await page.evaluate(() => window.outputs)).copied).toEqual([product.offers[0]?.codes[0]]);
  await press('Imprimer');
  for (const [index, width] of [58, 80].entries()) {
    await ticket.getByText(`${width} mm`, { exact: true }).click();
    await ticket.getByRole('button', { name: 'Imprimer' }).click();
    await expect.poll(() => page.evaluate(() => window.outputs.printed)).toBe(index + 1);
    const file = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    const pages = [...file.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)];
    expect(pages).toHaveLength(1);
    expect(Math.abs((Number(pages[0]?.[1]) / 72) * 25.4 - width)).toBeLessThan(0.5);
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByTestId('paper')).toBeVisible();
    await expect(sheet).toBeHidden();
    await expect(page.getByRole('main')).toBeHidden();
    await page.emulateMedia({ media: null });
  }
  await expect(ticket.getByTestId('print-state')).toHaveText('Envoyé à l’impression : DUPLICATA n° 1');
  await page.keyboard.press('Escape');
  await expect(ticket).toHaveCount(0);
  await expect(page.getByTestId('paper')).toHaveCount(0);
  await press('Imprimer');
  await expect(ticket.getByRole('radio', { name: '80 mm' })).toBeChecked();
  expect(loaded.filter((url) => url.includes('ticket-printer'))).toEqual([]);
  await page.keyboard.press('Escape');
  await press('Historique');
  await expect(page.getByRole('dialog', { name: 'Copies et impressions' }).getByRole('listitem')).toHaveText([
    /^Impression du duplicata n° 1/,
    /^Impression de l’original/,
    /^Copie n° 1/,
  ]);
  const { items } = await buyer.call('GET', `/purchases/${id}/disclosures`);
  expect(items).toMatchObject([
    { kind: 'print', copyNumber: 2 },
    { kind: 'print', copyNumber: 1 },
    { kind: 'copy', copyNumber: 1 },
  ]);
});
