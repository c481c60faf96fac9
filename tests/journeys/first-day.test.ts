import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { signOut, submitSignIn } from '../support/browser.ts';
import { temporaryFolder } from '../support/cluster.ts';
import { watchPage } from '../support/page-watch.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';

/*
 * The main use of the product from an empty folder on, without any preparation: the built product, its own PostgreSQL, the generated
 * password, and two users in two browsers, until a bought code is found again.
 */
let folder: string;
let server: ServerProcess;
test.beforeAll(async () => {
  folder = temporaryFolder('first-day');
  server = await startServer({ DATA_DIR: join(folder, 'data') });
});
test.afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const complaints: string[] = [];
async function newVisitor(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    baseURL: server.baseURL,
    locale: 'fr-FR',
    timezoneId: 'Africa/Algiers',
  });
  const page = await context.newPage();
  watchPage(page, server.baseURL, [], complaints);
  return page;
}

const code = (n: number) => `PREMIER-JOUR-${n}`;
const reseller = {
  email: 'sofiane@exemple.dz',
  password: 'secret1',
  name: 'Sofiane Bouzid',
  company: 'Taxiphone Centre',
};

async function stockTheShop(page: Page): Promise<void> {
  await page.goto('/admin/products/new');
  await page.getByLabel('Nom du produit').fill('Diamants');
  await page.getByRole('combobox', { name: 'Jeu', exact: true }).selectOption('Free Fire');
  await page.getByRole('button', { name: 'Importer des codes' }).first().click();
  const dialog = page.getByRole('dialog', { name: /Importer des codes/ });
  await dialog.getByRole('textbox', { name: 'Codes' }).fill([1, 2, 3].map(code).join('\n'));
  await dialog.getByRole('button', { name: /^Importer/ }).click();
  await expect(page.getByText('3 code(s) importé(s) avec succès')).toBeVisible();
  await page.getByRole('button', { name: 'Créer le produit' }).click();
  await expect(page).toHaveURL(/\/admin\/products$/);
}

async function register(page: Page): Promise<void> {
  await page.goto('/login');
  await page.getByRole('link', { name: 'Créer un compte' }).click();
  // The sign-in also has a field `Email`, and stays until the code of the next screen is loaded.
  await expect(page.getByLabel('Confirmer le mot de passe')).toBeVisible();
  await page.getByLabel('Email', { exact: true }).fill(reseller.email);
  await page.getByLabel('Mot de passe', { exact: true }).fill(reseller.password);
  await page.getByLabel('Confirmer le mot de passe').fill(reseller.password);
  await page.getByRole('button', { name: 'Continuer' }).click();
  const [firstName = '', lastName = ''] = reseller.name.split(' ');
  const details = {
    Prénom: firstName,
    Nom: lastName,
    Entreprise: reseller.company,
    Téléphone: '0550 10 20 30',
  };
  for (const [label, text] of Object.entries(details))
    await page.getByLabel(label, { exact: true }).fill(text);
  await page.getByRole('button', { name: 'Créer mon compte' }).click();
  await expect(
    page.getByText("Compte créé avec succès! En attente d'activation par un administrateur."),
  ).toBeVisible();
}

async function activateAndCredit(page: Page): Promise<void> {
  await page.goto('/admin');
  const pending = page
    .getByRole('listitem')
    .filter({ hasText: reseller.name })
    .filter({ hasText: 'Activer' });
  await pending.getByRole('button', { name: /^Activer/ }).click();
  await expect(page.getByText('Utilisateur activé')).toBeVisible();
  await page.getByRole('combobox', { name: 'Rechercher' }).fill(reseller.company);
  await page.getByRole('option', { name: new RegExp(reseller.name) }).click();
  await page.getByLabel('Montant (DA)').fill('500');
  await page.getByRole('button', { name: 'Recharger', exact: true }).click();
  await expect(page.getByText('Recharge effectuée')).toBeVisible();
}

/** The oldest code is sold first (AMB-64). */
const expectFirstCode = (page: Page) =>
  expect(page.getByRole('dialog').getByTestId('code')).toHaveAttribute('data-code', code(1));

test('on the first day an administrator stocks the shop, and a new reseller registers, buys a code and finds it again [PRM-02][PRM-12][GEN-09][GEN-10]', async ({
  browser,
}) => {
  const [email = '', password = ''] = readFileSync(
    join(folder, 'data', 'first-administrator.txt'),
    'utf8',
  ).split('\n');
  expect(server.output()).toContain(`Premier administrateur créé : ${email}`);
  expect(server.output()).not.toContain(password);
  const admin = await newVisitor(browser);
  await admin.goto('/login');
  await submitSignIn(admin, { email, password });
  await expect(admin).toHaveURL(/\/admin$/);
  await stockTheShop(admin);

  const phone = await newVisitor(browser);
  await phone.setViewportSize({ width: 390, height: 844 });
  await register(phone);
  await expect(phone.getByRole('heading', { name: "Compte en attente d'activation" })).toBeVisible();
  await expect(phone.getByText(reseller.company)).toBeVisible();
  await activateAndCredit(admin);

  // Without a reload: the waiting screen receives the activation.
  await expect(phone.getByText('Compte actif')).toBeVisible();
  await phone.getByRole('link', { name: /Acheter des codes/ }).click();
  await expect(phone.getByRole('heading', { level: 1, name: 'Catalogue' })).toBeVisible();
  await phone
    .getByRole('main')
    .getByRole('link', { name: /Free Fire/ })
    .first()
    .click();
  await phone
    .getByRole('button', { name: /Acheter 1 code/ })
    .first()
    .click();
  await expect(phone.getByText('Achat effectué avec succès !')).toBeVisible();
  await expectFirstCode(phone);
  // The dialog is closed first: a page that is opened while a new code is shown shows it again.
  await phone.keyboard.press('Escape');
  await expect(phone.getByRole('dialog')).toHaveCount(0);

  for (const visit of ['immediately', 'after signing out and in']) {
    if (visit !== 'immediately') {
      await phone.goto('/dashboard');
      await signOut(phone);
      await expect(phone).toHaveURL(/\/login/);
      await submitSignIn(phone, reseller);
      await expect(phone).toHaveURL(/\/dashboard$/);
    }
    await phone.goto('/card-history');
    await expect(phone.getByText('Acheté', { exact: true })).toBeVisible();
    await phone.getByRole('button', { name: /Voir les codes/ }).click();
    await expectFirstCode(phone);
  }
  expect(complaints).toEqual([]);
});
