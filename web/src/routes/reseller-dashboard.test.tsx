import { formatDate } from '@almas/locale/formats';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { deferred } from '../../../tests/support/deferred.ts';
import { expectAccessible, expectNoSideScroll } from '../../tests/accessible.ts';
import { type Answers, refusal } from '../../tests/api.ts';
import { exactly, expectToast, textsOf } from '../../tests/expectations.ts';
import {
  configuration,
  freeFireService,
  listOf,
  offer,
  product,
  purchase,
  rechargeRequest,
  reseller,
  transaction,
} from '../../tests/samples.ts';
import { openScreen } from '../../tests/screen.tsx';

const open = (answers: Answers = {}, me = reseller()) => openScreen('/dashboard', me, answers);
const main = page.getByRole('main');
const tile = (at: number) => page.getByTestId('shortcut').nth(at);
const recent = page.getByTestId('recent-purchase');
const requests = page.getByRole('dialog', { name: 'Demandes de recharge' });
const recharge = main.getByRole('button', { name: 'Recharger', exact: true });
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

test('a reseller’s dashboard shows name, company, status, balance and last activity, and follows a recharge [RDB-01][RDB-02][RDB-03][RDB-04][ERR-37]', async () => {
  const me = reseller({ balance: 0 });
  const screen = await open({}, me);
  await expect
    .element(page.getByRole('heading', { level: 1, name: 'Bienvenue, Amine Benali' }))
    .toBeVisible();
  await expect.element(main.getByText('Cyber Sétif')).toBeVisible();
  await expect.element(page.getByText('Compte actif')).toBeVisible();
  await expect.element(page.getByText('Aucune transaction récente')).toBeVisible();
  const balance = page.getByTestId('dashboard-balance');
  await expect.element(balance).toHaveTextContent(exactly('0 DA'));
  const activity = main.css('dl div').filter({ hasText: 'Dernière activité' }).last();
  await expect.element(activity).toHaveTextContent('Dernière activité-');
  screen.answer({
    'accounts.session': { user: { ...me, balance: 12_500.5 } },
    'wallet.operations': { ...listOf(transaction()), adjustments: [] },
  });
  await screen.emit({ type: 'balance' });
  await expect.element(balance).toHaveTextContent(exactly('12 500,50 DA'));
  await expect.element(activity.css('time')).toBeVisible();
  await expectAccessible();
  await expectNoSideScroll();
});

test('the dashboard and the profile of a frozen account say so, from the moment it is frozen, and not that it is active [TEA-20]', async () => {
  const me = reseller();
  const screen = await open({}, me);
  await expect.element(main.getByText('Compte actif')).toBeVisible();
  screen.answer({ 'accounts.session': { user: { ...me, frozenAt: '2026-03-02T11:00:00.000Z' } } });
  await screen.emit({ type: 'session' });
  await expect.element(main.getByText('Compte gelé')).toBeVisible();
  await expect.element(main.getByText('Compte actif')).toHaveLength(0);
  await expectAccessible();
  screen.go('/profile');
  await expect.element(main.getByText('Gelé', { exact: true })).toBeVisible();
  await expect.element(main.getByText('Actif', { exact: true })).toHaveLength(0);
});

test('a reseller sends a recharge request from the balance of the dashboard and from the « + » of the top bar [CNT-81]', async () => {
  await open();
  await page.viewport(390, 844);
  await recharge.click();
  await expect.element(requests).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(requests).toHaveLength(0);
  const chip = page.getByRole('button', { name: /^Solde/ });
  await expect.element(chip).toHaveTextContent('+');
  await expectAccessible();
  await expectNoSideScroll();
  await chip.click();
  await expect.element(requests).toBeVisible();
});

