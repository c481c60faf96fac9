import type { FreeFireRequest } from '@almas/contract/free-fire';
import { errors } from '@almas/locale/errors';
import { common } from '@almas/locale/screens/common';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { deferred } from '../../../../tests/support/deferred.ts';
import { expectAccessible } from '../../../tests/accessible.ts';
import { audited } from '../../../tests/accounts.ts';
import { type Answers, lost, refusal } from '../../../tests/api.ts';
import { setClock } from '../../../tests/clock.ts';
import { exactly, expectToast, press, takesPresses } from '../../../tests/expectations.ts';
import {
  administrator,
  emptyList,
  freeFireOffers,
  freeFireRequest,
  freeFireService,
  listOf,
  noRefusalReasons,
  reseller,
  serviceByHours,
} from '../../../tests/samples.ts';
import { openScreen } from '../../../tests/screen.tsx';
import { pictureFile } from '../../../tests/uploads.ts';

const proof = 'https://exemple.dz/preuve.png';
const silent = refusal(422, 'INVALID_INPUT');
const stats = { total: 7, totalAmount: 1_600, today: 2, pending: 1 };

const alert = (text: string | RegExp) => page.getByRole('alert').filter({ hasText: text });
const panel = (name: string) => page.getByRole('button', { name, exact: true });
const pending = () => page.getByTestId('pending-item');
const list = (name: string) => page.getByRole('list', { name }).getByRole('button');

/** Opens the screen. The waiting requests are those of the list, which a test may change. */
async function open(waiting: FreeFireRequest[] = [], answers: Answers = {}, path = '/admin/freefire') {
  let service = freeFireService();
  const decide = (id: string) => {
    const index = waiting.findIndex((request) => request.id === id);
    const [decided = freeFireRequest()] = waiting.splice(index, 1);
    return decided;
  };
  const screen = await openScreen(path, administrator(), {
    'freeFire.stats': () => ({ ...stats, pending: waiting.length }),
    'freeFire.service': () => service,
    'freeFire.configure': ({ body }) => {
      service = { ...service, ...body };
      return service;
    },
    'freeFire.offers': { items: [...freeFireOffers], nextCursor: null },
    'freeFire.requests': ({ query }) => (query.status === 'pending' ? listOf(...waiting) : emptyList),
    'freeFire.validate': ({ params, body }) => ({
      ...decide(params.id ?? ''),
      ...body,
      status: 'validated' as const,
    }),
    'freeFire.refuse': ({ params, body }) => ({
      ...decide(params.id ?? ''),
      ...body,
      status: 'refused' as const,
    }),
    'business.refusalReasons': noRefusalReasons,
    'users.get': reseller({ balance: 4_550 }),
    'auditTrail.list': listOf(
      audited({ action: 'free-fire.validate', subjectType: 'free-fire-request', subjectId: '7' }),
    ),
    ...answers,
  });
  await expect.element(panel('Service Free Fire')).toBeVisible();
  return screen;
}

test('the Free Fire screen shows the number of recharges, their amount, those of today and the pending requests [FFA-01]', async () => {
  await open([freeFireRequest()]);
  await expect
    .element(page.getByTestId('stats'))
    .toHaveTextContent(exactly('Total des recharges7Montant total1 600 DAAujourd’hui2En attente1'));
});

test('the Free Fire screen says that no request is pending and that there is no recent recharge [FFA-18][FFA-20]', async () => {
  await open();
  await expect.element(page.getByText('Aucune demande en attente')).toBeVisible();
  await expect.element(page.getByText('Aucune recharge récente')).toBeVisible();
});

