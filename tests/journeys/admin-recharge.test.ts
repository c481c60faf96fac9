import type { Page } from '@playwright/test';
import { expect, pauseClock, test } from '../support/browser.ts';
import {
  createNamedReseller,
  expectToast,
  refuseWithoutMessage,
  requestRecharge,
  uniqueWord,
} from './support/accounts.ts';
import { takesPresses } from './support/boxes.ts';
import { administrator, type Caller, enterAs, newAdministratorSession } from './support/callers.ts';
import { inShortPages, withoutLiveEvents } from './support/page-data.ts';
import { expectAccessible, expectNoSideScroll } from './support/screen-checks.ts';
import { sendTogether } from './support/send-together.ts';
import { sql } from './support/sql.ts';
import { spaced } from './support/words.ts';

let admin: Caller;
test.beforeEach(async ({ almas, page }) => {
  admin = await administrator(almas);
  await enterAs(page, almas, admin);
  await page.setViewportSize({ width: 1280, height: 800 });
});

const search = (page: Page) => page.getByRole('searchbox', { name: 'Rechercher' });
const rows = (page: Page) => page.getByRole('row');
const row = (page: Page, text: string | RegExp) => rows(page).filter({ hasText: text });
const button = (page: Page, text: string | RegExp, name: string) =>
  row(page, text).getByRole('button', { name, exact: true });
const open = (page: Page, text = '') => page.goto(`/admin/recharge?search=${encodeURIComponent(text)}`);

test('the recharge screen has a title, five figures over all requests, and a table [ADR-01][ADR-03][ADR-12]', async ({
  page,
  almas,
}) => {
  const reseller = await createNamedReseller(almas, admin);
  const approved = await requestRecharge(reseller, 1_250);
  await admin.call('POST', `/recharge-requests/${approved.id}/approve`, {});
  await requestRecharge(reseller, 300);
  const { recharges } = await admin.call('GET', '/statistics');
  await open(page, reseller.name);
  await expect(page.getByRole('heading', { level: 1, name: 'Gestion des recharges' })).toBeVisible();
  const plain = (value: number) => spaced(value.toLocaleString('fr-FR').replace(/\s/g, ' '));
  for (const [label, value] of [
    ['Demandes', recharges.total],
    ['En attente', recharges.pending],
    ['Approuvées', recharges.approved],
    ['Rejetées', recharges.rejected],
    ['Montant approuvé', recharges.totalAmount],
  ] as const) {
    const figure = page.locator('p', { hasText: new RegExp(`^${label}$`) }).locator('..');
    await expect(figure).toContainText(plain(value));
  }
  await expect(page.getByRole('columnheader')).toHaveText([
    'Utilisateur',
    'Montant',
    'Méthode',
    'Statut',
    'Date',
    'Actions',
  ]);
  await expect(rows(page)).toHaveCount(3);
});

test('filters apply to the loaded recharge requests without a call to the server [ADR-04][ADR-05][ADR-06][ADR-07][ADR-11][ADR-19]', async ({
  page,
  almas,
}) => {
  const company = uniqueWord('Filtres');
  const reseller = await createNamedReseller(almas, admin, { company });
  const old = await requestRecharge(reseller, 111, 'ccp');
  await requestRecharge(reseller, 222, 'baridimob');
  const rejected = await requestRecharge(reseller, 333, 'bank_transfer');
  await admin.call('POST', `/recharge-requests/${rejected.id}/reject`, { reason: 'Sans preuve' });
  await sql(almas, "UPDATE recharge_requests SET created_at = now() - interval '40 days' WHERE id = $1", [
    old.id,
  ]);
  await withoutLiveEvents(page);
  await page.goto('/admin/recharge');
  await expect(row(page, '222')).toBeVisible();
  await page.waitForLoadState('networkidle');
  const read: string[] = [];
  page.on('request', (request) => read.push(request.url()));
  await search(page).fill(company.toUpperCase());
  await expect(rows(page)).toHaveCount(4);
  const choose = async (label: string, option: string, left: string[]) => {
    await page.getByLabel(label, { exact: true }).selectOption(option);
    await expect(rows(page)).toHaveCount(left.length + 1);
    for (const amount of left) await expect(row(page, amount)).toBeVisible();
  };
  await choose('Statut', 'Rejetées', ['333']);
  await choose('Statut', 'Tous les statuts', ['111', '222', '333']);
  await choose('Méthode', 'BaridiMob', ['222']);
  await choose('Méthode', 'Toutes', ['111', '222', '333']);
  await choose('Période', 'Depuis un mois', ['222', '333']);
  await page.getByLabel('Statut', { exact: true }).selectOption('Annulées');
  await expect(page.getByText('Aucune demande trouvée')).toBeVisible();
  // The bell polls the notifications every 30 seconds.
  expect(read.filter((url) => url.includes('/api/') && !url.includes('/api/notifications?'))).toEqual([]);
  await expect(page).toHaveURL(/period=month/);
  await page.getByRole('button', { name: 'Effacer les filtres' }).click();
  await expect(row(page, '222')).toBeVisible();
});

