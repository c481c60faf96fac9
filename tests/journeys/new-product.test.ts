import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { dropResponses } from './support/accounts.ts';
import { administrator, type Caller, enterAs, reseller } from './support/callers.ts';
import { type ApiProduct, createProduct, importCodes, newCodes, uniqueName } from './support/products.ts';
import { expectAccessible, expectNoSideScroll } from './support/screen-checks.ts';

let admin: Caller;
test.beforeEach(async ({ almas, page }) => {
  admin = await administrator(almas);
  await enterAs(page, almas, admin);
  await page.goto('/admin/products/new');
});

const offers = (page: Page) => page.getByTestId('offer');
const game = (page: Page) => page.getByRole('combobox', { name: 'Jeu', exact: true });
const create = (page: Page) => page.getByRole('button', { name: 'Créer le produit' });
const alert = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text });

async function find(name: string): Promise<ApiProduct> {
  const { items } = await admin.call('GET', '/products');
  const found = items.find((product: ApiProduct) => product.name === name);
  if (!found) throw new Error(`${name} is not in the list`);
  return found;
}

async function fillOffer(offer: Locator, name: string, value: string, price: string) {
  await offer.getByLabel('Nom de l’offre').fill(name);
  await offer.getByLabel('Valeur').fill(value);
  await offer.getByLabel('Prix (DA)').fill(price);
}

test('the form of a new product has six fields and a list of offers, with their defaults [PRD-14][PRD-15][PRD-25][PRD-27][PRD-28][PRD-30]', async ({
  page,
}) => {
  for (const label of ['Nom du produit', 'Catégorie', 'URL de l’image', 'Description'])
    await expect(page.getByLabel(label)).toHaveValue('');
  await expect(game(page)).toHaveValue('');
  await expect(page.getByLabel('Statut')).toHaveValue('active');
  await expect(page.getByLabel('Statut').getByRole('option')).toHaveText(['Actif', 'Inactif', 'Brouillon']);
  await expect(page.getByLabel('URL de l’image')).toHaveAttribute('type', 'url');
  await expect(page.getByRole('heading', { name: 'Offres et variantes' })).toBeVisible();
  await page.getByRole('button', { name: 'Ajouter une offre' }).click();
  await expect(offers(page)).toHaveCount(1);
  await expect(offers(page).getByLabel('Région')).toHaveValue('DZ');
  const price = offers(page).getByLabel('Prix (DA)');
  await expect(price).toHaveValue('');
  await expect(price).toHaveAttribute('step', '0.01');
  await expect(price).toHaveAttribute('min', '0');
});

const templates = {
  'Free Fire': [
    ['100+10 Diamants', '110 Diamants', '150'],
    ['200+20 Diamants', '220 Diamants', '300'],
    ['500+50 Diamants', '550 Diamants', '750'],
    ['1000+100 Diamants', '1100 Diamants', '1500'],
    ['2000+200 Diamants', '2200 Diamants', '3000'],
  ],
  'PUBG Mobile': [
    ['60 UC', '60 UC', '120'],
    ['300+25 UC', '325 UC', '600'],
    ['600+60 UC', '660 UC', '1200'],
    ['1500+300 UC', '1800 UC', '3000'],
    ['3000+850 UC', '3850 UC', '6000'],
  ],
  'Mobile Legends': [
    ['86 Diamants', '86 Diamants', '150'],
    ['172 Diamants', '172 Diamants', '300'],
    ['429+71 Diamants', '500 Diamants', '750'],
    ['878+122 Diamants', '1000 Diamants', '1500'],
    ['1757+343 Diamants', '2100 Diamants', '3000'],
  ],
  Roblox: [
    ['80 Robux', '80 Robux', '120'],
    ['400 Robux', '400 Robux', '600'],
    ['800 Robux', '800 Robux', '1200'],
    ['1700 Robux', '1700 Robux', '2400'],
    ['4500 Robux', '4500 Robux', '6000'],
  ],
};

test('each of the four product templates fills in its five offers [PRD-17][PRD-18][PRD-20][PRD-21][PRD-22][PRD-23]', async ({
  page,
}) => {
  await expect(game(page).getByRole('option')).toHaveText([
    'Choisir un jeu',
    ...Object.keys(templates),
    'Autre',
  ]);
  for (const [name, expected] of Object.entries(templates)) {
    await game(page).selectOption(name);
    await expect(offers(page)).toHaveCount(5);
    for (const [index, [offerName = '', value = '', price = '']] of expected.entries()) {
      const offer = offers(page).nth(index);
      await expect(offer.getByLabel('Nom de l’offre')).toHaveValue(offerName);
      await expect(offer.getByLabel('Valeur')).toHaveValue(value);
      await expect(offer.getByLabel('Prix (DA)')).toHaveValue(price);
      await expect(offer.getByLabel('Région')).toHaveValue('DZ');
    }
  }
});

