import type { Page } from '@playwright/test';
import { attemptSignIn, expect, signIn, signOut, submitSignIn, test } from '../support/browser.ts';
import { createPendingReseller } from './support/accounts.ts';
import { administrator, type Caller, enterAs, reseller } from './support/callers.ts';
import { holdResponses } from './support/hold-requests.ts';
import { withoutLiveEvents } from './support/page-data.ts';
import { expectAccessible, expectNoSideScroll } from './support/screen-checks.ts';
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

/** Adds the operator's contact to the server's configuration. */
const withContact = (page: Page) =>
  page.route('**/api/configuration', async (route) => {
    const response = await route.fetch();
    const contact = { phone: '0550 12 34 56', email: 'aide@almas.dz' };
    await route.fulfill({ response: response, json: { ...(await response.json()), contact } });
  });

// Turned red by: a sign-in that succeeds without a stored session cookie and shows the empty form again. When the user blocks all
// cookies, Chromium 150 reports them as enabled and stores none.
test('a user whose browser blocks cookies reads this at the sign-in, and no password is sent', async ({
  page,
}) => {
  await page.addInitScript(() =>
    Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set: () => undefined }),
  );
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/login')) sent.push(request.url());
  });
  await attemptSignIn(page, amine);
  await expect(page.getByRole('alert')).toHaveText(
    'Votre navigateur bloque les cookies. Autorisez-les pour ce site, puis réessayez.',
  );
  await expect(email(page)).toHaveValue(amine.email);
  expect(sent).toEqual([]);
});

test('the sign-in form asks for email and password and links to the registration [NAV-01][AUTH-01][AUTH-02]', async ({
  page,
}) => {
  await page.goto('/login');
  await expect(email(page)).toBeVisible();
  await expect(secret(page)).toHaveAttribute('type', 'password');
  await page.getByRole('link', { name: 'Créer un compte' }).click();
  await expect(page).toHaveURL(/\/register$/);
});

for (const [row, fill] of [
  ['email [AUTH-03]', (page: Page) => secret(page).fill('motdepasse')],
  ['password [AUTH-04]', (page: Page) => email(page).fill('amine@exemple.dz')],
] as const) {
  test(`the sign-in form sends nothing without the ${row}`, async ({ page }) => {
    let calls = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/api/login')) calls += 1;
    });
    await page.goto('/login');
    await fill(page);
    await submit(page);
    const sentence = 'Veuillez remplir tous les champs obligatoires';
    await expect(page.getByRole('alert')).toHaveText(sentence);
    const left = row.startsWith('email') ? email(page) : secret(page);
    await expect(left).toBeFocused();
    await expect(left).toHaveAccessibleDescription(sentence);
    expect(calls).toBe(0);
  });
}

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

test('a wrong password is selected at the sign-in, so that typing replaces it', async ({ page }) => {
  await attemptSignIn(page, { email: amine.email, password: 'autre-chose' });
  await expect(page.getByText('Email ou mot de passe incorrect')).toBeVisible();
  await expect(secret(page)).toBeFocused();
  await page.keyboard.type(amine.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('the sign-in says whom to ask about a forgotten password, and how to reach them when that is configured', async ({
  page,
}) => {
  await page.goto('/login');
  await expect(page.getByText('Mot de passe oublié ?')).toBeVisible();
  await expect(page.getByText(/Demandez un mot de passe temporaire à l’administrateur/)).toBeVisible();
  await expect(page.locator('a[href^="tel:"], a[href^="mailto:"]')).toHaveCount(0);
  await withContact(page);
  await page.reload();
  await expect(page.getByRole('link', { name: 'Téléphone : 0550 12 34 56' })).toHaveAttribute(
    'href',
    'tel:0550123456',
  );
  await expect(page.getByRole('link', { name: 'Email : aide@almas.dz' })).toHaveAttribute(
    'href',
    'mailto:aide@almas.dz',
  );
  await expectAccessible(page);
  await expectNoSideScroll(page);
});

test('a pending account that signs in sees whom to ask', async ({ page, almas }) => {
  const waiting = await createPendingReseller(almas);
  await withContact(page);
  await attemptSignIn(page, { email: waiting.email, password: 'motdepasse' });
  await expect(page.getByRole('heading', { name: "Compte en attente d'activation" })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Téléphone : 0550 12 34 56' })).toBeVisible();
  await expectAccessible(page);
});

test('a disabled account that signs in gets its own message [AUTH-09]', async ({ page, almas }) => {
  const disabled = await reseller(almas, admin);
  await sql(almas, 'UPDATE users SET disabled = true WHERE id = $1', [disabled.id]);
  await attemptSignIn(page, disabled);
  await expect(page.getByText('Ce compte a été désactivé')).toBeVisible();
});

for (const [row, message, shown] of [
  ['shows its own message [AUTH-10]', 'auth/internal: quota', 'auth/internal: quota'],
  ['without a message shows the default [AUTH-11]', '', 'Erreur de connexion'],
] as const) {
  test(`any other error of the sign-in ${row}`, async ({ page }) => {
    await page.route('**/api/login', (route) =>
      route.fulfill({ status: 422, json: { code: 'INVALID_INPUT', message } }),
    );
    await attemptSignIn(page, amine);
    await expect(page.getByText(shown, { exact: true })).toBeVisible();
  });
}

test('a reseller who signs in sees a success message and the dashboard [AUTH-05][AUTH-12][NAV-53]', async ({
  page,
}) => {
  await attemptSignIn(page, amine);
  await expect(page.getByText('Connexion réussie!')).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('heading', { level: 1, name: /Bienvenue/ })).toBeVisible();
});

test('an administrator who signs in goes to /admin [NAV-52]', async ({ page, almas }) => {
  await signIn(page, almas.admin);
  await expect(page).toHaveURL(/\/admin$/);
});

test('a visitor of a guarded page signs in and comes back to it [NAV-39][NAV-40]', async ({ page }) => {
  await page.goto('/catalog?game=Roblox');
  await expect(page).toHaveURL(/\/login$/);
  await email(page).fill(amine.email);
  await secret(page).fill(amine.password);
  await submit(page);
  await expect(page).toHaveURL(/\/catalog\?game=Roblox$/);
});

test('a reseller who signs in after asking for an administrator’s page goes to the dashboard', async ({
  page,
}) => {
  await page.goto('/admin/users');
  await expect(page).toHaveURL(/\/login$/);
  await email(page).fill(amine.email);
  await secret(page).fill(amine.password);
  await submit(page);
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('a signed-in user is redirected from /login and /register', async ({ page, almas }) => {
  await enterAs(page, almas, amine);
  for (const path of ['/login', '/register']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/dashboard$/);
  }
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
