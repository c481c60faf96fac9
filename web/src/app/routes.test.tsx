import type { User } from '@almas/contract/accounts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { deferred } from '../../../tests/support/deferred.ts';
import { expectAccessible, expectNoSideScroll } from '../../tests/accessible.ts';
import type { Answers } from '../../tests/api.ts';
import { everyPage } from '../../tests/every-page.ts';
import { toasts } from '../../tests/expectations.ts';
import { administrator, reseller } from '../../tests/samples.ts';
import { openScreen } from '../../tests/screen.tsx';

const amine = reseller();
const admin = administrator();
const open = (path: string, user: User | null, more: Answers = {}) =>
  openScreen(path, user, { ...everyPage(), ...more });

const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const refused = heading('Accès non autorisé');
const waiting = heading("Compte en attente d'activation");

/** The session of this user, once the test lets it be known. */
function heldSession(user: User | null) {
  const held = deferred();
  const answer: Answers = {
    'accounts.session': async () => {
      await held.promise;
      return { user };
    },
  };
  return { answer, release: held.resolve };
}

test('the address / shows a spinner, then leads a reseller, an administrator and a visitor to their start page [NAV-03][NAV-04][NAV-05][NAV-06]', async () => {
  const { answer, release } = heldSession(amine);
  const opened = open('/', amine, answer);
  await expect.element(page.getByRole('status')).toHaveTextContent('Chargement');
  release();
  await expect.poll((await opened).address).toBe('/dashboard');
  for (const [user, path] of [
    [admin, '/admin'],
    [null, '/login'],
  ] as const)
    expect((await open('/', user)).address()).toBe(path);
});

test('the address /dashboard shows each role its own dashboard, and says that it loads the profile while the session is read [NAV-07][NAV-08][NAV-09][NAV-41]', async () => {
  const { answer, release } = heldSession(amine);
  const opened = open('/dashboard', amine, answer);
  await expect.element(page.getByText('Chargement du profil...')).toBeVisible();
  release();
  await opened;
  await expect.element(heading(/Bienvenue/)).toBeVisible();
  const { address } = await open('/dashboard', admin);
  await expect.element(heading('Tableau de bord')).toBeVisible();
  await expect.element(page.getByText('ADMINISTRATION')).toBeVisible();
  expect(address()).toBe('/dashboard');
});

test('each page of a reseller opens for a reseller and for no other role [NAV-10][NAV-11][NAV-12][NAV-13][NAV-14][NAV-15][NAV-16][NAV-17][NAV-18]', async () => {
  for (const [path, title] of [
    ['/reseller/dashboard', /Bienvenue/],
    ['/settings', 'Paramètres'],
    ['/catalog', 'Catalogue'],
    ['/card-history', 'Mes cartes'],
    ['/recharge', 'Recharge du solde'],
    ['/profile', 'Mon profil'],
    ['/test-notifications', 'Test des notifications'],
    ['/operations', 'Toutes les Opérations'],
    ['/freefire', 'Recharge Free Fire'],
  ] as const) {
    expect((await open(path, null)).address(), path).toBe('/login');
    await open(path, amine);
    await expect.element(heading(title)).toBeVisible();
    await open(path, admin);
    await expect.element(refused).toBeVisible();
  }
});

test('the pages of history, consumption and directory say that they are under development, and open for a reseller only [NAV-19][NAV-20][NAV-21]', async () => {
  for (const path of ['/history', '/consumption', '/directory']) {
    await open(path, amine);
    await expect.element(page.getByText('Fonctionnalité en cours de développement')).toBeVisible();
    await open(path, admin);
    await expect.element(refused).toBeVisible();
  }
});

