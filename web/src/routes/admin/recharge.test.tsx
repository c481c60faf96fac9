import type { RechargeRequest } from '@almas/contract/recharge-requests';
import { formatDate } from '@almas/locale/formats';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible, expectNoSideScroll } from '../../../tests/accessible.ts';
import { type Answers, refusal } from '../../../tests/api.ts';
import { setClock, setServerAhead } from '../../../tests/clock.ts';
import { deskOf } from '../../../tests/desk.ts';
import { exactly, expectToast, factOf, press, takesPresses, textsOf } from '../../../tests/expectations.ts';
import {
  administrator,
  countedListOf,
  emptyList,
  listOf,
  rechargeRequest,
  statistics,
} from '../../../tests/samples.ts';
import { openScreen } from '../../../tests/screen.tsx';

const search = () => page.getByRole('searchbox', { name: 'Rechercher' });
const rows = () => page.getByRole('row');
const row = (text: string | RegExp) => rows().filter({ hasText: text });
const button = (text: string, name: string) => row(text).getByRole('button', { name, exact: true });
const figure = (label: string) => {
  const name = page.css('p').filter({ hasText: new RegExp(`^${label}$`) });
  return page.css('main *').filter({ has: name }).last();
};

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
/** A request whose id is its amount. */
const requestOf = (amount: number, fields: Partial<RechargeRequest> = {}) =>
  rechargeRequest({ id: String(amount), amount, createdAt: daysAgo(0), ...fields });

async function open(requests: readonly RechargeRequest[], answers: Answers = {}, query = '') {
  const desk = deskOf({ requests });
  const screen = await openScreen(`/admin/recharge${query}`, administrator(), {
    ...desk.answers,
    ...answers,
  });
  return { ...screen, desk };
}

test('the recharge screen has a title, five figures over all requests, and a table [ADR-01][ADR-03][ADR-12]', async () => {
  await open([requestOf(1_250, { status: 'approved' }), requestOf(300)], {
    'statistics.summary': statistics(),
  });
  await expect.element(page.getByRole('heading', { level: 1, name: 'Gestion des recharges' })).toBeVisible();
  for (const [label, value] of [
    ['Demandes', '1 250'],
    ['En attente', '6'],
    ['Approuvées', '1 200'],
    ['Rejetées', '40'],
    ['Montant approuvé', '1 250 000'],
  ] as const)
    await expect.element(figure(label)).toHaveTextContent(value);
  expect(textsOf(page.getByRole('columnheader'))).toEqual([
    'Utilisateur',
    'Montant',
    'Méthode',
    'Statut',
    'Date',
    'Actions',
  ]);
  await expect.element(rows()).toHaveLength(3);
});

test('filters apply to the loaded recharge requests without a call to the server [ADR-04][ADR-05][ADR-06][ADR-07][ADR-11][ADR-19]', async () => {
  const userCompany = 'Filtres et Cie';
  const screen = await open([
    requestOf(333, {
      userCompany,
      method: 'bank_transfer',
      status: 'rejected',
      rejectionReason: 'Sans preuve',
    }),
    requestOf(222, { userCompany, method: 'baridimob', methodName: 'BaridiMob' }),
    requestOf(111, { userCompany, createdAt: daysAgo(40) }),
    requestOf(999),
  ]);
  await expect.element(row('222')).toBeVisible();
  const before = screen.sent('rechargeRequests.list').length;
  await search().fill(userCompany.toUpperCase());
  await expect.element(rows()).toHaveLength(4);
  const choose = async (label: string, option: string, left: string[]) => {
    await page.getByLabelText(label, { exact: true }).selectOptions(option);
    await expect.element(rows()).toHaveLength(left.length + 1);
    for (const amount of left) await expect.element(row(amount)).toBeVisible();
  };
  await choose('Statut', 'Rejetées', ['333']);
  await choose('Statut', 'Tous les statuts', ['111', '222', '333']);
  await choose('Méthode', 'BaridiMob', ['222']);
  await choose('Méthode', 'Toutes', ['111', '222', '333']);
  await choose('Période', 'Depuis un mois', ['222', '333']);
  await page.getByLabelText('Statut', { exact: true }).selectOptions('Annulées');
  await expect.element(page.getByText('Aucune demande trouvée')).toBeVisible();
  expect(screen.sent('rechargeRequests.list')).toHaveLength(before);
  expect(screen.address()).toMatch(/period=month/);
  await page.getByRole('button', { name: 'Effacer les filtres' }).click();
  await expect.element(row('222')).toBeVisible();
});