test('the server filters, counts and sorts the recharge requests that are not loaded, with one button for more', async ({
  page,
  almas,
}) => {
  const company = uniqueWord('Au-delà');
  const reseller = await createNamedReseller(almas, admin, { company });
  // Older than what the page loads: only the server finds them.
  for (const amount of [111, 222, 333]) {
    const { id } = await requestRecharge(reseller, amount);
    await sql(
      almas,
      "UPDATE recharge_requests SET created_at = now() - interval '90 days' - $2 * interval '1 hour', status = 'cancelled' WHERE id = $1",
      [id, amount],
    );
  }
  const other = await createNamedReseller(almas, admin);
  for (let count = 0; count < 3; count += 1) await requestRecharge(other, 50 + count);
  await inShortPages(page, '/api/recharge-requests', 2);
  await page.goto('/admin/recharge');
  await expect(rows(page)).toHaveCount(3);
  await expect(page.getByRole('button', { name: 'Afficher plus' })).toHaveCount(1);
  await search(page).fill(company);
  await expect(page.getByText('3 demandes', { exact: true })).toBeVisible();
  await expect(rows(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'Afficher plus' }).click();
  await expect(rows(page)).toHaveCount(4);
  await expect(page.getByRole('button', { name: 'Afficher plus' })).toHaveCount(0);
  await page.getByRole('columnheader', { name: 'Date' }).getByRole('button').click();
  await expect(rows(page).nth(1)).toContainText('333');
  await expect(page).toHaveURL(/order=asc/);
  await page.getByLabel('Statut', { exact: true }).selectOption('Approuvées');
  await expect(page.getByText('Aucune demande trouvée')).toBeVisible();
});

test('a decided recharge request says who decided it and when, in its row and in its details', async ({
  page,
  almas,
}) => {
  const reseller = await createNamedReseller(almas, admin);
  const { id } = await requestRecharge(reseller, 910);
  await admin.call('POST', `/recharge-requests/${id}/reject`, { reason: 'Sans preuve' });
  const { items } = await admin.call(
    'GET',
    `/recharge-requests?search=${encodeURIComponent(reseller.email)}`,
  );
  const name = items[0].processedByName;
  expect(name).toBeTruthy();
  await open(page, reseller.name);
  await expect(row(page, '910')).toContainText(`Par ${name},`);
  await expect(row(page, '910')).toContainText('· Sans preuve');
  await button(page, '910', 'Détails').click();
  const dialog = page.getByRole('dialog', { name: 'Détail de la demande' });
  await expect(dialog.locator('dt', { hasText: 'Traitée par' }).locator('..')).toContainText(name);
});

test('the period filter keeps the recharge requests of today, of seven days or of a month [ADR-08][ADR-09][ADR-10]', async ({
  page,
  almas,
}) => {
  const reseller = await createNamedReseller(almas, admin);
  const ages = [
    ['411', '0 seconds'],
    ['422', '6 days 23 hours'],
    ['433', '27 days'],
    ['444', '33 days'],
  ] as const;
  for (const [amount, age] of ages) {
    const { id } = await requestRecharge(reseller, Number(amount));
    await sql(
      almas,
      "UPDATE recharge_requests SET created_at = now() - $2::interval, status = 'cancelled' WHERE id = $1",
      [id, age],
    );
  }
  await open(page, reseller.name);
  await expect(rows(page)).toHaveCount(5);
  for (const [period, left] of [
    ['Aujourd’hui', 1],
    ['7 derniers jours', 2],
    ['Depuis un mois', 3],
    ['Toutes les dates', 4],
  ] as const) {
    await page.getByLabel('Période').selectOption(period);
    await expect(rows(page)).toHaveCount(left + 1);
  }
});

for (const [hours, wrong] of [
  [30, 'ahead'],
  [-30, 'behind'],
] as const)
  test(`on a device whose clock is ${Math.abs(hours)} hours ${wrong}, the period filter and the ages of recharge requests follow the server’s clock [ADR-08]`, async ({
    page,
    almas,
  }) => {
    const reseller = await createNamedReseller(almas, admin);
    await requestRecharge(reseller, 455);
    const { id } = await requestRecharge(reseller, 466);
    await sql(almas, "UPDATE recharge_requests SET created_at = now() - interval '25 hours' WHERE id = $1", [
      id,
    ]);
    await page.clock.install({ time: Date.now() + hours * 3_600_000 });
    await open(page, reseller.name);
    await expect(rows(page)).toHaveCount(3);
    await page.getByLabel('Période').selectOption('Aujourd’hui');
    await expect(rows(page)).toHaveCount(2);
    await expect(row(page, '455')).toBeVisible();
    await page.goto('/admin/recharges');
    const waiting = page.getByRole('listitem').filter({ hasText: reseller.name });
    await expect(waiting.filter({ hasText: '455' })).toContainText("À l'instant");
    await expect(waiting.filter({ hasText: '466' })).toContainText('Il y a 1j');
  });

