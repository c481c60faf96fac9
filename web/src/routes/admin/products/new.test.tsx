import { expect, test } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { expectAccessible, expectNoSideScroll } from '../../../../tests/accessible.ts';
import { type Answers, lost, refusal } from '../../../../tests/api.ts';
import {
  exactly,
  expectToast,
  press,
  takesPresses,
  textsOf,
  toasts,
} from '../../../../tests/expectations.ts';
import { productsOf } from '../../../../tests/products.ts';
import { administrator, product } from '../../../../tests/samples.ts';
import { openScreen } from '../../../../tests/screen.tsx';

const open = (answers: Answers = {}) =>
  openScreen('/admin/products/new', administrator(), { ...productsOf().answers, ...answers });
const offers = () => page.getByTestId('offer');
const stockOf = (index: number) => offers().nth(index).getByTestId('stock');
const field = (label: string, within: Locator = page.css('main')) =>
  within.getByLabelText(label, { exact: true });
const game = () => field('Jeu');
const add = () => page.getByRole('button', { name: 'Ajouter une offre' });
const create = () => page.getByRole('button', { name: 'Créer le produit' });
const dialog = () => page.getByRole('dialog', { name: /Importer des codes/ });
const codes = () => dialog().getByRole('textbox', { name: 'Codes' });
const submit = () => dialog().getByRole('button', { name: /^Importer/ });
const alert = (text: string) => toasts().getByRole('alert').filter({ hasText: text });

async function importInto(index: number, text: string) {
  await offers().nth(index).getByRole('button', { name: 'Importer des codes' }).click();
  await codes().fill(text);
  await submit().click();
  await expect.element(dialog()).not.toBeInTheDocument();
}

