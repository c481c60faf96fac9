import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessibleAtBothWidths } from '../../tests/accessible.ts';
import type { Answers } from '../../tests/api.ts';
import { deskOf } from '../../tests/desk.ts';
import { expectToast, press, takesPresses } from '../../tests/expectations.ts';
import { productsOf } from '../../tests/products.ts';
import {
  administrator,
  countedListOf,
  emptyList,
  freeFireOffers,
  freeFireRequest,
  freeFireService,
  listOf,
  noRefusalReasons,
  purchase,
  reseller,
  transaction,
} from '../../tests/samples.ts';
import { openScreen } from '../../tests/screen.tsx';

const me = reseller({ balance: 1_000 });
const question = () => page.getByRole('dialog', { name: 'Quitter sans enregistrer ?' });
const leave = () => question().getByRole('button', { name: 'Quitter sans enregistrer' }).click();
async function stay() {
  await question().getByRole('button', { name: 'Continuer la saisie' }).click();
  await expect.element(question()).not.toBeInTheDocument();
}
const field = (name: string) => page.getByLabelText(name, { exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialogs = () => page.getByRole('dialog');
const go = (path: string) => page.css(`nav a[href="${path}"]`).first().click();
const title = (name: string) => page.getByRole('heading', { level: 1, name });

/** From the operations to the profile, which is then edited. */
async function openProfile(answers: Answers = {}) {
  const screen = await openScreen('/operations', me, answers);
  await openForm();
  return screen;
}
async function openForm() {
  await page.getByRole('button', { name: 'Menu du compte' }).click();
  await page.getByRole('menuitem', { name: 'Mon profil' }).click();
  await button('Modifier').click();
}

test('a reseller is asked before a changed profile is left by a link', async () => {
  const screen = await openProfile();
  await field('Ville').fill('Sétif');
  await go('/catalog');
  await expect.element(question()).toBeVisible();
  await expectAccessibleAtBothWidths();
  await stay();
  await expect.element(field('Ville')).toHaveValue('Sétif');
  await go('/catalog');
  await expect.element(question()).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(question()).not.toBeInTheDocument();
  expect(screen.address()).toBe('/profile');
  await go('/operations');
  await leave();
  await expect.poll(screen.address).toBe('/operations');
});

test('a reseller is not asked when nothing was changed, was changed back, was cancelled or was saved', async () => {
  const screen = await openProfile({ 'accounts.updateMe': me });
  const leaveByLink = async () => {
    await go('/operations');
    // The address changes before the screen does.
    await expect.element(title('Toutes les Opérations')).toBeVisible();
    expect(screen.address()).toBe('/operations');
  };
  await field('Ville').fill('Oran');
  await field('Ville').fill('');
  await leaveByLink();
  for (const [end, says] of [
    ['Annuler', ''],
    ['Enregistrer', 'Profil mis à jour avec succès'],
  ] as const) {
    await openForm();
    await field('Ville').fill('Oran');
    await button(end).click();
    if (says) await expectToast(says);
    await leaveByLink();
  }
});

test('a reseller is asked before Escape or the cross drops a message to the administrator, or Escape a recharge request with a typed amount', async () => {
  await openScreen('/dashboard', me, { 'purchases.quickSales': { items: [] } });
  await page.getByRole('button', { name: 'Contacter l’admin' }).click();
  const contact = page.getByRole('dialog', { name: 'Contacter l’administrateur' });
  await expect.element(contact).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(contact).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Contacter l’admin' }).click();
  await field('Message').fill('Paiement du 12 novembre');
  await userEvent.keyboard('{Escape}');
  await expect.element(question()).toBeVisible();
  await stay();
  await expect.element(field('Message')).toHaveValue('Paiement du 12 novembre');
  await contact.getByRole('button', { name: 'Fermer' }).click();
  await leave();
  await expect.element(dialogs()).toHaveLength(0);

  await openScreen('/profile', me, { 'business.paymentAccounts': emptyList });
  await page
    .css('main')
    .getByRole('button', { name: /demande/i })
    .last()
    .click();
  await dialogs().getByRole('textbox').first().fill('2500');
  await userEvent.keyboard('{Escape}');
  await leave();
  await expect.element(dialogs()).toHaveLength(0);
});

test('a reseller is asked before changed settings are left', async () => {
  const screen = await openScreen('/settings', me);
  await page.getByRole('switch').first().click();
  await go('/operations');
  await leave();
  await expect.poll(screen.address).toBe('/operations');
});

test('a link does not discard a started registration without a question', async () => {
  await openScreen('/register', null);
  await field('Email').fill('nadia@exemple.dz');
  await page.css('main').getByRole('link', { name: 'Se connecter' }).click();
  await expect.element(question()).toBeVisible();
  await stay();
  await expect.element(field('Email')).toHaveValue('nadia@exemple.dz');
});

test('an administrator is asked before a new product is left', async () => {
  const screen = await openScreen('/admin/products/new', administrator(), {
    ...deskOf({}).answers,
    ...productsOf().answers,
  });
  await field('Nom du produit').fill('Diamants');
  await go('/admin/users');
  await stay();
  await expect.element(field('Nom du produit')).toHaveValue('Diamants');
  await go('/admin/users');
  await leave();
  await expect.poll(screen.address).toBe('/admin/users');
});

test.each([
  {
    name: 'Valider',
    heading: 'Valider la demande',
    label: 'Lien de l’image de preuve',
    typed: 'https://exemple.dz/preuve.png',
  },
  { name: 'Refuser', heading: 'Refuser la demande', label: 'Raison', typed: 'ID joueur introuvable' },
] as const)(
  'an administrator is asked before Escape drops what was typed under « $heading » of Free Fire',
  async ({ name, heading, label, typed }) => {
    let waiting = [freeFireRequest({ id: '7' })];
    const decide = () => {
      const [decided = freeFireRequest()] = waiting;
      waiting = [];
      return decided;
    };
    await openScreen('/admin/freefire', administrator(), {
      'freeFire.stats': { total: 0, totalAmount: 0, today: 0, pending: 1 },
      'freeFire.service': freeFireService(),
      'freeFire.offers': { items: [...freeFireOffers], nextCursor: null },
      'freeFire.requests': ({ query }) => (query.status === 'pending' ? listOf(...waiting) : emptyList),
      'freeFire.validate': decide,
      'freeFire.refuse': decide,
      'business.refusalReasons': noRefusalReasons,
      'users.get': me,
      'auditTrail.list': emptyList,
    });
    await page.getByTestId('pending-item').getByRole('button', { name }).click();
    const dialog = page.getByRole('dialog', { name: heading });
    await dialog.getByLabelText(label).fill(typed);
    await userEvent.keyboard('{Escape}');
    await expect.element(question()).toBeVisible();
    await stay();
    await expect.element(dialog.getByLabelText(label)).toHaveValue(typed);
    await dialog.getByRole('button', { name, exact: true }).click();
    await expect.element(dialogs()).toHaveLength(0);
    await expect.element(page.getByTestId('pending-item')).not.toBeInTheDocument();
  },
);

test('an administrator is asked before Escape drops a typed correction, or the reason for reading codes', async () => {
  const bought = transaction({ id: '1', type: 'purchase', description: 'Achat Diamants', purchaseId: '40' });
  const credited = transaction({ id: '2' });
  await openScreen('/admin/transactions', administrator(), {
    ...deskOf({}).answers,
    'wallet.transactions': countedListOf(bought, credited),
    'wallet.transaction': ({ params }) => (params.id === '1' ? bought : credited),
    'purchases.reveal': purchase({ id: '40' }),
  });
  const dialog = page.getByRole('dialog', { name: 'Détail de la transaction' });
  const details = (of: RegExp) => page.getByRole('button', { name: of }).click();
  const reason = dialog.getByLabelText('Raison de la consultation');
  await details(/^Détail : Achat/);
  await reason.fill('Code refusé');
  await userEvent.keyboard('{Escape}');
  await leave();
  await expect.element(dialog).not.toBeInTheDocument();
  await details(/^Détail : Achat/);
  await reason.fill('Code refusé');
  await takesPresses(reason);
  await press(reason, '{Enter}');
  await expect.element(dialog.getByTestId('code').first()).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialogs()).toHaveLength(0);
  await details(/^Détail : Recharge/);
  await dialog.getByRole('button', { name: 'Corriger' }).click();
  await dialog.getByLabelText('Montant à reprendre (DA)').fill('50');
  await userEvent.keyboard('{Escape}');
  await leave();
  await expect.element(dialog).not.toBeInTheDocument();
});
