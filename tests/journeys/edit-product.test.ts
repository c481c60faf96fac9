import { expect, submitSignIn, test } from '../support/browser.ts';
import { administrator, endSessionWith, enterAs, reseller } from './support/callers.ts';
import { createProduct, importCodes, newCodes, readProduct } from './support/products.ts';

test('a product form that is restored after its session ended still knows which version it was read from; then its offers are saved, with sold codes, new ones and without a removed offer (F1)', async ({
  page,
  almas,
}) => {
  const admin = await administrator(almas);
  const product = await createProduct(admin, {
    offers: [
      { name: 'Petit', value: '110 Diamants', price: 150 },
      { name: 'Grand', value: '550 Diamants', price: 750, region: 'EU' },
    ],
    description: 'Avant',
  });
  const stored = () => readProduct(admin, product.id);
  const [smallId, largeId] = product.offers.map(({ id }) => id);
  await importCodes(admin, product, 5);
  const offer = (name: string) => page.getByRole('article', { name });
  const saveAll = page.getByRole('button', { name: 'Sauvegarder tout' });
  const stale = page.getByRole('dialog', { name: 'Ce produit a été modifié entre-temps' });
  await enterAs(page, almas, admin);
  await page.goto(`/admin/products/${product.id}/edit`);
  await page.getByLabel('Description').fill('La mienne');
  await offer('Grand').getByRole('button', { name: 'Supprimer' }).click();
  await endSessionWith(page, `**/api/products/${product.id}`);
  await page.getByRole('button', { name: 'Sauvegarder le produit' }).click();
  await expect(page.getByLabel('Mot de passe', { exact: true })).toBeVisible();
  await admin.call('PATCH', `/products/${product.id}/offers/${smallId}`, { price: 200 });
  await submitSignIn(page, admin);
  await expect(page.getByLabel('Description')).toHaveValue('La mienne');
  await expect(page.getByRole('status').filter({ hasText: '« Grand » sera supprimée' })).toBeVisible();
  await saveAll.click();
  await expect(stale.locator('li')).toHaveText([/^Offre « Petit ».*150 DA.*200 DA/]);
  await stale.getByRole('button', { name: 'Prendre la version enregistrée' }).click();
  await expect(offer('Petit').getByLabel('Prix (DA)')).toHaveValue('200');
  expect(await stored()).toMatchObject({ description: 'Avant', offers: [{ price: 200 }, { name: 'Grand' }] });

  const buyer = await reseller(almas, admin, { balance: 1_000 });
  await buyer.call('POST', '/purchases', { productId: product.id, offerId: smallId, quantity: 2 });
  await offer('Petit').getByLabel('Prix (DA)').fill('199.5');
  await admin.call('POST', `/products/${product.id}/offers/${largeId}/codes`, { codes: newCodes(2) });
  await expect(offer('Grand').getByTestId('stock')).toHaveText('Stock : 2 codes');
  await offer('Grand').getByRole('button', { name: 'Supprimer' }).click();
  const removal = page.getByRole('dialog', { name: 'Supprimer l’offre' });
  await removal.getByRole('button', { name: 'Supprimer' }).click();
  await page.getByRole('button', { name: 'Ajouter une offre' }).click();
  const added = page.getByTestId('offer').nth(1);
  await added.getByLabel('Nom de l’offre').fill('Moyen');
  await added.getByLabel('Valeur').fill('220 Diamants');
  await added.getByLabel('Prix (DA)').fill('300');
  await added.getByRole('button', { name: 'Importer des codes' }).click();
  await page.getByRole('textbox', { name: 'Codes' }).fill(newCodes(4).join('\n'));
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Importer/ })
    .click();
  await saveAll.click();
  await expect(page).toHaveURL(/\/admin\/products$/);
  expect((await stored()).offers).toMatchObject([
    { id: smallId, name: 'Petit', price: 199.5, stock: 3 },
    { name: 'Moyen', price: 300, region: 'DZ', stock: 4 },
  ]);
  const { items } = await admin.call('GET', `/codes?productId=${product.id}&offerId=${largeId}`);
  expect(items).toEqual([]);
});
