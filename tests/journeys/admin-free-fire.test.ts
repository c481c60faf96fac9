import { errors } from '@almas/locale/errors';
import { formatAmount } from '@almas/locale/formats';
import { common } from '@almas/locale/screens/common';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { dropResponses, expectToast } from './support/accounts.ts';
import { pressAnew, takesPresses } from './support/boxes.ts';
import { administrator, type Caller, enterAs, reseller } from './support/callers.ts';
import { openLive, withoutLiveEvents } from './support/page-data.ts';
import { expectAccessible, expectNoSideScroll } from './support/screen-checks.ts';
import { openAllDay, refusePendingTopUps, requestTopUp, serviceAtPageTime } from './support/top-up.ts';
import { spaced } from './support/words.ts';

const proof = 'https://exemple.dz/preuve.png';
const silent = { status: 422, json: { code: 'INVALID_INPUT', message: '' } };

let admin: Caller;
let buyer: Caller;
test.beforeEach(async ({ almas, page }) => {
  admin = await administrator(almas);
  await refusePendingTopUps(admin);
  await openAllDay(admin);
  buyer = await reseller(almas, admin, { balance: 5_000 });
  await enterAs(page, almas, admin);
});

const alert = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text });
const panel = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const pending = (page: Page) => page.getByTestId('pending-item');
const list = (page: Page, name: string) => page.getByRole('list', { name }).getByRole('button');
const service = () => admin.call('GET', '/free-fire/service');
const request = (id: string) => admin.call('GET', `/free-fire/requests/${id}`);
const validate = (id: string) =>
  admin.call('POST', `/free-fire/requests/${id}/validate`, { imageUrl: proof });
const refuse = (id: string) => admin.call('POST', `/free-fire/requests/${id}/refuse`, { note: 'ID inconnu' });
const balance = async () => (await buyer.call('GET', '/me')).balance;

async function open(page: Page) {
  await page.goto('/admin/freefire');
  await expect(panel(page, 'Service Free Fire')).toBeVisible();
}

