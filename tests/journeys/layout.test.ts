import { expect, test } from '../support/browser.ts';
import { administrator, enterAs, reseller } from './support/callers.ts';
import { holdRequests } from './support/hold-requests.ts';

test('the bell counts a credit that was made between the load of the page and its live events, then further ones, and marks them as read [NAV-56][NAV-57][GEN-12]', async ({
  page,
  almas,
}) => {
  const admin = await administrator(almas);
  const nadia = await reseller(almas, admin);
  const credit = () => admin.call('POST', `/users/${nadia.id}/recharge`, { amount: 10 });
  await enterAs(page, almas, nadia);
  const release = await holdRequests(page, '**/api/events*');
  const requested = page.waitForRequest('**/api/events*');
  await page.goto('/operations');
  await requested;
  const badge = page.getByTestId('unread-badge');
  await expect(badge).toHaveCount(0);
  await credit();
  release();
  await expect(badge).toHaveText('1');
  for (let times = 0; times < 8; times += 1) await credit();
  await expect(badge).toHaveText('9');
  await credit();
  await expect(badge).toHaveText('9+');
  await page.getByRole('button', { name: /^Notifications/ }).click();
  const list = page.getByRole('dialog', { name: 'Notifications' });
  await expect(list.getByText('Votre solde a été crédité de 10 DZD')).toHaveCount(10);
  await list.getByRole('button', { name: 'Tout marquer comme lu' }).click();
  await expect(badge).toHaveCount(0);
});