test('`Actualiser` reads the recharge requests again [ADR-02]', async ({ page, almas }) => {
  const reseller = await createNamedReseller(almas, admin);
  await requestRecharge(reseller, 510);
  await open(page, reseller.name);
  await expect(row(page, '510')).toBeVisible();
  // Written to the database directly, so that no live event announces it.
  await sql(almas, 'UPDATE recharge_requests SET amount = 52000 WHERE user_id = $1', [reseller.id]);
  await page.getByRole('button', { name: 'Actualiser' }).click();
  await expect(row(page, '520')).toBeVisible();
});

test('the details of a recharge request show the current name of its account [ADR-13][ADR-18]', async ({
  page,
  almas,
}) => {
  const reseller = await createNamedReseller(almas, admin);
  await reseller.call('POST', '/recharge-requests', { amount: 640, method: 'ccp', notes: 'Reçu 4471' });
  // Renamed since: the request keeps the old name, the account has the new one.
  const lastName = uniqueWord('Renommé');
  await reseller.call('PATCH', '/me', { firstName: 'Nadia', lastName });
  await open(page, reseller.email);
  await button(page, `Nadia ${lastName}`, 'Détails').click();
  const dialog = page.getByRole('dialog', { name: 'Détail de la demande' });
  for (const text of [
    `Nadia ${lastName}`,
    reseller.email,
    spaced('640 DA'),
    'CCP',
    'En attente',
    'Reçu 4471',
  ]) {
    await expect(dialog).toContainText(text);
  }
  await page.keyboard.press('Escape');
  await expect(button(page, `Nadia ${lastName}`, 'Détails')).toBeFocused();
});

test('an administrator approves in the dialog after seeing the balance before and after; the focus goes to the decided row [ADR-14][ERR-28]', async ({
  page,
  almas,
}) => {
  const reseller = await createNamedReseller(almas, admin, { balance: 1_000 });
  await requestRecharge(reseller, 710);
  await requestRecharge(reseller, 720);
  await open(page, reseller.name);
  await button(page, '720', 'Approuver').click();
  const dialog = page.getByRole('dialog', { name: 'Approuver la demande' });
  await expect(dialog).toContainText(reseller.name);
  await expect(dialog.getByLabel('Effet sur le solde')).toContainText(spaced('1 000 DA'));
  await expect(dialog.getByTestId('balance-after')).toHaveText(spaced('1 720 DA'));
  await dialog.getByLabel('Note').fill('Versement vu');
  await takesPresses(dialog.getByRole('button', { name: 'Approuver' }));
  await dialog.getByLabel('Note').press('Enter');
  await expectToast(page, 'Demande approuvée avec succès');
  await expect(dialog).toHaveCount(0);
  await expect(row(page, '720')).toContainText('Approuvée');
  await expect(row(page, '720')).toBeFocused();
  const { items } = await admin.call('GET', `/recharge-requests?userId=${reseller.id}`);
  expect(items[0]).toMatchObject({ status: 'approved', notes: 'Versement vu' });
});

test('an administrator rejects a recharge request in the dialog with a reason, and cannot without one [ADR-15][ADR-16][ADR-17][ERR-29]', async ({
  page,
  almas,
}) => {
  const reseller = await createNamedReseller(almas, admin);
  await requestRecharge(reseller, 810);
  await open(page, reseller.name);
  await button(page, '810', 'Rejeter').click();
  const dialog = page.getByRole('dialog', { name: 'Rejeter la demande' });
  const reject = dialog.getByRole('button', { name: 'Rejeter' });
  const reason = dialog.getByLabel('Raison');
  await expect(reject).toBeDisabled();
  await reason.fill('   ');
  await expect(reject).toBeDisabled();
  await takesPresses(dialog);
  await reason.press('Enter');
  await expectToast(page, 'Raison manquante – Veuillez saisir une raison de rejet');
  await expect(dialog).toBeVisible();
  await reason.fill('Preuve illisible');
  await reject.click();
  await expectToast(page, 'Demande rejetée avec succès');
  await expect(row(page, '810')).toContainText('Rejetée');
  const { items } = await admin.call('GET', `/recharge-requests?userId=${reseller.id}`);
  expect(items[0]).toMatchObject({ status: 'rejected', rejectionReason: 'Preuve illisible' });
});