test('a template replaces offers that were typed by hand only after a confirmation', async ({ page }) => {
  await game(page).selectOption('Roblox');
  await offers(page).first().getByLabel('Prix (DA)').fill('125');
  await game(page).selectOption('Free Fire');
  const dialog = page.getByRole('dialog', { name: 'Remplacer les offres ?' });
  await dialog.getByRole('button', { name: 'Annuler' }).click();
  await expect(game(page)).toHaveValue('Roblox');
  await expect(offers(page).first().getByLabel('Prix (DA)')).toHaveValue('125');
  await game(page).selectOption('Free Fire');
  await dialog.getByRole('button', { name: 'Remplacer' }).click();
  await expect(offers(page).first().getByLabel('Nom de l’offre')).toHaveValue('100+10 Diamants');
});

test('the game `Autre` allows any name for a new product, with twelve suggestions [PRD-19][PRD-26]', async ({
  page,
}) => {
  const name = uniqueName('Cartes');
  const free = page.getByLabel('Nom du jeu');
  await expect(free).toHaveCount(0);
  await game(page).selectOption('autre');
  const list = await free.getAttribute('list');
  const suggested = await page
    .locator(`datalist[id="${list}"] option`)
    .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));
  expect(suggested).toEqual([
    'Free Fire',
    'PUBG Mobile',
    'Mobile Legends',
    'Call of Duty Mobile',
    'Clash of Clans',
    'Clash Royale',
    'Genshin Impact',
    'Roblox',
    'Minecraft',
    'Fortnite',
    'Valorant',
    'League of Legends',
  ]);
  await free.fill('Jeu inventé');
  await page.getByLabel('Nom du produit').fill(name);
  await page.getByLabel('Statut').selectOption('draft');
  await page.getByRole('button', { name: 'Ajouter une offre' }).click();
  await fillOffer(offers(page), 'Carte', '1 mois', '49.99');
  await create(page).click();
  await expect(page.getByText('Produit créé')).toBeVisible();
  const stored = await find(name);
  expect(stored).toMatchObject({ game: 'Jeu inventé', status: 'draft' });
});

test('a new product names every missing field, and a message disappears when its field is edited [PRD-31][PRD-32][PRD-33][PRD-34][PRD-35][PRD-36][PRD-37][PRD-38][PRD-42]', async ({
  page,
}) => {
  await create(page).click();
  await expect(alert(page, 'Formulaire invalide')).toHaveText(/^Formulaire invalide$/);
  for (const message of [
    'Le nom du produit est requis',
    'Le jeu est requis',
    'Au moins une offre est requise',
  ])
    await expect(page.getByText(message)).toBeVisible();
  await expect(page.getByLabel('Nom du produit')).toBeFocused();
  await page.getByLabel('Nom du produit').fill('D');
  await expect(page.getByText('Le nom du produit est requis')).toHaveCount(0);
  await expect(page.getByText('Le jeu est requis')).toBeVisible();
  await game(page).selectOption('autre');
  await expect(page.getByText('Le jeu est requis')).toHaveCount(0);
  await page.getByRole('button', { name: 'Ajouter une offre' }).click();
  await expect(page.getByText('Au moins une offre est requise')).toHaveCount(0);
  await create(page).click();
  const offer = offers(page);
  const messages = {
    'Nom de l’offre': "Le nom de l'offre est requis",
    Valeur: 'La valeur est requise',
    'Prix (DA)': 'Le prix doit être supérieur à 0',
  };
  for (const message of Object.values(messages)) await expect(offer.getByText(message)).toBeVisible();
  // The first wrong field gets the focus a moment after the messages: anything typed before would go into it.
  await expect(page.getByLabel('Nom du jeu')).toBeFocused();
  for (const [label, message] of Object.entries(messages)) {
    await offer.getByLabel(label).fill('0');
    await expect(offer.getByText(message)).toHaveCount(0);
  }
  await create(page).click();
  await expect(offer.getByText('Le prix doit être supérieur à 0')).toBeVisible();
});

