import type { AccountFlag } from '@almas/contract/account-flags';
import type { ReconciliationDay } from '@almas/contract/bank';
import { healthLimits } from '@almas/contract/limits';
import type { Output } from '@almas/contract/route';
import type { statistics as contract } from '@almas/contract/statistics';
import { expect, test, vi } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { expectAccessible } from '../../../tests/accessible.ts';
import { type Answers, refusal } from '../../../tests/api.ts';
import { deskOf } from '../../../tests/desk.ts';
import { expectToast, pressAfter, takesPresses } from '../../../tests/expectations.ts';
import { middleOf } from '../../../tests/render.tsx';
import {
  administrator,
  configuration,
  countedListOf,
  emptyList,
  firstSteps,
  health,
  listOf,
  offer,
  product,
  rechargeRequest,
  reseller,
  statistics,
} from '../../../tests/samples.ts';
import { openScreen } from '../../../tests/screen.tsx';
import { refresh } from '../../platform/network/index.ts';

const requests = () => page.getByRole('list', { name: 'Demandes de recharge en attente' });
const accounts = () => page.getByRole('list', { name: 'Comptes en attente' });
const rows = (list: Locator) => list.getByRole('listitem');
const row = (list: Locator, text: string) => rows(list).filter({ hasText: text });
const button = (within: Locator, name: string) => within.getByRole('button', { name, exact: true });
/** A figure of the strip, with its note. */
const figure = (label: string) =>
  page.css('main :is(a, button)').filter({ hasText: new RegExp(`^${label}`) });
const moment = (minute: number) => new Date(Date.UTC(2026, 2, 2, 9, minute)).toISOString();

/** Opens the dashboard of an administrator with these accounts and requests, newest first. */
async function open(known: Parameters<typeof deskOf>[0] = {}, answers: Answers = {}) {
  const desk = deskOf(known);
  const screen = await openScreen('/admin', administrator(), { ...desk.answers, ...answers });
  return { ...screen, desk };
}
const pendingReseller = (id: string, firstName: string, fields: Partial<ReturnType<typeof reseller>> = {}) =>
  reseller({ id, firstName, status: 'pending', email: `${id}@exemple.dz`, ...fields });

const today = (fields: Partial<Output<typeof contract.today>> = {}): Output<typeof contract.today> => ({
  sales: 4_500,
  codes: 3,
  recharges: 0,
  freeFire: 0,
  held: 123_456.5,
  days: [
    { day: '2026-03-01', sales: 1_200, recharges: 300, freeFire: 0 },
    { day: '2026-03-02', sales: 4_500, recharges: 0, freeFire: 0 },
  ],
  ...fields,
});

