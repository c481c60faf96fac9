import type { EmployeeScope } from '@almas/contract/route';
import { QueryClientProvider } from '@tanstack/react-query';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { fakeApi } from '../../../tests/api.ts';
import { textsOf } from '../../../tests/expectations.ts';
import { render } from '../../../tests/render.tsx';
import { administrator, configuration, emptyList } from '../../../tests/samples.ts';
import { queryClient } from '../../platform/network/index.ts';
import { SignedInUser } from '../../platform/session/index.ts';
import BankDialog from './bank-dialog.tsx';

const sum = { count: 2, amount: 3_000 };

// Turned red by: a dialog that opens on « Écarts » whatever the person may read.
test.each([
  [['requests'], ['Lignes', 'Importer un relevé'], 'Lignes'],
  [['requests', 'reports'], ['Écarts', 'Lignes', 'Importer un relevé'], 'Écarts'],
  [undefined, ['Écarts', 'Lignes', 'Importer un relevé'], 'Écarts'],
] as const)(
  'with the scopes %j the bank dialog has the tabs %j and opens on « %s » [TEA-14]',
  async (scopes, tabs, opened) => {
    queryClient.clear();
    onTestFinished(() => queryClient.clear());
    const api = fakeApi({
      'configuration.get': { ...configuration, extensions: ['admin-scopes'] },
      'bank.lines': emptyList,
      'bank.reconciliation': { days: [], withoutMoney: sum, withoutRequest: sum },
    });
    const me = administrator(scopes && { scopes: [...scopes] as EmployeeScope[] });
    render(
      <QueryClientProvider client={queryClient}>
        <SignedInUser value={me}>
          <BankDialog onClose={() => undefined} onRequest={() => undefined} />
        </SignedInUser>
      </QueryClientProvider>,
    );
    await expect.element(page.getByRole('radio', { name: opened, exact: true })).toBeChecked();
    const choice = page.getByRole('group', { name: 'Afficher' });
    expect(textsOf(choice.css('label'))).toEqual(tabs);
    await expect
      .poll(() => [api.sent('bank.reconciliation').length > 0, api.sent('bank.lines').length > 0])
      .toEqual([opened === 'Écarts', opened === 'Lignes']);
  },
);
