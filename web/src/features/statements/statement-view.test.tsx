import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { accountsOf } from '../../../tests/accounts.ts';
import type { Answers } from '../../../tests/api.ts';
import { administrator, countedListOf, emptyList, reseller } from '../../../tests/samples.ts';
import { openScreen } from '../../../tests/screen.tsx';

const at = '2026-11-02T10:00:00.000Z';
/** A page of a statement of November: the movement of this number, and the figures of the month when the page was read. */
const pageOf = (id: number, closing: number, nextCursor: string | null = null) => ({
  items: [
    {
      id: String(id),
      createdAt: at,
      kind: 'admin_recharge',
      type: 'credit' as const,
      description: 'Recharge du solde',
      amount: 1_234,
      balanceAfter: 1_234 * id,
    },
  ],
  nextCursor,
  month: '2026-11',
  mark: 'MONTH_OPEN' as const,
  account: { id: 'r1', name: 'Amine Benali', company: 'Cyber Sétif', email: 'amine@exemple.dz' },
  firstDay: '2026-11-01',
  lastDay: '2026-11-30',
  opening: 0,
  closing,
  credits: closing,
  debits: 0,
  entries: closing / 1_234,
  totals: [{ kind: 'admin_recharge', entries: closing / 1_234, credits: closing, debits: 0 }],
  chain: { isWhole: true, firstBreak: null },
  firstMonth: '2026-11',
  readAt: at,
});
const openStatement = async (statement: NonNullable<Answers['statements.read']>) => {
  const screen = await openScreen('/admin/users', administrator(), {
    ...accountsOf(reseller()).answers,
    'users.list': countedListOf(reseller()),
    'wallet.userTransactions': emptyList,
    'statements.read': statement,
  });
  await page.getByRole('button', { name: /^Autres actions/ }).click();
  await page.getByRole('button', { name: 'Transactions', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Relevé', { exact: true }).click();
  await expect.element(dialog.getByText('Solde de clôture').first()).toBeVisible();
  return { screen, dialog };
};

// Turned red by: a statement of the administrator's own account in place of the reseller's.
test('an administrator reads the statement of an account beside its ledger [STA-11]', async () => {
  const { screen, dialog } = await openStatement(pageOf(1, 1_234));
  await expect.element(dialog).toHaveTextContent('1 234 DA');
  expect(screen.sent('statements.read').map(({ query }) => query.userId)).toEqual(['r1']);
});

// Turned red by: the figures of the first page above the movements of a later one.
test('a statement that is read page by page shows the figures of its last page, whose movements they count [STA-08]', async () => {
  const { dialog } = await openStatement(({ query }) =>
    query.cursor ? pageOf(2, 2_468) : pageOf(1, 1_234, 'next'),
  );
  await expect.element(dialog).toHaveTextContent('jusqu’à 1 234 DA');
  await dialog.getByRole('button', { name: 'Afficher plus' }).click();
  await expect.element(dialog).toHaveTextContent('jusqu’à 2 468 DA');
});

// Turned red by: a sheet of the movements that are loaded, under the closing balance of their last one.
test('a statement of which a part is loaded prints no sheet from the menu of the browser, but what to do first [STA-10]', async () => {
  const { dialog } = await openStatement(({ query }) =>
    query.cursor ? pageOf(2, 2_468) : pageOf(1, 1_234, 'next'),
  );
  const paper = page.getByTestId('paper');
  dispatchEvent(new Event('beforeprint'));
  await expect.element(paper).toHaveTextContent(/^Affichez d’abord tous les mouvements/);
  await expect.element(paper).not.toHaveTextContent('Solde de clôture');
  dispatchEvent(new Event('afterprint'));
  await expect.element(paper).not.toBeInTheDocument();
  await dialog.getByRole('button', { name: 'Afficher plus' }).click();
  await expect.element(dialog).toHaveTextContent('jusqu’à 2 468 DA');
  dispatchEvent(new Event('beforeprint'));
  await expect.element(paper).toHaveTextContent('Solde de clôture');
  dispatchEvent(new Event('afterprint'));
});