test('an administrator’s dashboard shows figures of the whole product, which change live, in one size; each leads to its list, and those of the day name yesterday’s [ADM-01][ADM-02][ADM-03][ADM-04][WRK-02]', async () => {
  const screen = await open({}, { 'statistics.today': today() });
  for (const [label, text] of [
    ['Utilisateurs', '128 actifs, 3 en attente'],
    ['Produits', '54 actifs'],
    ['Recharges en attente', 'attente6'],
    ['Notifications non lues', 'lues2'],
    ['Ventes du jour', '4 500 DA3 codes · hier 1 200 DA'],
    ['Recharges du jour', '0 DAhier 300 DA'],
    ['Soldes revendeurs', '123 456,50 DA'],
  ] as const)
    await expect.element(figure(label)).toHaveTextContent(text);
  const onThatDay = '&from=2026-03-02&to=2026-03-02';
  for (const [label, path] of [
    ['Ventes du jour', `/admin/transactions?type=purchase${onThatDay}`],
    ['Recharges du jour', `/admin/transactions?type=recharge${onThatDay}`],
    ['Free Fire du jour', '/admin/freefire'],
    ['Soldes revendeurs', '/admin/users?sort=balance'],
    ['Utilisateurs', '/admin/users'],
    ['Produits', '/admin/products'],
    ['Recharges en attente', '/admin/recharges'],
  ] as const)
    await expect.element(figure(label)).toHaveAttribute('href', path);
  const size = (label: string) => getComputedStyle(figure(label).css('p').nth(1).element()).fontSize;
  for (const width of [390, 1280]) {
    await page.viewport(width, 900);
    const sizes = ['Ventes du jour', 'Recharges du jour', 'Free Fire du jour', 'Soldes revendeurs'].map(size);
    expect(new Set(sizes).size, `sizes of the figures at ${width} px: ${sizes}`).toBe(1);
  }
  const { users, products, recharges } = statistics();
  screen.answer({
    'statistics.summary': statistics({
      users: { ...users, total: 13, pending: 4, active: 1 },
      products: { ...products, active: 1 },
      recharges: { ...recharges, pending: 7 },
      unreadNotifications: 4,
    }),
  });
  await screen.emit({ type: 'requests' });
  await expect.element(figure('Utilisateurs')).toHaveTextContent('131 actif, 4 en attente');
  await expect.element(figure('Produits')).toHaveTextContent('51 actif');
  await expect.element(figure('Recharges en attente')).toHaveTextContent('attente7');
  await expect.element(figure('Notifications non lues')).toHaveTextContent('lues4');
  await page.getByRole('button', { name: /^Voir les notifications non lues/ }).click();
  await expect.element(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible();
});

// Turned red by: figures that lead an employee to pages that refuse.
test('the figures of an employee lead only to the pages of the own scopes [TEA-14]', async () => {
  const answers = {
    ...deskOf({}).answers,
    'configuration.get': { ...configuration, extensions: ['admin-scopes' as const] },
    'wallet.proposals': emptyList,
  };
  const day = ['Ventes du jour', 'Recharges du jour'];
  const others = [
    'Free Fire du jour',
    'Soldes revendeurs',
    'Utilisateurs',
    'Produits',
    'Recharges en attente',
  ];
  for (const [scopes, led] of [
    [['reports'], day],
    [
      ['reports', 'accounts', 'stock'],
      [...day, 'Soldes revendeurs', 'Utilisateurs', 'Produits'],
    ],
  ] as const) {
    await openScreen('/admin', administrator({ scopes: [...scopes] }), answers);
    for (const label of [...day, ...others]) {
      await expect.element(page.css('main').getByText(label, { exact: true })).toBeVisible();
      await expect.element(figure(label)).toHaveLength((led as readonly string[]).includes(label) ? 1 : 0);
    }
  }
});

test('an administrator’s dashboard lists at most five pending requests, which are approved or rejected in the list [ADM-05][ADM-06][ERR-26][ERR-27][RRQ-28][RRQ-37]', async () => {
  const userInfo = { firstName: 'Amine', lastName: 'Benali', balance: 500, status: 'active' };
  const newest = [600, 500, 400, 300, 200, 100].map((amount) =>
    rechargeRequest({ id: String(amount), amount, userInfo }),
  );
  const screen = await open({ requests: newest });
  await expect.element(rows(requests())).toHaveLength(5);
  for (const name of ['Approuver', 'Rejeter']) await expect.element(button(requests(), name)).toHaveLength(5);
  await expect.element(row(requests(), '300 DA')).toHaveTextContent('Solde : 500 DA → 800 DA');
  await button(row(requests(), '300 DA'), 'Approuver').click();
  await expectToast('Demande approuvée');
  // The row keeps its position, shows the decision and has the focus.
  await expect.element(rows(requests()).nth(2)).toHaveTextContent(/Demande de recharge approuvée par/);
  await expect
    .element(
      rows(requests())
        .nth(2)
        .getByRole('button', { name: /Approuver|Rejeter/ }),
    )
    .toHaveLength(0);
  await expect.element(rows(requests()).nth(2)).toHaveFocus();
  await expect.element(rows(requests()).nth(1)).toHaveTextContent('Solde : 800 DA → 1 000 DA');
  await button(rows(requests()).nth(1), 'Rejeter').click();
  await expectToast('Demande rejetée');
  await expect.element(rows(requests()).nth(1)).toHaveTextContent(/Demande de recharge rejetée par/);
  await expect.element(rows(requests())).toHaveLength(5);
  expect(screen.sent('rechargeRequests.approve')).toMatchObject([
    { params: { id: '300' }, body: { note: 'Approuvé par admin', paymentProof: null } },
  ]);
  expect(screen.sent('rechargeRequests.reject')).toMatchObject([
    { params: { id: '200' }, body: { reason: 'Rejeté par admin' } },
  ]);
});

test('an administrator’s dashboard lists at most five pending accounts, those that wait longest first, activated in a tap or refused with a reason [ADM-07][ADM-08][ADM-09][ADM-10][ERR-23][ERR-24]', async () => {
  const newest = ['Fella', 'Elias', 'Dalia', 'Chakib', 'Bilal', 'Aya'].map((name) =>
    pendingReseller(name, name),
  );
  const screen = await open({ accounts: newest });
  await expect.element(rows(accounts())).toHaveLength(5);
  await button(row(accounts(), 'Aya Benali'), 'Activer').click();
  await expectToast('Utilisateur activé');
  await expect.element(rows(accounts()).first()).toHaveTextContent(/Aya Benali.*Compte activé par/);
  await expect.element(rows(accounts()).first()).toHaveFocus();
  expect(screen.sent('users.activate')).toMatchObject([{ params: { id: 'Aya' } }]);

  const refuse = button(row(accounts(), 'Bilal Benali'), 'Refuser');
  await refuse.click();
  const dialog = page.getByRole('dialog', { name: 'Refuser Bilal Benali' });
  await dialog.getByRole('button', { name: 'Annuler' }).click();
  await expect.element(dialog).toHaveLength(0);
  await expect.element(refuse).toHaveFocus();
  expect(screen.sent('users.deactivate')).toEqual([]);
  await refuse.click();
  await dialog.getByLabelText('Raison').fill('Dossier incomplet');
  await dialog.getByRole('button', { name: 'Confirmer' }).click();
  await expectToast('Utilisateur désactivé');
  await expect.element(rows(accounts()).nth(1)).toHaveTextContent(/Bilal Benali.*Compte refusé par/);
  await expect.element(rows(accounts()).nth(1)).toHaveFocus();
  await expect.element(rows(accounts())).toHaveLength(5);
  expect(screen.sent('users.deactivate')).toMatchObject([
    { params: { id: 'Bilal' }, body: { reason: 'Dossier incomplet' } },
  ]);
});

test('a failed action of the dashboard without a message of the server shows the fallback of the action, and keeps what was typed [ERR-03][ERR-04][ERR-06][ERR-07]', async () => {
  const silent = refusal(409, 'CONFLICT');
  await open(
    { accounts: [pendingReseller('p', 'Lina')], requests: [rechargeRequest()] },
    {
      'users.activate': silent,
      'users.deactivate': silent,
      'rechargeRequests.approve': silent,
      'rechargeRequests.reject': silent,
    },
  );
  for (const [list, name, failure] of [
    [requests(), 'Approuver', "Erreur d'approbation"],
    [requests(), 'Rejeter', 'Erreur de rejet'],
    [accounts(), 'Activer', "Erreur d'activation"],
  ] as const) {
    await button(list, name).click();
    await expectToast(failure);
  }
  await button(accounts(), 'Refuser').click();
  const dialog = page.getByRole('dialog', { name: /^Refuser/ });
  await dialog.getByLabelText('Raison').fill('Doublon');
  await dialog.getByRole('button', { name: 'Confirmer' }).click();
  await expectToast('Erreur de désactivation');
  await expect.element(dialog.getByLabelText('Raison')).toHaveValue('Doublon');
});

test('a pending account with the phone number of another names it, and leads to it, where it is activated and in the list of accounts [DSK-123]', async () => {
  const known = reseller({ id: 'k', firstName: 'Karim' });
  const alike = [{ id: 'k', name: 'Karim Benali', status: 'active' as const, mailbox: false, phone: true }];
  const waiting = pendingReseller('p', 'Lina', { alike });
  const shown = { accounts: [waiting, pendingReseller('q', 'Omar'), known] };
  await open(shown);
  const warnings = (name: string) => row(accounts(), name).getByRole('list', { name: 'À vérifier' });
  await expect.element(warnings('Lina')).toHaveTextContent(/^Même téléphone que Karim Benali \(actif\)$/);
  await expect.element(row(accounts(), 'Omar')).toBeVisible();
  await expect.element(warnings('Omar')).toHaveLength(0);
  await expectAccessible();
  await openScreen('/admin/users', administrator(), deskOf(shown).answers);
  await expect.element(page.getByRole('row').filter({ hasText: 'Lina' })).toHaveTextContent('doublon ?');
  await page.getByRole('link', { name: 'Lina Benali' }).click();
  const details = page.getByRole('dialog', { name: 'Compte de Lina Benali' });
  await details.getByRole('link', { name: 'Karim Benali' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Compte de Karim Benali' })).toBeVisible();
});

test('an administrator’s dashboard says that nothing is pending, that no backup and no audit has run, and opens the state of the system; its quick actions lead to their screens with the number of pending Free Fire requests [ADM-11][ADM-12][WRK-03]', async () => {
  const never = { state: 'attention', at: null, succeeded: null } as const;
  await open(
    {},
    {
      'statistics.summary': statistics({ freeFire: { pending: 3 } }),
      'health.read': { ...health, backup: never, audit: never },
    },
  );
  await expect.element(page.getByText('Aucune demande en attente')).toBeVisible();
  await expect.element(page.getByText('Aucun compte en attente')).toBeVisible();
  for (const [name, path] of [
    [/Free Fire 3 en attente/, '/admin/freefire'],
    ['Gestion des recharges', '/admin/recharge'],
    ['Toutes les transactions', '/admin/transactions'],
  ] as const)
    await expect.element(page.getByRole('link', { name, exact: true })).toHaveAttribute('href', path);
  const line = page.getByRole('status').filter({ hasText: 'À vérifier' });
  await expect.element(line).toHaveTextContent('aucune sauvegarde, aucun contrôle des comptes');
  await line.getByRole('button', { name: 'Voir l’état' }).click();
  await expect.element(page.getByRole('dialog', { name: 'État du système' })).toBeVisible();
  await open();
  await expect.element(figure('Produits')).toHaveTextContent(/\d/);
  await expect.element(line).toHaveLength(0);
});

test('a new installation lists its first steps, each ticked by itself, with the address for resellers [WRK-30]', async () => {
  const none = { ...firstSteps, paymentAccounts: false, sold: false };
  const screen = await open({}, { 'statistics.firstSteps': none });
  const steps = page.getByRole('list', { name: 'Premiers pas' });
  await expect.element(rows(steps)).toHaveLength(7);
  await expect.element(row(steps, 'Indiquer où payer')).toHaveTextContent('(à faire)');
  screen.answer({ 'statistics.firstSteps': { ...none, resellers: false, paymentAccounts: true } });
  await refresh('statistics');
  await expect.element(row(steps, 'Indiquer où payer')).toHaveTextContent('(fait)');
  await expect.element(steps).toHaveTextContent(`${location.origin}/register`);
  await expectAccessible();
  screen.answer({ 'statistics.firstSteps': firstSteps });
  await refresh('statistics');
  await expect.element(steps).toHaveLength(0);
});

test('an administrator reads the state of the system on a phone, and the open panel is updated', async () => {
  await page.viewport(390, 844);
  const never = { state: 'attention', at: null, succeeded: null } as const;
  const state = {
    ...health,
    backup: never,
    jobs: {
      state: 'ok' as const,
      list: [1, 2].map((nth) => ({ name: `job ${nth}`, lastRunAt: moment(nth) })),
    },
  };
  const screen = await open({}, { 'health.read': state });
  const opener = page.getByRole('button', { name: 'État du système', exact: true });
  await expect.element(opener).toBeVisible();
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    shouldAdvanceTime: true,
  });
  await opener.click();
  const panel = page.getByRole('dialog', { name: 'État du système' });
  const part = (label: string) => panel.getByRole('listitem').filter({ hasText: label });
  await expect
    .element(part('Base de données'))
    .toHaveTextContent(/Principale, écriture possible, \d+(,\d)? [KMG]o.*Bon/);
  for (const [label, text] of [
    ['Disque', 'Base sur une autre machine'],
    ['Connexions à la base', 'sur 10 occupées'],
    ['Dernière sauvegarde', 'Jamais'],
    ['Dernière sauvegarde', 'À vérifier'],
    ['Archive', 'Non activée'],
    ['Tâches planifiées', '2 tâches'],
  ] as const)
    await expect.element(part(label)).toHaveTextContent(text);
  const summary = panel.getByRole('status');
  await expect
    .element(summary)
    .toHaveTextContent('Le service fonctionne ; au moins un point est à vérifier.');
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);
  const next = () => vi.advanceTimersByTimeAsync(healthLimits.refreshSeconds * 1_000);
  const database = {
    ...health.database,
    state: 'failed' as const,
    role: 'standby' as const,
    writable: false,
  };
  const audit = { ...health.audit, state: 'failed' as const, succeeded: false };
  screen.answer({ 'health.read': { ...state, database, audit } });
  await next();
  await expect
    .element(part('Base de données'))
    .toHaveTextContent('Secours, en lecture seule, écriture impossible');
  await expect
    .element(part('Dernier contrôle des comptes'))
    .toHaveTextContent('non réussi : lancez « almas audit »');
  await expect.element(summary).toHaveTextContent(/prévenez l’exploitant/);
  screen.answer({ 'health.read': refusal(500, 'INTERNAL') });
  await next();
  await expect.element(panel.getByRole('button', { name: 'Réessayer' })).toBeVisible();
});

