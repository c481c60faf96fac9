import type { CreditAccount } from '@almas/contract/credit';
import { QueryClientProvider } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
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

test('a reseller who pays late and is suspended reads both sentences on a small phone, whose screen they do not widen [CRE-35]', async () => {
  await page.viewport(320, 640);
  fakeApi({ 'credit.mine': () => account });
  await render(
    <QueryClientProvider client={queryClient}>
      <SignedInUser value={reseller()}>
        <MyCredit />
      </SignedInUser>
    </QueryClientProvider>,
  );
  await expect.element(page.getByText(/en retard : payez avant/)).toBeVisible();
  await expect.element(page.getByText(/Votre crédit est suspendu/)).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(320);
});
