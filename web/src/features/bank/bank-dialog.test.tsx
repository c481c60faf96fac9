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

test('the lines on screen and the gaps of the period are saved as files [REC-08]', async () => {
  queryClient.clear();
  onTestFinished(() => queryClient.clear());
  const gap = {
    day: '2026-03-01',
    method: 'ccp' as const,
    methodName: 'CCP',
    approved: 1,
    approvedAmount: 500,
    received: 0,
    receivedAmount: 0,
    gap: -500,
  };
  const api = fakeApi({
    'configuration.get': configuration,
    'bank.lines': emptyList,
    'bank.reconciliation': { days: [gap], withoutMoney: sum, withoutRequest: sum },
    'bank.withoutMoney': emptyList,
    'exports.reconciliation': '',
    'exports.withoutMoney': '',
    'exports.bankLines': '',
  });
  render(
    <QueryClientProvider client={queryClient}>
      <SignedInUser value={administrator()}>
        <BankDialog onClose={() => undefined} onRequest={() => undefined} />
      </SignedInUser>
    </QueryClientProvider>,
  );
  const save = page.getByRole('button', { name: 'Exporter (CSV)' });
  await save.click();
  await expect
    .poll(() => api.sent('exports.reconciliation')[0]?.body)
    .toEqual({ from: expect.stringMatching(/^\d{4}-/), to: expect.stringMatching(/^\d{4}-/) });
  await page.getByRole('button', { name: 'Voir les demandes' }).click();
  await save.first().click();
  await expect
    .poll(() => api.sent('exports.withoutMoney')[0]?.body)
    .toEqual(api.sent('exports.reconciliation')[0]?.body);
  await page.getByText('Lignes', { exact: true }).click();
  await page.getByText('Sans demande', { exact: true }).click();
  await save.click();
  await expect.poll(() => api.sent('exports.bankLines')[0]?.body).toEqual({ state: 'orphan' });
});

// Turned red by: a statement that belongs to the account under which it was pasted.
test('a pasted statement stays when the account is corrected, and another tab asks before it is lost', async () => {
  queryClient.clear();
  onTestFinished(() => queryClient.clear());
  const accountOf = (id: string, name: string) => ({
    id,
    name,
    method: 'ccp' as const,
    methodName: 'CCP',
    lines: 0,
    firstDay: null,
    lastDay: null,
  });
  const api = fakeApi({
    'configuration.get': configuration,
    'bank.reconciliation': { days: [], withoutMoney: sum, withoutRequest: sum },
    'bank.accounts': { items: [accountOf('1', 'CCP'), accountOf('2', 'BaridiMob')] },
    'bank.preview': { imported: 1, known: 0, matched: 0, proposed: 0 },
    'bank.lines': emptyList,
  });
  render(
    <QueryClientProvider client={queryClient}>
      <SignedInUser value={administrator()}>
        <BankDialog onClose={() => undefined} onRequest={() => undefined} />
      </SignedInUser>
    </QueryClientProvider>,
  );
  const dialog = page.getByRole('dialog', { name: 'Rapprochement bancaire' });
  const statement = dialog.getByRole('textbox', { name: 'Relevé' });
  const text = 'Date\tLibellé\tCrédit\n01/03/2026\tVERSEMENT\t900,50';
  await dialog.getByText('Importer un relevé', { exact: true }).click();
  await statement.fill(text);
  await dialog.getByLabelText('Compte', { exact: true }).selectOptions('2');
  await expect.element(statement).toHaveValue(text);
  await expect.poll(() => api.sent('bank.preview').at(-1)?.body.account).toBe('2');
  await dialog.getByText('Lignes', { exact: true }).click();
  await page.getByRole('button', { name: 'Continuer la saisie' }).click();
  await expect.element(statement).toHaveValue(text);
});
