import { expect, test } from '../support/browser.ts';
import { createNamedReseller, createPendingReseller, requestRecharge } from './support/accounts.ts';
import { administrator, enterAs } from './support/callers.ts';
import { openAllDay, requestTopUp } from './support/top-up.ts';

test('a notification leads an administrator to the pending account or request, and is read once a colleague decided it', async ({
  page,
  almas,
}) => {
  const admin = await administrator(almas);
  await openAllDay(admin);
  await admin.call('POST', '/notifications/read-all');
  const reseller = await createNamedReseller(almas, admin, { balance: 1_000 });
  const pending = await createPendingReseller(almas);
  const { id: request } = await requestRecharge(reseller, 900);
  const topUp = await requestTopUp(reseller, '7770001111');
  await enterAs(page, almas, admin);
  await page.goto('/admin');
  const bell = page.getByRole('button', { name: /^Notifications/ });
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  for (const [sentence, address, title] of [
    [
      `${pending.name} (Saadi Informatique) attend son activation`,
      `/admin/users?account=${pending.id}`,
      /Compte de/,
    ],
    [
      `${reseller.name} demande une recharge de 900 DZD`,
      `/admin/recharge?request=${request}`,
      /Détail de la demande/,
    ],
    [
      `${reseller.name} demande 100 + 10 Diamants`,
      `/admin/freefire?request=${topUp}`,
      /Détails de la demande/,
    ],
  ] as const) {
    await bell.click();
    await panel.getByRole('link').filter({ hasText: sentence }).click();
    await expect(page.getByRole('dialog', { name: title })).toContainText(/@exemple\.dz/);
    await expect(page).toHaveURL(`${almas.baseURL}${address}`);
    await expect(panel).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  const { id: second } = await requestRecharge(reseller, 800);
  await expect(page.getByTestId('unread-badge')).toHaveText('1');
  await admin.call('POST', `/recharge-requests/${second}/approve`, {});
  await expect(page.getByTestId('unread-badge')).toHaveCount(0);
});