test('the form of a new product has six fields and a list of offers, with their defaults; its last offer cannot be removed [PRD-14][PRD-15][PRD-24][PRD-25][PRD-27][PRD-28][PRD-30]', async () => {
  await open();
  for (const label of ['Nom du produit', 'Catégorie', 'URL de l’image', 'Description'])
    await expect.element(field(label)).toHaveValue('');
  await expect.element(game()).toHaveValue('');
  await expect.element(field('Statut')).toHaveValue('active');
  expect(textsOf(field('Statut').getByRole('option'))).toEqual(['Actif', 'Inactif', 'Brouillon']);
  await expect.element(field('URL de l’image')).toHaveAttribute('type', 'url');
  await expect.element(page.getByRole('heading', { name: 'Offres et variantes' })).toBeVisible();
  await add().click();
  await expect.element(offers()).toHaveLength(1);
  await expect.element(field('Région')).toHaveValue('DZ');
  const price = field('Prix (DA)');
  await expect.element(price).toHaveValue('');
  await expect.element(price).toHaveAttribute('step', '0.01');
  await expect.element(price).toHaveAttribute('min', '0');
  const remove = () => offers().getByRole('button', { name: 'Supprimer' });
  await expect.element(remove()).toBeDisabled();
  await add().click();
  await remove().first().click();
  await expect.element(offers()).toHaveLength(1);
  await expect.element(remove()).toBeDisabled();
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

test('each of the four product templates fills in its five offers, and replaces typed ones after a confirmation only [PRD-17][PRD-18][PRD-20][PRD-21][PRD-22][PRD-23]', async () => {
  await open();
  await expect
    .poll(() => textsOf(game().getByRole('option')))
    .toEqual(['Choisir un jeu', ...Object.keys(templates), 'Autre']);
  const shown = () =>
    offers()
      .elements()
      .map((offer) => [...offer.querySelectorAll('input')].map(({ value }) => value).slice(0, 4));
  for (const [name, expected] of Object.entries(templates)) {
    await game().selectOptions(name);
    await expect.poll(shown).toEqual(expected.map((offer) => [...offer, 'DZ']));
  }
  const price = field('Prix (DA)').first();
  await price.fill('125');
  await game().selectOptions('Free Fire');
  const question = page.getByRole('dialog', { name: 'Remplacer les offres ?' });
  await question.getByRole('button', { name: 'Annuler' }).click();
  await expect.element(game()).toHaveValue('Roblox');
  await expect.element(price).toHaveValue('125');
  await game().selectOptions('Free Fire');
  await question.getByRole('button', { name: 'Remplacer' }).click();
  await expect.element(field('Nom de l’offre').first()).toHaveValue('100+10 Diamants');
});

test('the game `Autre` allows any name for a new product, with twelve suggestions [PRD-19][PRD-26]', async () => {
  const screen = await open();
  const free = field('Nom du jeu');
  await expect.element(free).not.toBeInTheDocument();
  await game().selectOptions('autre');
  const list = free.element().getAttribute('list');
  const suggested = page.css(`datalist[id="${list}"] option`).elements() as HTMLOptionElement[];
  expect(suggested.map(({ value }) => value)).toEqual([
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
  await field('Nom du produit').fill('Cartes');
  await field('Statut').selectOptions('draft');
  await add().click();
  await field('Nom de l’offre').fill('Carte');
  await field('Valeur').fill('1 mois');
  await field('Prix (DA)').fill('49.99');
  await create().click();
  await expectToast('Produit créé');
  expect(screen.sent('products.create')).toMatchObject([
    { body: { name: 'Cartes', game: 'Jeu inventé', status: 'draft', offers: [{ price: 49.99 }] } },
  ]);
});

test('a new product names every missing field, and a message disappears when its field is edited [PRD-31][PRD-32][PRD-33][PRD-34][PRD-35][PRD-36][PRD-37][PRD-38][PRD-42]', async () => {
  const screen = await open();
  const message = (text: string) => page.css('main').getByText(text);
  await create().click();
  await expect.element(alert('Formulaire invalide')).toHaveTextContent(exactly('Formulaire invalide'));
  for (const text of ['Le nom du produit est requis', 'Le jeu est requis', 'Au moins une offre est requise'])
    await expect.element(message(text)).toBeVisible();
  await expect.element(field('Nom du produit')).toHaveFocus();
  await field('Nom du produit').fill('D');
  await expect.element(message('Le nom du produit est requis')).not.toBeInTheDocument();
  await expect.element(message('Le jeu est requis')).toBeVisible();
  await game().selectOptions('autre');
  await expect.element(message('Le jeu est requis')).not.toBeInTheDocument();
  await add().click();
  await expect.element(message('Au moins une offre est requise')).not.toBeInTheDocument();
  await create().click();
  const missing = {
    'Nom de l’offre': "Le nom de l'offre est requis",
    Valeur: 'La valeur est requise',
    'Prix (DA)': 'Le prix doit être supérieur à 0',
  };
  for (const text of Object.values(missing)) await expect.element(message(text)).toBeVisible();
  // The first wrong field gets the focus a moment after the messages: anything typed before would go into it.
  await expect.element(field('Nom du jeu')).toHaveFocus();
  await expectAccessible();
  await expectNoSideScroll();
  for (const [label, text] of Object.entries(missing)) {
    await field(label).fill('0');
    await expect.element(message(text)).not.toBeInTheDocument();
  }
  await create().click();
  await expect.element(message('Le prix doit être supérieur à 0')).toBeVisible();
  expect(screen.sent('products.create')).toEqual([]);
});

test('imported codes of a new product stay on the screen until it is saved, then they are sent with it in one call, with their serials [PRD-16][PRD-29][PRD-43][COD-01][COD-04][COD-06][ERR-33][ERR-34]', async () => {
  const screen = await open({
    'products.create': product({
      imports: [
        {
          offerId: '1',
          batchId: '1',
          imported: 3,
          duplicates: 0,
          invalid: 0,
          stock: 3,
          repeated: 0,
          inOffer: 0,
          inOtherOffers: [],
          sold: [],
        },
      ],
    } as never),
  });
  await field('Nom du produit').fill('Robux');
  await game().selectOptions('Roblox');
  await expect.element(stockOf(0)).toHaveTextContent(exactly('Stock : 0 code'));
  await offers().first().getByRole('button', { name: 'Importer des codes' }).click();
  await submit().click();
  await expect.element(alert('Codes manquants')).toHaveTextContent(exactly('Codes manquants'));
  await codes().fill('  \n \n\t');
  await press(submit(), '{Enter}');
  await expect.element(alert('Codes invalides')).toHaveTextContent(exactly('Codes invalides'));
  await codes().fill(' AAAA-1111 \n\nBBBB-2222\r\nCCCC-3333\nAAAA-1111\n');
  await submit().click();
  await expectToast('Codes importés – 3 code(s) importé(s) avec succès');
  await expect.element(stockOf(0)).toHaveTextContent(exactly('Stock : 3 codes'));
  expect(screen.sent('products.create')).toEqual([]);
  await create().click();
  await expectToast('Produit créé');
  await expect
    .element(toasts().getByText('Codes importés – 3 code(s) importé(s) avec succès').last())
    .toBeVisible();
  await expect.poll(screen.address).toBe('/admin/products');
  const [sent, ...others] = screen.sent('products.create');
  expect(others).toEqual([]);
  expect(sent?.body.offers).toMatchObject([
    { name: '80 Robux', price: 120, region: 'DZ', stock: 0, codes: 'AAAA-1111\nBBBB-2222\nCCCC-3333' },
    {},
    {},
    {},
    {},
  ]);
});

// Turned red by: a list for a new offer of which the codes and serials alone are kept.
test('the codes of a new offer keep the date that their list names, and of two lists the earlier one [STK-61]', async () => {
  const screen = await open();
  await field('Nom du produit').fill('Robux');
  await game().selectOptions('Roblox');
  for (const list of ['Code;Expire le\nDATE-1042;31/12/2099', 'Code;Expire le\nDATE-2079;30/06/2099']) {
    await offers().first().getByRole('button', { name: 'Importer des codes' }).click();
    await codes().fill(list);
    await expect.element(submit()).toHaveTextContent('Importer 1 code');
    await submit().click();
  }
  await expect.element(stockOf(0)).toHaveTextContent(exactly('Stock : 2 codes'));
  await create().click();
  await expectToast('Produit créé');
  expect(screen.sent('products.create')[0]?.body.offers[0]).toMatchObject({
    codes: 'DATE-1042\nDATE-2079',
    batch: { expiresOn: '2099-06-30', supplierId: null },
  });
});

// Turned red by: a batch that is sent with what the server refuses, and one that only another list can change.
test('what is said of waiting codes is checked at once, and is corrected without another list [STK-61]', async () => {
  const screen = await open();
  await field('Nom du produit').fill('Robux');
  await game().selectOptions('Roblox');
  const importing = () => offers().first().getByRole('button', { name: 'Importer des codes' }).click();
  const said = (label: string) => dialog().getByLabelText(label, { exact: true });
  await importing();
  await codes().fill('AAAA-1111\nBBBB-2222');
  await dialog().getByText('Fournisseur, coût et expiration').click();
  await said('Expire le').fill('2020-01-31');
  await submit().click();
  await expect.element(alert('Ces codes ont expiré')).toBeVisible();
  await said('Expire le').fill('2099-01-31');
  await said('Devise').fill('U$');
  await submit().click();
  await expect.element(alert('Devise : trois lettres, comme USD ou EUR')).toBeVisible();
  await said('Devise').fill('');
  await submit().click();
  await expect.element(stockOf(0)).toHaveTextContent(exactly('Stock : 2 codes'));
  await importing();
  await dialog().getByText('Fournisseur, coût et expiration').click();
  await said('Expire le').fill('2098-06-30');
  await submit().click();
  await expect.element(dialog()).not.toBeInTheDocument();
  await create().click();
  await expectToast('Produit créé');
  expect(screen.sent('products.create')[0]?.body.offers[0]).toMatchObject({
    codes: 'AAAA-1111\nBBBB-2222',
    batch: { expiresOn: '2098-06-30', currency: null },
  });
});

test('an offer in which case counts takes two codes that differ in case only, and a new product is sent with the serials of its codes [STK-03][STK-15]', async () => {
  const screen = await open();
  await field('Nom du produit').fill('Robux');
  await game().selectOptions('Roblox');
  const choice = offers().first().getByRole('switch', { name: 'Casse significative' });
  const list = 'Serial;PIN\n70010;K7QX-44A1-ZZ9A\n70011;K7QX-44A1-ZZ9a';
  const importList = async () => {
    await offers().first().getByRole('button', { name: 'Importer des codes' }).click();
    await codes().fill(list);
  };
  await importList();
  await expect.element(submit()).toHaveTextContent('Importer 1 code de la colonne PIN');
  await dialog().getByRole('button', { name: 'Annuler' }).click();
  await choice.click();
  await importList();
  await expect.element(submit()).toHaveTextContent('Importer 2 codes de la colonne PIN');
  await submit().click();
  await expect.element(stockOf(0)).toHaveTextContent(exactly('Stock : 2 codes'));
  await expect.element(choice).toBeDisabled();
  await create().click();
  await expectToast('Produit créé');
  expect(screen.sent('products.create')[0]?.body.offers[0]).toMatchObject({
    codes: 'K7QX-44A1-ZZ9A\nK7QX-44A1-ZZ9a',
    serials: '70010\n70011',
    caseSignificant: true,
  });
});

test('a refused creation of a product keeps its codes and what was typed, and marks the field that the server names [ERR-10]', async () => {
  const refused = 'L’adresse de l’image doit commencer par http:// ou https://';
  const screen = await open({ 'products.create': refusal(422, 'IMAGE_URL_INVALID', refused) });
  await field('Nom du produit').fill('UC');
  await game().selectOptions('PUBG Mobile');
  await importInto(0, 'AAAA-1111\nBBBB-2222');
  const address = field('URL de l’image');
  await address.fill('javascript:alert(1)');
  await create().click();
  await expect.element(address).toHaveAccessibleDescription(refused);
  await expect.element(address).toHaveAttribute('aria-invalid', 'true');
  await expect.element(address).toHaveFocus();
  expect(screen.sent('products.create')).toEqual([]);
  await address.fill('');
  await expect.element(address).not.toHaveAttribute('aria-invalid', 'true');
  await create().click();
  await expectToast(refused);
  await expect.element(address).toHaveAttribute('aria-invalid', 'true');
  screen.answer({ 'products.create': refusal(422, 'INVALID_INPUT') });
  await takesPresses(create());
  await create().click();
  await expectToast('Erreur de création');
  await expect.element(field('Nom du produit')).toHaveValue('UC');
  await expect.element(stockOf(0)).toHaveTextContent(exactly('Stock : 2 codes'));
  screen.answer({ 'products.create': productsOf().answers['products.create'] });
  await create().click();
  await expect.poll(screen.address).toBe('/admin/products');
  expect(screen.sent('products.create').map(({ body }) => body.offers[0].codes)).toEqual(
    Array.from({ length: 3 }, () => 'AAAA-1111\nBBBB-2222'),
  );
});

test('a new product whose response was lost is the same call when it is sent again, which says so', async () => {
  const screen = await open({ 'products.create': lost });
  await field('Nom du produit').fill('Perdu');
  await game().selectOptions('Roblox');
  await create().click();
  await expect.element(alert('Connexion au serveur impossible')).toBeVisible();
  screen.answer({ 'products.create': productsOf().answers['products.create'] });
  await create().click();
  await expectToast(/^Produit créé – une seule fois/);
  const [first, second] = screen.sent('products.create').map(({ key }) => key);
  expect(second).toBe(first);
});
