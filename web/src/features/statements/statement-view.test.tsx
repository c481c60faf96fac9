import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { accountsOf } from '../../../tests/accounts.ts';
import { administrator, countedListOf, emptyList, listOf, reseller } from '../../../tests/samples.ts';
import { openScreen } from '../../../tests/screen.tsx';

// Turned red by: a statement of the administrator's own account in place of the reseller's.
test('an administrator reads the statement of an account beside its ledger [STA-11]', async () => {
  const at = '2026-11-02T10:00:00.000Z';
  const credit = { kind: 'admin_recharge', entries: 1, credits: 1_234, debits: 0 };
  const screen = await openScreen('/admin/users', administrator(), {
    ...accountsOf(reseller()).answers,
    'users.list': countedListOf(reseller()),
    'wallet.userTransactions': emptyList,
    'statements.read': {
      ...listOf({
        id: '1',
        createdAt: at,
        kind: credit.kind,
        type: 'credit' as const,
        description: 'Recharge du solde',
        amount: 1_234,
        balanceAfter: 1_234,
      }),
      month: '2026-11',
      mark: 'MONTH_OPEN',
      account: { id: 'r1', name: 'Amine Benali', company: 'Cyber Sétif', email: 'amine@exemple.dz' },
      firstDay: '2026-11-01',
      lastDay: '2026-11-30',
      opening: 0,
      closing: 1_234,
      credits: 1_234,
      debits: 0,
      entries: 1,
      totals: [credit],
      chain: { isWhole: true, firstBreak: null },
      firstMonth: '2026-11',
      readAt: at,
    },
  });
  await page.getByRole('button', { name: /^Autres actions/ }).click();
  await page.getByRole('button', { name: 'Transactions', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Relevé', { exact: true }).click();
  await expect.element(dialog.getByText('Solde de clôture').first()).toBeVisible();
  await expect.element(dialog).toHaveTextContent('1 234 DA');
  expect(screen.sent('statements.read').map(({ query }) => query.userId)).toEqual(['r1']);
});