// Turned red by: a state that is shown of the oldest request, or that a decision does not change.
test('the balance card says what became of the last recharge request, and leads to it [WRK-61]', async () => {
  const now = new Date().toISOString();
  const refused = rechargeRequest({
    amount: 2_500,
    status: 'rejected',
    processedAt: now,
    rejectionReason: 'Reçu illisible',
  });
  const asked = rechargeRequest({ amount: 4_000, createdAt: now });
  const last = main.getByRole('button', { name: /^Dernière demande/ });
  const first = await open();
  await expect.element(recharge).toBeVisible();
  await expect.element(last).toHaveLength(0);
  expect(first.sent('rechargeRequests.list').map(({ query }) => query)).toContainEqual({ limit: '1' });
  await open({ 'rechargeRequests.list': listOf(refused) });
  await expect.element(last).toHaveTextContent(/2 500 DARejetée, à l/);
  const screen = await open({ 'rechargeRequests.list': listOf(asked, refused) });
  await page.viewport(390, 844);
  await expect.element(last).toHaveTextContent(/4 000 DAEn attente, à l/);
  await expectAccessible();
  screen.answer({
    'rechargeRequests.list': listOf({ ...asked, status: 'approved', processedAt: now }, refused),
  });
  await screen.emit({ type: 'requests' });
  await expect.element(last).toHaveTextContent('Approuvée');
  await last.click();
  await expect.element(requests).toHaveTextContent('Reçu illisible');
});

test('the balance card shows a decided recharge request for three days after its decision, and no longer [WRK-61]', async () => {
  const decided = (days: number) =>
    listOf(
      rechargeRequest({
        amount: 2_500,
        status: 'approved',
        createdAt: daysAgo(days + 1),
        processedAt: daysAgo(days),
      }),
    );
  const last = main.getByRole('button', { name: /^Dernière demande/ });
  const screen = await open({ 'rechargeRequests.list': decided(2.9) });
  await expect.element(last).toHaveTextContent('2 500 DAApprouvée');
  screen.answer({ 'rechargeRequests.list': decided(3.1) });
  await screen.emit({ type: 'requests' });
  await expect.element(last).toHaveLength(0);
});

// Turned red by: a dialog that leaves with the button that has opened it.
test('a request that is cancelled in the dialog which its state on the balance card opened leaves the dialog open, with what was typed', async () => {
  const asked = rechargeRequest({ createdAt: new Date().toISOString() });
  const cancelled = { ...asked, status: 'cancelled' as const };
  const screen = await open({ 'rechargeRequests.list': listOf(asked) });
  const last = main.getByRole('button', { name: /^Dernière demande/ });
  await last.click();
  const amount = requests.getByLabelText('Montant (DA)');
  await amount.fill('2 500');
  screen.answer({ 'rechargeRequests.list': listOf(cancelled), 'rechargeRequests.cancel': cancelled });
  await requests.getByRole('button', { name: 'Annuler' }).click();
  await requests.getByRole('button', { name: 'Confirmer' }).click();
  await expect.element(requests).toHaveTextContent('Annulée');
  await expect.element(last).toHaveLength(0);
  await expect.element(amount).toHaveValue('2 500');
  await amount.fill('');
  await userEvent.keyboard('{Escape}');
  await expect.element(requests).toHaveLength(0);
  // The button that had the focus is gone.
  await expect.element(main).toHaveFocus();
});

// Turned red by: a total that a sale does not change; a warning at a balance above the threshold; a field with the threshold of before.
test('the balance card says what was bought today, and warns below the threshold of the account [WRK-66][WRK-67]', async () => {
  const me = reseller({ balance: 1_200 });
  const screen = await open({}, me);
  await page.viewport(390, 844);
  const today = page.getByTestId('today');
  const warning = main.getByText('Solde bas : moins de');
  await expect.element(today).toHaveTextContent(exactly('aucun achat'));
  await recharge.click();
  const readAgain = deferred();
  screen.answer({
    'shop.saveBalanceThreshold': ({ body }) => {
      screen.answer({
        'shop.balanceThreshold': async () => {
          await readAgain.promise;
          return body;
        },
      });
      return body;
    },
  });
  const threshold = requests.getByLabelText('Me prévenir au-dessous de (DA)');
  await threshold.fill('1 000');
  await requests.getByRole('button', { name: 'Enregistrer' }).click();
  await expectToast('Seuil enregistré');
  expect(screen.sent('shop.saveBalanceThreshold').map(({ body }) => body)).toEqual([{ threshold: 1_000 }]);
  // Before the threshold is read again.
  await expect.element(threshold).toHaveValue('1000');
  readAgain.resolve();
  await userEvent.keyboard('{Escape}');
  await expect.element(requests).toHaveLength(0);
  await expect.element(warning).toHaveLength(0);
  screen.answer({
    'accounts.session': { user: { ...me, balance: 900 } },
    'purchases.today': { codes: 2, paid: 300 },
  });
  await screen.emit({ type: 'balance' });
  await expect.element(today).toHaveTextContent(exactly('2 codes, 300 DA'));
  await expect.element(warning).toHaveTextContent(/moins de 1 000 DA$/);
  await expectAccessible();
  await expectNoSideScroll();
});

