import type { FreeFireRequest, FreeFireService } from '@almas/contract/free-fire';
import { common } from '@almas/locale/screens/common';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible, expectNoSideScroll } from '../../tests/accessible.ts';
import { type Answers, lost, refusal } from '../../tests/api.ts';
import { setClock, setServerAhead } from '../../tests/clock.ts';
import {
  exactly,
  expectToast,
  factOf,
  press,
  pressAfter,
  pressAnew,
  takesPresses,
  textsOf,
  toasts,
} from '../../tests/expectations.ts';
import {
  freeFireOffer,
  freeFireOffers,
  freeFireRequest,
  freeFireService,
  listOf,
  rechargeRequest,
  reseller,
  serviceByHours,
} from '../../tests/samples.ts';
import { openScreen } from '../../tests/screen.tsx';

const success = 'Demande envoyée avec succès! Elle sera traitée par un administrateur.';
const unreadable = refusal(404, 'NOT_FOUND', 'Ressource introuvable');
const created = {
  success: true,
  requestId: '7',
  status: 'pending',
  newBalance: 1_850,
  debitedAmount: 150,
} as const;

const form = page.getByRole('form', { name: 'Nouvelle demande' });
const player = page.getByLabelText('ID Free Fire');
const send = page.getByRole('button', { name: 'Envoyer la demande' });
const lines = page.getByRole('list', { name: 'Dernières demandes' }).getByRole('button');
const dialog = page.getByRole('dialog', { name: 'Demande Free Fire' });
const after = form.getByTestId('balance-after');
const radio = (name: string) => page.getByRole('radio', { name });
/** With the keyboard: the radio button itself is not visible. */
const choose = (name = '100 + 10 Diamants') => press(radio(name), ' ');

async function fill(playerId = ' 12345678 ') {
  await player.fill(playerId);
  await choose();
}

const open = (answers: Answers = {}, balance = 2_000) =>
  openScreen('/freefire', reseller({ balance }), {
    'freeFire.offers': { items: [...freeFireOffers], nextCursor: null },
    'freeFire.requests': listOf(),
    'freeFire.customers': listOf(),
    'freeFire.repeat': { repeat: null },
    'freeFire.createRequest': created,
    ...answers,
  });

test('the Free Fire form has the player, five offers, the balance now and after, and a button [FFR-05][FFR-06][FFR-07][FFR-08]', async () => {
  await open();
  await expect.element(form.getByLabelText('ID Free Fire')).toBeVisible();
  await expect.element(form.getByRole('radio')).toHaveLength(5);
  await expect.element(form.getByText('310 + 31 Diamants')).toBeVisible();
  await expect.element(form.getByTestId('balance-now')).toHaveTextContent(exactly('2 000 DA'));
  await choose('310 + 31 Diamants');
  await expect.element(after).toHaveTextContent(exactly('1 550 DA'));
  await choose('1060 + 106 Diamants');
  await expect.element(after).toHaveTextContent(exactly('500 DA'));
  await expect.element(send).toBeEnabled();
});

test('the Free Fire form reports an empty or wrong player ID and a missing offer, and sends nothing [FFR-11][FFR-12]', async () => {
  const screen = await open();
  await send.click();
  const missing = page.getByText('Veuillez saisir un ID Free Fire');
  await expect.element(missing).toBeVisible();
  await expect.element(page.getByText('Veuillez sélectionner une offre')).toBeVisible();
  await expect.element(player).toHaveFocus();
  await expect.element(player).toHaveAttribute('aria-invalid', 'true');
  await player.fill('1234567');
  await expect.element(missing).toHaveLength(0);
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('ID Free Fire doit contenir 8 à 12 chiffres')).toBeVisible();
  await player.fill('123456789012');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Veuillez sélectionner une offre')).toBeVisible();
  await expect.element(radio('100 + 10 Diamants')).toHaveFocus();
  expect(screen.sent('freeFire.createRequest')).toEqual([]);
});