test('a failed approval or rejection shows its fallback and keeps what was typed [ERR-06][ERR-07]', async ({
  page,
  almas,
}) => {
  const reseller = await createNamedReseller(almas, admin);
  await requestRecharge(reseller, 910);
  for (const path of ['**/approve', '**/reject']) await refuseWithoutMessage(page, path);
  await open(page, reseller.name);
  await button(page, '910', 'Approuver').click();
  const approval = page.getByRole('dialog', { name: 'Approuver la demande' });
  await approval.getByLabel('Note').fill('Vu');
  await approval.getByRole('button', { name: 'Approuver' }).click();
  await expectToast(page, "Erreur d'approbation");
  await expect(approval.getByLabel('Note')).toHaveValue('Vu');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Quitter sans enregistrer' }).click();
  await button(page, '910', 'Rejeter').click();
  const rejection = page.getByRole('dialog', { name: 'Rejeter la demande' });
  await rejection.getByLabel('Raison').fill('Non');
  await rejection.getByRole('button', { name: 'Rejeter' }).click();
  await expectToast(page, 'Erreur de rejet');
  await expect(rejection.getByLabel('Raison')).toHaveValue('Non');
});

test('a failed rejection raises an error alert on the screen, which stays for seven seconds [RRQ-40]', async ({
  page,
  almas,
}) => {
  const reseller = await createNamedReseller(almas, admin);
  await requestRecharge(reseller, 920);
  await refuseWithoutMessage(page, '**/reject');
  await page.clock.install();
  await open(page, reseller.name);
  await button(page, '920', 'Rejeter').click();
  const dialog = page.getByRole('dialog', { name: 'Rejeter la demande' });
  await dialog.getByLabel('Raison').fill('Non');
  const reject = dialog.getByRole('button', { name: 'Rejeter' });
  await expect(reject).toBeEnabled();
  // The clock of the page is stopped from here on, so that the speed of the machine does not matter.
  await pauseClock(page);
  await reject.click();
  const alert = page.getByRole('alert').filter({ hasText: /^Erreur de rejet$/ });
  await expect(alert).toBeVisible();
  // An ordinary notification would disappear after five seconds.
  await page.clock.runFor(5_500);
  await expect(alert).toHaveCount(1);
  await page.clock.runFor(2_000);
  await expect(alert).toHaveCount(0);
});

test('two administrators approve the same request at the same time: one credit, and both see the outcome', async ({
  page,
  almas,
  anotherPage,
}) => {
  const reseller = await createNamedReseller(almas, admin);
  await requestRecharge(reseller, 1_010);
  const other = await anotherPage();
  await other.setViewportSize({ width: 1280, height: 800 });
  await enterAs(other, almas, await newAdministratorSession(almas));
  for (const screen of [page, other]) {
    await open(screen, reseller.name);
    await button(screen, '1\u00a0010', 'Approuver').click();
  }
  await sendTogether([page, other], '**/approve');
  const confirm = (screen: Page) =>
    screen.getByRole('dialog').getByRole('button', { name: 'Approuver' }).click();
  await Promise.all([confirm(page), confirm(other)]);
  const toastText = async (screen: Page) => {
    const toasts = screen.getByRole('region', { name: 'Messages' });
    const text = /Demande approuvée avec succès|Cette demande a déjà été traitée/;
    await expect(toasts.getByText(text)).toBeVisible();
    return toasts.getByText(text).textContent();
  };
  expect((await Promise.all([page, other].map(toastText))).sort()).toEqual([
    'Cette demande a déjà été traitée',
    'Demande approuvée avec succès',
  ]);
  expect(await admin.call('GET', `/users/${reseller.id}`)).toMatchObject({ balance: 1_010 });
  for (const screen of [page, other]) {
    await expect(row(screen, '1\u00a0010')).toContainText('Approuvée');
    await expect(button(screen, '1\u00a0010', 'Approuver')).toHaveCount(0);
  }
});

test('the recharge screen and its dialogs are accessible and fit a phone', async ({ page, almas }) => {
  const reseller = await createNamedReseller(almas, admin);
  await requestRecharge(reseller, 1_110);
  await open(page, reseller.name);
  await expect(rows(page)).toHaveCount(2);
  await expectAccessible(page);
  for (const name of ['Approuver', 'Rejeter', 'Détails']) {
    await rows(page).nth(1).getByRole('button', { name }).click();
    await expect(page.getByRole('dialog').getByText('Utilisateur')).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  await expectNoSideScroll(page);
  await expectAccessible(page);
});
