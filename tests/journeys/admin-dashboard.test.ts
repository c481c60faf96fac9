import { randomInt } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import {
  createNamedReseller,
  createPendingReseller,
  decideAllPending,
  expectToast,
  refuseWithoutMessage,
  requestRecharge,
  uniqueWord,
} from './support/accounts.ts';
import { boxOf } from './support/boxes.ts';
import { administrator, type Caller, enterAs } from './support/callers.ts';
import { createProduct, createProductWithCodes } from './support/products.ts';
import { expectAccessible } from './support/screen-checks.ts';
import { spaced } from './support/words.ts';

let admin: Caller;
test.beforeEach(async ({ almas, page }) => {
  admin = await administrator(almas);
  await decideAllPending(admin);
  await enterAs(page, almas, admin);
});

const stat = (page: Page, label: string) => page.getByText(label, { exact: true }).locator('..');
const requests = (page: Page) => page.getByRole('list', { name: 'Demandes de recharge en attente' });
const accounts = (page: Page) => page.getByRole('list', { name: 'Comptes en attente' });
const activity = (page: Page) => page.getByRole('list', { name: 'Activité récente' });
const item = (list: ReturnType<typeof requests>, name: string) =>
  list.getByRole('listitem').filter({ hasText: name });

test('an administrator’s dashboard shows four figures of the whole product, which change live [ADM-01][ADM-02][ADM-03][ADM-04]', async ({
  page,
  almas,
}) => {
  const reseller = await createNamedReseller(almas, admin);
  await createProduct(admin);
  await createProduct(admin, { status: 'inactive' });
  await requestRecharge(reseller, 1_000);
  const { users, products, recharges, unreadNotifications } = await admin.call('GET', '/statistics');
  expect(products.total).toBeGreaterThan(products.active);
  expect(unreadNotifications).toBeGreaterThan(0);
  await page.goto('/admin');
  await expect(stat(page, 'Utilisateurs')).toContainText(
    `${users.total}${users.active} actifs, ${users.pending} en attente`,
  );
  await expect(stat(page, 'Produits')).toContainText(
    `${products.total}${products.active} actif${products.active > 1 ? 's' : ''}`,
  );
  await expect(stat(page, 'Recharges en attente')).toContainText(`attente${recharges.pending}`);
  await expect(stat(page, 'Notifications non lues')).toContainText(`lues${unreadNotifications}`);

  await createPendingReseller(almas);
  await requestRecharge(reseller, 2_000);
  await expect(stat(page, 'Utilisateurs')).toContainText(
    `${users.total + 1}${users.active} actifs, ${users.pending + 1} en attente`,
  );
  await expect(stat(page, 'Recharges en attente')).toContainText(`attente${recharges.pending + 1}`);
  await expect(stat(page, 'Notifications non lues')).toContainText(`lues${unreadNotifications + 2}`);
});

test('an administrator’s dashboard lists at most five pending requests, which are approved or rejected in the list [ADM-05][ADM-06][ERR-26][ERR-27][RRQ-28][RRQ-37]', async ({
  page,
  almas,
}) => {
  const [first, second] = [
    await createNamedReseller(almas, admin, { balance: 500 }),
    await createNamedReseller(almas, admin),
  ];
  const created = [];
  for (const [user, amount] of [
    [first, 100],
    [first, 200],
    [first, 300],
    [second, 400],
    [second, 500],
    [second, 600],
  ] as const) {
    created.push(await requestRecharge(user, amount));
  }
  await page.goto('/admin');
  await expect(requests(page).getByRole('listitem')).toHaveCount(5);
  for (const name of ['Approuver', 'Rejeter']) {
    await expect(requests(page).getByRole('button', { name, exact: true })).toHaveCount(5);
  }
  const of300 = item(requests(page), first.name).filter({ hasText: '300' });
  await expect(of300).toContainText(spaced('Solde : 500 DA → 800 DA'));
  await of300.getByRole('button', { name: 'Approuver' }).click();
  await expectToast(page, 'Demande approuvée');
  // The row keeps its position, shows the decision and has the focus.
  await expect(of300).toContainText(/Demande de recharge approuvée par/);
  await expect(of300.getByRole('button', { name: /Approuver|Rejeter/ })).toHaveCount(0);
  await expect(of300).toBeFocused();
  const next = item(requests(page), first.name).filter({ hasText: '200' });
  await expect(next).toContainText(spaced('Solde : 800 DA'));
  await next.getByRole('button', { name: 'Rejeter' }).click();
  await expectToast(page, 'Demande rejetée');
  await expect(next).toContainText(/Demande de recharge rejetée par/);
  await expect(requests(page).getByRole('listitem')).toHaveCount(5);

  const { items } = await admin.call('GET', `/recharge-requests?userId=${first.id}`);
  const byId = new Map(items.map((entry: { id: string }) => [entry.id, entry]));
  expect(byId.get(created[2]?.id)).toMatchObject({ status: 'approved', notes: 'Approuvé par admin' });
  expect(byId.get(created[1]?.id)).toMatchObject({ status: 'rejected', rejectionReason: 'Rejeté par admin' });
  expect(await admin.call('GET', `/users/${first.id}`)).toMatchObject({ balance: 800 });
});