// Turned red by: the submit of the form in the dialog, which bubbles to the form that has opened it.
test('a balance that does not cover a Free Fire offer is reported before sending, with a recharge request that sends no Free Fire request [FFR-07]', async () => {
  const screen = await open({
    'rechargeRequests.create': rechargeRequest(),
    'business.paymentAccounts': { items: [] },
  });
  await player.fill('12345678');
  await choose('2180 + 218 Diamants');
  await expect.element(after).toHaveTextContent(exactly('-1 000 DA'));
  await expect.element(page.getByText('Il vous manque 1 000 DA')).toBeVisible();
  await expect.element(send).toBeDisabled();
  await page.getByRole('button', { name: 'Demander une recharge' }).click();
  const recharge = page.getByRole('dialog', { name: 'Demandes de recharge' });
  await recharge.getByLabelText('Montant (DA)').fill('100');
  screen.answer({ 'rechargeRequests.list': listOf(rechargeRequest({ amount: 100 })) });
  await recharge.getByRole('button', { name: 'Envoyer la demande' }).click();
  await expect.element(recharge.getByText('En attente')).toBeVisible();
  expect(screen.sent('rechargeRequests.create')).toHaveLength(1);
  expect(screen.sent('freeFire.createRequest')).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).toHaveLength(0);
  await choose('1060 + 106 Diamants');
  await expect.element(send).toBeEnabled();
});

test('a refused Free Fire request shows the sentence of the server and keeps the player, and a new price the amounts with it [FFR-07]', async () => {
  const short = 'Solde insuffisant. Solde actuel: 1250 DA, Prix: 1500 DA';
  const screen = await open({ 'freeFire.createRequest': refusal(409, 'FREE_FIRE_BALANCE_SHORT', short) });
  await fill();
  await expect.element(after).toHaveTextContent(exactly('1 850 DA'));
  await send.click();
  await expect.element(toasts().getByRole('alert').filter({ hasText: short })).toBeVisible();
  await expect.element(player).toHaveValue(' 12345678 ');
  const changed = 'Le prix a changé : 480 DA';
  screen.answer({
    'freeFire.createRequest': refusal(409, 'PRICE_CHANGED', changed, { price: 480 }),
    'freeFire.offers': listOf(freeFireOffer({ price: 480 }), ...freeFireOffers.slice(1)),
  });
  await pressAnew(send);
  await expectToast(changed);
  await expect.element(page.getByRole('radio', { name: /100 \+ 10 Diamants.*480\sDA/ })).toBeChecked();
  await expect.element(after).toHaveTextContent(exactly('1 520 DA'));
  await expect.element(player).toHaveValue(' 12345678 ');
  screen.answer({ 'freeFire.createRequest': created });
  await send.click();
  await expectToast(success);
  expect(screen.sent('freeFire.createRequest').map(({ body }) => body)).toEqual(
    [150, 150, 480].map((amount) => ({
      userId: 'r1',
      freeFireId: '12345678',
      offerId: 'ff_100_10',
      amount,
    })),
  );
});

// Turned red by: a button that takes every press.
test('a press just after the price of a Free Fire offer has changed debits nothing; a moment later it pays the new one [P29][P36]', async () => {
  const screen = await open();
  await fill();
  await takesPresses(send);
  let submitted = 0;
  form.element().addEventListener('submit', () => {
    submitted += 1;
  });
  const pressed = pressAfter(
    form.element(),
    () => after.element().textContent?.includes('520') === true,
    () => (send.element() as HTMLElement).click(),
  );
  screen.answer({ 'freeFire.offers': listOf(freeFireOffer({ price: 480 }), ...freeFireOffers.slice(1)) });
  await screen.emit({ type: 'service-config' });
  await pressed;
  expect(submitted).toBe(0);
  await takesPresses(send);
  await send.click();
  await expectToast(success);
  expect(screen.sent('freeFire.createRequest').map(({ body }) => body.amount)).toEqual([480]);
});

