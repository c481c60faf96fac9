import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from '../support/browser.ts';
import { administrator, enterAs, reseller } from './support/callers.ts';
import { createProduct, readProduct, uniqueName } from './support/products.ts';

test('an administrator imports the codes of a file, and exports those that are left as a text file named from product and offer [PRD-50][COD-11][COD-12]', async ({
  page,
  almas,
}) => {
  const admin = await administrator(almas);
  const product = await createProduct(admin, { name: uniqueName('Été/Hiver') });
  await enterAs(page, almas, admin);
  await page.goto(`/admin/products/${product.id}/edit`);
  await page.getByRole('button', { name: 'Importer des codes' }).click();
  const dialog = page.getByRole('dialog', { name: /Importer des codes/ });
  await dialog
    .getByLabel('Choisir un fichier')
    .setInputFiles(fileURLToPath(new URL('../fixtures/imports/list-plain.txt', import.meta.url)));
  await expect(dialog.getByTestId('import-counts').getByRole('definition')).toHaveText(['4', '4', '0', '0']);
  await dialog.getByRole('button', { name: 'Importer 4 codes' }).click();
  await expect(page.getByText('4 code(s) importé(s) avec succès')).toBeVisible();
  expect((await readProduct(admin, product.id)).offers[0]?.stock).toBe(4);

  const buyer = await reseller(almas, admin, { balance: 500 });
  const offerId = product.offers[0]?.id;
  await buyer.call('POST', '/purchases', { productId: product.id, offerId, quantity: 1 });
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exporter les codes' }).click();
  const download = await downloading;
  const series = product.name.slice('Été/Hiver '.length);
  expect(download.suggestedFilename()).toBe(`Été-Hiver-${series}_100-10-Diamants_codes.txt`);
  const content = await readFile(await download.path(), 'utf8');
  expect(content.trimEnd().split('\n')).toEqual(['LIST-1079-B0L4', 'LIST-1116-C7M7', 'LIST-1153-D4N0']);
});
