import type { User } from '@almas/contract/accounts';
import { formatDate } from '@almas/locale/formats';
import { adminUsers } from '@almas/locale/screens/admin-users';
import { brakes } from '@almas/locale/screens/brakes';
import { expect, test } from 'vitest';
import { commands, type Locator, page, userEvent } from 'vitest/browser';
import { deferred } from '../../../../tests/support/deferred.ts';
import {
  expectAccessible,
  expectAccessibleAtBothWidths,
  expectNoSideScroll,
} from '../../../tests/accessible.ts';
import { accountsOf, audited } from '../../../tests/accounts.ts';
import { type Answers, lost, refusal } from '../../../tests/api.ts';
import { exactly, expectToast, factOf, press, takesPresses, textsOf } from '../../../tests/expectations.ts';
import {
  administrator,
  configuration,
  countedListOf,
  emptyList,
  listOf,
  reseller,
  transaction,
} from '../../../tests/samples.ts';
import { openScreen } from '../../../tests/screen.tsx';

const active = reseller({ id: '11', firstName: 'Karim', lastName: 'Saadi', email: 'karim@exemple.dz' });
const pending = reseller({
  id: '12',
  firstName: 'Lina',
  lastName: 'Brahimi',
  email: 'lina@exemple.dz',
  status: 'pending',
  balance: 0,
  activatedAt: null,
  activatedBy: null,
});
const inactive = reseller({
  id: '13',
  firstName: 'Yacine',
  lastName: 'Toumi',
  email: 'yacine@exemple.dz',
  status: 'inactive',
  balance: 0,
  deactivatedAt: '2026-03-02T10:00:00.000Z',
});
const nameOf = ({ firstName, lastName }: User) => `${firstName} ${lastName}`;

/** Opens the list of these accounts. `api` says and changes what the API knows about them. */
async function open(accounts: readonly User[], answers: Answers = {}, path = '/admin/users') {
  const api = accountsOf(...accounts);
  const screen = await openScreen(path, administrator(), { ...api.answers, ...answers });
  return { ...screen, api };
}

const search = () => page.getByRole('searchbox', { name: 'Rechercher' });
const rows = () => page.getByRole('row');
const row = (user: User) => rows().filter({ hasText: nameOf(user) });
const action = (user: User, name: string) => row(user).getByRole('button', { name, exact: true });
const more = (user: User) => row(user).getByRole('button', { name: /^Autres actions/ });

/** Chooses an action of a row that is behind « … ». */
async function choose(user: User, name: string): Promise<void> {
  await more(user).click();
  await action(user, name).click();
}

test('an administrator searches accounts, and the address keeps the search [USR-01][USR-02][USR-03][PRM-19]', async () => {
  const found: Answers = {
    'users.list': ({ query }) => {
      if (query.search === 'personne') return countedListOf();
      return query.search ? countedListOf(active) : countedListOf(active, pending);
    },
  };
  const screen = await open([], found);
  await expect.element(rows().nth(2)).toBeVisible();
  for (const text of ['KARIM SAADI', active.email, 'epicerie']) {
    await search().fill(text);
    await expect.element(rows()).toHaveLength(2);
    await expect.element(row(active)).toBeVisible();
    await expect.poll(() => screen.sent('users.list').at(-1)?.query.search).toBe(text);
  }
  await expect.poll(screen.address).toMatch(/search=epicerie/);
  await open([], found, screen.address());
  await expect.element(search()).toHaveValue('epicerie');
  await expect.element(page.getByText('1 compte', { exact: true })).toBeVisible();
  await search().fill('personne');
  await expect.element(page.getByText('Aucun compte trouvé')).toBeVisible();
});

test('an administrator filters accounts by status, and each status has its badge [USR-04][USR-06][USR-07][USR-08]', async () => {
  const all = [active, pending, inactive];
  const screen = await open([], {
    'users.list': ({ query }) =>
      countedListOf(...all.filter(({ status }) => query.status === 'all' || status === query.status)),
  });
  await expect.element(rows()).toHaveLength(4);
  for (const [choice, user, badge] of [
    ['Actifs', active, 'Actif'],
    ['En attente', pending, 'En attente'],
    ['Inactifs', inactive, 'Inactif'],
  ] as const) {
    await page.getByRole('group', { name: 'Statut du compte' }).getByText(choice, { exact: true }).click();
    await expect.element(rows()).toHaveLength(2);
    await expect.element(row(user).getByText(badge, { exact: true })).toBeVisible();
  }
  await page.getByText('Tous', { exact: true }).click();
  await expect.element(rows()).toHaveLength(4);
  expect(screen.address()).not.toMatch(/status=/);
});

