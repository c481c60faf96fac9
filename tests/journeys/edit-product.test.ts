import type { Page } from '@playwright/test';
import { expect, submitSignIn, test } from '../support/browser.ts';
import { dropResponses } from './support/accounts.ts';
import { boxesOf } from './support/boxes.ts';
import { administrator, type Caller, endSessionWith, enterAs, reseller } from './support/callers.ts';
import { type ApiProduct, createProduct, importCodes, newCodes, readProduct } from './support/products.ts';
import {
  expectAccessible,
  expectAccessibleAtBothWidths,
  expectNoSideScroll,
} from './support/screen-checks.ts';

const two = [
  { name: 'Petit', value: '110 Diamants', price: 150 },
  { name: 'Grand', value: '550 Diamants', price: 750, region: 'EU' },
];

let admin: Caller;
let product: ApiProduct;
test.beforeEach(async ({ almas, page }) => {
  admin = await administrator(almas);
  product = await createProduct(admin, { offers: two, description: 'Avant' });
  await enterAs(page, almas, admin);
});

async function open(page: Page) {
  await page.goto(`/admin/products/${product.id}/edit`);
  await expect(page.getByLabel('Nom du produit')).toHaveValue(product.name);
}
const offers = (page: Page) => page.getByTestId('offer');
const offer = (page: Page, name: string) => page.getByRole('article', { name });
const saveAll = (page: Page) => page.getByRole('button', { name: 'Sauvegarder tout' });
const saveProduct = (page: Page) => page.getByRole('button', { name: 'Sauvegarder le produit' });
const saveInfo = (page: Page) => page.getByRole('button', { name: 'Enregistrer', exact: true });
/** The third offer of the product, which is not stored yet. */
async function addOffer(page: Page) {
  await page.getByRole('button', { name: 'Ajouter une offre' }).click();
  const added = offers(page).nth(2);
  await added.getByLabel('Nom de l’offre').fill('Moyen');
  await added.getByLabel('Valeur').fill('220 Diamants');
  await added.getByLabel('Prix (DA)').fill('300');
  return added;
}
const alert = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text });
const updated = 'Produit mis à jour avec succès';
const stored = () => readProduct(admin, product.id);

test('the edit page of an unknown product shows a toast and a link back, then the list of products [PRD-44][PRD-45][PRD-46][ERR-21]', async ({
  page,
}) => {
  for (const id of ['00000000-0000-4000-8000-000000000000', 'pas-un-produit']) {
    // The page is shown for 1.5 s only: the waits for both start before it is opened.
    const link = page.getByRole('link', { name: 'Retour aux produits' });
    const shown = Promise.all([
      alert(page, 'Produit non trouvé – Produit introuvable').waitFor(),
      link.and(page.locator('a[href="/admin/products"]')).waitFor(),
    ]);
    await page.goto(`/admin/products/${id}/edit`);
    await shown;
    await expect(page).toHaveURL(/\/admin\/products$/);
    await expect(page.getByRole('heading', { name: 'Gestion des produits' })).toBeVisible();
  }
});

test('the edit page of a product that cannot be loaded shows a toast and goes back to the list [PRD-44]', async ({
  page,
}) => {
  await page.route(`**/api/products/${product.id}`, (route) =>
    route.fulfill({ status: 422, json: { code: 'INVALID_INPUT', message: 'Lecture impossible' } }),
  );
  await page.goto(`/admin/products/${product.id}/edit`);
  await expect(alert(page, 'Erreur de chargement – Lecture impossible')).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/products$/);
});

test('both buttons for the information of a product save it without the offers, and stay on the page [PRD-13][PRD-47][PRD-53][ERR-35]', async ({
  page,
}) => {
  await open(page);
  await page.getByLabel('Description').fill('Après');
  await page.getByLabel('Statut').selectOption('draft');
  await offer(page, 'Petit').getByLabel('Prix (DA)').fill('999');
  await saveInfo(page).click();
  await expect(page.getByText(updated)).toBeVisible();
  expect(await stored()).toMatchObject({ description: 'Après', status: 'draft', offers: two });
  await page.getByRole('button', { name: 'Fermer' }).click();
  await page.getByLabel('Catégorie').fill('Cartes');
  await saveProduct(page).click();
  await expect(page.getByText(updated)).toBeVisible();
  expect(await stored()).toMatchObject({ category: 'Cartes', offers: two });
  await expect(page).toHaveURL(/\/edit$/);
  await expect(offer(page, 'Petit').getByLabel('Prix (DA)')).toHaveValue('999');
  await expect(page.getByText('Modifications non enregistrées')).toBeVisible();
});

