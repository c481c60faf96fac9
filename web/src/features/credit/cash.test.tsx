import { QueryClientProvider } from '@tanstack/react-query';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { fakeApi } from '../../../tests/api.ts';
import { render } from '../../../tests/render.tsx';
import { administrator, configuration, emptyList, listOf } from '../../../tests/samples.ts';
import { queryClient } from '../../platform/network/index.ts';
import { SignedInUser } from '../../platform/session/index.ts';
import { Cash } from './cash.tsx';

const collector = { id: 'a1', name: 'Samir', held: 500, ceiling: 50_000, openRemittance: null };

// Turned red by: a button that is shown whatever the person may do.
test.each([
  ['an employee who collects is not offered the ceilings of collectors', ['collect' as const], 0],
  ['the owner changes the ceilings of collectors', undefined, 1],
])('%s [TEA-14]', async (_, scopes, ceilings) => {
  queryClient.clear();
  onTestFinished(() => queryClient.clear());
  fakeApi({
    'configuration.get': { ...configuration, extensions: ['credit', 'admin-scopes'] },
    'credit.collectors': listOf(collector),
    'credit.remittances': emptyList,
  });
  render(
    <QueryClientProvider client={queryClient}>
      <SignedInUser value={administrator(scopes && { scopes })}>
        <Cash />
      </SignedInUser>
    </QueryClientProvider>,
  );
  await expect.element(page.getByRole('button', { name: 'Versement', exact: true })).toBeVisible();
  await expect
    .poll(() => page.getByRole('button', { name: 'Changer le plafond' }).elements())
    .toHaveLength(ceilings);
});
