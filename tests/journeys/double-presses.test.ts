import { expect, test } from '../support/browser.ts';
import { createNamedReseller, decideAllPending, requestRecharge } from './support/accounts.ts';
import { middleOf, takesPresses } from './support/boxes.ts';
import { administratorAtDesk } from './support/callers.ts';
import { openLive } from './support/page-data.ts';

test('a new request and a colleague’s decision move no row under the pointer, and two presses decide the row they were aimed at, once (P29)', async ({
  page,
  almas,
}) => {
  const admin = await administratorAtDesk(page, almas);
  await decideAllPending(admin);
  const reseller = await createNamedReseller(almas, admin);
  const first = await requestRecharge(reseller, 111);
  await requestRecharge(reseller, 222);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (/\/(approve|reject)$/.test(request.url())) sent.push(request.url());
  });
  await openLive(page, () => page.goto('/admin/recharges?order=desc'));
  const rows = page.getByRole('list', { name: 'Demandes de recharge en attente' }).getByRole('listitem');
  const top = rows.first().getByRole('button', { name: 'Approuver' });
  await takesPresses(top);
  const { x, y } = await middleOf(top);
  await page.mouse.move(x, y);
  // The colleague's decision leaves the row where it was, without buttons.
  await admin.call('POST', `/recharge-requests/${first.id}/reject`, { reason: 'Collègue' });
  await expect(rows.nth(1)).toContainText(/Demande de recharge rejetée par/);
  const listed = page.waitForResponse((response) => response.url().includes('/api/recharge-requests?'));
  await requestRecharge(reseller, 333);
  await listed;
  await takesPresses(top);
  for (let times = 0; times < 2; times += 1) {
    await page.mouse.down();
    await page.mouse.up();
  }
  await expect(rows.first()).toContainText(/approuvée par/);
  await expect(rows.first()).toContainText('222');
  expect(sent).toHaveLength(1);
  await page.mouse.move(5, 5);
  await expect(rows).toHaveCount(3);
  await expect(rows.filter({ hasText: '333' })).toHaveCount(1);
  expect(await admin.call('GET', `/users/${reseller.id}`)).toMatchObject({ balance: 222 });
});