test.describe('pending requests', () => {
  test('the Free Fire screen shows the number of recharges, their amount, those of today and the pending requests [FFA-01]', async ({
    page,
  }) => {
    const before = await admin.call('GET', '/free-fire/stats');
    await validate(await requestTopUp(buyer, '11111111'));
    await validate(await requestTopUp(buyer, '22222222', 'ff_310_31'));
    await refuse(await requestTopUp(buyer, '33333333'));
    await requestTopUp(buyer, '44444444');
    await open(page);
    const amount = formatAmount(before.totalAmount + 600);
    await expect(page.getByTestId('stats')).toHaveText(
      spaced(
        `Total des recharges${before.total + 2}Montant total${amount}Aujourd’hui${before.today + 2}En attente1`.replace(
          /\s/g,
          ' ',
        ),
      ),
    );
  });

  test('the Free Fire screen says that no request is pending and that there is no recent recharge [FFA-18][FFA-20]', async ({
    page,
  }) => {
    await page.route('**/api/free-fire/requests?status=validated*', (route) =>
      route.fulfill({ json: { items: [], nextCursor: null } }),
    );
    await open(page);
    await expect(page.getByText('Aucune demande en attente')).toBeVisible();
    await expect(page.getByText('Aucune recharge récente')).toBeVisible();
  });

  test('an administrator validates a Free Fire request with a link to a proof and without a note; a reseller cannot [FFA-19][FFA-23][FFA-24][FFA-25][FFA-39][PRM-25]', async ({
    page,
  }) => {
    const id = await requestTopUp(buyer, '12345678');
    await expect(
      buyer.call('POST', `/free-fire/requests/${id}/validate`, { imageUrl: proof }),
    ).rejects.toThrow('403');
    await expect(buyer.call('POST', `/free-fire/requests/${id}/refuse`, { note: 'x' })).rejects.toThrow(
      '403',
    );
    await open(page);
    await expect(pending(page)).toContainText('12345678');
    await expect(pending(page)).toContainText('Amine Benali');
    await expect(pending(page).getByRole('button', { name: 'Refuser' })).toBeVisible();
    await pending(page).getByRole('button', { name: 'Valider' }).click();
    const dialog = page.getByRole('dialog', { name: 'Valider la demande' });
    const link = dialog.getByLabel('Lien de l’image de preuve');
    await expect(link).toBeFocused();
    await expect(dialog.getByLabel('Note')).toBeVisible();
    for (const wrong of ['', '   ', 'preuve.png', 'javascript:alert(1)']) {
      await link.fill(wrong);
      await expect(dialog.getByRole('alert')).toHaveCount(0);
      await dialog.getByRole('button', { name: 'Valider' }).click();
      await expect(dialog.getByRole('alert')).toHaveText("Veuillez fournir le lien de l'image de preuve");
    }
    expect((await request(id)).status).toBe('pending');
    await link.fill(` ${proof} `);
    await takesPresses(dialog.getByRole('button', { name: 'Valider' }));
    await link.press('Enter');
    await expect(page.getByText('Demande Free Fire validée avec succès')).toBeVisible();
    await expect(page.getByText('Aucune demande en attente')).toBeVisible();
    expect(await request(id)).toMatchObject({ status: 'validated', imageUrl: proof });
    expect(await balance()).toBe(4_850);
  });

  test('an administrator refuses a Free Fire request with a reason after seeing the refund; without one nothing changes [FFA-26][FFA-27][FFA-40]', async ({
    page,
  }) => {
    const id = await requestTopUp(buyer, '12345678', 'ff_310_31');
    await open(page);
    const button = pending(page).getByRole('button', { name: 'Refuser' });
    await button.click();
    const dialog = page.getByRole('dialog', { name: 'Refuser la demande' });
    await expect(dialog).toContainText(spaced('4 550 DA'));
    await expect(dialog.getByTestId('balance-after')).toHaveText(spaced('5 000 DA'));
    await dialog.getByLabel('Raison').fill('   ');
    await dialog.getByRole('button', { name: 'Refuser' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(button).toBeFocused();
    expect((await request(id)).status).toBe('pending');
    await button.click();
    await dialog.getByLabel('Raison').fill('ID joueur introuvable');
    await takesPresses(dialog.getByRole('button', { name: 'Refuser' }));
    await dialog.getByLabel('Raison').press('Enter');
    await expect(page.getByText('Demande Free Fire refusée avec succès')).toBeVisible();
    await expect(pending(page)).toHaveCount(0);
    expect(await request(id)).toMatchObject({ status: 'refused', note: 'ID joueur introuvable' });
    expect(await balance()).toBe(5_000);
  });

  test('new Free Fire requests arrive while the screen is open, and a decided one stays in its place with the focus', async ({
    page,
  }) => {
    await openLive(page, () => open(page));
    await expect(page.getByText('Aucune demande en attente')).toBeVisible();
    await requestTopUp(buyer, '11111111');
    await expect(pending(page)).toHaveCount(1);
    await expect(page.getByText('1 nouvelle demande Free Fire')).toBeVisible();
    await requestTopUp(buyer, '22222222');
    await expect(pending(page)).toHaveCount(2);
    await expect(page.getByTestId('stats')).toContainText('En attente2');
    await pending(page).filter({ hasText: '22222222' }).getByRole('button', { name: 'Valider' }).click();
    await page.getByRole('dialog').getByLabel('Lien de l’image de preuve').fill(proof);
    await takesPresses(page.getByRole('dialog').getByRole('button', { name: 'Valider' }));
    await page.keyboard.press('Enter');
    await expect(pending(page)).toHaveCount(1);
    const decided = page.getByTestId('decided-item');
    await expect(decided).toContainText('22222222');
    await expect(decided).toContainText(/Demande Free Fire validée par/);
    await expect(decided).toBeFocused();
  });

  test('a dialog whose Free Fire request a colleague has decided says who decided what and offers no action', async ({
    page,
  }) => {
    const id = await requestTopUp(buyer, '12345678');
    await open(page);
    await pending(page).getByRole('button', { name: 'Refuser' }).click();
    await validate(id);
    await expect(pending(page)).toHaveCount(0);
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText(/Demande Free Fire validée par .+/);
    await expect(dialog.getByLabel('Raison')).toHaveCount(0);
    await expect(dialog.getByRole('button', { name: 'Refuser' })).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Fermer' }).last().click();
    await expect(dialog).toHaveCount(0);
    expect((await request(id)).status).toBe('validated');
    expect(await balance()).toBe(4_850);
  });
});

test('the Free Fire screen lists the five latest recharges and decisions, each with its details [FFA-17][FFA-21][FFA-22]', async ({
  page,
}) => {
  const players = ['10000001', '10000002', '10000003', '10000004', '10000005', '10000006'];
  for (const player of players) await validate(await requestTopUp(buyer, player));
  const refused = await requestTopUp(buyer, '20000001');
  await admin.call('POST', `/free-fire/requests/${refused}/refuse`, { note: 'ID inconnu' });
  await open(page);
  const recent = list(page, 'Recharges récentes');
  await expect(recent).toHaveCount(5);
  await expect(recent.first()).toContainText('10000006');
  await expect(recent.last()).toContainText('10000002');
  const history = list(page, 'Dernières demandes traitées');
  await expect(history).toHaveCount(5);
  await expect(history.first()).toContainText('20000001');
  await expect(history.first()).toContainText('Refusé');
  await expect(history.last()).toContainText('10000003');
  await history.first().click();
  const dialog = page.getByRole('dialog', { name: 'Détails de la demande' });
  for (const text of ['20000001', '100 + 10 Diamants', 'Amine Benali', 'ID inconnu', 'Refusée le'])
    await expect(dialog).toContainText(text);
  await expect(dialog.getByRole('link', { name: /Voir la preuve/ })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await history.nth(1).click();
  await expect(dialog.getByRole('link', { name: /Voir la preuve/ })).toHaveAttribute('href', proof);
});

test.describe('the service', () => {
  test('the panels of the Free Fire service and of its offers fold with a click and with Enter [FFA-02][FFA-10]', async ({
    page,
  }) => {
    await open(page);
    for (const [name, inside] of [
      ['Service Free Fire', page.getByRole('switch', { name: 'Service actif' })],
      ['Offres et prix', page.getByRole('switch', { name: '100 + 10 Diamants' })],
    ] as const) {
      await expect(inside).toBeVisible();
      await panel(page, name).click();
      await expect(inside).toBeHidden();
      await expect(panel(page, name)).toHaveAttribute('aria-expanded', 'false');
      await panel(page, name).press('Enter');
      await expect(inside).toBeVisible();
    }
  });

  test('an administrator switches the Free Fire service off and into maintenance, a reseller cannot [FFA-03][FFA-04][PRM-26][FFS-11][FFS-12]', async ({
    page,
  }) => {
    await expect(buyer.call('PATCH', '/free-fire/service', { isActive: false })).rejects.toThrow('403');
    await open(page);
    const active = page.getByRole('switch', { name: 'Service actif' });
    const maintenance = page.getByRole('switch', { name: 'Mode maintenance' });
    await expect(active).toBeChecked();
    await expect(maintenance).not.toBeChecked();
    await maintenance.click();
    await expect(page.getByText('Statut mis à jour')).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: /^Maintenance en cours/ })).toBeVisible();
    await expect.poll(service).toMatchObject({ maintenanceMode: true, isActive: true });
    await active.click();
    await expect(page.getByRole('status').filter({ hasText: /^Service désactivé/ })).toBeVisible();
    await expect.poll(service).toMatchObject({ maintenanceMode: true, isActive: false });
    await page.reload();
    await expect(active).not.toBeChecked();
    await expect(maintenance).toBeChecked();
  });

  test('an administrator sets hours from 0 to 23, and is warned when the Free Fire service would never open [FFA-05][FFA-06][FFA-09]', async ({
    page,
  }) => {
    await open(page);
    const start = page.getByLabel('Heure d’ouverture');
    const end = page.getByLabel('Heure de fermeture');
    await expect(end).toHaveAccessibleDescription(/Au plus tard 23:00/);
    for (const select of [start, end]) {
      const values = await select
        .getByRole('option')
        .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));
      expect(values).toEqual(Array.from({ length: 24 }, (_, hour) => String(hour)));
    }
    await start.selectOption('9');
    await expect(page.getByText('Horaires mis à jour')).toBeVisible();
    await end.selectOption('21');
    await expect.poll(service).toMatchObject({ startHour: 9, endHour: 21 });
    const warning = page.getByText('L’heure d’ouverture doit précéder l’heure de fermeture');
    await expect(warning).toHaveCount(0);
    await end.selectOption('9');
    await expect(warning).toBeVisible();
    await expect.poll(service).toMatchObject({ startHour: 9, endHour: 9 });
  });

  test('an administrator chooses the working days with buttons, and the last day cannot be removed [FFA-07][FFA-08][FFA-09]', async ({
    page,
  }) => {
    await open(page);
    const day = (name: string) => page.getByRole('button', { name, exact: true });
    const names = ['Dimanche', 'Lundi', 'Mardi', 'Mercredi', 'Jeudi', 'Vendredi', 'Samedi'];
    for (const name of names) await expect(day(name)).toHaveAttribute('aria-pressed', 'true');
    // The taps do not wait for the responses: each one adds to the change before.
    for (const name of names.slice(1)) await day(name).click();
    await expect(page.getByText('Horaires mis à jour').first()).toBeVisible();
    await expect.poll(async () => (await service()).workingDays).toEqual([0]);
    await day('Dimanche').click();
    await expect(alert(page, 'Au moins un jour de travail doit être sélectionné')).toBeVisible();
    await expect(day('Dimanche')).toHaveAttribute('aria-pressed', 'true');
    expect((await service()).workingDays).toEqual([0]);
    await day('Samedi').click();
    await expect.poll(async () => (await service()).workingDays).toEqual([0, 6]);
  });

  test('a change of the Free Fire service that is refused is taken back on the screen [ERR-11]', async ({
    page,
  }) => {
    await open(page);
    await page.route('**/api/free-fire/service', (route) =>
      route.request().method() === 'PATCH' ? route.fulfill(silent) : route.fallback(),
    );
    const active = page.getByRole('switch', { name: 'Service actif' });
    await active.click();
    await expect(alert(page, 'Erreur de configuration')).toBeVisible();
    await expect(active).toBeChecked();
  });

  test('the Free Fire screen shows an administrator the state that resellers see, to the minute [FFS-05][FFS-06][FFS-07][FFS-08][FFS-09][FFS-13][FFS-14]', async ({
    page,
  }) => {
    await admin.call('PATCH', '/free-fire/service', { startHour: 8, endHour: 22, workingDays: [5] });
    // 2026-11-20 is a Friday.
    await serviceAtPageTime(page);
    await page.clock.install({ time: new Date('2026-11-20T07:59:30+01:00') });
    await open(page);
    const state = (text: string) => page.getByRole('status').filter({ hasText: text });
    await expect(state('Hors horaires de service')).toContainText('Prochaine ouverture : 20 nov. 2026');
    await page.clock.runFor(61_000);
    await expect(state('Service en ligne')).toBeVisible();
    await page.clock.fastForward('13:58:00');
    await expect(state('Service en ligne')).toBeVisible();
    await page.clock.runFor(120_000);
    await expect(state('Hors horaires de service')).toContainText('Prochaine ouverture : 27 nov. 2026');
    await page.clock.setSystemTime(new Date('2026-11-21T12:00:00+01:00'));
    await page.reload();
    await expect(state('Hors horaires de service')).toBeVisible();
    await page.clock.setSystemTime(new Date('2026-11-27T12:00:00+01:00'));
    await page.reload();
    await expect(state('Service en ligne')).toBeVisible();
  });
});

