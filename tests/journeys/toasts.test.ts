import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { takesPresses } from './support/boxes.ts';
import { administrator, type Caller, enterAs, reseller } from './support/callers.ts';
import { hasStarted } from './support/page-data.ts';
import { createProduct, uniqueName } from './support/products.ts';

// The journeys cause refusals.
test.use({ allowed: [/status of 4\d\d/], environment: { EXTENSIONS: 'contact-delivery' } });

let admin: Caller;
test.beforeEach(async ({ almas }) => {
  admin ??= await administrator(almas);
});

/** The texts of the toasts, from the oldest to the newest. */
const toasts = (page: Page) => page.getByRole('region', { name: 'Messages' }).locator('p');

/** Moves the pointer onto the last toast, so that it does not time out: it disappears only when it is replaced or removed. */
const pointAt = (page: Page) => toasts(page).last().hover();

/** Refuses each call to this address with the next sentence. */
async function refuse(page: Page, address: string, sentences: readonly string[], code = 'INVALID_INPUT') {
  let requests = 0;
  await page.route(address, (route) => {
    if (route.request().method() === 'GET') return route.continue();
    requests += 1;
    return route.fulfill({ status: 422, json: { code, message: sentences[requests - 1] ?? '' } });
  });
}

test('a second failure of a code import replaces the first, and closing the dialog removes it', async ({
  page,
  almas,
}) => {
  const product = await createProduct(admin, { name: uniqueName('Messages') });
  await enterAs(page, almas, admin);
  await page.goto(`/admin/products/${product.id}/edit`);
  await page.getByRole('button', { name: 'Importer des codes' }).click();
  const dialog = page.getByRole('dialog', { name: /Importer des codes/ });
  const submit = dialog.getByRole('button', { name: /^Importer/ });
  await submit.click();
  await expect(toasts(page)).toHaveText(['Codes manquants – Veuillez saisir les codes à importer']);
  await pointAt(page);
  await dialog.getByRole('textbox', { name: 'Codes' }).fill(' \n \t');
  await submit.press('Enter');
  await expect(toasts(page)).toHaveText(['Codes invalides – Aucun code valide trouvé']);
  await pointAt(page);
  await dialog.getByRole('button', { name: 'Annuler' }).press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(toasts(page)).toHaveCount(0);
});

test('a second failure of the edit form of a product replaces the first', async ({ page, almas }) => {
  const product = await createProduct(admin, { name: uniqueName('Messages') });
  await enterAs(page, almas, admin);
  await refuse(page, `**/api/products/${product.id}`, ['Premier refus', 'Second refus']);
  await page.goto(`/admin/products/${product.id}/edit`);
  const save = page.getByRole('button', { name: 'Enregistrer', exact: true });
  const name = page.getByLabel(/^Nom du produit/);
  await name.fill('');
  await save.press('Enter');
  await expect(toasts(page)).toHaveText([/^Informations invalides/]);
  await pointAt(page);
  await name.fill('Autre nom');
  for (const sentence of ['Premier refus', 'Second refus']) {
    await save.press('Enter');
    await expect(toasts(page)).toHaveText([sentence]);
    await pointAt(page);
  }
});

test('a second failure of the Free Fire service replaces the first, and leaving the screen removes it', async ({
  page,
  almas,
}) => {
  await enterAs(page, almas, admin);
  await refuse(page, '**/api/free-fire/service', ['Premier refus', 'Second refus']);
  await page.goto('/admin/freefire');
  const maintenance = page.getByRole('switch', { name: 'Mode maintenance' });
  for (const sentence of ['Premier refus', 'Second refus']) {
    await maintenance.press('Space');
    await expect(toasts(page)).toHaveText([sentence]);
    await pointAt(page);
  }
  await page.getByRole('link', { name: 'Gestion des comptes' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Gestion des comptes' })).toBeVisible();
  await expect(toasts(page)).toHaveCount(0);
});

test('a second wrong code at the sign-in replaces the message of the first', async ({ page, almas }) => {
  const user = await reseller(almas, admin);
  await page.route('**/api/login', (route) => route.fulfill({ json: { pending: 'second-factor' } }));
  await refuse(page, '**/api/login/second-factor', ['Premier refus', 'Second refus'], 'WRONG_CODE');
  await page.goto('/login');
  await page.getByLabel('Email').fill(user.email);
  await page.getByRole('textbox', { name: 'Mot de passe' }).fill('any password');
  await page.getByRole('button', { name: 'Se connecter' }).click();
  const code = page.getByLabel(/^Code/);
  for (const sentence of ['Premier refus', 'Second refus']) {
    await code.fill('123456');
    await code.press('Enter');
    await expect(toasts(page)).toHaveText([sentence]);
    await pointAt(page);
  }
});

test('a second failure of the contact form replaces the first', async ({ page, almas }) => {
  await enterAs(page, almas, await reseller(almas, admin));
  await refuse(page, '**/api/contact', ['Premier refus', 'Second refus']);
  await page.goto('/dashboard');
  await hasStarted(page);
  await page.getByRole('button', { name: 'Contacter l’admin' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('Bonjour');
  const send = dialog.getByRole('button', { name: 'Envoyer', exact: true });
  await takesPresses(send);
  for (const sentence of ['Premier refus', 'Second refus']) {
    await send.press('Enter');
    await expect(toasts(page)).toHaveText([sentence]);
    await pointAt(page);
  }
});