test('the page /recharge tells a reseller to contact an administrator, and leads below to a recharge request [NAV-22][NAV-23][NAV-24][CNT-81]', async () => {
  await open('/recharge', amine);
  const main = page.getByRole('main');
  await expect.element(main.getByText('Seuls les administrateurs peuvent recharger un solde.')).toBeVisible();
  await expect.element(main.getByText('Veuillez contacter un administrateur.')).toBeVisible();
  await expect.element(main.css('form, input, select, textarea, a')).toHaveLength(0);
  await expect.element(main.getByRole('button')).toHaveLength(1);
  await main.getByRole('button', { name: 'Demander une recharge' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Demandes de recharge' })).toBeVisible();
});

test('each page of an administrator opens for an administrator and for no other role [NAV-25][NAV-26][NAV-27][NAV-28][NAV-31][NAV-32][NAV-33][NAV-50]', async () => {
  for (const path of [
    '/admin',
    '/admin/users',
    '/admin/products',
    '/admin/products/new',
    '/admin/transactions',
    '/admin/recharge',
    '/admin/freefire',
  ]) {
    expect((await open(path, null)).address(), path).toBe('/login');
    await open(path, amine);
    await expect.element(refused).toBeVisible();
    await open(path, admin);
    await expect.element(page.getByRole('navigation', { name: 'Navigation principale' })).toBeVisible();
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect.element(refused).toHaveLength(0);
  }
  await open('/admin/products/7/edit', amine);
  await expect.element(refused).toBeVisible();
});

test('`Retour` on a refused page leads a reseller to the dashboard when no page came before it, otherwise back [NAV-51]', async () => {
  const back = page.getByRole('button', { name: 'Retour' });
  const direct = await open('/admin', amine);
  await back.click();
  await expect.poll(direct.address).toBe('/dashboard');
  await page.getByRole('complementary').getByRole('link', { name: 'Mouvements du solde' }).click();
  await expect.element(heading('Toutes les Opérations')).toBeVisible();
  direct.go('/admin/users');
  await expect.element(refused).toBeVisible();
  await back.click();
  await expect.poll(direct.address).toBe('/operations');
});

test('an unknown address is a 404 for every visitor, with a link to /login [NAV-36][NAV-37][NAV-38]', async () => {
  for (const [user, address] of [
    [null, '/nulle-part/du-tout'],
    [amine, '/nulle-part/du-tout'],
    // An address that does not decode.
    [admin, '/%E0%A4%A'],
  ] as const) {
    await open(address, user);
    await expect.element(heading('Page non trouvée')).toBeVisible();
    await expect.element(page.getByRole('main').getByRole('link')).toHaveAttribute('href', '/login');
  }
  await expectAccessible();
  await expectNoSideScroll();
});

test('a pending account sees the waiting screen on every page, with its email, company and status, until it is active [NAV-42][NAV-43][NAV-44][NAV-45][NAV-47][NAV-49]', async () => {
  const lina = reseller({ status: 'pending' });
  for (const path of ['/dashboard', '/reseller/dashboard', '/catalog', '/profile']) {
    await open(path, lina);
    await expect.element(waiting).toBeVisible();
    await expect.element(page.getByRole('navigation')).toHaveLength(0);
  }
  const screen = await open('/operations', lina);
  await expect.element(waiting).toBeVisible();
  await expect.element(page.getByText(lina.email)).toBeVisible();
  await expect.element(page.getByText(lina.company)).toBeVisible();
  await expect.element(page.getByText('En attente', { exact: true })).toBeVisible();
  await expectAccessible();
  await expectNoSideScroll();
  const reread = page.getByRole('button', { name: 'Actualiser' });
  await reread.click();
  const stillWaiting = toasts().getByText('Le compte n’est pas encore activé');
  // A message under the pointer does not time out: it disappears with its page.
  await userEvent.hover(stillWaiting);
  screen.answer({ 'accounts.session': { user: amine } });
  reread.element().dispatchEvent(new MouseEvent('click', { bubbles: true }));
  await expect.element(heading('Toutes les Opérations')).toBeVisible();
  await expect.element(stillWaiting).toHaveLength(0);
});

test('a deactivated account sees the status `Inactif`, even on an open page, and can sign out; so does one with an unknown status [NAV-46][NAV-48][ENT-05]', async () => {
  await open('/dashboard', reseller({ status: 'suspended' as never }));
  await expect.element(waiting).toBeVisible();
  await expect.element(page.getByText('Inactif', { exact: true })).toBeVisible();
  const screen = await open('/catalog', amine, {
    'accounts.logout': () => {
      screen.answer({ 'accounts.session': { user: null } });
    },
  });
  await expect.element(heading('Catalogue')).toBeVisible();
  screen.answer({ 'accounts.session': { user: reseller({ status: 'inactive' }) } });
  await screen.emit({ type: 'session' });
  await expect.element(waiting).toBeVisible();
  await expect.element(page.getByText('Inactif', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Se déconnecter' }).click();
  await expect.poll(screen.address).toBe('/login');
});

test('a pending account is refused a page of the other role before it sees the waiting screen', async () => {
  await open('/admin', reseller({ status: 'pending' }));
  await expect.element(refused).toBeVisible();
  await expectAccessible();
});
