import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { pressAnew } from './support/boxes.ts';
import { administrator, type Caller, enterAs, reseller } from './support/callers.ts';
import { holdResponses } from './support/hold-requests.ts';
import { openLive, withoutLiveEvents } from './support/page-data.ts';
import { createProduct, importCodes, readProduct, uniqueName } from './support/products.ts';
import { expectAccessibleAtBothWidths } from './support/screen-checks.ts';

let admin: Caller;
test.beforeEach(async ({ almas, page }) => {
  admin = await administrator(almas);
  await enterAs(page, almas, admin);
});

const card = (page: Page, name: string) => page.getByRole('article', { name });
const inGame = (game: string) => `/admin/products?game=${encodeURIComponent(game)}`;
const search = (page: Page) => page.getByRole('searchbox', { name: 'Rechercher' });

test('the products screen shows the games first, then the products of one, and Back returns to the games [PRD-01]', async ({
  page,
}) => {
  const product = await createProduct(admin);
  await page.goto('/admin/products');
  await expect(page.getByRole('heading', { level: 1, name: 'Gestion des produits' })).toBeVisible();
  await expect(card(page, product.name)).toHaveCount(0);
  await page.getByRole('link', { name: product.game }).click();
  await expect(page.getByRole('heading', { level: 1, name: product.game })).toBeVisible();
  await expect(card(page, product.name)).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.goBack();
  await expect(page.getByRole('link', { name: product.game })).toBeVisible();
  await expect(card(page, product.name)).toHaveCount(0);
});

test('an administrator searches products by name, game and description, and the address keeps the search [PRD-02][PRD-03][PRD-04]', async ({
  page,
}) => {
  const [name, game, description] = ['Épée', 'Héros', 'Livré'].map((word) => uniqueName(word)) as [
    string,
    string,
    string,
  ];
  const byName = await createProduct(admin, { name });
  const byGame = await createProduct(admin, { game });
  const byText = await createProduct(admin, { description });
  await page.goto('/admin/products');
  for (const [text, wanted] of [
    [name, byName],
    [game, byGame],
    [description, byText],
  ] as const) {
    // Without accents and in capitals, as users type in a hurry (AMB-81).
    await search(page).fill(text.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase());
    await expect(page.getByRole('article')).toHaveCount(1);
    await expect(card(page, wanted.name)).toBeVisible();
  }
  await expect(page).toHaveURL(/search=LIVRE/);
  await page.reload();
  await expect(card(page, byText.name)).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(1);
});

test('an administrator filters products by status, and the address keeps the filter [PRD-05]', async ({
  page,
}) => {
  const game = uniqueName('Statuts');
  const names: Record<string, string> = {};
  for (const status of ['active', 'inactive', 'draft'])
    names[status] = (await createProduct(admin, { game, status })).name;
  await page.goto(inGame(game));
  await expect(page.getByRole('article')).toHaveCount(3);
  for (const [label, status] of [
    ['Actifs', 'active'],
    ['Inactifs', 'inactive'],
    ['Brouillons', 'draft'],
  ] as const) {
    await page.getByText(label, { exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`status=${status}`));
    await expect(page.getByRole('article')).toHaveCount(1);
    await expect(card(page, names[status] ?? '')).toBeVisible();
  }
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Brouillons' })).toBeChecked();
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.getByText('Tous', { exact: true }).click();
  await expect(page.getByRole('article')).toHaveCount(3);
});