test('`Voir tout` leads an administrator to all pending requests and to no settled one [NAV-34][NAV-35]', async ({
  page,
  almas,
}) => {
  const reseller = await createNamedReseller(almas, admin);
  const settled = await requestRecharge(reseller, 700);
  await admin.call('POST', `/recharge-requests/${settled.id}/approve`, {});
  await requestRecharge(reseller, 800);
  await page.goto('/admin');
  await page.getByRole('link', { name: 'Voir tout : Demandes de recharge en attente' }).click();
  await expect(page).toHaveURL(/\/admin\/recharges$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Demandes de recharge en attente');
  await expect(requests(page).getByRole('listitem')).toHaveCount(1);
  await expect(requests(page)).toContainText(spaced('800 DA'));
  await requests(page).getByRole('button', { name: 'Rejeter' }).click();
  await page.getByRole('dialog').getByLabel('Raison').fill('Reçu illisible');
  await page.getByRole('dialog').getByRole('button', { name: 'Rejeter', exact: true }).click();
  await expectToast(page, 'Demande rejetée');
  // The rows stay while the pointer is over them.
  await page.mouse.move(0, 0);
  await expect(page.getByText('Aucune demande en attente')).toBeVisible();
  // A new request appears without a reload.
  await requestRecharge(reseller, 900);
  await expect(requests(page)).toContainText(spaced('900 DA'));
});

test('a pending account with the phone number of another names it where it is activated [DSK-123]', async ({
  page,
  almas,
}) => {
  const phone = `07${String(randomInt(1e8)).padStart(8, '0')}`;
  const known = await createNamedReseller(almas, admin, { phone });
  const waiting = await createPendingReseller(almas, { phone: `+213 ${phone.slice(1)}` });
  const other = await createPendingReseller(almas);
  await page.goto('/admin');
  const warnings = (within: ReturnType<typeof item>) => within.getByRole('list', { name: 'À vérifier' });
  await expect(warnings(item(accounts(page), waiting.name))).toHaveText(
    `Même téléphone que ${known.name} (actif)`,
  );
  await expect(item(accounts(page), other.name)).toBeVisible();
  await expect(warnings(item(accounts(page), other.name))).toHaveCount(0);
  await expectAccessible(page);
  await page.goto(`/admin/users?search=${encodeURIComponent(waiting.email)}`);
  await expect(page.getByRole('row').filter({ hasText: waiting.name })).toContainText('doublon ?');
  await page.getByRole('link', { name: waiting.name }).click();
  const details = page.getByRole('dialog', { name: `Compte de ${waiting.name}` });
  await details.getByRole('link', { name: known.name }).click();
  await expect(page.getByRole('dialog', { name: `Compte de ${known.name}` })).toBeVisible();
});

test('an administrator’s dashboard lists at most five pending accounts, activated in a tap or refused with a reason [ADM-07][ADM-08][ADM-09][ADM-10][ERR-23][ERR-24]', async ({
  page,
  almas,
}) => {
  // The accounts that have been pending longest come first.
  const [welcome, refused] = [await createPendingReseller(almas), await createPendingReseller(almas)];
  for (let count = 0; count < 4; count += 1) await createPendingReseller(almas);
  await page.goto('/admin');
  await expect(accounts(page).getByRole('listitem')).toHaveCount(5);
  await item(accounts(page), welcome.name).getByRole('button', { name: 'Activer' }).click();
  await expectToast(page, 'Utilisateur activé');
  await expect(item(accounts(page), welcome.name)).toContainText(/Compte activé par/);
  await expect(item(accounts(page), welcome.name)).toBeFocused();
  expect(await admin.call('GET', `/users/${welcome.id}`)).toMatchObject({ status: 'active' });

  const refuse = item(accounts(page), refused.name).getByRole('button', { name: 'Refuser' });
  await refuse.click();
  const dialog = page.getByRole('dialog', { name: `Refuser ${refused.name}` });
  await dialog.getByRole('button', { name: 'Annuler' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(refuse).toBeFocused();
  expect(await admin.call('GET', `/users/${refused.id}`)).toMatchObject({ status: 'pending' });
  await refuse.click();
  await dialog.getByLabel('Raison').fill('Dossier incomplet');
  await dialog.getByRole('button', { name: 'Confirmer' }).click();
  await expectToast(page, 'Utilisateur désactivé');
  await expect(item(accounts(page), refused.name)).toContainText(/Compte refusé par/);
  await expect(item(accounts(page), refused.name)).toBeFocused();
  await expect(accounts(page).getByRole('listitem')).toHaveCount(5);
  expect(await admin.call('GET', `/users/${refused.id}`)).toMatchObject({
    status: 'inactive',
    deactivationReason: 'Dossier incomplet',
  });
});

test('an administrator’s dashboard says that no request and no account is pending', async ({ page }) => {
  await page.goto('/admin');
  await expect(page.getByText('Aucune demande en attente')).toBeVisible();
  await expect(page.getByText('Aucun compte en attente')).toBeVisible();
});

test('the quick actions lead an administrator to their screens and show the number of pending Free Fire requests [ADM-11][ADM-12]', async ({
  page,
  almas,
}) => {
  const figures = await admin.call('GET', '/statistics');
  await page.route('**/api/statistics', (route) =>
    route.fulfill({ json: { ...figures, freeFire: { pending: 3 } } }),
  );
  await page.goto('/admin');
  const waiting = page.getByRole('link', { name: /Free Fire 3 en attente/ });
  await expect(waiting).toHaveAttribute('href', '/admin/freefire');
  for (const [name, path] of [
    ['Gestion des recharges', '/admin/recharge'],
    ['Toutes les transactions', '/admin/transactions'],
  ] as const) {
    await page.getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(`${almas.baseURL}${path}`);
    await page.goBack();
  }
});

test('the journal shows an administrator who did what, with the values before and after', async ({
  page,
  almas,
}) => {
  const reseller = await createNamedReseller(almas, admin);
  await admin.call('POST', `/users/${reseller.id}/recharge`, { amount: 1_500, note: 'Espèces' });
  await page.goto('/admin');
  await page.getByRole('button', { name: 'Journal des actions' }).click();
  const dialog = page.getByRole('dialog', { name: 'Journal des actions' });
  const line = dialog.getByRole('listitem').filter({ hasText: 'Solde crédité' }).first();
  await expect(line).toContainText(reseller.name);
  await expect(line).toContainText(spaced('0 DA 1 500 DA'));
  await dialog.getByLabel('Type d’action').selectOption('Compte activé');
  await expect(dialog.getByRole('listitem').first()).toContainText('Compte activé');
  await expect(dialog.getByText('Solde crédité', { exact: true }).locator('visible=true')).toHaveCount(0);
});

test('the recent activity merges requests and new resellers, ten at most, newest first [ADM-23][ADM-24][ADM-25]', async ({
  page,
  almas,
}) => {
  const names: string[] = [];
  for (let count = 0; count < 5; count += 1) {
    const reseller = await createNamedReseller(almas, admin, { firstName: 'Karim' });
    await requestRecharge(reseller, 1_000 + count);
    // Two entries of each reseller: the account, then its request.
    names.unshift(reseller.name, reseller.name);
  }
  const newest = await createPendingReseller(almas);
  await page.goto('/admin');
  const lines = activity(page).getByRole('listitem');
  await expect(lines).toHaveCount(10);
  await expect(lines.locator('strong')).toHaveText([newest.name, ...names].slice(0, 10));
  await expect(lines.nth(0)).toContainText('Nouveau revendeur');
  await expect(lines.nth(1)).toContainText('Demande de recharge en attente');
  await expect(lines.nth(2)).toContainText('Nouveau revendeur');
});

test('a failed action of the dashboard without a message of the server shows the fallback of the action [ERR-03][ERR-04][ERR-06][ERR-07]', async ({
  page,
  almas,
}) => {
  const reseller = await createNamedReseller(almas, admin);
  await requestRecharge(reseller, 1_000);
  const waiting = await createPendingReseller(almas);
  for (const path of ['**/activate', '**/deactivate', '**/approve', '**/reject']) {
    await refuseWithoutMessage(page, path);
  }
  await page.goto('/admin');
  await requests(page).getByRole('button', { name: 'Approuver' }).click();
  await expectToast(page, "Erreur d'approbation");
  await requests(page).getByRole('button', { name: 'Rejeter' }).click();
  await expectToast(page, 'Erreur de rejet');
  await item(accounts(page), waiting.name).getByRole('button', { name: 'Activer' }).click();
  await expectToast(page, "Erreur d'activation");
  await item(accounts(page), waiting.name).getByRole('button', { name: 'Refuser' }).click();
  const dialog = page.getByRole('dialog', { name: /^Refuser/ });
  await dialog.getByLabel('Raison').fill('Doublon');
  await dialog.getByRole('button', { name: 'Confirmer' }).click();
  await expectToast(page, 'Erreur de désactivation');
  // An error keeps what was typed.
  await expect(dialog.getByLabel('Raison')).toHaveValue('Doublon');
});

test('the charts of the dashboard load when the user scrolls to them, each with its table', async ({
  page,
}) => {
  const requested: string[] = [];
  page.on('request', (request) => {
    if (/trends-|statistics\/activity/.test(request.url())) requested.push(request.url());
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: 'Activité récente' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(requested).toEqual([]);
  await page.getByRole('heading', { name: 'Tendances' }).scrollIntoViewIfNeeded();
  const picture = page.getByRole('figure').filter({ hasText: 'Ventes et recharges par jour' });
  await expect(picture.getByRole('img', { name: 'Ventes et recharges par jour' })).toBeVisible();
  await picture.getByText('Voir le tableau').click();
  await expect(picture.getByRole('row')).toHaveCount(31);
  await page.getByText('7 jours').click();
  await expect(picture.getByRole('row')).toHaveCount(8);
  await expect(page.getByRole('heading', { name: 'Meilleures offres' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Stocks bas' })).toBeVisible();
});

test('an administrator has the administration menu and no balance, a reseller the reverse [PRM-17][PRM-18]', async ({
  page,
  almas,
  anotherPage,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/admin');
  await expect(page.getByText('ADMINISTRATION', { exact: true })).toBeVisible();
  await expect(page.getByTestId('sidebar-balance')).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('banner').getByText(/DA/)).toHaveCount(0);
  const other = await anotherPage();
  await enterAs(other, almas, await createNamedReseller(almas, admin, { company: uniqueWord('Boutique') }));
  await other.goto('/dashboard');
  await expect(other.getByTestId('sidebar-balance')).toBeAttached();
  await expect(other.getByText('ADMINISTRATION', { exact: true })).toHaveCount(0);
});

test('an offer of low stock on the dashboard leads to its card, with the focus on its import [DSK-82]', async ({
  page,
}) => {
  const { id, offers } = await createProductWithCodes(admin, {
    offers: Array.from({ length: 8 }, (_, index) => ({ name: `Offre ${index}`, price: 100, stock: 0 })),
  });
  await page.goto('/admin');
  await page.getByRole('heading', { name: 'Tendances', exact: true }).scrollIntoViewIfNeeded();
  await expect(page.locator('a[title^="Réapprovisionner"]').first()).toHaveAttribute(
    'href',
    /\/admin\/products\/.+\/edit#offer-/,
  );
  await page.goto(`/admin/products/${id}/edit#offer-${offers[7]?.id}`);
  const card = page.getByTestId('offer').last();
  await expect(card.getByRole('button', { name: 'Importer des codes' })).toBeFocused();
  await expect(card.getByRole('button', { name: 'Importer des codes' })).toBeInViewport();
});

test('the queue comes first: three requests with their buttons on a desk, one on a phone, without a scroll [WRK-01]', async ({
  page,
  almas,
}) => {
  const reseller = await createNamedReseller(almas, admin);
  const other = await createNamedReseller(almas, admin);
  for (const amount of [100, 200, 300]) await requestRecharge(reseller, amount);
  await requestRecharge(other, 400);
  for (const { width, height, count } of [
    { width: 1440, height: 900, count: 3 },
    { width: 390, height: 844, count: 1 },
  ]) {
    await page.setViewportSize({ width, height });
    await page.goto('/admin');
    await expect(requests(page).getByRole('listitem')).toHaveCount(4);
    await expect(page.getByText('aucune sauvegarde')).toBeVisible();
    for (let index = 0; index < count; index += 1)
      for (const name of ['Approuver', 'Rejeter'])
        await expect(
          requests(page).getByRole('listitem').nth(index).getByRole('button', { name, exact: true }),
        ).toBeInViewport({ ratio: 1 });
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  const row = await boxOf(requests(page).getByRole('listitem').first());
  expect(row.height).toBeLessThanOrEqual(58);
  expect(row.y).toBeLessThan(330);
});

test('each figure of the dashboard leads to its list, and those of the day name yesterday’s [WRK-02]', async ({
  page,
  almas,
}) => {
  await page.goto('/admin');
  await expect(stat(page, 'Ventes du jour')).toContainText(spaced('hier 0 DA'));
  for (const [label, path] of [
    ['Ventes du jour', '/admin/transactions?type=purchase'],
    ['Recharges du jour', '/admin/recharge?status=approved&period=today'],
    ['Free Fire du jour', '/admin/freefire'],
    ['Soldes revendeurs', '/admin/users?sort=balance'],
    ['Utilisateurs', '/admin/users'],
    ['Produits', '/admin/products'],
    ['Recharges en attente', '/admin/recharges'],
  ] as const) {
    await page
      .getByRole('main')
      .getByRole('link', { name: new RegExp(`^${label}`) })
      .click();
    await expect(page).toHaveURL(`${almas.baseURL}${path}`);
    await page.goBack();
  }
  await page.getByRole('button', { name: /^Voir les notifications non lues/ }).click();
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible();
});

test('the dashboard says that no backup and no audit has run, and opens the state of the system [WRK-03]', async ({
  page,
}) => {
  await page.goto('/admin');
  const line = page.getByRole('status').filter({ hasText: 'À vérifier' });
  await expect(line).toContainText('aucune sauvegarde, aucun contrôle des comptes');
  await line.getByRole('button', { name: 'Voir l’état' }).click();
  await expect(page.getByRole('dialog', { name: 'État du système' })).toBeVisible();
  await page.keyboard.press('Escape');
  const health = await admin.call('GET', '/health');
  const ran = { state: 'ok', at: new Date().toISOString(), succeeded: true };
  await page.route('**/api/health', (route) =>
    route.fulfill({ json: { ...health, backup: ran, audit: ran } }),
  );
  await page.reload();
  await expect(stat(page, 'Produits')).toContainText(/\d/);
  await expect(line).toHaveCount(0);
});