test('the server filters, counts and sorts the recharge requests that are not loaded, with one button for more', async () => {
  const old = [111, 222, 333].map((amount) =>
    requestOf(amount, { userCompany: 'Au-delà', status: 'cancelled', createdAt: daysAgo(90) }),
  );
  const screen = await open([], {
    'rechargeRequests.list': ({ query }) => {
      if (query.status === 'approved') return countedListOf();
      if (!query.search) return { ...countedListOf(requestOf(50), requestOf(51)), nextCursor: 'suite' };
      const found = query.order === 'asc' ? [...old].reverse() : old;
      const [items, nextCursor] = query.cursor ? [found.slice(2), null] : [found.slice(0, 2), 'suite'];
      return { items, nextCursor, count: 3, capped: false };
    },
  });
  await expect.element(rows()).toHaveLength(3);
  await expect.element(page.getByRole('button', { name: 'Afficher plus' })).toHaveLength(1);
  await search().fill('Au-delà');
  await expect.element(page.getByText('3 demandes', { exact: true })).toBeVisible();
  await expect.element(rows()).toHaveLength(3);
  await page.getByRole('button', { name: 'Afficher plus' }).click();
  await expect.element(rows()).toHaveLength(4);
  await expect.element(page.getByRole('button', { name: 'Afficher plus' })).toHaveLength(0);
  await page.getByRole('columnheader', { name: 'Date' }).getByRole('button').click();
  await expect.element(rows().nth(1)).toHaveTextContent('333');
  expect(screen.address()).toMatch(/order=asc/);
  await page.getByLabelText('Statut', { exact: true }).selectOptions('Approuvées');
  await expect.element(page.getByText('Aucune demande trouvée')).toBeVisible();
});

test('the period of requests that the server filters begins anew at midnight in Algiers, and with « Actualiser » [ADR-07]', async () => {
  setClock('2026-03-02T22:59:30.000Z');
  const screen = await open(
    [],
    { 'rechargeRequests.list': { ...countedListOf(requestOf(50)), nextCursor: 'suite' } },
    '?period=today',
  );
  const since = () => screen.sent('rechargeRequests.list').at(-1)?.query.since;
  await expect.poll(since).toBe('2026-03-01T23:00:00.000Z');
  await vi.advanceTimersByTimeAsync(60_000);
  await expect.poll(since).toBe('2026-03-02T23:00:00.000Z');
  await page.getByLabelText('Période', { exact: true }).selectOptions('7 derniers jours');
  await expect.poll(since).toMatch(/^2026-02-23T23:0/);
  vi.setSystemTime('2026-03-03T10:00:00.000Z');
  await page.getByRole('button', { name: 'Actualiser' }).click();
  await expect.poll(since).toMatch(/^2026-02-24T10:0/);
});

test('a decided recharge request says who decided it and when, in its row and in its details', async () => {
  await open([
    requestOf(910, {
      status: 'rejected',
      rejectionReason: 'Sans preuve',
      processedBy: 'a1',
      processedByName: 'Nadia Haddad',
      processedAt: daysAgo(0),
    }),
  ]);
  await expect.element(row('910')).toHaveTextContent('Par Nadia Haddad,');
  await expect.element(row('910')).toHaveTextContent('· Sans preuve');
  await button('910', 'Détails').click();
  const dialog = page.getByRole('dialog', { name: 'Détail de la demande' });
  await expect.element(factOf(dialog, 'Traitée par')).toHaveTextContent('Nadia Haddad');
});