test('saving the information of a product checks name and game only [PRD-40][PRD-41][PRD-42]', async ({
  page,
}) => {
  await open(page);
  await offer(page, 'Petit').getByLabel('Nom de l’offre').fill('');
  await page.getByLabel('Nom du produit').fill('');
  await page.getByLabel('Jeu').fill(' ');
  await saveProduct(page).click();
  const refusal = 'Informations invalides – Veuillez corriger les erreurs dans les informations du produit';
  await expect(alert(page, refusal)).toBeVisible();
  await expect(page.getByText('Le nom du produit est requis')).toBeVisible();
  await expect(page.getByText('Le jeu est requis')).toBeVisible();
  await expect(page.getByText("Le nom de l'offre est requis")).toHaveCount(0);
  await page.getByLabel('Jeu').fill('Autre jeu');
  await expect(page.getByText('Le jeu est requis')).toHaveCount(0);
  await page.getByLabel('Nom du produit').fill('Nouveau nom');
  await saveProduct(page).click();
  await expect(page.getByText(updated)).toBeVisible();
  expect(await stored()).toMatchObject({ name: 'Nouveau nom', game: 'Autre jeu' });
});

test('saving a whole product checks the information and every offer [PRD-33][PRD-34][PRD-35][PRD-36][PRD-37][PRD-39]', async ({
  page,
}) => {
  await open(page);
  const small = offers(page).first();
  await page.getByLabel('Nom du produit').fill('');
  await page.getByLabel('Jeu').fill('');
  await small.getByLabel('Nom de l’offre').fill('');
  await small.getByLabel('Valeur').fill('');
  await small.getByLabel('Prix (DA)').fill('0');
  await saveAll(page).click();
  await expect(
    alert(page, 'Formulaire invalide – Veuillez corriger les erreurs dans le formulaire'),
  ).toBeVisible();
  for (const message of [
    'Le nom du produit est requis',
    'Le jeu est requis',
    "Le nom de l'offre est requis",
    'La valeur est requise',
    'Le prix doit être supérieur à 0',
  ])
    await expect(page.getByText(message)).toBeVisible();
  for (const _ of two) await offers(page).first().getByRole('button', { name: 'Supprimer' }).click();
  await saveAll(page).click();
  await expect(page.getByText('Au moins une offre est requise')).toBeVisible();
  expect(await stored()).toEqual(product);
});

test('saving a whole product keeps the sold codes, adds offers with stock 0, and goes to the list [PRD-43][PRD-48][PRD-54][PRD-59][ERR-35]', async ({
  page,
  almas,
}) => {
  await importCodes(admin, product, 5);
  await open(page);
  await expect(offer(page, 'Petit').getByTestId('stock')).toHaveText('Stock : 5 codes');
  const buyer = await reseller(almas, admin, { balance: 1_000 });
  const offerId = product.offers[0]?.id;
  await buyer.call('POST', '/purchases', { productId: product.id, offerId, quantity: 2 });
  await offer(page, 'Petit').getByLabel('Prix (DA)').fill('149.5');
  await addOffer(page);
  await saveAll(page).click();
  await expect(page.getByText(updated)).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/products$/);
  expect((await stored()).offers).toMatchObject([
    { id: offerId, name: 'Petit', price: 149.5, stock: 3 },
    { id: product.offers[1]?.id, name: 'Grand', region: 'EU', stock: 0 },
    { name: 'Moyen', price: 300, region: 'DZ', stock: 0 },
  ]);
});

test('an offer without stock is removed immediately, one with stock after a confirmation, and both can be restored [PRD-49][PRD-55][PRD-56][PRD-57][PRD-58]', async ({
  page,
}) => {
  await importCodes(admin, product, 2);
  await open(page);
  const remove = (name: string) => offer(page, name).getByRole('button', { name: 'Supprimer' }).click();
  await remove('Grand');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(offer(page, 'Grand')).toHaveCount(0);
  await remove('Petit');
  const dialog = page.getByRole('dialog', { name: 'Supprimer l’offre' });
  await expect(dialog).toContainText('« Petit » a 2 codes. Ses codes non vendus seront supprimés avec elle.');
  await expectAccessibleAtBothWidths(page);
  await dialog.getByRole('button', { name: 'Annuler' }).click();
  await expect(offer(page, 'Petit')).toBeVisible();
  await remove('Petit');
  await dialog.getByRole('button', { name: 'Supprimer' }).click();
  await expect(offer(page, 'Petit')).toHaveCount(0);
  const reported = page.getByRole('status').filter({ hasText: '« Petit » sera supprimée, avec ses codes' });
  await expect(reported).toBeVisible();
  expect((await stored()).offers.map(({ stock }) => stock)).toEqual([2, 0]);
  await page
    .getByRole('status')
    .filter({ hasText: '« Grand »' })
    .getByRole('button', { name: 'Rétablir' })
    .click();
  await saveAll(page).click();
  await expect(page).toHaveURL(/\/admin\/products$/);
  expect((await stored()).offers.map(({ id }) => id)).toEqual([product.offers[1]?.id]);
  expect((await admin.call('GET', `/codes?productId=${product.id}`)).items).toEqual([]);
});

