import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import {
  createNamedReseller,
  createPendingReseller,
  decideAllPending,
  expectToast,
  requestRecharge,
} from './support/accounts.ts';
import { administrator, enterAs } from './support/callers.ts';
import { spaced } from './support/words.ts';

const figure = (page: Page, label: string) => page.getByText(label, { exact: true }).locator('..');

test('a request and an account that arrive on the open dashboard are announced and decided there, and its figures, activity, journal and trends say so; it shows the state of the system', async ({
  page,
  almas,
}) => {
  const admin = await administrator(almas);
  await decideAllPending(admin);
  await admin.call('POST', '/notifications/read-all');
  const reseller = await createNamedReseller(almas, admin, { balance: 500 });
  await enterAs(page, almas, admin);
  const requested: string[] = [];
  page.on('request', (request) => {
    if (/trends-|statistics\/activity/.test(request.url())) requested.push(request.url());
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/admin');
  const before = await admin.call('GET', '/statistics');
  await expect(figure(page, 'Utilisateurs')).toContainText(
    `${before.users.total}${before.users.active} actifs, ${before.users.pending} en attente`,
  );
  await expect(page.getByText('Aucune demande en attente')).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(requested).toEqual([]);

  const created = await requestRecharge(reseller, 300);
  const waiting = await createPendingReseller(almas);
  await expect(figure(page, 'Recharges en attente')).toContainText('attente1');
  await expect(figure(page, 'Utilisateurs')).toContainText(`${before.users.pending + 1} en attente`);
  await expect(figure(page, 'Notifications non lues')).toContainText(`${before.unreadNotifications + 2}`);
  const badge = page.getByTestId('unread-badge');
  await expect(badge).toHaveText('2');
  await page.getByRole('button', { name: /^Notifications/ }).click();
  const announced = page.getByRole('dialog', { name: 'Notifications' }).getByRole('link');
  await expect(
    announced.filter({ hasText: `${waiting.name} (Saadi Informatique) attend son activation` }),
  ).toHaveAttribute('href', `/admin/users?account=${waiting.id}`);
  await announced.filter({ hasText: `${reseller.name} demande une recharge de 300 DZD` }).click();
  await expect(page.getByRole('dialog', { name: 'Détail de la demande' })).toContainText(reseller.email);
  await expect(page).toHaveURL(`${almas.baseURL}/admin/recharge?request=${created.id}`);
  await expect(badge).toHaveText('1');
  await page.goto('/admin');
  const request = page.getByRole('listitem').filter({ hasText: spaced('Solde : 500 DA → 800 DA') });
  await request.getByRole('button', { name: 'Approuver' }).click();
  await expectToast(page, 'Demande approuvée');
  const accounts = page.getByRole('list', { name: 'Comptes en attente' });
  await accounts.getByRole('button', { name: 'Activer' }).click();
  await expectToast(page, 'Utilisateur activé');
  await expect(accounts).toContainText(`${waiting.name}`);
  await expect(accounts).toContainText(/Compte activé par/);
  // What a notification is about has been decided.
  await expect(badge).toHaveCount(0);
  expect(await admin.call('GET', `/users/${reseller.id}`)).toMatchObject({ balance: 800 });
  expect(await admin.call('GET', `/users/${waiting.id}`)).toMatchObject({ status: 'active' });
  await expect(figure(page, 'Recharges en attente')).toContainText('attente0');
  await expect(figure(page, 'Recharges du jour')).toContainText(spaced('800 DA'));
  const activity = page.getByRole('list', { name: 'Activité récente' });
  await expect(activity).toContainText('Demande de recharge approuvée');
  await expect(activity).toContainText(waiting.name);

  await page.getByRole('button', { name: 'Journal des actions' }).click();
  const journal = page.getByRole('dialog', { name: 'Journal des actions' });
  await journal.getByLabel('Type d’action').selectOption('Demande de recharge approuvée');
  await expect(journal.getByRole('listitem')).toHaveCount(1);
  await journal.getByLabel('Type d’action').selectOption('Compte activé');
  await expect(journal.getByRole('listitem').first()).toContainText(waiting.name);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'État du système' }).click();
  const state = page.getByRole('dialog', { name: 'État du système' });
  await expect(state).toContainText(/Principale, écriture possible, \d+(,\d)? [KMG]o/);
  await expect(state).toContainText('sur 10 occupées');
  // Beside the messages of what was decided before.
  const verdict = 'Le service fonctionne ; au moins un point est à vérifier.';
  await expect(state.getByRole('status').filter({ hasText: verdict })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { name: 'Tendances' }).scrollIntoViewIfNeeded();
  await expect(page.getByRole('img', { name: 'Ventes et recharges par jour' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Stocks bas' })).toBeVisible();
});
