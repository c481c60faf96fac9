import { expect, test } from '../support/browser.ts';
import { createNamedReseller, expectToast } from './support/accounts.ts';
import { administrator, enterAs } from './support/callers.ts';
import { createProductWithCodes } from './support/products.ts';

// In an English browser a number field drops a comma.
test.use({ locale: 'en-US' });

test('in an English browser a comma keeps the decimals of a quick recharge typed as 1 250,75, and of the price of a product and of a Free Fire offer (P29)', async ({
  page,
  almas,
}) => {
  const admin = await administrator(almas);
  await enterAs(page, almas, admin);
  const reseller = await createNamedReseller(almas, admin);
  await page.goto('/admin');
  await page.getByRole('combobox', { name: 'Rechercher' }).fill(reseller.email);
  await page.getByRole('option').click();
  await page.getByLabel('Montant (DA)').pressSequentially('1 250,75');
  await page.getByRole('button', { name: 'Recharger', exact: true }).click();
  await expectToast(page, 'Recharge effectuée');
  expect((await admin.call('GET', `/users/${reseller.id}`)).balance).toBe(1250.75);

  const { id } = await createProductWithCodes(admin, { offers: [{ name: 'Petit', price: 99, stock: 0 }] });
  await page.goto(`/admin/products/${id}/edit`);
  const price = page.getByLabel('Prix (DA)');
  await price.fill('');
  await price.pressSequentially('99,5');
  await page.getByRole('button', { name: 'Sauvegarder tout' }).click();
  await expectToast(page, 'Produit mis à jour avec succès');
  expect((await admin.call('GET', `/products/${id}`)).offers[0].price).toBe(99.5);

  await page.goto('/admin/freefire');
  await page.getByRole('button', { name: 'Modifier le prix : 100 + 10 Diamants' }).click();
  const offer = page.getByTestId('free-fire-offer').first();
  await offer.getByLabel('Prix (DA)').fill('');
  await offer.getByLabel('Prix (DA)').pressSequentially('150,50');
  await offer.getByRole('button', { name: 'Enregistrer' }).click();
  await expectToast(page, 'Prix mis à jour');
  expect((await admin.call('GET', '/free-fire/offers')).items[0].price).toBe(150.5);
});