test('the period filter keeps the recharge requests of today, of seven days or of a month [ADR-08][ADR-09][ADR-10]', async () => {
  await open([
    requestOf(411),
    requestOf(422, { createdAt: daysAgo(6.95) }),
    requestOf(433, { createdAt: daysAgo(27) }),
    requestOf(444, { createdAt: daysAgo(33) }),
  ]);
  await expect.element(rows()).toHaveLength(5);
  for (const [period, left] of [
    ['Aujourd’hui', 1],
    ['7 derniers jours', 2],
    ['Depuis un mois', 3],
    ['Toutes les dates', 4],
  ] as const) {
    await page.getByLabelText('Période').selectOptions(period);
    await expect.element(rows()).toHaveLength(left + 1);
  }
});

test('on a device whose clock is 30 hours ahead or behind, the period filter and the ages of recharge requests follow the server’s clock [ADR-08]', async () => {
  const now = Date.now();
  const [fresh, old] = [requestOf(455), requestOf(466, { createdAt: daysAgo(25 / 24) })];
  const answers = { 'rechargeRequests.list': countedListOf(fresh, old) };
  for (const hours of [30, -30]) {
    vi.useFakeTimers({ toFake: ['Date'], now: now + hours * 3_600_000 });
    setServerAhead(-hours);
    await open([], answers);
    await expect.element(rows()).toHaveLength(3);
    await page.getByLabelText('Période').selectOptions('Aujourd’hui');
    await expect.element(rows()).toHaveLength(2);
    await expect.element(row('455')).toBeVisible();
    await openScreen('/admin/recharges', administrator(), { ...deskOf({}).answers, ...answers });
    const waiting = page.getByRole('listitem');
    await expect.element(waiting.filter({ hasText: '455' })).toHaveTextContent("À l'instant");
    await expect.element(waiting.filter({ hasText: '466' })).toHaveTextContent('Il y a 1j');
  }
});

test('the statement shows the requests of each day and method with the sums of the days, and can be exported [DSK-16]', async () => {
  const line = {
    day: '2026-03-02',
    method: 'ccp' as const,
    methodName: 'CCP',
    requests: 2,
    amount: 700,
    approved: 0,
    approvedAmount: 0,
    pending: 2,
    pendingAmount: 700,
    refused: 0,
    refusedAmount: 0,
  };
  const before = { ...line, day: '2026-03-01', pending: 1, pendingAmount: 50.5 };
  await open([], { 'rechargeRequests.statement': listOf(line, before) });
  await page.getByRole('button', { name: 'Relevé' }).click();
  const statement = page.getByRole('dialog', { name: 'Relevé des demandes' });
  await expect
    .element(statement.getByRole('table'))
    .toHaveTextContent(`${formatDate(`${line.day}T12:00:00Z`)} · CCP`);
  await expect.element(statement.getByRole('row').nth(1)).toHaveTextContent('700 DA (2)');
  const total = statement.getByRole('region', { name: 'Total de 2 jours affichés' });
  await expect.element(factOf(total, 'En attente')).toHaveTextContent('750,50 DA (3)');
  await expect.element(statement.getByRole('button', { name: 'Exporter (CSV)' })).toBeVisible();
  await expectAccessible();
  await expectNoSideScroll();
});

test('`Actualiser` reads the recharge requests and the figures above them again [ADR-02]', async () => {
  const { desk, answer } = await open([requestOf(510)], { 'statistics.summary': statistics() });
  await expect.element(row('510')).toBeVisible();
  await expect.element(figure('Demandes')).toHaveTextContent('1 250');
  // No live event announces it.
  desk.change('510', { amount: 520 });
  const { recharges, ...others } = statistics();
  answer({ 'statistics.summary': { ...others, recharges: { ...recharges, total: 1_251 } } });
  await page.getByRole('button', { name: 'Actualiser' }).click();
  await expect.element(row('520')).toBeVisible();
  await expect.element(figure('Demandes')).toHaveTextContent('1 251');
});