test('the Free Fire form repeats the player ID in groups of three before the request is sent', async () => {
  await open();
  const repeated = page.getByTestId('player-repeated');
  const shown = () => repeated.element().textContent;
  await expect.element(repeated).toHaveLength(0);
  // Grouped as the screens show it, inside the invisible direction marks of a messenger.
  await player.fill(' \u202a123\u00a0456\u00a0789\u00a0012\u202c ');
  await expect.poll(shown).toBe('123\u00a0456\u00a0789\u00a0012');
  await player.fill('12345678');
  await expect.poll(shown).toBe('123\u00a0456\u00a078');
  await expectAccessible();
  await expectNoSideScroll();
});

test('an open Free Fire request shows its refusal and the refund as soon as it is refused, and no proof [FFR-10]', async () => {
  const request = freeFireRequest({ id: '7', imageUrl: 'https://images.exemple.dz/preuve.png' });
  const screen = await open({ 'freeFire.requests': listOf(request) });
  await lines.click();
  await expect.element(dialog.getByText('En attente', { exact: true })).toBeVisible();
  await expect.element(dialog.getByRole('link')).toHaveLength(0);
  await expect.element(dialog.getByText('12345678')).toBeVisible();
  await expectNoSideScroll();
  await expectAccessible();
  const refused: FreeFireRequest = { ...request, status: 'refused', note: 'Joueur introuvable' };
  screen.answer({ 'freeFire.requests': listOf(refused) });
  await screen.emit({ type: 'requests' });
  await expect.element(dialog.getByText('Refusé', { exact: true })).toBeVisible();
  await expect.element(dialog.getByText('Joueur introuvable')).toBeVisible();
  await expect.element(dialog.getByRole('link')).toHaveLength(0);
  await expect.element(dialog.getByText('150 DA ont été remboursés sur votre solde.')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).toHaveLength(0);
  await expect.element(lines).toHaveFocus();
  await expect.element(lines).toHaveTextContent('Refusé');
  await fill();
  await expectNoSideScroll();
  await expectAccessible();
});

test('a validated Free Fire request shows its proof, its note and who processed it [FFR-10]', async () => {
  const imageUrl = 'https://images.exemple.dz/preuve.png';
  await open({
    'freeFire.requests': listOf(
      freeFireRequest({
        id: '7',
        status: 'validated',
        imageUrl,
        note: 'Livré',
        processedByName: 'Nadia Haddad',
        balanceBefore: 2_000,
        balanceAfter: 1_850,
      }),
    ),
  });
  await lines.click();
  for (const text of ['Validé', '100 + 10 Diamants', '110', 'Livré', '#7'])
    await expect.element(dialog.getByText(text, { exact: true })).toBeVisible();
  await expect.element(dialog.getByText('2 000 DA → 1 850 DA')).toBeVisible();
  await expect.element(factOf(dialog, 'Traitée par')).toHaveTextContent('Nadia Haddad');
  const proof = dialog.getByRole('link', { name: /Voir la preuve/ });
  await expect.element(proof).toHaveAttribute('href', imageUrl);
  await expect.element(proof).toHaveAttribute('target', '_blank');
});

test('a reseller’s Free Fire screen asks for the ten newest requests and lists them in this order [FFR-09][PRM-11]', async () => {
  const players = Array.from({ length: 10 }, (_, index) => String(12_345_620 - index));
  const screen = await open({
    'freeFire.requests': listOf(...players.map((playerId) => freeFireRequest({ playerId }))),
  });
  await expect.element(lines).toHaveLength(10);
  expect(textsOf(lines).map((text) => /Joueur (\d{8})/.exec(text)?.[1])).toEqual(players);
  expect(screen.sent('freeFire.requests').map(({ query }) => query)).toEqual([{ limit: '10' }]);
});

test('a Free Fire request that stores its player only as freeFireId still shows the player [ENT-39]', async () => {
  const { playerId, ...old } = freeFireRequest();
  await open({ 'freeFire.requests': listOf({ ...old, freeFireId: playerId } as unknown as FreeFireRequest) });
  await expect.element(lines).toHaveTextContent('Joueur 12345678');
  await lines.click();
  await expect.element(dialog.getByText('12345678', { exact: true })).toBeVisible();
});