test('the last offer of a new product cannot be removed [PRD-24]', async ({ page }) => {
  const add = page.getByRole('button', { name: 'Ajouter une offre' });
  await add.click();
  await expect(offers(page).getByRole('button', { name: 'Supprimer' })).toBeDisabled();
  await add.click();
  await offers(page).first().getByRole('button', { name: 'Supprimer' }).click();
  await expect(offers(page)).toHaveCount(1);
  await expect(offers(page).getByRole('button', { name: 'Supprimer' })).toBeDisabled();
});

test('imported codes of a new product stay on the screen until it is saved, then they are its stock [PRD-16][PRD-29][PRD-43][COD-01][COD-04][COD-06][ERR-33][ERR-34]', async ({
  page,
}) => {
  const name = uniqueName('Robux');
  const [first = '', second = '', third = ''] = newCodes(3);
  await page.getByLabel('Nom du produit').fill(name);
  await game(page).selectOption('Roblox');
  const offer = offers(page).first();
  await expect(offer.getByTestId('stock')).toHaveText('Stock : 0 code');
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && /\/api\/products/.test(request.url()))
      sent.push(request.postDataJSON());
  });
  await offer.getByRole('button', { name: 'Importer des codes' }).click();
  const dialog = page.getByRole('dialog', { name: /Importer des codes/ });
  const submit = dialog.getByRole('button', { name: /^Importer/ });
  await submit.click();
  await expect(alert(page, 'Codes manquants')).toHaveText(/^Codes manquants$/);
  const text = dialog.getByRole('textbox', { name: 'Codes' });
  await text.fill('  \n \n\t');
  await submit.press('Enter');
  await expect(alert(page, 'Codes invalides')).toHaveText(/^Codes invalides$/);
  await text.fill(` ${first} \n\n${second}\r\n${third}\n${first}\n`);
  await submit.click();
  await expect(page.getByText('3 code(s) importé(s) avec succès')).toBeVisible();
  await expect(offer.getByTestId('stock')).toHaveText('Stock : 3 codes');
  expect(sent).toEqual([]);
  await create(page).click();
  await expect(page.getByText('Produit créé')).toBeVisible();
  await expect(page.getByText('Codes importés – 3 code(s) importé(s) avec succès').last()).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/products$/);
  // One call: product, offers and codes are stored together.
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({
    offers: [
      { name: '80 Robux', price: 120, region: 'DZ', stock: 0, codes: `${first}\n${second}\n${third}` },
      {},
      {},
      {},
      {},
    ],
  });
  expect((await find(name)).offers.map(({ stock }) => stock)).toEqual([3, 0, 0, 0, 0]);
});

test('an offer in which case counts takes two codes that differ in case only, and a new product is sent with the serials of its codes [STK-03][STK-15]', async ({
  page,
}) => {
  const [code = ''] = newCodes(1);
  const [upper, lower] = [`${code}A`, `${code}a`];
  await page.getByLabel('Nom du produit').fill(uniqueName('Robux'));
  await game(page).selectOption('Roblox');
  const offer = offers(page).first();
  const choice = offer.getByRole('switch', { name: 'Casse significative' });
  const list = `Serial;PIN\n70010;${upper}\n70011;${lower}`;
  const dialog = page.getByRole('dialog', { name: /Importer des codes/ });
  const importList = async () => {
    await offer.getByRole('button', { name: 'Importer des codes' }).click();
    await dialog.getByRole('textbox', { name: 'Codes' }).fill(list);
  };
  await importList();
  await expect(dialog.getByRole('button', { name: 'Importer 1 code de la colonne PIN' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Annuler' }).click();
  await choice.check();
  await importList();
  await dialog.getByRole('button', { name: 'Importer 2 codes de la colonne PIN' }).click();
  await expect(offer.getByTestId('stock')).toHaveText('Stock : 2 codes');
  await expect(choice).toBeDisabled();
  const sending = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/api/products'),
  );
  await create(page).click();
  expect((await sending).postDataJSON().offers[0]).toMatchObject({
    codes: `${upper}\n${lower}`,
    serials: '70010\n70011',
    caseSignificant: true,
  });
});

test('a failed creation of a product keeps the codes, and the next try stores them with the product [ERR-10][ENT-25]', async ({
  page,
}) => {
  const name = uniqueName('UC');
  const codes = newCodes(2);
  await page.getByLabel('Nom du produit').fill(name);
  await game(page).selectOption('PUBG Mobile');
  await offers(page).first().getByRole('button', { name: 'Importer des codes' }).click();
  await page.getByRole('textbox', { name: 'Codes' }).fill(codes.join('\n'));
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Importer/ })
    .click();
  const address = '**/api/products';
  await page.route(address, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 422, json: { code: 'INVALID_INPUT', message: '' } })
      : route.fallback(),
  );
  await create(page).click();
  await expect(alert(page, 'Erreur de création')).toBeVisible();
  await expect(offers(page).first().getByTestId('stock')).toHaveText('Stock : 2 codes');
  await page.unroute(address);
  await create(page).click();
  await expect(page).toHaveURL(/\/admin\/products$/);
  const { items } = await admin.call('GET', '/products');
  const made = items.filter((product: ApiProduct) => product.name === name);
  expect(made).toHaveLength(1);
  expect(made[0].offers[0].stock).toBe(2);
});

