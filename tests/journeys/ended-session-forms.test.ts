import type { Page } from '@playwright/test';
import { type Almas, expect, submitSignIn, test } from '../support/browser.ts';
import { administrator, type Caller, enterAs, reseller } from './support/callers.ts';
import { withoutLiveEvents } from './support/page-data.ts';
import { newCode } from './support/products.ts';

/*
 * What was typed into a form whose save meets the ended session is there after the sign-in. Every other form:
 * web/src/app/ended-session.test.tsx. Turned red by: codes that wait for the save and take the rest with them.
 */

async function open(page: Page, almas: Almas, user: Caller, address: string) {
  await enterAs(page, almas, user);
  // The end of the session is noticed by the save alone.
  await withoutLiveEvents(page);
  await page.goto(address);
}

/** Presses a button that saves after the session has ended, and signs in again. */
async function saveAndSignIn(page: Page, user: Caller, button: string): Promise<void> {
  const { pathname } = new URL(page.url());
  await page.context().clearCookies();
  await page.getByRole('button', { name: button }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText('Votre session a pris fin')).toBeVisible();
  await expect(
    page.getByText(/Rien n’a été acheté ni enregistré depuis\. Ce que vous aviez saisi/),
  ).toBeVisible();
  await submitSignIn(page, user);
  await expect(page).toHaveURL((url) => url.pathname === pathname);
}

test('what a reseller was typing when the session ended is there after the sign-in', async ({
  page,
  almas,
}) => {
  const nadia = await reseller(almas, await administrator(almas));
  await open(page, almas, nadia, '/profile');
  await page.getByRole('button', { name: 'Modifier' }).click();
  const city = page.getByLabel('Ville', { exact: true });
  await city.fill('Sétif');
  await saveAndSignIn(page, nadia, 'Enregistrer');
  await expect(city).toHaveValue('Sétif');
});

test('a product that is being created when the session has ended is there after the sign-in, without its codes', async ({
  page,
  almas,
}) => {
  const admin = await administrator(almas);
  await open(page, almas, admin, '/admin/products/new');
  await page.getByLabel('Jeu').selectOption('PUBG Mobile');
  const fields = [
    [page.getByLabel('Nom du produit'), 'UC'],
    [page.getByLabel('Description'), 'Un texte long'],
  ] as const;
  for (const [field, text] of fields) await field.fill(text);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Importer des codes' }).first().click();
  await dialog.getByRole('textbox').first().fill(newCode());
  await dialog.getByRole('button', { name: /^Importer/ }).click();
  await expect(dialog).toHaveCount(0);
  await saveAndSignIn(page, admin, 'Créer le produit');
  for (const [field, text] of fields) await expect(field).toHaveValue(text);
  await expect(page.getByText('Le code ajouté n’a pas été conservé')).toBeVisible();
});