test.describe('the offers', () => {
  const line = (page: Page) => page.getByTestId('free-fire-offer').filter({ hasText: '520 + 52 Diamants' });
  const stored = async () =>
    (await admin.call('GET', '/free-fire/offers')).items.find(({ id }: { id: string }) => id === 'ff_520_52');

  test('the status toggle of a Free Fire offer ends in an error and goes back [FFA-11][FFA-12]', async ({
    page,
  }) => {
    await open(page);
    await expect(page.getByTestId('free-fire-offer')).toHaveCount(5);
    const toggle = line(page).getByRole('switch');
    await expect(toggle).toBeChecked();
    await toggle.click();
    await expect(alert(page, "Impossible de mettre à jour le statut de l'offre")).toBeVisible();
    await expect(toggle).toBeChecked();
    expect((await stored()).status).toBe('active');
  });

  test('an administrator changes the price of a Free Fire offer, a reseller cannot [FFA-13][FFA-14][PRM-27]', async ({
    page,
  }) => {
    await expect(buyer.call('PATCH', '/free-fire/offers/ff_520_52', { price: 1 })).rejects.toThrow('403');
    await admin.call('PATCH', '/free-fire/offers/ff_520_52', { price: 750 });
    await open(page);
    await line(page)
      .getByRole('button', { name: /Modifier/ })
      .click();
    const price = line(page).getByLabel('Prix (DA)');
    await expect(price).toBeFocused();
    for (const wrong of ['', '0', '-5']) {
      await price.fill(wrong);
      await price.press('Enter');
      await expect(line(page).getByRole('alert')).toContainText('Le prix doit être un nombre positif');
    }
    expect((await stored()).price).toBe(750);
    await price.press('Escape');
    await expect(price).toHaveCount(0);
    await expect(line(page).getByRole('button', { name: /Modifier/ })).toBeFocused();
    await page.keyboard.press('Enter');
    await price.fill('799.5');
    await line(page).getByRole('button', { name: 'Enregistrer' }).click();
    await expect(page.getByText('Prix mis à jour')).toBeVisible();
    await expect(line(page)).toContainText(spaced('799,50 DA'));
    expect((await stored()).price).toBe(799.5);
    await admin.call('PATCH', '/free-fire/offers/ff_520_52', { price: 750 });
  });

  test('a price of a Free Fire offer that a colleague has changed meanwhile is shown before it is overwritten', async ({
    page,
  }) => {
    await open(page);
    await line(page)
      .getByRole('button', { name: /Modifier/ })
      .click();
    await line(page).getByLabel('Prix (DA)').fill('770');
    await admin.call('PATCH', '/free-fire/offers/ff_520_52', { price: 760 });
    const save = line(page).getByRole('button', { name: 'Enregistrer' });
    await save.click();
    await expect(alert(page, spaced('Le prix a changé : 760 DA'))).toBeVisible();
    expect((await stored()).price).toBe(760);
    await expect(line(page).getByLabel('Prix (DA)')).toHaveValue('770');
    await save.click();
    await expect(page.getByText('Prix mis à jour')).toBeVisible();
    expect((await stored()).price).toBe(770);
    await admin.call('PATCH', '/free-fire/offers/ff_520_52', { price: 750 });
  });
});

