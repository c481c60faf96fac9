import { algiersDay, dayMilliseconds } from '@almas/contract/algiers';
import type { Receivable } from '@almas/contract/credit';
import { errors } from '@almas/locale/errors';
import { QueryClientProvider } from '@tanstack/react-query';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import '../../../tests/expectations.ts';
import { fakeApi, refusal } from '../../../tests/api.ts';
import { render } from '../../../tests/render.tsx';
import { administrator, configuration, emptyList, listOf } from '../../../tests/samples.ts';
import { queryClient } from '../../platform/network/index.ts';
import { SignedInUser } from '../../platform/session/index.ts';
import { Debts } from './debts.tsx';

const account: Receivable = {
  userId: 'r1',
  userName: 'Cyber Oran',
  company: '',
  phone: '0550123456',
  address: '',
  city: 'Oran',
  limit: 10_000,
  suspended: false,
  debt: 700,
  dueOn: '2025-12-28',
  overdue: 700,
  ageing: { days7: 700, days15: 0, days30: 0, older: 0 },
};

// Turned red by: a day that the list takes and its export does not.
test('the debts at the end of a past day are listed with their sum, and exported for that day [CRE-41]', async () => {
  queryClient.clear();
  onTestFinished(() => queryClient.clear());
  const { sent } = fakeApi({
    'configuration.get': { ...configuration, extensions: ['credit'] },
    'credit.receivables': ({ query }) =>
      query.asOf ? { ...listOf(account), totals: { accounts: 1, debt: 700, overdue: 700 } } : emptyList,
    'exports.receivables': 'compte',
  });
  render(
    <QueryClientProvider client={queryClient}>
      <SignedInUser value={administrator()}>
        <Debts onAccount={vi.fn()} />
      </SignedInUser>
    </QueryClientProvider>,
  );
  await expect.element(page.getByText('Aucune dette à montrer')).toBeVisible();
  await page.getByLabelText('Situation au').fill('2025-12-31');
  await expect.element(page.getByText('Cyber Oran')).toBeVisible();
  const sum = page.getByText(/Le 31 déc.* 2025 au soir : 700.DA dus par 1 compte/);
  await expect.element(sum).toBeVisible();
  await page.getByRole('button', { name: 'Exporter (CSV)' }).click();
  await expect
    .poll(() => sent('exports.receivables').at(-1)?.body)
    .toEqual({ due: 'all', sort: 'due', asOf: '2025-12-31' });
});

// Turned red by: a day that still runs and is called its evening; a refusal that is hidden behind a sentence about the load.
test('the debts of today are not called those of its evening, and a day that has not begun says so', async () => {
  queryClient.clear();
  onTestFinished(() => queryClient.clear());
  const today = algiersDay(Date.now());
  const next = algiersDay(Date.now() + dayMilliseconds);
  fakeApi({
    'configuration.get': { ...configuration, extensions: ['credit'] },
    'credit.receivables': ({ query }) =>
      query.asOf === next
        ? refusal(422, 'DAY_NOT_BEGUN', errors.DAY_NOT_BEGUN)
        : { ...listOf(account), totals: { accounts: 1, debt: 700, overdue: 700 } },
  });
  render(
    <QueryClientProvider client={queryClient}>
      <SignedInUser value={administrator()}>
        <Debts onAccount={vi.fn()} />
      </SignedInUser>
    </QueryClientProvider>,
  );
  const field = page.getByLabelText('Situation au');
  await expect.element(field).toHaveAttribute('max', algiersDay(Date.now() - dayMilliseconds));
  await field.fill(today);
  await expect.element(page.getByText(/^Aujourd’hui, pour le moment : 700.DA dus/)).toBeVisible();
  await field.fill(next);
  await expect.element(page.getByText(errors.DAY_NOT_BEGUN)).toBeVisible();
});