test('a Free Fire request whose response is lost is settled with its key and never sent again', async () => {
  const screen = await open({ 'freeFire.createRequest': lost, 'outcomes.settle': lost });
  await fill();
  await send.click();
  await expect.element(form.getByText(common.moneyCall.verifying)).toBeVisible();
  await expect.element(page.getByText(/Nous vérifions votre demande : ne la refaites pas/)).toBeVisible();
  (send.element() as HTMLElement).click();
  screen.answer({
    'outcomes.settle': {
      outcome: 'executed',
      purchase: null,
      freeFireRequest: created,
      rechargeRequest: null,
      advance: null,
    },
    'freeFire.requests': listOf(freeFireRequest()),
  });
  await expectToast(success);
  await expect.element(page.getByText(common.moneyCall.verifying)).toHaveLength(0);
  await expect.element(lines).toHaveLength(1);
  const [call, ...others] = screen.sent('freeFire.createRequest');
  expect(others).toEqual([]);
  expect(new Set(screen.sent('outcomes.settle').map(({ params }) => params.key))).toEqual(
    new Set([call?.key]),
  );
});

const badge = (text: 'En ligne' | 'Hors ligne') => page.getByText(text, { exact: true });
const banner = (text: string) => page.getByRole('status').filter({ hasText: text });
const closed = banner('Hors horaires de service');
/** Open from 8:00 to 22:00 by the server's clock. */
const byHours = (fields: Partial<FreeFireService> = {}): Answers => ({
  'freeFire.service': () => serviceByHours({ startHour: 8, endHour: 22, ...fields }),
});

// 2026-11-20 is a Friday.
test('a reseller sees the Free Fire service online at noon of a working day [FFR-01][FFS-05][FFS-06][FFS-07][FFS-14]', async () => {
  setClock('2026-11-20T12:00:00+01:00');
  await open(byHours());
  await expect.element(badge('En ligne')).toBeVisible();
  await expect.element(page.getByText('Service en ligne')).toBeVisible();
  await expect.element(badge('Hors ligne')).toHaveLength(0);
  await expect.element(page.getByText(/Prochaine ouverture/)).toHaveLength(0);
});

test('a reseller sees an administrator’s changes of the Free Fire service without a reload [FFR-01][FFR-02][FFS-05][FFS-06][FFS-11][FFS-12][FFS-16]', async () => {
  const screen = await open();
  const change = async (fields: Partial<FreeFireService>) => {
    screen.answer({ 'freeFire.service': freeFireService(fields) });
    await screen.emit({ type: 'service-config' });
  };
  await expect.element(badge('En ligne')).toBeVisible();
  await change({ maintenanceMode: true });
  await expect.element(badge('Hors ligne')).toBeVisible();
  await expect.element(banner('Maintenance en cours')).toBeVisible();
  await change({ maintenanceMode: true, isActive: false });
  await expect.element(banner('Service désactivé')).toBeVisible();
  await expect.element(badge('Hors ligne')).toBeVisible();
  await change({});
  await expect.element(badge('En ligne')).toBeVisible();
  await expect.element(page.getByText(/Service désactivé|Maintenance en cours/)).toHaveLength(0);
});

test('a reseller sees the Free Fire service closed on a day off, with the next opening [FFR-03][FFR-04][FFS-07][FFS-13]', async () => {
  setClock('2026-11-20T12:00:00+01:00');
  await open(byHours({ workingDays: [0, 1, 2], startHour: 9 }));
  await expect.element(closed).toHaveTextContent('Service ouvert de 9 h à 22 h, dimanche, lundi, mardi.');
  await expect.element(closed).toHaveTextContent('Prochaine ouverture : dimanche 22 novembre à 09:00');
  await expect.element(badge('Hors ligne')).toBeVisible();
});