test('a decision on a Free Fire request that fails shows an error and keeps what was typed [ERR-12]', async ({
  page,
}) => {
  await requestTopUp(buyer, '12345678');
  await open(page);
  await page.route('**/api/free-fire/requests/*/*', (route) => route.fulfill(silent));
  await pending(page).getByRole('button', { name: 'Valider' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Lien de l’image de preuve').fill(proof);
  await dialog.getByRole('button', { name: 'Valider' }).click();
  await expect(alert(page, 'Erreur de traitement')).toBeVisible();
  await expect(dialog.getByLabel('Lien de l’image de preuve')).toHaveValue(proof);
});

test.describe('after a lost response', () => {
  test.use({ allowed: [/net::ERR_FAILED/] });

  for (const { name, label, first, second } of [
    { name: 'Valider', label: 'Lien de l’image de preuve', first: proof, second: `${proof}?2` },
    { name: 'Refuser', label: 'Raison', first: 'ID inconnu', second: 'ID joueur inconnu' },
  ])
    test(`« ${name} » of a Free Fire request whose response was lost, sent again with another text, says once that it was made, then that it is decided`, async ({
      page,
    }) => {
      const id = await requestTopUp(buyer, '12345678');
      // Without live events and with a fixed list the page does not learn of the decision, as when its network fails with the response.
      await page.route('**/api/events', (route) => route.abort());
      const waiting = await admin.call('GET', '/free-fire/requests?status=pending');
      await page.route('**/api/free-fire/requests?*status=pending*', (route) =>
        route.fulfill({ json: waiting }),
      );
      await open(page);
      const stopDropping = await dropResponses(page, '**/api/free-fire/requests/*/*');
      await pending(page).getByRole('button', { name }).click();
      const dialog = page.getByRole('dialog');
      const submit = dialog.getByRole('button', { name, exact: true });
      await dialog.getByLabel(label).fill(first);
      await submit.click();
      await expectToast(page, common.network.decisionLost);
      await stopDropping();
      await dialog.getByLabel(label).fill(second);
      await submit.click();
      await expectToast(page, errors.KEY_REUSED);
      await pressAnew(submit);
      await expectToast(page, errors.REQUEST_PROCESSED);
      expect(await request(id)).toMatchObject(name === 'Valider' ? { imageUrl: first } : { note: first });
      expect(await balance()).toBe(name === 'Valider' ? 4_850 : 5_000);
    });
});

test('Free Fire data that cannot be read shows an error, and can be loaded again [ERR-19]', async ({
  page,
}) => {
  await withoutLiveEvents(page);
  await page.route('**/api/free-fire/requests*', (route) => route.fulfill(silent));
  await open(page);
  await expect(page.getByText('Impossible de charger les données Free Fire')).toHaveCount(3);
  await page.unroute('**/api/free-fire/requests*');
  await page.getByRole('button', { name: 'Réessayer' }).first().click();
  await expect(page.getByText('Aucune demande en attente')).toBeVisible();
});

test('the Free Fire administration refuses a reseller [NAV-33]', async ({ page, almas }) => {
  await open(page);
  await enterAs(page, almas, buyer);
  await page.goto('/admin/freefire');
  await expect(page.getByRole('heading', { name: 'Accès non autorisé' })).toBeVisible();
});

test('the Free Fire administration is accessible and fits a phone', async ({ page }) => {
  await validate(await requestTopUp(buyer, '11111111'));
  await requestTopUp(buyer, '22222222');
  await open(page);
  await expectAccessible(page);
  await pending(page).getByRole('button', { name: 'Refuser' }).click();
  await expect(page.getByTestId('balance-after')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expectNoSideScroll(page);
});
