import { formatDate } from '@almas/locale/formats';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { deferred } from '../support/deferred.ts';
import {
  createNamedReseller,
  createPendingReseller,
  expectToast,
  pressRowAction,
  refuseWithoutMessage,
  requestRecharge,
  uniqueWord,
} from './support/accounts.ts';
import { boxesOf, takesPresses } from './support/boxes.ts';
import { administrator, type Caller, callerFor, enterAs } from './support/callers.ts';
import { inShortPages, withoutLiveEvents } from './support/page-data.ts';
import { createProductWithCodes, purchase } from './support/products.ts';
import {
  expectAccessible,
  expectAccessibleAtBothWidths,
  expectNoSideScroll,
} from './support/screen-checks.ts';
import { sql } from './support/sql.ts';
import { openAllDay, requestTopUp } from './support/top-up.ts';
import { spaced } from './support/words.ts';

let admin: Caller;
test.beforeEach(async ({ almas, page }) => {
  admin = await administrator(almas);
  await enterAs(page, almas, admin);
  await page.setViewportSize({ width: 1280, height: 800 });
});

const search = (page: Page) => page.getByRole('searchbox', { name: 'Rechercher' });
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const action = (page: Page, name: string, label: string) =>
  row(page, name).getByRole('button', { name: label, exact: true });
const press = (page: Page, name: string, label: string) => pressRowAction(row(page, name), label);
const more = (page: Page, name: string) => row(page, name).getByRole('button', { name: /^Autres actions/ });
const only = (page: Page, text: string) => page.goto(`/admin/users?search=${encodeURIComponent(text)}`);

test('an administrator searches accounts by name, email and company on the server, and the address keeps the search [USR-01][USR-02][USR-03][PRM-19]', async ({
  page,
  almas,
}) => {
  const company = uniqueWord('Épicerie');
  const wanted = await createNamedReseller(almas, admin, { company });
  await createPendingReseller(almas);
  await page.goto('/admin/users');
  await expect(page.getByRole('row').nth(2)).toBeVisible();
  for (const text of [wanted.name.toUpperCase(), wanted.email, company.replace('É', 'e')]) {
    await search(page).fill(text);
    await expect(page.getByRole('row')).toHaveCount(2);
    await expect(row(page, wanted.name)).toBeVisible();
  }
  await expect(page).toHaveURL(/search=epicerie/);
  await page.reload();
  await expect(search(page)).toHaveValue(company.replace('É', 'e'));
  await expect(page.getByText('1 compte', { exact: true })).toBeVisible();
  await search(page).fill(uniqueWord('personne'));
  await expect(page.getByText('Aucun compte trouvé')).toBeVisible();
});

test('an administrator filters accounts by status, and each status has its badge [USR-04][USR-06][USR-07][USR-08]', async ({
  page,
  almas,
}) => {
  const company = uniqueWord('Statuts');
  const active = await createNamedReseller(almas, admin, { company });
  const pending = await createPendingReseller(almas, { company });
  const inactive = await createNamedReseller(almas, admin, { company });
  await admin.call('POST', `/users/${inactive.id}/deactivate`, {});
  await only(page, company);
  await expect(page.getByRole('row')).toHaveCount(4);
  for (const [choice, user, badge] of [
    ['Actifs', active, 'Actif'],
    ['En attente', pending, 'En attente'],
    ['Inactifs', inactive, 'Inactif'],
  ] as const) {
    await page.getByRole('group', { name: 'Statut du compte' }).getByText(choice, { exact: true }).click();
    await expect(page.getByRole('row')).toHaveCount(2);
    await expect(row(page, user.name).getByText(badge, { exact: true })).toBeVisible();
  }
  await page.getByText('Tous', { exact: true }).click();
  await expect(page.getByRole('row')).toHaveCount(4);
  await expect(page).not.toHaveURL(/status=/);
});

