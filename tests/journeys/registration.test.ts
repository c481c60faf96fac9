import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { administrator, reseller } from './support/callers.ts';
import { expectAccessible, expectNoSideScroll } from './support/screen-checks.ts';

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const missing = 'Veuillez remplir tous les champs obligatoires';

async function stepOne(
  page: Page,
  { email = `n${randomBytes(5).toString('hex')}@exemple.dz`, password = 'secret' } = {},
) {
  await page.goto('/register');
  await field(page, 'Email').fill(email);
  await field(page, 'Mot de passe').fill(password);
  await field(page, 'Confirmer le mot de passe').fill(password);
  await press(page, 'Continuer');
  return email;
}

const details = { Prénom: 'Nadia', Nom: 'Cherif', Entreprise: 'El Bahdja', Téléphone: '0555 61 07 72' };

async function fillDetails(page: Page) {
  for (const [label, text] of Object.entries(details)) await field(page, label).fill(text);
}

test('step 1 of the registration asks for email, password and confirmation, and leads to step 2 [NAV-02][AUTH-14][AUTH-15]', async ({
  page,
}) => {
  await page.goto('/register');
  for (const label of ['Email', 'Mot de passe', 'Confirmer le mot de passe']) {
    await expect(field(page, label)).toBeVisible();
  }
  await press(page, 'Continuer');
  await expect(page.getByRole('alert')).toHaveText(missing);
  await expect(field(page, 'Email')).toBeFocused();
  await expect(field(page, 'Email')).toHaveAccessibleDescription('');
  for (const label of ['Email', 'Mot de passe', 'Confirmer le mot de passe'])
    await expect(field(page, label)).toHaveAttribute('aria-invalid', 'true');
  // The invalid field that has the focus is as red as the others.
  const colours = () =>
    page.evaluate(() => {
      const [focused, other] = [...document.querySelectorAll('[aria-invalid="true"]')].map((box) =>
        getComputedStyle(box),
      );
      return focused?.outlineColor === other?.borderTopColor;
    });
  await expect.poll(colours).toBe(true);
  await expect(field(page, 'Prénom')).toHaveCount(0);
  await stepOne(page);
  await expect(field(page, 'Prénom')).toBeFocused();
});

test('step 1 of the registration requires every field [AUTH-18]', async ({ page }) => {
  await page.goto('/register');
  const all = { Email: 'a@exemple.dz', 'Mot de passe': 'secret', 'Confirmer le mot de passe': 'secret' };
  for (const left of Object.keys(all)) {
    for (const [label, text] of Object.entries(all))
      await field(page, label).fill(label === left ? '' : text);
    await press(page, 'Continuer');
    await expect(page.getByRole('alert')).toHaveText(missing);
    await expect(field(page, left)).toBeFocused();
    await expect(field(page, left)).toHaveAccessibleDescription(missing);
  }
});

test('the registration requires two equal passwords of at least 6 characters [AUTH-19][AUTH-20]', async ({
  page,
}) => {
  await page.goto('/register');
  await field(page, 'Email').fill('a@exemple.dz');
  for (const [password, confirmation, problem, at] of [
    ['secret', 'secrets', 'Les mots de passe ne correspondent pas', 'Confirmer le mot de passe'],
    ['abcde', 'abcde', 'Le mot de passe doit contenir au moins 6 caractères', 'Mot de passe'],
  ] as const) {
    await field(page, 'Mot de passe').fill(password);
    await field(page, 'Confirmer le mot de passe').fill(confirmation);
    await press(page, 'Continuer');
    await expect(page.getByRole('alert')).toHaveText(problem);
    await expect(field(page, at)).toBeFocused();
    await expect(field(page, at)).toHaveAccessibleDescription(problem);
  }
  await field(page, 'Mot de passe').fill('abcdef');
  await field(page, 'Confirmer le mot de passe').fill('abcdef');
  await press(page, 'Continuer');
  await expect(field(page, 'Prénom')).toBeVisible();
});

