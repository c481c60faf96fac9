import type { User } from '@almas/contract/accounts';
import type { Notification } from '@almas/contract/notifications';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible, expectNoSideScroll } from '../../../tests/accessible.ts';
import type { Answers } from '../../../tests/api.ts';
import { boxesOf, boxOf, desk, expectCentred, phone, setTextSize } from '../../../tests/boxes.ts';
import { everyPage } from '../../../tests/every-page.ts';
import { exactly, textsOf } from '../../../tests/expectations.ts';
import { administrator, configuration, listOf, notification, reseller } from '../../../tests/samples.ts';
import { openScreen } from '../../../tests/screen.tsx';

const amine = reseller();
const admin = administrator();
const open = (path: string, user: User | null, answers: Answers = {}) =>
  openScreen(path, user, { ...everyPage(), ...answers });

const sidebar = page.getByRole('complementary');
const chip = page.getByTestId('balance-chip');
const content = page.getByRole('main');
const menu = page.getByRole('button', { name: 'Menu du compte' });
const entry = (name: string) => page.getByRole('menuitem', { name });
const title = (name: string | RegExp) => page.getByRole('heading', { level: 1, name });

test('a reseller’s sidebar has its sections and its balance [NAV-61][NAV-62][NAV-63][NAV-64][NAV-65][NAV-66][NAV-73]', async () => {
  await page.viewport(1024, 800);
  const { address } = await open('/dashboard', amine);
  for (const name of ['CARTES', 'FREE FIRE', 'TOUTES LES OPÉRATIONS'])
    await expect.element(sidebar.getByText(name, { exact: true })).toBeVisible();
  await expect.element(sidebar.getByTestId('sidebar-balance')).toHaveTextContent(exactly('5000.0 DA'));
  expect((await boxOf(sidebar)).width).toBe(288);
  for (const [name, path] of [
    ['Voir les cartes', '/catalog'],
    ['Mes cartes et opérations', '/card-history'],
  ] as const) {
    await sidebar.getByRole('link', { name }).click();
    await expect.poll(address).toBe(path);
  }
});

test('an account without a stored balance shows 745.0 in the sidebar and 0 DA on the dashboard [NAV-67]', async () => {
  await open('/dashboard', reseller({ balance: null as never }));
  await expect.element(page.getByTestId('sidebar-balance')).toHaveTextContent(exactly('745.0 DA'));
  await expect.element(page.getByTestId('dashboard-balance')).toHaveTextContent(/^0\sDA$/);
});

test('the layout changes at 1024 px, and a reseller’s balance chip is shown below it only [NAV-54][NAV-55][NAV-74]', async () => {
  await page.viewport(1023, 800);
  await open('/operations', amine);
  await expect.element(chip).toHaveTextContent(/^5\s000\sDA$/);
  // The amount and the sign beside it, together.
  const opener = page.getByRole('button').filter({ has: chip });
  await expectCentred(opener.css(':scope > span:has([data-testid])'), opener);
  await expect.element(sidebar).toHaveLength(0);
  await page.viewport(1024, 800);
  await expect.element(sidebar).toBeVisible();
  await expect.element(chip).not.toBeVisible();
  for (const theme of ['Système', 'Clair', 'Sombre']) {
    const label = sidebar.getByText(theme, { exact: true });
    await expectCentred(label, label);
  }
  await open('/admin', admin);
  for (const size of [phone, desk]) {
    await size();
    await expect.element(title('Tableau de bord')).toBeVisible();
    await expect.element(chip).toHaveLength(0);
    await expect.element(page.getByTestId('sidebar-balance')).toHaveLength(0);
  }
});

// Turned red by: a focus that is set while the former page is still shown, or by each layout separately.
test('after each navigation between the pages of a reseller and of an administrator the focus is on the content, and the title is the page’s', async () => {
  for (const [user, first, ...steps] of [
    [amine, '/dashboard', '/catalog', '/operations', '/dashboard', '/freefire'],
    [admin, '/admin', '/admin/users', '/admin/freefire', '/admin'],
  ] as const) {
    await open(first, user);
    const titles = new Set<string>();
    for (const path of steps) {
      await sidebar.css(`a[href="${path}"]`).last().click();
      await expect
        .element(sidebar.css('nav [aria-current="page"]'))
        .toHaveLength(path === '/dashboard' ? 0 : 1);
      await expect.element(content, { message: path }).toHaveFocus();
      titles.add(document.title);
    }
    expect(titles.size, `titles of ${steps.join(', ')}`).toBe(new Set(steps).size);
  }
});