test('an administrator validates a Free Fire request with a link to a proof and without a note [FFA-19][FFA-23][FFA-24][FFA-25][FFA-39]', async () => {
  const screen = await open([freeFireRequest({ id: '7' })]);
  await expect.element(pending()).toHaveTextContent('12345678');
  await expect.element(pending()).toHaveTextContent('Amine Benali');
  await expect.element(pending().getByRole('button', { name: 'Refuser' })).toBeVisible();
  await pending().getByRole('button', { name: 'Valider' }).click();
  const dialog = page.getByRole('dialog', { name: 'Valider la demande' });
  const link = dialog.getByLabelText('Lien de l’image de preuve');
  await expect.element(link).toHaveFocus();
  await expect.element(dialog.getByLabelText('Note')).toBeVisible();
  for (const wrong of ['', '   ', 'preuve.png', 'javascript:alert(1)']) {
    await link.fill(wrong);
    await expect.element(dialog.getByRole('alert')).toHaveLength(0);
    await dialog.getByRole('button', { name: 'Valider' }).click();
    await expect
      .element(dialog.getByRole('alert'))
      .toHaveTextContent(exactly("Veuillez fournir le lien de l'image de preuve"));
  }
  expect(screen.sent('freeFire.validate')).toEqual([]);
  await link.fill(` ${proof} `);
  await takesPresses(dialog.getByRole('button', { name: 'Valider' }));
  await press(link, '{Enter}');
  await expect.element(page.getByText('Demande Free Fire validée avec succès')).toBeVisible();
  await expect.element(page.getByText('Aucune demande en attente')).toBeVisible();
  expect(screen.sent('freeFire.validate')).toMatchObject([
    { params: { id: '7' }, body: { imageUrl: proof } },
  ]);
});

test('an administrator refuses a Free Fire request with a reason after seeing the refund; without one nothing changes [FFA-26][FFA-27][FFA-40]', async () => {
  const screen = await open([freeFireRequest({ id: '7', amount: 450 })]);
  const button = pending().getByRole('button', { name: 'Refuser' });
  await button.click();
  const dialog = page.getByRole('dialog', { name: 'Refuser la demande' });
  await expect.element(dialog).toHaveTextContent('4 550 DA');
  await expect.element(dialog.getByTestId('balance-after')).toHaveTextContent(exactly('5 000 DA'));
  await dialog.getByLabelText('Raison').fill('   ');
  await dialog.getByRole('button', { name: 'Refuser' }).click();
  await expect.element(dialog).toHaveLength(0);
  await expect.element(button).toHaveFocus();
  expect(screen.sent('freeFire.refuse')).toEqual([]);
  await button.click();
  await dialog.getByLabelText('Raison').fill('ID joueur introuvable');
  await takesPresses(dialog.getByRole('button', { name: 'Refuser' }));
  await press(dialog.getByLabelText('Raison'), '{Enter}');
  await expect.element(page.getByText('Demande Free Fire refusée avec succès')).toBeVisible();
  await expect.element(pending()).toHaveLength(0);
  expect(screen.sent('freeFire.refuse')).toMatchObject([{ body: { note: 'ID joueur introuvable' } }]);
});

test('a refusal of a Free Fire request offers the reasons of the owner’s list [WRK-12]', async () => {
  const screen = await open([freeFireRequest()], {
    'business.refusalReasons': { recharge: [], freeFire: ['ID introuvable', 'Mauvaise région'] },
  });
  await pending().getByRole('button', { name: 'Refuser' }).click();
  const dialog = page.getByRole('dialog', { name: 'Refuser la demande' });
  await dialog.getByRole('button', { name: 'Mauvaise région' }).click();
  await expect.element(dialog.getByLabelText('Raison', { exact: true })).toHaveValue('Mauvaise région');
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Refuser' }).click();
  await expect.element(pending()).toHaveLength(0);
  expect(screen.sent('freeFire.refuse')).toMatchObject([{ body: { note: 'Mauvaise région' } }]);
});