test('the recent activity merges requests and new resellers, ten at most, newest first [ADM-23][ADM-24][ADM-25]', async () => {
  const five = [5, 4, 3, 2, 1];
  const names = five.map((nth) => `Karim ${nth}`);
  await open(
    {},
    {
      'users.list': countedListOf(
        pendingReseller('p', 'Lina', { lastName: 'Saadi', createdAt: moment(50) }),
        ...five.map((nth) =>
          reseller({ id: `k${nth}`, firstName: 'Karim', lastName: `${nth}`, createdAt: moment(2 * nth) }),
        ),
      ),
      'rechargeRequests.list': countedListOf(
        ...five.map((nth) =>
          rechargeRequest({
            userInfo: { firstName: 'Karim', lastName: `${nth}`, balance: 0, status: 'active' },
            createdAt: moment(2 * nth + 1),
          }),
        ),
      ),
    },
  );
  const lines = rows(page.getByRole('list', { name: 'Activité récente' }));
  await expect.element(lines).toHaveLength(10);
  expect(
    lines
      .css('strong')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Lina Saadi', ...names.flatMap((name) => [name, name])].slice(0, 10));
  await expect.element(lines.nth(0)).toHaveTextContent('Nouveau revendeur');
  await expect.element(lines.nth(1)).toHaveTextContent('Demande de recharge en attente');
  await expect.element(lines.nth(2)).toHaveTextContent('Nouveau revendeur');
});

const days = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    day: new Date(Date.UTC(2026, 0, index + 1)).toISOString().slice(0, 10),
    sales: 100,
    codes: 1,
    recharges: 50,
    freeFire: 0,
  }));