test('step 2 of the registration requires four fields and offers three more [AUTH-16][AUTH-17][AUTH-21]', async ({
  page,
}) => {
  await stepOne(page);
  for (const label of Object.keys(details)) await expect(field(page, label)).toHaveAttribute('required', '');
  for (const label of ['Adresse', 'Ville', 'Code postal']) {
    await expect(field(page, label)).not.toHaveAttribute('required', '');
  }
  // The server's limit: a longer text would be refused after the last step.
  await expect(field(page, 'Entreprise')).toHaveAttribute('maxlength', '200');
  for (const left of Object.keys(details)) {
    await fillDetails(page);
    await field(page, left).fill(' ');
    await press(page, 'Créer mon compte');
    await expect(page.getByRole('alert')).toHaveText(missing);
    await expect(field(page, left)).toBeFocused();
    await expect(field(page, left)).toHaveAccessibleDescription(missing);
  }
});

test('a complete registration says so and ends, through /login, on the waiting screen [AUTH-22][AUTH-26][AUTH-27][NAV-53]', async ({
  page,
}) => {
  const visited: string[] = [];
  page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname));
  const email = await stepOne(page);
  await fillDetails(page);
  await press(page, 'Créer mon compte');
  const success = "Compte créé avec succès! En attente d'activation par un administrateur.";
  await expect(page.getByText(success)).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
  expect(visited).toContain('/login');
  await expect(page.getByRole('heading', { name: "Compte en attente d'activation" })).toBeVisible();
  await expect(page.getByText(email)).toBeVisible();
});

test('the browser’s Back and Forward lead between the steps of the registration, and keep what was typed', async ({
  page,
}) => {
  await page.goto('/login');
  await page.getByRole('link', { name: 'Créer un compte' }).click();
  await expect(page).toHaveURL(/\/register$/);
  // The sign-in form, whose fields have the same names, stays until the code of the next screen has arrived.
  await expect(field(page, 'Confirmer le mot de passe')).toBeVisible();
  const email = `n${randomBytes(5).toString('hex')}@exemple.dz`;
  await field(page, 'Email').fill(email);
  await field(page, 'Mot de passe').fill('secret');
  await field(page, 'Confirmer le mot de passe').fill('secret');
  await press(page, 'Continuer');
  await fillDetails(page);
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
});

test('a taken email is reported on step 1 of the registration, where it is typed [AUTH-23]', async ({
  page,
  almas,
}) => {
  const { email } = await reseller(almas, await administrator(almas));
  await stepOne(page, { email });
  await fillDetails(page);
  await press(page, 'Créer mon compte');
  const taken = 'Cette adresse email est déjà utilisée';
  await expect(page.getByText(taken)).toBeVisible();
  await expect(field(page, 'Email')).toHaveValue(email);
  await expect(field(page, 'Email')).toBeFocused();
  await expect(field(page, 'Email')).toHaveAttribute('aria-invalid', 'true');
  await expect(field(page, 'Email')).toHaveAccessibleDescription(taken);
  // The input of step 2 is kept, and the registration continues with another address.
  await field(page, 'Email').fill(`n${randomBytes(5).toString('hex')}@exemple.dz`);
  await expect(page.getByText(taken)).toHaveCount(0);
  await press(page, 'Continuer');
  await expect(field(page, 'Prénom')).toHaveValue(details.Prénom);
});

test('the registration reports a password that the server finds weak [AUTH-24]', async ({ page }) => {
  await page.route('**/api/register', (route) =>
    route.fulfill({
      status: 422,
      json: { code: 'WEAK_PASSWORD', message: 'Le mot de passe est trop faible' },
    }),
  );
  await stepOne(page);
  await fillDetails(page);
  await press(page, 'Créer mon compte');
  await expect(page.getByText('Le mot de passe est trop faible')).toBeVisible();
  await expect(field(page, 'Mot de passe')).toBeFocused();
});

test('the registration reports an invalid email [AUTH-25]', async ({ page }) => {
  await stepOne(page, { email: 'amine' });
  await expect(page.getByText('Adresse email invalide')).toBeVisible();
  await expect(field(page, 'Email')).toBeFocused();
});

test('the sign-in and both steps of the registration are accessible and fit a phone', async ({ page }) => {
  await page.goto('/login');
  await expectAccessible(page);
  await expectNoSideScroll(page);
  await stepOne(page);
  await press(page, 'Créer mon compte');
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessible(page);
  await expectNoSideScroll(page);
});