test('a reseller’s dashboard has exactly four shortcuts and a history tile [RDB-05][RDB-06][RDB-07][RDB-08][RDB-09][RDB-11][RDB-12]', async () => {
  await open();
  await expect.element(page.getByTestId('shortcut')).toHaveLength(4);
  await expect.element(tile(1)).toHaveTextContent('Recharge directe');
  for (const [name, path] of [
    [/Acheter des codes/, '/catalog'],
    [/Recharge Free Fire/, '/freefire'],
    [/^Mes cartes Retrouver/, '/card-history'],
    [/Historique/, '/operations'],
  ] as const)
    await expect.element(main.getByRole('link', { name })).toHaveAttribute('href', path);
});

test('the Free Fire tile is disabled as soon as an administrator puts the service into maintenance [RDB-10][RDB-11][RDB-16]', async () => {
  const screen = await open();
  await expect.element(tile(1)).toHaveTextContent('Recharge directe');
  screen.answer({ 'freeFire.service': freeFireService({ maintenanceMode: true }) });
  await screen.emit({ type: 'service-config' });
  await expect.element(tile(1)).toHaveTextContent('Service hors ligne');
  await expect.element(tile(1)).toBeDisabled();
  screen.answer({ 'freeFire.service': freeFireService() });
  await screen.emit({ type: 'service-config' });
  await expect.element(tile(1)).toHaveTextContent('Recharge directe');
});

test('the Free Fire tile follows the service hours, which are checked again every 60 seconds [RDB-16]', async () => {
  vi.useFakeTimers({
    now: new Date('2026-11-20T21:59:30+01:00'),
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    shouldAdvanceTime: true,
  });
  const screen = await open({ 'freeFire.service': freeFireService({ startHour: 8, endHour: 22 }) });
  await expect.element(tile(1)).toHaveTextContent('Recharge directe');
  const asked = () => screen.sent('freeFire.service').length;
  const before = asked();
  await vi.advanceTimersByTimeAsync(61_000);
  await expect.element(tile(1)).toHaveTextContent('Service hors ligne');
  await expect.poll(asked).toBeGreaterThan(before);
});

test('a reseller’s dashboard lists the newest purchases and requests five, and six products [RDB-13][RDB-14][RDB-15]', async () => {
  const bought = ['Offre 2', 'Offre 1'].map((offerName, at) => purchase({ id: `${42 - at}`, offerName }));
  const screen = await open({
    'purchases.list': listOf(...bought),
    'purchases.get': purchase({ id: '42' }),
    'products.redeem': { text: '', link: '' },
  });
  await expect.element(recent).toHaveLength(2);
  expect(textsOf(recent)).toEqual(['Offre 2', 'Offre 1'].map((text) => expect.stringContaining(text)));
  await expect.element(page.getByText('7 derniers jours')).toBeVisible();
  await expect.poll(() => screen.sent('products.list')).not.toEqual([]);
  for (const { query } of screen.sent('products.list'))
    expect(query).toEqual({ status: 'active', limit: '6' });
  for (const { query } of screen.sent('purchases.list')) expect(query).toEqual({ limit: '5' });
  await recent.first().click();
  await expect
    .element(page.getByRole('dialog').getByTestId('code'))
    .toHaveAttribute('data-code', 'ABCD-EFGH-1234');
  expect(screen.sent('purchases.get').map(({ params }) => params.id)).toEqual(['42']);
});

test('the products of a reseller’s dashboard show the game and their lowest price', async () => {
  await open({
    'products.list': listOf(
      product({ name: 'Robux', game: 'Roblox', offers: [offer({ price: 900 }), offer({ price: 120.5 })] }),
      product({ name: 'Sans prix', offers: [] }),
    ),
  });
  await expect.element(page.getByRole('link', { name: /Robux/ })).toHaveTextContent('Roblox · dès 120,50 DA');
  await expect.element(page.getByRole('link', { name: /Sans prix/ })).not.toHaveTextContent('dès');
});

const contact = page.getByRole('button', { name: /Contacter l’admin/ });
const letter = page.getByRole('dialog', { name: 'Contacter l’administrateur' });
const text = letter.getByRole('textbox', { name: 'Message' });
const send = letter.getByRole('button', { name: 'Envoyer' });
const sent = "Votre message a été envoyé à l'administrateur";