test('the card of a product opens its details and leads to its edit page by the product id [PRD-06][PRD-07][NAV-30]', async ({
  page,
}) => {
  const product = await createProduct(admin, { description: 'Livraison immédiate', category: 'Diamants' });
  await importCodes(admin, product, 3);
  await page.goto(inGame(product.game));
  await card(page, product.name).getByRole('button', { name: 'Détails' }).click();
  const dialog = page.getByRole('dialog', { name: product.name });
  await expect(dialog).toContainText('Livraison immédiate');
  await expect(dialog.getByRole('row', { name: /100\+10 Diamants.*110 Diamants.*150.DA.*3/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(card(page, product.name).getByRole('button', { name: 'Détails' })).toBeFocused();
  const link = card(page, product.name).getByRole('link', { name: 'Modifier' });
  await expect(link).toHaveAttribute('href', `/admin/products/${product.id}/edit`);
  await link.click();
  await expect(page).toHaveURL(new RegExp(`/admin/products/${product.id}/edit$`));
  await expect(page.getByLabel('Nom du produit')).toHaveValue(product.name);
});

test('an administrator changes the price of one offer in the details of its product, and sees a colleague’s newer price first', async ({
  page,
}) => {
  const product = await createProduct(admin);
  await page.goto(inGame(product.game));
  const [offer] = product.offers;
  const path = `/products/${product.id}/offers/${offer?.id}`;
  await card(page, product.name).getByRole('button', { name: 'Détails' }).click();
  const change = page.getByRole('button', { name: `Modifier le prix : ${offer?.name}` });
  await change.click();
  const dialog = page.getByRole('dialog', { name: `Modifier le prix : ${offer?.name}` });
  await expect(dialog.getByLabel('Prix (DA)')).toBeFocused();
  await expectAccessibleAtBothWidths(page);
  await dialog.getByLabel('Prix (DA)').fill('0');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Le prix doit être supérieur à 0')).toBeVisible();
  const price = offer?.price ?? 0;
  await admin.call('PATCH', path, { price: price + 1 });
  await dialog.getByLabel('Prix (DA)').fill(`${price + 2},50`);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'Le prix a changé' })).toBeVisible();
  expect((await readProduct(admin, product.id)).offers).toMatchObject([{ price: price + 1 }]);
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page.getByText('Prix mis à jour')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('dialog')).toContainText(`${price + 2},50`);
  expect((await readProduct(admin, product.id)).offers).toMatchObject([{ price: price + 2.5 }]);
});

test('the toggle of a product switches between active and inactive and changes nothing else [PRD-10][PRD-11][PRD-12][ERR-30][ERR-31]', async ({
  page,
}) => {
  const product = await createProduct(admin, { description: 'Inchangée' });
  await openLive(page, () => page.goto(inGame(product.game)));
  const toggled = card(page, product.name);
  // The live event may refresh the list before the response of the call arrives.
  const deliver = await holdResponses(page, `**/api/products/${product.id}`);
  await toggled.getByRole('button', { name: 'Désactiver' }).click();
  await expect(toggled.getByText('Inactif', { exact: true })).toBeVisible();
  deliver();
  await expect(page.getByText('Statut mis à jour – Produit désactivé')).toBeVisible();
  const { updatedAt: _, ...stored } = (await readProduct(admin, product.id)) as never as {
    updatedAt: string;
  };
  const { updatedAt: __, ...before } = product as never as { updatedAt: string };
  expect(stored).toEqual({ ...before, status: 'inactive' });
  await toggled.getByRole('button', { name: 'Activer' }).click();
  await expect(page.getByText('Statut mis à jour – Produit activé')).toBeVisible();
  expect((await readProduct(admin, product.id)).status).toBe('active');
});

test('an administrator can activate a draft, and the list of products offers no way back to a draft [PRD-11]', async ({
  page,
}) => {
  const product = await createProduct(admin, { status: 'draft' });
  await page.goto(inGame(product.game));
  await card(page, product.name).getByRole('button', { name: 'Activer' }).click();
  await expect(card(page, product.name).getByText('Actif', { exact: true })).toBeVisible();
  await expect(card(page, product.name).getByRole('button', { name: /brouillon/i })).toHaveCount(0);
});

