import type { AlmasContract } from '@almas/contract';
import { algiersDay, dayMilliseconds } from '@almas/contract/algiers';
import type { Output } from '@almas/contract/route';
import { errors } from '@almas/locale/errors';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../../../tests/expectations.ts';
import { type Answers, refusal } from '../../../tests/api.ts';
import { deskOf } from '../../../tests/desk.ts';
import { administrator, emptyList } from '../../../tests/samples.ts';
import { openScreen } from '../../../tests/screen.tsx';

const figures = { codes: 0, amount: 0, cost: 0, margin: 0, unknownCodes: 0, unknownAmount: 0 };
const view: Output<AlmasContract['reports']['owner']> = {
  from: '2026-02-02',
  to: '2026-03-03',
  earned: {
    days: [],
    totals: figures,
    before: figures,
    claims: { codes: 0, credited: 0, replaced: 0, unknownCodes: 0, regained: 0 },
  },
  hours: [],
  games: [],
  resellers: [],
  dormant: {
    count: 1,
    items: [
      // In Algiers the next day has begun.
      { userId: 'r1', userName: 'Cyber Oran', lastPurchase: '2026-03-01T23:30:00.000Z', balance: 500 },
    ],
  },
  short: { reorder: [], missed: [] },
  late: { debts: null, requests: { count: 0, amount: 0, oldest: null } },
  forecast: { days: [], offers: [] },
  readAt: '2026-03-03T10:00:00.000Z',
};
const open = (tab: string, answers: Answers) =>
  openScreen(`/admin?owner=${tab}`, administrator(), { ...deskOf({}).answers, ...answers });

// Turned red by: the day of a moment cut out of its UTC text.
test('the last purchase of a reseller that sleeps is on the day of Algiers [OWN-04]', async () => {
  await open('view', { 'reports.owner': view });
  const row = page.css('tr').filter({ hasText: 'Cyber Oran' });
  await expect.element(row).toHaveTextContent('2 mars 2026');
});

// Turned red by: a cost that is not known and counts as 0.
test('what was given back for refused codes says of how many codes given instead the cost is not known [OWN-03]', async () => {
  const claims = { codes: 3, credited: 475, replaced: 452.25, unknownCodes: 1, regained: 90.5 };
  await open('view', { 'reports.owner': { ...view, earned: { ...view.earned, claims } } });
  const note = '3 codes crédités ou remplacés, dont 1 remplaçant au coût inconnu, hors de la marge';
  await expect.element(page.getByText(note)).toBeVisible();
  await expect.element(page.getByText(/fournisseur reprend : 90,50.DA sur la période/)).toBeVisible();
});

// Turned red by: a debt of 0 DA for everyone, where the shop gives no credit.
test('the debts of the best resellers are shown while the switch « Crédit » is on, and not mentioned without it [OWN-03]', async () => {
  const best = { ...figures, id: 'r1', name: 'Cyber Oran', codes: 4, amount: 4_000, margin: 400 };
  const heading = page.getByRole('heading', { name: 'Qui vend ?' });
  const sellers = () => page.css('section').filter({ has: heading }).last();
  await open('view', { 'reports.owner': { ...view, resellers: [{ ...best, debt: null }] } });
  await expect.element(sellers()).toHaveTextContent('Cyber Oran');
  await expect.element(sellers()).not.toHaveTextContent(/dette/i);
  const debts = { overdue: 0, accounts: 0, items: [] };
  await open('view', {
    'reports.owner': { ...view, resellers: [{ ...best, debt: 50 }], late: { ...view.late, debts } },
  });
  await expect.element(sellers()).toHaveTextContent(/avec leur marge et leur dette.*Dette/s);
  await expect.element(sellers()).toHaveTextContent(/dette 50\sDA/);
});

// Turned red by: a day that is read for each digit of its year.
test('a day is read when its year is typed to the end, and not for the years 2, 20 and 202 [OWN-04]', async () => {
  const screen = await open('day', {
    'reports.day': ({ params: { date = '' } }) => ({
      day: date,
      isOpen: false,
      opening: 0,
      closing: 0,
      credits: 0,
      debits: 0,
      lines: [],
      codes: 0,
    }),
  });
  const day = page.getByLabelText('Jour', { exact: true });
  await expect.element(day).toBeVisible();
  (day.element() as HTMLElement).focus();
  await userEvent.keyboard('11112020');
  await expect.poll(() => screen.sent('reports.day').at(-1)?.params.date).toBe('2020-11-11');
  expect(screen.sent('reports.day').filter(({ params: { date = '' } }) => date < '2000')).toEqual([]);
});

const margins = { ...emptyList, totals: figures, freeFire: 12_500 };