test('the trends of the dashboard are read when the user scrolls to them, each with its table; an offer of low stock leads to its card, with the focus on its import [DSK-82]', async () => {
  const offers = Array.from({ length: 8 }, (_, index) =>
    offer({ id: `o${index}`, name: `Offre ${index}`, stock: 0 }),
  );
  const low = { productId: 'p', offerId: 'o7', productName: 'Diamants', offerName: 'Offre 7', stock: 0 };
  await page.viewport(390, 844);
  const screen = await open(
    {},
    {
      'statistics.activity': ({ query }) => ({
        days: days(Number(query.days)),
        bestOffers: [],
        lowStock: [low],
      }),
      'products.get': product({ id: 'p', offers }),
      'products.list': listOf(product({ id: 'p', offers })),
    },
  );
  await expect.element(page.getByText('Aucune activité récente')).toBeInTheDocument();
  expect(screen.sent('statistics.activity')).toEqual([]);
  page.getByRole('heading', { name: 'Tendances' }).element().scrollIntoView();
  const picture = page.getByRole('figure').filter({ hasText: 'Ventes et recharges par jour' });
  await expect.element(picture.getByRole('img', { name: 'Ventes et recharges par jour' })).toBeVisible();
  await picture.getByText('Voir le tableau').click();
  await expect.element(picture.getByRole('row')).toHaveLength(31);
  await page.getByText('7 jours').click();
  await expect.element(picture.getByRole('row')).toHaveLength(8);
  await expect.element(page.getByRole('heading', { name: 'Meilleures offres' })).toBeVisible();
  await page.getByTitle('Réapprovisionner Diamants · Offre 7').click();
  await expect.poll(screen.address).toBe('/admin/products/p/edit#offer-o7');
  const codes = page.getByTestId('offer').last().getByRole('button', { name: 'Importer des codes' });
  await expect.element(codes).toHaveFocus();
  await expect.element(codes).toBeInViewport();
});

