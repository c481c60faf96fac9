import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { administrator, type Caller, enterAs, reseller } from './support/callers.ts';
import { hasStarted, withoutLiveEvents } from './support/page-data.ts';
import { openAllDay, serverAtPageTime, serviceAtPageTime } from './support/top-up.ts';

const usual = {
  isActive: true,
  maintenanceMode: false,
  startHour: 8,
  endHour: 22,
  workingDays: [0, 1, 2, 3, 4, 5, 6],
};
const unreadable = { status: 404, json: { code: 'NOT_FOUND', message: 'Ressource introuvable' } };
const offline = 'Le service Free Fire est actuellement hors ligne';

let admin: Caller;
test.beforeEach(async ({ almas, page }) => {
  admin = await administrator(almas);
  await admin.call('PATCH', '/free-fire/service', usual);
  await enterAs(page, almas, await reseller(almas, admin, { balance: 5_000 }));
});

/** Opens /freefire at a local time of Algiers. 2026-11-20 is a Friday. */
async function openAt(page: Page, local: string) {
  await serviceAtPageTime(page);
  await page.clock.install({ time: new Date(`${local}+01:00`) });
  await page.goto('/freefire');
  await expect(page.getByRole('heading', { level: 1, name: 'Recharge Free Fire' })).toBeVisible();
}

const badge = (page: Page, text: 'En ligne' | 'Hors ligne') => page.getByText(text, { exact: true });

test('a reseller sees the Free Fire service online at noon of a working day [FFR-01][FFS-05][FFS-06][FFS-07][FFS-14]', async ({
  page,
}) => {
  await openAt(page, '2026-11-20T12:00:00');
  await expect(badge(page, 'En ligne')).toBeVisible();
  await expect(page.getByText('Service en ligne')).toBeVisible();
  await expect(badge(page, 'Hors ligne')).toHaveCount(0);
  await expect(page.getByText(/Prochaine ouverture/)).toHaveCount(0);
});

