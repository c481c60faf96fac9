import type { Product } from '@almas/contract/products';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { deferred } from '../../../../../tests/support/deferred.ts';
import { expectAccessibleAtBothWidths } from '../../../../tests/accessible.ts';
import { type Answers, refusal, type Sent } from '../../../../tests/api.ts';
import { expectToast, pressAnew, toasts } from '../../../../tests/expectations.ts';
import { productsOf } from '../../../../tests/products.ts';
import { administrator, offer, product } from '../../../../tests/samples.ts';
import { openScreen } from '../../../../tests/screen.tsx';

const gift = product({
  id: 'p1',
  name: 'Carte Épée',
  game: 'Free Fire',
  description: 'Livraison immédiate',
  offers: [offer({ id: 'o1', name: '100+10 Diamants', price: 150, stock: 3 })],
});
const inactive = product({ name: 'Carte Héros', game: 'Héros', status: 'inactive' });
const draft = product({
  id: 'p3',
  name: 'Carte UC',
  game: 'PUBG',
  description: 'Reçue vite',
  status: 'draft',
});

async function open(shown: readonly Product[], path = '', answers: Answers = {}) {
  const api = productsOf(...shown);
  const screen = await openScreen(`/admin/products${path}`, administrator(), { ...api.answers, ...answers });
  return { ...screen, api };
}
const cards = () => page.getByRole('article');
const card = ({ name }: Product) => page.getByRole('article', { name });
const action = (of: Product, name: string) => card(of).getByRole('button', { name });
const search = () => page.getByRole('searchbox', { name: 'Rechercher' });
const title = (name: string) => page.getByRole('heading', { level: 1, name });
const alert = (text: string) => toasts().getByRole('alert').filter({ hasText: text });

test('the products screen shows the games first, then the products of one, and Back returns to the games [PRD-01]', async () => {
  const screen = await open([gift, inactive]);
  await expect.element(title('Gestion des produits')).toBeVisible();
  const game = page.css('main').getByRole('link', { name: gift.game });
  await expect.element(game).toBeVisible();
  expect(cards().length).toBe(0);
  await game.click();
  await expect.element(title(gift.game)).toBeVisible();
  await expect.element(card(gift)).toBeVisible();
  await expect.element(cards()).toHaveLength(1);
  screen.back();
  await expect.element(game).toBeVisible();
  await expect.element(cards()).toHaveLength(0);
});

test('an administrator searches products by name, game and description, and the address keeps the search; one without a result offers to clear the filters [PRD-02][PRD-03][PRD-04]', async () => {
  const all = [gift, inactive, draft];
  const screen = await open(all);
  for (const [text, wanted] of [
    // Without accents and in capitals, as users type in a hurry (AMB-81).
    ['EPEE', gift],
    ['HEROS', inactive],
    ['RECUE', draft],
  ] as const) {
    await search().fill(text);
    await expect.element(cards()).toHaveLength(1);
    await expect.element(card(wanted)).toBeVisible();
  }
  await expect.poll(screen.address).toMatch(/search=RECUE/);
  const again = await open(all, screen.address().slice('/admin/products'.length));
  await expect.element(card(draft)).toBeVisible();
  await expect.element(cards()).toHaveLength(1);
  await search().fill('introuvable');
  await expect.element(page.getByText('Aucun jeu trouvé')).toBeVisible();
  await page.getByRole('button', { name: 'Effacer les filtres' }).click();
  await expect.element(search()).toHaveValue('');
  await expect.poll(again.address).toBe('/admin/products');
});

test('an administrator filters products by status, and the address keeps the filter [PRD-05]', async () => {
  const all = [gift, inactive, draft].map((one) => ({ ...one, game: 'Jeu' }));
  const screen = await open(all, '?game=Jeu');
  const choose = (label: string) => page.getByText(label, { exact: true }).click();
  await expect.element(cards()).toHaveLength(3);
  for (const [label, shown] of [
    ['Actifs', gift],
    ['Inactifs', inactive],
    ['Brouillons', draft],
  ] as const) {
    await choose(label);
    await expect.element(cards()).toHaveLength(1);
    await expect.element(card(shown)).toBeVisible();
    await expect.poll(screen.address).toMatch(new RegExp(`status=${shown.status}`));
  }
  await open(all, screen.address().slice('/admin/products'.length));
  await expect.element(page.getByRole('radio', { name: 'Brouillons' })).toBeChecked();
  await expect.element(cards()).toHaveLength(1);
  await choose('Tous');
  await expect.element(cards()).toHaveLength(3);
});

test('the card of a product opens its details and leads to its edit page by the product id [PRD-06][PRD-07][NAV-30]', async () => {
  const screen = await open([gift], '?game=Free+Fire');
  await action(gift, 'Détails').click();
  const dialog = page.getByRole('dialog', { name: gift.name });
  await expect.element(dialog).toHaveTextContent(gift.description);
  await expect
    .element(dialog.getByRole('row', { name: /100\+10 Diamants.*110 Diamants.*150.DA.*3/ }))
    .toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(action(gift, 'Détails')).toHaveFocus();
  const link = card(gift).getByRole('link', { name: 'Modifier' });
  await expect.element(link).toHaveAttribute('href', '/admin/products/p1/edit');
  await link.click();
  await expect.poll(screen.address).toBe('/admin/products/p1/edit');
  await expect.element(page.getByLabelText('Nom du produit')).toHaveValue(gift.name);
});