const stale = (page: Page) => page.getByRole('dialog', { name: 'Ce produit a été modifié entre-temps' });
const reload = (page: Page) => stale(page).getByRole('button', { name: 'Prendre la version enregistrée' });

test('saving a product that a colleague changed meanwhile is refused with what changed, and the form keeps what was typed (F1)', async ({
  page,
}) => {
  await importCodes(admin, product, 2);
  await open(page);
  await page.getByLabel('Description').fill('La mienne');
  const added = await admin.call('POST', `/products/${product.id}/offers`, {
    name: 'Offre du collègue',
    value: '1 UC',
    price: 10,
  });
  await admin.call('POST', `/products/${product.id}/offers/${added.offers[2].id}/codes`, {
    codes: newCodes(3),
  });
  await admin.call('PATCH', `/products/${product.id}/offers/${product.offers[1]?.id}`, { price: 800 });
  await saveAll(page).click();
  const changes = stale(page).locator('li');
  await expect(changes).toHaveText([
    /^Offre « Grand ».*750 DA.*800 DA/,
    /^Offre « Offre du collègue ».*3 codes/,
  ]);
  await stale(page).getByRole('button', { name: 'Revenir au formulaire' }).click();
  await expect(page.getByLabel('Description')).toHaveValue('La mienne');
  expect(await stored()).toMatchObject({
    description: 'Avant',
    offers: [{ stock: 2 }, { price: 800 }, { name: 'Offre du collègue', stock: 3 }],
  });
});

test('an administrator takes the stored version of a changed product, and the next save passes (F1)', async ({
  page,
}) => {
  await open(page);
  await page.getByLabel('Description').fill('La mienne');
  await offer(page, 'Grand').getByRole('button', { name: 'Supprimer' }).click();
  await admin.call('PUT', `/products/${product.id}`, {
    name: product.name,
    game: product.game,
    description: 'Du collègue',
  });
  await saveProduct(page).click();
  await expect(stale(page)).toContainText('Du collègue');
  await reload(page).click();
  await expect(page.getByLabel('Description')).toHaveValue('Du collègue');
  await expect(offer(page, 'Grand')).toBeVisible();
  await page.getByLabel('Catégorie').fill('Cartes');
  await saveProduct(page).click();
  await expect(page.getByText(updated)).toBeVisible();
  expect(await stored()).toMatchObject({ description: 'Du collègue', category: 'Cartes', offers: two });
});

test('a product form that is restored after its session ended still knows which version it was read from (F1)', async ({
  page,
}) => {
  await open(page);
  await page.getByLabel('Description').fill('La mienne');
  await offer(page, 'Grand').getByRole('button', { name: 'Supprimer' }).click();
  await endSessionWith(page, `**/api/products/${product.id}`);
  await saveProduct(page).click();
  await expect(page.getByLabel('Mot de passe', { exact: true })).toBeVisible();
  await admin.call('PATCH', `/products/${product.id}/offers/${product.offers[0]?.id}`, { price: 200 });
  await submitSignIn(page, admin);
  await expect(page.getByLabel('Description')).toHaveValue('La mienne');
  await expect(page.getByRole('status').filter({ hasText: '« Grand » sera supprimée' })).toBeVisible();
  await saveAll(page).click();
  await expect(stale(page).locator('li')).toHaveText([/^Offre « Petit ».*150 DA.*200 DA/]);
  await reload(page).click();
  await expect(offer(page, 'Petit').getByLabel('Prix (DA)')).toHaveValue('200');
  expect(await stored()).toMatchObject({ description: 'Avant', offers: [{ price: 200 }, { name: 'Grand' }] });
});

test.describe('after a lost response', () => {
  test.use({ allowed: [[/net::ERR_FAILED/], { scope: 'test' }] as never });

  test('a product whose save lost its response is saved by the second press, without a question and without a second offer', async ({
    page,
  }) => {
    await open(page);
    await addOffer(page);
    await dropResponses(page, `**/api/products/${product.id}`, { calls: 1 });
    await saveAll(page).click();
    await expect(page.getByRole('alert')).toBeVisible();
    expect((await stored()).offers).toHaveLength(3);
    await saveAll(page).click();
    await expect(page).toHaveURL(/\/admin\/products$/);
    expect((await stored()).offers.map(({ name }) => name)).toEqual(['Petit', 'Grand', 'Moyen']);
  });
});

