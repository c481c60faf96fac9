import type { User } from '@almas/contract/accounts';
import type { StaffMember, TillClose } from '@almas/contract/staff';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type Answers, lost } from '../../../tests/api.ts';
import { factOf, takesPresses } from '../../../tests/expectations.ts';
import { configuration, emptyList, reseller } from '../../../tests/samples.ts';
import { openScreen } from '../../../tests/screen.tsx';
import { setTillDevice } from '../../platform/session/index.ts';

const member: StaffMember = {
  id: '7',
  name: 'Amine',
  dailyCap: 30_000,
  soldToday: 0,
  isActive: false,
  till: 4,
  createdAt: '2026-03-02T10:00:00.000Z',
};
const close: TillClose = {
  id: '1',
  staffName: 'Amine',
  counted: 900,
  expected: 1_000,
  gap: -100,
  sales: 2,
  unpriced: 1,
  openedAt: '2026-03-02T10:00:00.000Z',
  createdAt: '2026-03-02T20:00:00.000Z',
};
const configured: Answers = { 'configuration.get': { ...configuration, extensions: ['cashiers'] } };
const form = () => page.getByRole('dialog', { name: 'Compter la caisse' });

async function send(amount: string) {
  await form().getByLabelText('Montant compté').fill(amount);
  await form().getByRole('button', { name: 'Enregistrer le compte' }).click();
}

// Turned red by: a key of the typed amount, under which another amount closes the next drawer.
test('a count whose answer is lost is sent again as the same count, with another amount and in a dialog that is opened again [TEA-39]', async () => {
  setTillDevice(true);
  const cashierOf = (till: number): User => ({
    ...reseller(),
    cashier: { id: '7', name: 'Amine', dailyCap: 30_000, soldToday: 0, till },
  });
  const screen = await openScreen('/dashboard', cashierOf(1), {
    ...configured,
    'purchases.quickSales': { items: [] },
    'staff.closeTill': lost,
  });
  const open = () => page.getByRole('button', { name: 'Compter la caisse' }).click();
  const counts = () => screen.sent('staff.closeTill');
  await open();
  // The server has closed the drawer, and the session knows the next one.
  screen.answer({ 'accounts.session': { user: cashierOf(2) } });
  await send('900');
  await screen.emit({ type: 'session' });
  await expect.poll(() => screen.sent('accounts.session').length).toBeGreaterThan(1);
  await send('950');
  await expect.poll(() => counts()).toHaveLength(2);
  await form().getByLabelText('Montant compté').fill('');
  await form().getByRole('button', { name: 'Annuler' }).click();
  await expect.element(form()).not.toBeInTheDocument();
  await open();
  screen.answer({ 'staff.closeTill': close });
  await send('1000');
  const counted = page.getByRole('dialog', { name: 'Caisse déjà comptée' });
  await expect.element(counted).toHaveTextContent('Il manque');
  expect(counts().map(({ body }) => body)).toEqual([
    { till: 1, counted: 900 },
    { till: 1, counted: 950 },
    { till: 1, counted: 1_000 },
  ]);
  expect(new Set(counts().map(({ key }) => key)).size).toBe(1);
  await counted.getByRole('button', { name: 'Fermer' }).first().click();
  await expect.element(counted).not.toBeInTheDocument();
  await open();
  await send('0');
  await expect.poll(() => counts()[3]?.body).toEqual({ till: 2, counted: 0 });
  expect(counts()[3]?.key).not.toBe(counts()[0]?.key);
});

// Turned red by: a drawer that only its cashier can count.
test('a reseller counts the drawer of a paused cashier, and sees the gap only then [TEA-39]', async () => {
  const screen = await openScreen('/dashboard', reseller(), {
    ...configured,
    'purchases.quickSales': { items: [] },
    'staff.list': { items: [member] },
    'staff.closeTill': close,
    'staff.tillCloses': emptyList,
  });
  await page.getByRole('button', { name: 'Menu du compte' }).click();
  await page.getByRole('menuitem', { name: 'Vendeurs' }).click();
  await page.getByTestId('cashier').getByRole('button', { name: 'Compter sa caisse' }).click();
  await expect.element(form()).toHaveTextContent('Comptez l’argent des ventes de Amine');
  await expect.element(form()).not.toHaveTextContent('Écart');
  await send('900');
  const counted = page.getByRole('dialog', { name: 'Caisse comptée' });
  await expect.element(counted).toHaveTextContent('Il manque');
  await expect.element(factOf(counted, 'Comptées au prix d’achat')).toHaveTextContent('1 vente');
  expect(screen.sent('staff.closeTill').map(({ body }) => body)).toEqual([
    { staffId: '7', till: 4, counted: 900 },
  ]);
});

// Turned red by: the result of an earlier count under the amount that was typed now.
test('a reseller who counts a drawer that was counted meanwhile reads that it was counted already, and then counts the next one [TEA-39]', async () => {
  const screen = await openScreen('/dashboard', reseller(), {
    ...configured,
    'purchases.quickSales': { items: [] },
    'staff.list': { items: [member] },
    'staff.closeTill': close,
    'staff.tillCloses': emptyList,
  });
  await page.getByRole('button', { name: 'Menu du compte' }).click();
  await page.getByRole('menuitem', { name: 'Vendeurs' }).click();
  const open = page.getByTestId('cashier').getByRole('button', { name: 'Compter sa caisse' });
  await open.click();
  await send('1200');
  const counted = page.getByRole('dialog', { name: 'Caisse déjà comptée' });
  await expect.element(counted).toHaveTextContent('votre montant n’est pas enregistré');
  await expect.element(factOf(counted, 'Compté')).toHaveTextContent('900 DA');
  await counted.getByRole('button', { name: 'Fermer' }).first().click();
  // Another cashier's phone has counted: the next count is that of the drawer which is open now.
  screen.answer({ 'staff.list': { items: [{ ...member, name: 'Amine B.', till: 6 }] } });
  await screen.emit({ type: 'session' });
  await expect.element(page.getByTestId('cashier')).toHaveTextContent('Amine B.');
  await open.click();
  await send('0');
  await expect.poll(() => screen.sent('staff.closeTill')[1]?.body).toMatchObject({ till: 6 });
});

// Turned red by: a dialog that was opened for the count, and takes a press beside it as one for a form.
test('the gap of a counted drawer has the focus, and a press beside it does not close it', async () => {
  await openScreen('/dashboard', reseller(), {
    ...configured,
    'purchases.quickSales': { items: [] },
    'staff.list': { items: [member] },
    'staff.closeTill': close,
    'staff.tillCloses': emptyList,
  });
  await page.getByRole('button', { name: 'Menu du compte' }).click();
  await page.getByRole('menuitem', { name: 'Vendeurs' }).click();
  await page.getByTestId('cashier').getByRole('button', { name: 'Compter sa caisse' }).click();
  await send('900');
  const counted = page.getByRole('dialog', { name: 'Caisse comptée' });
  await expect.element(counted).toHaveTextContent('Il manque');
  expect(counted.element().contains(document.activeElement)).toBe(true);
  await takesPresses(counted.getByRole('button', { name: 'Fermer' }).first());
  await counted.click({ position: { x: 3, y: 3 } });
  await expect.element(counted).toBeVisible();
  await counted.getByRole('button', { name: 'Fermer' }).first().click();
  await expect.element(counted).not.toBeInTheDocument();
});