test('new Free Fire requests arrive while the screen is open, and a decided one stays in its place with the focus', async () => {
  const waiting: FreeFireRequest[] = [];
  const screen = await open(waiting);
  await expect.element(page.getByText('Aucune demande en attente')).toBeVisible();
  waiting.push(freeFireRequest({ id: '6', playerId: '11111111' }));
  await screen.emit({ type: 'requests' });
  await expect.element(pending()).toHaveLength(1);
  await expect.element(page.getByText('1 nouvelle demande Free Fire')).toBeVisible();
  waiting.push(freeFireRequest({ id: '7', playerId: '22222222' }));
  await screen.emit({ type: 'requests' });
  await expect.element(pending()).toHaveLength(2);
  await expect.element(page.getByTestId('stats')).toHaveTextContent('En attente2');
  await pending().filter({ hasText: '22222222' }).getByRole('button', { name: 'Valider' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabelText('Lien de l’image de preuve').fill(proof);
  await takesPresses(dialog.getByRole('button', { name: 'Valider' }));
  await userEvent.keyboard('{Enter}');
  await expect.element(pending()).toHaveLength(1);
  const decided = page.getByTestId('decided-item');
  await expect.element(decided).toHaveTextContent('22222222');
  await expect.element(decided).toHaveTextContent(/Demande Free Fire validée par/);
  await expect.element(decided).toHaveFocus();
});

test('a dialog whose Free Fire request a colleague has decided says who decided what and offers no action, for as long as it is open', async () => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    shouldAdvanceTime: true,
  });
  const waiting = [freeFireRequest({ id: '7' })];
  const screen = await open(waiting);
  await pending().getByRole('button', { name: 'Refuser' }).click();
  waiting.pop();
  await screen.emit({ type: 'requests' });
  await expect.element(pending()).toHaveLength(0);
  const dialog = page.getByRole('dialog');
  await expect.element(dialog).toHaveTextContent(/Demande Free Fire validée par .+/);
  await vi.advanceTimersByTimeAsync(20_000);
  await expect.element(dialog).toHaveTextContent(/Demande Free Fire validée par .+/);
  await expect.element(dialog.getByLabelText('Raison')).toHaveLength(0);
  await expect.element(dialog.getByRole('button', { name: 'Refuser' })).toHaveLength(0);
  await dialog.getByRole('button', { name: 'Fermer' }).last().click();
  await expect.element(dialog).toHaveLength(0);
  expect(screen.sent('freeFire.refuse')).toEqual([]);
});

// Turned red by: a button that waits for the validation alone.
test('a Free Fire request is not validated while the pasted proof is being sent, and then with that proof', async () => {
  const held = deferred();
  const screen = await open([freeFireRequest({ id: '7' })]);
  screen.answer({
    'freeFire.sendProof': async () => {
      await held.promise;
      return { address: '/api/free-fire/requests/7/proof?photo=0123456789abcdef', width: 1, height: 1 };
    },
  });
  await pending().getByRole('button', { name: 'Valider' }).click();
  const dialog = page.getByRole('dialog', { name: 'Valider la demande' });
  const submit = dialog.getByRole('button', { name: 'Valider' });
  const link = dialog.getByLabelText('Lien de l’image de preuve');
  await link.fill(proof);
  const clipboardData = new DataTransfer();
  clipboardData.items.add(await pictureFile());
  document.dispatchEvent(new ClipboardEvent('paste', { clipboardData }));
  await expect.element(dialog.getByText('Envoi de l’image…')).toBeVisible();
  await expect.element(submit).toBeDisabled();
  await takesPresses(link);
  await press(link, '{Enter}');
  expect(screen.sent('freeFire.validate')).toEqual([]);
  held.resolve();
  await expect.element(submit).toBeEnabled();
  await expect.element(dialog.getByText('Image envoyée : elle servira de preuve.')).toBeVisible();
  await expect.element(dialog.getByRole('img', { name: 'Preuve envoyée' })).toBeVisible();
  await expectAccessible();
  await submit.click();
  await expect
    .poll(() => screen.sent('freeFire.validate').map(({ body }) => body.imageUrl))
    .toEqual(['/api/free-fire/requests/7/proof?photo=0123456789abcdef']);
});