test('codes that exist in other offers are left out of a new product, and the screen says where they are', async ({
  page,
}) => {
  const other = await createProduct(admin);
  const [known = ''] = await importCodes(admin, other, 1);
  const [fresh = ''] = newCodes(1);
  const name = uniqueName('UC');
  await page.getByLabel('Nom du produit').fill(name);
  await game(page).selectOption('PUBG Mobile');
  const importInto = async (index: number, codes: readonly string[]) => {
    await offers(page).nth(index).getByRole('button', { name: 'Importer des codes' }).click();
    await page.getByRole('textbox', { name: 'Codes' }).fill(codes.join('\n'));
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Importer/ })
      .click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };
  await importInto(0, [known]);
  await create(page).click();
  await expect(alert(page, 'Aucun nouveau code : 1 déjà dans une autre offre')).toBeVisible();
  await importInto(1, [fresh]);
  await create(page).click();
  await expect(
    alert(page, `1 code laissé de côté – 1 déjà dans « ${other.name} – ${other.offers[0]?.name} »`),
  ).toBeVisible();
  expect((await find(name)).offers.map(({ stock }) => stock)).toEqual([0, 1, 0, 0, 0]);
});

test('a refused creation of a product keeps what was typed and marks the wrong field [ERR-10]', async ({
  page,
}) => {
  await page.getByLabel('Nom du produit').fill('Cartes');
  await game(page).selectOption('Roblox');
  const address = page.getByLabel('URL de l’image');
  await address.fill('javascript:alert(1)');
  await create(page).click();
  const refusal = 'L’adresse de l’image doit commencer par http:// ou https://';
  await expect(address).toHaveAccessibleDescription(refusal);
  await expect(address).toHaveAttribute('aria-invalid', 'true');
  await expect(address).toBeFocused();
  await address.fill('');
  await expect(address).not.toHaveAttribute('aria-invalid', 'true');
  const answers = [
    { code: 'IMAGE_URL_INVALID', message: refusal },
    { code: 'INVALID_INPUT', message: '' },
  ];
  await page.route('**/api/products', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 422, json: answers.shift() })
      : route.fallback(),
  );
  await create(page).click();
  await expect(alert(page, refusal)).toBeVisible();
  await expect(address).toHaveAttribute('aria-invalid', 'true');
  await create(page).click();
  await expect(alert(page, 'Erreur de création')).toBeVisible();
  await expect(page.getByLabel('Nom du produit')).toHaveValue('Cartes');
});

test('the creation of a product is refused to a reseller, on the screen and at the server', async ({
  page,
  almas,
}) => {
  const visitor = await reseller(almas, admin);
  await enterAs(page, almas, visitor);
  await page.goto('/admin/products/new');
  await expect(page.getByRole('heading', { name: 'Accès non autorisé' })).toBeVisible();
  await expect(visitor.call('POST', '/products', { name: 'x', game: 'y' })).rejects.toThrow('403');
});

test('the form of a new product is accessible and fits a phone', async ({ page }) => {
  await game(page).selectOption('Free Fire');
  await create(page).click();
  await expect(page.getByText('Le nom du produit est requis')).toBeVisible();
  await expectAccessible(page);
  await expectNoSideScroll(page);
});

test.describe('after a lost response', () => {
  test.use({ allowed: [[/net::ERR_FAILED/], { scope: 'test' }] as never });

  test('a new product whose response was lost is created once, and the second press says so', async ({
    page,
  }) => {
    const name = uniqueName('Perdu');
    await page.getByLabel('Nom du produit').fill(name);
    await game(page).selectOption('Roblox');
    await dropResponses(page, '**/api/products', { calls: 1 });
    await create(page).click();
    await expect(alert(page, 'Connexion au serveur impossible')).toBeVisible();
    await find(name);
    await create(page).click();
    await expect(page.getByText(/^Produit créé – une seule fois/)).toBeVisible();
    const { items } = await admin.call('GET', '/products');
    expect(items.filter((product: ApiProduct) => product.name === name)).toHaveLength(1);
  });
});
