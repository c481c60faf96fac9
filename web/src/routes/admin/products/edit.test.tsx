import type { Product } from '@almas/contract/products';
import { errors } from '@almas/locale/errors';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  expectAccessible,
  expectAccessibleAtBothWidths,
  expectNoSideScroll,
} from '../../../../tests/accessible.ts';
import { type Answers, lost, refusal, type Sent } from '../../../../tests/api.ts';
import { exactly, expectToast, pressAnew, textsOf, toasts } from '../../../../tests/expectations.ts';
import { productsOf } from '../../../../tests/products.ts';
import { administrator, offer, product, reseller } from '../../../../tests/samples.ts';
import { openScreen } from '../../../../tests/screen.tsx';

const small = offer({ id: 'o1', name: 'Petit', value: '110 Diamants', price: 150, stock: 0 });
const large = offer({ id: 'o2', name: 'Grand', value: '550 Diamants', price: 750, region: 'EU', stock: 0 });
const diamonds = product({ id: 'p1', description: 'Avant', offers: [small, large] });
const stockedDiamonds = { ...diamonds, offers: [{ ...small, stock: 2 }, large] };

async function open(shown: Product = diamonds, answers: Answers = {}) {
  const api = productsOf(shown);
  const screen = await openScreen(`/admin/products/${shown.id}/edit`, administrator(), {
    ...api.answers,
    ...answers,
  });
  await expect.element(field('Nom du produit')).toHaveValue(shown.name);
  return { ...screen, api, saved: () => screen.sent('products.update').map(({ body }) => body) };
}
const main = () => page.css('main');
const field = (label: string) => main().getByLabelText(label, { exact: true });
const offers = () => page.getByTestId('offer');
const card = (name: string) => page.getByRole('article', { name });
const price = (name: string) => card(name).getByLabelText('Prix (DA)');
const button = (name: string) => page.getByRole('button', { name, exact: true });
const remove = (name: string) => card(name).getByRole('button', { name: 'Supprimer' });
const alert = (text: string) => toasts().getByRole('alert').filter({ hasText: text });
const message = (text: string) => main().getByText(text);
const updated = 'Produit mis à jour avec succès';
const closeToast = () => toasts().getByRole('button', { name: 'Fermer' }).first().click();

/** The third offer of the product, which is not stored yet. */
async function addOffer() {
  await button('Ajouter une offre').click();
  const added = offers().nth(2);
  await added.getByLabelText('Nom de l’offre').fill('Moyen');
  await added.getByLabelText('Valeur').fill('220 Diamants');
  await added.getByLabelText('Prix (DA)').fill('300');
  return added;
}

test('the edit page of a product that is unknown or cannot be loaded shows a toast and a link back, then the list of products [PRD-44][PRD-45][PRD-46][ERR-21]', async () => {
  for (const [answer, toast] of [
    [refusal(404, 'PRODUCT_NOT_FOUND', 'Produit introuvable'), 'Produit non trouvé – Produit introuvable'],
    [refusal(422, 'INVALID_INPUT', 'Lecture impossible'), 'Erreur de chargement – Lecture impossible'],
  ] as const) {
    const screen = await openScreen('/admin/products/7/edit', administrator(), {
      ...productsOf().answers,
      'products.get': answer,
    });
    await expect
      .element(page.getByRole('link', { name: 'Retour aux produits' }))
      .toHaveAttribute('href', '/admin/products');
    await expectToast(toast);
    await expect.poll(screen.address).toBe('/admin/products');
    await expect.element(page.getByRole('heading', { name: 'Gestion des produits' })).toBeVisible();
  }
});

test('both buttons for the information of a product save it without the offers, and stay on the page [PRD-13][PRD-47][PRD-53][ERR-35]', async () => {
  const screen = await open();
  await field('Description').fill('Après');
  await field('Statut').selectOptions('draft');
  await price('Petit').fill('999');
  await button('Enregistrer').click();
  await expectToast(updated);
  await closeToast();
  await field('Catégorie').fill('Cartes');
  await button('Sauvegarder le produit').click();
  await expectToast(updated);
  expect(screen.saved()).toMatchObject([
    { description: 'Après', status: 'draft' },
    { description: 'Après', category: 'Cartes' },
  ]);
  expect(screen.saved().some((body) => 'offers' in body)).toBe(false);
  expect(screen.address()).toBe('/admin/products/p1/edit');
  await expect.element(price('Petit')).toHaveValue('999');
  await expect.element(page.getByText('Modifications non enregistrées')).toBeVisible();
});