test('an administrator has the administration menu and no balance, a reseller the reverse [PRM-17][PRM-18]', async () => {
  await open();
  const menu = page.getByText('ADMINISTRATION', { exact: true });
  await expect.element(menu).toBeVisible();
  await expect.element(page.getByTestId('sidebar-balance')).toHaveLength(0);
  await page.viewport(390, 844);
  await expect.element(page.getByRole('banner').getByText(/DA/)).toHaveLength(0);
  await openScreen('/profile', reseller());
  await expect.element(page.getByRole('banner').getByText(/DA/)).toBeVisible();
  await page.viewport(1280, 900);
  await expect.element(page.getByTestId('sidebar-balance')).toBeVisible();
  await expect.element(menu).toHaveLength(0);
});

test('the queue comes first: three requests with their buttons on a desk, one on a phone, without a scroll; the trends come before the activity [WRK-01]', async () => {
  const never = { state: 'attention', at: null, succeeded: null } as const;
  const newest = [400, 300, 200, 100].map((amount) => rechargeRequest({ amount }));
  await open({ requests: newest }, { 'health.read': { ...health, backup: never, audit: never } });
  for (const { width, height, count } of [
    { width: 390, height: 844, count: 1 },
    { width: 1440, height: 900, count: 3 },
  ]) {
    await page.viewport(width, height);
    await expect.element(rows(requests())).toHaveLength(4);
    await expect.element(page.getByText('aucune sauvegarde')).toBeVisible();
    for (let index = 0; index < count; index += 1)
      for (const name of ['Approuver', 'Rejeter'])
        await expect.element(button(rows(requests()).nth(index), name)).toBeInViewport({ ratio: 1 });
  }
  const boxOf = (shown: Locator) => shown.element().getBoundingClientRect();
  expect(boxOf(rows(requests()).first()).height).toBeLessThanOrEqual(58);
  expect(boxOf(rows(requests()).first()).y).toBeLessThan(330);
  await page.viewport(1280, 900);
  const top = (name: string) => boxOf(page.getByRole('heading', { name, exact: true })).y + window.scrollY;
  expect(top('Demandes de recharge')).toBeLessThan(600);
  expect(top('Tendances')).toBeLessThan(top('Activité récente'));
  expect(top('Tendances')).toBeLessThan(1_700);
  page.getByRole('heading', { name: 'Tendances', exact: true }).element().scrollIntoView();
  await expect.element(page.getByRole('heading', { name: 'Stocks bas' })).toBeVisible();
  expect(top('Stocks bas')).toBeLessThan(2_600);
});