test('accounts are a table on a desk and cards on a phone, with the actions that their status allows, one in words and the others behind « … » [WRK-50][USR-05][USR-09][USR-10][USR-11][USR-12][USR-13]', async ({
  page,
  almas,
}) => {
  const company = uniqueWord('Actions');
  const active = await createNamedReseller(almas, admin, { company, balance: 12_500 });
  const pending = await createPendingReseller(almas, { company });
  const inactive = await createNamedReseller(almas, admin, { company });
  await admin.call('POST', `/users/${inactive.id}/deactivate`, {});
  await only(page, company);
  await expect(page.getByRole('columnheader')).toHaveText([
    'Nom',
    'Email',
    'Entreprise',
    'Téléphone',
    'Solde',
    'Statut',
    'InscriptionDernière activité',
    'Actions',
  ]);
  const line = row(page, active.name);
  const { createdAt, phone } = await admin.call('GET', `/users/${active.id}`);
  for (const text of [active.email, company, phone, spaced('12 500 DA'), formatDate(createdAt)]) {
    await expect(line).toContainText(text);
  }
  const offered = {
    [active.name]: ['Recharger', 'Transactions', 'Détails', 'Désactiver'],
    [pending.name]: ['Activer', 'Transactions', 'Détails'],
    [inactive.name]: ['Détails', 'Transactions'],
  };
  for (const [name, [first = '', ...others]] of Object.entries(offered)) {
    const buttons = row(page, name).getByRole('button');
    await expect(buttons).toHaveText([first, '']);
    await more(page, name).click();
    await expect(buttons).toHaveText([first, '', ...others]);
    await expect(action(page, name, others[0] ?? '')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(buttons).toHaveCount(2);
    await expect(more(page, name)).toBeFocused();
  }
  // « … » has the same position in every row.
  const left = await page
    .getByRole('button', { name: /^Autres actions/ })
    .evaluateAll((all) => all.map((button) => button.getBoundingClientRect().left));
  expect(new Set(left).size).toBe(1);
  await more(page, active.name).click();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  // An administrator cannot close their own account (AMB-17), and an administrator has no balance to recharge.
  await only(page, admin.email);
  await expect(page.getByRole('row').nth(1).getByRole('button')).toHaveText(['Détails', '']);
  await page.getByRole('row').nth(1).getByRole('button').nth(1).click();
  await expect(page.getByRole('row').nth(1).getByRole('button')).toHaveText(['Détails', '', 'Transactions']);
  await only(page, company);
  for (const width of [390, 480, 640]) {
    await page.setViewportSize({ width, height: 844 });
    await expect(page.getByText('Recharger', { exact: true })).toBeVisible();
    await expectNoSideScroll(page);
    const [line = { height: 0 }, button = { height: 0 }] = await boxesOf(
      row(page, active.name),
      action(page, active.name, 'Recharger'),
    );
    expect(line.height, `at ${width} px an account is a row of two lines`).toBeLessThan(130);
    expect(button.height).toBeGreaterThanOrEqual(34);
  }
});

test('the details of an account show its record and notes, and the role reseller when none was stored [USR-14][USR-15][PRM-29]', async ({
  page,
  almas,
}) => {
  const reseller = await createNamedReseller(almas, admin, { balance: 700, phone: '0550123456' });
  await sql(almas, 'UPDATE users SET internal_notes = $2, admin_comments = $3 WHERE id = $1', [
    reseller.id,
    'Paie le jeudi',
    'Client de confiance',
  ]);
  await only(page, reseller.name);
  await press(page, reseller.name, 'Détails');
  const dialog = page.getByRole('dialog', { name: `Compte de ${reseller.name}` });
  for (const [name, value] of [
    ['Email', reseller.email],
    ['Téléphone', '0550123456'],
    ['Entreprise', reseller.company],
    ['Date d’inscription', /\d{4}/],
    ['Statut', 'Actif'],
    ['Solde', spaced('700 DA')],
    ['Rôle', 'Revendeur'],
    ['Notes internes', 'Paie le jeudi'],
    ['Commentaires des administrateurs', 'Client de confiance'],
  ] as const) {
    const term = dialog.locator('dt').filter({ hasText: name === 'Solde' ? /^Solde$/ : name });
    await expect(term.locator('..')).toContainText(value);
  }
  await dialog.getByText('Journal', { exact: true }).click();
  await expect(dialog.getByText('Compte activé')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(more(page, reseller.name)).toBeFocused();

  await page.route('**/api/users**', async (route) => {
    const response = await route.fetch();
    const text = (await response.text()).replaceAll('"role":"reseller",', '');
    return route.fulfill({ response, body: text });
  });
  await page.reload();
  await press(page, reseller.name, 'Détails');
  await expect(dialog.locator('dt', { hasText: 'Rôle' }).locator('..')).toContainText('Revendeur');
});

test('an administrator activates a pending account, and deactivates an active one with an optional reason [USR-27][USR-28]', async ({
  page,
  almas,
}) => {
  const reseller = await createPendingReseller(almas);
  await only(page, reseller.name);
  await action(page, reseller.name, 'Activer').click();
  await expectToast(page, 'Utilisateur activé');
  await expect(row(page, reseller.name).getByText('Actif', { exact: true })).toBeVisible();
  await press(page, reseller.name, 'Désactiver');
  const dialog = page.getByRole('dialog', { name: `Désactiver ${reseller.name}` });
  await expect(dialog.getByLabel('Raison')).toBeFocused();
  const long = 'Ne répond plus. '.repeat(40);
  await dialog.getByLabel('Raison').fill(long.slice(0, 449));
  await expect(dialog.getByText(/^Encore/)).toHaveCount(0);
  await page.keyboard.type(long.slice(449, 499));
  await expect(dialog.getByText('Encore 1 caractère', { exact: true })).toBeVisible();
  await page.keyboard.type(long.slice(499, 520));
  await expect(dialog.getByText('Maximum atteint : 500 caractères', { exact: true })).toBeVisible();
  await expect(dialog.getByLabel('Raison')).toHaveValue(long.slice(0, 500));
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Quitter sans enregistrer' }).click();
  await expect(dialog).toHaveCount(0);
  expect(await admin.call('GET', `/users/${reseller.id}`)).toMatchObject({ status: 'active' });
  await press(page, reseller.name, 'Désactiver');
  await dialog.getByRole('button', { name: 'Annuler' }).click();
  expect(await admin.call('GET', `/users/${reseller.id}`)).toMatchObject({ status: 'active' });
  await press(page, reseller.name, 'Désactiver');
  await expect(dialog.getByLabel('Raison')).toHaveValue('');
  await dialog.getByLabel('Raison').fill(long.slice(0, 500));
  await dialog.getByRole('button', { name: 'Confirmer' }).click();
  await expectToast(page, 'Utilisateur désactivé');
  await expect(row(page, reseller.name).getByText('Inactif', { exact: true })).toBeVisible();
});

test('an administrator recharges an account by a whole amount, with an optional reason, after seeing the new balance [USR-16][USR-17][USR-18][USR-19]', async ({
  page,
  almas,
}) => {
  const reseller = await createNamedReseller(almas, admin, { balance: 100 });
  await withoutLiveEvents(page);
  await only(page, reseller.name);
  await expect(row(page, reseller.name)).toContainText(spaced('100 DA'));
  // After the list was read: the dialog reads the balance itself.
  await admin.call('POST', `/users/${reseller.id}/recharge`, { amount: 50 });
  await action(page, reseller.name, 'Recharger').click();
  const dialog = page.getByRole('dialog', { name: `Recharger ${reseller.name}` });
  const amount = dialog.getByLabel('Montant (DA)');
  const submit = dialog.getByRole('button', { name: 'Recharger' });
  await expect(amount).toHaveAttribute('min', '1');
  await expect(amount).toHaveAttribute('step', '1');
  await submit.click();
  await expectToast(page, 'Données manquantes');
  await amount.fill('-3');
  await submit.click();
  await expectToast(page, 'Montant invalide');
  await amount.fill('2500');
  await dialog.getByLabel('Raison').fill('Virement du 3');
  await expect(dialog.getByTestId('balance-after')).toHaveText(spaced('2 650 DA'));
  await submit.click();
  await expectToast(page, 'Recharge effectuée');
  await expect(dialog).toHaveCount(0);
  await expect(row(page, reseller.name)).toContainText(spaced('2 650 DA'));
  const { items } = await admin.call('GET', `/users/${reseller.id}/transactions`);
  expect(items[0]).toMatchObject({ amount: 2_500, reason: 'Virement du 3' });

  await action(page, reseller.name, 'Recharger').click();
  await expect(amount).toHaveValue('');
  await amount.fill('1');
  await takesPresses(amount);
  await amount.press('Enter');
  await expect(row(page, reseller.name)).toContainText(spaced('2 651 DA'));
});

test('the transactions of one account list its purchases, recharges and Free Fire operations [USR-20][USR-21]', async ({
  page,
  almas,
}) => {
  const reseller = await createNamedReseller(almas, admin, { balance: 5_000 });
  const product = await createProductWithCodes(admin);
  await purchase(reseller, product);
  await sql(
    almas,
    `INSERT INTO transactions (user_id, type, amount, description, balance_before, balance_after, status, free_fire)
     VALUES ($1, 'freefire', 15000, 'Recharge Free Fire', 100000, 85000, 'completed',
       '{"playerId":"12345678","offerId":"ff_100_10","offerName":"100 + 10 Diamants","diamondsValue":110,
         "requestId":"1","unifiedTransactionId":"1"}')`,
    [reseller.id],
  );
  await only(page, reseller.name);
  await press(page, reseller.name, 'Transactions');
  const dialog = page.getByRole('dialog', { name: `Transactions de ${reseller.name}` });
  await expect(dialog.getByRole('columnheader')).toHaveText([
    'Date',
    'Type',
    'Description',
    'Montant',
    'Statut',
    'Détails',
  ]);
  const lines = dialog.getByRole('row');
  await expect(lines).toHaveCount(4);
  await expect(lines.nth(1)).toContainText(/Free Fire.*Validé.*100 \+ 10 Diamants · 12345678/);
  await expect(lines.nth(2)).toContainText(/Achat.*Terminé/);
  await expect(lines.nth(3)).toContainText(/Recharge.*Terminé/);
  await expect(lines.nth(3)).toContainText(spaced('+5 000 DA'));
});

test('the ledger of an account lists every movement with the balance before and after it, and a link to its cause [PRM-31]', async ({
  page,
  almas,
}) => {
  await openAllDay(admin);
  const reseller = await createNamedReseller(almas, admin, { balance: 5_000 });
  const request = await requestTopUp(reseller, '12345678');
  await admin.call('POST', `/free-fire/requests/${request}/refuse`, { note: 'ID introuvable' });
  await only(page, reseller.name);
  await press(page, reseller.name, 'Transactions');
  const dialog = page.getByRole('dialog', { name: `Transactions de ${reseller.name}` });
  await dialog.getByText('Grand livre', { exact: true }).click();
  const lines = dialog.getByRole('row');
  await expect(lines).toHaveCount(4);
  await expect(lines.nth(1)).toContainText('Remboursement Free Fire');
  await expect(lines.nth(1)).toContainText(spaced('+150 DA'));
  await expect(lines.nth(1)).toContainText(spaced('4 850 DA → 5 000 DA'));
  await expect(lines.nth(2)).toContainText(spaced('5 000 DA → 4 850 DA'));
  await expect(lines.nth(3)).toContainText(spaced('0 DA → 5 000 DA'));
  await expectAccessible(page);
  await lines
    .nth(1)
    .getByRole('link', { name: /^Ouvrir la transaction #/ })
    .click();
  await expect(page).toHaveURL(/\/admin\/transactions\?transaction=\d+$/);
  const detail = page.getByRole('dialog', { name: 'Détail de la transaction' });
  const fact = (name: string) =>
    detail.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) });
  await expect(fact('Remboursé le').locator('time')).toBeVisible();
  await expect(fact('Remboursement')).toContainText(spaced('+150 DA'));
  await expect(fact('Solde avant et après remboursement')).toContainText(spaced('4 850 DA → 5 000 DA'));
});

test('the transactions of an account say that there are none, or that they could not be loaded [ERR-18][ERR-37]', async ({
  page,
  almas,
}) => {
  const reseller = await createNamedReseller(almas, admin);
  await only(page, reseller.name);
  await press(page, reseller.name, 'Transactions');
  const dialog = page.getByRole('dialog', { name: `Transactions de ${reseller.name}` });
  await expect(dialog.getByText('Aucune transaction récente')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.evaluate(() => history.state?.dialogs)).toBeUndefined();
  let unavailable = true;
  await withoutLiveEvents(page);
  await page.route('**/transactions**', (route) =>
    unavailable
      ? route.fulfill({ status: 404, json: { code: 'NOT_FOUND', message: 'Ressource introuvable' } })
      : route.fallback(),
  );
  await page.reload();
  await press(page, reseller.name, 'Transactions');
  await expect(dialog.getByText('Erreur de chargement', { exact: true })).toBeVisible();
  await expect(
    dialog.getByText("Impossible de charger l'historique des transactions", { exact: true }),
  ).toBeVisible();
  unavailable = false;
  await dialog.getByRole('button', { name: 'Réessayer' }).click();
  await expect(dialog.getByText('Aucune transaction récente')).toBeVisible();
});

test('a failed action on an account shows its fallback [ERR-03][ERR-04][ERR-05]', async ({ page, almas }) => {
  const company = uniqueWord('Refus');
  const active = await createNamedReseller(almas, admin, { company });
  const pending = await createPendingReseller(almas, { company });
  for (const path of ['**/activate', '**/deactivate', '**/recharge']) await refuseWithoutMessage(page, path);
  await only(page, company);
  await action(page, pending.name, 'Activer').click();
  await expectToast(page, "Erreur d'activation");
  await press(page, active.name, 'Désactiver');
  await page.getByRole('button', { name: 'Confirmer' }).click();
  await expectToast(page, 'Erreur de désactivation');
  // The dialog ignores Escape until its call has ended, which is a moment after the message.
  await page.getByRole('dialog').getByRole('button', { name: 'Annuler' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await action(page, active.name, 'Recharger').click();
  const dialog = page.getByRole('dialog', { name: /^Recharger/ });
  await dialog.getByLabel('Montant (DA)').fill('10');
  await dialog.getByRole('button', { name: 'Recharger' }).click();
  await expectToast(page, 'Erreur de recharge');
  await expect(dialog.getByLabel('Montant (DA)')).toHaveValue('10');
});

test('the temporary password of an account is shown once and replaces the former password', async ({
  page,
  almas,
  request,
}) => {
  const reseller = await createNamedReseller(almas, admin);
  await only(page, reseller.name);
  await press(page, reseller.name, 'Détails');
  await page.getByRole('button', { name: 'Mot de passe temporaire' }).click();
  await page.getByRole('button', { name: 'Donner un mot de passe' }).click();
  const shown = page.locator('output');
  const given = (await shown.textContent()) ?? '';
  await page.getByRole('button', { name: 'C’est transmis' }).click();
  await expect(shown).toHaveCount(0);
  expect(await page.content()).not.toContain(given);
  const signIn = (password: string) =>
    request.post('/api/login', { data: { email: reseller.email, password } });
  expect((await signIn(reseller.password)).status()).toBe(401);
  expect((await signIn(given)).status()).toBe(200);
});

test('an administrator ends all sessions of an account from its details, and its password stays valid', async ({
  page,
  almas,
  request,
}) => {
  const reseller = await createNamedReseller(almas, admin);
  const caller = await callerFor(almas, reseller.email, reseller.password);
  await only(page, reseller.name);
  await press(page, reseller.name, 'Détails');
  await page.getByRole('button', { name: 'Fermer les sessions' }).click();
  const question = page.getByRole('dialog', { name: 'Fermer toutes les sessions ?' });
  await expect(question).toContainText(`${reseller.name} : tous les appareils seront déconnectés`);
  await question.getByRole('button', { name: 'Annuler' }).click();
  expect((await caller.call('GET', '/session')).user).not.toBeNull();
  await page.getByRole('button', { name: 'Fermer les sessions' }).click();
  await question.getByRole('button', { name: 'Fermer les sessions' }).click();
  await expect(page.getByRole('region', { name: 'Messages' }).getByText(/sessions? fermées?/)).toBeVisible();
  await expect(question).toHaveCount(0);
  expect((await caller.call('GET', '/session')).user).toBeNull();
  const data = { email: reseller.email, password: reseller.password };
  expect((await request.post('/api/login', { data })).status()).toBe(200);
});

test('the list of accounts loads its next page, and a new account appears without a reload', async ({
  page,
  almas,
}) => {
  const company = uniqueWord('Pages');
  for (let count = 0; count < 4; count += 1) await createPendingReseller(almas, { company });
  await inShortPages(page, '/api/users', 3);
  await only(page, company);
  await expect(page.getByRole('row')).toHaveCount(4);
  await expect(page.getByText('4 comptes')).toBeVisible();
  await page.getByRole('button', { name: 'Afficher plus' }).click();
  await expect(page.getByRole('row')).toHaveCount(5);
  await expect(page.getByRole('button', { name: 'Afficher plus' })).toHaveCount(0);
  // Rows keep their places while the pointer is over them.
  await page.mouse.move(0, 0);
  const another = await createPendingReseller(almas, { company });
  await expect(row(page, another.name)).toBeVisible();
});

test('the next page of the accounts is shown although the list is read again meanwhile for a new account', async ({
  page,
  almas,
}) => {
  const company = uniqueWord('Pages');
  for (let count = 0; count < 4; count += 1) await createPendingReseller(almas, { company });
  const held = deferred();
  const isNext = (url: string) => new URL(url).searchParams.has('cursor');
  await inShortPages(page, '/api/users', 3, (url) => (isNext(url) ? held.promise : undefined));
  await only(page, company);
  await expect(page.getByRole('row')).toHaveCount(4);
  const next = page.waitForRequest((request) => isNext(request.url()));
  await page.getByRole('button', { name: 'Afficher plus' }).click();
  await next;
  const again = page.waitForRequest((sent) => sent.url().includes('/api/users?') && !isNext(sent.url()));
  await createPendingReseller(almas, { company });
  await again;
  held.resolve();
  await page.mouse.move(0, 0);
  await expect(page.getByRole('row')).toHaveCount(6);
});

test('the accounts screen and its dialogs are accessible and fit a phone', async ({ page, almas }) => {
  const company = uniqueWord('Accès');
  const reseller = await createNamedReseller(almas, admin, { company, balance: 500 });
  await createPendingReseller(almas, { company });
  await requestRecharge(reseller, 100);
  await only(page, company);
  await expect(page.getByRole('row')).toHaveCount(3);
  await expectAccessible(page);
  for (const label of ['Détails', 'Transactions', 'Recharger']) {
    await press(page, reseller.name, label);
    await expect(page.getByRole('dialog')).toBeVisible();
    await expect(page.getByRole('dialog').getByText(/DA/).first()).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  await expectNoSideScroll(page);
  await expectAccessible(page);
});

test('accounts are sorted by name, balance and last activity, and found by a phone number in any spelling [WRK-50]', async ({
  page,
  almas,
}) => {
  const company = uniqueWord('Tri');
  const [first, second] = [
    await createNamedReseller(almas, admin, { company, firstName: 'Zineb', balance: 300 }),
    await createNamedReseller(almas, admin, { company, firstName: 'Amel', balance: 100 }),
  ];
  await sql(almas, "UPDATE users SET phone = '+213 (0) 666-00-77-88' WHERE id = $1", [second.id]);
  await page.goto(`/admin/users?search=${encodeURIComponent(company)}`);
  const order = async () =>
    (await page.getByRole('row').allTextContents()).slice(1).map((text) => text.includes('Zineb'));
  const head = (name: string) => page.getByRole('columnheader', { name });
  await expect.poll(order).toEqual([false, true]);
  await head('Solde').getByRole('button').click();
  await expect.poll(order).toEqual([true, false]);
  await expect(head('Solde')).toHaveAttribute('aria-sort', 'descending');
  await head('Nom').getByRole('button').click();
  await expect.poll(order).toEqual([false, true]);
  // On a desk the headers sort, and no second control does.
  await expect(page.getByLabel('Trier par')).toHaveCount(0);
  const activity = head('Inscription').getByRole('button', { name: 'Dernière activité' });
  await activity.click();
  await expect(page).toHaveURL(/sort=activity/);
  await activity.click();
  await expect.poll(order).toEqual([true, false]);
  await expect(page).toHaveURL(/sort=activity/);
  await page.getByRole('searchbox').fill('0666 00 77 88');
  await expect.poll(order).toEqual([false]);
  await expect(page.getByRole('row').nth(1)).toContainText(second.email);
  expect(first.id).not.toBe(second.id);
});

test('an account that an address opens is activated, recharged, reviewed and deactivated from its details, with status and balance at their top [WRK-51]', async ({
  page,
  almas,
}) => {
  const reseller = await createPendingReseller(almas);
  await page.goto(`/admin/users?account=${reseller.id}`);
  const details = page.getByRole('dialog', { name: `Compte de ${reseller.name}` });
  const act = (label: string) => details.getByRole('button', { name: label, exact: true });
  await act('Refuser').click();
  const refusal = page.getByRole('dialog', { name: `Refuser ${reseller.name}` });
  await refusal.getByRole('button', { name: 'Annuler' }).click();
  await expect(refusal).toHaveCount(0);
  await act('Activer').click();
  await expectToast(page, 'Utilisateur activé');
  await act('Recharger').click();
  const recharge = page.getByRole('dialog', { name: `Recharger ${reseller.name}` });
  await recharge.getByLabel('Montant (DA)').fill('400');
  await recharge.getByRole('button', { name: 'Recharger' }).click();
  await expect(recharge).toHaveCount(0);
  await expect(details).toContainText(spaced('400 DA'));
  await expectAccessibleAtBothWidths(page);
  await page.setViewportSize({ width: 390, height: 844 });
  const boxes = await boxesOf(...['Recharger', 'Transactions'].map(act));
  expect(new Set(boxes.map(({ y }) => y)).size, 'on a phone the actions are side by side').toBe(1);
  await page.setViewportSize({ width: 1280, height: 800 });
  const [credits = { y: 0 }, closes = { y: 0 }] = await boxesOf(act('Recharger'), act('Désactiver'));
  expect(closes.y - credits.y, 'deactivating is far from recharging').toBeGreaterThan(200);
  await act('Transactions').click();
  const transactions = page.getByRole('dialog', { name: `Transactions de ${reseller.name}` });
  await expect(transactions.getByRole('row').nth(1)).toContainText(spaced('+400 DA'));
  // The transactions close, and the details stay open.
  await page.keyboard.press('Escape');
  await expect(transactions).toHaveCount(0);
  await act('Désactiver').click();
  await page
    .getByRole('dialog', { name: `Désactiver ${reseller.name}` })
    .getByRole('button', { name: 'Confirmer' })
    .click();
  await expectToast(page, 'Utilisateur désactivé');
  await expect(act('Réactiver')).toBeVisible();
  await expect(act('Désactiver')).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`account=${reseller.id}`));
});

test('the details of an account say who activated and who deactivated it', async ({ page, almas }) => {
  const reseller = await createNamedReseller(almas, admin);
  await admin.call('POST', `/users/${reseller.id}/deactivate`, { reason: 'Essai' });
  const me = await admin.call('GET', '/me');
  const name = `${me.firstName} ${me.lastName}`.trim() || me.displayName || me.email.split('@')[0];
  await only(page, reseller.email);
  await press(page, reseller.name, 'Détails');
  const dialog = page.getByRole('dialog');
  for (const fact of ['Activé le', 'Désactivé le'])
    await expect(dialog.locator('dt', { hasText: new RegExp(`^${fact}$`) }).locator('..')).toContainText(
      `par ${name}`,
    );
});

test('a refused account differs from a deactivated one: in the list, in its details and in the journal', async ({
  page,
  almas,
}) => {
  const [refused, closed] = [await createPendingReseller(almas), await createNamedReseller(almas, admin)];
  for (const { id } of [refused, closed])
    await admin.call('POST', `/users/${id}/deactivate`, { reason: 'Dossier incomplet' });
  for (const [reseller, status, at, reason, others, action] of [
    [
      refused,
      'Inactifrefusé',
      'Refusé le',
      'Raison du refus',
      ['Désactivé le', 'Activé le'],
      'Compte refusé',
    ],
    [closed, 'Inactif', 'Désactivé le', 'Raison de la désactivation', ['Refusé le'], 'Compte désactivé'],
  ] as const) {
    await only(page, reseller.email);
    const row = page.getByRole('row').filter({ hasText: reseller.email });
    await expect(row.getByRole('cell').filter({ hasText: /^Inactif/ })).toHaveText(status);
    await row.getByRole('button', { name: 'Détails' }).click();
    const dialog = page.getByRole('dialog');
    const term = (name: string) => dialog.locator('dt', { hasText: new RegExp(`^${name}$`) });
    await expect(term(at)).toBeVisible();
    await expect(term(reason).locator('..')).toContainText('Dossier incomplet');
    for (const other of others) await expect(term(other)).toHaveCount(0);
    await expectAccessible(page);
    await dialog.getByText('Journal', { exact: true }).click();
    await expect(dialog.getByRole('listitem').first()).toContainText(action);
  }
  // An account that has been active once is deactivated and no longer refused.
  await admin.call('POST', `/users/${refused.id}/activate`);
  await admin.call('POST', `/users/${refused.id}/deactivate`, {});
  await only(page, refused.email);
  await expect(page.getByRole('row').filter({ hasText: refused.email })).not.toContainText('refusé');
});

test('the open dialog of an account that a colleague has deactivated meanwhile names the colleague and offers no action', async ({
  page,
  almas,
}) => {
  const reseller = await createNamedReseller(almas, admin);
  await only(page, reseller.email);
  await press(page, reseller.name, 'Désactiver');
  const dialog = page.getByRole('dialog', { name: `Désactiver ${reseller.name}` });
  await expect(dialog.getByRole('button', { name: 'Confirmer' })).toBeVisible();
  await admin.call('POST', `/users/${reseller.id}/deactivate`, { reason: 'Par un collègue' });
  await expect(dialog).toContainText('Compte désactivé par');
  await expect(dialog.getByRole('button', { name: 'Confirmer' })).toHaveCount(0);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Fermer' }).last().click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