// Turned red by: a screen outside the layout of signed-in users whose content cannot take the focus, or takes it from a field.
test('after a navigation to an unknown address, to the sign-in and to the waiting screen the focus is on the content', async () => {
  const screen = await open('/nulle-part', amine, {
    'accounts.logout': () => {
      screen.answer({ 'accounts.session': { user: null } });
    },
    'accounts.login': reseller({ status: 'pending' }),
  });
  await content.getByRole('link').click();
  await expect.poll(screen.address).toBe('/dashboard');
  await expect.element(content).toHaveFocus();
  screen.back();
  await expect.element(title('Page non trouvée')).toBeVisible();
  await expect.element(content).toHaveFocus();
  screen.forward();
  await menu.click();
  await entry('Se déconnecter').click();
  await expect.poll(screen.address).toBe('/login');
  await expect.element(content).toHaveFocus();
  await page.getByRole('link', { name: 'Créer un compte' }).click();
  await expect.poll(screen.address).toBe('/register');
  await expect.element(content).toHaveFocus();
  screen.back();
  await page.getByLabelText('Email', { exact: true }).fill(amine.email);
  await page.getByLabelText('Mot de passe', { exact: true }).fill('motdepasse');
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await expect.element(title(/^Compte en attente/)).toBeVisible();
  await expect.element(content).toHaveFocus();
});