test('the details of a recharge request show the current name of its account [ADR-13][ADR-18]', async () => {
  // Renamed since: the request keeps the old name, the account has the new one.
  const userInfo = { firstName: 'Nadia', lastName: 'Renommée', balance: 0, status: 'active' };
  await open([requestOf(640, { resellerNote: 'Reçu 4471', userInfo })]);
  await button('Nadia Renommée', 'Détails').click();
  const dialog = page.getByRole('dialog', { name: 'Détail de la demande' });
  for (const text of ['Nadia Renommée', 'amine@exemple.dz', '640 DA', 'CCP', 'En attente'])
    await expect.element(dialog).toHaveTextContent(text);
  await expect.element(factOf(dialog, 'Note du revendeur')).toHaveTextContent('Reçu 4471');
  await userEvent.keyboard('{Escape}');
  await expect.element(button('Nadia Renommée', 'Détails')).toHaveFocus();
});

test('an administrator approves in the dialog after seeing the balance before and after; the focus goes to the decided row [ADR-14][ERR-28]', async () => {
  const userInfo = { firstName: 'Amine', lastName: 'Benali', balance: 1_000, status: 'active' };
  const screen = await open([requestOf(720, { userInfo }), requestOf(710, { userInfo })]);
  await button('720', 'Approuver').click();
  const dialog = page.getByRole('dialog', { name: 'Approuver la demande' });
  await expect.element(dialog).toHaveTextContent('Amine Benali');
  await expect.element(dialog.getByLabelText('Effet sur le solde')).toHaveTextContent('1 000 DA');
  await expect.element(dialog.getByTestId('balance-after')).toHaveTextContent(exactly('1 720 DA'));
  await dialog.getByLabelText('Note').fill('Versement vu');
  await takesPresses(dialog.getByRole('button', { name: 'Approuver' }));
  await press(dialog.getByLabelText('Note'), '{Enter}');
  await expectToast('Demande approuvée avec succès');
  await expect.element(dialog).toHaveLength(0);
  await expect.element(row('720')).toHaveTextContent('Approuvée');
  await expect.element(row('720')).toHaveFocus();
  expect(screen.sent('rechargeRequests.approve')).toMatchObject([
    { params: { id: '720' }, body: { note: 'Versement vu' } },
  ]);
});

// Turned red by: a row of the server's search that shows its request as it was before the decision took it out of the list.
test('a request that is decided while the server filters says so in its row, without buttons, and in the dialog that a colleague has open [ADR-14]', async () => {
  const screen = await open([requestOf(720), requestOf(710)]);
  const { desk } = screen;
  const list = desk.answers['rechargeRequests.list'];
  screen.answer({
    // The shop has more requests than are loaded.
    'rechargeRequests.list': async (sent) => ({
      ...(typeof list === 'function' ? await list(sent) : emptyList),
      ...(sent.query.status ? {} : { nextCursor: 'suite' }),
    }),
  });
  await page.getByRole('button', { name: 'Actualiser' }).click();
  await page.getByLabelText('Statut', { exact: true }).selectOptions('En attente');
  await expect.poll(() => screen.sent('rechargeRequests.list').at(-1)?.query.status).toBe('pending');
  await button('720', 'Approuver').click();
  const dialog = page.getByRole('dialog', { name: 'Approuver la demande' });
  await dialog.getByRole('button', { name: 'Approuver' }).click();
  await expectToast('Demande approuvée avec succès');
  await expect.element(row('720')).toHaveTextContent('Approuvée');
  await expect.element(row('720')).toHaveTextContent('Par Nadia Haddad,');
  await expect.element(button('720', 'Approuver')).toHaveLength(0);
  await button('710', 'Approuver').click();
  await expect.element(dialog.getByRole('button', { name: 'Approuver' })).toBeVisible();
  desk.change('710', { status: 'rejected', rejectionReason: 'Sans preuve' });
  await screen.emit({ type: 'requests' });
  await expect.element(dialog.getByRole('button', { name: 'Approuver' })).toHaveLength(0);
  await userEvent.keyboard('{Escape}');
  await expect.element(row('710')).toHaveTextContent('Rejetée');
});

