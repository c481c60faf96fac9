import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { attemptSignIn, expect, signOut, test } from '../support/browser.ts';
import { administrator, reseller } from './support/callers.ts';
import { hasStarted } from './support/page-data.ts';

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

const details = { Prénom: 'Nadia', Nom: 'Cherif', Entreprise: 'El Bahdja', Téléphone: '0555 61 07 72' };

// Turned red by: a link that is read once, when the page is opened.
test('the link for a new password that is opened in a window with the sign-in asks for the password, and leaves no token in the address', async ({
  page,
}) => {
  await page.goto('/login');
  await expect(field(page, 'Email')).toBeVisible();
  await hasStarted(page);
  await page.evaluate((token) => {
    window.location.hash = `#reset=${token}`;
  }, 'a'.repeat(43));
  await expect(page.getByRole('heading', { name: 'Nouveau mot de passe' })).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
});

test('the browser’s Back and Forward lead between the steps of the registration and keep what was typed until a reload; a complete one says so and ends, through /login, on the waiting screen [AUTH-22][AUTH-26][AUTH-27][NAV-53]', async ({
  page,
}) => {
  const email = `n${randomBytes(5).toString('hex')}@exemple.dz`;
  const fillAccess = async () => {
    await field(page, 'Email').fill(email);
    await field(page, 'Mot de passe').fill('secret');
    await field(page, 'Confirmer le mot de passe').fill('secret');
    await press(page, 'Continuer');
  };
  const fillDetails = async () => {
    for (const [label, text] of Object.entries(details)) await field(page, label).fill(text);
  };
  await page.goto('/login');
  await page.getByRole('link', { name: 'Créer un compte' }).click();
  await expect(page).toHaveURL(/\/register$/);
  // The sign-in form, whose fields have the same names, stays until the code of the next screen has arrived.
  await expect(field(page, 'Confirmer le mot de passe')).toBeVisible();
  await fillAccess();
  await fillDetails();
  await page.goBack();
  await expect(page).toHaveURL(/\/register$/);
  await expect(field(page, 'Email')).toHaveValue(email);
  await expect(field(page, 'Mot de passe')).toHaveValue('secret');
  await expect(field(page, 'Confirmer le mot de passe')).toHaveValue('secret');
  await page.goForward();
  for (const [label, text] of Object.entries(details)) await expect(field(page, label)).toHaveValue(text);
  await press(page, 'Retour');
  await expect(field(page, 'Email')).toHaveValue(email);
  await press(page, 'Continuer');
  await expect(field(page, 'Prénom')).toHaveValue(details.Prénom);
  // The browser asks before typed text is lost; the reload is confirmed.
  page.removeAllListeners('dialog');
  page.once('dialog', (dialog) => dialog.accept());
  await page.reload();
  await expect(field(page, 'Email')).toHaveValue('');
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(/\/login$/);

  await page.getByRole('link', { name: 'Créer un compte' }).click();
  await expect(field(page, 'Confirmer le mot de passe')).toBeVisible();
  const visited: string[] = [];
  page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname));
  await fillAccess();
  await fillDetails();
  await press(page, 'Créer mon compte');
  const success = "Compte créé avec succès! En attente d'activation par un administrateur.";
  await expect(page.getByText(success)).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
  expect(visited).toContain('/login');
  await expect(page.getByRole('heading', { name: "Compte en attente d'activation" })).toBeVisible();
  await expect(page.getByText(email)).toBeVisible();
});

test('a reseller who signs in sees the dashboard; signing out ends the session, in this tab and the others, and leads to /login [AUTH-05][AUTH-12][NAV-53][NAV-60][AUTH-32][AUTH-33]', async ({
  page,
  context,
  almas,
}) => {
  await attemptSignIn(page, await reseller(almas, await administrator(almas)));
  await expect(page.getByText('Connexion réussie!')).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('heading', { level: 1, name: /Bienvenue/ })).toBeVisible();
  const other = await context.newPage();
  await other.goto('/card-history');
  await expect(other.getByRole('heading', { level: 1, name: 'Mes cartes' })).toBeVisible();
  await signOut(page);
  await expect(page).toHaveURL(/\/login$/);
  await expect(other).toHaveURL(/\/login$/);
  expect((await page.request.get('/api/me')).status()).toBe(401);
});