test('the link to the content moves the focus there and adds no step to the history', async () => {
  const { address, steps } = await open('/dashboard', amine);
  const before = steps();
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByRole('link', { name: 'Aller au contenu' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(content).toHaveFocus();
  expect([address(), steps()]).toEqual(['/dashboard', before]);
});

test('on a phone the sidebar is a drawer, a dialog with a name that keeps the focus and gives it back; a page chosen there leaves no step of it', async () => {
  await phone();
  const { address, back } = await open('/operations', amine);
  const opener = page.getByRole('button', { name: 'Compte', exact: true });
  const drawer = page.getByRole('dialog', { name: 'Navigation principale' });
  const close = drawer.getByRole('button', { name: 'Fermer le menu' });
  await opener.click();
  await expect.element(drawer.getByRole('link', { name: 'Voir les cartes' })).toBeVisible();
  await expect.element(close).toHaveFocus();
  await expectAccessible();
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
  expect(document.activeElement?.closest('dialog')).not.toBeNull();
  await expect.element(close).not.toHaveFocus();
  await userEvent.keyboard('{Tab}');
  await expect.element(close).toHaveFocus();
  await close.click();
  await expect.element(drawer).toHaveLength(0);
  await expect.element(opener).toHaveFocus();
  await opener.click();
  await expect.element(drawer).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(drawer).toHaveLength(0);
  await expect.element(opener).toHaveFocus();
  await expectNoSideScroll();
  await opener.click();
  await drawer.getByRole('link', { name: 'Mes cartes et opérations' }).click();
  await expect.poll(address).toBe('/card-history');
  await expect.element(drawer).toHaveLength(0);
  back();
  await expect.poll(address).toBe('/operations');
});

test('an administrator’s sidebar has its four entries, and below them leads to recharges, transactions and the journal from every page [NAV-68][NAV-69][NAV-70][NAV-71][NAV-72]', async () => {
  const screen = await open('/admin/products', admin);
  await expect.element(sidebar.getByText('ADMINISTRATION', { exact: true })).toBeVisible();
  for (const [name, path] of [
    ['Tableau de bord', '/admin'],
    ['Gestion des comptes', '/admin/users'],
    ['Free Fire Admin', '/admin/freefire'],
    ['Gestion des produits', '/admin/products'],
  ] as const)
    await expect.element(sidebar.getByRole('link', { name, exact: true })).toHaveAttribute('href', path);
  expect(textsOf(sidebar.getByRole('listitem'))).toEqual([
    'Tableau de bord',
    'Gestion des comptes',
    'Free Fire Admin',
    'Gestion des produits',
    'Recharges',
    'Transactions',
    'Journal',
  ]);
  await sidebar.getByRole('link', { name: 'Recharges', exact: true }).click();
  await expect.element(title('Gestion des recharges')).toBeVisible();
  await expect.poll(() => textsOf(sidebar.css('nav [aria-current="page"]'))).toEqual(['Recharges']);
  await sidebar.getByRole('link', { name: 'Transactions', exact: true }).click();
  await expect.poll(screen.address).toBe('/admin/transactions');
  const journal = page.getByRole('dialog', { name: 'Journal des actions' });
  await sidebar.getByRole('button', { name: 'Journal', exact: true }).click();
  await expect.element(journal).toBeVisible();
  expect(screen.address()).toBe('/admin/transactions?journal=1');
  screen.back();
  await expect.element(journal).toHaveLength(0);
  expect(screen.address()).toBe('/admin/transactions');
  await open('/admin/transactions?journal=1', admin);
  await expect.element(journal).toBeVisible();
});

// Turned red by: a dialog that opens for every administrator with its address, and shows that the journal could not be loaded.
test('the address of the journal opens nothing for an employee who may not read it [TEA-14]', async () => {
  const journal = page.getByRole('dialog', { name: 'Journal des actions' });
  const answers = { 'configuration.get': { ...configuration, extensions: ['admin-scopes' as const] } };
  await open('/admin?journal=1', administrator({ scopes: ['reports'] }), answers);
  await expect.element(journal).toBeVisible();
  await open('/admin?journal=1', administrator({ scopes: ['requests'] }), answers);
  await expect.element(title('Tableau de bord')).toBeVisible();
  await expect.element(journal).toHaveLength(0);
});

test('the user menu of a reseller leads to profile and settings [NAV-58][NAV-59]', async () => {
  const { address } = await open('/operations', amine);
  await menu.click();
  await expect.element(entry('Mon profil')).toBeVisible();
  await expectAccessible();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(entry('Mon profil')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(menu).toHaveFocus();
  for (const [name, path] of [
    ['Mon profil', '/profile'],
    ['Paramètres', '/settings'],
  ] as const) {
    await menu.click();
    await entry(name).click();
    await expect.poll(address).toBe(path);
  }
  // The page takes the focus when it arrives, which closes a menu.
  await expect.element(title('Paramètres')).toBeVisible();
  // A phone on its side, where not all of the panel fits: its beginning is in view.
  await page.viewport(640, 300);
  await menu.click();
  const entries = page.getByRole('menu');
  await expect.element(entries).toHaveFocus();
  const panel = entries.element().parentElement as HTMLElement;
  expect(panel.scrollHeight).toBeGreaterThan(panel.clientHeight);
  expect(panel.scrollTop).toBe(0);
});

test('the user menu of an administrator has the own name, `Sécurité` and `Se déconnecter` only, and the name is saved [DSK-83]', async () => {
  const screen = await open('/admin', admin, { 'accounts.updateMe': admin });
  await menu.click();
  await expect
    .poll(() => textsOf(page.getByRole('menuitem')))
    .toEqual(['Mon nom', 'Sécurité', 'Se déconnecter']);
  await entry('Mon nom').click();
  const dialog = page.getByRole('dialog', { name: 'Mon nom' });
  await dialog.getByLabelText('Prénom').fill('Samia');
  await dialog.getByLabelText('Nom', { exact: true }).fill('Kaci');
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expect.element(dialog).toHaveLength(0);
  expect(screen.sent('accounts.updateMe')).toMatchObject([
    { body: { firstName: 'Samia', lastName: 'Kaci' } },
  ]);
});

const bell = page.getByRole('button', { name: /^Notifications/ });
const badge = page.getByTestId('unread-badge');
const notifications = (...items: readonly Notification[]): Answers => ({
  'notifications.list': { ...listOf(...items), unread: items.filter(({ read }) => !read).length },
});
const credits = (count: number) => notifications(...Array.from({ length: count }, () => notification()));

test('the bell counts unread notifications up to 9, then shows 9+, without a reload [NAV-56][NAV-57]', async () => {
  const screen = await open('/operations', amine, credits(9));
  await expect.element(badge).toHaveTextContent(exactly('9'));
  screen.answer(credits(10));
  await screen.emit({ type: 'notification' });
  await expect.element(badge).toHaveTextContent(exactly('9+'));
});

// Turned red by: a badge that grows towards the initials; initials that grow beyond their circle.
test('with text at 200 % the badge of the bell stays next to the initials, which stay in their circle, at 390 and 1280 px', async () => {
  onTestFinished(() => setTextSize(100));
  await open('/operations', amine, credits(10));
  await expect.element(badge).toHaveTextContent(exactly('9+'));
  const circle = menu.css('span');
  for (const percent of [100, 200])
    for (const size of [phone, desk]) {
      await size();
      setTextSize(percent);
      const [count = new DOMRect(), initials = new DOMRect()] = await boxesOf(badge, circle);
      const where = `pixels at ${percent} %, ${innerWidth} px wide`;
      expect(
        initials.left - count.right,
        `${where} between the badge and the initials`,
      ).toBeGreaterThanOrEqual(2);
      const text = document.createRange();
      text.selectNodeContents(circle.element());
      const beyond = text.getBoundingClientRect().width - initials.width;
      expect(beyond, `${where} of initials beyond their circle`).toBeLessThanOrEqual(0);
    }
});

test('the bell counts a notification that was created before its live events began', async () => {
  const screen = await open('/operations', amine);
  await expect.element(badge).toHaveLength(0);
  screen.answer(credits(1));
  // With which every stream begins.
  await screen.emit({ type: 'refresh' });
  await expect.element(badge).toHaveTextContent(exactly('1'));
});

test('the bell lists the credits of the balance and marks them as read [NAV-56][GEN-12]', async () => {
  let given = [notification({ message: 'Votre solde a été crédité de 100 DZD' }), notification({ id: '7' })];
  const read = (isRead: (one: Notification) => boolean) => {
    given = given.map((one) => ({ ...one, read: one.read || isRead(one) }));
    screen.answer(notifications(...given));
  };
  const screen = await open('/operations', amine, {
    ...notifications(...given),
    'notifications.read': ({ params }) => {
      read(({ id }) => id === params.id);
      return { ...notification({ id: params.id ?? '' }), read: true };
    },
    'notifications.readAll': () => {
      read(() => true);
      return { read: 1 };
    },
  });
  await bell.click();
  const list = page.getByRole('dialog', { name: 'Notifications' });
  await expect.element(list.getByText('Votre solde a été crédité de 2500 DZD')).toBeVisible();
  await expectAccessible();
  await list.getByRole('button', { name: /2500/ }).click();
  await expect.element(badge).toHaveTextContent(exactly('1'));
  await expect.element(list.getByRole('listitem').filter({ hasText: '2500' })).toHaveFocus();
  await list.getByRole('button', { name: 'Tout marquer comme lu' }).click();
  await expect.element(badge).toHaveLength(0);
  await expect.element(list.css('li:focus')).toHaveLength(1);
  await userEvent.keyboard('{Escape}');
  await expect.element(bell).toHaveFocus();
  expect(screen.sent('notifications.read')).toMatchObject([{ params: { id: '7' } }]);
});

test('the bell reads 50 notifications again every 30 seconds [NTF-01][NTF-02]', async () => {
  const timers = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] as const;
  vi.useFakeTimers({ toFake: [...timers], shouldAdvanceTime: true });
  const calls: { limit: string | undefined; at: number }[] = [];
  await open('/recharge', amine, {
    'notifications.list': ({ query }) => {
      calls.push({ limit: query.limit, at: Date.now() });
      return { ...listOf(notification()), unread: 1 };
    },
  });
  await expect.element(badge).toBeVisible();
  expect(calls).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(25_000);
  expect(calls).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(6_000);
  expect(calls.map(({ limit }) => limit)).toEqual(['50', '50']);
  const pause = (calls[1]?.at ?? 0) - (calls[0]?.at ?? 0);
  expect(pause).toBeGreaterThanOrEqual(30_000);
  expect(pause).toBeLessThan(32_000);
});