// Turned red by: a decision that is kept while no request is open.
test('a decision on a Free Fire request that Back has left does not open over the next request', async () => {
  const waiting = ['11111111', '22222222'].map((playerId, index) =>
    freeFireRequest({ id: String(7 + index), playerId }),
  );
  const screen = await open([], {
    // Any list that opens the details.
    'freeFire.requests': ({ query }) => (query.status === 'processed' ? listOf(...waiting) : emptyList),
    'freeFire.request': ({ params }) => waiting.find(({ id }) => id === params.id) ?? freeFireRequest(),
  });
  const details = page.getByRole('dialog', { name: 'Détails de la demande' });
  const openDetails = (player: string) =>
    page.getByRole('button', { name: `Détails de la demande de ${player}` }).click();
  await openDetails('11111111');
  await details.getByRole('button', { name: 'Valider' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Valider la demande' })).toBeVisible();
  screen.back();
  await expect.element(page.getByRole('dialog')).toHaveLength(0);
  await openDetails('22222222');
  await expect.element(details).toHaveTextContent('22222222');
  await expect.element(page.getByRole('dialog')).toHaveLength(1);
});

test('pending Free Fire requests begin with the oldest; the other order is a choice that the address keeps', async () => {
  const [first, second] = ['11111111', '22222222'].map((playerId) => freeFireRequest({ playerId })) as [
    FreeFireRequest,
    FreeFireRequest,
  ];
  const screen = await open([], {
    'freeFire.requests': ({ query }) => {
      if (query.status !== 'pending') return emptyList;
      return query.order === 'asc' ? listOf(first, second) : listOf(second, first);
    },
  });
  await expect.element(pending().first()).toHaveTextContent('11111111');
  await page.getByRole('group', { name: 'Ordre' }).getByText('Plus récentes', { exact: true }).click();
  await expect.element(pending().first()).toHaveTextContent('22222222');
  expect(screen.address()).toMatch(/order=desc/);
});

test('a Free Fire request opened by its address is decided from its details, which then offer no action', async () => {
  for (const [button, label, text, call, decided] of [
    ['Valider', /Lien de l’image/, proof, 'freeFire.validate', 'Validé'],
    ['Refuser', 'Raison', 'Identifiant faux', 'freeFire.refuse', 'Refusé'],
  ] as const) {
    let request = freeFireRequest({ id: '7' });
    const decide = (status: 'validated' | 'refused') => () => {
      request = { ...request, status };
      return request;
    };
    const screen = await open(
      [],
      {
        'freeFire.request': () => request,
        'freeFire.validate': decide('validated'),
        'freeFire.refuse': decide('refused'),
      },
      '/admin/freefire?request=7',
    );
    const details = page.getByRole('dialog', { name: 'Détails de la demande' });
    const dialog = page.getByRole('dialog', { name: `${button} la demande` });
    await details.getByRole('button', { name: button, exact: true }).click();
    await expect.element(dialog).toBeVisible();
    // The decision closes, and the details stay open.
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).toHaveLength(0);
    await expect.element(details).toBeVisible();
    await details.getByRole('button', { name: button, exact: true }).click();
    await dialog.getByLabelText(label).fill(text);
    await dialog.getByRole('button', { name: button, exact: true }).click();
    await expect.element(dialog).toHaveLength(0);
    await expect.element(details).toHaveTextContent(decided);
    await expect.element(details.getByRole('button', { name: button, exact: true })).toHaveLength(0);
    expect(screen.sent(call)).toMatchObject([{ params: { id: '7' } }]);
  }
});

test('the Free Fire screen lists the five latest recharges and decisions, each with its details [FFA-17][FFA-21][FFA-22]', async () => {
  const validated = [6, 5, 4, 3, 2].map((count) =>
    freeFireRequest({
      playerId: `1000000${count}`,
      status: 'validated',
      imageUrl: proof,
      validatedAt: '2026-03-02T11:00:00.000Z',
    }),
  );
  const refused = freeFireRequest({
    playerId: '20000001',
    status: 'refused',
    note: 'ID inconnu',
    refusedAt: '2026-03-02T11:00:00.000Z',
  });
  const screen = await open([], {
    'freeFire.requests': ({ query }) => {
      if (query.status === 'validated') return listOf(...validated);
      return query.status === 'processed' ? listOf(refused, ...validated.slice(0, 4)) : emptyList;
    },
    'freeFire.request': ({ params }) => [refused, ...validated].find(({ id }) => id === params.id) ?? refused,
  });
  const recent = list('Recharges récentes');
  await expect.element(recent).toHaveLength(5);
  await expect.element(recent.first()).toHaveTextContent('10000006');
  await expect.element(recent.last()).toHaveTextContent('10000002');
  const history = list('Dernières demandes traitées');
  await expect.element(history).toHaveLength(5);
  await expect.element(history.first()).toHaveTextContent('20000001');
  await expect.element(history.first()).toHaveTextContent('Refusé');
  await expect.element(history.last()).toHaveTextContent('10000003');
  const read = screen.sent('freeFire.requests').filter(({ query }) => query.status !== 'pending');
  expect(read.map(({ query }) => query.limit)).toEqual(['5', '5']);
  await history.first().click();
  const dialog = page.getByRole('dialog', { name: 'Détails de la demande' });
  for (const text of ['20000001', '100 + 10 Diamants', 'Amine Benali', 'ID inconnu', 'Refusée le'])
    await expect.element(dialog).toHaveTextContent(text);
  await expect.element(dialog.getByRole('link', { name: /Voir la preuve/ })).toHaveLength(0);
  await userEvent.keyboard('{Escape}');
  await history.nth(1).click();
  await expect.element(dialog.getByRole('link', { name: /Voir la preuve/ })).toHaveAttribute('href', proof);
});

test('the panels of the Free Fire service and of its offers fold with a click and with Enter [FFA-02][FFA-10]', async () => {
  await open();
  for (const [name, inside] of [
    ['Service Free Fire', page.getByRole('switch', { name: 'Service actif' })],
    ['Offres et prix', page.getByRole('switch', { name: '100 + 10 Diamants', exact: true })],
  ] as const) {
    await expect.element(inside).toBeVisible();
    await panel(name).click();
    await expect.element(inside).toHaveLength(0);
    await expect.element(panel(name)).toHaveAttribute('aria-expanded', 'false');
    await press(panel(name), '{Enter}');
    await expect.element(inside).toBeVisible();
  }
});

test('an administrator switches the Free Fire service off and into maintenance [FFA-03][FFA-04][FFS-11][FFS-12]', async () => {
  const screen = await open();
  const active = page.getByRole('switch', { name: 'Service actif' });
  const maintenance = page.getByRole('switch', { name: 'Mode maintenance' });
  await expect.element(active).toBeChecked();
  await expect.element(maintenance).not.toBeChecked();
  await maintenance.click();
  await expect.element(page.getByText('Statut mis à jour')).toBeVisible();
  await expect.element(page.getByRole('status').filter({ hasText: /^Maintenance en cours/ })).toBeVisible();
  await active.click();
  await expect.element(page.getByRole('status').filter({ hasText: /^Service désactivé/ })).toBeVisible();
  expect(screen.sent('freeFire.configure').map(({ body }) => body)).toEqual([
    { maintenanceMode: true },
    { isActive: false },
  ]);
  await open([], { 'freeFire.service': freeFireService({ isActive: false, maintenanceMode: true }) });
  await expect.element(active).not.toBeChecked();
  await expect.element(maintenance).toBeChecked();
});

test('an administrator sets hours from 0 to 23, and is warned when the Free Fire service would never open [FFA-05][FFA-06][FFA-09]', async () => {
  const screen = await open();
  const start = page.getByLabelText('Heure d’ouverture');
  const end = page.getByLabelText('Heure de fermeture');
  await expect.element(end).toHaveAccessibleDescription(/Au plus tard 23:00/);
  for (const select of [start, end]) {
    const values = [...(select.element() as HTMLSelectElement).options].map(({ value }) => value);
    expect(values).toEqual(Array.from({ length: 24 }, (_, hour) => String(hour)));
  }
  await start.selectOptions('9');
  await expect.element(page.getByText('Horaires mis à jour')).toBeVisible();
  await end.selectOptions('21');
  // Changes within 900 ms are saved together.
  const saved = () => screen.sent('freeFire.configure').map(({ body }) => body);
  await expect.poll(saved).toMatchObject([{ startHour: 9 }, { endHour: 21 }]);
  const warning = page.getByText('L’heure d’ouverture doit précéder l’heure de fermeture');
  await expect.element(warning).toHaveLength(0);
  await end.selectOptions('9');
  await expect.element(warning).toBeVisible();
  await expect.poll(saved).toMatchObject([{ startHour: 9 }, { endHour: 21 }, { endHour: 9 }]);
});

test('an administrator chooses the working days with buttons, and the last day cannot be removed [FFA-07][FFA-08][FFA-09]', async () => {
  const screen = await open();
  const day = (name: string) => page.getByRole('button', { name, exact: true });
  const days = () => screen.sent('freeFire.configure').at(-1)?.body.workingDays;
  const names = ['Dimanche', 'Lundi', 'Mardi', 'Mercredi', 'Jeudi', 'Vendredi', 'Samedi'];
  for (const name of names) await expect.element(day(name)).toHaveAttribute('aria-pressed', 'true');
  // The taps do not wait for the responses: each one adds to the change before.
  for (const name of names.slice(1)) await day(name).click();
  await expect.element(page.getByText('Horaires mis à jour').first()).toBeVisible();
  await expect.poll(days).toEqual([0]);
  await day('Dimanche').click();
  await expect.element(alert('Au moins un jour de travail doit être sélectionné')).toBeVisible();
  await expect.element(day('Dimanche')).toHaveAttribute('aria-pressed', 'true');
  expect(days()).toEqual([0]);
  await day('Samedi').click();
  await expect.poll(days).toEqual([0, 6]);
});

test('hours and days that are changed one after the other are saved once, with one message', async () => {
  const screen = await open();
  await expect.element(page.getByLabelText('Heure d’ouverture')).toBeEnabled();
  // The page's clock is stopped, so that the changes follow each other at once, however busy the machine is.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await page.getByLabelText('Heure d’ouverture').selectOptions('9');
  await page.getByLabelText('Heure de fermeture').selectOptions('18');
  await page.getByRole('button', { name: 'Vendredi' }).click();
  expect(screen.sent('freeFire.configure')).toEqual([]);
  await vi.advanceTimersByTimeAsync(900);
  vi.useRealTimers();
  await expectToast('Horaires mis à jour');
  expect(screen.sent('freeFire.configure').map(({ body }) => body)).toEqual([
    { startHour: 9, endHour: 18, workingDays: [0, 1, 2, 3, 4, 6] },
  ]);
});

test('a change of the Free Fire service that is refused is taken back on the screen [ERR-11]', async () => {
  await open([], { 'freeFire.configure': silent });
  const active = page.getByRole('switch', { name: 'Service actif' });
  await active.click();
  await expect.element(alert('Erreur de configuration')).toBeVisible();
  await expect.element(active).toBeChecked();
});

// Turned red by: a refused change that stays in what the next one is built on, and closes a day that the screen shows as open.
test('a working day whose change was refused is not sent with the next one', async () => {
  const screen = await open([], { 'freeFire.configure': silent });
  const day = (name: string) => page.getByRole('button', { name, exact: true });
  await day('Vendredi').click();
  await expect.element(alert('Erreur de configuration')).toBeVisible();
  await expect.element(day('Vendredi')).toHaveAttribute('aria-pressed', 'true');
  screen.answer({ 'freeFire.configure': ({ body }) => freeFireService(body) });
  await day('Samedi').click();
  await expectToast('Horaires mis à jour');
  expect(screen.sent('freeFire.configure').map(({ body }) => body.workingDays)).toEqual([
    [0, 1, 2, 3, 4, 6],
    [0, 1, 2, 3, 4, 5],
  ]);
});

test('the Free Fire screen shows an administrator the state that resellers see, to the minute [FFS-05][FFS-06][FFS-07][FFS-08][FFS-09][FFS-13][FFS-14]', async () => {
  const atPageTime: Answers = {
    'freeFire.service': () => serviceByHours({ startHour: 8, endHour: 22, workingDays: [5] }),
  };
  const state = (text: string) => page.getByRole('status').filter({ hasText: text });
  // 2026-11-20 is a Friday.
  setClock('2026-11-20T07:59:30+01:00');
  await open([], atPageTime);
  await expect
    .element(state('Hors horaires de service'))
    .toHaveTextContent('Prochaine ouverture : 20 nov. 2026');
  await vi.advanceTimersByTimeAsync(61_000);
  await expect.element(state('Service en ligne')).toBeVisible();
  vi.setSystemTime(new Date('2026-11-20T21:59:00+01:00'));
  await vi.advanceTimersByTimeAsync(30_000);
  await expect.element(state('Service en ligne')).toBeVisible();
  await vi.advanceTimersByTimeAsync(90_000);
  await expect
    .element(state('Hors horaires de service'))
    .toHaveTextContent('Prochaine ouverture : 27 nov. 2026');
  setClock('2026-11-21T12:00:00+01:00');
  await open([], atPageTime);
  await expect.element(state('Hors horaires de service')).toBeVisible();
  setClock('2026-11-27T12:00:00+01:00');
  await open([], atPageTime);
  await expect.element(state('Service en ligne')).toBeVisible();
});

const line = () => page.getByTestId('free-fire-offer').filter({ hasText: '520 + 52 Diamants' });
const edit = () => line().getByRole('button', { name: /Modifier/ });
const offerOf = (price: number) => ({
  items: freeFireOffers.map((offer) => (offer.id === 'ff_520_52' ? { ...offer, price } : offer)),
  nextCursor: null,
});

test('the status toggle of a Free Fire offer ends in an error and goes back [FFA-11][FFA-12]', async () => {
  const screen = await open([], { 'freeFire.updateOffer': refusal(409, 'FREE_FIRE_STATUS_STATIC') });
  await expect.element(page.getByTestId('free-fire-offer')).toHaveLength(5);
  const toggle = line().getByRole('switch');
  await expect.element(toggle).toBeChecked();
  await toggle.click();
  await expect.element(alert("Impossible de mettre à jour le statut de l'offre")).toBeVisible();
  await expect.element(toggle).toBeChecked();
  expect(screen.sent('freeFire.updateOffer')).toMatchObject([{ body: { status: 'inactive' } }]);
});

// Turned red by: a tap during the call that is neither sent nor shown.
test('a second tap on the toggle of a Free Fire offer during its call is sent after it [FFA-11]', async () => {
  const first = deferred();
  const [offer] = freeFireOffers as [(typeof freeFireOffers)[number]];
  const screen = await open([], {
    'freeFire.updateOffer': async ({ body }) => {
      if (body.status === 'inactive') await first.promise;
      return { ...offer, ...body };
    },
  });
  const toggle = line().getByRole('switch');
  await toggle.click();
  await expect.element(toggle).not.toBeChecked();
  await toggle.click();
  await expect.element(toggle).toBeChecked();
  first.resolve();
  await expect
    .poll(() => screen.sent('freeFire.updateOffer').map(({ body }) => body.status))
    .toEqual(['inactive', 'active']);
  await expect.element(toggle).toBeChecked();
});

test('an administrator changes the price of a Free Fire offer [FFA-13][FFA-14]', async () => {
  const screen = await open([], {
    'freeFire.updateOffer': ({ body }) => {
      screen.answer({ 'freeFire.offers': offerOf(body.price) });
      return freeFireOffers[2] as (typeof freeFireOffers)[number];
    },
  });
  await edit().click();
  const price = line().getByLabelText('Prix (DA)');
  await expect.element(price).toHaveFocus();
  for (const wrong of ['', '0', '-5']) {
    await price.fill(wrong);
    await press(price, '{Enter}');
    await expect.element(line().getByRole('alert')).toHaveTextContent('Le prix doit être un nombre positif');
  }
  expect(screen.sent('freeFire.updateOffer')).toEqual([]);
  await press(price, '{Escape}');
  await expect.element(price).toHaveLength(0);
  await expect.element(edit()).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await price.fill('799.5');
  await line().getByRole('button', { name: 'Enregistrer' }).click();
  await expect.element(page.getByText('Prix mis à jour')).toBeVisible();
  await expect.element(line()).toHaveTextContent('799,50 DA');
  expect(screen.sent('freeFire.updateOffer')).toMatchObject([
    { params: { id: 'ff_520_52' }, body: { price: 799.5, expectedPrice: 750 } },
  ]);
});

test('a price of a Free Fire offer that a colleague has changed meanwhile is shown before it is overwritten', async () => {
  const screen = await open([], {
    'freeFire.updateOffer': refusal(409, 'PRICE_CHANGED', 'Le prix a changé : 760 DA', { price: 760 }),
  });
  await edit().click();
  await line().getByLabelText('Prix (DA)').fill('770');
  screen.answer({ 'freeFire.offers': offerOf(760) });
  const save = line().getByRole('button', { name: 'Enregistrer' });
  await save.click();
  await expect.element(alert(/Le prix a changé : 760.DA/)).toBeVisible();
  await expect.element(line().getByLabelText('Prix (DA)')).toHaveValue('770');
  screen.answer({ 'freeFire.updateOffer': freeFireOffers[2] as (typeof freeFireOffers)[number] });
  await save.click();
  await expect.element(page.getByText('Prix mis à jour')).toBeVisible();
  expect(screen.sent('freeFire.updateOffer').map(({ body }) => body)).toMatchObject([
    { price: 770, expectedPrice: 750 },
    { price: 770, expectedPrice: 760 },
  ]);
});

test('a decision on a Free Fire request that fails shows an error and keeps what was typed [ERR-12]', async () => {
  await open([freeFireRequest()], { 'freeFire.validate': silent });
  await pending().getByRole('button', { name: 'Valider' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabelText('Lien de l’image de preuve').fill(proof);
  await dialog.getByRole('button', { name: 'Valider' }).click();
  await expect.element(alert('Erreur de traitement')).toBeVisible();
  await expect.element(dialog.getByLabelText('Lien de l’image de preuve')).toHaveValue(proof);
});

for (const { name, call, label, first, second } of [
  {
    name: 'Valider',
    call: 'freeFire.validate',
    label: 'Lien de l’image de preuve',
    first: proof,
    second: `${proof}?2`,
  },
  {
    name: 'Refuser',
    call: 'freeFire.refuse',
    label: 'Raison',
    first: 'ID inconnu',
    second: 'ID joueur inconnu',
  },
] as const)
  test(`« ${name} » of a Free Fire request whose response was lost, sent again with another text, says once that it was made, then that it is decided`, async () => {
    const screen = await open([freeFireRequest({ id: '7' })], { [call]: lost });
    await pending().getByRole('button', { name }).click();
    const dialog = page.getByRole('dialog');
    const submit = dialog.getByRole('button', { name, exact: true });
    await dialog.getByLabelText(label).fill(first);
    await submit.click();
    await expectToast(common.network.decisionLost);
    screen.answer({ [call]: refusal(409, 'KEY_REUSED', errors.KEY_REUSED) });
    await dialog.getByLabelText(label).fill(second);
    await submit.click();
    await expectToast(errors.KEY_REUSED);
    screen.answer({ [call]: refusal(409, 'REQUEST_PROCESSED', errors.REQUEST_PROCESSED) });
    // At another spot, so that it is not the second press of a double press (P29).
    await submit.click({ position: { x: 4, y: 4 } });
    await expectToast(errors.REQUEST_PROCESSED);
    const keys = screen.sent(call).map(({ key }) => key);
    expect(keys).toHaveLength(3);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });

test('Free Fire data that cannot be read shows an error, and can be loaded again [ERR-19]', async () => {
  const screen = await open([], { 'freeFire.requests': silent });
  await expect.element(page.getByText('Impossible de charger les données Free Fire')).toHaveLength(3);
  screen.answer({ 'freeFire.requests': emptyList });
  await page.getByRole('button', { name: 'Réessayer' }).first().click();
  await expect.element(page.getByText('Aucune demande en attente')).toBeVisible();
});

test('the Free Fire administration refuses a reseller [NAV-33]', async () => {
  await openScreen('/admin/freefire', reseller());
  await expect.element(page.getByRole('heading', { name: 'Accès non autorisé' })).toBeVisible();
});
