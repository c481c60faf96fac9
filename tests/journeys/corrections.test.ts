import { expect, test } from '../support/browser.ts';
import { createNamedReseller, expectToast } from './support/accounts.ts';
import { administratorAtDesk, enterAs } from './support/callers.ts';
import { spaced } from './support/words.ts';

test('a wrong recharge is corrected from its details, and the lists of the administrator and of the reseller show the correction', async ({
  page,
  almas,
}) => {
  const admin = await administratorAtDesk(page, almas);
  const reseller = await createNamedReseller(almas, admin, { balance: 15_000 });
  await page.goto(`/admin/transactions?search=${encodeURIComponent(reseller.email)}`);
  const row = page.getByRole('row').nth(1);
  await row.click();
  const dialog = page.getByRole('dialog', { name: 'Détail de la transaction' });
  await dialog.getByRole('button', { name: 'Corriger' }).click();
  await dialog.getByLabel('Montant à reprendre (DA)').fill('13 500');
  await dialog.getByLabel('Raison').fill('Un zéro de trop');
  await expect(dialog.getByTestId('balance-after')).toHaveText(spaced('1 500 DA'));
  await dialog.getByRole('button', { name: 'Débiter' }).click();
  await expectToast(page, 'Correction enregistrée');
  expect(await admin.call('GET', `/users/${reseller.id}`)).toMatchObject({ balance: 1_500 });
  await expect(row).toContainText(spaced('Corrigée : −13 500 DA'));
  await row.click();
  await expect(dialog).toContainText(spaced('15 000 DA → 1 500 DA'));

  await enterAs(page, almas, reseller);
  await page.goto('/operations');
  const lines = page.getByRole('main').getByRole('listitem');
  await expect(
    lines.filter({ hasText: /Correction de la transaction #\d+ : Un zéro de trop/ }),
  ).toContainText(spaced('-13 500 DA'));
  await expect(lines.filter({ hasText: spaced('+15 000 DA') })).toBeVisible();
});