test('saving the information of a product checks name and game only [PRD-40][PRD-41][PRD-42]', async () => {
  const screen = await open();
  await card('Petit').getByLabelText('Nom de l’offre').fill('');
  await field('Nom du produit').fill('');
  await field('Jeu').fill(' ');
  await button('Sauvegarder le produit').click();
  await expectToast(
    'Informations invalides – Veuillez corriger les erreurs dans les informations du produit',
  );
  await expect.element(message('Le nom du produit est requis')).toBeVisible();
  await expect.element(message('Le jeu est requis')).toBeVisible();
  await expect.element(message("Le nom de l'offre est requis")).not.toBeInTheDocument();
  await field('Jeu').fill('Autre jeu');
  await expect.element(message('Le jeu est requis')).not.toBeInTheDocument();
  await field('Nom du produit').fill('Nouveau nom');
  await button('Sauvegarder le produit').click();
  await expectToast(updated);
  expect(screen.saved()).toMatchObject([{ name: 'Nouveau nom', game: 'Autre jeu' }]);
});

test('saving a whole product checks the information and every offer [PRD-33][PRD-34][PRD-35][PRD-36][PRD-37][PRD-39]', async () => {
  const screen = await open();
  for (const label of ['Nom du produit', 'Jeu']) await field(label).fill('');
  for (const label of ['Nom de l’offre', 'Valeur']) await field(label).first().fill('');
  await field('Prix (DA)').first().fill('0');
  await button('Sauvegarder tout').click();
  await expectToast('Formulaire invalide – Veuillez corriger les erreurs dans le formulaire');
  for (const text of [
    'Le nom du produit est requis',
    'Le jeu est requis',
    "Le nom de l'offre est requis",
    'La valeur est requise',
    'Le prix doit être supérieur à 0',
  ])
    await expect.element(message(text)).toBeVisible();
  for (const left of [1, 0]) {
    await offers().first().getByRole('button', { name: 'Supprimer' }).click();
    await expect.element(offers()).toHaveLength(left);
  }
  await button('Sauvegarder tout').click();
  await expect.element(message('Au moins une offre est requise')).toBeVisible();
  expect(screen.saved()).toEqual([]);
});

// Turned red by: a price that is read as a number field reads it.
test('saving a whole product sends every offer with its stock, a new one with stock 0, and goes to the list; codes for the new one are imported then [PRD-43][PRD-48][PRD-51][PRD-54][ERR-35]', async () => {
  const imported = { batchId: '1', imported: 4, duplicates: 0, invalid: 0, stock: 4 };
  const screen = await open(stockedDiamonds, {
    'codes.import': { ...imported, repeated: 0, inOffer: 0, inOtherOffers: [], sold: [] },
  });
  await expect.element(card('Petit').getByTestId('stock')).toHaveTextContent(exactly('Stock : 2 codes'));
  await price('Petit').fill('149,5');
  const added = await addOffer();
  await added.getByRole('button', { name: 'Importer des codes' }).click();
  const codes = ['AAAA-1111', 'BBBB-2222', 'CCCC-3333', 'DDDD-4444'].join('\n');
  await page.getByRole('textbox', { name: 'Codes' }).fill(codes);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Importer/ })
    .click();
  await expect.element(added.getByTestId('stock')).toHaveTextContent(exactly('Stock : 4 codes'));
  await button('Sauvegarder tout').click();
  await expectToast(updated);
  await expect.poll(screen.address).toBe('/admin/products');
  expect(screen.saved()).toMatchObject([
    {
      offers: [
        { id: 'o1', name: 'Petit', value: '110 Diamants', price: 149.5, region: 'DZ', stock: 2 },
        { id: 'o2', name: 'Grand', price: 750, region: 'EU', stock: 0 },
        { id: null, name: 'Moyen', value: '220 Diamants', price: 300, region: 'DZ', stock: 0 },
      ],
      removedOffers: [],
    },
  ]);
  const [, , third] = screen.api.get('p1').offers;
  expect(screen.sent('codes.import')).toMatchObject([
    { params: { id: 'p1', offerId: third?.id }, body: { codes } },
  ]);
});