test('an administrator changes the price of one offer in the details of its product, and sees a colleague’s newer price first', async () => {
  const screen = await open([gift], '?game=Free+Fire');
  await action(gift, 'Détails').click();
  const name = 'Modifier le prix : 100+10 Diamants';
  await page.getByRole('button', { name }).click();
  const dialog = page.getByRole('dialog', { name });
  const price = dialog.getByLabelText('Prix (DA)');
  await expect.element(price).toHaveFocus();
  await expectAccessibleAtBothWidths();
  await price.fill('0');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByText('Le prix doit être supérieur à 0')).toBeVisible();
  screen.api.change('p1', { offers: gift.offers.map((one) => ({ ...one, price: 151 })) });
  screen.answer({
    'products.updateOffer': refusal(409, 'PRICE_CHANGED', 'Le prix a changé', { price: 151 }),
  });
  await price.fill('152,50');
  await userEvent.keyboard('{Enter}');
  await expect.element(alert('Le prix a changé')).toBeVisible();
  screen.answer({ 'products.updateOffer': screen.api.answers['products.updateOffer'] });
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expectToast('Prix mis à jour');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByRole('dialog')).toHaveTextContent('152,50');
  expect(screen.sent('products.updateOffer').map(({ body }) => body)).toEqual([
    { price: 152.5, expectedPrice: 150 },
    { price: 152.5, expectedPrice: 151 },
  ]);
});

test('the toggle of a product switches between active and inactive, also of a draft, to which no button leads back [PRD-10][PRD-11][ERR-30][ERR-31]', async () => {
  const held = deferred();
  const game = '?game=PUBG';
  const screen = await open([draft], game);
  const setStatus = screen.api.answers['products.setStatus'] as (sent: Sent) => Product;
  const shown = (status: string) => card(draft).getByText(status, { exact: true });
  await action(draft, 'Activer').click();
  await expectToast('Statut mis à jour – Produit activé');
  await expect.element(shown('Actif')).toBeVisible();
  expect(action(draft, 'brouillon').length).toBe(0);
  screen.answer({
    'products.setStatus': async (sent) => {
      const changed = setStatus(sent);
      await held.promise;
      return changed;
    },
  });
  // The live event may refresh the list before the response of the call arrives.
  await action(draft, 'Désactiver').click();
  await screen.emit({ type: 'catalogue' });
  await expect.element(shown('Inactif')).toBeVisible();
  held.resolve();
  await expectToast('Statut mis à jour – Produit désactivé');
  expect(screen.sent('products.setStatus').map(({ body }) => body)).toEqual([
    { status: 'active' },
    { status: 'inactive' },
  ]);
});

test('an administrator deletes a product after a confirmation, which names its unsold codes, also those that a colleague imports meanwhile [PRD-08][PRD-09][ERR-32]', async () => {
  const screen = await open([gift, { ...draft, game: gift.game }], '?game=Free+Fire');
  const dialog = page.getByRole('dialog', { name: 'Supprimer le produit' });
  await action(gift, 'Supprimer').click();
  await expect.element(dialog).toHaveTextContent('Cette action est irréversible');
  await expect.element(dialog).toHaveTextContent('3 codes non vendus seront supprimés');
  await dialog.getByRole('button', { name: 'Annuler' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(screen.sent('products.remove')).toEqual([]);
  await action(gift, 'Supprimer').click();
  screen.api.stock('p1', 'o1', 2);
  screen.answer({ 'products.remove': refusal(409, 'OFFERS_HOLD_CODES', '100+10 Diamants (5 codes)') });
  const confirm = dialog.getByRole('button', { name: 'Supprimer' });
  await confirm.click();
  await expect.element(alert('(5 codes)')).toBeVisible();
  await expect.element(dialog).toHaveTextContent('5 codes non vendus seront supprimés');
  screen.answer({ 'products.remove': screen.api.answers['products.remove'] });
  await pressAnew(confirm);
  await expectToast('Produit supprimé');
  await expect.element(card(gift)).not.toBeInTheDocument();
  expect(screen.sent('products.remove').map(({ params, query }) => [params.id, query.codes])).toEqual([
    ['p1', '3'],
    ['p1', '5'],
  ]);
});

test('a refused change of a product shows the message of the server, or the fallback when it has none [ERR-01][ERR-08][ERR-09]', async () => {
  const refused = (message = '') => ({
    'products.setStatus': refusal(422, 'INVALID_INPUT', message),
    'products.remove': refusal(422, 'INVALID_INPUT', message),
  });
  const screen = await open([gift], '?game=Free+Fire', refused());
  await action(gift, 'Désactiver').click();
  await expectToast('Erreur de mise à jour');
  await action(gift, 'Supprimer').click();
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Supprimer' });
  await confirm.click();
  await expectToast('Erreur de suppression');
  screen.answer(refused('Ce produit est verrouillé'));
  await pressAnew(confirm);
  await expectToast('Ce produit est verrouillé');
});