test('an administrator deletes a product with its unsold codes after a confirmation, and sold codes stay [PRD-08][PRD-09][ERR-32]', async ({
  page,
  almas,
}) => {
  const product = await createProduct(admin);
  await importCodes(admin, product, 4);
  const buyer = await reseller(almas, admin, { balance: 500 });
  const offerId = product.offers[0]?.id;
  const bought = await buyer.call('POST', '/purchases', { productId: product.id, offerId, quantity: 1 });
  await page.goto(inGame(product.game));
  const remove = card(page, product.name).getByRole('button', { name: 'Supprimer' });
  await remove.click();
  const dialog = page.getByRole('dialog', { name: 'Supprimer le produit' });
  await expect(dialog).toContainText('Cette action est irréversible');
  await expect(dialog).toContainText('3 codes non vendus seront supprimés');
  await dialog.getByRole('button', { name: 'Annuler' }).click();
  await expect(dialog).toHaveCount(0);
  expect((await readProduct(admin, product.id)).offers[0]?.stock).toBe(3);
  await remove.click();
  await pressAnew(dialog.getByRole('button', { name: 'Supprimer' }));
  await expect(page.getByText('Produit supprimé')).toBeVisible();
  await expect(card(page, product.name)).toHaveCount(0);
  await expect(readProduct(admin, product.id)).rejects.toThrow('404');
  const kept = await buyer.call('GET', `/purchases/${bought.id}`);
  expect(kept.codes).toEqual(bought.codes);
  const left = await admin.call('GET', `/codes?productId=${product.id}`);
  expect(left.items.map((code: { status: string }) => code.status)).toEqual(['sold']);
});

test('a product into which a colleague imports codes while its deletion awaits confirmation is not deleted before their number is shown', async ({
  page,
}) => {
  const product = await createProduct(admin);
  // Without live events the tab does not learn of the colleague's import.
  await withoutLiveEvents(page);
  await page.goto(inGame(product.game));
  await card(page, product.name).getByRole('button', { name: 'Supprimer' }).click();
  const dialog = page.getByRole('dialog', { name: 'Supprimer le produit' });
  await expect(dialog).toBeVisible();
  await importCodes(admin, product, 2);
  await dialog.getByRole('button', { name: 'Supprimer' }).click();
  await expect(page.getByRole('alert').filter({ hasText: '(2 codes)' })).toBeVisible();
  await expect(dialog).toContainText('2 codes non vendus seront supprimés');
  expect((await readProduct(admin, product.id)).offers[0]?.stock).toBe(2);
  await pressAnew(dialog.getByRole('button', { name: 'Supprimer' }));
  await expect(page.getByText('Produit supprimé')).toBeVisible();
});

test('a refused change of a product shows the message of the server, or the fallback when it has none [ERR-01][ERR-08][ERR-09]', async ({
  page,
}) => {
  const product = await createProduct(admin);
  await page.goto(inGame(product.game));
  const refusalWith = (message: string) => ({ status: 422, json: { code: 'INVALID_INPUT', message } });
  const address = new RegExp(`/api/products/${product.id}`);
  await page.route(address, (route) => route.fulfill(refusalWith('')));
  await card(page, product.name).getByRole('button', { name: 'Désactiver' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Erreur de mise à jour' })).toBeVisible();
  await card(page, product.name).getByRole('button', { name: 'Supprimer' }).click();
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Supprimer' });
  await confirm.click();
  await expect(page.getByRole('alert').filter({ hasText: 'Erreur de suppression' })).toBeVisible();
  await page.unroute(address);
  await page.route(address, (route) => route.fulfill(refusalWith('Ce produit est verrouillé')));
  await pressAnew(confirm);
  await expect(page.getByRole('alert').filter({ hasText: 'Ce produit est verrouillé' })).toBeVisible();
});

test('a search for products without a result says so and offers to clear the filters', async ({ page }) => {
  await page.goto('/admin/products?search=introuvable-partout');
  await expect(page.getByText('Aucun jeu trouvé')).toBeVisible();
  await page.getByRole('button', { name: 'Effacer les filtres' }).click();
  await expect(search(page)).toHaveValue('');
});

test('the products screen refuses a reseller', async ({ page, almas }) => {
  await enterAs(page, almas, await reseller(almas, admin));
  await page.goto('/admin/products');
  await expect(page.getByRole('heading', { name: 'Accès non autorisé' })).toBeVisible();
});