const nothingKnown = { repeated: 0, inOffer: 0, inOtherOffers: [], sold: [] };
const elsewhere = { offerId: 'o9', productName: 'PUBG', offerName: '60 UC', count: 1 };

// Turned red by: every refusal taken for that of an import whose response was lost, and duplicates that no toast names.
test.each([
  [
    'codes that the shop already has were not imported, which a warning says',
    refusal(422, 'CODES_ALREADY_KNOWN', 'Aucun nouveau code : 1 déjà dans une autre offre, 1 déjà vendu', {
      inOffer: 0,
      inOtherOffers: 1,
      sold: 1,
    }),
    ['2 codes laissés de côté – Aucun nouveau code : 1 déjà dans une autre offre, 1 déjà vendu'],
  ],
  [
    'codes that are in the offer already were imported by a call whose response was lost',
    refusal(422, 'CODES_ALREADY_KNOWN', 'Aucun nouveau code : 2 déjà dans cette offre', {
      inOffer: 2,
      inOtherOffers: 0,
      sold: 0,
    }),
    ['Codes importés – 2 code(s) importé(s) avec succès'],
  ],
  [
    'codes of which one is in another offer: it is left out, which a warning says',
    {
      batchId: '1',
      imported: 1,
      duplicates: 1,
      invalid: 0,
      stock: 1,
      ...nothingKnown,
      inOtherOffers: [elsewhere],
    },
    [
      'Codes importés – 1 code(s) importé(s) avec succès',
      '1 code laissé de côté – 1 déjà dans « PUBG – 60 UC »',
    ],
  ],
])('after a whole product was saved with a new offer: %s [COD-06][PRD-43]', async (_, answer, messages) => {
  const screen = await open(stockedDiamonds, { 'codes.import': answer });
  const added = await addOffer();
  await added.getByRole('button', { name: 'Importer des codes' }).click();
  await page.getByRole('textbox', { name: 'Codes' }).fill('AAAA-1111\nBBBB-2222');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Importer/ })
    .click();
  await expect.element(added.getByTestId('stock')).toHaveTextContent(exactly('Stock : 2 codes'));
  await closeToast();
  await button('Sauvegarder tout').click();
  await expect.poll(screen.address).toBe('/admin/products');
  await expectToast(updated);
  for (const text of messages) await expectToast(text);
  expect(textsOf(toasts().css('p'))).toHaveLength(messages.length + 1);
});

test('what the server refuses of the codes of a new offer is corrected beside the refusal, and they are imported [PRD-43]', async () => {
  const screen = await open(stockedDiamonds, {
    'codes.import': refusal(422, 'EXPIRED_ON_IMPORT', 'Ces codes ont expiré'),
  });
  const added = await addOffer();
  await added.getByRole('button', { name: 'Importer des codes' }).click();
  await page.getByRole('textbox', { name: 'Codes' }).fill('Code;Expire le\nAAAA-1111;2099-01-31');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Importer 1/ })
    .click();
  await expect.element(added.getByTestId('stock')).toHaveTextContent(exactly('Stock : 1 code'));
  await button('Sauvegarder tout').click();
  const stopped = page.getByRole('dialog');
  await expect.element(stopped.getByText('Ces codes ont expiré')).toBeVisible();
  const [expiry, retry] = [
    stopped.getByLabelText('Expire le', { exact: true }),
    stopped.getByRole('button', { name: 'Réessayer' }),
  ];
  await expiry.fill('2020-01-31');
  await retry.click();
  await expect.element(stopped.getByText(errors.EXPIRED_ON_IMPORT)).toBeVisible();
  expect(screen.sent('codes.import')).toHaveLength(1);
  await expiry.fill('2099-12-31');
  const answer = { batchId: '1', imported: 1, duplicates: 0, invalid: 0, stock: 1, ...nothingKnown };
  screen.answer({ 'codes.import': answer });
  await pressAnew(retry);
  await expectToast('Codes importés – 1 code(s) importé(s) avec succès');
  expect(screen.sent('codes.import').at(-1)?.body).toMatchObject({
    codes: 'AAAA-1111',
    batch: { expiresOn: '2099-12-31' },
  });
});

