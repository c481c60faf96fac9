import type { Notification } from '@almas/contract/notifications';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { deskOf } from '../../../tests/desk.ts';
import {
  administrator,
  emptyList,
  freeFireRequest,
  freeFireService,
  listOf,
  rechargeRequest,
  reseller,
} from '../../../tests/samples.ts';
import { openScreen } from '../../../tests/screen.tsx';

const notification = (id: string, type: Notification['type'], data: Notification['data']): Notification => ({
  id,
  userId: 'a1',
  type,
  title: '',
  message: `Message ${id}`,
  data,
  read: false,
  readAt: null,
  createdAt: new Date().toISOString(),
  updatedAt: new Date().toISOString(),
});

test('a notification leads an administrator to the pending account or request and is read, and so it is once a colleague has decided it', async () => {
  let unread = 3;
  const items = [
    notification('1', 'account_registered', { userId: 'r1' }),
    notification('2', 'recharge_request', { requestId: '7' }),
    notification('3', 'free_fire_request', { requestId: '8' }),
  ];
  const screen = await openScreen('/admin', administrator(), {
    ...deskOf({ accounts: [reseller({ status: 'pending' })], requests: [rechargeRequest({ id: '7' })] })
      .answers,
    'notifications.list': () => ({ ...listOf(...items), unread }),
    'notifications.read': ({ params }) => {
      unread -= 1;
      return items.find(({ id }) => id === params.id) as Notification;
    },
    'freeFire.request': freeFireRequest({ id: '8' }),
    'freeFire.requests': emptyList,
    'freeFire.stats': { total: 0, totalAmount: 0, today: 0, pending: 0 },
    'freeFire.service': freeFireService(),
    'freeFire.offers': emptyList,
  });
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  const badge = page.getByTestId('unread-badge');
  await expect.element(badge).toHaveTextContent('3');
  for (const [message, address, title] of [
    ['Message 1', '/admin/users?account=r1', /Compte de/],
    ['Message 2', '/admin/recharge?request=7', /Détail de la demande/],
    ['Message 3', '/admin/freefire?request=8', /Détails de la demande/],
  ] as const) {
    await page.getByRole('button', { name: /^Notifications/ }).click();
    await panel.getByRole('link').filter({ hasText: message }).click();
    await expect.element(page.getByRole('dialog', { name: title })).toHaveTextContent(/@exemple\.dz/);
    expect(screen.address()).toBe(address);
    await expect.element(panel).toHaveLength(0);
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog')).toHaveLength(0);
  }
  await expect.element(badge).toHaveLength(0);
  expect(screen.sent('notifications.read').map(({ params }) => params.id)).toEqual(['1', '2', '3']);
  items.length = 0;
  for (const left of [1, 0]) {
    unread = left;
    await screen.emit({ type: 'notification' });
    await expect.element(badge).toHaveLength(left);
  }
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await expect.element(panel).toHaveTextContent('Les demandes et les inscriptions apparaîtront ici.');
});