// Turned red by: a button that takes a press as soon as the flag above it has left; a focus that leaves with its flag.
test('the second of two presses on « Vu » does not hide the flag that takes the place of the first, and the list keeps the focus (P29)', async () => {
  let flags = ['1', '2'].map(
    (id): AccountFlag => ({
      id,
      userId: 'r1',
      userName: 'Amine Benali',
      kind: 'fast_hour',
      amount: 9_000,
      usual: 1_000,
      createdAt: moment(5),
      seenByName: null,
      seenAt: null,
    }),
  );
  const screen = await open(
    {},
    {
      'accountFlags.list': () => listOf(...flags),
      'accountFlags.see': ({ params }) => {
        const [seen] = flags.filter(({ id }) => id === params.id);
        flags = flags.filter(({ id }) => id !== params.id);
        return seen as AccountFlag;
      },
    },
  );
  const list = page.getByRole('list', { name: 'À regarder' });
  const see = button(list, 'Vu');
  await expect.element(see).toHaveLength(2);
  await takesPresses(see.first());
  const [x, y] = middleOf(see.first().element());
  const secondPress = pressAfter(
    document.body,
    () => see.length === 1,
    () => (document.elementFromPoint(x, y) as HTMLElement | null)?.click(),
  );
  (see.first().element() as HTMLElement).focus();
  await see.first().click();
  await secondPress;
  await takesPresses(see);
  await expect.element(list).toHaveFocus();
  await expect.element(see).not.toHaveAttribute('aria-busy');
  expect(screen.sent('accountFlags.see')).toHaveLength(1);
});

// Turned red by: « rien d’approuvé sans argent » of days of which no statement tells.
test('the credit of the dashboard says that nothing is missing only of days that a statement of the bank covers', async () => {
  const none = { count: 0, amount: 0 };
  const answers = (days: ReconciliationDay[]): Answers => ({
    'configuration.get': { ...configuration, extensions: ['credit'] },
    'statistics.today': today(),
    'credit.summary': {
      accounts: 0,
      debt: 0,
      lateAccounts: 0,
      overdue: 0,
      ageing: { days7: 0, days15: 0, days30: 0, older: 0 },
      held: 0,
      unconfirmed: 0,
    },
    'bank.reconciliation': { days, withoutMoney: none, withoutRequest: none },
  });
  await open({}, answers([]));
  await expect.element(page.getByText('Aucun relevé ne couvre ces jours')).toBeVisible();
  const day = { day: '2026-03-01', method: 'ccp' as const, approved: 1, approvedAmount: 500, received: 1 };
  await open({}, answers([{ ...day, receivedAmount: 500, explainedAmount: 0, gap: 0, methodName: 'CCP' }]));
  await expect.element(page.getByText('rien d’approuvé sans argent')).toBeVisible();
});