// Turned red by: an action that asks for the status of the account alone.
test('an employee of the accounts is offered to close those of resellers and not those of administrators, neither in the list nor in the details [TEA-14]', async () => {
  const colleague = administrator({ id: '14', firstName: 'Samir', lastName: 'Slimani' });
  const accounts = accountsOf(active, colleague);
  await openScreen('/admin/users', administrator({ scopes: ['accounts'] }), {
    ...accounts.answers,
    'configuration.get': { ...configuration, extensions: ['admin-scopes'] },
  });
  const close = 'Désactiver';
  for (const [user, offered] of [
    [active, true],
    [colleague, false],
  ] as const) {
    await more(user).click();
    await expect.element(action(user, 'Transactions')).toBeVisible();
    expect(action(user, close).length).toBe(Number(offered));
    await userEvent.keyboard('{Escape}');
    await row(user)
      .getByRole('link', { name: nameOf(user) })
      .click();
    const details = page.getByRole('dialog').filter({ hasText: user.email });
    await expect.element(details.getByRole('button', { name: 'Transactions' })).toBeVisible();
    expect(details.getByRole('button', { name: close }).length).toBe(Number(offered));
    await details.getByRole('button', { name: 'Fermer' }).first().click();
    await expect.element(details).not.toBeInTheDocument();
  }
});

// Turned red by: prices that ask for no scope.
test.each([
  [['accounts'], 0],
  [['accounts', 'prices'], 1],
] as const)(
  'with the scopes %j the details of an account have %i button of its prices [TEA-14]',
  async (scopes, offered) => {
    await openScreen('/admin/users', administrator({ scopes: [...scopes] }), {
      ...accountsOf(active).answers,
      'configuration.get': { ...configuration, extensions: ['admin-scopes'] },
    });
    await row(active)
      .getByRole('link', { name: nameOf(active) })
      .click();
    const details = page.getByRole('dialog').filter({ hasText: active.email });
    await expect.element(details.getByRole('button', { name: 'Geler le compte' })).toBeVisible();
    expect(details.getByRole('button', { name: 'Niveau et prix propres' }).length).toBe(offered);
  },
);

test('accounts are a table on a desk and cards on a phone, with the actions that their status allows, one in words and the others behind « … » [WRK-50][USR-05][USR-09][USR-10][USR-11][USR-12][USR-13]', async () => {
  const rich = { ...active, balance: 12_500 };
  await open([rich, pending, inactive, administrator()]);
  await expect
    .poll(() => textsOf(page.getByRole('columnheader')))
    .toEqual([
      'Nom',
      'Email',
      'Entreprise',
      'Téléphone',
      'Solde',
      'Statut',
      'InscriptionDernière activité',
      'Actions',
    ]);
  for (const text of [rich.email, rich.company, rich.phone, '12 500 DA', formatDate(rich.createdAt)])
    await expect.element(row(rich)).toHaveTextContent(text);
  for (const [user, first, others] of [
    [rich, 'Recharger', ['Transactions', 'Détails', 'Désactiver']],
    [pending, 'Activer', ['Transactions', 'Détails']],
    [inactive, 'Détails', ['Transactions']],
    // An administrator cannot close their own account (AMB-17), and an administrator has no balance to recharge.
    [administrator(), 'Détails', ['Transactions']],
  ] as const) {
    const buttons = () => textsOf(row(user).getByRole('button'));
    expect(buttons()).toEqual([first, '']);
    await more(user).click();
    await expect.poll(buttons).toEqual([first, '', ...others]);
    await expect.element(action(user, others[0])).toHaveFocus();
    if (user === rich) await expectAccessible();
    await userEvent.keyboard('{Escape}');
    await expect.poll(buttons).toEqual([first, '']);
    await expect.element(more(user)).toHaveFocus();
  }
  // « … » has the same position in every row.
  const left = () =>
    [rich, pending, inactive].map((user) => more(user).element().getBoundingClientRect().left);
  await expect.poll(() => new Set(left()).size, { message: `${left()}` }).toBe(1);
  await expectNoSideScroll();
  await expect.element(page.getByText('Recharger', { exact: true })).toBeVisible();
  for (const width of [390, 480, 640]) {
    await page.viewport(width, 844);
    const heightOf = (shown: Locator) => shown.element().getBoundingClientRect().height;
    await expect
      .poll(() => heightOf(row(rich)), { message: `at ${width} px an account is a row of two lines` })
      .toBeLessThan(130);
    expect(heightOf(action(rich, 'Recharger'))).toBeGreaterThanOrEqual(34);
  }
});