test('an offer without stock is removed immediately, one with stock after a confirmation, and both can be restored [PRD-49][PRD-55][PRD-56][PRD-57][PRD-58]', async () => {
  const screen = await open(stockedDiamonds);
  const dialog = page.getByRole('dialog', { name: 'Supprimer l’offre' });
  const reported = (name: string) =>
    page.getByRole('status').filter({ hasText: `« ${name} » sera supprimée, avec ses codes` });
  await remove('Grand').click();
  await expect.element(card('Grand')).not.toBeInTheDocument();
  expect(dialog.length).toBe(0);
  await remove('Petit').click();
  await expect
    .element(dialog)
    .toHaveTextContent('« Petit » a 2 codes. Ses codes non vendus seront supprimés avec elle.');
  await expectAccessibleAtBothWidths();
  await dialog.getByRole('button', { name: 'Annuler' }).click();
  await expect.element(card('Petit')).toBeVisible();
  await remove('Petit').click();
  await dialog.getByRole('button', { name: 'Supprimer' }).click();
  await expect.element(card('Petit')).not.toBeInTheDocument();
  await expect.element(reported('Petit')).toBeVisible();
  expect(screen.saved()).toEqual([]);
  await reported('Grand').getByRole('button', { name: 'Rétablir' }).click();
  await button('Sauvegarder tout').click();
  await expect.poll(screen.address).toBe('/admin/products');
  expect(screen.saved()).toMatchObject([{ offers: [{ id: 'o2' }], removedOffers: [{ id: 'o1', codes: 2 }] }]);
});

const stale = () => page.getByRole('dialog', { name: 'Ce produit a été modifié entre-temps' });
const goOn = () => stale().getByRole('button', { name: 'Revenir au formulaire' }).click();

test('saving a product that a colleague changed meanwhile is refused with what changed; the form keeps what was typed, or takes the stored version, after which the next save passes (F1)', async () => {
  const screen = await open(stockedDiamonds);
  await field('Description').fill('La mienne');
  await remove('Grand').click();
  screen.api.change('p1', {
    description: 'Du collègue',
    offers: [
      { ...small, stock: 2 },
      { ...large, price: 800 },
      offer({ name: 'Offre du collègue', stock: 3 }),
    ],
  });
  screen.answer({ 'products.update': refusal(409, 'PRODUCT_CHANGED') });
  await button('Sauvegarder tout').click();
  await expect
    .poll(() => textsOf(stale().getByRole('listitem')))
    .toEqual([
      expect.stringMatching(/^Description.*Avant.*Du collègue/),
      expect.stringMatching(/^Offre « Grand ».*750 DA.*800 DA/),
      expect.stringMatching(/^Offre « Offre du collègue ».*3 codes/),
    ]);
  await goOn();
  await expect.element(field('Description')).toHaveValue('La mienne');
  await expect.element(card('Grand')).not.toBeInTheDocument();
  await button('Sauvegarder le produit').click();
  await stale().getByRole('button', { name: 'Prendre la version enregistrée' }).click();
  await expect.element(field('Description')).toHaveValue('Du collègue');
  await expect.element(price('Grand')).toHaveValue('800');
  const { updatedAt } = screen.api.get('p1');
  screen.answer({ 'products.update': screen.api.answers['products.update'] });
  await field('Catégorie').fill('Cartes');
  await button('Sauvegarder le produit').click();
  await expectToast(updated);
  expect(screen.saved().map((body) => body.updatedAt)).toEqual([
    diamonds.updatedAt,
    diamonds.updatedAt,
    updatedAt,
  ]);
  expect(screen.saved().at(-1)).toMatchObject({ description: 'Du collègue', category: 'Cartes' });
});

test('an offer into which a colleague imported codes after its removal is not deleted without a question (F1)', async () => {
  const screen = await open();
  await remove('Grand').click();
  screen.api.stock('p1', 'o2', 4);
  screen.answer({ 'products.update': refusal(409, 'OFFERS_HOLD_CODES') });
  await button('Sauvegarder tout').click();
  await expect
    .poll(() => textsOf(stale().getByRole('listitem')))
    .toEqual([expect.stringMatching(/^Offre « Grand ».*4 codes/)]);
  await goOn();
  // What the form lets go: the offer as it was shown, without codes.
  expect(screen.saved()).toMatchObject([{ removedOffers: [{ id: 'o2', codes: 0 }] }]);
});