test('the message to the administrator has a text box, `Annuler` and `Envoyer`, and cannot be empty [RDB-12][RDB-17][RDB-18][RDB-19][RDB-20]', async () => {
  await open();
  await contact.click();
  await expect.element(text).toHaveFocus();
  // The extension is off, so no message is delivered and none has to name an order.
  await expect.element(letter.getByText(/numéro de la commande/)).toHaveLength(0);
  for (const empty of ['', '   ']) {
    await text.fill(empty);
    await send.click();
    await expect.element(letter.getByText('Veuillez saisir un message')).toBeVisible();
  }
  await expectAccessible();
  await letter.getByRole('button', { name: 'Annuler' }).click();
  await expect.element(letter).toHaveLength(0);
  await expect.element(contact).toHaveFocus();
});

test('a message to the administrator is reported as sent after a second, without a call to the server [RDB-21][RDB-22]', async () => {
  await open();
  await contact.click();
  await text.fill('Versement de 5000 DA ce matin');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await send.click();
  await vi.advanceTimersByTimeAsync(900);
  await expect.element(page.getByText(sent)).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(200);
  await expectToast(sent);
  await expect.element(letter).toHaveLength(0);
});

test('with contact-delivery the message asks for the order and is sent to the server', async () => {
  const screen = await open({
    'configuration.get': { ...configuration, extensions: ['contact-delivery'] },
    'contact.send': () => undefined,
  });
  await contact.click();
  await expect.element(letter.getByText(/numéro de la commande/)).toBeVisible();
  await text.fill('Mon virement est-il arrivé ?');
  await send.click();
  await expectToast(sent);
  expect(screen.sent('contact.send').map(({ body }) => body)).toEqual([
    { message: 'Mon virement est-il arrivé ?' },
  ]);
});

test('a message to the administrator that cannot be sent shows an error and stays in its box [RDB-23]', async () => {
  await open({ 'configuration.get': refusal(422, 'INVALID_INPUT') });
  await contact.click();
  await text.fill('Bonjour');
  await send.click();
  await expectToast("Erreur lors de l'envoi du message");
  await expect.element(text).toHaveValue('Bonjour');
});

const createdAt = '2026-03-02T10:00:00.000Z';
/** Opens the dashboard with one purchase. @returns a function that lets so many minutes and a second pass since then */
async function openAged(productName: string) {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(createdAt) });
  await open({
    'purchases.list': listOf(purchase({ productName, createdAt })),
    'purchases.quickSales': { items: [] },
  });
  return (minutes: number) => {
    vi.setSystemTime(Date.parse(createdAt) + minutes * 60_000 + 1_000);
    document.dispatchEvent(new Event('visibilitychange'));
  };
}

test('a recent purchase says how long ago it was in minutes, hours and days, then its date [LIM-20][LIM-21][LIM-22][LIM-23]', async () => {
  const pass = await openAged('Diamants');
  for (const [later, age] of [
    [0, "À l'instant"],
    [1, 'Il y a 1 min'],
    [59, 'Il y a 59 min'],
    [60, 'Il y a 1h'],
    [23 * 60, 'Il y a 23h'],
    [24 * 60, 'Il y a 1j'],
    [29 * 24 * 60, 'Il y a 29j'],
    [30 * 24 * 60, formatDate(createdAt)],
  ] as const) {
    pass(later);
    await expect.element(recent.css('time')).toHaveTextContent(exactly(age));
  }
});

test('a recent purchase with a long name has at most three lines on a phone, whatever its age', async () => {
  const pass = await openAged('Diamants Mobile Legends');
  await page.viewport(390, 844);
  const box = (found: typeof recent) => found.element().getBoundingClientRect();
  for (const minutes of [0, 7, 47, 60]) {
    pass(minutes);
    await expect.element(recent.css('time')).toHaveTextContent(minutes ? /^Il y a/ : "À l'instant");
    const [name, amount, when] = [
      box(recent.getByText('Diamants Mobile Legends')),
      box(recent.getByText(exactly('150 DA'))),
      box(recent.css('time')),
    ];
    expect(box(recent).height, `${minutes} min`).toBeLessThan(3 * name.height + 30);
    // Beside the names they are one above the other, at the same edge.
    if (amount.y < name.bottom) expect(when.right).toBeCloseTo(amount.right, 0);
  }
});
