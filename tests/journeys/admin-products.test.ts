import { expect, test } from '../support/browser.ts';
import { pressAnew } from './support/boxes.ts';
import { administrator, enterAs, reseller } from './support/callers.ts';
import { openLive } from './support/page-data.ts';
import { createProduct, importCodes, readProduct } from './support/products.ts';

test('an administrator finds a product among the games, changes its status and a price, and deletes it with its unsold codes; sold codes stay', async ({
  page,
  almas,
}) => {
  const admin = await administrator(almas);
  await enterAs(page, almas, admin);
  const product = await createProduct(admin, { description: 'Inchangée' });
  const [offer] = product.offers;
  await importCodes(admin, product, 2);
  const buyer = await reseller(almas, admin, { balance: 500 });
  const order = { productId: product.id, offerId: offer?.id, quantity: 1 };
  const bought = await buyer.call('POST', '/purchases', order);
  await openLive(page, () => page.goto('/admin/products'));
  await page.getByRole('link', { name: product.game }).click();
  const card = page.getByRole('article', { name: product.name });
  await card.getByRole('button', { name: 'Désactiver' }).click();
  await expect(page.getByText('Statut mis à jour – Produit désactivé')).toBeVisible();
  await page.getByText('Inactifs', { exact: true }).click();
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Inactifs' })).toBeChecked();
  await card.getByRole('button', { name: 'Détails' }).click();
  await page.getByRole('button', { name: `Modifier le prix : ${offer?.name}` }).click();
  const price = page.getByRole('dialog', { name: `Modifier le prix : ${offer?.name}` });
  await price.getByLabel('Prix (DA)').fill('152,50');
  await price.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page.getByText('Prix mis à jour')).toBeVisible();
  expect(await readProduct(admin, product.id)).toMatchObject({
    name: product.name,
    description: 'Inchangée',
    status: 'inactive',
    offers: [{ id: offer?.id, price: 152.5, stock: 1 }],
  });
  await page.getByRole('dialog').getByRole('button', { name: 'Fermer' }).first().click();
  await card.getByRole('button', { name: 'Supprimer' }).click();
  const removal = page.getByRole('dialog', { name: 'Supprimer le produit' });
  await importCodes(admin, product, 2);
  await expect(removal).toContainText('3 codes non vendus seront supprimés');
  await pressAnew(removal.getByRole('button', { name: 'Supprimer' }));
  await expect(page.getByText('Produit supprimé')).toBeVisible();
  await expect(card).toHaveCount(0);
  await expect(readProduct(admin, product.id)).rejects.toThrow('404');
  expect((await buyer.call('GET', `/purchases/${bought.id}`)).codes).toEqual(bought.codes);
  const left = await admin.call('GET', `/codes?productId=${product.id}`);
  expect(left.items.map((code: { status: string }) => code.status)).toEqual(['sold']);
});