test('a product whose save lost its response is saved by the second press, without a question and without a second offer', async () => {
  const screen = await open();
  const update = screen.api.answers['products.update'] as (sent: Sent) => Product;
  screen.answer({
    'products.update': (sent) => {
      update(sent);
      return lost;
    },
  });
  await addOffer();
  await button('Sauvegarder tout').click();
  await expect.element(alert('Connexion au serveur impossible')).toBeVisible();
  screen.answer({ 'products.update': refusal(409, 'PRODUCT_CHANGED') });
  await button('Sauvegarder tout').click();
  await expect.poll(screen.address).toBe('/admin/products');
  expect(stale().length).toBe(0);
  expect(screen.api.get('p1').offers.map(({ name }) => name)).toEqual(['Petit', 'Grand', 'Moyen']);
});

test('cancelling the edit of a product asks about the changes, leads to the list, and saves nothing; a save asks nothing [PRD-52]', async () => {
  const screen = await open();
  const cancel = page.getByRole('link', { name: 'Annuler' });
  await field('Description').fill('Jamais');
  await cancel.click();
  const question = page.getByRole('dialog', { name: 'Quitter sans enregistrer ?' });
  await question.getByRole('button', { name: 'Continuer la saisie' }).click();
  await expect.element(field('Description')).toHaveValue('Jamais');
  await cancel.click();
  await question.getByRole('button', { name: 'Quitter sans enregistrer' }).click();
  await expect.poll(screen.address).toBe('/admin/products');
  expect(screen.saved()).toEqual([]);

  const saved = await open();
  await field('Description').fill('Gardée');
  await button('Sauvegarder tout').click();
  await expect.poll(saved.address).toBe('/admin/products');
  expect(question.length).toBe(0);
});

test('a refused save of a product keeps what was typed [ERR-08]', async () => {
  await open(diamonds, { 'products.update': refusal(422, 'INVALID_INPUT') });
  await field('Description').fill('Gardée');
  for (const name of ['Sauvegarder le produit', 'Sauvegarder tout']) {
    await button(name).click();
    await expectToast('Erreur de mise à jour');
    await closeToast();
    await expect.element(field('Description')).toHaveValue('Gardée');
  }
});

test('the screens of the products refuse a reseller [NAV-29]', async () => {
  for (const path of ['', '/new', '/p1/edit']) {
    await openScreen(`/admin/products${path}`, reseller());
    await expect.element(page.getByRole('heading', { name: 'Accès non autorisé' })).toBeVisible();
  }
});

/** The elements that get the focus by pressing one key repeatedly and are covered by another element. */
async function coveredWhenFocused(key: string, presses: number) {
  const covered: string[] = [];
  for (let press = 0; press < presses; press += 1) {
    await userEvent.keyboard(key);
    const focused = document.activeElement;
    if (!focused?.closest('main')) continue;
    // The field of the picture is invisible: its label is the visible control.
    const seen = focused.closest('label') ?? focused;
    const { left, top, width, height } = seen.getBoundingClientRect();
    const isShown = [0.2, 0.8].every((share) =>
      seen.contains(document.elementFromPoint(left + width / 2, top + height * share)),
    );
    if (!isShown) covered.push(`${focused.tagName} ${focused.textContent}`);
  }
  return covered;
}

test('the edit page of a product is accessible, fits a phone, and hides no field that gets the focus behind the top bar or the save bar', async () => {
  await open(stockedDiamonds);
  await expectAccessible();
  await expectNoSideScroll();
  await field('Catégorie').fill('Cartes');
  await expect.element(page.getByText('Modifications non enregistrées')).toBeVisible();
  for (const width of [320, 390]) {
    await page.viewport(width, 640);
    const row = [
      page.getByRole('link', { name: 'Annuler' }),
      button('Sauvegarder le produit'),
      button('Sauvegarder tout'),
    ];
    await expect
      .poll(() => new Set(row.map((shown) => shown.element().getBoundingClientRect().y)).size, {
        message: `rows of buttons at ${width} px`,
      })
      .toBe(1);
  }
  (field('Nom du produit').element() as HTMLElement).focus();
  expect(await coveredWhenFocused('{Tab}', 24)).toEqual([]);
  expect(await coveredWhenFocused('{Shift>}{Tab}{/Shift}', 24)).toEqual([]);
});