// Turned red by: a period that only ends today; dates that the picture, the list or the export does not take.
test('the owner asks for a calendar year by its dates: picture, list and export have exactly these days, and reversed dates say so [OWN-07]', async () => {
  const screen = await open('view', {
    'reports.owner': view,
    'reports.margins': margins,
    'exports.margins': 'jeu',
  });
  await page.getByText('Autres dates').click();
  const [from, to] = [page.getByLabelText('Du', { exact: true }), page.getByLabelText('Au', { exact: true })];
  await from.fill('2026-01-01');
  await to.fill('2025-12-31');
  await expect.element(page.getByText('La date de fin précède la date de début.')).toBeVisible();
  await to.fill('2026-12-31');
  const year = { from: '2026-01-01', to: '2026-12-31' };
  await expect.poll(() => screen.sent('reports.owner').at(-1)?.query).toEqual(year);
  const asked = screen.sent('reports.owner').map(({ query }) => `${query.from} ${query.to}`);
  expect(asked).not.toContain('2026-01-01 2025-12-31');
  await page.getByText('Marge', { exact: true }).first().click();
  await expect
    .poll(() => screen.sent('reports.margins').at(-1)?.query)
    .toMatchObject({ by: 'game', ...year });
  await expect.element(page.getByText('Free Fire, hors de cette marge')).toBeVisible();
  await expect.element(page.getByText(/12.500.DA vendus/)).toBeVisible();
  await page.getByRole('button', { name: 'Exporter (CSV)' }).click();
  await expect.poll(() => screen.sent('exports.margins').at(-1)?.body).toEqual({ by: 'game', ...year });
});

// Turned red by: a month of 30 days ending today.
test('« Mois dernier » and « Année dernière » are calendar months and years [OWN-07]', async () => {
  const screen = await open('margin', { 'reports.margins': margins });
  const [year, month] = algiersDay(Date.now()).split('-').map(Number) as [number, number];
  const [ofYear, last] = month === 1 ? [year - 1, 12] : [year, month - 1];
  const days = new Date(Date.UTC(ofYear, last, 0)).getUTCDate();
  const first = `${ofYear}-${String(last).padStart(2, '0')}`;
  await page.getByText('Mois dernier').click();
  await expect
    .poll(() => screen.sent('reports.margins').at(-1)?.query)
    .toMatchObject({ from: `${first}-01`, to: `${first}-${days}` });
  await page.getByText('Année dernière').click();
  await expect
    .poll(() => screen.sent('reports.margins').at(-1)?.query)
    .toMatchObject({ from: `${year - 1}-01-01`, to: `${year - 1}-12-31` });
});

// Turned red by: an export that has the day on screen alone.
test('all movements of the month of a day are exported from the day, and the stock of a day with its total [OWN-08, OWN-09]', async () => {
  const totals = { codes: 7, cost: 560, unknownCodes: 4 };
  const screen = await open('day', {
    'reports.day': ({ params: { date = '' } }) => ({
      day: date,
      isOpen: false,
      opening: 0,
      closing: 0,
      credits: 0,
      debits: 0,
      lines: [],
      codes: 0,
    }),
    'exports.movements': 'id',
    'reports.stockValue': {
      items: [{ offerId: 'o', game: 'PUBG', productName: 'PUBG', offerName: '660 UC', ...totals }],
      totals,
    },
    'exports.stockValue': 'jeu',
  });
  await page.getByLabelText('Jour', { exact: true }).fill('2024-02-10');
  await page.getByText('Ce mois', { exact: true }).click();
  await page.getByRole('button', { name: 'Exporter (CSV)' }).click();
  await expect
    .poll(() => screen.sent('exports.movements').at(-1)?.body)
    .toEqual({ from: '2024-02-01', to: '2024-02-29' });
  await page.getByText('Stock', { exact: true }).first().click();
  await page.getByLabelText('À la fin du').fill('2025-12-31');
  await expect.poll(() => screen.sent('reports.stockValue').at(-1)?.query).toEqual({ day: '2025-12-31' });
  await expect.element(page.getByText('560 DA').first()).toBeVisible();
  await page.getByRole('button', { name: 'Exporter (CSV)' }).click();
  await expect.poll(() => screen.sent('exports.stockValue').at(-1)?.body).toEqual({ day: '2025-12-31' });
});

// Turned red by: a refusal that is hidden behind a sentence about the load.
test('the stock of a day that has not begun says so', async () => {
  await open('stock', { 'reports.stockValue': refusal(422, 'DAY_NOT_BEGUN', errors.DAY_NOT_BEGUN) });
  await page.getByLabelText('À la fin du').fill(algiersDay(Date.now() + dayMilliseconds));
  await expect.element(page.getByRole('alert').getByText(errors.DAY_NOT_BEGUN)).toBeVisible();
});
