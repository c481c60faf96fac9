import { expect, test } from '../support/browser.ts';
import { administrator, enterAs, reseller } from './support/callers.ts';

test('the bell of a reseller shows a simulated credit of 5000 DZD and no simulated update, and the balance stays [NTF-14][NTF-15]', async ({
  page,
  almas,
}) => {
  const me = await reseller(almas, await administrator(almas), { balance: 100 });
  await enterAs(page, almas, me);
  await page.goto('/test-notifications');
  const unread = page.getByTestId('unread-badge');
  await expect(unread).toHaveText('1');
  const results = page.getByRole('list', { name: 'Notifications simulées' });
  for (const [name, shown] of [
    ['Annoncer la version 2.1.0', 'La version 2.1.0 est disponible'],
    [
      'Rejeter 3000 DZD',
      'Votre demande de recharge de 3000 DZD a été rejetée : Preuve de paiement illisible',
    ],
    ['Créditer 5000 DZD', 'Votre solde a été crédité de 5000 DZD'],
  ] as const) {
    await page.getByRole('button', { name }).click();
    await expect(results).toContainText(shown);
  }
  await expect(unread).toHaveText('2');
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await expect(page.getByRole('dialog').getByText('Votre solde a été crédité de 5000 DZD')).toBeVisible();
  await expect(page.getByRole('dialog').getByText('2.1.0')).toHaveCount(0);
  await expect(page.getByTestId('sidebar-balance').first()).toHaveText('100.0 DA');
  expect((await me.call('GET', '/me')).balance).toBe(100);
});
