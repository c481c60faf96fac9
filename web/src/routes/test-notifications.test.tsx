import type { Notification } from '@almas/contract/notifications';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible, expectNoSideScroll } from '../../tests/accessible.ts';
import { exactly, press, textsOf, toasts } from '../../tests/expectations.ts';
import { listOf, notification, reseller } from '../../tests/samples.ts';
import { openScreen } from '../../tests/screen.tsx';

const buttons = page.getByRole('main').getByRole('button');
const unread = page.getByTestId('unread-badge');
const results = page.getByRole('list', { name: 'Notifications simulées' });
const bell = page.getByRole('button', { name: /^Notifications/ });

const rejected = 'Votre demande de recharge de 3000 DZD a été rejetée : Preuve de paiement illisible';
const simulations: Readonly<Record<string, Notification>> = {
  balance: notification({ message: 'Votre solde a été crédité de 5000 DZD' }),
  system: notification({
    type: 'account_update',
    title: 'Mise à jour du système',
    message: 'La version 2.1.0 est disponible',
  }),
  rejection: notification({ type: 'recharge_rejected', title: 'Recharge rejetée', message: rejected }),
};

/** Opens the page. The bell of a reseller lists the movements of the balance alone. */
async function open() {
  let listed = [notification({ message: 'Votre solde a été crédité de 100 DZD' })];
  const screen = await openScreen('/test-notifications', reseller({ balance: 100 }), {
    'notifications.list': () => ({ ...listOf(...listed), unread: listed.length }),
    'notifications.test': ({ body }) => {
      const made = simulations[body.kind] as Notification;
      if (made.type === 'balance_credited') listed = [made, ...listed];
      return made;
    },
  });
  await expect.element(unread).toHaveTextContent(exactly('1'));
  return screen;
}

test('the page of test notifications has three buttons, and a simulated credit of 5000 DZD is in the bell and leaves the balance [NTF-13][NTF-14]', async () => {
  const { sent } = await open();
  await expect
    .poll(() => textsOf(buttons))
    .toEqual(['Créditer 5000 DZD', 'Annoncer la version 2.1.0', 'Rejeter 3000 DZD']);
  await buttons.nth(0).click();
  await expect
    .element(toasts().getByRole('status'))
    .toHaveTextContent('Solde crédité – Votre solde a été crédité de 5000 DZD');
  await expect.element(unread).toHaveTextContent(exactly('2'));
  // Turned red by: a toast that is closed and leaves the focus nowhere.
  await press(toasts().getByRole('button', { name: 'Fermer' }), '{Enter}');
  await expect.element(page.getByRole('main')).toHaveFocus();
  await bell.click();
  await expect
    .element(page.getByRole('dialog').getByText('Votre solde a été crédité de 5000 DZD'))
    .toBeVisible();
  await expect.element(page.getByTestId('sidebar-balance')).toHaveTextContent(exactly('100.0 DA'));
  expect(sent('notifications.test')).toMatchObject([{ body: { kind: 'balance', userId: 'r1' } }]);
});

test('a simulated update and a simulated rejection with its reason are listed on the page, and the bell of a reseller does not show the update [NTF-15][NTF-16]', async () => {
  await open();
  await buttons.nth(1).click();
  await expect
    .element(toasts().getByRole('status'))
    .toHaveTextContent('Mise à jour du système – La version 2.1.0 est disponible');
  await expect.element(results).toHaveTextContent('La version 2.1.0 est disponible');
  await bell.click();
  await expect.element(page.getByRole('dialog').getByText('Solde crédité')).toHaveLength(1);
  await expect.element(page.getByRole('dialog').getByText('2.1.0')).toHaveLength(0);
  await expect.element(unread).toHaveTextContent(exactly('1'));
  await bell.click();
  await buttons.nth(2).click();
  await expect.element(page.getByRole('alert').filter({ hasText: rejected })).toBeVisible();
  await expect.element(results).toHaveTextContent(rejected);
  await expectAccessible();
  await expectNoSideScroll();
});
