import type { Page } from '@playwright/test';
import { attemptSignIn, expect, signIn, signOut, submitSignIn, test } from '../support/browser.ts';
import { administrator, type Caller, enterAs, reseller } from './support/callers.ts';
import { holdResponses } from './support/hold-requests.ts';
import { withoutLiveEvents } from './support/page-data.ts';
import { sql } from './support/sql.ts';

const email = (page: Page) => page.getByLabel('Email', { exact: true });
const secret = (page: Page) => page.getByLabel('Mot de passe', { exact: true });
const submit = (page: Page) => page.getByRole('button', { name: 'Se connecter' }).click();

let admin: Caller;
let amine: Caller;
test.beforeEach(async ({ almas }) => {
  admin ??= await administrator(almas);
  amine ??= await reseller(almas, admin);
});

test('an unknown email and a wrong password show the same message [AUTH-06][AUTH-07]', async ({ page }) => {
  for (const [address, password] of [
    ['personne@exemple.dz', 'motdepasse'],
    [amine.email, 'autre-chose'],
  ] as const) {
    await attemptSignIn(page, { email: address, password });
    await expect(page.getByText('Email ou mot de passe incorrect')).toBeVisible();
    await expect(page).toHaveURL(/\/login$/);
  }
});

test('a reseller who signs in sees a success message and the dashboard [AUTH-05][AUTH-12][NAV-53]', async ({
  page,
}) => {
  await attemptSignIn(page, amine);
  await expect(page.getByText('Connexion réussie!')).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('heading', { level: 1, name: /Bienvenue/ })).toBeVisible();
});

test('a visitor of a guarded page signs in and comes back to it [NAV-39][NAV-40]', async ({ page }) => {
  await page.goto('/catalog?game=Roblox');
  await expect(page).toHaveURL(/\/login$/);
  await email(page).fill(amine.email);
  await secret(page).fill(amine.password);
  await submit(page);
  await expect(page).toHaveURL(/\/catalog\?game=Roblox$/);
});

test('signing out ends the session, in this tab and the others, and leads to /login [NAV-60][AUTH-32][AUTH-33]', async ({
  page,
  context,
}) => {
  await signIn(page, amine);
  const other = await context.newPage();
  await other.goto('/card-history');
  await expect(other.getByRole('heading', { level: 1, name: 'Mes cartes' })).toBeVisible();
  await signOut(page);
  await expect(page).toHaveURL(/\/login$/);
  await expect(other).toHaveURL(/\/login$/);
  expect((await page.request.get('/api/me')).status()).toBe(401);
});

test('a screen whose session ended on the server leads to /login at its next call [AUTH-33]', async ({
  page,
  almas,
}) => {
  const other = await reseller(almas, admin);
  await enterAs(page, almas, other);
  // A live event would cause a call of the screen before the press.
  await withoutLiveEvents(page);
  await page.goto('/operations');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await sql(almas, 'DELETE FROM sessions WHERE user_id = $1', [other.id]);
  await page.getByText('Débits').click();
  await expect(page).toHaveURL(/\/login$/);
});

// Turned red by: a response about the session of before the sign-in that replaces the account of after it.
test('an answer about the session that was asked for before a sign-in, and arrives after it, ends nothing', async ({
  page,
}) => {
  const isAsked = page.waitForRequest('**/api/session');
  const release = await holdResponses(page, '**/api/session');
  await page.goto('/login');
  await isAsked;
  await submitSignIn(page, amine);
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('button', { name: 'Menu du compte' })).toBeVisible();
  const arrived = page.waitForEvent('requestfinished', (request) => request.url().endsWith('/api/session'));
  release();
  await arrived;
  await page.getByRole('link', { name: 'Mes cartes et opérations' }).click();
  await expect(page.getByText('Aucune carte achetée')).toBeVisible();
});