test('the details of an account show its record and notes, and the role reseller when none was stored [USR-14][USR-15][PRM-29]', async () => {
  const noted = {
    ...active,
    balance: 700,
    internalNotes: 'Paie le jeudi',
    adminComments: 'Client de confiance',
  };
  const trail = { 'auditTrail.list': listOf(audited({ subjectId: noted.id })) };
  await open([noted], trail);
  await choose(noted, 'Détails');
  const dialog = page.getByRole('dialog', { name: 'Compte de Karim Saadi' });
  for (const [name, value] of [
    ['Email', noted.email],
    ['Téléphone', '0550123456'],
    ['Entreprise', noted.company],
    ['Date d’inscription', /\d{4}/],
    ['Statut', 'Actif'],
    ['Solde', '700 DA'],
    ['Rôle', 'Revendeur'],
    ['Notes internes', 'Paie le jeudi'],
    ['Commentaires des administrateurs', 'Client de confiance'],
  ] as const)
    await expect.element(factOf(dialog, name)).toHaveTextContent(value);
  await dialog.getByText('Journal', { exact: true }).click();
  await expect.element(dialog.getByText('Compte activé')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).toHaveLength(0);
  await expect.element(more(noted)).toHaveFocus();

  // From before roles were stored.
  const { role: _, ...without } = noted;
  await open([without as User], trail);
  await choose(noted, 'Détails');
  await expect.element(factOf(dialog, 'Rôle')).toHaveTextContent('Revendeur');
});

test('an administrator activates a pending account, and deactivates an active one with an optional reason [USR-27][USR-28]', async () => {
  const screen = await open([pending]);
  await action(pending, 'Activer').click();
  await expectToast('Utilisateur activé');
  await expect.element(row(pending).getByText('Actif', { exact: true })).toBeVisible();
  await choose(pending, 'Désactiver');
  const dialog = page.getByRole('dialog', { name: 'Désactiver Lina Brahimi' });
  const reason = dialog.getByLabelText('Raison');
  await expect.element(reason).toHaveFocus();
  const long = 'Ne répond plus. '.repeat(40);
  await reason.fill(long.slice(0, 449));
  await expect.element(dialog.getByText(/^Encore/)).toHaveLength(0);
  await userEvent.keyboard(long.slice(449, 499));
  await expect.element(dialog.getByText('Encore 1 caractère', { exact: true })).toBeVisible();
  await userEvent.keyboard(long.slice(499, 520));
  await expect.element(dialog.getByText('Maximum atteint : 500 caractères', { exact: true })).toBeVisible();
  await expect.element(reason).toHaveValue(long.slice(0, 500));
  await userEvent.keyboard('{Escape}');
  await page.getByRole('button', { name: 'Quitter sans enregistrer' }).click();
  await expect.element(dialog).toHaveLength(0);
  await choose(pending, 'Désactiver');
  await dialog.getByRole('button', { name: 'Annuler' }).click();
  expect(screen.sent('users.deactivate')).toEqual([]);
  await choose(pending, 'Désactiver');
  await expect.element(reason).toHaveValue('');
  await reason.fill(long.slice(0, 500));
  await dialog.getByRole('button', { name: 'Confirmer' }).click();
  await expectToast('Utilisateur désactivé');
  await expect.element(row(pending).getByText('Inactif', { exact: true })).toBeVisible();
  expect(screen.sent('users.activate')).toMatchObject([{ params: { id: pending.id } }]);
  expect(screen.sent('users.deactivate')).toMatchObject([{ body: { reason: long.slice(0, 500).trim() } }]);
});

test('an administrator recharges an account by a whole amount, with an optional reason, after seeing the new balance [USR-16][USR-17][USR-18][USR-19]', async () => {
  const poor = { ...active, balance: 100 };
  const { api, sent } = await open([poor]);
  await expect.element(row(poor)).toHaveTextContent('100 DA');
  // After the list was read: the dialog reads the balance itself.
  api.change(poor.id, { balance: 150 });
  await action(poor, 'Recharger').click();
  const dialog = page.getByRole('dialog', { name: 'Recharger Karim Saadi' });
  const amount = dialog.getByLabelText('Montant (DA)');
  const submit = dialog.getByRole('button', { name: 'Recharger' });
  await expect.element(amount).toHaveAttribute('min', '1');
  await expect.element(amount).toHaveAttribute('step', '1');
  await submit.click();
  await expectToast('Données manquantes');
  await amount.fill('-3');
  await submit.click();
  await expectToast('Montant invalide');
  await amount.fill('2500');
  await dialog.getByLabelText('Raison').fill('Virement du 3');
  await expect.element(dialog.getByTestId('balance-after')).toHaveTextContent(exactly('2 650 DA'));
  await submit.click();
  await expectToast('Recharge effectuée');
  await expect.element(dialog).toHaveLength(0);
  await expect.element(row(poor)).toHaveTextContent('2 650 DA');
  expect(sent('wallet.recharge')).toMatchObject([{ body: { amount: 2_500, note: 'Virement du 3' } }]);

  await action(poor, 'Recharger').click();
  await expect.element(amount).toHaveValue('');
  await amount.fill('1');
  await takesPresses(amount);
  await press(amount, '{Enter}');
  await expect.element(row(poor)).toHaveTextContent('2 651 DA');
});