test('the Free Fire service opens at startHour:00 and closes at endHour:00 while the page stays open [FFR-03][FFR-04][FFS-08][FFS-09][FFS-15]', async () => {
  setClock('2026-11-20T07:59:30+01:00');
  const screen = await open(byHours());
  await expect.element(closed).toHaveTextContent('Prochaine ouverture : vendredi 20 novembre à 08:00');
  await vi.advanceTimersByTimeAsync(61_000);
  await expect.element(badge('En ligne')).toBeVisible();
  await expect.element(closed).toHaveLength(0);
  // The last known configuration still applies when it cannot be read again.
  screen.answer({ 'freeFire.service': unreadable });
  vi.setSystemTime(new Date('2026-11-20T21:58:30+01:00'));
  await vi.advanceTimersByTimeAsync(61_000);
  await expect.element(badge('En ligne')).toBeVisible();
  await vi.advanceTimersByTimeAsync(61_000);
  await expect.element(badge('Hors ligne')).toBeVisible();
  await expect.element(closed).toHaveTextContent('Prochaine ouverture : samedi 21 novembre à 08:00');
});

test('a device whose clock is hours wrong shows the service as the server has it, and its requests are sent [FFR-01]', async () => {
  // 23:30 in Algiers: by this clock the service is closed.
  setClock('2026-11-20T23:30:00+01:00');
  setServerAhead(-8);
  await open(byHours());
  await expect.element(badge('En ligne')).toBeVisible();
  await vi.advanceTimersByTimeAsync(61_000);
  await expect.element(badge('En ligne')).toBeVisible();
  await fill();
  await send.click();
  await expectToast(success);
});

test('a device whose clock says noon shows the Free Fire service closed when it is 23:00 by the server’s clock [FFR-03][FFR-04]', async () => {
  setClock('2026-11-20T12:00:00+01:00');
  setServerAhead(11);
  await open(byHours());
  await expect.element(badge('Hors ligne')).toBeVisible();
  await expect.element(closed).toHaveTextContent('Prochaine ouverture : samedi 21 novembre à 08:00');
  // At 08:00 of the next day by the server's clock the screen shows the service as open without a reload.
  vi.setSystemTime(new Date('2026-11-20T20:59:30+01:00'));
  await vi.advanceTimersByTimeAsync(61_000);
  await expect.element(badge('En ligne')).toBeVisible();
});

test('the Free Fire screen says that the configuration cannot be read, and can load it again [FFS-10][ERR-19]', async () => {
  const screen = await open({ 'freeFire.service': unreadable });
  await expect.element(page.getByText('Configuration non chargée')).toBeVisible();
  await expect.element(badge('Hors ligne')).toBeVisible();
  // The panel with its retry; a notification says the same.
  const failed = page.getByRole('alert').filter({ has: page.getByRole('button', { name: 'Réessayer' }) });
  await expect.element(failed).toHaveTextContent('Impossible de charger les données Free Fire');
  screen.answer({ 'freeFire.service': freeFireService() });
  await failed.getByRole('button', { name: 'Réessayer' }).click();
  await expect.element(send).toBeVisible();
  await expect.element(failed).toHaveLength(0);
});

test('the Free Fire screen says that offers and requests cannot be read [ERR-19]', async () => {
  await open({ 'freeFire.offers': unreadable, 'freeFire.requests': unreadable });
  const failed = page.getByRole('main').getByText('Impossible de charger les données Free Fire');
  await expect.element(failed).toHaveLength(2);
});

test('a Free Fire request while the service is offline is refused by the screen and not sent [FFR-13]', async () => {
  const screen = await open({ 'freeFire.service': freeFireService({ maintenanceMode: true }) });
  await expect.element(badge('Hors ligne')).toBeVisible();
  await fill();
  await send.click();
  const offline = 'Le service Free Fire est actuellement hors ligne';
  await expect.element(page.getByRole('alert').filter({ hasText: offline })).toBeVisible();
  expect(screen.sent('freeFire.createRequest')).toEqual([]);
});