test('an offer into which a colleague imported codes after its removal is not deleted without a question (F1)', async ({
  page,
}) => {
  await open(page);
  // An offer without stock is removed without a question.
  await offer(page, 'Grand').getByRole('button', { name: 'Supprimer' }).click();
  await admin.call('POST', `/products/${product.id}/offers/${product.offers[1]?.id}/codes`, {
    codes: newCodes(4),
  });
  await saveAll(page).click();
  await expect(stale(page).locator('li')).toHaveText([/^Offre « Grand ».*4 codes/]);
  await stale(page).getByRole('button', { name: 'Revenir au formulaire' }).click();
  expect((await stored()).offers.map(({ stock }) => stock)).toEqual([0, 4]);
});

test('cancelling the edit of a product asks about the changes, leads to the list, and saves nothing [PRD-52]', async ({
  page,
}) => {
  await open(page);
  await page.getByLabel('Description').fill('Jamais');
  await page.getByRole('link', { name: 'Annuler' }).click();
  await page.getByRole('button', { name: 'Quitter sans enregistrer' }).click();
  await expect(page).toHaveURL(/\/admin\/products$/);
  expect(await stored()).toEqual(product);
});

test('an offer that is not saved yet takes codes, which are stored when the product is saved [PRD-51]', async ({
  page,
}) => {
  await open(page);
  const added = await addOffer(page);
  await added.getByRole('button', { name: 'Importer des codes' }).click();
  await page.getByRole('textbox', { name: 'Codes' }).fill(newCodes(4).join('\n'));
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Importer/ })
    .click();
  await expect(added.getByTestId('stock')).toHaveText('Stock : 4 codes');
  await saveAll(page).click();
  await expect(page).toHaveURL(/\/admin\/products$/);
  expect((await stored()).offers.map(({ stock }) => stock)).toEqual([0, 0, 4]);
});

test('a refused save of a product keeps what was typed [ERR-08]', async ({ page }) => {
  await open(page);
  await page.getByLabel('Description').fill('Gardée');
  await page.route(`**/api/products/${product.id}`, (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 422, json: { code: 'INVALID_INPUT', message: '' } })
      : route.fallback(),
  );
  for (const button of [saveProduct(page), saveAll(page)]) {
    await button.click();
    await expect(alert(page, 'Erreur de mise à jour')).toBeVisible();
    await page.getByRole('button', { name: 'Fermer' }).click();
    await expect(page.getByLabel('Description')).toHaveValue('Gardée');
  }
});

test('the edit page of a product refuses a reseller, on the screen and at the server [NAV-29]', async ({
  page,
  almas,
}) => {
  const visitor = await reseller(almas, admin);
  await enterAs(page, almas, visitor);
  await page.goto(`/admin/products/${product.id}/edit`);
  await expect(page.getByRole('heading', { name: 'Accès non autorisé' })).toBeVisible();
  await expect(visitor.call('PUT', `/products/${product.id}`, { name: 'x', game: 'y' })).rejects.toThrow(
    '403',
  );
  await enterAs(page, almas, admin);
  await open(page);
});

/** The elements that get the focus by pressing one key repeatedly and are covered by another element. */
async function coveredWhenFocused(page: Page, key: 'Tab' | 'Shift+Tab', presses: number) {
  const covered: string[] = [];
  for (let press = 0; press < presses; press += 1) {
    await page.keyboard.press(key);
    const name = await page.evaluate(() => {
      const focused = document.activeElement;
      if (!focused?.closest('main')) return null;
      // The field of the picture is invisible: its label is the visible control.
      const seen = focused.closest('label') ?? focused;
      const { left, top, width, height } = seen.getBoundingClientRect();
      const shown = [0.2, 0.8].every((share) =>
        seen.contains(document.elementFromPoint(left + width / 2, top + height * share)),
      );
      return shown ? null : `${focused.tagName} ${focused.textContent}`;
    });
    if (name) covered.push(name);
  }
  return covered;
}

test('no field of the product’s edit page is behind the top bar or the save bar when it gets the focus', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 640 });
  await open(page);
  await page.getByLabel('Nom du produit').focus();
  expect(await coveredWhenFocused(page, 'Tab', 24)).toEqual([]);
  expect(await coveredWhenFocused(page, 'Shift+Tab', 24)).toEqual([]);
});

test('the edit page of a product is accessible and fits a phone', async ({ page }) => {
  await importCodes(admin, product, 1);
  await open(page);
  await expectAccessible(page);
  await offer(page, 'Petit').getByRole('button', { name: 'Supprimer' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expectNoSideScroll(page);
  await page.getByLabel('Catégorie').fill('Cartes');
  await expect(page.getByText('Modifications non enregistrées')).toBeVisible();
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 640 });
    const cancel = page.getByRole('link', { name: 'Annuler' });
    const row = await boxesOf(cancel, saveProduct(page), saveAll(page));
    expect(new Set(row.map(({ y }) => y)).size, `rows of buttons at ${width} px`).toBe(1);
  }
});