test('a reseller sees an administrator’s changes of the Free Fire service without a reload [FFR-01][FFR-02][FFS-05][FFS-06][FFS-11][FFS-12][FFS-16]', async ({
  page,
}) => {
  await openAt(page, '2026-11-20T12:00:00');
  await expect(badge(page, 'En ligne')).toBeVisible();
  await admin.call('PATCH', '/free-fire/service', { maintenanceMode: true });
  await expect(badge(page, 'Hors ligne')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Maintenance en cours' })).toBeVisible();
  await admin.call('PATCH', '/free-fire/service', { isActive: false });
  await expect(page.getByRole('status').filter({ hasText: 'Service désactivé' })).toBeVisible();
  await expect(badge(page, 'Hors ligne')).toBeVisible();
  await admin.call('PATCH', '/free-fire/service', { isActive: true, maintenanceMode: false });
  await expect(badge(page, 'En ligne')).toBeVisible();
  await expect(page.getByText(/Service désactivé|Maintenance en cours/)).toHaveCount(0);
});

test('a reseller sees the Free Fire service closed on a day off, with the next opening [FFR-03][FFR-04][FFS-07][FFS-13]', async ({
  page,
}) => {
  await admin.call('PATCH', '/free-fire/service', { workingDays: [0, 1, 2], startHour: 9 });
  await openAt(page, '2026-11-20T12:00:00');
  const banner = page.getByRole('status').filter({ hasText: 'Hors horaires de service' });
  await expect(banner).toContainText('Service ouvert de 9 h à 22 h, dimanche, lundi, mardi.');
  await expect(banner).toContainText('Prochaine ouverture : dimanche 22 novembre à 09:00');
  await expect(badge(page, 'Hors ligne')).toBeVisible();
});

test('the Free Fire service opens at startHour:00 and closes at endHour:00 while the page stays open [FFR-03][FFR-04][FFS-08][FFS-09][FFS-15]', async ({
  page,
}) => {
  await openAt(page, '2026-11-20T07:59:30');
  const banner = page.getByRole('status').filter({ hasText: 'Hors horaires de service' });
  await expect(banner).toContainText('Prochaine ouverture : vendredi 20 novembre à 08:00');
  const reads: string[] = [];
  page.on('framenavigated', () => reads.push('reload'));
  await page.clock.runFor(61_000);
  await expect(badge(page, 'En ligne')).toBeVisible();
  await expect(banner).toHaveCount(0);
  // The last known configuration still applies when it cannot be read again.
  await page.route('**/api/free-fire/service', (route) => route.fulfill(unreadable));
  await page.clock.fastForward('13:58:00');
  await expect(badge(page, 'En ligne')).toBeVisible();
  await page.clock.runFor(120_000);
  await expect(badge(page, 'Hors ligne')).toBeVisible();
  await expect(banner).toContainText('Prochaine ouverture : samedi 21 novembre à 08:00');
  expect(reads).toEqual([]);
});

test('a device whose clock is hours wrong shows the service as the server has it, and its requests are sent [FFR-01]', async ({
  page,
}) => {
  await openAllDay(admin);
  // 23:30 in Algiers: by this clock the service can never be open.
  await page.clock.install({ time: new Date('2026-11-20T23:30:00+01:00') });
  await page.goto('/freefire');
  await hasStarted(page);
  await expect(badge(page, 'En ligne')).toBeVisible();
  await page.clock.runFor(61_000);
  await expect(badge(page, 'En ligne')).toBeVisible();
  await fillRequest(page);
  await page.clock.runFor(1_000);
  await page.getByRole('button', { name: 'Envoyer la demande' }).click();
  await expect(page.getByText('Demande envoyée avec succès!')).toBeVisible();
});

test('a device whose clock says noon shows the Free Fire service closed when it is 23:00 by the server’s clock [FFR-03][FFR-04]', async ({
  page,
}) => {
  await serverAtPageTime(page, 11);
  await page.clock.install({ time: new Date('2026-11-20T12:00:00+01:00') });
  await page.goto('/freefire');
  await expect(badge(page, 'Hors ligne')).toBeVisible();
  const banner = page.getByRole('status').filter({ hasText: 'Hors horaires de service' });
  await expect(banner).toContainText('Prochaine ouverture : samedi 21 novembre à 08:00');
  // At 08:00 of the next day by the server's clock the screen shows the service as open without a reload.
  await page.clock.fastForward('09:00:00');
  await page.clock.runFor(61_000);
  await expect(badge(page, 'En ligne')).toBeVisible();
});

test('the Free Fire screen says that the configuration cannot be read, and can load it again [FFS-10][ERR-19]', async ({
  page,
}) => {
  const failing = '**/api/free-fire/service';
  await withoutLiveEvents(page);
  await page.route(failing, (route) => route.fulfill(unreadable));
  await page.goto('/freefire');
  await expect(page.getByText('Configuration non chargée')).toBeVisible();
  await expect(badge(page, 'Hors ligne')).toBeVisible();
  // The panel with its retry; a notification says the same.
  const failed = page.getByRole('alert').filter({ has: page.getByRole('button', { name: 'Réessayer' }) });
  await expect(failed).toContainText('Impossible de charger les données Free Fire');
  await page.unroute(failing);
  await failed.getByRole('button', { name: 'Réessayer' }).click();
  await expect(page.getByRole('button', { name: 'Envoyer la demande' })).toBeVisible();
  await expect(failed).toHaveCount(0);
});

test('the Free Fire screen says that offers and requests cannot be read [ERR-19]', async ({ page }) => {
  for (const path of ['offers', 'requests*'])
    await page.route(`**/api/free-fire/${path}`, (route) => route.fulfill(unreadable));
  await page.goto('/freefire');
  await expect(page.getByText('Impossible de charger les données Free Fire')).toHaveCount(2);
});

test('a Free Fire request while the service is offline is refused by the screen, and by the server [FFR-13]', async ({
  page,
  almas,
}) => {
  await admin.call('PATCH', '/free-fire/service', { maintenanceMode: true });
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url());
  });
  await page.goto('/freefire');
  await expect(badge(page, 'Hors ligne')).toBeVisible();
  await fillRequest(page);
  await page.getByRole('button', { name: 'Envoyer la demande' }).click();
  await expect(page.getByRole('alert').filter({ hasText: offline })).toBeVisible();
  expect(sent).toEqual([]);
  const other = await reseller(almas, admin, { balance: 500 });
  const refused = other.call('POST', '/free-fire/requests', {
    freeFireId: '12345678',
    offerId: 'ff_100_10',
    amount: 150,
  });
  await expect(refused).rejects.toThrow(offline);
});

async function fillRequest(page: Page) {
  await page.getByLabel('ID Free Fire').fill('12345678');
  await page.getByText('100 + 10 Diamants').first().click();
}
