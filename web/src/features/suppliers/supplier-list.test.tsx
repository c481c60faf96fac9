import type { Supplier } from '@almas/contract/suppliers';
import { suppliers as words } from '@almas/locale/screens/suppliers';
import { QueryClientProvider } from '@tanstack/react-query';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { fakeApi } from '../../../tests/api.ts';
import { render } from '../../../tests/render.tsx';
import { administrator, configuration, listOf } from '../../../tests/samples.ts';
import { queryClient } from '../../platform/network/index.ts';
import { SignedInUser } from '../../platform/session/index.ts';
import { SupplierList } from './supplier-list.tsx';

const supplier: Supplier = {
  id: '3',
  name: 'Grossiste',
  contact: '0550 11 22 33',
  note: 'Paie à la livraison',
  archivedAt: null,
  claimHours: 24,
  batches: 0,
  codes: 0,
};

// Turned red by: a form that sends every field, and puts back what a colleague has changed since it was opened.
test('of a supplier only the fields that were changed are saved', async () => {
  queryClient.clear();
  onTestFinished(() => queryClient.clear());
  const api = fakeApi({
    'configuration.get': { ...configuration, extensions: ['claims'] },
    'suppliers.list': listOf(supplier),
    'suppliers.update': supplier,
  });
  render(
    <QueryClientProvider client={queryClient}>
      <SignedInUser value={administrator()}>
        <SupplierList onBatches={() => undefined} />
      </SignedInUser>
    </QueryClientProvider>,
  );
  const bodies = () => api.sent('suppliers.update').map(({ body }) => body);
  const edit = async (label: string, text: string) => {
    await page.getByRole('button', { name: words.edit }).click();
    await page.getByRole('dialog').getByLabelText(label).fill(text);
    await page.getByRole('dialog').getByRole('button', { name: words.save }).click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  };
  await edit(words.note, 'Paie d’avance');
  await edit(words.claimHours, '');
  expect(bodies()).toEqual([{ note: 'Paie d’avance' }, { claimHours: null }]);
});
