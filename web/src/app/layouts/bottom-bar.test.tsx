import { expect, test, vi } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import { expectAccessible, expectNoSideScroll } from '../../../tests/accessible.ts';
import { deskOf } from '../../../tests/desk.ts';
import { exactly, takesPresses } from '../../../tests/expectations.ts';
import { middleOf } from '../../../tests/render.tsx';
import { administrator, emptyList, reseller } from '../../../tests/samples.ts';
import { openScreen } from '../../../tests/screen.tsx';

const bar = page.getByRole('navigation', { name: 'Navigation rapide' });
const current = bar.css('[aria-current="page"]');
const menu = page.getByRole('button', { name: 'Ouvrir le menu' });
const main = page.getByRole('main');
const contact = main.getByRole('button', { name: /Contacter l’admin/ });
const onPhone = () => page.viewport(390, 844);

async function openDashboard() {
  await onPhone();
  return openScreen('/dashboard', reseller(), {
    'freeFire.offers': emptyList,
    'freeFire.requests': emptyList,
  });
}

// Turned red by: a bar that scrolls away, one on a desk, an account that opens no drawer.
test('a bar at the bottom of a reseller’s phone leads to selling, Free Fire and cards, and « Compte » opens the drawer [WRK-60]', async () => {
  const screen = await openDashboard();
  await expect.element(menu).toHaveLength(0);
  await expect.element(current).toHaveTextContent(exactly('Vendre'));
  for (const [name, path] of [
    ['Free Fire', '/freefire'],
    ['Cartes', '/card-history'],
    ['Vendre', '/dashboard'],
  ] as const) {
    await bar.getByRole('link', { name }).click();
    await expect.poll(screen.address).toBe(path);
    await expect.element(current).toHaveTextContent(exactly(name));
    await expect.element(main).toHaveFocus();
  }
  await main.getByRole('link', { name: /Acheter des codes/ }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Catalogue' })).toBeVisible();
  await expect.element(current).toHaveTextContent(exactly('Vendre'));
  expect(Math.round(bar.element().getBoundingClientRect().bottom)).toBe(844);
  await expectAccessible();
  await expectNoSideScroll();
  const account = bar.getByRole('button', { name: 'Compte' });
  await account.click();
  const drawer = page.getByRole('dialog', { name: 'Navigation principale' });
  for (const name of ['Mouvements du solde', 'Mon profil', 'Paramètres'])
    await expect.element(drawer.getByRole('link', { name })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(account).toHaveFocus();
  await page.viewport(1280, 800);
  await expect.element(bar).not.toBeInTheDocument();
  await onPhone();
  await openScreen('/admin', administrator(), deskOf({}).answers);
  await expect.element(menu).toBeVisible();
  await expect.element(bar).toHaveLength(0);
});

// Turned red by: entries that take presses while a dialog has just closed.
test('the second press of a double press on a dialog’s button at the bottom does not reach the bar behind it [WRK-60]', async () => {
  const screen = await openDashboard();
  const dialog = page.getByRole('dialog', { name: 'Contacter l’administrateur' });
  const cancel = dialog.getByRole('button', { name: 'Annuler' });
  await contact.click();
  await cancel.click();
  await expect.element(dialog).toHaveLength(0);
  for (const place of bar.css('a, button').all()) await takesPresses(place);
  await contact.click();
  await takesPresses(cancel);
  // The moment after the end of the dialog lasts as long as this test needs.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await cancel.click();
  await expect.element(dialog).toHaveLength(0);
  await commands.pointAt(...middleOf(bar.getByRole('link', { name: 'Free Fire' }).element()));
  await commands.press(1);
  expect(screen.address()).toBe('/dashboard');
});
