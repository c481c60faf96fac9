import type { AlmasContract } from '@almas/contract';
import type { Output } from '@almas/contract/route';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../../../tests/expectations.ts';
import type { Answers } from '../../../tests/api.ts';
import { deskOf } from '../../../tests/desk.ts';
import { administrator } from '../../../tests/samples.ts';
import { openScreen } from '../../../tests/screen.tsx';

const figures = { codes: 0, amount: 0, cost: 0, margin: 0, unknownCodes: 0, unknownAmount: 0 };
const view: Output<AlmasContract['reports']['owner']> = {
  from: '2026-02-02',
  to: '2026-03-03',
  earned: {
    days: [],
    totals: figures,
    before: figures,
    claims: { codes: 0, credited: 0, replaced: 0, unknownCodes: 0 },
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
  const claims = { codes: 3, credited: 475, replaced: 452.25, unknownCodes: 1 };
  await open('view', { 'reports.owner': { ...view, earned: { ...view.earned, claims } } });
  const note = '3 codes crédités ou remplacés, dont 1 remplaçant au coût inconnu, hors de la marge';
  await expect.element(page.getByText(note)).toBeVisible();
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