test('an administrator rejects a recharge request in the dialog with a reason, and cannot without one [ADR-15][ADR-16][ADR-17][ERR-29]', async () => {
  const screen = await open([requestOf(810)]);
  await button('810', 'Rejeter').click();
  const dialog = page.getByRole('dialog', { name: 'Rejeter la demande' });
  const reject = dialog.getByRole('button', { name: 'Rejeter' });
  const reason = dialog.getByLabelText('Raison');
  await expect.element(reject).toBeDisabled();
  await reason.fill('   ');
  await expect.element(reject).toBeDisabled();
  await takesPresses(dialog);
  await press(reason, '{Enter}');
  await expectToast('Raison manquante – Veuillez saisir une raison de rejet');
  await expect.element(dialog).toBeVisible();
  await reason.fill('Preuve illisible');
  await reject.click();
  await expectToast('Demande rejetée avec succès');
  await expect.element(row('810')).toHaveTextContent('Rejetée');
  expect(screen.sent('rechargeRequests.reject')).toMatchObject([{ body: { reason: 'Preuve illisible' } }]);
});

const silent = refusal(409, 'CONFLICT');

test('a failed approval or rejection shows its fallback and keeps what was typed [ERR-06][ERR-07]', async () => {
  await open([requestOf(910)], { 'rechargeRequests.approve': silent, 'rechargeRequests.reject': silent });
  await button('910', 'Approuver').click();
  const approval = page.getByRole('dialog', { name: 'Approuver la demande' });
  await approval.getByLabelText('Note').fill('Vu');
  await approval.getByRole('button', { name: 'Approuver' }).click();
  await expectToast("Erreur d'approbation");
  await expect.element(approval.getByLabelText('Note')).toHaveValue('Vu');
  await userEvent.keyboard('{Escape}');
  await page.getByRole('button', { name: 'Quitter sans enregistrer' }).click();
  await button('910', 'Rejeter').click();
  const rejection = page.getByRole('dialog', { name: 'Rejeter la demande' });
  await rejection.getByLabelText('Raison').fill('Non');
  await rejection.getByRole('button', { name: 'Rejeter' }).click();
  await expectToast('Erreur de rejet');
  await expect.element(rejection.getByLabelText('Raison')).toHaveValue('Non');
});

test('a failed rejection raises an error alert on the screen, which stays for seven seconds [RRQ-40]', async () => {
  await open([requestOf(920)], { 'rechargeRequests.reject': silent });
  await button('920', 'Rejeter').click();
  const dialog = page.getByRole('dialog', { name: 'Rejeter la demande' });
  await dialog.getByLabelText('Raison').fill('Non');
  const reject = dialog.getByRole('button', { name: 'Rejeter' });
  await expect.element(reject).toBeEnabled();
  // The clock of the page follows the test from here on, so that the speed of the machine does not matter.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await reject.click();
  const alert = page.getByRole('alert').filter({ hasText: /^Erreur de rejet$/ });
  await expect
    .poll(async () => {
      await vi.advanceTimersByTimeAsync(1);
      return alert.length;
    })
    .toBe(1);
  // An ordinary notification would disappear after five seconds.
  await vi.advanceTimersByTimeAsync(5_500);
  await expect.element(alert).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(2_000);
  await expect.element(alert).toHaveLength(0);
});
