import type { CreditAccount } from '@almas/contract/credit';
import { credit } from '@almas/locale/screens/credit';
import { QueryClientProvider } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import '../../../tests/expectations.ts';
import { fakeApi } from '../../../tests/api.ts';
import { render } from '../../../tests/render.tsx';
import { reseller } from '../../../tests/samples.ts';
import { queryClient } from '../../platform/network/index.ts';
import { SignedInUser } from '../../platform/session/index.ts';
import MyCredit from './my-credit.tsx';

const account: CreditAccount = {
  terms: { limit: 20_000, days: 7, suspended: true },
  debt: 8_000,
  available: 0,
  dueOn: '2026-03-09',
  overdue: 8_000,
  ageing: { days7: 0, days15: 8_000, days30: 0, older: 0 },
};

const showCredit = (answered: CreditAccount) => {
  fakeApi({ 'credit.mine': () => answered });
  return render(
    <QueryClientProvider client={queryClient}>
      <SignedInUser value={reseller()}>
        <MyCredit />
      </SignedInUser>
    </QueryClientProvider>,
  );
};

test('a reseller who pays late and is suspended reads both sentences on a small phone, whose screen they do not widen [CRE-35]', async () => {
  await page.viewport(320, 640);
  await showCredit(account);
  await expect.element(page.getByText(/en retard : payez avant/)).toBeVisible();
  await expect.element(page.getByText(/Votre crédit est suspendu/)).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(320);
});

test('a reseller to whom no advance is possible, frozen for instance, sees neither an amount nor the button that takes it [CRE-35]', async () => {
  const owing = { ...account, terms: { limit: 20_000, days: 7, suspended: false }, overdue: 0 };
  await showCredit(owing);
  await expect.element(page.getByRole('button', { name: credit.mine.history })).toBeVisible();
  await expect.element(page.getByText(/Avance possible/)).toHaveLength(0);
  await expect.element(page.getByRole('button', { name: credit.mine.take, exact: true })).toHaveLength(0);
});