const topUp = {
  playerId: '12345678',
  offerId: 'ff_100_10',
  offerName: '100 + 10 Diamants',
  diamondsValue: 110,
  requestId: '7',
  unifiedTransactionId: '8',
};
const history = () => page.getByRole('dialog', { name: 'Transactions de Karim Saadi' });

test('the transactions of one account list its purchases, recharges and Free Fire operations [USR-20][USR-21]', async () => {
  await open([active], {
    'wallet.userTransactions': listOf(
      transaction({ type: 'freefire', amount: 150, description: 'Recharge Free Fire', freeFire: topUp }),
      transaction({ type: 'purchase', amount: 150, description: 'Achat Diamants' }),
      transaction({ amount: 5_000 }),
    ),
  });
  await choose(active, 'Transactions');
  await expect
    .poll(() => textsOf(history().getByRole('columnheader')))
    .toEqual(['Date', 'Type', 'Description', 'Montant', 'Statut', 'Détails']);
  const lines = history().getByRole('row');
  await expect.element(lines).toHaveLength(4);
  await expect.element(lines.nth(1)).toHaveTextContent(/Free Fire.*Validé.*100 \+ 10 Diamants · 12345678/);
  await expect.element(lines.nth(2)).toHaveTextContent(/Achat.*Terminé/);
  await expect.element(lines.nth(3)).toHaveTextContent(/Recharge.*Terminé/);
  await expect.element(lines.nth(3)).toHaveTextContent('+5 000 DA');
});

