import { expect, test } from '../support/browser.ts';
import {
  createNamedReseller,
  createPendingReseller,
  decideAllPending,
  expectToast,
  requestRecharge,
} from './support/accounts.ts';
import { administrator, enterAs, newAdministratorSession } from './support/callers.ts';
import { sendTogether } from './support/send-together.ts';
import { spaced } from './support/words.ts';

test('an administrator on a phone activates, refuses, approves, rejects and credits, and finds it all in the journal', async ({
  page,
  almas,
  anotherPage,
}) => {
  const admin = await administrator(almas);
  await decideAllPending(admin);
  const customerOne = await createNamedReseller(almas, admin, { balance: 1_000 });
  const newcomer = await createPendingReseller(almas);
  const otherUser = await createPendingReseller(almas);
  await requestRecharge(customerOne, 2_000);
  await requestRecharge(customerOne, 9_000);
  await enterAs(page, almas, admin);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await expect(page).toHaveURL(/\/admin$/);

  const accounts = page.getByRole('list', { name: 'Comptes en attente' }).getByRole('listitem');
  await accounts.filter({ hasText: newcomer.name }).getByRole('button', { name: 'Activer' }).click();
  await expectToast(page, 'Utilisateur activé');
  await accounts.filter({ hasText: otherUser.name }).getByRole('button', { name: 'Refuser' }).click();
  await page.getByRole('dialog').getByLabel('Raison').fill('Inconnu au registre');
  await page.getByRole('dialog').getByRole('button', { name: 'Confirmer' }).click();
  await expectToast(page, 'Utilisateur désactivé');
  await expect(page.getByText('Aucun compte en attente')).toBeVisible();

  const requests = page.getByRole('list', { name: 'Demandes de recharge en attente' }).getByRole('listitem');
  await requests
    .filter({ hasText: spaced('2 000 DA') })
    .first()
    .getByRole('button', { name: 'Approuver' })
    .click();
  await expectToast(page, 'Demande approuvée');
  await requests
    .filter({ hasText: spaced('9 000 DA') })
    .getByRole('button', { name: 'Rejeter' })
    .click();
  await expectToast(page, 'Demande rejetée');
  // The rows stay while the pointer is over them.
  await page.mouse.move(0, 0);
  await expect(page.getByText('Aucune demande en attente')).toBeVisible();

  // The reseller sees each credit, and the administrator the next request, without a reload.
  const shop = await anotherPage();
  await enterAs(shop, almas, customerOne);
  await shop.goto('/dashboard');
  await expect(shop.getByTestId('dashboard-balance')).toHaveText(spaced('3 000 DA'));

  const search = page.getByRole('combobox', { name: 'Rechercher' });
  await search.fill(customerOne.email);
  await page.getByRole('option').click();
  await page.getByLabel('Montant (DA)').fill('500');
  await expect(page.getByTestId('balance-after')).toHaveText(spaced('3 500 DA'));
  await page.getByRole('button', { name: 'Recharger', exact: true }).click();
  await expectToast(page, 'Recharge effectuée');
  await expect(shop.getByTestId('dashboard-balance')).toHaveText(spaced('3 500 DA'));
  await requestRecharge(customerOne, 4_000);
  await expect(requests.filter({ hasText: spaced('4 000 DA') })).toBeVisible();

  await page.getByRole('link', { name: 'Toutes les transactions' }).click();
  await page.getByRole('searchbox', { name: 'Rechercher' }).fill(customerOne.email);
  await expect(page.getByText('3 transactions', { exact: true })).toBeVisible();
  await page.getByRole('row').nth(1).click();
  await expect(page.getByRole('dialog')).toContainText('Recharge rapide depuis le dashboard admin');
  await page.keyboard.press('Escape');
  await page.getByRole('main').getByRole('link', { name: 'Tableau de bord' }).click();

  await page.getByRole('button', { name: 'Journal des actions' }).click();
  const journal = page.getByRole('dialog', { name: 'Journal des actions' }).getByRole('listitem');
  for (const [index, text] of [
    'Solde crédité',
    'Demande de recharge rejetée',
    'Demande de recharge approuvée',
    'Compte refusé',
    'Compte activé',
  ].entries()) {
    await expect(journal.nth(index)).toContainText(text);
  }
  await expect(journal.nth(3)).toContainText('Inconnu au registre');
});

test('two administrators settle one request at the same time from their dashboards: it is decided once', async ({
  page,
  almas,
  anotherPage,
}) => {
  const admin = await administrator(almas);
  await decideAllPending(admin);
  const reseller = await createNamedReseller(almas, admin);
  await requestRecharge(reseller, 3_000);
  const other = await anotherPage();
  for (const screen of [page, other]) {
    await enterAs(screen, almas, await newAdministratorSession(almas));
    await screen.goto('/admin');
    await expect(screen.getByRole('button', { name: 'Approuver' })).toBeVisible();
  }
  await sendTogether([page, other], /\/(approve|reject)$/);
  await Promise.all([
    page.getByRole('button', { name: 'Approuver' }).click(),
    other.getByRole('button', { name: 'Rejeter' }).click(),
  ]);
  for (const screen of [page, other]) {
    await screen.mouse.move(0, 0);
    await expect(screen.getByText('Aucune demande en attente')).toBeVisible();
  }
  const { items } = await admin.call('GET', `/recharge-requests?userId=${reseller.id}`);
  const { balance } = await admin.call('GET', `/users/${reseller.id}`);
  expect([
    ['approved', 3_000],
    ['rejected', 0],
  ]).toContainEqual([items[0].status, balance]);
  const { items: moves } = await admin.call('GET', `/users/${reseller.id}/transactions`);
  expect(moves).toHaveLength(balance === 0 ? 0 : 1);
});
