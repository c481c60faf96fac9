import type { Page } from '@playwright/test';
import { expect, stepBack, test } from '../support/browser.ts';
import { administrator, type Caller, endSessionWith, enterAs, reseller } from './support/callers.ts';
import { openAllDay, refusePendingTopUps, requestTopUp } from './support/top-up.ts';

let admin: Caller;
test.beforeEach(async ({ almas }) => {
  admin ??= await administrator(almas);
});

const question = (page: Page) => page.getByRole('dialog', { name: 'Quitter sans enregistrer ?' });
const stay = (page: Page) => question(page).getByRole('button', { name: 'Continuer la saisie' }).click();
const leave = (page: Page) =>
  question(page).getByRole('button', { name: 'Quitter sans enregistrer' }).click();
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });

/** Reloads the page. @returns whether the browser asks first; the reload is then cancelled */
async function reloadAsks(page: Page): Promise<boolean> {
  const dialog = page.waitForEvent('dialog');
  await page.evaluate(() => location.reload());
  return (await dialog).type() === 'beforeunload';
}

test.describe('a reseller', () => {
  test.beforeEach(async ({ almas, page }) => {
    await enterAs(page, almas, await reseller(almas, admin, { balance: 1_000 }));
  });

  test('a second Back during the question about a changed profile stays on the page, and leaving goes back one step', async ({
    page,
  }) => {
    await page.goto('/dashboard');
    await page.getByRole('navigation').locator('a[href="/operations"]').click();
    await expect(page.getByRole('heading', { level: 1, name: 'Toutes les Opérations' })).toBeVisible();
    await page.getByRole('button', { name: 'Menu du compte' }).click();
    await page.getByRole('menuitem', { name: 'Mon profil' }).click();
    await page.getByRole('button', { name: 'Modifier' }).click();
    await field(page, 'Ville').fill('Sétif');
    await page.evaluate(() => history.back());
    await expect(question(page)).toBeVisible();
    await page.evaluate(() => history.back());
    await expect(page).toHaveURL(/\/profile$/);
    await stay(page);
    await expect(question(page)).toHaveCount(0);
    await expect(field(page, 'Ville')).toHaveValue('Sétif');
    await stepBack(page);
    await leave(page);
    await expect(page).toHaveURL(/\/operations$/);
  });

  test('a reseller who pastes too long a text reads how much of it the field keeps, and sees no message for a text that fits', async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/profile');
    await page
      .getByRole('main')
      .getByRole('button', { name: /demande/i })
      .last()
      .click();
    const note = page.getByRole('dialog').getByLabel('Note');
    const toast = page.getByRole('region', { name: 'Messages' }).getByText('Texte trop long');
    const paste = async (text: string) => {
      await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
      await note.focus();
      await page.keyboard.press('Control+V');
      await expect(note).toHaveValue(new RegExp(`${text.slice(0, 10)}`));
    };
    await paste('a'.repeat(900));
    await paste('b'.repeat(100));
    await expect(toast).toHaveCount(0);
    await note.fill('');
    await paste('c'.repeat(1_500));
    await expect(toast).toContainText('1 000');
  });
});

test('a session that ends while a form is open leads to the login without a question; only the same user finds the draft again', async ({
  page,
  almas,
}) => {
  const me = await reseller(almas, admin, { balance: 1_000 });
  const amount = page.getByRole('dialog', { name: 'Demandes de recharge' }).getByLabel('Montant');
  const openRequest = async () => {
    await expect(page).toHaveURL(/\/profile$/);
    await page.getByRole('main').getByRole('button', { name: 'Demander une recharge' }).click();
  };
  const enter = async ({ email, password }: Caller) => {
    await field(page, 'Email').fill(email);
    await field(page, 'Mot de passe').fill(password);
    await page.getByRole('button', { name: 'Se connecter' }).click();
  };
  const lose = async () => {
    await amount.fill('2500');
    await endSessionWith(page, '**/api/recharge-requests');
    await page.getByRole('button', { name: 'Envoyer la demande' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await expect(field(page, 'Email')).toBeVisible();
    await expect(question(page)).toHaveCount(0);
  };
  await enterAs(page, almas, me);
  await page.goto('/profile');
  await openRequest();
  await lose();
  await enter(me);
  await openRequest();
  await expect(amount).toHaveValue('2500');
  await lose();
  await enter(await reseller(almas, admin, { balance: 1_000 }));
  await openRequest();
  await expect(amount).toHaveValue('');
});

test.describe('an administrator', () => {
  test.use({ allowed: [[/^browser dialog: $/], { scope: 'test' }] as never });
  test.beforeEach(async ({ almas, page }) => {
    await enterAs(page, almas, admin);
  });

  test('an administrator is asked by the browser before a reload drops a new product', async ({ page }) => {
    await page.goto('/admin/products/new');
    await page.getByRole('main').getByRole('textbox').first().fill('Diamants');
    expect(await reloadAsks(page)).toBe(true);
  });

  test('an administrator is asked before Back drops what was typed in a decision on a Free Fire request', async ({
    page,
    almas,
  }) => {
    await refusePendingTopUps(admin);
    await openAllDay(admin);
    const buyer = await reseller(almas, admin, { balance: 1_000 });
    await page.goto('/admin');
    for (const [button, title, label, typed] of [
      ['Valider', 'Valider la demande', 'Lien de l’image de preuve', 'https://exemple.dz/preuve.png'],
      ['Refuser', 'Refuser la demande', 'Raison', 'ID joueur introuvable'],
    ] as const) {
      await requestTopUp(buyer, '12345678');
      await page.getByRole('navigation').locator('a[href="/admin/freefire"]').click();
      await page.getByTestId('pending-item').getByRole('button', { name: button }).click();
      const dialog = page.getByRole('dialog', { name: title });
      await dialog.getByLabel(label).fill(typed);
      await stepBack(page);
      await expect(question(page)).toBeVisible();
      await stay(page);
      await expect(dialog.getByLabel(label)).toHaveValue(typed);
      await dialog.getByRole('button', { name: button, exact: true }).click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(page.getByTestId('pending-item')).toHaveCount(0);
    }
  });
});
