import { expect, test, vi } from 'vitest';
import { commands, page } from 'vitest/browser';
import { setClock } from '../../../tests/clock.ts';
import { packed, saleAnswers } from '../../../tests/counter.ts';
import { pressTwice, takesPresses } from '../../../tests/expectations.ts';
import { middleOf } from '../../../tests/render.tsx';
import { listOf, reseller } from '../../../tests/samples.ts';
import { openScreen } from '../../../tests/screen.tsx';
import { noteTillTouch, setTillDevice } from '../../platform/session/index.ts';

const cashier = {
  ...reseller(),
  cashier: { id: '7', name: 'Amine', dailyCap: 30_000, soldToday: 0, till: 1 },
};
const picker = { device: { shop: 'Almas Sétif', staff: [{ id: '8', name: 'Yasmine' }] } };

test('a cashier leaves the screen at once, and the next one signs in when the server has answered the sign-out [TEA-32]', async () => {
  setTillDevice(true);
  let answer: () => void = () => undefined;
  const screen = await openScreen('/dashboard', cashier, {
    'accounts.logout': () =>
      new Promise((resolve) => {
        answer = () => resolve(undefined);
      }),
    'purchases.quickSales': { items: [] },
    'staff.picker': picker,
    'staff.login': { name: 'Yasmine' },
  });
  await expect.element(page.getByTestId('cashier-left')).toBeVisible();
  await page.getByRole('button', { name: 'Changer de vendeur' }).click();
  await expect.element(page.getByTestId('cashier-left')).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Yasmine' }).click();
  await page.getByLabelText('Code de Yasmine').fill('1357');
  await expect.element(page.getByLabelText('Code de Yasmine')).toHaveAttribute('aria-busy', 'true');
  expect(screen.sent('staff.login')).toHaveLength(0);
  answer();
  await expect.poll(() => screen.sent('staff.login')).toHaveLength(1);
});

// Turned red by: a button that leads to a request which the server refuses to a cashier.
test('a cashier whose shop lacks the balance is not offered a recharge request [TEA-34]', async () => {
  await openScreen(
    '/catalog?game=Roblox',
    { ...cashier, balance: 100 },
    {
      ...saleAnswers,
      'products.list': listOf(packed({ price: 200 })),
    },
  );
  await expect.element(page.getByText('Solde insuffisant', { exact: true })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Demander une recharge' })).toHaveLength(0);
});

// Turned red by: a device that forgets that cashiers sell on it when the server names none for the moment.
test('a device on which cashiers cannot sell for now shows the sign-in, and the cashiers when they can again [TEA-31]', async () => {
  setTillDevice(true);
  await openScreen('/login', null, { 'staff.picker': { device: null } });
  await expect.element(page.getByRole('heading', { name: 'Connexion' })).toBeVisible();
  await openScreen('/login', null, { 'staff.picker': picker });
  await expect.element(page.getByRole('button', { name: 'Yasmine' })).toBeVisible();
});

// Turned red by: a tab that counts its own touches alone.
test('a tab without a touch does not sign out a cashier who works in another one [TEA-32]', async () => {
  setTillDevice(true);
  setClock(new Date().toISOString());
  const screen = await openScreen('/dashboard', cashier, {
    'accounts.logout': () => undefined,
    'purchases.quickSales': { items: [] },
    'staff.picker': picker,
  });
  const left = page.getByTestId('cashier-left');
  await expect.element(left).toBeVisible();
  for (let minute = 0; minute < 3; minute += 1) {
    await vi.advanceTimersByTimeAsync(60_000);
    noteTillTouch();
  }
  expect(screen.sent('accounts.logout')).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(121_000);
  await expect.element(page.getByRole('button', { name: 'Yasmine' })).toBeVisible();
});

// Turned red by: four dots that only wait, while the keys take nothing.
test('a PIN that is being checked on a slow network turns the erase key, and a screen reader announces it', async () => {
  setTillDevice(true);
  await openScreen('/login', null, {
    'staff.picker': picker,
    'staff.login': () => new Promise(() => undefined),
  });
  await page.getByRole('button', { name: 'Yasmine' }).click();
  await page.getByLabelText('Code de Yasmine').fill('1357');
  await expect.element(page.getByRole('status')).toHaveTextContent('Vérification en cours…');
  await expect.element(page.getByRole('button', { name: 'Effacer' })).toHaveAttribute('aria-busy', 'true');
});

// Turned red by: a keypad whose keys take the second press of the one that has brought them.
test('the second press of a double press on a name types no digit, and a digit is typed twice by a double press (P29)', async () => {
  await page.viewport(390, 844);
  setTillDevice(true);
  const staff = ['Yasmine', 'Amine', 'Lina', 'Karim'].map((name, id) => ({ id: `${id}`, name }));
  await openScreen('/login', null, { 'staff.picker': { device: { shop: 'Almas Sétif', staff } } });
  const pin = page.getByLabelText('Code de Lina');
  await pressTwice(page.getByRole('button', { name: 'Lina' }), pin);
  await expect.element(pin).toHaveValue('');
  const nine = page.getByRole('button', { name: '9', exact: true });
  await takesPresses(nine);
  await commands.pointAt(...middleOf(nine.element()));
  await commands.press(1);
  await commands.press(2);
  await expect.element(pin).toHaveValue('99');
});