test('the ledger of an account lists every movement with the balance before and after it, and a link to its cause [PRM-31]', async () => {
  const refund = {
    amount: 150,
    balanceBefore: 4_850,
    balanceAfter: 5_000,
    createdAt: '2026-03-02T10:05:00.000Z',
  };
  const refused = transaction({
    id: '40',
    type: 'freefire_request',
    amount: 150,
    description: 'Demande Free Fire',
    freeFire: topUp,
    requestStatus: 'refused',
    refund,
  });
  const entry = {
    userId: active.id,
    adminId: null,
    transactionId: '40',
    relatedTransactionId: '40',
    metadata: {},
    createdAt: refund.createdAt,
  };
  const screen = await open([active], {
    'wallet.userTransactions': emptyList,
    'wallet.ledger': listOf(
      { ...entry, ...refund, id: '3', type: 'credit', description: 'Remboursement Free Fire' } as const,
      {
        ...entry,
        id: '2',
        type: 'debit',
        amount: 150,
        description: 'Demande Free Fire',
        balanceBefore: 5_000,
        balanceAfter: 4_850,
      } as const,
      {
        ...entry,
        id: '1',
        type: 'credit',
        amount: 5_000,
        description: 'Recharge',
        balanceBefore: 0,
        balanceAfter: 5_000,
      } as const,
    ),
    'wallet.transactions': countedListOf(refused),
    'wallet.transaction': refused,
  });
  await choose(active, 'Transactions');
  await history().getByText('Grand livre', { exact: true }).click();
  const lines = history().getByRole('row');
  await expect.element(lines).toHaveLength(4);
  await expect.element(lines.nth(1)).toHaveTextContent('Remboursement Free Fire');
  await expect.element(lines.nth(1)).toHaveTextContent('+150 DA');
  await expect.element(lines.nth(1)).toHaveTextContent('4 850 DA → 5 000 DA');
  await expect.element(lines.nth(2)).toHaveTextContent('5 000 DA → 4 850 DA');
  await expect.element(lines.nth(3)).toHaveTextContent('0 DA → 5 000 DA');
  await expectAccessible();
  await lines
    .nth(1)
    .getByRole('link', { name: /^Ouvrir la transaction #/ })
    .click();
  await expect.poll(screen.address).toMatch(/\/admin\/transactions\?transaction=40$/);
  const detail = page.getByRole('dialog', { name: 'Détail de la transaction' });
  await expect.element(factOf(detail, 'Remboursé le').css('time')).toBeVisible();
  await expect.element(factOf(detail, 'Remboursement')).toHaveTextContent('+150 DA');
  await expect
    .element(factOf(detail, 'Solde avant et après remboursement'))
    .toHaveTextContent('4 850 DA → 5 000 DA');
});

test('the transactions of an account say that there are none, or that they could not be loaded [ERR-18][ERR-37]', async () => {
  await open([active], { 'wallet.userTransactions': emptyList });
  await choose(active, 'Transactions');
  await expect.element(history().getByText('Aucune transaction récente')).toBeVisible();
  const screen = await open([active], {
    'wallet.userTransactions': refusal(404, 'NOT_FOUND', 'Ressource introuvable'),
  });
  await choose(active, 'Transactions');
  await expect.element(history().getByText('Erreur de chargement', { exact: true })).toBeVisible();
  await expect
    .element(history().getByText("Impossible de charger l'historique des transactions", { exact: true }))
    .toBeVisible();
  screen.answer({ 'wallet.userTransactions': emptyList });
  await history().getByRole('button', { name: 'Réessayer' }).click();
  await expect.element(history().getByText('Aucune transaction récente')).toBeVisible();
});

test('a failed action on an account shows its fallback [ERR-03][ERR-04][ERR-05]', async () => {
  const silent = refusal(409, 'CONFLICT');
  await open([active, pending], {
    'users.activate': silent,
    'users.deactivate': silent,
    'wallet.recharge': silent,
  });
  await action(pending, 'Activer').click();
  await expectToast("Erreur d'activation");
  await choose(active, 'Désactiver');
  await page.getByRole('button', { name: 'Confirmer' }).click();
  await expectToast('Erreur de désactivation');
  // The dialog ignores Escape until its call has ended, which is a moment after the message.
  await page.getByRole('dialog').getByRole('button', { name: 'Annuler' }).click();
  await expect.element(page.getByRole('dialog')).toHaveLength(0);
  await action(active, 'Recharger').click();
  const dialog = page.getByRole('dialog', { name: /^Recharger/ });
  await dialog.getByLabelText('Montant (DA)').fill('10');
  await dialog.getByRole('button', { name: 'Recharger' }).click();
  await expectToast('Erreur de recharge');
  await expect.element(dialog.getByLabelText('Montant (DA)')).toHaveValue('10');
});

test('the temporary password of an account is shown once', async () => {
  const screen = await open([active], { 'users.resetPassword': { temporaryPassword: 'kolo-vima-73' } });
  await choose(active, 'Détails');
  await page.getByRole('button', { name: 'Mot de passe temporaire' }).click();
  await page.getByRole('button', { name: 'Donner un mot de passe' }).click();
  await expect.element(page.css('output')).toHaveTextContent('kolo-vima-73');
  await page.getByRole('button', { name: 'C’est transmis' }).click();
  await expect.element(page.css('output')).toHaveLength(0);
  expect(document.documentElement.outerHTML).not.toContain('kolo-vima-73');
  expect(screen.sent('users.resetPassword')).toMatchObject([{ params: { id: active.id } }]);
});

// Turned red by: a change that does not say what ends; one of an address that was not the one shown.
test('an administrator gives the account of a shop that changes hands another email, and reads what ends [TEA-23]', async () => {
  const screen = await open([active], { 'users.changeEmail': { ...active, email: 'reprise@exemple.dz' } });
  await choose(active, 'Détails');
  await page.getByRole('button', { name: 'Changer l’adresse email' }).click();
  const dialog = page.getByRole('dialog', { name: 'Adresse email de Karim Saadi' });
  await expect.element(dialog).toHaveTextContent(`Adresse actuelle : ${active.email}`);
  await expect
    .element(dialog)
    .toHaveTextContent('sa double authentification et les appareils de ses vendeurs');
  await expect.element(dialog).toHaveTextContent('donnez ensuite un mot de passe temporaire');
  await dialog.getByLabelText('Nouvelle adresse email').fill('reprise');
  await dialog.getByRole('button', { name: 'Changer l’adresse' }).click();
  expect(screen.sent('users.changeEmail')).toEqual([]);
  await dialog.getByLabelText('Nouvelle adresse email').fill('reprise@exemple.dz');
  await dialog.getByRole('button', { name: 'Changer l’adresse' }).click({ position: { x: 40, y: 4 } });
  await expectToast('Adresse email changée');
  expect(screen.sent('users.changeEmail')).toMatchObject([
    { params: { id: active.id }, body: { email: 'reprise@exemple.dz', expectedEmail: active.email } },
  ]);
});

// Turned red by: a form that expects for ever the address that a colleague has replaced, or another one than it shows after a lost answer.
test('a change of an email that a colleague has changed meanwhile is sent for the address that is then shown, and after a lost answer for the same one [TEA-23]', async () => {
  const screen = await open([active], { 'users.changeEmail': refusal(409, 'EMAIL_CHANGED') });
  await choose(active, 'Détails');
  await page.getByRole('button', { name: 'Changer l’adresse email' }).click();
  const dialog = page.getByRole('dialog', { name: 'Adresse email de Karim Saadi' });
  const submit = dialog.getByRole('button', { name: 'Changer l’adresse' });
  await dialog.getByLabelText('Nouvelle adresse email').fill('reprise@exemple.dz');
  await takesPresses(submit);
  screen.answer({ 'users.get': { ...active, email: 'autre@exemple.dz' } });
  await submit.click({ position: { x: 4, y: 4 } });
  await expect.element(dialog).toHaveTextContent('Adresse actuelle : autre@exemple.dz');
  screen.answer({
    'users.changeEmail': lost,
    'users.get': { ...active, email: 'reprise@exemple.dz' },
  });
  await submit.click({ position: { x: 40, y: 4 } });
  await expectToast(adminUsers.email.lost);
  await takesPresses(submit);
  screen.answer({ 'users.changeEmail': { ...active, email: 'reprise@exemple.dz' } });
  await submit.click({ position: { x: 80, y: 4 } });
  await expectToast('Adresse email changée');
  expect(screen.sent('users.changeEmail').map(({ body }) => body)).toMatchObject(
    [active.email, 'autre@exemple.dz', 'autre@exemple.dz'].map((expectedEmail) => ({ expectedEmail })),
  );
});

// Turned red by: a sentence that the network has failed alone. The old password is dead, and the new one was not shown.
test('after a lost answer the administrator reads that the old password may be void and that a new one is to be given', async () => {
  await open([active], { 'users.resetPassword': lost });
  await choose(active, 'Détails');
  await page.getByRole('button', { name: 'Mot de passe temporaire' }).click();
  await page.getByRole('button', { name: 'Donner un mot de passe' }).click();
  await expectToast(adminUsers.password.lost);
});

test('an administrator ends all sessions of an account from its details', async () => {
  const screen = await open([active], { 'users.endSessions': { ended: 2 } });
  await choose(active, 'Détails');
  await page.getByRole('button', { name: 'Fermer les sessions' }).click();
  const question = page.getByRole('dialog', { name: 'Fermer toutes les sessions ?' });
  await expect.element(question).toHaveTextContent('Karim Saadi : tous les appareils seront déconnectés');
  await question.getByRole('button', { name: 'Annuler' }).click();
  expect(screen.sent('users.endSessions')).toEqual([]);
  await page.getByRole('button', { name: 'Fermer les sessions' }).click();
  await question.getByRole('button', { name: 'Fermer les sessions' }).click();
  await expectToast(/sessions? fermées?/);
  await expect.element(question).toHaveLength(0);
  expect(screen.sent('users.endSessions')).toMatchObject([{ params: { id: active.id } }]);
});

const many = [1, 2, 3, 4, 5].map((count) =>
  reseller({ ...pending, id: `2${count}`, firstName: 'Compte', lastName: `${count}e` }),
);
const firstPage = (...accounts: readonly User[]) => ({
  ...countedListOf(...accounts),
  nextCursor: 'suite',
  count: 4,
});

test('the list of accounts loads its next page, and a new account appears without a reload', async () => {
  const [first, second, third, fourth, fifth] = many as [User, User, User, User, User];
  const screen = await open([], {
    'users.list': ({ query }) =>
      query.cursor ? { ...countedListOf(fourth), count: 4 } : firstPage(first, second, third),
  });
  await expect.element(rows()).toHaveLength(4);
  await expect.element(page.getByText('4 comptes')).toBeVisible();
  await page.getByRole('button', { name: 'Afficher plus' }).click();
  await expect.element(rows()).toHaveLength(5);
  await expect.element(page.getByRole('button', { name: 'Afficher plus' })).toHaveLength(0);
  // Rows keep their places while the pointer is over them.
  await commands.pointAt(0, 0);
  screen.answer({
    'users.list': ({ query }) =>
      query.cursor ? countedListOf(third, fourth) : firstPage(fifth, first, second),
  });
  await screen.emit({ type: 'requests' });
  await expect.element(row(fifth)).toBeVisible();
});

test('the next page of the accounts is shown although the list is read again meanwhile for a new account', async () => {
  const [first, second, third, fourth, fifth] = many as [User, User, User, User, User];
  const held = deferred();
  const isNext = ({ query }: { query: Readonly<Record<string, string>> }) => query.cursor !== undefined;
  const screen = await open([], {
    'users.list': async (sent) => {
      if (!isNext(sent)) return firstPage(first, second, third);
      await held.promise;
      return countedListOf(fourth);
    },
  });
  await expect.element(rows()).toHaveLength(4);
  await page.getByRole('button', { name: 'Afficher plus' }).click();
  await expect.poll(() => screen.sent('users.list').filter(isNext).length).toBe(1);
  screen.answer({
    'users.list': async (sent) => {
      if (!isNext(sent)) return firstPage(fifth, first, second);
      await held.promise;
      return countedListOf(third, fourth);
    },
  });
  const before = screen.sent('users.list').length;
  await screen.emit({ type: 'requests' });
  await expect.poll(() => screen.sent('users.list').length).toBeGreaterThan(before);
  held.resolve();
  await commands.pointAt(0, 0);
  await expect.element(rows()).toHaveLength(6);
});

test('accounts are sorted by name, balance and last activity, and found by a phone number in any spelling [WRK-50]', async () => {
  const zineb = reseller({ ...active, id: '31', firstName: 'Zineb', balance: 300 });
  const amel = reseller({ ...active, id: '32', firstName: 'Amel', email: 'amel@exemple.dz', balance: 100 });
  const screen = await open([], {
    'users.list': ({ query: { sort, order, search: text } }) => {
      if (text) return countedListOf(amel);
      const zinebFirst = sort === 'balance' || (sort === 'activity' && order === 'asc');
      return zinebFirst ? countedListOf(zineb, amel) : countedListOf(amel, zineb);
    },
  });
  const order = () =>
    textsOf(rows())
      .slice(1)
      .map((text) => text.includes('Zineb'));
  const head = (name: string) => page.getByRole('columnheader', { name });
  await expect.poll(order).toEqual([false, true]);
  await head('Solde').getByRole('button').click();
  await expect.poll(order).toEqual([true, false]);
  await expect.element(head('Solde')).toHaveAttribute('aria-sort', 'descending');
  await head('Nom').getByRole('button').click();
  await expect.poll(order).toEqual([false, true]);
  // On a desk the headers sort, and no second control does.
  await expect.element(page.getByLabelText('Trier par')).toHaveLength(0);
  const activity = head('Inscription').getByRole('button', { name: 'Dernière activité' });
  await activity.click();
  await expect.poll(screen.address).toMatch(/sort=activity/);
  await activity.click();
  await expect.poll(order).toEqual([true, false]);
  expect(screen.address()).toMatch(/sort=activity/);
  await page.getByRole('searchbox').fill('0666 00 77 88');
  await expect.poll(order).toEqual([false]);
  await expect.element(rows().nth(1)).toHaveTextContent(amel.email);
});

test('an account that an address opens is activated, recharged, reviewed and deactivated from its details, with status and balance at their top [WRK-51]', async () => {
  const screen = await open(
    [pending],
    { 'wallet.userTransactions': listOf(transaction({ amount: 400 })) },
    `/admin/users?account=${pending.id}`,
  );
  const details = page.getByRole('dialog', { name: 'Compte de Lina Brahimi' });
  const act = (name: string) => details.getByRole('button', { name, exact: true });
  await act('Refuser').click();
  const refuse = page.getByRole('dialog', { name: 'Refuser Lina Brahimi' });
  await refuse.getByRole('button', { name: 'Annuler' }).click();
  await expect.element(refuse).toHaveLength(0);
  await act('Activer').click();
  await expectToast('Utilisateur activé');
  await act('Recharger').click();
  const recharge = page.getByRole('dialog', { name: 'Recharger Lina Brahimi' });
  await recharge.getByLabelText('Montant (DA)').fill('400');
  await recharge.getByRole('button', { name: 'Recharger' }).click();
  await expect.element(recharge).toHaveLength(0);
  await expect.element(details).toHaveTextContent('400 DA');
  await expectAccessibleAtBothWidths();
  await page.viewport(390, 844);
  const topOf = (name: string) => act(name).element().getBoundingClientRect().y;
  await expect
    .poll(() => topOf('Recharger') - topOf('Transactions'), {
      message: 'on a phone the actions are side by side',
    })
    .toBe(0);
  await page.viewport(1280, 800);
  await expect
    .poll(() => topOf('Désactiver') - topOf('Recharger'), {
      message: 'deactivating is far from recharging',
    })
    .toBeGreaterThan(200);
  await act('Transactions').click();
  const transactions = page.getByRole('dialog', { name: 'Transactions de Lina Brahimi' });
  await expect.element(transactions.getByRole('row').nth(1)).toHaveTextContent('+400 DA');
  // The transactions close, and the details stay open.
  await userEvent.keyboard('{Escape}');
  await expect.element(transactions).toHaveLength(0);
  await act('Désactiver').click();
  await page
    .getByRole('dialog', { name: 'Désactiver Lina Brahimi' })
    .getByRole('button', { name: 'Confirmer' })
    .click();
  await expectToast('Utilisateur désactivé');
  await expect.element(act('Réactiver')).toBeVisible();
  await expect.element(act('Désactiver')).toHaveLength(0);
  expect(screen.address()).toContain(`account=${pending.id}`);
});

test('the details of an account say who activated and who deactivated it', async () => {
  const closed = { ...inactive, activatedBy: 'a1', deactivatedBy: 'a1', deactivationReason: 'Essai' };
  await open([closed]);
  await action(closed, 'Détails').click();
  for (const name of ['Activé le', 'Désactivé le'])
    await expect.element(factOf(page.getByRole('dialog'), name)).toHaveTextContent('par Nadia Haddad');
});

test('a refused account differs from a deactivated one: in the list, in its details and in the journal', async () => {
  const reason = { deactivatedBy: 'a1', deactivationReason: 'Dossier incomplet' };
  const refused = {
    ...pending,
    ...reason,
    status: 'inactive',
    deactivatedAt: inactive.deactivatedAt,
  } as const;
  const closed = { ...inactive, ...reason };
  for (const [user, status, at, label, others, before, entry] of [
    [
      refused,
      'Inactifrefusé',
      'Refusé le',
      'Raison du refus',
      ['Désactivé le', 'Activé le'],
      'pending',
      'Compte refusé',
    ],
    [
      closed,
      'Inactif',
      'Désactivé le',
      'Raison de la désactivation',
      ['Refusé le'],
      'active',
      'Compte désactivé',
    ],
  ] as const) {
    await open([user], {
      'auditTrail.list': listOf(
        audited({ action: 'user.deactivate', subjectId: user.id, before: { status: before } }),
      ),
    });
    await expect
      .element(
        row(user)
          .getByRole('cell')
          .filter({ hasText: /^Inactif/ }),
      )
      .toHaveTextContent(exactly(status));
    await action(user, 'Détails').click();
    const dialog = page.getByRole('dialog');
    await expect.element(factOf(dialog, at)).toBeVisible();
    await expect.element(factOf(dialog, label)).toHaveTextContent('Dossier incomplet');
    for (const other of others) await expect.element(factOf(dialog, other)).toHaveLength(0);
    await expectAccessible();
    await dialog.getByText('Journal', { exact: true }).click();
    await expect.element(dialog.getByRole('listitem').first()).toHaveTextContent(entry);
  }
  // An account that has been active once is deactivated and no longer refused.
  const reactivated = { ...refused, activatedAt: '2026-03-02T09:00:00.000Z' };
  await open([reactivated]);
  await expect.element(row(reactivated)).not.toHaveTextContent('refusé');
});

test('the open dialog of an account that a colleague has deactivated meanwhile names the colleague and offers no action', async () => {
  const screen = await open([active], {
    'auditTrail.list': listOf(
      audited({ action: 'user.deactivate', subjectId: active.id, before: { status: 'active' } }),
    ),
  });
  await choose(active, 'Désactiver');
  const dialog = page.getByRole('dialog', { name: 'Désactiver Karim Saadi' });
  await expect.element(dialog.getByRole('button', { name: 'Confirmer' })).toBeVisible();
  screen.api.change(active.id, { status: 'inactive' });
  await screen.emit({ type: 'requests' });
  await expect.element(dialog).toHaveTextContent('Compte désactivé par');
  await expect.element(dialog.getByRole('button', { name: 'Confirmer' })).toHaveLength(0);
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Fermer' }).last().click();
  await expect.element(page.getByRole('dialog')).toHaveLength(0);
});

// Turned red by: one dialog for all accounts, whose open form would be saved for the other one.
test('the details of another account, by a link or by Back, begin anew: no dialog about the former one stays open', async () => {
  const alike = {
    ...pending,
    alike: [{ id: active.id, name: nameOf(active), status: active.status, mailbox: true, phone: false }],
  };
  const screen = await open([alike, active], {}, `/admin/users?account=${pending.id}`);
  const details = (of: User) => page.getByRole('dialog', { name: `Compte de ${nameOf(of)}` });
  await details(alike)
    .getByRole('link', { name: nameOf(active) })
    .click();
  await expect.element(details(active).css(':focus')).toHaveLength(1);
  await details(active).getByRole('button', { name: brakes.ceiling.action }).click();
  const ceiling = page.getByRole('dialog', { name: brakes.ceiling.title(nameOf(active)) });
  await expect.element(ceiling.getByRole('textbox')).toBeVisible();
  screen.back();
  await expect.element(details(alike)).toBeVisible();
  await expect.element(page.getByRole('dialog')).toHaveLength(1);
});
